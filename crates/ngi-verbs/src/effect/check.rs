//! Rules about what effects and explosions name in other files.

use ngi_engine::resolve::Taken;
use ngi_formats::exp::Explosion;
use ngi_formats::fxid::{Effect, Opcode, Reference};
use ngi_formats::{Code, Findings};

use crate::surroundings::Surroundings;

pub use of_effects::CODES as EFFECT_CODES;
use of_effects::{ARCHIVE_MISSING, REFERENCE_MISSING};
pub use of_explosions::CODES as EXPLOSION_CODES;
use of_explosions::{EFFECT_ARCHIVE, EFFECT_MISSING};

/// The rules of an effect among other files.
mod of_effects {
    ngi_formats::rules! {
        REFERENCE_MISSING = error(
            "fxid.reference.missing",
            "The material or sound of a command is in the archive it names."
        ) of [
            "commands[].material.member",
            "commands[].sprite.material.member",
            "commands[].sound.member"
        ];
        ARCHIVE_MISSING = warning(
            "fxid.reference.archive-missing",
            "The archive of a command's material or sound is in the game folder."
        ) of [
            "commands[].material.archive",
            "commands[].sprite.material.archive",
            "commands[].sound.archive"
        ];
    }
}

/// The rules of an explosion among other files.
mod of_explosions {
    ngi_formats::rules! {
        EFFECT_MISSING = error(
            "exp.effects.missing",
            "An explosion's effect is in the archive it names."
        ) of ["effects[].member"];
        EFFECT_ARCHIVE = warning(
            "exp.effects.archive-missing",
            "The archive of an explosion's effect is in the game folder."
        ) of ["effects[].archive"];
    }
}

/// Looks up what the commands name, where there is a game folder.
pub fn effect(effect: &Effect<'_>, around: &Surroundings, findings: &mut Findings) {
    for (index, view) in effect.commands().enumerate() {
        let body = view.decode().body;
        let Some(reference) = body.reference() else { continue };
        let path = format!("commands[{index}].{}", place(view.opcode()));
        let codes = [&REFERENCE_MISSING, &ARCHIVE_MISSING];
        let is_there = match view.opcode() {
            Opcode::SOUND => has_entry,
            _ => has_material,
        };
        look_up(reference, &path, codes, around, is_there, findings);
    }
}

/// Looks up the effects of an explosion, where there is a game folder.
pub fn explosion(explosion: &Explosion, around: &Surroundings, findings: &mut Findings) {
    for (index, reference) in explosion.effects.iter().enumerate() {
        let path = format!("effects[{index}]");
        let codes = [&EFFECT_MISSING, &EFFECT_ARCHIVE];
        look_up(reference, &path, codes, around, has_entry, findings);
    }
}

/// Whether what a reference names is there.
pub(crate) type IsThere = fn(&Reference, &Surroundings) -> bool;

/// Whether an entry of that name is in the archive.
pub(crate) fn has_entry(Reference { archive, member }: &Reference, around: &Surroundings) -> bool {
    around.entry(&archive.to_string(), &member.to_string()).is_some()
}

/// Whether the engine finds a material, and takes no other for it.
fn has_material(Reference { archive, member }: &Reference, around: &Surroundings) -> bool {
    let material = around.material_in(&archive.to_string(), member.name());
    material.is_some_and(|material| material.taken == Taken::Named)
}

/// Looks up what a reference at a path names, where there is a game folder.
pub(crate) fn look_up(
    reference: &Reference,
    path: &str,
    [missing, no_archive]: [&'static Code; 2],
    around: &Surroundings,
    is_there: IsThere,
    findings: &mut Findings,
) {
    let [archive, member] = [reference.archive, reference.member].map(|name| name.to_string());
    if archive.is_empty() || member.is_empty() || around.game().is_none() {
        return;
    }
    if !around.has_library(&archive) {
        let path = format_args!("{path}.archive");
        findings.at(no_archive, path, || format!("there is no archive \"{archive}\""));
    } else if !is_there(reference, around) {
        let path = format_args!("{path}.member");
        findings.at(missing, path, || format!("there is no \"{member}\" in {archive}"));
    }
}

/// Path of a command's reference.
pub fn place(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::SOUND => "sound",
        Opcode::GLOW | Opcode::DOME => "sprite.material",
        _ => "material",
    }
}
