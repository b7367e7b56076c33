//! `objects.rlb`: what there is in the game, by name.

use ngi_formats::Result;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::{LIBRARY, ObjectKind, RecordBuf, Slot};

/// A record to be made.
pub struct Object {
    pub kind: ObjectKind,
    pub name: String,
    /// The archive its model and what belongs to that are in.
    pub archive: &'static str,
    /// What these are called.
    pub stem: String,
    /// The record that has what this one lacks: a building brings its footprint only, others a wear
    /// of their own.
    pub parent: Option<String>,
}

/// What an object names of its model, in order.
const SUFFIXES: [&str; 5] = [".msh", ".wea", ".cpt", ".ndp", ".ctl"];

/// `objects.rlb`. The attributes 0, 0, 1 are a guess.
pub fn library(objects: &[Object]) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for Object { kind, name, archive, stem, parent } in objects {
        let own =
            |suffix: &str| Slot::new(archive.as_bytes(), format!("{stem}{suffix}").as_bytes());
        let mut slots = match parent {
            None => SUFFIXES.iter().map(|suffix| own(suffix)).collect::<Result<_>>()?,
            Some(parent) => {
                let suffix = if *kind == ObjectKind::FORT { ".bas" } else { ".wea" };
                vec![Slot::new(LIBRARY, parent.as_bytes())?, own(suffix)?]
            }
        };
        let count = kind.slot_counts().and_then(|counts| counts.first()).copied().unwrap_or(2);
        slots.resize(count, Slot::default());
        let entry = NewEntry::new(kind.0, name)?.attributes(0, 0, 1);
        editor.add(entry, RecordBuf::of(slots).write())?;
    }
    editor.write()
}
