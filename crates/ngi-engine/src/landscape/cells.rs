//! Lists of runtime objects by square.
//!
//! The engine keeps three arrays beside the landscape, one list per square each (`this+31588`,
//! `this+31592`, `this+31596`). Nothing of them is in a file.

use std::collections::HashMap;
use std::hash::Hash;

use super::grid::Grid;

/// An element of the first of the engine's arrays: 8 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Marked {
    /// Who.
    pub id: u32,
    /// Unknown; the engine writes 0 when it adds an element (`sub_10012E20`).
    pub aux: u32,
}

impl Marked {
    /// An element as the engine adds it.
    pub fn new(id: u32) -> Self {
        Self { id, aux: 0 }
    }
}

/// The engine's three arrays.
#[derive(Debug, Clone)]
pub struct LevelLists {
    /// `this+31588`: ids with an unknown second number.
    pub marked: CellLists<Marked>,
    /// `this+31592`: ids.
    pub ids: CellLists<u32>,
    /// `this+31596`: objects and agents.
    pub objects: CellLists<u32>,
}

impl LevelLists {
    /// Empty lists for every square.
    pub fn new(grid: &Grid) -> Self {
        let (marked, ids) = (CellLists::new(grid), CellLists::new(grid));
        Self { marked, objects: ids.clone(), ids }
    }
}

/// The area of an object in plan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The corner with the smallest numbers.
    pub min: [f32; 2],
    /// The opposite corner.
    pub max: [f32; 2],
}

impl Area {
    /// The area around a point.
    pub fn around([x, y]: [f32; 2], radius: f32) -> Self {
        Self { min: [x - radius, y - radius], max: [x + radius, y + radius] }
    }

    fn touches(&self, other: &Self) -> bool {
        let axes = self.min.iter().zip(&self.max).zip(other.min.iter().zip(&other.max));
        axes.into_iter().all(|((low, high), (min, max))| low <= max && high >= min)
    }
}

/// One list per square: who touches it, in the order of arrival.
///
/// An object is in the lists of all squares its area touches; outside the grid it is in none, but
/// still known.
#[derive(Debug, Clone)]
pub struct CellLists<T> {
    grid: Grid,
    lists: HashMap<usize, Vec<T>>,
    areas: HashMap<T, Area>,
}

impl<T: Copy + Eq + Hash> CellLists<T> {
    /// Empty lists for every square of a grid.
    pub fn new(grid: &Grid) -> Self {
        Self { grid: *grid, lists: HashMap::new(), areas: HashMap::new() }
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }

    /// The area of an object.
    pub fn area(&self, object: T) -> Option<Area> {
        self.areas.get(&object).copied()
    }

    /// Adds an object; one that is there already moves. Says whether it is new.
    pub fn add(&mut self, object: T, area: Area) -> bool {
        let new = !self.remove(object);
        for square in self.grid.squares_touched(area.min, area.max) {
            self.lists.entry(square).or_default().push(object);
        }
        self.areas.insert(object, area);
        new
    }

    /// Moves an object. Lists that it stays in keep its place. Says whether it was there.
    pub fn shift(&mut self, object: T, area: Area) -> bool {
        let Some(place) = self.areas.get_mut(&object) else { return false };
        let before = std::mem::replace(place, area);
        let (old, new) =
            (self.grid.touched(before.min, before.max), self.grid.touched(area.min, area.max));
        if old == new {
            return true;
        }
        let within = |square: usize, range: Option<[[u32; 2]; 2]>| {
            let (Some([column, row]), Some([[c0, c1], [r0, r1]])) =
                (self.grid.of_index(square), range)
            else {
                return false;
            };
            (c0..=c1).contains(&column) && (r0..=r1).contains(&row)
        };
        let left = self.grid.squares_touched(before.min, before.max);
        let left: Vec<usize> = left.filter(|&square| !within(square, new)).collect();
        let entered = self.grid.squares_touched(area.min, area.max);
        let entered: Vec<usize> = entered.filter(|&square| !within(square, old)).collect();
        left.into_iter().for_each(|square| self.leave(square, object));
        for square in entered {
            self.lists.entry(square).or_default().push(object);
        }
        true
    }

    /// Removes an object. Says whether it was there.
    pub fn remove(&mut self, object: T) -> bool {
        let Some(area) = self.areas.remove(&object) else { return false };
        for square in self.grid.squares_touched(area.min, area.max) {
            self.leave(square, object);
        }
        true
    }

    fn leave(&mut self, square: usize, object: T) {
        if let Some(list) = self.lists.get_mut(&square) {
            list.retain(|other| *other != object);
            if list.is_empty() {
                self.lists.remove(&square);
            }
        }
    }

    /// The list of a square.
    pub fn in_square(&self, square: usize) -> &[T] {
        self.lists.get(&square).map_or(&[], Vec::as_slice)
    }

    /// The objects whose areas touch an area, each once: by square, then by arrival.
    pub fn query(&self, area: Area) -> Vec<T> {
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for square in self.grid.squares_touched(area.min, area.max) {
            for &object in self.in_square(square) {
                let touched = self.areas.get(&object).is_some_and(|other| other.touches(&area));
                if touched && seen.insert(object) {
                    found.push(object);
                }
            }
        }
        found
    }
}
