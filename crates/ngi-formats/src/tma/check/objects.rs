//! Objects and their properties.

use super::{numbers, text};
use crate::Findings;
use crate::tma::codes::*;
use crate::tma::edit::OBJECT_WORD;
use crate::tma::parts::{ObjectRef, PropertyRef, Range};
use crate::tma::read::Mission;
use crate::tma::types::{FloatRange, Host, PlacedKind, WholeRange};

/// What is known once all objects were looked at.
#[derive(Default)]
struct Seen {
    /// Logical ids with the objects that have them.
    buildings: Vec<(i32, usize)>,
    units: Vec<(i32, usize)>,
    /// Guests and their hosts.
    guests: Vec<(usize, i32)>,
    /// Units of each clan.
    robots: Vec<u32>,
}

pub(super) fn check(mission: &Mission<'_>, findings: &mut Findings) {
    let mut seen = Seen { robots: vec![0; mission.clan_count()], ..Seen::default() };
    for (index, object) in mission.objects().enumerate() {
        check_object(mission, index, &object, findings);
        seen.note(index, &object);
        for (place, property) in mission.properties(index).enumerate() {
            check_property(index, place, &property, findings);
            if object.head.kind.is_owned() {
                check_copy(index, place, &object, &property, findings);
            }
        }
    }
    check_ids(&mut seen.buildings, findings);
    check_ids(&mut seen.units, findings);
    for (index, host) in &seen.guests {
        if seen.buildings.binary_search_by_key(host, |(id, _)| *id).is_err() {
            let path = format_args!("objects[{index}].host");
            findings.at(&HOST_MISSING, path, || format!("no building has the logical id {host}"));
        }
    }
    for (clan, robots) in seen.robots.iter().enumerate() {
        let minds = mission.clan(clan).and_then(|clan| clan.minds);
        if let Some(minds) = minds.filter(|minds| robots > minds) {
            let path = format_args!("clans[{clan}].minds");
            findings.at(&CLAN_MINDS, path, || format!("{robots} units are placed, for {minds}"));
        }
    }
}

impl Seen {
    fn note(&mut self, index: usize, object: &ObjectRef<'_>) {
        let (kind, id) = (object.head.kind, object.logical_id);
        if kind == PlacedKind::BUILDING {
            self.buildings.extend(id.map(|id| (id, index)));
        }
        if kind == PlacedKind::UNIT {
            self.units.extend(id.map(|id| (id, index)));
            let owner = object.owner.and_then(|owner| usize::try_from(owner).ok());
            if let Some(robots) = owner.and_then(|owner| self.robots.get_mut(owner)) {
                *robots += 1;
            }
        }
        let host = object.host.map(|host| host.host).filter(|host| *host != -1);
        self.guests.extend(host.map(|host| (index, host)));
    }
}

/// Asks whether ids are there once; sorts them on the way.
fn check_ids(ids: &mut [(i32, usize)], findings: &mut Findings) {
    ids.sort_unstable();
    let mut first = None;
    for (id, index) in ids.iter() {
        match first {
            Some((known, before)) if known == id => {
                let path = format_args!("objects[{index}].logical_id");
                findings.at(&OBJECT_ID_TWICE, path, || format!("object {before} has {id} too"));
            }
            _ => first = Some((id, index)),
        }
    }
}

fn check_object(
    mission: &Mission<'_>,
    index: usize,
    object: &ObjectRef<'_>,
    findings: &mut Findings,
) {
    let kind = object.head.kind;
    if !kind.is_known() {
        let path = format_args!("objects[{index}].kind");
        findings.at(&OBJECT_KIND, path, || format!("nobody knows kind {}", kind.0));
    }
    if object.head.unk_0x04 != OBJECT_WORD {
        let path = format_args!("objects[{index}].unk_0x04");
        findings.at(&OBJECT_WORD_USUAL, path, || format!("it is {:#x}", object.head.unk_0x04));
    }
    text(object.path, format_args!("objects[{index}].path"), findings);
    text(object.name.unwrap_or_default(), format_args!("objects[{index}].name"), findings);
    if let Some(owner) = object.owner.filter(|_| kind.is_owned()) {
        let clans = mission.clan_count();
        if usize::try_from(owner).ok().is_none_or(|owner| owner >= clans) {
            let path = format_args!("objects[{index}].owner");
            findings.at(&OBJECT_OWNER, path, || format!("it is {owner}, of {clans} clans"));
        }
    }
    check_placement(index, object, findings);
    if let Some(Host { host, host_vertex }) = object.host {
        if (host == -1) != (host_vertex == -1) {
            let path = format_args!("objects[{index}].host");
            let message = || format!("host {host} and place {host_vertex}");
            findings.at(&HOST_HALF, path, message);
        }
        if host != -1 && kind != PlacedKind::UNIT {
            let path = format_args!("objects[{index}].host");
            findings.at(&HOST_GUEST, path, || "it is no unit".into());
        }
    }
    if let Some(word) = object.property_word.filter(|word| *word != 1) {
        let path = format_args!("objects[{index}].property_word");
        findings.at(&PROPERTY_WORD, path, || format!("it is {word}"));
    }
}

