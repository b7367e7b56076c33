//! Holds a record against every rule.

use super::codes::*;
use super::resolve::{Records, Why, resolve};
use super::types::{ObjectKind, Record, Slot};
use crate::Findings;

/// Checks any bytes as a record of a kind.
pub fn check(bytes: &[u8], kind: ObjectKind, findings: &mut Findings) {
    let record = Record::read(bytes);
    if !record.tail().is_empty() {
        let message = || format!("{} bytes behind the last reference", record.tail().len());
        findings.at(&SIZE, "tail", message);
    }
    if record.slots().all(|slot| slot.is_empty()) {
        findings.at(&EMPTY, "slots", || "nothing is named".into());
    }
    let counts = kind.slot_counts();
    if let Some(counts) = counts.filter(|counts| !counts.contains(&record.len())) {
        let message = || format!("{} references, {counts:?} in the game", record.len());
        findings.at(&COUNT, "slots", message);
    }
    for (index, slot) in record.slots().enumerate() {
        check_slot(index, &slot, findings);
    }
    findings.locate(|| Some(super::tree(bytes)));
}

fn check_slot(index: usize, slot: &Slot, findings: &mut Findings) {
    for (field, name) in [("archive", &slot.archive), ("member", &slot.member)] {
        let path = format_args!("slots[{index}].{field}");
        if !name.is_terminated() {
            findings.at(&SLOT_END, path, || "no NUL ends the name".into());
        }
        if !name.name().is_ascii() {
            findings.at(&SLOT_ASCII, path, || "the name is not ASCII".into());
        }
    }
    if slot.archive.name().is_empty() != slot.member.name().is_empty() {
        let message = || format!("\"{}\" and \"{}\"", slot.archive, slot.member);
        findings.at(&SLOT_HALF, format_args!("slots[{index}]"), message);
    }
}

/// Checks the parents of a record within its library, and what they name together.
pub fn check_parents(
    records: &impl Records,
    library_name: &[u8],
    name: &[u8],
    kind: ObjectKind,
    findings: &mut Findings,
) {
    match resolve(records, library_name, name) {
        Err(error) if error.why == Why::Circle => {
            findings.at(&CYCLE, "slots", || error.to_string());
        }
        Err(error) => findings.at(&PARENT, "slots", || error.to_string()),
        Ok(resolved) => {
            let nothing = resolved.parts.is_empty();
            if kind.has_model() && !nothing && resolved.part(b".msh").is_none() {
                let what = kind.name().unwrap_or("thing");
                findings.at(&MODEL, "slots", || format!("no model is named for this {what}"));
            }
        }
    }
}
