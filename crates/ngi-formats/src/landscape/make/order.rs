//! The draw order of a cell: faces grouped by their pair of materials.

use crate::landscape::flags::FaceFlags;
use crate::landscape::types::{DrawEntry, Face};
use crate::{Error, Result};

use crate::landscape::LandscapeDoc;

impl LandscapeDoc {
    /// Makes the draw order of one cell anew, as the engine does when a building is placed: each
    /// pair of materials in one run, its first entry starting a batch; a face that is not ground
    /// gets a batch of its own.
    ///
    /// Pairs stay in the order in which they are drawn now, and so do the faces of a pair: an order
    /// that is right already does not change. What else an entry says goes with its face.
    pub fn bake_cell(&mut self, cell: usize) -> Result<()> {
        let count = self.cells.len();
        let record =
            self.cells.get(cell).copied().ok_or_else(|| {
                Error::usage(format!("cells[{cell}]"), format!("there are {count}"))
            })?;
        let run = record.run();
        let Some(faces) = self.faces.get(run.clone()) else {
            let why = format!("its faces end at {} of {}", run.end, self.faces.len());
            return Err(Error::usage(format!("cells[{cell}]"), why));
        };
        let current = self.order.get(run.clone()).unwrap_or_default();
        let baked = bake(faces, record.first, current);
        self.extend_order(run.end);
        for (place, entry) in self.order.iter_mut().skip(run.start).zip(baked) {
            *place = entry;
        }
        Ok(())
    }

    /// Gives every face up to `end` an entry.
    fn extend_order(&mut self, end: usize) {
        let from = self.order.len();
        for face in from..end {
            self.order.push(DrawEntry::new(u16::try_from(face).unwrap_or(u16::MAX), true));
        }
    }
}

/// The order of a cell whose faces are `faces`, numbered from `first`. `current` is what it is now;
/// where that is no order of these faces, they are taken as they are stored.
pub(super) fn bake(faces: &[Face], first: u16, current: &[DrawEntry]) -> Vec<DrawEntry> {
    let entries = if is_order(faces.len(), first, current) {
        current.to_vec()
    } else {
        (first..).take(faces.len()).map(|face| DrawEntry::new(face, false)).collect()
    };
    // Each pair's place, by when it comes up first.
    let mut groups: Vec<(Option<[u8; 2]>, Vec<DrawEntry>)> = Vec::new();
    let mut group_of = std::collections::HashMap::new();
    for entry in entries {
        let face = usize::from(entry.face.wrapping_sub(first));
        let Some(face) = faces.get(face) else { continue };
        let pair = (!face.flags.has(FaceFlags::NOT_GROUND)).then_some(face.pair());
        let group = match pair {
            Some(pair) => *group_of.entry(pair).or_insert(groups.len()),
            None => groups.len(),
        };
        match groups.get_mut(group) {
            Some((_, members)) => members.push(entry),
            None => groups.push((pair, vec![entry])),
        }
    }
    let mut baked = Vec::with_capacity(faces.len());
    for (_, members) in groups {
        for (place, mut entry) in members.into_iter().enumerate() {
            let batch = crate::landscape::flags::DrawFlags::BATCH.0;
            entry.flags.0 = entry.flags.0 & !batch | if place == 0 { batch } else { 0 };
            baked.push(entry);
        }
    }
    baked
}

/// Whether `entries` name each of `count` faces from `first` once.
fn is_order(count: usize, first: u16, entries: &[DrawEntry]) -> bool {
    if entries.len() != count {
        return false;
    }
    let mut seen = vec![false; count];
    entries.iter().all(|entry| {
        let face = usize::from(entry.face.wrapping_sub(first));
        seen.get_mut(face).is_some_and(|seen| !std::mem::replace(seen, true))
    })
}
