//! The rule for numbers that are given by a user: they are finite.
//!
//! Files may contain infinities and NaN all the same, and such a file can be edited: a value that
//! is already stored may be given again, in the form that `show` prints (`inf`, `-inf`,
//! `nan:7fc00001`). In a list or a document it may also be at another place.

use std::collections::BTreeSet;

use ngi_formats::schema::Kind;
use ngi_formats::tree::{Draft, members_of};

use crate::{Error, Result, json};

/// Bit patterns of the numbers of a value that are not finite.
#[derive(Debug, Default)]
pub(crate) struct NonFinite(BTreeSet<u32>);

impl NonFinite {
    /// Collects those of stored values of a kind, one after another.
    pub fn of_rows(kind: Kind, bytes: &[u8]) -> Self {
        let mut found = Self::default();
        found.add_rows(kind, bytes);
        found
    }

    /// Collects those of a part of a document.
    pub fn of_draft(draft: &Draft) -> Self {
        let mut found = Self::default();
        found.add(draft);
        found
    }

    fn add(&mut self, draft: &Draft) {
        match draft {
            Draft::Value(kind, bytes) | Draft::Rows(kind, bytes) => self.add_rows(*kind, bytes),
            Draft::Case(case, bytes) => self.add_rows(Kind::Group(case.shape), bytes),
            Draft::Object(_, parts) | Draft::List(_, parts) => {
                parts.iter().for_each(|part| self.add(part));
            }
            _ => {}
        }
    }

    fn add_rows(&mut self, kind: Kind, bytes: &[u8]) {
        let mut offsets = Vec::new();
        float_offsets(kind, 0, &mut offsets);
        if offsets.is_empty() {
            return;
        }
        for row in bytes.chunks(kind.size().max(1)) {
            for offset in &offsets {
                let Some(stored) = row.get(*offset..).and_then(<[u8]>::first_chunk) else {
                    continue;
                };
                let bits = u32::from_le_bytes(*stored);
                // All bits of the exponent are set.
                if bits & 0x7F80_0000 == 0x7F80_0000 {
                    self.0.insert(bits);
                }
            }
        }
    }

    /// Fails if one of these is not among those that were stored at this path.
    pub fn check_stored(&self, path: &str, before: &Self) -> Result<()> {
        let Some(bits) = self.0.difference(&before.0).next() else { return Ok(()) };
        let shown = json::float(f32::from_bits(*bits));
        let shown = shown.as_str().unwrap_or_default();
        let dot = if path.is_empty() { "" } else { ": " };
        Err(Error::Usage(format!("{path}{dot}{shown} is not a finite number")))
    }
}

/// Collects the offsets of the floats in a value.
fn float_offsets(kind: Kind, start: usize, out: &mut Vec<usize>) {
    match kind {
        Kind::F32 => out.push(start),
        Kind::List(count, of) => {
            (0..count).for_each(|index| float_offsets(*of, start + index * of.size(), out));
        }
        Kind::Group(_) => {
            members_of(kind).for_each(|group| float_offsets(group.kind, start + group.offset, out));
        }
        _ => {}
    }
}
