//! The data region as a list of pieces in file order, and where each piece goes when written.
//!
//! Pieces nobody touched are written as they were. A payload that changed its size moves what
//! follows by whole steps of 8 bytes: its own zero padding is made anew, every other gap stays.

use std::borrow::Cow;

use super::read::{Archive, payload_range};
use super::types::{ALIGNMENT, HEADER_SIZE};
use crate::{Error, Result};

/// A piece of the data region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Region<'a> {
    /// Bytes that no entry points at: padding, or something forgotten.
    Gap(Cow<'a, [u8]>),
    /// The payload of exactly one entry.
    Payload {
        /// How long it was when the archive was read.
        original_len: u32,
        /// What it is now. Empty once the entry has been removed.
        bytes: Cow<'a, [u8]>,
    },
    /// Payloads that share bytes. Kept in one piece; an entry that changes moves out of it.
    Shared(Cow<'a, [u8]>),
    /// A payload that was not there when the archive was read: aligned and padded.
    Added(Cow<'a, [u8]>),
}

/// Where an entry's payload is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// A whole region: [`Region::Payload`] or [`Region::Added`].
    Region(u32),
    /// A part of a [`Region::Shared`].
    Within {
        /// Index of the region.
        region: u32,
        /// Offset from the region's start.
        offset: u32,
        /// Length in bytes.
        len: u32,
    },
    /// Not inside the data region at all; kept as stored.
    Outside,
}

/// The data region as a list of pieces in file order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Regions<'a>(pub Vec<Region<'a>>);

/// Where a region goes, and the zeros around it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Placed {
    /// Offset of the region's first byte in the file.
    pub start: u64,
    /// Zeros before it.
    lead: u8,
    /// Bytes of its front that are left out: padding of the payload before, made anew.
    skip: u8,
    /// Zeros after it.
    filler: u8,
}

impl<'a> Region<'a> {
    /// The region's bytes as they are now.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Gap(bytes) | Self::Shared(bytes) | Self::Added(bytes) => bytes,
            Self::Payload { bytes, .. } => bytes,
        }
    }

    fn original_len(&self) -> u64 {
        match self {
            Self::Gap(bytes) | Self::Shared(bytes) => bytes.len() as u64,
            Self::Payload { original_len, .. } => u64::from(*original_len),
            Self::Added(_) => 0,
        }
    }
}

impl<'a> Regions<'a> {
    /// Cuts an archive's data region into pieces; the slots are in directory order.
    pub(super) fn of(archive: &Archive<'a>) -> (Self, Vec<Slot>) {
        let mut cutter = Cutter {
            bytes: archive.bytes(),
            position: HEADER_SIZE,
            regions: Vec::with_capacity(archive.len() + 1),
            slots: vec![Slot::Outside; archive.len()],
        };
        let spans = spans(archive);
        let mut rest = spans.as_slice();
        while let Some(&Span { end: mut cluster_end, .. }) = rest.first() {
            let overlapping = rest.iter().skip(1).take_while(|next| {
                let inside = next.start < cluster_end;
                cluster_end = if inside { cluster_end.max(next.end) } else { cluster_end };
                inside
            });
            let (cluster, after) = rest.split_at(1 + overlapping.count());
            cutter.cut(cluster, cluster_end);
            rest = after;
        }
        cutter.cut_gap(archive.directory_offset());
        (Self(cutter.regions), cutter.slots)
    }

    /// The bytes of a slot as they are now; `None` where they lie outside.
    pub fn payload(&self, slot: Slot) -> Option<&[u8]> {
        match slot {
            Slot::Region(region) => Some(self.0.get(region as usize)?.bytes()),
            Slot::Within { region, offset, len } => {
                let end = offset.checked_add(len)?;
                self.0.get(region as usize)?.bytes().get(offset as usize..end as usize)
            }
            Slot::Outside => None,
        }
    }

    /// Places every region; gives the end of the data region too.
    pub(super) fn place(&self) -> (Vec<Placed>, u64) {
        let mut places = Vec::with_capacity(self.0.len());
        let (mut position, mut original) = (HEADER_SIZE as u64, HEADER_SIZE as u64);
        let mut skip = 0;
        for (index, region) in self.0.iter().enumerate() {
            let mut placed = Placed { skip: std::mem::take(&mut skip), ..Placed::default() };
            let len = region.bytes().len() as u64;
            original += region.original_len();
            match region {
                Region::Gap(_) | Region::Shared(_) => {}
                Region::Payload { original_len, .. } if u64::from(*original_len) == len => {}
                Region::Payload { original_len, .. } => {
                    skip = self.own_padding(index + 1, original);
                    // Modulo 8 the payload and its padding keep their length.
                    let before = u64::from(*original_len) + u64::from(skip);
                    placed.filler = below_8(before.wrapping_sub(len));
                }
                Region::Added(_) => {
                    placed.lead = padding(position);
                    placed.filler = padding(len);
                }
            }
            placed.start = position + u64::from(placed.lead);
            position = placed.start + len + u64::from(placed.filler) - u64::from(placed.skip);
            places.push(placed);
        }
        (places, position)
    }

