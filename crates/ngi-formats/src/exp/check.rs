//! Holds an explosion against every rule.

use super::codes::*;
use super::{EFFECTS, Explosion};
use crate::Findings;
use crate::fxid::Reference;
use crate::reference::ReferenceRules;

static REFERENCES: ReferenceRules =
    ReferenceRules { end: &REFERENCE_END, ascii: &REFERENCE_ASCII, half: &REFERENCE_HALF };

/// Checks any bytes as an explosion. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match Explosion::read(bytes) {
        Ok(explosion) => {
            check_explosion(&explosion, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        Err(error) => findings.cannot_follow(&SIZE, &error, || super::remains(bytes)),
    }
}

fn check_explosion(explosion: &Explosion, findings: &mut Findings) {
    let Explosion { kind, damage, radius, unk_0x0c, unk_0x10, placement, effects } = explosion;
    if !kind.is_known() {
        findings.at(&KIND, "kind", || format!("nobody knows kind {}", kind.0));
    }
    for (field, value) in [("damage", *damage), ("radius", *radius)] {
        if !value.is_finite() || value < 0.0 {
            findings.at(&NUMBER, field, || format!("it is {value}"));
        }
    }
    if damage.is_finite() && *damage > 800_000.0 {
        findings.at(&DAMAGE_RANGE, "damage", || format!("it is {damage}"));
    }
    for (field, value) in [("unk_0x0c", *unk_0x0c), ("unk_0x10", *unk_0x10)] {
        if value != 1.0 {
            findings.at(&ONES, field, || format!("it is {value}"));
        }
    }
    if !placement.is_known() {
        let message = || format!("nobody knows placement {}", placement.0);
        findings.at(&PLACEMENT, "placement", message);
    }
    check_effects(effects, findings);
}

fn check_effects(effects: &[Reference; EFFECTS], findings: &mut Findings) {
    for (index, reference) in effects.iter().enumerate() {
        REFERENCES.check(reference, format_args!("effects[{index}]"), findings);
    }
    let [first, own @ ..] = effects;
    if first.is_empty() && own.iter().any(|reference| !reference.is_empty()) {
        findings.at(&DEFAULT, "effects[0]", || "it names nothing".into());
    }
}
