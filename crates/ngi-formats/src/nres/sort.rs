//! The sort table, and the engine's twelve ways to sort a directory.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{ControlFlow, Range};

use super::read::Archive;
use super::types::EntryRecord;
use crate::text;

/// What is wrong with one slot of the sort table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableFault {
    /// The slot names no entry.
    OutOfRange(u32),
    /// Another slot names the same entry.
    Repeated(usize),
    /// The name is before the one in the slot in front.
    Disordered { before: usize, this: usize },
    /// Equal names, but not in directory order.
    Unstable { before: usize, this: usize },
}

/// The sort keys of all names. Comparing names through them stays within a small array, where
/// the directory itself would be read all over the place.
pub(super) struct NameKeys<'k, 'a> {
    archive: &'k Archive<'a>,
    keys: Vec<u64>,
}

impl<'k, 'a> NameKeys<'k, 'a> {
    pub fn new(archive: &'k Archive<'a>) -> Self {
        let keys = (0..archive.len()).map(|index| archive.sort_key_of(index)).collect();
        Self { archive, keys }
    }

    /// Compares the names of two entries.
    pub fn compare(&self, a: usize, b: usize) -> Ordering {
        self.keys
            .get(a)
            .cmp(&self.keys.get(b))
            .then_with(|| text::compare(self.archive.name_of(a), self.archive.name_of(b)))
    }

    /// Directory indices by name; equal names keep their order.
    pub fn sorted(&self) -> Vec<u32> {
        sorted_order(&self.keys, |index| self.archive.name_of(index))
    }
}

/// Walks the table in order and hands each fault over, until told to stop.
pub(super) fn walk_faults(
    names: &NameKeys<'_, '_>,
    mut on_fault: impl FnMut(usize, TableFault) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let archive = names.archive;
    let mut seen = vec![false; archive.len()];
    let mut previous: Option<usize> = None;
    for slot in 0..archive.len() {
        let Some(this) = archive.sorted_index(slot) else {
            let stored = archive.sort_slot(slot).unwrap_or(u32::MAX);
            on_fault(slot, TableFault::OutOfRange(stored))?;
            continue;
        };
        if let Some(mark) = seen.get_mut(this)
            && std::mem::replace(mark, true)
        {
            on_fault(slot, TableFault::Repeated(this))?;
            continue;
        }
        if let Some(before) = previous {
            match names.compare(before, this) {
                Ordering::Greater => on_fault(slot, TableFault::Disordered { before, this })?,
                Ordering::Equal if before > this => {
                    on_fault(slot, TableFault::Unstable { before, this })?;
                }
                _ => {}
            }
        }
        previous = Some(this);
    }
    ControlFlow::Continue(())
}

/// A sort table that look-ups can trust, with its keys side by side: a search stays within one
/// array where the directory would be read all over the place.
#[derive(Debug, Clone)]
pub(super) struct NameIndex {
    /// Sort keys of the names, in the table's order.
    keys: Vec<u64>,
}

impl NameIndex {
    /// The index, if the table is a permutation with the names in order.
    pub fn new(archive: &Archive<'_>) -> Option<Self> {
        let names = NameKeys::new(archive);
        let walk = walk_faults(&names, |_, fault| match fault {
            TableFault::Unstable { .. } => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        if walk.is_break() {
            return None;
        }
        let key = |slot| names.keys.get(archive.sorted_index(slot)?).copied();
        Some(Self { keys: (0..archive.len()).map_while(key).collect() })
    }

    /// Slots of the table whose names have that sort key.
    pub fn slots(&self, key: u64) -> Range<usize> {
        let start = self.keys.partition_point(|&other| other < key);
        let equal = self.keys.iter().skip(start).take_while(|&&other| other == key).count();
        start..start + equal
    }
}

/// Indices in case-insensitive order of their names; equal names keep their order, as the game's
/// own writer (a bubble sort) leaves them. `keys` are the names' [`text::sort_key`]s.
pub(super) fn sorted_order<'n>(keys: &[u64], name: impl Fn(usize) -> &'n [u8]) -> Vec<u32> {
    // Key and index in one number: comparing it takes no branch, and the index breaks ties.
    let mut order: Vec<u128> = keys
        .iter()
        .zip(0u32..)
        .map(|(&key, index)| u128::from(key) << 32 | u128::from(index))
        .collect();
    order.sort_unstable();
    let index = |packed: u128| u32::try_from(packed & u128::from(u32::MAX)).unwrap_or_default();
    let name = |packed: u128| name(index(packed) as usize);
    // Names that agree in their keys stand side by side now: only they need a closer look.
    for run in order.chunk_by_mut(|a, b| a >> 32 == b >> 32).filter(|run| run.len() > 1) {
        run.sort_by(|&a, &b| text::compare(name(a), name(b)));
    }
    order.into_iter().map(index).collect()
}

/// How the engine can order a directory. Attributes and types compare as unsigned numbers (a
/// guess: no archive tells), names without case; equal entries keep their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SortMode(u8);

/// A field that a sort mode compares.
#[derive(Clone, Copy)]
enum Key {
    Type,
    Attr1,
    Attr2,
    Name,
}

const MODES: [(&str, &[Key]); 12] = [
    ("none", &[]),
    ("attr1", &[Key::Attr1]),
    ("attr2", &[Key::Attr2]),
    ("attr1,attr2", &[Key::Attr1, Key::Attr2]),
    ("type", &[Key::Type]),
    ("type,attr1", &[Key::Type, Key::Attr1]),
    ("type,attr1", &[Key::Type, Key::Attr1]),
    ("type,attr1,attr2", &[Key::Type, Key::Attr1, Key::Attr2]),
    ("name", &[Key::Name]),
    ("type,name", &[Key::Type, Key::Name]),
    ("attr1,name", &[Key::Attr1, Key::Name]),
    ("attr2,name", &[Key::Attr2, Key::Name]),
];

impl SortMode {
    /// The engine's mode of that number, 0..=11.
    pub fn new(number: u8) -> Option<Self> {
        (usize::from(number) < MODES.len()).then_some(Self(number))
    }

    /// A mode by its number (`"8"`) or by what it compares (`"type,name"`).
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(number) = text.parse() {
            return Self::new(number);
        }
        let number = MODES.iter().position(|(name, _)| *name == text)?;
        u8::try_from(number).ok().map(Self)
    }

    /// The engine's number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// All modes, in the engine's order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map_while(Self::new)
    }

    /// Compares two entries.
    pub fn compare(self, a: &EntryRecord, b: &EntryRecord) -> Ordering {
        let keys = MODES.get(usize::from(self.0)).map_or(&[][..], |(_, keys)| keys);
        keys.iter().fold(Ordering::Equal, |order, key| {
            order.then_with(|| match key {
                Key::Type => a.type_id.cmp(&b.type_id),
                Key::Attr1 => a.attr1.cmp(&b.attr1),
                Key::Attr2 => a.attr2.cmp(&b.attr2),
                Key::Name => text::compare(a.name.name(), b.name.name()),
            })
        })
    }
}

impl fmt::Display for SortMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(MODES.get(usize::from(self.0)).map_or("", |(name, _)| name))
    }
}
