//! The cheapest way over walkable areals.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::graph::distance;
use super::landmarks::{Costs, Landmarks};
use super::map::{Areals, index, index32};
use super::rand::Rand;

/// After so many areals the engine gives up.
pub const MOST_NODES: usize = 2048;

/// How to look for a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RouteOptions {
    /// Draw each cost anew, up to 1.7 times, as the engine does so that walkers spread out. The
    /// seed makes the same way come again.
    pub seed: Option<u32>,
    /// Give up after looking at so many areals.
    pub limit: Option<usize>,
}

impl RouteOptions {
    /// As the engine looks: with random costs, and at no more than 2,048 areals.
    pub fn engine(seed: u32) -> Self {
        Self { seed: Some(seed), limit: Some(MOST_NODES) }
    }
}

/// A way from one point to another.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Route {
    /// The areals it leads through, both ends included.
    pub areals: Vec<usize>,
    /// Both ends, and between them where it crosses from areal to areal. Heights are those of the
    /// areals, not of the ground.
    pub points: Vec<[f32; 3]>,
    /// The sum of its steps, from the centre of the first areal to that of the last. Random costs
    /// choose the way but do not count here.
    pub cost: f64,
    /// How many areals were looked at.
    pub visited: usize,
}

/// Why there is no way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    /// The start is on no areal.
    #[error("there is no areal at the start")]
    NoStart,
    /// The goal is on no areal.
    #[error("there is no areal at the goal")]
    NoGoal,
    /// The start is where walkers may not be.
    #[error("areal {0} at the start is not walkable")]
    StartNotWalkable(usize),
    /// The goal is where walkers may not be. The engine refuses such goals.
    #[error("areal {0} at the goal is not walkable")]
    GoalNotWalkable(usize),
    /// No way leads there.
    #[error("no way leads from areal {0} to areal {1}")]
    Apart(usize, usize),
    /// Too many areals were looked at.
    #[error("gave up after {0} areals")]
    GaveUp(usize),
}

/// Looks for ways, and keeps its arrays from one to the next.
#[derive(Debug, Clone)]
pub struct Router<'a> {
    areals: &'a Areals,
    /// What is known of each areal; outdated unless its round is this one.
    nodes: Vec<Node>,
    round: u32,
    open: BinaryHeap<Open>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    cost: f64,
    /// What is still to pay at the least; worked out when the areal is first met.
    ahead: f64,
    round: u32,
    from: u32,
    closed: bool,
}

const FRESH: Node =
    Node { cost: f64::INFINITY, ahead: 0.0, round: 0, from: u32::MAX, closed: false };

/// An areal to look at, cheapest first; of equal ones the one with the lower number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Open {
    pub estimate: f64,
    pub areal: u32,
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        // The heap gives out its greatest.
        let by_estimate = other.estimate.total_cmp(&self.estimate);
        by_estimate.then_with(|| other.areal.cmp(&self.areal))
    }
}

impl Areals {
    /// Looks for one way. For many of them a [`Router`] is faster.
    pub fn route(
        &self,
        from: [f32; 2],
        to: [f32; 2],
        options: &RouteOptions,
    ) -> Result<Route, NoRoute> {
        self.router().route(from, to, options)
    }

    /// Something that looks for ways.
    pub fn router(&self) -> Router<'_> {
        Router { areals: self, nodes: vec![FRESH; self.len()], round: 0, open: BinaryHeap::new() }
    }

    /// The areal of an end of a way, if walkers may be there.
    fn end(
        &self,
        [x, y]: [f32; 2],
        none: NoRoute,
        blocked: fn(usize) -> NoRoute,
    ) -> Result<usize, NoRoute> {
        let areal = self.at(x, y).ok_or(none)?;
        if self.is_walkable(areal) { Ok(areal) } else { Err(blocked(areal)) }
    }
}

