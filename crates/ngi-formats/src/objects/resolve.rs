//! What a record and its parents name together.
//!
//! That a reference into the library itself means a parent is a guess from how the records are
//! laid out; what a record names itself comes before what its parents name.

use super::types::{Record, Slot};
use crate::nres::Archive;
use crate::{Error, Result, text};

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
    /// One reference per suffix: the record's own first, then those of its parents.
    pub parts: Vec<Part>,
    /// The parents, nearest first.
    pub parents: Vec<Vec<u8>>,
}

impl Resolved {
    /// The reference to the entry with this suffix, such as `.msh`.
    pub fn part(&self, suffix: &[u8]) -> Option<&Part> {
        self.parts.iter().find(|part| text::same(part.slot.suffix(), suffix))
    }
}

/// Collects what the record `name` of the library names. Fails where it or a parent is not there,
/// and where a record is its own ancestor.
pub fn resolve(library: &Archive<'_>, library_name: &[u8], name: &[u8]) -> Result<Resolved> {
    let mut resolved = Resolved::default();
    // Records still to be looked at, each with its ancestors so far, itself included.
    let mut waiting = vec![vec![name.to_ascii_lowercase()]];
    while let Some(line) = waiting.pop() {
        let own = line.last().cloned().unwrap_or_default();
        let Some(entry) = library.find(&own) else {
            let why = format!("\"{}\" is not in the library", text::decode(&own));
            return Err(Error::usage("record", why));
        };
        if line.len() > 1 && !resolved.parents.iter().any(|parent| text::same(parent, &own)) {
            resolved.parents.push(entry.name().to_vec());
        }
        let mut parents = Vec::new();
        for slot in Record::read(entry.payload()?).slots().filter(|slot| !slot.is_empty()) {
            if slot.is_in(library_name) {
                let parent = slot.member.name().to_ascii_lowercase();
                if line.contains(&parent) {
                    return Err(circle(&line, &parent));
                }
                let mut longer = line.clone();
                longer.push(parent);
                parents.push(longer);
            } else if resolved.part(slot.suffix()).is_none() {
                resolved.parts.push(Part { slot, from: entry.name().to_vec() });
            }
        }
        // The first parent is looked at first, a parent reached on two ways once.
        let known = |line: &Vec<Vec<u8>>| {
            let own = line.last().map(Vec::as_slice).unwrap_or_default();
            resolved.parents.iter().any(|parent| text::same(parent, own))
        };
        parents.retain(|line| !known(line));
        parents.reverse();
        waiting.extend(parents);
    }
    Ok(resolved)
}

fn circle(line: &[Vec<u8>], parent: &[u8]) -> Error {
    let names = line.iter().map(Vec::as_slice).chain([parent]);
    let names: Vec<String> = names.map(text::decode).collect();
    Error::usage("slots", format!("a circle of parents: {}", names.join(" -> ")))
}
