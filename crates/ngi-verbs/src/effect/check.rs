//! Rules about what effects and explosions name in other files.

use ngi_engine::resolve::Taken;
use ngi_formats::exp::Explosion;
use ngi_formats::fxid::{Effect, Opcode, Reference};
use ngi_formats::kinds::{self, FileKind};
use ngi_formats::{Code, Findings};

use crate::surroundings::{Surroundings, subject_of};

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
        let meant = match view.opcode() {
            Opcode::SOUND => Meant::Kind(&kinds::SOUND),
            _ => Meant::Material,
        };
        look_up(reference, &path, codes, around, meant, findings);
    }
}

/// Looks up the effects of an explosion, where there is a game folder.
pub fn explosion(explosion: &Explosion, around: &Surroundings, findings: &mut Findings) {
    for (index, reference) in explosion.effects.iter().enumerate() {
        let path = format!("effects[{index}]");
        let codes = [&EFFECT_MISSING, &EFFECT_ARCHIVE];
        look_up(reference, &path, codes, around, Meant::Kind(&kinds::EFFECT), findings);
    }
}

/// Meaning of a reference.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meant {
    /// An entry of this kind.
    Kind(&'static FileKind),
    /// A material that the engine finds, and takes no other for it.
    Material,
    /// An entry of any kind.
    Any,
}

/// Why a reference does not lead to what it means; `None` if it does.
fn problem(reference: &Reference, meant: Meant, around: &Surroundings) -> Option<String> {
    let Reference { archive, member } = reference;
    let [inside, name] = [archive.to_string(), member.to_string()];
    let missing = || format!("there is no \"{name}\" in {inside}");
    if let Meant::Material = meant {
        let material = around.material_in(&inside, member.name());
        let is_there = material.is_some_and(|material| material.taken == Taken::Named);
        return (!is_there).then(missing);
    }
    let Some(found) = around.entry(&inside, &name) else { return Some(missing()) };
    let Meant::Kind(kind) = meant else { return None };
    let is_other = !kind.is(&subject_of(&found).clue());
    is_other.then(|| format!("\"{name}\" in {inside} is of another kind: not a {}", kind.title))
}

/// Looks up what a reference at a path names, where there is a game folder.
pub(crate) fn look_up(
    reference: &Reference,
    path: &str,
    [missing, no_archive]: [&'static Code; 2],
    around: &Surroundings,
    meant: Meant,
    findings: &mut Findings,
) {
    let [archive, member] = [reference.archive, reference.member].map(|name| name.to_string());
    if archive.is_empty() || member.is_empty() || around.game().is_none() {
        return;
    }
    if !around.has_library(&archive) {
        let path = format_args!("{path}.archive");
        findings.at(no_archive, path, || format!("there is no archive \"{archive}\""));
    } else if let Some(why) = problem(reference, meant, around) {
        findings.at(missing, format_args!("{path}.member"), || why);
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
