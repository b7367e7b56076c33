//! Controllers: how objects move and what their parts do.

use std::fmt;

use ngi_formats::cpt::Points;
use ngi_formats::ctl::{self, Action, ActionKind, Channel, Control};
use ngi_formats::objects::LIBRARY;
use ngi_formats::{Code, Findings, fxid, kinds};

use ngi_engine::resolve::names;

use super::{PLAIN, Sidecar, control_text, is_one_of, model_beside};
use crate::effect::archive_of;
use crate::effect::check::{Meant, look_up};
use crate::format::{Format, Rules, Subject};
use crate::references::{EFFECT, EXPLOSION, OBJECT, Reference, Target};
use crate::surroundings::Surroundings;

ngi_formats::rules! {
    NODE = error(
        "ctl.node",
        "The nodes of channels and components are nodes of the model beside it."
    ) of ["channels[].node", "components[].node"];
    ACTION_NODE = warning(
        "ctl.action.node",
        "The nodes of actions are nodes of the model beside it."
    ) of ["groups[].actions[].v4", "groups[].actions[].v5"];
    POINT = warning(
        "ctl.point",
        "The points of channels, contacts and effects are control points of the list beside it."
    ) of [
        "channels[].point",
        "channels[].second_point",
        "states[].contacts[].point",
        "groups[].actions[].v4",
        "groups[].actions[].v5",
        "groups[].actions[].v6"
    ];
    REFERENCE_MISSING = error(
        "ctl.reference.missing",
        "What a component or an action names is in the archive it names."
    ) of ["components[].emits.member", "groups[].actions[].reference.member"];
    REFERENCE_ARCHIVE = warning(
        "ctl.reference.archive-missing",
        "The archive of what a component or an action names is in the game folder."
    ) of ["components[].emits.archive", "groups[].actions[].reference.archive"];
}

static DOCUMENT: Sidecar = Sidecar {
    id: "ctl",
    branches: &ctl::DOCUMENT,
    records: ctl::RECORDS,
    kaitai: ctl::KAITAI,
    tree: ctl::tree,
    remains: ctl::remains,
    make: ctl::make,
    text: control_text::text,
    follow_list: ctl::follow_list,
    ..PLAIN
};

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::CONTROL, &DOCUMENT, &RULES) };

/// Every rule.
static ALL_CODES: &[&[&Code]] = &[ctl::CODES, CODES];

static RULES: Rules = Rules::new(ALL_CODES, |subject, findings| {
    ctl::check(subject.bytes, findings);
})
.and_neighbours(check_with_neighbours);

/// What there is that a controller can name.
struct Named<'f> {
    /// How many nodes the model beside it has.
    nodes: Option<usize>,
    /// How many control points there are beside it.
    points: Option<usize>,
    findings: &'f mut Findings,
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Ok(control) = Control::read(subject.bytes) else { return };
    let points = || {
        let found = around.sibling(&names::points_of(subject.name))?;
        Points::read(&found.bytes).ok().map(|points| points.len())
    };
    let nodes = model_beside(subject, around).map(|model| model.nodes);
    let mut named = Named { nodes, points: points(), findings };
    check_channels(&control, &mut named);
    for (index, group) in control.groups().enumerate() {
        for (place, action) in group.iter().enumerate() {
            named.action(&action, format_args!("groups[{index}].actions[{place}]"));
        }
    }
    look_up_all(&control, around, findings);
}

fn check_channels(control: &Control<'_>, named: &mut Named<'_>) {
    for (index, channel) in control.channels().iter().enumerate() {
        let Channel { node, second_point, point, .. } = channel;
        named.node(&NODE, node, format_args!("channels[{index}].node"));
        named.point(point, format_args!("channels[{index}].point"));
        named.point(second_point, format_args!("channels[{index}].second_point"));
    }
    for (index, view) in control.components().enumerate() {
        named.node(&NODE, view.component.node, format_args!("components[{index}].node"));
    }
    for (index, view) in control.states().enumerate() {
        for (place, contact) in view.contacts.iter().enumerate() {
            named.point(contact.point, format_args!("states[{index}].contacts[{place}].point"));
        }
    }
}

impl Named<'_> {
    fn node(&mut self, code: &'static Code, node: i32, path: fmt::Arguments<'_>) {
        if let Some(nodes) = self.nodes.filter(|nodes| node != -1 && !is_one_of(node, *nodes)) {
            self.findings.at(code, path, || format!("names node {node} of {nodes}"));
        }
    }

    fn point(&mut self, point: i32, path: fmt::Arguments<'_>) {
        if let Some(points) = self.points.filter(|points| point != -1 && !is_one_of(point, *points))
        {
            self.findings.at(&POINT, path, || format!("names point {point} of {points}"));
        }
    }

    /// What an action names depends on what it does.
    fn action(&mut self, action: &Action, path: fmt::Arguments<'_>) {
        let Action { action: kind, v4, v5, v6, .. } = *action;
        match kind {
            ActionKind::EFFECT_ON_POINTS => {
                for (name, point) in [("v4", v4), ("v5", v5), ("v6", v6)] {
                    self.point(point, format_args!("{path}.{name}"));
                }
            }
            // By another reading it is a point: what is neither is wrong by both.
            ActionKind::EFFECT_ON_NODE
                if self.points.is_some_and(|points| is_one_of(v4, points)) => {}
            ActionKind::EFFECT_ON_NODE | ActionKind::DESTROY_NODE | ActionKind::EXPLODE_NODE => {
                self.node(&ACTION_NODE, v4, format_args!("{path}.v4"));
            }
            ActionKind::EFFECT_TIME if self.points.is_some_and(|points| is_one_of(v5, points)) => {}
            ActionKind::EFFECT_TIME => self.node(&ACTION_NODE, v5, format_args!("{path}.v5")),
            _ => {}
        }
    }
}

/// Everything that a controller names in other archives, with the path of the reference and what
/// is meant.
fn all_references(control: &Control<'_>) -> Vec<(String, fxid::Reference, &'static Target)> {
    let components = control.components().enumerate().map(|(index, view)| {
        let emits = view.component.emits;
        let target = if emits.archive.is(LIBRARY) { &OBJECT } else { &EFFECT };
        (format!("components[{index}].emits"), emits, target)
    });
    let groups = control.groups().enumerate().flat_map(|(index, group)| {
        group.into_iter().enumerate().map(move |(place, action)| {
            let explodes = action.action == ActionKind::EXPLODE_NODE;
            let target = if explodes { &EXPLOSION } else { &EFFECT };
            let path = format!("groups[{index}].actions[{place}].reference");
            (path, action.reference, target)
        })
    });
    components.chain(groups).filter(|(_, reference, _)| !reference.is_empty()).collect()
}

/// Looks up what components and actions name, where there is a game folder.
fn look_up_all(control: &Control<'_>, around: &Surroundings, findings: &mut Findings) {
    for (path, reference, _) in all_references(control) {
        let codes = [&REFERENCE_MISSING, &REFERENCE_ARCHIVE];
        look_up(&reference, &path, codes, around, Meant::Any, findings);
    }
}

/// The objects, effects and explosions that it names.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(control) = Control::read(subject.bytes) else { return Vec::new() };
    let reference = |(path, named, target): (String, fxid::Reference, _)| {
        let name = Some(named.member.to_string()).filter(|name| !name.is_empty())?;
        let reference = Reference::new(target, name, format!("{path}.member"));
        Some(Reference { archive: archive_of(&named), ..reference })
    };
    all_references(&control).into_iter().filter_map(reference).collect()
}
