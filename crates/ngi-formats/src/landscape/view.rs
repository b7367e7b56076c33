//! Following a landscape's references: grid, cells, faces, draw order.

use std::ops::Range;

use super::grid::Grid;
use super::read::Landscape;
use super::types::{Cell, DrawEntry, Face};
use crate::schema::Stream;

/// Faces that are drawn in one go: a run of the draw order.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct DrawBatch<'a> {
    /// First and second material of its first face.
    pub materials: [u8; 2],
    /// The entries.
    pub entries: Stream<'a, DrawEntry>,
}

impl<'a> Landscape<'a> {
    /// The grid as the engine takes it from the file; `None` where the directory does not say how
    /// many squares there are, or there is no cell.
    pub fn grid(&self) -> Option<Grid> {
        let across = usize::try_from(self.across).ok().filter(|&across| across > 0)?;
        let down = self.squares.len() / across;
        let first = self.cells.get(0)?.aabb;
        let ([near_x, near_y, _], [far_x, far_y, _]) = (first.min, first.max);
        let size = [far_x - near_x, far_y - near_y];
        let [x, y, _] = self.header.aabb().min;
        Some(Grid { origin: [x, y], size, across, down })
    }

    /// How many faces belong to level 0: they come first.
    pub fn split(&self) -> usize {
        let first = self.cells.get(self.squares.len()).map(|cell| usize::from(cell.first));
        first.unwrap_or(self.faces.len()).min(self.faces.len())
    }

    /// The faces of a level.
    pub fn level_faces(&self, level: usize) -> Range<usize> {
        match level {
            0 => 0..self.split(),
            1 => self.split()..self.faces.len(),
            _ => 0..0,
        }
    }

    /// The cell of a square at a level, with its number; `None` where there is none.
    pub fn cell(&self, square: usize, level: usize) -> Option<(usize, Cell)> {
        let index = self.squares.get(square)?.cell(level)?;
        Some((index, self.cells.get(index)?))
    }

    /// The faces of a cell, by their numbers; none where the run leaves the table.
    pub fn cell_faces(&self, cell: &Cell) -> Range<usize> {
        let run = cell.run();
        if run.end <= self.faces.len() { run } else { 0..0 }
    }

    /// The places of a face's corners; `None` where one of them is no vertex.
    #[inline]
    pub fn corners(&self, face: &Face) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = face.vertices;
        let at = |vertex: u16| self.positions.get(usize::from(vertex));
        Some([at(a)?, at(b)?, at(c)?])
    }

    /// The draw order of a cell: as many entries as it has faces, from the same place.
    pub fn cell_order(&self, cell: &Cell) -> Stream<'a, DrawEntry> {
        let run = self.cell_faces(cell);
        self.order.slice(run.start, run.len()).unwrap_or_default()
    }

    /// The batches of a cell: each starts at an entry with the batch flag, the first in any case.
    pub fn batches(&self, cell: &Cell) -> impl Iterator<Item = DrawBatch<'a>> {
        let order = self.cell_order(cell);
        let faces = self.faces;
        let mut start = 0;
        std::iter::from_fn(move || {
            let first = order.get(start)?;
            let rest = order.iter().skip(start + 1);
            let count = 1 + rest.take_while(|entry| !entry.starts_batch()).count();
            let entries = order.slice(start, count)?;
            start += count;
            let materials = faces.get(usize::from(first.face)).map_or([0, 0], |face| face.pair());
            Some(DrawBatch { materials, entries })
        })
    }
}
