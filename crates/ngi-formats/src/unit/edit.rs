//! A unit that owns its parts. Whatever is changed, they stay a tree.

use std::ops::Range;

use super::read::{Unit, branch};
use super::types::{Head, MAGIC, Part, UnitType};
use crate::schema::Record as _;
use crate::{Error, Result};

/// A unit that can be changed. What was read is written back to the same bytes.
///
/// How many parts hang on a part is counted when it is written: what a [`Part`] says itself does
/// not matter here, so that no change can break the tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnitBuf {
    /// What it begins with.
    pub head: Head,
    parts: Vec<Part>,
    /// How many parts are above each: at most one more than above the part before.
    depths: Vec<u32>,
    /// Bytes behind the last part.
    pub tail: Vec<u8>,
}

impl UnitBuf {
    /// A unit of one part.
    pub fn new(unit_type: UnitType, root: Part) -> Self {
        let head = Head { unit_type, ..Head::default() };
        Self { head, parts: vec![root], depths: vec![0], tail: Vec::new() }
    }

    /// What a unit has.
    pub fn of(unit: &Unit<'_>) -> Self {
        let depths = (0..unit.len()).map(|index| unit.depth(index)).collect();
        let (head, tail) = (unit.head(), unit.tail().to_vec());
        Self { head, parts: unit.parts().collect(), depths, tail }
    }

    /// A unit of parts, each with how many are above it. Refuses what is no tree.
    pub fn of_depths(head: Head, parts: Vec<(Part, u32)>, tail: Vec<u8>) -> Result<Self> {
        let mut most = 0;
        for (index, (_, depth)) in parts.iter().enumerate() {
            if *depth > most {
                let why = match index {
                    0 => format!("{depth}, but the first part hangs on nothing: 0"),
                    _ => format!("{depth}, but behind the part before it {most} is the most"),
                };
                return Err(Error::usage(format!("parts[{index}].depth"), why));
            }
            most = depth.saturating_add(1);
        }
        let (parts, depths) = parts.into_iter().unzip();
        Ok(Self { head, parts, depths, tail })
    }

    /// The parts, depth first.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// A part, to be changed.
    pub fn part_mut(&mut self, index: usize) -> Option<&mut Part> {
        self.parts.get_mut(index)
    }

    /// How many parts are above one.
    pub fn depth(&self, index: usize) -> Option<u32> {
        self.depths.get(index).copied()
    }

    /// What a part hangs on; `None` for a root.
    pub fn parent(&self, index: usize) -> Option<usize> {
        let above = self.depth(index)?.checked_sub(1)?;
        self.depths.get(..index)?.iter().rposition(|depth| *depth == above)
    }

    /// A part and all that hang on it, however deep.
    pub fn with_children(&self, index: usize) -> Range<usize> {
        branch(&self.depths, index)
    }

    fn known(&self, index: usize) -> Result<u32> {
        let count = self.parts.len();
        let lost = || Error::usage(format!("parts[{index}]"), format!("there are only {count}"));
        self.depth(index).ok_or_else(lost)
    }

    /// Hangs a part on another, behind those that hang on it already. Says which it became.
    pub fn add(&mut self, parent: usize, part: Part) -> Result<usize> {
        let depth = self.known(parent)?.saturating_add(1);
        let at = self.with_children(parent).end;
        self.parts.insert(at, part);
        self.depths.insert(at, depth);
        Ok(at)
    }

    /// Takes a part out, with all that hang on it, and says how many they were. The only root
    /// stays: a unit without it is none.
    pub fn remove(&mut self, index: usize) -> Result<usize> {
        let depth = self.known(index)?;
        if depth == 0 && self.depths.iter().filter(|depth| **depth == 0).count() == 1 {
            let why = "everything hangs on it: a unit without its root is none";
            return Err(Error::usage(format!("parts[{index}]"), why));
        }
        let range = self.with_children(index);
        self.parts.drain(range.clone());
        self.depths.drain(range.clone());
        Ok(range.len())
    }

    /// Hangs a part, with all that hang on it, on another, behind those that hang on that already.
    /// Says which it became.
    pub fn move_below(&mut self, index: usize, parent: usize) -> Result<usize> {
        let (depth, below) = (self.known(index)?, self.known(parent)?);
        let range = self.with_children(index);
        if range.contains(&parent) {
            let why = format!("part {parent} hangs on part {index}, or is it");
            return Err(Error::usage(format!("parts[{index}].parent"), why));
        }
        let parts: Vec<Part> = self.parts.drain(range.clone()).collect();
        let depths: Vec<u32> = self.depths.drain(range.clone()).collect();
        let parent = if parent < range.start { parent } else { parent - range.len() };
        let at = self.with_children(parent).end;
        let moved = depths.into_iter().map(|own| own - depth + below.saturating_add(1));
        self.parts.splice(at..at, parts);
        self.depths.splice(at..at, moved);
        Ok(at)
    }

    /// How many parts hang on each.
    fn child_counts(&self) -> Vec<u32> {
        let mut counts = vec![0u32; self.parts.len()];
        // The last part at each depth, as far as the tree is open.
        let mut line: Vec<usize> = Vec::new();
        for (index, depth) in self.depths.iter().enumerate() {
            line.truncate(usize::try_from(*depth).unwrap_or(usize::MAX));
            if let Some(count) = line.last().and_then(|parent| counts.get_mut(*parent)) {
                *count += 1;
            }
            line.push(index);
        }
        counts
    }

    /// The bytes, with the parts that hang on each counted.
    pub fn write(&self) -> Vec<u8> {
        let Self { head, parts, depths: _, tail } = self;
        let mut out = head.write().to_vec();
        out.splice(..MAGIC.len(), MAGIC);
        for (part, child_count) in parts.iter().zip(self.child_counts()) {
            out.extend_from_slice(&Part { child_count, ..*part }.write());
        }
        out.extend_from_slice(tail);
        out
    }
}
