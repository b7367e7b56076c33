//! Every rule of an explosion, each with a stable code.

use super::{EFFECTS, Explosion};
use crate::fxid::Reference;
use crate::{Code, Findings};

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// Another size.
    pub static SIZE: Code = Code::error("exp.size", "An explosion has 792 bytes.");
    /// A kind nobody knows.
    pub static KIND: Code = Code::warning("exp.kind", "The kind is 1 to 4.");
    /// A number that is none.
    pub static NUMBER: Code =
        Code::warning("exp.number", "Damage and radius are finite and not below 0.");
    /// A placement nobody knows.
    pub static PLACEMENT: Code = Code::warning("exp.placement", "The placement is 0 to 7.");
    /// A name without an end.
    pub static REFERENCE_END: Code = Code::error(
        "exp.reference.end",
        "The names of an effect have at most 31 bytes and end with a NUL.",
    );
    /// A name that is not ASCII.
    pub static REFERENCE_ASCII: Code =
        Code::warning("exp.reference.ascii", "The names of an effect are ASCII.");
    /// Half a reference.
    pub static REFERENCE_HALF: Code =
        Code::warning("exp.reference.half", "An effect has both an archive and an entry.");
    /// No effect for most surfaces.
    pub static DEFAULT: Code = Code::warning(
        "exp.effects.default",
        "Effect 0 is there if any is: surfaces without their own show it.",
    );
    /// The damage.
    pub static DAMAGE_RANGE: Code =
        Code::retail("exp.damage.range", "The damage is at most 800,000.");
    /// The two ones.
    pub static ONES: Code = Code::retail("exp.ones", "The numbers at 0x0C and 0x10 are 1.");
}

use codes::*;

/// All rules of this format.
pub static CODES: &[&Code] = &[
    &SIZE,
    &KIND,
    &NUMBER,
    &PLACEMENT,
    &REFERENCE_END,
    &REFERENCE_ASCII,
    &REFERENCE_HALF,
    &DEFAULT,
    &DAMAGE_RANGE,
    &ONES,
];

/// Checks any bytes as an explosion. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    let explosion = match Explosion::read(bytes) {
        Ok(explosion) => explosion,
        Err(error) => {
            return findings.add(&SIZE, || {
                (error.field.clone().into_owned(), error.offset, error.kind.to_string())
            });
        }
    };
    let Explosion { kind, damage, radius, unk_0x0c, unk_0x10, placement, effects } = &explosion;
    let mut add = |code, field: &str, offset: u64, message: String| {
        findings.add(code, || (field.to_owned(), Some(offset), message));
    };
    if kind.name().is_none() {
        add(&KIND, "kind", 0, format!("nobody knows kind {}", kind.0));
    }
    for (field, offset, value) in [("damage", 4, *damage), ("radius", 8, *radius)] {
        if !value.is_finite() || value < 0.0 {
            add(&NUMBER, field, offset, format!("it is {value}"));
        }
    }
    if damage.is_finite() && *damage > 800_000.0 {
        add(&DAMAGE_RANGE, "damage", 4, format!("it is {damage}"));
    }
    for (field, offset, value) in [("unk_0x0c", 12, *unk_0x0c), ("unk_0x10", 16, *unk_0x10)] {
        if value != 1.0 {
            add(&ONES, field, offset, format!("it is {value}"));
        }
    }
    if placement.name().is_none() {
        add(&PLACEMENT, "placement", 20, format!("nobody knows placement {}", placement.0));
    }
    check_effects(effects, findings);
}

fn check_effects(effects: &[Reference; EFFECTS], findings: &mut Findings) {
    for (index, reference) in effects.iter().enumerate() {
        let at = (24 + index * Reference::SIZE) as u64;
        let Reference { archive, member } = reference;
        let mut add = |code, field: &str, offset: u64, message: String| {
            findings.add(code, || (format!("effects[{index}]{field}"), Some(offset), message));
        };
        for (field, offset, name) in [(".archive", at, archive), (".member", at + 32, member)] {
            if !name.is_terminated() {
                add(&REFERENCE_END, field, offset, format!("\"{name}\" fills its field"));
            }
            if !name.name().is_ascii() {
                add(&REFERENCE_ASCII, field, offset, format!("\"{name}\" is not"));
            }
        }
        if archive.name().is_empty() != member.name().is_empty() {
            add(&REFERENCE_HALF, "", at, format!("\"{archive}\" and \"{member}\""));
        }
    }
    let [first, own @ ..] = effects;
    if first.is_empty() && own.iter().any(|reference| !reference.is_empty()) {
        findings.add(&DEFAULT, || ("effects[0]".into(), Some(24), "it names nothing".into()));
    }
}
