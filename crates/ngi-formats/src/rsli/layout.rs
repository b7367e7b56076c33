//! The data region as a list of pieces in file order.
//!
//! Nothing in this format is aligned: a payload that changes its size moves what follows by the
//! difference, and every other piece stays as it was.

use std::borrow::Cow;

use super::read::{Archive, Entry};
use crate::{Error, Result};

/// A piece of the data region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Region<'a> {
    /// Bytes that no entry points at.
    Gap(Cow<'a, [u8]>),
    /// The payload of exactly one entry, as stored. Empty once the entry is gone.
    Payload(Cow<'a, [u8]>),
    /// Payloads that share bytes. Kept in one piece; an entry that changes moves out of it.
    Shared(Cow<'a, [u8]>),
}

/// Where an entry's payload is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// A whole [`Region::Payload`].
    Region(u32),
    /// Somewhere in a [`Region::Shared`].
    Within {
        /// Index of the region.
        region: u32,
        /// Offset from the region's start.
        offset: u32,
    },
    /// Not in the data region; kept as stored.
    Outside,
}

impl Region<'_> {
    /// The region's bytes as they are now.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Gap(bytes) | Self::Payload(bytes) | Self::Shared(bytes) => bytes,
        }
    }
}

impl Slot {
    /// The region the payload is in, and where in it.
    pub fn place(self) -> Option<(usize, usize)> {
        match self {
            Self::Region(region) => Some((region as usize, 0)),
            Self::Within { region, offset } => Some((region as usize, offset as usize)),
            Self::Outside => None,
        }
    }
}

/// What an archive's data region is cut into.
pub(super) struct Cut<'a> {
    pub regions: Vec<Region<'a>>,
    /// One per entry.
    pub slots: Vec<Slot>,
    /// Payloads that can be read but do not lie in the data region alone: they reach into header,
    /// table or trailer, where an edit may change them.
    pub strays: Vec<(usize, &'a [u8])>,
}

/// The bytes an entry points at, as far as they lie in the data region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    start: usize,
    end: usize,
    entry: usize,
    /// Whether these are all of them.
    whole: bool,
}

/// Cuts an archive's data region into pieces.
pub(super) fn cut<'a>(archive: &Archive<'a>) -> Cut<'a> {
    let data = archive.data_region();
    let mut strays = Vec::new();
    let mut spans = Vec::with_capacity(archive.len());
    for entry in archive.iter() {
        let span = span(&entry, data.start, data.end);
        if let (false, Ok(bytes)) = (span.is_some_and(|span| span.whole), entry.packed()) {
            strays.push((entry.index(), bytes));
        }
        spans.extend(span);
    }
    spans.sort_unstable();

    let mut cutter = Cutter {
        bytes: archive.bytes(),
        position: data.start,
        regions: Vec::with_capacity(archive.len() + 1),
        slots: vec![Slot::Outside; archive.len()],
    };
    let mut rest = spans.as_slice();
    while let Some(first) = rest.first() {
        let mut end = first.end;
        let overlapping = rest.iter().skip(1).take_while(|next| {
            let inside = next.start < end;
            end = if inside { end.max(next.end) } else { end };
            inside
        });
        let (cluster, after) = rest.split_at(1 + overlapping.count());
        cutter.cut(cluster, end);
        rest = after;
    }
    cutter.cut_gap(data.end);
    Cut { regions: cutter.regions, slots: cutter.slots, strays }
}

fn span(entry: &Entry<'_>, data_start: usize, data_end: usize) -> Option<Span> {
    let start = usize::try_from(entry.start()).ok()?;
    let size = entry.record().packed_size as usize;
    if start < data_start || start > data_end || (start == data_end && size != 0) {
        return None;
    }
    let end = start.checked_add(size)?;
    let whole = end <= data_end || (end == data_end + 1 && entry.is_eof_plus_one());
    Some(Span { start, end: end.min(data_end), entry: entry.index(), whole })
}

/// Cuts the data region from front to back.
struct Cutter<'a> {
    bytes: &'a [u8],
    position: usize,
    regions: Vec<Region<'a>>,
    slots: Vec<Slot>,
}

impl Cutter<'_> {
    /// Cuts a payload, or several that overlap, and what lies before them.
    fn cut(&mut self, cluster: &[Span], end: usize) {
        let Some(&Span { start, entry, whole, .. }) = cluster.first() else { return };
        self.cut_gap(start);
        let region = u32::try_from(self.regions.len()).unwrap_or(u32::MAX);
        let piece = Cow::Borrowed(self.bytes.get(start..end).unwrap_or_default());
        self.position = end;
        if whole && cluster.len() == 1 {
            self.regions.push(Region::Payload(piece));
            self.set(entry, Slot::Region(region));
            return;
        }
        self.regions.push(Region::Shared(piece));
        for part in cluster {
            let offset = u32::try_from(part.start - start).unwrap_or(u32::MAX);
            self.set(part.entry, Slot::Within { region, offset });
        }
    }

    /// Cuts the bytes no entry points at, up to `end`.
    fn cut_gap(&mut self, end: usize) {
        let gap = self.bytes.get(self.position..end).unwrap_or_default();
        if !gap.is_empty() {
            self.regions.push(Region::Gap(Cow::Borrowed(gap)));
        }
    }

    fn set(&mut self, entry: usize, slot: Slot) {
        if let Some(place) = self.slots.get_mut(entry) {
            *place = slot;
        }
    }
}

/// Checks that `slots` and `regions` belong together: every slot inside, no payload with two
/// owners. Gives how many entries use each region.
pub(super) fn count_users(regions: &[Region<'_>], slots: &[Slot]) -> Result<Vec<u32>> {
    let mut users = vec![0u32; regions.len()];
    for (index, &slot) in slots.iter().enumerate() {
        let Some((region, offset)) = slot.place() else { continue };
        let fits = match (slot, regions.get(region)) {
            (Slot::Region(_), Some(Region::Payload(_))) => users.get(region) == Some(&0),
            (Slot::Within { .. }, Some(Region::Shared(bytes))) => offset <= bytes.len(),
            _ => false,
        };
        match users.get_mut(region).filter(|_| fits) {
            Some(users) => *users += 1,
            None => {
                let why = "its payload does not belong to a region of its own";
                return Err(Error::usage(format!("entries[{index}]"), why));
            }
        }
    }
    Ok(users)
}
