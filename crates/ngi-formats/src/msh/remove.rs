//! Taking geometry out of a model's tables and closing the gaps.

use std::ops::Range;

use super::types::Slot;
use crate::msh::ModelDoc;
use crate::tables::OwnedTable;
use crate::{Error, Result};

/// Where records go when some are taken out.
struct Moved {
    /// Per record how many before it are gone.
    gone_before: Vec<usize>,
    gone: Vec<bool>,
}

impl Moved {
    fn new(gone: Vec<bool>) -> Self {
        let mut count = 0;
        let mut gone_before = Vec::with_capacity(gone.len() + 1);
        for &gone in &gone {
            gone_before.push(count);
            count += usize::from(gone);
        }
        gone_before.push(count);
        Self { gone_before, gone }
    }

    fn is_gone(&self, index: usize) -> bool {
        self.gone.get(index) == Some(&true)
    }

    /// Where a record that stays goes; one past the end stays one past the end.
    fn to(&self, index: usize) -> usize {
        index - self.gone_before.get(index).or(self.gone_before.last()).copied().unwrap_or(0)
    }

    fn retain<T>(&self, table: &mut Vec<T>) {
        let mut index = 0;
        table.retain(|_| {
            index += 1;
            !self.is_gone(index - 1)
        });
    }
}