    /// How many payloads that did not change will be elsewhere than they were.
    pub fn moved(&self) -> usize {
        let (places, _) = self.place();
        let mut original = HEADER_SIZE as u64;
        let moves = self.0.iter().zip(places).filter(|(region, placed)| {
            let start = original;
            original += region.original_len();
            let kept = region.original_len() == region.bytes().len() as u64;
            let payload = matches!(region, Region::Payload { .. } | Region::Shared(_));
            payload && kept && !region.bytes().is_empty() && placed.start != start
        });
        moves.count()
    }

    /// How much of the gap at `index` is zero padding of a payload that ended at `end`.
    fn own_padding(&self, index: usize, end: u64) -> u8 {
        let Some(Region::Gap(gap)) = self.0.get(index) else { return 0 };
        let zeros = gap.iter().take_while(|&&byte| byte == 0);
        below_8(zeros.take(usize::from(padding(end))).count() as u64)
    }

    /// Hands the pieces over in file order, none of them empty.
    pub(super) fn emit<E>(
        &self,
        places: &[Placed],
        mut out: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (region, placed) in self.0.iter().zip(places) {
            let bytes = region.bytes().get(usize::from(placed.skip)..).unwrap_or_default();
            for piece in [zeros(placed.lead), bytes, zeros(placed.filler)] {
                if !piece.is_empty() {
                    out(piece)?;
                }
            }
        }
        Ok(())
    }
}

/// The bytes an entry points at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    start: u32,
    end: u32,
    entry: u32,
}

/// The payloads inside the data region, in file order. At the same start the empty ones come
/// first, so that they stay outside their neighbour.
fn spans(archive: &Archive<'_>) -> Vec<Span> {
    let data_end = archive.directory_offset();
    let mut spans = Vec::with_capacity(archive.len());
    for (record, index) in archive.records().zip(0..) {
        if payload_range(&record, data_end).is_some() {
            let end = record.offset.saturating_add(record.size);
            spans.push(Span { start: record.offset, end, entry: index });
        }
    }
    if !spans.is_sorted() {
        spans.sort_unstable();
    }
    spans
}

/// Cuts the data region from front to back.
struct Cutter<'a> {
    bytes: &'a [u8],
    position: usize,
    regions: Vec<Region<'a>>,
    slots: Vec<Slot>,
}

impl<'a> Cutter<'a> {
    /// Cuts a payload, or several that overlap, and what lies before them.
    fn cut(&mut self, cluster: &[Span], end: u32) {
        let Some(&Span { start, entry, .. }) = cluster.first() else { return };
        self.cut_gap(start as usize);
        let region = u32::try_from(self.regions.len()).unwrap_or(u32::MAX);
        let piece = self.bytes.get(start as usize..end as usize).unwrap_or_default();
        if cluster.len() == 1 {
            let (original_len, bytes) = (end - start, Cow::Borrowed(piece));
            self.regions.push(Region::Payload { original_len, bytes });
            self.set(entry, Slot::Region(region));
        } else {
            self.regions.push(Region::Shared(Cow::Borrowed(piece)));
            for part in cluster {
                let (offset, len) = (part.start - start, part.end - part.start);
                self.set(part.entry, Slot::Within { region, offset, len });
            }
        }
        self.position = end as usize;
    }

    /// Cuts the bytes no entry points at, up to `end`.
    fn cut_gap(&mut self, end: usize) {
        let gap = self.bytes.get(self.position..end).unwrap_or_default();
        if !gap.is_empty() {
            self.regions.push(Region::Gap(Cow::Borrowed(gap)));
        }
    }

    fn set(&mut self, entry: u32, slot: Slot) {
        if let Some(place) = self.slots.get_mut(entry as usize) {
            *place = slot;
        }
    }
}

/// Bytes from `offset` to the next multiple of 8.
fn padding(offset: u64) -> u8 {
    below_8(offset.wrapping_neg())
}

/// The remainder of a division by 8.
fn below_8(value: u64) -> u8 {
    (value % ALIGNMENT as u64).to_le_bytes()[0]
}

/// A slice of `count` zeros; fewer than [`ALIGNMENT`] are ever asked for.
fn zeros(count: u8) -> &'static [u8] {
    [0; ALIGNMENT].as_slice().get(..usize::from(count)).unwrap_or_default()
}

/// Checks that `slots` and `regions` belong together: every slot inside, no region with two owners.
pub(super) fn validate(regions: &Regions<'_>, slots: &[Slot]) -> Result<()> {
    let mut owned = vec![false; regions.0.len()];
    for (index, &slot) in slots.iter().enumerate() {
        let fits = match slot {
            Slot::Outside => true,
            Slot::Region(region) => {
                let ownable = matches!(
                    regions.0.get(region as usize),
                    Some(Region::Payload { .. } | Region::Added(_))
                );
                ownable
                    && owned
                        .get_mut(region as usize)
                        .is_some_and(|owned| !std::mem::replace(owned, true))
            }
            Slot::Within { region, .. } => {
                matches!(regions.0.get(region as usize), Some(Region::Shared(_)))
                    && regions.payload(slot).is_some()
            }
        };
        if !fits {
            let why = "its payload does not belong to a region of its own";
            return Err(Error::usage(format!("entries[{index}]"), why));
        }
    }
    Ok(())
}