impl<'a> Router<'a> {
    /// The areals this looks over.
    pub fn areals(&self) -> &'a Areals {
        self.areals
    }

    /// The cheapest way from one point to another.
    pub fn route(
        &mut self,
        from: [f32; 2],
        to: [f32; 2],
        options: &RouteOptions,
    ) -> Result<Route, NoRoute> {
        let start = self.areals.end(from, NoRoute::NoStart, NoRoute::StartNotWalkable)?;
        let goal = self.areals.end(to, NoRoute::NoGoal, NoRoute::GoalNotWalkable)?;
        let mut route = self.between(start, goal, options)?;
        route.points = self.areals.corridor(from, to, &route.areals);
        Ok(route)
    }

    /// The cheapest way from one areal to another, as areals: without points.
    pub fn between(
        &mut self,
        start: usize,
        goal: usize,
        options: &RouteOptions,
    ) -> Result<Route, NoRoute> {
        let visited = self.search(start, goal, options)?;
        let mut areals = vec![goal];
        let mut at = goal;
        while at != start {
            // Every areal but the start was reached from another, and none twice.
            let Some(node) = self.nodes.get(at) else { break };
            at = index(node.from);
            areals.push(at);
        }
        areals.reverse();
        let steps = areals.iter().zip(areals.iter().skip(1));
        // Not `sum`: of nothing that is -0.
        let cost = steps.fold(0.0, |sum, (a, b)| sum + self.areals.distance(*a, *b) + 1.0);
        Ok(Route { areals, points: Vec::new(), cost, visited })
    }

    /// A*: how many areals were looked at.
    fn search(
        &mut self,
        start: usize,
        goal: usize,
        options: &RouteOptions,
    ) -> Result<usize, NoRoute> {
        let ahead = Ahead::new(self.areals, goal).ok_or(NoRoute::NoGoal)?;
        self.areals.areal(start).ok_or(NoRoute::NoStart)?;
        let mut rand = options.seed.map(Rand::new);
        self.begin(start);
        let mut visited = 0;
        while let Some(Open { areal, .. }) = self.open.pop() {
            let at = index(areal);
            let Some(node) = self.nodes.get_mut(at) else { continue };
            if node.closed {
                continue;
            }
            node.closed = true;
            let cost = node.cost;
            visited += 1;
            if at == goal {
                return Ok(visited);
            }
            if options.limit.is_some_and(|limit| visited >= limit) {
                return Err(NoRoute::GaveUp(visited));
            }
            for step in self.areals.graph.steps(at) {
                let factor = rand.as_mut().map_or(1.0, |rand| 1.0 + 0.7 * rand.share());
                let next = index(step.areal);
                let Some(node) = self.nodes.get_mut(next) else { continue };
                if node.round != self.round {
                    *node = Node { round: self.round, ahead: ahead.of(next), ..FRESH };
                }
                let reached = cost + step.cost * factor;
                if !node.closed && reached < node.cost {
                    (node.cost, node.from) = (reached, areal);
                    self.open.push(Open { estimate: reached + node.ahead, areal: step.areal });
                }
            }
        }
        Err(NoRoute::Apart(start, goal))
    }

    /// Forgets the last search.
    fn begin(&mut self, start: usize) {
        self.open.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            // After 4 billion searches old marks would look new.
            self.nodes.fill(FRESH);
            self.round = 1;
        }
        if let Some(node) = self.nodes.get_mut(start) {
            *node = Node { cost: 0.0, round: self.round, ..FRESH };
        }
        self.open.push(Open { estimate: 0.0, areal: index32(start) });
    }
}

/// The least that is still to pay: the distance as the crow flies and 1 for each step it takes at
/// least, or what the landmarks know, whichever is more. Never too much, so the way found is the
/// cheapest.
struct Ahead<'a> {
    areals: &'a Areals,
    landmarks: &'a Landmarks,
    goal: [f32; 2],
    goal_costs: Costs,
    per_unit: f64,
}

impl<'a> Ahead<'a> {
    fn new(areals: &'a Areals, goal: usize) -> Option<Self> {
        let longest = areals.graph.longest;
        let steps = if longest > 0.0 { 1.0 / longest } else { 0.0 };
        let landmarks = areals.graph.landmarks();
        Some(Self {
            areals,
            landmarks,
            goal: areals.areal(goal)?.centre,
            goal_costs: landmarks.costs(goal),
            per_unit: 1.0 + steps,
        })
    }

    #[inline]
    fn of(&self, areal: usize) -> f64 {
        let Some(here) = self.areals.list.get(areal) else { return 0.0 };
        let straight = distance(here.centre, self.goal) * self.per_unit;
        let known = self.landmarks.at_least(areal, &self.goal_costs);
        // A little less, so that rounding does not make it too much.
        straight.max(known) * (1.0 - 1e-9)
    }
}