fn marked(count: usize, ranges: impl IntoIterator<Item = Range<usize>>) -> Vec<bool> {
    let mut marks = vec![false; count];
    for range in ranges {
        marks.get_mut(range).unwrap_or_default().fill(true);
    }
    marks
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

impl ModelDoc {
    /// Takes out what only this slot uses: its batches, their indices, its triangles, and the
    /// vertices no other batch needs. The slot itself stays, and is empty.
    pub(super) fn remove_geometry(&mut self, index: usize) -> Result<()> {
        let slot = self.slot_record(index)?;
        self.check_overlap()?;
        self.check_batches()?;
        let others = || self.slots.iter().enumerate().filter(|&(other, _)| other != index);
        let shared = others().any(|(_, other)| {
            overlap(&other.batches(), &slot.batches())
                || overlap(&other.triangles(), &slot.triangles())
        });
        if !shared {
            self.remove_vertices(&slot);
            self.remove_indices(&slot);
            self.remove_triangles(&slot);
            self.remove_batches(&slot);
        }
        if let Some(place) = self.slots.get_mut(index) {
            *place = Slot {
                triangle_start: 0,
                triangle_count: 0,
                batch_start: 0,
                batch_count: 0,
                ..slot
            };
        }
        Ok(())
    }

    /// Fails where a batch's references lead nowhere, or where two draw the same indices.
    fn check_batches(&self) -> Result<()> {
        let mut ranges = Vec::with_capacity(self.batches.len());
        for batch in 0..self.batches.len() {
            self.batch_faces(batch)?;
            let range = self.index_range(batch);
            if !range.is_empty() {
                ranges.push((range.start, range.end, batch));
            }
        }
        ranges.sort_unstable();
        for pair in ranges.windows(2) {
            if let &[(_, end, first), (start, _, second)] = pair
                && start < end
            {
                let why = format!(
                    "it draws indices of batch {first} too; a canonical rebuild parts them"
                );
                return Err(Error::usage(format!("batches[{second}]"), why));
            }
        }
        Ok(())
    }

    fn index_range(&self, batch: usize) -> Range<usize> {
        let Some(batch) = self.batches.get(batch) else { return 0..0 };
        let start = usize::try_from(batch.index_start).unwrap_or(usize::MAX);
        start..start.saturating_add(usize::from(batch.index_count))
    }

    /// Vertices that only this slot's batches use. Those that nobody uses stay.
    fn remove_vertices(&mut self, slot: &Slot) {
        let mut gone = vec![false; self.positions.len()];
        // What the slot uses is marked first, what any other batch uses is unmarked then.
        let (mine, others): (Vec<_>, Vec<_>) =
            (0..self.batches.len()).partition(|batch| slot.batches().contains(batch));
        for (batches, mark) in [(mine, true), (others, false)] {
            for face in batches.into_iter().filter_map(|batch| self.batch_faces(batch).ok()) {
                for vertex in face.into_iter().flatten() {
                    let place = usize::try_from(vertex).ok().and_then(|v| gone.get_mut(v));
                    if let Some(place) = place {
                        *place = mark;
                    }
                }
            }
        }
        let moved = Moved::new(gone);
        for batch in (0..self.batches.len()).filter(|batch| !slot.batches().contains(batch)) {
            self.rebase(batch, &moved);
        }
        fn retain<T>(moved: &Moved, table: Option<&mut OwnedTable<T>>) {
            table.into_iter().for_each(|table| moved.retain(&mut table.records));
        }
        retain(&moved, Some(&mut self.positions));
        retain(&moved, self.normals.as_mut());
        retain(&moved, self.uvs.as_mut());
        retain(&moved, self.extra.as_mut());
        retain(&moved, self.tangents.as_mut());
        retain(&moved, self.lightmap_uvs.as_mut());
    }

    /// Follows vertices that moved up: order is kept, so indices only get smaller.
    fn rebase(&mut self, index: usize, moved: &Moved) {
        let range = self.index_range(index);
        let Some(batch) = self.batches.records.get_mut(index) else { return };
        let old = usize::try_from(batch.base_vertex).unwrap_or(usize::MAX);
        if range.is_empty() || old > moved.gone.len() {
            return;
        }
        let base = moved.to(old);
        let indices = self.indices.records.get_mut(range).unwrap_or_default();
        let largest = indices.iter().max();
        let whole = largest.and_then(|most| most.checked_add(1)) == Some(batch.vertex_count);
        for index in indices.iter_mut() {
            let vertex = moved.to(old + usize::from(*index));
            *index = u16::try_from(vertex - base).unwrap_or(u16::MAX);
        }
        if whole {
            batch.vertex_count = indices.iter().max().map_or(0, |&most| most.saturating_add(1));
        }
        batch.base_vertex = u32::try_from(base).unwrap_or(u32::MAX);
    }

    fn remove_indices(&mut self, slot: &Slot) {
        let mine: Vec<_> = slot.batches().map(|batch| self.index_range(batch)).collect();
        let gone = Moved::new(marked(self.indices.len(), mine));
        for batch in (0..self.batches.len()).filter(|batch| !slot.batches().contains(batch)) {
            let start = gone.to(self.index_range(batch).start.min(gone.gone.len()));
            if let Some(batch) = self.batches.get_mut(batch) {
                batch.index_start = u32::try_from(start).unwrap_or(u32::MAX);
            }
        }
        gone.retain(&mut self.indices.records);
    }

    fn remove_triangles(&mut self, slot: &Slot) {
        let Some(triangles) = self.triangles.as_mut() else { return };
        let gone = Moved::new(marked(triangles.len(), [slot.triangles()]));
        gone.retain(&mut triangles.records);
        for triangle in triangles.iter_mut() {
            for edge in 0..3 {
                let Some(neighbour) = triangle.neighbour(edge) else { continue };
                let twin = triangle.twin(edge).and_then(|twin| u16::try_from(twin).ok());
                match u16::try_from(gone.to(neighbour)) {
                    Ok(to) if !gone.is_gone(neighbour) => {
                        triangle.link(edge, to, twin.unwrap_or(3));
                    }
                    _ => triangle.unlink(edge),
                }
            }
        }
        self.move_slots(&gone, true);
    }

    fn remove_batches(&mut self, slot: &Slot) {
        let gone = Moved::new(marked(self.batches.len(), [slot.batches()]));
        gone.retain(&mut self.batches.records);
        self.move_slots(&gone, false);
    }

    fn move_slots(&mut self, gone: &Moved, triangles: bool) {
        for slot in self.slots.iter_mut() {
            let start = if triangles { &mut slot.triangle_start } else { &mut slot.batch_start };
            let to = gone.to(usize::from(*start).min(gone.gone.len()));
            *start = u16::try_from(to).unwrap_or(*start);
        }
    }
}
