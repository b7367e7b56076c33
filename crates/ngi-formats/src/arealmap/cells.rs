//! The grid's lists of areals.

use std::borrow::Borrow;

use crate::{Error, Result};

/// For each cell of the grid the areals it names. Cells go column by column: x outer, y inner.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cells {
    across: u32,
    down: u32,
    /// Where each list starts in `ids`, and where the last one ends.
    starts: Vec<u32>,
    ids: Vec<u16>,
}

impl Cells {
    /// A grid whose cells name nothing.
    pub fn empty(across: u32, down: u32) -> Result<Self> {
        let count = usize::try_from(u64::from(across) * u64::from(down)).ok();
        let count = count.filter(|count| u32::try_from(*count).is_ok()).ok_or_else(|| {
            Error::limit("cells", format!("{across} × {down} cells; {} are the limit", u32::MAX))
        })?;
        Ok(Self { across, down, starts: vec![0; count + 1], ids: Vec::new() })
    }

    /// Cells across (`cellsX`).
    pub fn across(&self) -> u32 {
        self.across
    }

    /// Cells down (`cellsY`).
    pub fn down(&self) -> u32 {
        self.down
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The areals of all cells, one list after another.
    pub fn ids(&self) -> &[u16] {
        &self.ids
    }

    /// Which cell it is, counted column by column; `None` outside the grid.
    pub fn index(&self, x: u32, y: u32) -> Option<usize> {
        let inside = x < self.across && y < self.down;
        inside.then(|| usize::try_from(u64::from(x) * u64::from(self.down) + u64::from(y)).ok())?
    }

    /// The areals of a cell.
    pub fn get(&self, x: u32, y: u32) -> Option<&[u16]> {
        self.list(self.index(x, y)?)
    }

    /// The areals of a cell, by its number.
    pub fn list(&self, index: usize) -> Option<&[u16]> {
        let start = usize::try_from(*self.starts.get(index)?).ok()?;
        let end = usize::try_from(*self.starts.get(index.checked_add(1)?)?).ok()?;
        self.ids.get(start..end)
    }

    /// All lists in order.
    pub fn lists(&self) -> impl Iterator<Item = &[u16]> {
        (0..self.len()).map(|index| self.list(index).unwrap_or_default())
    }

    /// Gives a cell other areals.
    pub fn set(&mut self, x: u32, y: u32, areals: &[u16]) -> Result<()> {
        let cell = self.index(x, y).ok_or_else(|| {
            let why = format!("cell {x}, {y} of {} × {}", self.across, self.down);
            Error::usage("cells", why)
        })?;
        let lists: Vec<Vec<u16>> = self.lists().map(<[u16]>::to_vec).collect();
        let lists = lists
            .iter()
            .enumerate()
            .map(|(index, list)| if index == cell { areals } else { list.as_slice() });
        let mut next = self.clone();
        next.fill(lists)?;
        *self = next;
        Ok(())
    }

    /// Gives every cell its list, in order; cells without one are empty.
    pub fn fill<L: Borrow<[u16]>>(&mut self, lists: impl IntoIterator<Item = L>) -> Result<()> {
        let mut lists = lists.into_iter();
        self.ids.clear();
        for index in 0..self.len() {
            if let Some(list) = lists.next() {
                self.ids.extend_from_slice(list.borrow());
            }
            let end = u32::try_from(self.ids.len())
                .map_err(|_| Error::limit("cells", "more than 4 billion areal numbers"))?;
            if let Some(slot) = self.starts.get_mut(index + 1) {
                *slot = end;
            }
        }
        Ok(())
    }

    /// From starts and numbers that are known to fit together.
    pub(super) fn from_parts(across: u32, down: u32, starts: Vec<u32>, ids: Vec<u16>) -> Self {
        Self { across, down, starts, ids }
    }
}
