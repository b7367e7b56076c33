//! Holds a controller against every rule.

use std::fmt;

use super::action::{Action, ActionFlags, ActionKind, Events};
use super::codes::*;
use super::component::Component;
use super::read::{ComponentView, Control, StateView};
use super::state::{Contact, State};
use super::types::{Channel, Frame, FrameFlags};
use crate::reference::ReferenceRules;
use crate::schema::{Kind, Record};
use crate::tree::members;
use crate::{Findings, schema::Stored as _};

static REFERENCES: ReferenceRules =
    ReferenceRules { end: &REFERENCE_END, ascii: &REFERENCE_ASCII, half: &REFERENCE_HALF };

/// Checks any bytes as a controller. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match Control::read(bytes) {
        Ok(control) => {
            check_control(&control, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        Err(error) => findings.cannot_follow(&RANGE, &error, || super::remains(bytes)),
    }
}

fn check_control(control: &Control<'_>, findings: &mut Findings) {
    let frame = control.frame();
    numbers(&frame, format_args!(""), findings);
    check_frame(&frame, findings);
    let groups = control.group_count();
    let mut first: Option<Vec<i32>> = None;
    for (index, view) in control.states().enumerate() {
        check_state(index, &view, groups, findings);
        let points: Vec<i32> = view.contacts.iter().map(|contact| contact.point).collect();
        if let Some(other) = different(first.get_or_insert_with(|| points.clone()), &points) {
            let path = format_args!("states[{index}].contacts[{other}].point");
            findings.at(&SAME_CONTACTS, path, || "that of states[0] is another".into());
        }
    }
    check_costs(control, findings);
    for (index, channel) in control.channels().iter().enumerate() {
        numbers::<Channel>(&channel, format_args!("channels[{index}]."), findings);
    }
    let channels = control.channels().len();
    for (index, view) in control.components().enumerate() {
        check_component(index, &view, channels, groups, findings);
    }
    check_events(&control.events(), groups, findings);
    for (index, actions) in control.groups().enumerate() {
        check_group(index, actions.iter(), findings);
    }
    if !control.tail().is_empty() {
        let message = || format!("{} bytes behind the last group", control.tail().len());
        findings.at(&TAIL, "tail", message);
    }
}

/// The first place at which two lists of one length differ.
fn different(first: &[i32], second: &[i32]) -> Option<usize> {
    first.iter().zip(second).position(|(first, second)| first != second)
}

fn check_frame(frame: &Frame, findings: &mut Findings) {
    let unknown = frame.flags.0 & !FrameFlags::KNOWN;
    if unknown != 0 {
        findings.at(&FRAME_FLAGS, "flags", || format!("{unknown:#x} is set, too"));
    }
}

/// Asks whether all floats of a record are finite.
fn numbers<T: Record>(record: &T, before: fmt::Arguments<'_>, findings: &mut Findings) {
    let raw = record.write();
    for field in members(T::SHAPE) {
        let bytes = raw.as_ref().get(field.offset..).unwrap_or_default();
        let count = match field.kind {
            Kind::F32 => 1,
            Kind::List(count, Kind::F32) => count,
            _ => continue,
        };
        let odd = (0..count).map(|at| f32::get(bytes, at * 4)).find(|value| !value.is_finite());
        if let Some(value) = odd {
            let path = format_args!("{before}{}", field.name);
            findings.at(&NUMBER, path, || format!("it is {value}"));
        }
    }
}

fn check_state(index: usize, view: &StateView<'_>, groups: usize, findings: &mut Findings) {
    let state = &view.state;
    numbers::<State>(state, format_args!("states[{index}]."), findings);
    let State { axes, velocity_low, velocity_high, spin_low, spin_high, .. } = state;
    for (name, shift, low, high) in
        [("velocity", 0, velocity_low, velocity_high), ("spin", 4, spin_low, spin_high)]
    {
        for (axis, (low, high)) in low.iter().zip(high).enumerate() {
            if axes.0 >> (shift + axis) & 1 == 1 && low > high {
                let path = format_args!("states[{index}].{name}_low[{axis}]");
                findings.at(&BOUNDS, path, || format!("{low} to {high}"));
            }
        }
    }
    check_index(state.enter_group, groups, format_args!("states[{index}].enter_group"), findings);
    if state.runtime.iter().any(|byte| *byte != 0) {
        let path = format_args!("states[{index}].runtime");
        findings.at(&RUNTIME, path, || "it is not".into());
    }
    for (place, contact) in view.contacts.iter().enumerate() {
        let Contact { landing_group, runtime, .. } = contact;
        let path = format_args!("states[{index}].contacts[{place}].landing_group");
        check_index(landing_group, groups, path, findings);
        if runtime != 0 {
            let path = format_args!("states[{index}].contacts[{place}].runtime");
            findings.at(&RUNTIME, path, || format!("it is {runtime}"));
        }
    }
}

