//! Where walkers may go from where.

use std::sync::OnceLock;

use super::landmarks::Landmarks;
use super::map::{Areals, index, index32};

/// A way from one areal to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The areal it leads to.
    pub areal: u32,
    /// What it costs: from centre to centre, and 1.
    pub cost: f64,
}

/// The steps of all areals.
#[derive(Debug, Clone, Default)]
pub(super) struct Graph {
    /// Where the steps of each areal start, and where the last ones end.
    starts: Vec<u32>,
    steps: Vec<Step>,
    /// The longest way from a centre to the next.
    pub longest: f64,
    /// Made when the first way is asked for.
    landmarks: OnceLock<Landmarks>,
}

impl Graph {
    #[inline]
    pub(super) fn steps(&self, areal: usize) -> &[Step] {
        let steps = self.starts.get(areal..areal.saturating_add(2)).and_then(|range| {
            let &[start, end] = range else { return None };
            self.steps.get(index(start)..index(end))
        });
        steps.unwrap_or_default()
    }

    pub(super) fn landmarks(&self) -> &Landmarks {
        let areals = self.starts.len().saturating_sub(1);
        self.landmarks.get_or_init(|| Landmarks::of(self, areals))
    }
}

impl Areals {
    /// Links walkable areals anew, as the engine does after loading: only between walkable areals,
    /// at the cost of the distance from centre to centre and 1. Edges that a cut-out covers are no
    /// way through.
    pub(super) fn relink(&mut self) {
        let mut graph = Graph { starts: vec![0], ..Graph::default() };
        let cut = !self.cutouts.is_empty();
        // For each areal the last one that has a step to it: several edges make one step.
        let mut reached_from = vec![usize::MAX; self.len()];
        for areal in 0..self.len() {
            if self.is_walkable(areal) {
                for neighbour in self.neighbours(areal) {
                    let Some(reached) = reached_from.get_mut(neighbour.areal) else { continue };
                    let usable = neighbour.areal != areal
                        && self.is_walkable(neighbour.areal)
                        && *reached != areal;
                    let covered = || {
                        let ends = self.edge(areal, neighbour.edge);
                        ends.is_some_and(|ends| self.cutouts.covers(ends))
                    };
                    if usable && !(cut && covered()) {
                        let cost = self.distance(areal, neighbour.areal) + 1.0;
                        // A centre that is no number is nowhere: no way leads there.
                        if cost.is_finite() {
                            *reached = areal;
                            graph.steps.push(Step { areal: index32(neighbour.areal), cost });
                            graph.longest = graph.longest.max(cost - 1.0);
                        }
                    }
                }
            }
            graph.starts.push(index32(graph.steps.len()));
        }
        self.graph = graph;
    }

    /// Where walkers may go from an areal.
    pub fn steps(&self, areal: usize) -> &[Step] {
        self.graph.steps(areal)
    }

    /// From centre to centre.
    #[inline]
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        match (self.list.get(a), self.list.get(b)) {
            (Some(a), Some(b)) => distance(a.centre, b.centre),
            _ => f64::INFINITY,
        }
    }
}

#[inline]
pub(super) fn distance([ax, ay]: [f32; 2], [bx, by]: [f32; 2]) -> f64 {
    let (dx, dy) = (f64::from(ax) - f64::from(bx), f64::from(ay) - f64::from(by));
    (dx * dx + dy * dy).sqrt()
}
