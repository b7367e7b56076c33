//! `objects.rlb`: what there is in the game, by name.

use ngi_formats::Result;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::{LIBRARY, ObjectKind, RecordBuf, Slot};

use crate::large::Variant;
use crate::sidecars;

/// A record to be made.
pub struct Object {
    kind: ObjectKind,
    name: String,
    /// What it names, archive and entry; an empty entry is a slot without anything.
    slots: Vec<(String, String)>,
}

impl Object {
    fn new(
        kind: ObjectKind,
        name: &str,
        slots: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        Self { kind, name: name.to_owned(), slots: slots.into_iter().collect() }
    }

    /// What has a model, and what belongs to that beside it.
    pub fn of_model(
        kind: ObjectKind,
        name: &str,
        archive: &str,
        stem: &str,
        has_points: bool,
    ) -> Self {
        let slot = |suffix: &str| {
            let is_there = has_points || suffix != ".cpt";
            (archive.to_owned(), if is_there { format!("{stem}{suffix}") } else { String::new() })
        };
        Self::new(kind, name, [".msh", ".wea", ".cpt", ".ndp", ".ctl"].map(slot))
    }

    /// What has everything from a parent but for one entry: a building its footprint, others a
    /// wear of their own.
    pub fn below(kind: ObjectKind, name: &str, parent: &str, archive: &str, member: &str) -> Self {
        let library = String::from_utf8_lossy(LIBRARY).into_owned();
        let slots = [(library, parent.to_owned()), (archive.to_owned(), member.to_owned())];
        Self::new(kind, name, slots)
    }

    /// What shares its model with another.
    pub fn of_variant(variant: &Variant) -> Self {
        let Variant { kind, archive, base, number, stem, has_control, has_nodes } = variant;
        let has_points = sidecars::has_points(*kind, *number);
        let mut object = Self::of_model(*kind, stem, archive, base, has_points);
        for (own, suffix) in [(has_nodes, ".ndp"), (has_control, ".ctl")] {
            let mut slots = object.slots.iter_mut();
            if let Some((_, member)) = slots.find(|(_, member)| *own && member.ends_with(suffix)) {
                *member = format!("{stem}{suffix}");
            }
        }
        object
    }

    /// A sun: it has no model.
    pub fn of_sun(name: &str, member: &str) -> Self {
        Self::new(ObjectKind::SUN, name, [("system.rlb".to_owned(), member.to_owned())])
    }

    fn record(&self) -> Result<RecordBuf> {
        let slot = |(archive, member): &(String, String)| match member.as_str() {
            "" => Ok(Slot::default()),
            _ => Slot::new(archive.as_bytes(), member.as_bytes()),
        };
        let mut slots = self.slots.iter().map(slot).collect::<Result<Vec<Slot>>>()?;
        let counts = self.kind.slot_counts().and_then(|counts| counts.first());
        slots.resize(counts.copied().unwrap_or(2), Slot::default());
        Ok(RecordBuf::of(slots))
    }
}

/// `objects.rlb`. The attributes 0, 0, 1 are a guess.
pub fn library(objects: &[Object]) -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for object in objects {
        let entry = NewEntry::new(object.kind.0, &object.name)?.attributes(0, 0, 1);
        editor.add(entry, object.record()?.write())?;
    }
    editor.write()
}
