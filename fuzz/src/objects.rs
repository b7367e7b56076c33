//! Records of objects.

use ngi_formats::nres::{Archive, Editor, NewEntry};
use ngi_formats::objects::{Kind, LIBRARY, Record, RecordBuf, Slot, check, check_parents, resolve};
use ngi_formats::{Findings, Mode};

use crate::Outcome;

/// Any bytes are a record that comes back; any library of records resolves or says why not.
pub fn read(input: &[u8]) -> Outcome {
    let record = Record::read(input);
    assert_eq!(record.to_buf().write(), input);
    let mut findings = Findings::new(Mode::Strict, true);
    check(input, Kind::STATIC, &mut findings);
    let whole = findings.first_error().is_none();
    assert!(!whole || record.tail().is_empty());
    // Every reference as a record of its own, so that they can be each other's parents.
    let mut editor = Editor::new();
    for (index, slot) in record.slots().enumerate().take(64) {
        let name = format!("r{index}");
        let entry = NewEntry::new(Kind::STATIC.0, name).unwrap();
        editor.add(entry, RecordBuf::of(vec![slot]).write()).unwrap();
    }
    let bytes = editor.write().unwrap();
    let archive = Archive::read(&bytes).unwrap();
    for entry in &archive {
        let mut findings = Findings::new(Mode::Strict, true);
        check_parents(&archive, LIBRARY, entry.name(), &mut findings);
        assert_eq!(findings.is_empty(), resolve(&archive, LIBRARY, entry.name()).is_ok());
    }
    if whole { Outcome::Accepted } else { Outcome::Rejected }
}

/// A record, a chain of parents, a circle.
pub fn seeds() -> Vec<Vec<u8>> {
    let slot = |archive: &[u8], member: &str| Slot::new(archive, member.as_bytes()).unwrap();
    let record =
        vec![slot(b"static.rlb", "tree.msh"), slot(b"static.rlb", "tree.wea"), Slot::default()];
    let chain = (1..5).map(|next| slot(LIBRARY, &format!("r{next}"))).collect();
    let circle = (0..5).map(|at| slot(LIBRARY, &format!("r{}", (at + 1) % 5))).collect();
    [record, chain, circle].map(|slots| RecordBuf::of(slots).write()).to_vec()
}
