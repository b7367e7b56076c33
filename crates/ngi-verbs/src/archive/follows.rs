//! What an archive's document says although it follows from the rest of it.
//!
//! Where nothing moved, `count`, `size`, `offset` and `sort_index` have to be what the archive gets:
//! who changed one of them changed nothing else with it. Where payloads, names or entries are
//! others, they tell what was, and are made anew.

use ngi_formats::nres::Editor;

use super::document::DocEntry;
use crate::{Error, Result};

/// Which of the members that follow a document has for an entry.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Follows {
    pub size: bool,
    pub offset: bool,
    pub sort_index: bool,
}

impl Follows {
    /// Of what lies outside the data region only the document knows where; of a sort table that
    /// is kept as it is, what it says.
    pub fn check_needed(self, place: usize, outside: bool, stored: bool) -> Result<()> {
        let needed = [
            ("size", outside && !self.size),
            ("offset", outside && !self.offset),
            ("sort_index", stored && !self.sort_index),
        ];
        match needed.into_iter().find(|(_, missing)| *missing) {
            Some((key, _)) => Err(Error::json(format!("entries[{place}].{key}"), "missing")),
            None => Ok(()),
        }
    }

    /// A payload that stands in the document has as many bytes as are said.
    pub fn check_size(self, said: u32, there: usize) -> Result<()> {
        if !self.size || usize::try_from(said).ok() == Some(there) {
            return Ok(());
        }
        let why = format!("{said}, but its payload has {there} bytes; {LEAVE_OUT}");
        Err(Error::json("size", why))
    }
}

/// What to do about a member that follows from the rest.
pub(super) const LEAVE_OUT: &str = "it follows from the rest: say the same, or leave it out";

/// Whether the entries of a document are those of the archive it was made of, in their order.
pub(super) fn is_same_list(ids: impl IntoIterator<Item = Option<u32>>) -> bool {
    ids.into_iter().zip(0u32..).all(|(id, place)| id == Some(place))
}

/// Where no entry is new or gone, there are as many as are counted.
pub(super) fn check_count(said: Option<usize>, there: usize, same: bool) -> Result<()> {
    match said {
        Some(said) if same && said != there => {
            let why = format!("{said}, but there are {there} entries; {LEAVE_OUT}");
            Err(Error::json("count", why))
        }
        _ => Ok(()),
    }
}

/// Where every payload is as long as it was, all of them are where they were; and a table that is
/// sorted has every place once.
pub(super) fn check_directory(
    editor: &Editor<'_>,
    entries: &[DocEntry],
    sorted: bool,
) -> Result<()> {
    let is_as_long = |entry: &DocEntry| match &entry.payload {
        Some(payload) => {
            entry.follows.size && usize::try_from(entry.record.size).ok() == Some(payload.len())
        }
        None => true,
    };
    if entries.iter().all(is_as_long) {
        for (place, (entry, now)) in entries.iter().zip(editor.offsets()?).enumerate() {
            let said = entry.record.offset;
            if entry.follows.offset && said != now {
                let why = format!("{said}, but it lies at {now}; {LEAVE_OUT}");
                return Err(Error::json(format!("entries[{place}].offset"), why));
            }
        }
    }
    if sorted { check_sorted(entries) } else { Ok(()) }
}

fn check_sorted(entries: &[DocEntry]) -> Result<()> {
    let mut taken = vec![false; entries.len()];
    for (place, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.follows.sort_index) {
        let said = entry.record.sort_index;
        let slot = usize::try_from(said).ok().and_then(|said| taken.get_mut(said));
        if slot.is_none_or(|slot| std::mem::replace(slot, true)) {
            let why = format!(
                "{said} is no place in the sort table, or stands there twice; {LEAVE_OUT}; where \
                 the table shall not be sorted, sort_table is \"stored\""
            );
            return Err(Error::json(format!("entries[{place}].sort_index"), why));
        }
    }
    Ok(())
}
