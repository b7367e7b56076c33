//! Every rule of a record, each with a stable code.

use super::resolve::resolve;
use super::types::{Kind, Record, SLOT_SIZE, Slot};
use crate::nres::Archive;
use crate::{Code, Findings};

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// Bytes that are no whole reference.
    pub static SIZE: Code =
        Code::error("objects.size", "A record is a whole number of references of 64 bytes.");
    /// Nothing is named.
    pub static EMPTY: Code = Code::warning("objects.empty", "A record names something.");
    /// A name without an end.
    pub static SLOT_END: Code = Code::error(
        "objects.slot.end",
        "The two names of a reference have at most 31 bytes each and end with a NUL.",
    );
    /// Half of a reference.
    pub static SLOT_HALF: Code =
        Code::warning("objects.slot.half", "A reference names both archive and entry, or neither.");
    /// A name that is not ASCII.
    pub static SLOT_ASCII: Code =
        Code::warning("objects.slot.ascii", "The names of a reference are ASCII.");
    /// Another number of references than the game's.
    pub static COUNT: Code = Code::retail(
        "objects.count",
        "A record has as many references as the game's of its kind: STAT 6, INTO, EXTO, BULL and WPNS 5, BTLU 5 or 7, FORT and SUNO 2.",
    );
    /// A circle of parents.
    pub static CYCLE: Code = Code::error(
        "objects.cycle",
        "The parents of a record are in the library, and it is none of them itself.",
    );
}

use codes::{COUNT, CYCLE, EMPTY, SIZE, SLOT_ASCII, SLOT_END, SLOT_HALF};

/// All rules of this format.
pub static CODES: &[&Code] = &[&SIZE, &EMPTY, &SLOT_END, &SLOT_HALF, &SLOT_ASCII, &COUNT, &CYCLE];

/// Checks any bytes as a record of a kind.
pub fn check(bytes: &[u8], kind: Kind, findings: &mut Findings) {
    let record = Record::read(bytes);
    if !record.tail().is_empty() {
        findings.add(&SIZE, || {
            let message = format!("{} bytes behind the last reference", record.tail().len());
            ("tail".into(), Some((record.len() * SLOT_SIZE) as u64), message)
        });
    }
    if record.slots().all(|slot| slot.is_empty()) {
        findings.add(&EMPTY, || (String::new(), None, "nothing is named".into()));
    }
    let counts = kind.slot_counts();
    if let Some(counts) = counts.filter(|counts| !counts.contains(&record.len())) {
        findings.add(&COUNT, || {
            let message = format!("{} references, {counts:?} in the game", record.len());
            ("slots".into(), None, message)
        });
    }
    for (index, slot) in record.slots().enumerate() {
        check_slot(index, &slot, findings);
    }
}

fn check_slot(index: usize, slot: &Slot, findings: &mut Findings) {
    let at = index * SLOT_SIZE;
    for (field, name, offset) in [("archive", &slot.archive, at), ("member", &slot.member, at + 32)]
    {
        let mut add = |code, message: &str| {
            findings.add(code, || {
                (format!("slots[{index}].{field}"), Some(offset as u64), message.to_owned())
            });
        };
        if !name.is_terminated() {
            add(&SLOT_END, "no NUL ends the name");
        }
        if !name.name().is_ascii() {
            add(&SLOT_ASCII, "the name is not ASCII");
        }
    }
    if slot.archive.name().is_empty() != slot.member.name().is_empty() {
        findings.add(&SLOT_HALF, || {
            let message = format!("\"{}\" and \"{}\"", slot.archive, slot.member);
            (format!("slots[{index}]"), Some(at as u64), message)
        });
    }
}

/// Checks the parents of a record within its library.
pub fn check_parents(
    library: &Archive<'_>,
    library_name: &[u8],
    name: &[u8],
    findings: &mut Findings,
) {
    if let Err(error) = resolve(library, library_name, name) {
        findings.add(&CYCLE, || ("slots".into(), None, error.kind.to_string()));
    }
}
