//! Rules about the objects that parts are, and what they hang on.

use std::sync::Arc;

use ngi_formats::objects::{LIBRARY, ObjectKind};
use ngi_formats::unit::{Part, PartClass, Unit};
use ngi_formats::{Findings, text};

use crate::format::Subject;
use crate::surroundings::{Game, Object, Surroundings};

ngi_formats::rules! {
    PART_MISSING = warning(
        "unit.part.missing",
        "The object of a part is in the registry, objects.rlb."
    ) of ["parts[].member"];
    PART_TAG = warning(
        "unit.part.tag",
        "The object of the root is of type BTLU, or FORT in a building, objects of turrets and \
        guns are EXTO, of internal parts and ammunition INTO, and of armour EXTO or INTO."
    ) of ["parts[].class"];
    PART_NODE = error(
        "unit.part.node",
        "A part of type EXTO is attached to a node of its parent's model."
    ) of ["parts[].attach"];
    PART_SLOT = error(
        "unit.part.slot",
        "A part of type INTO is attached to a component slot of its parent's controller."
    ) of ["parts[].attach"];
}

/// Compares the parts with the registry, and each with the one it hangs on.
pub fn with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let (Ok(unit), Some(game)) = (Unit::read(subject.bytes), around.game()) else { return };
    let Some(registry) = game.registry() else { return };
    let is_building = unit.head().unit_type.is_building();
    let objects: Vec<Option<Arc<Object>>> = unit
        .parts()
        .map(|part| registry.object(game, part.member.name()).filter(|_| part.archive.is(LIBRARY)))
        .collect();
    for (index, (part, object)) in unit.parts().zip(&objects).enumerate() {
        let Some(object) = object else {
            missing(index, &part, game, findings);
            continue;
        };
        let parent = unit.parent(index);
        check_tag(index, &part, object.kind, parent.is_none().then_some(is_building), findings);
        let below = parent.and_then(|parent| objects.get(parent)?.as_deref());
        if let Some(below) = below {
            check_attach(index, &part, object.kind, below, findings);
        }
    }
}

fn missing(index: usize, part: &Part, game: &Game, findings: &mut Findings) {
    let (archive, member) = (text::decode(part.archive.name()), part.member.name());
    if member.is_empty() {
        return; // has a finding of its own
    }
    let library = game.library(&archive);
    if library.is_some_and(|library| library.container().first_named(member).is_some()) {
        return; // in another archive, as it says
    }
    findings.at(&PART_MISSING, format_args!("parts[{index}].member"), || {
        format!("nothing named \"{}\" is in {archive}", text::decode(member))
    });
}

/// Holds the class of a part against the tag of its object; of the root, what the unit is.
fn check_tag(
    index: usize,
    part: &Part,
    kind: ObjectKind,
    building: Option<bool>,
    findings: &mut Findings,
) {
    let wanted: &[ObjectKind] = match (building, part.class) {
        (Some(true), _) => &[ObjectKind::FORT],
        (Some(false), _) => &[ObjectKind::BATTLE],
        (None, PartClass::TURRET | PartClass::GUN) => &[ObjectKind::EXTERNAL],
        (None, PartClass::INTERNAL | PartClass::AMMUNITION) => &[ObjectKind::INTERNAL],
        (None, PartClass::ARMOUR) => &[ObjectKind::INTERNAL, ObjectKind::EXTERNAL],
        // A class without a name has a finding of its own.
        (None, class) if !class.is_known() => return,
        (None, _) => &[],
    };
    if !wanted.contains(&kind) {
        findings.at(&PART_TAG, format_args!("parts[{index}].class"), || {
            let class = part.class.name().unwrap_or_default();
            let wanted: Vec<String> = wanted.iter().map(|kind| kind.0.to_string()).collect();
            let said = match (building, wanted.as_slice()) {
                (Some(true), _) => "the root of a building is FORT".to_owned(),
                (Some(false), _) => "the root of a robot is BTLU".to_owned(),
                (None, []) => format!("only a root is a {class}"),
                (None, wanted) => format!("{class} is {}", wanted.join(" or ")),
            };
            format!("{} is of type {}, but {said}", part.member, kind.0)
        });
    }
}

/// Looks whether what a part hangs on is there.
fn check_attach(
    index: usize,
    part: &Part,
    kind: ObjectKind,
    below: &Object,
    findings: &mut Findings,
) {
    // Less than 0 is a finding of its own.
    let Ok(place) = usize::try_from(part.attach) else { return };
    let (code, count, what) = match kind {
        ObjectKind::EXTERNAL => (&PART_NODE, below.node_count(), "nodes"),
        ObjectKind::INTERNAL => (&PART_SLOT, below.slot_count(), "component slots"),
        _ => return,
    };
    let Some(count) = count.filter(|count| place >= *count) else { return };
    findings.at(code, format_args!("parts[{index}].attach"), || {
        format!("{place}, counted from 0, but {} has {count} {what}", below.name)
    });
}
