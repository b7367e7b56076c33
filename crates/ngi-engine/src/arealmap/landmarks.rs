//! What is still to pay at the least, better than the straight line knows.
//!
//! From a few areals far apart the costs to all others are worked out once. If a landmark pays 900
//! to the goal and 200 to here, then from here it is 700 at the least: else there would be a
//! cheaper way for the landmark. Walls and lakes are in these numbers; the straight line does not
//! know them.

use std::collections::BinaryHeap;

use super::graph::Graph;
use super::map::{index, index32};
use super::route::Open;

/// How many areals are landmarks: their numbers fill a line of the processor's cache.
pub(super) const COUNT: usize = 8;

/// The costs from each landmark to one areal.
pub(super) type Costs = [f64; COUNT];

/// A landmark that is not there, or does not reach the areal.
const UNKNOWN: f64 = f64::NAN;

/// The costs from each landmark to every areal.
#[derive(Debug, Clone, Default)]
pub(super) struct Landmarks {
    costs: Vec<Costs>,
    /// Whether every step leads back at the same cost: then costs count in both directions.
    both_ways: bool,
}

impl Landmarks {
    /// Picks landmarks far from each other and works out their costs.
    pub(super) fn of(graph: &Graph, areals: usize) -> Self {
        let mut table =
            Self { costs: vec![[UNKNOWN; COUNT]; areals], both_ways: both_ways(graph, areals) };
        // How far each areal is from the nearest landmark; those nobody reaches are farthest.
        let mut nearest = vec![f64::INFINITY; areals];
        let walkable = (0..areals).find(|areal| !graph.steps(*areal).is_empty());
        let Some(first) = walkable else { return table };
        let mut next = farthest(&costs_from(graph, areals, first)).unwrap_or(first);
        for landmark in 0..COUNT {
            let costs = costs_from(graph, areals, next);
            for ((row, near), cost) in table.costs.iter_mut().zip(&mut nearest).zip(&costs) {
                if let Some(slot) = row.get_mut(landmark).filter(|_| cost.is_finite()) {
                    *slot = *cost;
                    *near = near.min(*cost);
                }
            }
            // Only where steps lead: a stone in a lake is no landmark.
            let open = nearest.iter().enumerate().filter(|(at, _)| !graph.steps(*at).is_empty());
            let far = open.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
            let Some((far, _)) = far.filter(|(_, cost)| **cost > 0.0) else { break };
            next = far;
        }
        table
    }

    pub(super) fn costs(&self, areal: usize) -> Costs {
        self.costs.get(areal).copied().unwrap_or([UNKNOWN; COUNT])
    }

    /// What is at least to pay from one areal to another. 0 where no landmark knows.
    #[inline]
    pub(super) fn at_least(&self, from: usize, goal: &Costs) -> f64 {
        let Some(costs) = self.costs.get(from) else { return 0.0 };
        let mut most = 0.0f64;
        for (here, there) in costs.iter().zip(goal) {
            let ahead = there - here;
            let ahead = if self.both_ways { ahead.abs() } else { ahead };
            // Unknown ones are greater than nothing.
            most = if ahead > most { ahead } else { most };
        }
        most
    }
}

/// Steps of one areal that are looked through for the way back.
const MOST_STEPS: usize = 64;

/// Whether every step leads back. Not where an areal has so many that looking takes its time.
fn both_ways(graph: &Graph, areals: usize) -> bool {
    (0..areals).all(|areal| {
        graph.steps(areal).iter().all(|step| {
            let back = graph.steps(index(step.areal));
            back.len() <= MOST_STEPS
                && back.iter().any(|back| back.areal == index32(areal) && back.cost == step.cost)
        })
    })
}

fn farthest(costs: &[f64]) -> Option<usize> {
    let reached = costs.iter().enumerate().filter(|(_, cost)| cost.is_finite());
    reached.max_by(|a, b| a.1.total_cmp(b.1)).map(|(at, _)| at)
}

/// Dijkstra: the costs from one areal to all.
fn costs_from(graph: &Graph, areals: usize, start: usize) -> Vec<f64> {
    let mut costs = vec![f64::INFINITY; areals];
    let mut open = BinaryHeap::new();
    if let Some(cost) = costs.get_mut(start) {
        *cost = 0.0;
        open.push(Open { estimate: 0.0, areal: index32(start) });
    }
    while let Some(Open { estimate, areal }) = open.pop() {
        if costs.get(index(areal)).is_none_or(|cost| estimate > *cost) {
            continue;
        }
        for step in graph.steps(index(areal)) {
            let reached = estimate + step.cost;
            if let Some(cost) = costs.get_mut(index(step.areal)).filter(|cost| reached < **cost) {
                *cost = reached;
                open.push(Open { estimate: reached, areal: step.areal });
            }
        }
    }
    costs
}
