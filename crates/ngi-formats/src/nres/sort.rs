//! The sort table, and the engine's twelve ways to sort a directory.

use std::cmp::Ordering;
use std::fmt;
use std::ops::ControlFlow;

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

/// Walks the table in order and hands each fault over, until told to stop.
pub(super) fn walk_faults(
    archive: &Archive<'_>,
    mut on_fault: impl FnMut(usize, TableFault) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut seen = vec![false; archive.len()];
    let mut previous: Option<(usize, u64)> = None;
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
        let key = prefix(archive.name_of(this));
        if let Some((before, before_key)) = previous {
            let order = before_key
                .cmp(&key)
                .then_with(|| text::compare(archive.name_of(before), archive.name_of(this)));
            match order {
                Ordering::Greater => on_fault(slot, TableFault::Disordered { before, this })?,
                Ordering::Equal if before > this => {
                    on_fault(slot, TableFault::Unstable { before, this })?;
                }
                _ => {}
            }
        }
        previous = Some((this, key));
    }
    ControlFlow::Continue(())
}

/// Whether look-ups can trust the table: a permutation with the names in order.
pub(super) fn is_sound(archive: &Archive<'_>) -> bool {
    let walk = walk_faults(archive, |_, fault| match fault {
        TableFault::Unstable { .. } => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    walk.is_continue()
}

/// The first eight bytes of a name, folded, as a number that compares like them.
/// Names hold no NUL, so a name shorter than eight bytes is known from its prefix alone.
fn prefix(name: &[u8]) -> u64 {
    let mut head = [0; 8];
    for (slot, &byte) in head.iter_mut().zip(name) {
        *slot = text::fold(byte);
    }
    u64::from_be_bytes(head)
}

/// Indices of `names` in case-insensitive order; equal names keep their order, as the game's own
/// writer (a bubble sort) leaves them.
pub(super) fn sorted_order<'n>(names: impl Iterator<Item = &'n [u8]>) -> Vec<u32> {
    let names: Vec<&[u8]> = names.collect();
    let mut order: Vec<(u64, u32)> =
        names.iter().zip(0..).map(|(name, index)| (prefix(name), index)).collect();
    let name = |index: u32| names.get(index as usize).copied().unwrap_or_default();
    order.sort_unstable_by(|&(key_a, a), &(key_b, b)| {
        key_a.cmp(&key_b).then_with(|| text::compare(name(a), name(b))).then(a.cmp(&b))
    });
    order.into_iter().map(|(_, index)| index).collect()
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
