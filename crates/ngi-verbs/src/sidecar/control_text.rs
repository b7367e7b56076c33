//! A controller as readable text.

use std::fmt::Write as _;

use ngi_formats::ctl::{Action, Component, ComponentView, Contact, Control, Frame, NO_WAY, State};
use ngi_formats::schema::{Kind, Record as _};
use ngi_formats::text as bytes_text;
use ngi_formats::tree::{Node, Piece, members};
use serde_json::{Value, json};

use super::{Read, named, put_table, put_tail, said};
use crate::document::text as document_text;
use crate::{json, show};

/// The text of a controller.
pub(super) fn text(bytes: &[u8]) -> Read<String> {
    let control = Control::read(bytes)?;
    let mut out = String::new();
    put_frame(bytes, &mut out);
    put_states(&control, &mut out);
    let channels: Vec<Value> = control
        .channels()
        .iter()
        .enumerate()
        .map(|(index, channel)| {
            let names: Vec<&str> = channel.flags.names().collect();
            json!({"channel": index, "node": channel.node,
                   "frames": format!("{} to {}", channel.first_frame, channel.last_frame),
                   "initial": json::float(channel.initial), "point": or_none(channel.point),
                   "second": or_none(channel.second_point), "rate": json::float(channel.rate),
                   "span": json::float(channel.span_rad), "flags": said(names.join(", "))})
        })
        .collect();
    put_table("channels", &channels, &mut out);
    put_components(&control, &mut out);
    put_events(&control, &mut out);
    for (index, group) in control.groups().enumerate() {
        let rows: Vec<Value> = group.iter().map(|action| action_row(&action)).collect();
        put_table(&format!("group {index}"), &rows, &mut out);
    }
    put_tail(control.tail(), &mut out);
    Ok(out)
}

fn or_none(number: i32) -> Value {
    if number == -1 { Value::Null } else { number.into() }
}

fn put_frame(bytes: &[u8], out: &mut String) {
    let Some(frame) = Piece::of(Kind::Group(Frame::SHAPE), bytes, 0) else {
        return;
    };
    for field in members(Frame::SHAPE) {
        let value = Node::from(frame.part(field.kind, field.offset));
        let _ = writeln!(out, "{}: {}", field.name, document_text::line(&value));
    }
}

fn put_states(control: &Control<'_>, out: &mut String) {
    let states = control.states().count();
    let row = |(index, state): (usize, State)| {
        let modes: Vec<&str> = state.mode.names().collect();
        let [a, b] = [state.frames_a, state.frames_b].map(|[first, last]| match first == last {
            true => first.to_string(),
            false => format!("{first} to {last}"),
        });
        let from: Vec<String> = (0..states)
            .filter(|from| control.cost(index, *from).is_some_and(|cost| cost < NO_WAY))
            .map(|from| from.to_string())
            .collect();
        json!({"state": index, "mode": said(modes.join(", ")), "A": a, "B": b, "step": state.step_ms,
               "group": or_none(state.enter_group), "request": or_none(state.request),
               "from": said(from.join(" "))})
    };
    let rows: Vec<Value> = control.states().map(|view| view.state).enumerate().map(row).collect();
    put_table("states", &rows, out);
    let _ = writeln!(out, "contacts per state: {}", control.counts().contacts_per_state);
    if let Some(first) = control.states().next() {
        let row = |(index, contact): (usize, Contact)| {
            let names: Vec<&str> = contact.flags.names().collect();
            json!({"contact": index, "point": contact.point, "flags": said(names.join(", ")),
                   "group": or_none(contact.landing_group)})
        };
        let rows: Vec<Value> = first.contacts.iter().enumerate().map(row).collect();
        if !rows.is_empty() {
            put_table("contacts of state 0", &rows, out);
        }
    }
}

fn put_components(control: &Control<'_>, out: &mut String) {
    let row = |(index, view): (usize, ComponentView<'_>)| {
        let Component { class, node, emits, mass, power, .. } = view.component;
        let channels: Vec<String> = view.channels.iter().map(|at| at.to_string()).collect();
        let label = show::printable(&bytes_text::decode(view.label));
        let class = class.name().map_or_else(|| class.0.to_string(), str::to_owned);
        json!({"component": index, "class": class, "node": node, "mass": json::float(mass),
               "power": json::float(power), "channels": said(channels.join(" ")),
               "emits": named(&emits), "label": said(label)})
    };
    let rows: Vec<Value> = control.components().enumerate().map(row).collect();
    put_table("components", &rows, out);
}

fn put_events(control: &Control<'_>, out: &mut String) {
    let events = control.events();
    let named = [
        ("load", events.load),
        ("hit", events.hit),
        ("edge", events.edge),
        ("range end", events.range_end),
        ("critical on", events.critical_on),
        ("critical off", events.critical_off),
    ];
    let surfaces = ngi_formats::exp::SURFACES.iter().zip(events.surface);
    let all = named.iter().map(|(name, group)| ((*name).to_owned(), *group)).chain(
        surfaces.enumerate().map(|(at, (name, group))| (format!("surface {at} ({name})"), group)),
    );
    for (name, group) in all.filter(|(_, group)| *group != -1) {
        let _ = writeln!(out, "at {name}: group {group}");
    }
}

fn action_row(action: &Action) -> Value {
    let Action { flags, mask, invert, action: kind, v4, v5, v6, v7, reference, .. } = *action;
    let name = kind.name().map_or_else(|| kind.0.to_string(), str::to_owned);
    let flags: Vec<&str> = flags.names().collect();
    let conditions = mask.names().map(|name| {
        let is_not = invert.names().any(|other| other == name);
        if is_not { format!("not {name}") } else { name.to_owned() }
    });
    let conditions: Vec<String> = conditions.collect();
    json!({"action": name, "v4": v4, "v5": v5, "v6": v6, "v7": v7, "names": named(&reference),
           "when": said(conditions.join(", ")), "flags": said(flags.join(", "))})
}
