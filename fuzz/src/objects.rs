//! Records of objects.

use ngi_formats::nres::{Archive, Editor, NewEntry};
use ngi_formats::objects::{
    LIBRARY, ObjectKind, Record, RecordBuf, Slot, check, check_parents, resolve,
};
use ngi_formats::{Findings, Mode};

use crate::Outcome;

/// Any bytes are a record that comes back; any library of records resolves or says why not.
pub fn read(input: &[u8]) -> Outcome {
    let record = Record::read(input);
    assert_eq!(record.to_buf().write(), input);
    let mut findings = Findings::new(Mode::Strict, true);
    check(input, ObjectKind::STATIC, &mut findings);
    let whole = findings.first_error().is_none();
    assert!(!whole || record.tail().is_empty());
    // Every reference as a record of its own, so that they can be each other's parents.
    let bytes = library(record.slots().take(64)).unwrap_or_default();
    let archive = Archive::read(&bytes);
    for entry in archive.iter().flat_map(Archive::iter) {
        let Ok(archive) = &archive else { continue };
        let mut findings = Findings::new(Mode::Strict, true);
        let kind = ObjectKind::SUN;
        check_parents(archive, LIBRARY, entry.name(), kind, &mut findings);
        assert_eq!(findings.is_empty(), resolve(archive, LIBRARY, entry.name()).is_ok());
    }
    if whole { Outcome::Accepted } else { Outcome::Rejected }
}

/// A library with a record for every reference.
fn library(slots: impl Iterator<Item = Slot>) -> ngi_formats::Result<Vec<u8>> {
    let mut editor = Editor::new();
    for (index, slot) in slots.enumerate() {
        let entry = NewEntry::new(ObjectKind::STATIC.0, format!("r{index}"))?;
        editor.add(entry, RecordBuf::of(vec![slot]).write())?;
    }
    editor.write()
}

/// A record, a chain of parents, a circle.
pub fn seeds() -> Vec<Vec<u8>> {
    let slot =
        |archive: &[u8], member: &str| Slot::new(archive, member.as_bytes()).unwrap_or_default();
    let record =
        vec![slot(b"static.rlb", "tree.msh"), slot(b"static.rlb", "tree.wea"), Slot::default()];
    let chain = (1..5).map(|next| slot(LIBRARY, &format!("r{next}"))).collect();
    let circle = (0..5).map(|at| slot(LIBRARY, &format!("r{}", (at + 1) % 5))).collect();
    [record, chain, circle].map(|slots| RecordBuf::of(slots).write()).to_vec()
}
