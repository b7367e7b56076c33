//! A cell as the engine keeps it in memory: one word.

use super::cells::Cells;
use crate::{Error, Result};

/// Areals that a packed cell can hold: its count has ten bits.
pub const MOST_IN_CELL: u32 = (1 << 10) - 1;
/// Areal numbers that all cells together can hold: the last start has 22 bits.
pub const MOST_IN_POOL: u32 = (1 << 22) - 1;

/// How many areals a cell names, and where they start in the pool of all of them.
///
/// The count is in the ten high bits, the start in the 22 low ones. The start counts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PackedCell(pub u32);

impl PackedCell {
    /// Packs a count and a start that counts from 1; `None` where they do not fit.
    pub fn new(count: u32, start: u32) -> Option<Self> {
        (count <= MOST_IN_CELL && start <= MOST_IN_POOL).then_some(Self(count << 22 | start))
    }

    /// How many areals the cell names.
    pub fn count(self) -> u32 {
        self.0 >> 22
    }

    /// Where they start, counting from 1.
    pub fn start(self) -> u32 {
        self.0 & MOST_IN_POOL
    }

    /// Where they start and end in the pool, counting from 0; `None` for a start of 0.
    pub fn range(self) -> Option<std::ops::Range<usize>> {
        let start = usize::try_from(self.start().checked_sub(1)?).ok()?;
        Some(start..start + usize::try_from(self.count()).ok()?)
    }
}

/// All cells as the engine keeps them: a word for each, and one pool of areal numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedCells {
    /// Cells across.
    pub across: u32,
    /// Cells down.
    pub down: u32,
    /// A word for each cell, column by column.
    pub words: Vec<PackedCell>,
    /// The areals of all cells, one list after another.
    pub pool: Vec<u16>,
}

impl PackedCells {
    /// Packs cells. Fails where a list or all of them together are too long for the word.
    ///
    /// What the engine keeps as the start of an empty cell is not known; here it is where its
    /// list would begin.
    pub fn pack(cells: &Cells) -> Result<Self> {
        let mut packed = Self {
            across: cells.across(),
            down: cells.down(),
            words: Vec::with_capacity(cells.len()),
            pool: cells.ids().to_vec(),
        };
        let mut start = 1u32;
        for (index, list) in cells.lists().enumerate() {
            let count = u32::try_from(list.len()).unwrap_or(u32::MAX);
            // An empty cell behind the very last number has nowhere to start; nothing reads it.
            let at = if count == 0 { start.min(MOST_IN_POOL) } else { start };
            packed.words.push(PackedCell::new(count, at).ok_or_else(|| {
                let why = format!(
                    "{count} areals from {start}; a word holds {MOST_IN_CELL} and starts up to {MOST_IN_POOL}"
                );
                Error::limit(format!("cells[{index}]"), why)
            })?);
            start = start.saturating_add(count);
        }
        Ok(packed)
    }

    /// Unpacks cells. Fails where a word leads outside the pool. The pool may hold numbers that
    /// no cell names, or one list for several cells; each cell then gets its own.
    pub fn unpack(&self) -> Result<Cells> {
        let mut cells = Cells::empty(self.across, self.down)?;
        if self.words.len() != cells.len() {
            let why = format!("{} words for {} cells", self.words.len(), cells.len());
            return Err(Error::usage("words", why));
        }
        let mut lists: Vec<&[u16]> = Vec::with_capacity(self.words.len());
        for (index, word) in self.words.iter().enumerate() {
            let list = match word.count() {
                0 => Some([].as_slice()),
                _ => word.range().and_then(|range| self.pool.get(range)),
            };
            lists.push(list.ok_or_else(|| {
                let why = format!(
                    "{} areals from {}, but the pool has {}",
                    word.count(),
                    word.start(),
                    self.pool.len()
                );
                Error::usage(format!("words[{index}]"), why)
            })?);
        }
        cells.fill(lists)?;
        Ok(cells)
    }
}
