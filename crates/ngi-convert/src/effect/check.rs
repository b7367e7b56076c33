//! Rules about what effects and explosions name in other files.

use ngi_formats::exp::Explosion;
use ngi_formats::fxid::{Effect, FieldInfo, FieldKind, Opcode, Reference};
use ngi_formats::{Code, Findings};

use crate::surroundings::Surroundings;

/// An entry that is not there.
static REFERENCE_MISSING: Code = Code::error(
    "fxid.reference.missing",
    "The material or sound of a command is in the archive it names.",
);
/// An archive that is not there.
static ARCHIVE_MISSING: Code = Code::warning(
    "fxid.reference.archive-missing",
    "The archive of a command's material or sound is in the game folder.",
);
/// An effect that is not there.
static EFFECT_MISSING: Code =
    Code::error("exp.effects.missing", "An explosion's effect is in the archive it names.");
/// An archive of effects that is not there.
static EFFECT_ARCHIVE: Code = Code::warning(
    "exp.effects.archive-missing",
    "The archive of an explosion's effect is in the game folder.",
);

/// All rules of an effect among other files.
pub static EFFECT_CODES: &[&Code] = &[&REFERENCE_MISSING, &ARCHIVE_MISSING];
/// All rules of an explosion among other files.
pub static EXPLOSION_CODES: &[&Code] = &[&EFFECT_MISSING, &EFFECT_ARCHIVE];

/// Looks up what the commands name, where there is a game folder.
pub fn effect(effect: &Effect<'_>, around: &Surroundings, findings: &mut Findings) {
    for (index, view) in effect.commands().enumerate() {
        let body = view.decode().body;
        let Some(reference) = body.reference() else { continue };
        let (path, at) = place(view.opcode());
        let place = (format!("commands[{index}].{path}"), (view.offset + at) as u64);
        look_up(reference, place, [&REFERENCE_MISSING, &ARCHIVE_MISSING], around, findings);
    }
}

/// Looks up the effects of an explosion, where there is a game folder.
pub fn explosion(explosion: &Explosion, around: &Surroundings, findings: &mut Findings) {
    for (index, reference) in explosion.effects.iter().enumerate() {
        let place = (format!("effects[{index}]"), (24 + index * Reference::SIZE) as u64);
        look_up(reference, place, [&EFFECT_MISSING, &EFFECT_ARCHIVE], around, findings);
    }
}

fn look_up(
    reference: &Reference,
    (field, offset): (String, u64),
    [missing, no_archive]: [&'static Code; 2],
    around: &Surroundings,
    findings: &mut Findings,
) {
    let [archive, member] = [reference.archive, reference.member].map(|name| name.to_string());
    if archive.is_empty() || member.is_empty() || around.game().is_none() {
        return;
    }
    if !around.has_library(&archive) {
        let message = format!("there is no archive \"{archive}\"");
        findings.add(no_archive, || (field, Some(offset), message));
    } else if around.entry(&archive, &member).is_none() {
        let message = format!("there is no \"{member}\" in {archive}");
        findings.add(missing, || (field, Some(offset + 32), message));
    }
}

/// Path and offset of a command's reference.
pub fn place(opcode: Opcode) -> (&'static str, usize) {
    let at = |fields: &[FieldInfo], name: &str| {
        fields.iter().find(|field| field.name == name).map_or(0, |field| field.offset)
    };
    let fields = opcode.fields();
    match opcode {
        Opcode::SOUND => ("sound", at(fields, "sound")),
        Opcode::GLOW | Opcode::DOME => {
            let sprite = fields.iter().find_map(|field| match field.kind {
                FieldKind::Group(inner) if field.name == "sprite" => Some(inner),
                _ => None,
            });
            ("sprite.material", at(sprite.unwrap_or_default(), "material"))
        }
        _ => ("material", at(fields, "material")),
    }
}