/// Asks whether a group is there.
fn check_index(group: i32, groups: usize, path: fmt::Arguments<'_>, findings: &mut Findings) {
    let is_there = usize::try_from(group).is_ok_and(|group| group < groups);
    if group != -1 && !is_there {
        findings.at(&GROUP, path, || format!("names group {group} of {groups}"));
    }
}

fn check_costs(control: &Control<'_>, findings: &mut Findings) {
    let states = control.states().count().max(1);
    let costs = control.costs();
    for (index, cost) in costs.iter().enumerate().filter(|(_, cost)| !cost.is_finite()) {
        let path = format_args!("costs[{}][{}]", index / states, index % states);
        findings.at(&NUMBER, path, || format!("it is {cost}"));
    }
}

fn check_component(
    index: usize,
    view: &ComponentView<'_>,
    channels: usize,
    groups: usize,
    findings: &mut Findings,
) {
    let ComponentView { component, channels: moved, label, label_end } = view;
    numbers::<Component>(component, format_args!("components[{index}]."), findings);
    let Component { class, group, start_group, stop_group, emits, .. } = component;
    if !(1..=30).contains(&class.0) {
        let path = format_args!("components[{index}].class");
        findings.at(&CLASS, path, || format!("it is {}", class.0));
    }
    for (name, group) in
        [("group", group), ("start_group", start_group), ("stop_group", stop_group)]
    {
        check_index(*group, groups, format_args!("components[{index}].{name}"), findings);
    }
    REFERENCES.check(emits, format_args!("components[{index}].emits"), findings);
    for (place, channel) in moved.iter().enumerate() {
        if !usize::try_from(channel).is_ok_and(|channel| channel < channels) {
            let path = format_args!("components[{index}].channels[{place}]");
            let message = || format!("names channel {channel} of {channels}");
            findings.at(&COMPONENT_CHANNEL, path, message);
        }
    }
    if !label.is_ascii() || label.contains(&0) {
        let path = format_args!("components[{index}].label");
        findings.at(&LABEL_END, path, || "it is not".into());
    } else if label_end.is_some_and(|end| end != 0) {
        let path = format_args!("components[{index}].label_end");
        findings.at(&LABEL_END, path, || "no NUL ends it".into());
    }
}

fn check_events(events: &Events, groups: usize, findings: &mut Findings) {
    let raw = events.write();
    for field in members(Events::SHAPE) {
        let count = field.kind.size() / 4;
        for at in 0..count {
            let group = i32::get(&raw, field.offset + at * 4);
            match field.kind {
                Kind::List(..) => {
                    let path = format_args!("events.{}[{at}]", field.name);
                    check_index(group, groups, path, findings);
                }
                _ => check_index(group, groups, format_args!("events.{}", field.name), findings),
            }
        }
    }
}

fn check_group(index: usize, actions: impl Iterator<Item = Action>, findings: &mut Findings) {
    let mut is_open = false;
    let mut last = 0;
    for (place, action) in actions.enumerate() {
        check_action(&action, format_args!("groups[{index}].actions[{place}]"), findings);
        let [begins, ends] =
            [ActionFlags::BEGINS_RUN, ActionFlags::ENDS_RUN].map(|flag| action.flags.has(flag));
        if (begins && is_open) || (ends && !is_open && !begins) {
            let path = format_args!("groups[{index}].actions[{place}].flags");
            findings.at(&RUN, path, || "a run begins or ends where none can".into());
        }
        is_open = (is_open || begins) && !ends;
        last = place;
    }
    if is_open {
        let path = format_args!("groups[{index}].actions[{last}].flags");
        findings.at(&RUN, path, || "the run does not end".into());
    }
}

fn check_action(action: &Action, path: fmt::Arguments<'_>, findings: &mut Findings) {
    let Action { mask, invert, action: kind, reference, .. } = action;
    if !kind.is_known() {
        let path = format_args!("{path}.action");
        findings.at(&ACTION, path, || format!("nothing happens at {}", kind.0));
    }
    if invert.0 & !mask.0 != 0 {
        let path = format_args!("{path}.invert");
        findings.at(&INVERT, path, || format!("{:#x} of mask {:#x}", invert.0, mask.0));
    }
    let may_name = matches!(
        *kind,
        ActionKind::EFFECT_ON_NODE
            | ActionKind::EFFECT_ON_POINTS
            | ActionKind::EFFECT_IN_SPHERE
            | ActionKind::EXPLODE_NODE
    );
    let path_of_name = format_args!("{path}.reference");
    if !may_name && kind.is_known() && !reference.is_empty() {
        findings.at(&NAMED, path_of_name, || format!("it names {reference}"));
    }
    REFERENCES.check(reference, path_of_name, findings);
}
