//! The data region as a list of pieces in file order, and where each piece goes when written.
//!
//! Pieces nobody touched are written as they were. A payload that changed its size moves what
//! follows by whole steps of 8 bytes: its own zero padding is made anew, every other gap stays.

use std::borrow::Cow;

use super::read::{Archive, payload_range};
use super::types::{ALIGNMENT, HEADER_SIZE, align};
use crate::{Error, Result};

/// A piece of the data region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Region<'a> {
    /// Bytes that no entry points at: padding, or something forgotten.
    Gap(Cow<'a, [u8]>),
    /// The payload of exactly one entry.
    Payload {
        /// How long it was when the archive was read.
        original_len: usize,
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
    Region(usize),
    /// A part of a [`Region::Shared`].
    Within {
        /// Index of the region.
        region: usize,
        /// Offset from the region's start.
        offset: usize,
        /// Length in bytes.
        len: usize,
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
    lead: usize,
    /// Bytes of its front that are left out: padding of the payload before, made anew.
    skip: usize,
    /// Zeros after it.
    filler: usize,
}

impl<'a> Region<'a> {
    /// The region's bytes as they are now.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Gap(bytes) | Self::Shared(bytes) | Self::Added(bytes) => bytes,
            Self::Payload { bytes, .. } => bytes,
        }
    }

    fn original_len(&self) -> usize {
        match self {
            Self::Gap(bytes) | Self::Shared(bytes) => bytes.len(),
            Self::Payload { original_len, .. } => *original_len,
            Self::Added(_) => 0,
        }
    }
}

impl<'a> Regions<'a> {
    /// Cuts an archive's data region into pieces; the slots are in directory order.
    pub(super) fn of(archive: &Archive<'a>) -> (Self, Vec<Slot>) {
        let bytes = archive.bytes();
        let data_end = archive.directory_offset();
        let mut slots = vec![Slot::Outside; archive.len()];
        let mut spans: Vec<(usize, usize, usize)> = archive
            .iter()
            .filter_map(|entry| {
                let range = payload_range(entry.record(), data_end)?;
                Some((range.start, range.end, entry.index()))
            })
            .collect();
        // At the same start the empty ones come first, so that they stay outside their neighbour.
        spans.sort_unstable();
        let mut regions = Vec::with_capacity(spans.len() * 2 + 1);
        let mut position = HEADER_SIZE;
        let mut rest = spans.as_slice();
        while let Some(&(start, first_end, entry)) = rest.first() {
            let mut end = first_end;
            let overlapping = rest.iter().skip(1).take_while(|&&(next, next_end, _)| {
                let inside = next < end;
                end = if inside { end.max(next_end) } else { end };
                inside
            });
            let (cluster, after) = rest.split_at(1 + overlapping.count());
            rest = after;
            push_gap(&mut regions, bytes, position, start);
            let region = regions.len();
            let piece = Cow::Borrowed(bytes.get(start..end).unwrap_or_default());
            if cluster.len() == 1 {
                regions.push(Region::Payload { original_len: end - start, bytes: piece });
                set(&mut slots, entry, Slot::Region(region));
            } else {
                regions.push(Region::Shared(piece));
                for &(from, to, entry) in cluster {
                    let slot = Slot::Within { region, offset: from - start, len: to - from };
                    set(&mut slots, entry, slot);
                }
            }
            position = end;
        }
        push_gap(&mut regions, bytes, position, data_end);
        (Self(regions), slots)
    }

    /// The bytes of a slot as they are now; `None` where they lie outside.
    pub fn payload(&self, slot: Slot) -> Option<&[u8]> {
        match slot {
            Slot::Region(region) => Some(self.0.get(region)?.bytes()),
            Slot::Within { region, offset, len } => {
                self.0.get(region)?.bytes().get(offset..offset.checked_add(len)?)
            }
            Slot::Outside => None,
        }
    }

    /// Places every region; gives the end of the data region too.
    pub(super) fn place(&self) -> (Vec<Placed>, u64) {
        let mut places = Vec::with_capacity(self.0.len());
        let (mut position, mut original) = (HEADER_SIZE as u64, HEADER_SIZE);
        let mut skip = 0;
        for (index, region) in self.0.iter().enumerate() {
            let mut placed = Placed { skip: std::mem::take(&mut skip), ..Placed::default() };
            let len = region.bytes().len();
            original += region.original_len();
            match region {
                Region::Gap(_) | Region::Shared(_) => {}
                Region::Payload { original_len, .. } if *original_len == len => {}
                Region::Payload { original_len, .. } => {
                    skip = self.own_padding(index + 1, original);
                    // Modulo 8 the payload and its padding keep their length.
                    let before = original_len + skip;
                    placed.filler = (before % ALIGNMENT + ALIGNMENT - len % ALIGNMENT) % ALIGNMENT;
                }
                Region::Added(_) => {
                    placed.lead = padding(position);
                    placed.filler = padding(len as u64);
                }
            }
            placed.start = position + placed.lead as u64;
            position = placed.start + (len - placed.skip.min(len) + placed.filler) as u64;
            places.push(placed);
        }
        (places, position)
    }

    /// How much of the gap at `index` is zero padding of a payload that ended at `end`.
    fn own_padding(&self, index: usize, end: usize) -> usize {
        let Some(Region::Gap(gap)) = self.0.get(index) else { return 0 };
        gap.iter().take(padding(end as u64)).take_while(|&&byte| byte == 0).count()
    }

    /// Hands the pieces over in file order.
    pub(super) fn pieces<'s>(&'s self, places: &'s [Placed]) -> impl Iterator<Item = &'s [u8]> {
        self.0.iter().zip(places).flat_map(|(region, placed)| {
            let bytes = region.bytes().get(placed.skip..).unwrap_or_default();
            [zeros(placed.lead), bytes, zeros(placed.filler)]
        })
    }
}

fn push_gap<'a>(regions: &mut Vec<Region<'a>>, bytes: &'a [u8], start: usize, end: usize) {
    if let Some(gap) = bytes.get(start..end).filter(|gap| !gap.is_empty()) {
        regions.push(Region::Gap(Cow::Borrowed(gap)));
    }
}

fn set(slots: &mut [Slot], entry: usize, slot: Slot) {
    if let Some(place) = slots.get_mut(entry) {
        *place = slot;
    }
}

/// Bytes from `offset` to the next multiple of 8.
fn padding(offset: u64) -> usize {
    usize::try_from(align(offset) - offset).unwrap_or(0)
}

/// A slice of `count` zeros; fewer than [`ALIGNMENT`] are ever asked for.
fn zeros(count: usize) -> &'static [u8] {
    [0; ALIGNMENT].as_slice().get(..count).unwrap_or_default()
}

/// Checks that `slots` and `regions` belong together: every slot inside, no region with two owners.
pub(super) fn validate(regions: &Regions<'_>, slots: &[Slot]) -> Result<()> {
    let mut owned = vec![false; regions.0.len()];
    for (index, &slot) in slots.iter().enumerate() {
        let fits = match slot {
            Slot::Outside => true,
            Slot::Region(region) => {
                let ownable = matches!(
                    regions.0.get(region),
                    Some(Region::Payload { .. } | Region::Added(_))
                );
                ownable
                    && owned.get_mut(region).is_some_and(|owned| !std::mem::replace(owned, true))
            }
            Slot::Within { region, .. } => {
                matches!(regions.0.get(region), Some(Region::Shared(_)))
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
