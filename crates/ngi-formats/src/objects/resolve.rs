//! What a record and its parents name together.
//!
//! A reference into the library itself names a parent, and so does one whose entry has no suffix,
//! where the library has a record of that name. What parents name comes before what a record names
//! itself. In the game only buildings have a parent, and name nothing that their parent names, too.

use std::collections::HashMap;
use std::fmt;

use super::types::{ObjectKind, Record, Slot};
use crate::nres::{Archive, TypeId};
use crate::text;

/// Where records are looked up: an archive, or a game's.
pub trait Records {
    /// The bytes of a record.
    type Payload: AsRef<[u8]>;

    /// The first record of a name, ASCII case ignored, by its place.
    fn find(&self, name: &[u8]) -> Option<usize>;

    /// What the record at a place is called.
    fn name(&self, index: usize) -> Vec<u8>;

    /// What kind of thing it describes.
    fn kind(&self, index: usize) -> ObjectKind;

    /// Its bytes; `None` where they cannot be read.
    fn payload(&self, index: usize) -> Option<Self::Payload>;
}

impl<'a> Records for Archive<'a> {
    type Payload = &'a [u8];

    fn find(&self, name: &[u8]) -> Option<usize> {
        Archive::find(self, name).map(|entry| entry.index())
    }

    fn name(&self, index: usize) -> Vec<u8> {
        self.get(index).map(|entry| entry.name().to_vec()).unwrap_or_default()
    }

    fn kind(&self, index: usize) -> ObjectKind {
        ObjectKind(self.get(index).map_or(TypeId::default(), |entry| entry.type_id()))
    }

    fn payload(&self, index: usize) -> Option<&'a [u8]> {
        self.entry_payload(index).ok()
    }
}

/// A reference, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The reference.
    pub slot: Slot,
    /// The record that has it, as its entry is called.
    pub from: Vec<u8>,
}

/// What a record and its parents name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Resolved {
    /// Every reference that is in use and names no parent: those of parents first.
    pub parts: Vec<Part>,
    /// The parents, in the order they are named; those of a parent behind it.
    pub parents: Vec<Vec<u8>>,
}

impl Resolved {
    /// The first reference to an entry with this suffix, such as `.msh`.
    pub fn part(&self, suffix: &[u8]) -> Option<&Part> {
        self.parts.iter().find(|part| text::same(part.slot.suffix(), suffix))
    }

    /// Every reference to an entry with this suffix: the game takes the first that is there.
    pub fn all<'s>(&'s self, suffix: &'s [u8]) -> impl Iterator<Item = &'s Part> {
        self.parts.iter().filter(move |part| text::same(part.slot.suffix(), suffix))
    }
}

/// Why the parents of a record cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unresolved {
    /// The record, its parent, the parent of that, and so on to the one that is at fault.
    pub line: Vec<Vec<u8>>,
    /// What is wrong with the last of them.
    pub why: Why,
}

/// What is wrong with a parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// It is not in the library.
    Missing,
    /// Its bytes are not in the file.
    Unreadable,
    /// It stands in the line already.
    Circle,
    /// There are more than [`MOST_PARENTS`] before it.
    TooMany,
}

/// Parents that a record may have, those of parents counted. Three are enough for the game; without
/// an end a hostile library could keep a check busy for hours.
pub const MOST_PARENTS: usize = 256;

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.line.iter().map(|name| text::decode(name)).collect();
        let last = names.last().map_or("", String::as_str);
        match self.why {
            Why::Circle => write!(f, "a circle of parents: {}", names.join(" -> ")),
            Why::Missing => write!(f, "\"{last}\" is not in the library"),
            Why::TooMany => write!(f, "\"{last}\" is one parent too many: {MOST_PARENTS} may be"),
            Why::Unreadable => write!(f, "\"{last}\" cannot be read"),
        }
    }
}

impl std::error::Error for Unresolved {}

/// The parent that a reference names, by its place in the library; `None` for one that names none.
/// A parent that is not there has no place.
fn parent<R: Records>(records: &R, library_name: &[u8], slot: &Slot) -> Option<Option<usize>> {
    if slot.is_in(library_name) {
        return Some(records.find(slot.member.name()));
    }
    let bare = !slot.is_empty() && slot.suffix().is_empty();
    let found = bare.then(|| records.find(slot.member.name())).flatten();
    found.map(Some)
}

/// Collects what the record `name` of a library names. Fails where it or a parent is not there,
/// and where a record is its own ancestor.
///
/// A parent that is reached on two ways counts once, so that the work is no more than these records
/// have references, however they are linked.
pub fn resolve<R: Records>(
    records: &R,
    library_name: &[u8],
    name: &[u8],
) -> Result<Resolved, Unresolved> {
    let mut resolved = Resolved::default();
    // Whether a record is done, or still on the way up.
    let mut seen: HashMap<usize, bool> = HashMap::new();
    // The record, the parent that is looked at, and so on; each with the reference to go on from.
    let mut line: Vec<Visit<R::Payload>> = Vec::new();
    let failed = |line: &[Visit<R::Payload>], last: &[u8], why: Why| {
        let names = line.iter().map(|visit| records.name(visit.index)).chain([last.to_vec()]);
        Unresolved { line: names.collect(), why }
    };
    let mut next = Some((records.find(name), name.to_vec()));
    loop {
        if let Some((found, wanted)) = next.take() {
            let Some(index) = found else { return Err(failed(&line, &wanted, Why::Missing)) };
            match seen.get(&index) {
                Some(true) => {}
                Some(false) => return Err(failed(&line, &wanted, Why::Circle)),
                None => {
                    let payload = records.payload(index);
                    let payload = payload.ok_or_else(|| failed(&line, &wanted, Why::Unreadable))?;
                    if resolved.parents.len() == MOST_PARENTS {
                        return Err(failed(&line, &wanted, Why::TooMany));
                    }
                    if !line.is_empty() {
                        resolved.parents.push(records.name(index));
                    }
                    seen.insert(index, false);
                    line.push(Visit { index, payload, at: 0 });
                }
            }
        }
        let Some(visit) = line.last_mut() else { return Ok(resolved) };
        let found = {
            let slots = Record::read(visit.payload.as_ref()).slots().enumerate().skip(visit.at);
            slots.into_iter().find_map(|(at, slot)| {
                Some((at + 1, parent(records, library_name, &slot)?, slot.member))
            })
        };
        if let Some((after, found, member)) = found {
            visit.at = after;
            next = Some((found, member.name().to_vec()));
            continue;
        }
        // All parents are done: what the record names itself comes behind them.
        let from = records.name(visit.index);
        let own = Record::read(visit.payload.as_ref())
            .slots()
            .filter(|slot| !slot.is_empty() && parent(records, library_name, slot).is_none());
        resolved.parts.extend(own.map(|slot| Part { slot, from: from.clone() }));
        seen.insert(visit.index, true);
        line.pop();
    }
}

/// A record on the way up.
struct Visit<P> {
    index: usize,
    payload: P,
    /// The reference to go on from.
    at: usize,
}
