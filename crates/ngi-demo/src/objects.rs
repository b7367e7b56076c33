//! `objects.rlb`: what there is in the game, by name.

use ngi_formats::Result;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::{LIBRARY, ObjectKind, RecordBuf, Slot};

/// A record to be made.
pub struct Object {
    pub kind: ObjectKind,
    pub name: String,
    /// The archive its model and wear are in.
    pub archive: &'static str,
    /// The record that has what this one lacks: it brings a wear of its own only.
    pub parent: Option<String>,
}

/// `objects.rlb`. The attributes 0, 0, 1 are a guess.
pub fn library(objects: &[Object]) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for Object { kind, name, archive, parent } in objects {
        let own =
            |suffix: &str| Slot::new(archive.as_bytes(), format!("{name}{suffix}").as_bytes());
        let mut slots = match parent {
            None => vec![own(".msh")?, own(".wea")?],
            Some(parent) => vec![Slot::new(LIBRARY, parent.as_bytes())?, own(".wea")?],
        };
        let count = kind.slot_counts().and_then(|counts| counts.first()).copied().unwrap_or(2);
        slots.resize(count, Slot::default());
        let entry = NewEntry::new(kind.0, name)?.attributes(0, 0, 1);
        editor.add(entry, RecordBuf::of(slots).write())?;
    }
    editor.write()
}
