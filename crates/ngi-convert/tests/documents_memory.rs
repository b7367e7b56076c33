//! What goes by field stays within four times the file plus 16 MB: on a landscape of 1.2 MB and on
//! an archive of 200,000 entries. Alone in its binary: the memory of the whole process counts.
#![allow(clippy::unwrap_used)]

use ngi_convert::document::{compare, edit};
use ngi_convert::format::{Form, Format, Subject, recognise};
use ngi_formats::landscape::GroundPlan;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_testing::memory::{COUNTING, Counting, peak_while};

#[global_allocator]
static ALLOCATOR: Counting = COUNTING;

fn landscape() -> Vec<u8> {
    let plan = GroundPlan::flat([100, 100], [20, 20], 16.0);
    plan.build().unwrap().write().unwrap()
}

fn archive() -> Vec<u8> {
    let mut editor = Editor::new();
    for number in 0..200_000 {
        let entry = NewEntry::new(*b"TEXT", format!("entry_{number:06}.txt")).unwrap();
        editor.add(entry, b"12345678".as_slice()).unwrap();
    }
    editor.write().unwrap()
}

fn within(what: &str, file: &[u8], work: impl FnOnce()) {
    let ((), peak) = peak_while(work);
    let limit = 4 * file.len() + (16 << 20);
    assert!(peak <= limit, "{what}: {peak} bytes for a file of {}, limit {limit}", file.len());
}

/// Asks for a value, sets it, compares and imports.
fn by_field(name: &str, bytes: &[u8], path: &str, value: &str) {
    let subject = Subject::file(name, bytes);
    let format: &dyn Format = recognise(&subject).unwrap();
    within(&format!("{name}: show --at"), bytes, || {
        let tree = format.tree(&subject, Form::Full).unwrap();
        assert!(tree.find(path).is_ok());
    });
    let fields = [(path.to_owned(), value.to_owned())];
    let mut changed = Vec::new();
    within(&format!("{name}: set"), bytes, || {
        changed = edit::set(format, &subject, &fields).unwrap().bytes;
    });
    within(&format!("{name}: diff"), bytes, || {
        let other = Subject { bytes: &changed, ..subject };
        let [a, b] = [subject, other].map(|subject| format.tree(&subject, Form::Short).unwrap());
        assert_eq!(compare::compare(&a, &b, &[]).len(), 1);
    });
    let mut text = Vec::new();
    format.write_json(&subject, Form::Full, &mut text).unwrap();
    within(&format!("{name}: import"), bytes, || {
        assert!(format.read_json(&text, None).unwrap().bytes == bytes);
    });
}

#[test]
fn what_goes_by_field_takes_little_memory() {
    let land = landscape();
    assert!(land.len() > 1_200_000, "{}", land.len());
    by_field("Land.msh", &land, "positions[9][2]", "7.5");
    let archive = archive();
    by_field("large.lib", &archive, "entries[150000].attr1", "7");
}