fn check_placement(index: usize, object: &ObjectRef<'_>, findings: &mut Findings) {
    let placement = object.placement;
    numbers(&placement.position, format_args!("objects[{index}].position"), findings);
    numbers(&placement.turn, format_args!("objects[{index}].turn"), findings);
    let [about_x, about_y, _] = placement.turn;
    if about_x.is_finite() && about_y.is_finite() && (about_x != 0.0 || about_y != 0.0) {
        let path = format_args!("objects[{index}].turn");
        findings.at(&TURN_UPRIGHT, path, || format!("{about_x} about x, {about_y} about y"));
    }
    let Some(scale) = object.scale else { return };
    numbers(&scale, format_args!("objects[{index}].scale"), findings);
    let [x, y, z] = scale;
    if scale.iter().any(|factor| !factor.is_finite()) {
        return;
    }
    if x != y || y != z {
        let path = format_args!("objects[{index}].scale");
        findings.at(&SCALE_UNIFORM, path, || format!("{x}, {y}, {z}"));
    }
    if object.head.kind.is_owned() && scale != [1.0; 3] {
        let path = format_args!("objects[{index}].scale");
        findings.at(&SCALE_IGNORED, path, || format!("{x}, {y}, {z}"));
    }
}

/// What holds for every property.
fn check_property(index: usize, place: usize, property: &PropertyRef<'_>, findings: &mut Findings) {
    let PropertyRef { kind, name, .. } = *property;
    text(name, format_args!("objects[{index}].properties[{place}].name"), findings);
    // Nobody looks at these.
    let is_used = name != b"NOT USED";
    match property.range() {
        Range::Float(FloatRange { value, min, max }) if is_used => {
            // Nobody ever wrote the least of it.
            let min = if name == b"CurrentOre" { f32::MIN } else { min };
            let path = format_args!("objects[{index}].properties[{place}].float");
            numbers(&[value, min, max], path, findings);
            if value < min || value > max {
                let path = format_args!("objects[{index}].properties[{place}].float.value");
                findings.at(&PROPERTY_BOUNDS, path, || format!("{value}, from {min} to {max}"));
            }
        }
        Range::Whole(WholeRange { value, min, max }) if is_used => {
            let min = if name == b"CurrentOre" { i32::MIN } else { min };
            let max = if name == b"ClanID" && max == -1 { i32::MAX } else { max };
            if value < min || value > max {
                let path = format_args!("objects[{index}].properties[{place}].whole.value");
                findings.at(&PROPERTY_BOUNDS, path, || format!("{value}, from {min} to {max}"));
            }
        }
        Range::Words(_) => {
            let path = format_args!("objects[{index}].properties[{place}].kind");
            findings.at(&PROPERTY_KIND, path, || format!("nobody knows kind {}", kind.0));
        }
        _ => {}
    }
}

/// Properties that say once more what the object says.
fn check_copy(
    index: usize,
    place: usize,
    object: &ObjectRef<'_>,
    property: &PropertyRef<'_>,
    findings: &mut Findings,
) {
    let Some((code, own)) = (match property.name {
        b"ClanID" => object.owner.map(|owner| (&OBJECT_CLAN_ID, owner)),
        b"LogicalID" => object.logical_id.map(|id| (&OBJECT_LOGICAL_ID, id)),
        _ => None,
    }) else {
        return;
    };
    if let Range::Whole(WholeRange { value, .. }) = property.range()
        && value != own
    {
        let path = format_args!("objects[{index}].properties[{place}].whole.value");
        findings.at(code, path, || format!("it is {value}, not {own}"));
    }
}
