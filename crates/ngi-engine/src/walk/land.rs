//! What is walked on.

use ngi_formats::landscape::FaceFilter;
use ngi_formats::tma::PlacedKind;
use ngi_formats::unit::UnitType;

use super::body::Body;
use crate::arealmap::Areals;
use crate::landscape::{Footing, Ground, walker};
use crate::portable::hypot;
use crate::world::{Placed, World};

/// The tangent of 80°: the ground may rise so much on a metre of way.
const STEEPEST_RISE: f32 = 5.671_28;
/// What rounding may add to a rise.
const SLACK: f32 = 1e-3;

/// Something that stands in the way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Obstacle {
    /// Its number in the mission.
    pub object: usize,
    /// The box it stands on, corner after corner.
    pub footprint: [[f32; 2]; 4],
}

/// What stands in the way in a mission: buildings and scenery. Machines are no obstacles, and
/// neither are bridges; that one stands below their decks is open.
pub fn obstacles(world: &World) -> Vec<Obstacle> {
    let is_bridge = |placed: &Placed| placed.assembly.unit_type == Some(UnitType::BRIDGE);
    let stands =
        |placed: &&Placed| placed.is_there && placed.kind != PlacedKind::UNIT && !is_bridge(placed);
    let there = world.objects.iter().filter(stands);
    there.filter_map(|it| Some(Obstacle { object: it.index, footprint: it.footprint()? })).collect()
}

/// What is walked on.
#[derive(Debug, Clone, Copy)]
pub struct Land<'a> {
    /// The ground, as buildings have cut it.
    pub ground: &'a Ground,
    /// The areals: lakes are known by them.
    pub areals: Option<&'a Areals>,
    /// What stands in the way.
    pub obstacles: &'a [Obstacle],
}

impl<'a> Land<'a> {
    /// The land of a mission; `None` where it has no ground.
    pub fn of(world: &'a World, obstacles: &'a [Obstacle]) -> Option<Self> {
        let level = world.level.as_ref()?;
        Some(Self { ground: &level.ground, areals: level.areals.as_ref(), obstacles })
    }

    /// What carries a body at a point, from a height on: the engine's search.
    pub fn footing(&self, at: [f32; 3], body: &Body) -> Option<Footing> {
        self.ground.walk(at, body.radius, &walker())
    }

    /// What carries a body after a step; `None` where the step leads nowhere. What it is inside of
    /// already does not hold it back.
    pub fn step(&self, from: [f32; 3], to: [f32; 2], body: &Body) -> Option<Footing> {
        let [x, y, z] = from;
        if !self.is_open([x, y], to, body) {
            return None;
        }
        let [to_x, to_y] = to;
        let footing = self.footing([to_x, to_y, z], body)?;
        let (rise, far) = (footing.z - z, hypot(to_x - x, to_y - y));
        if rise > far * STEEPEST_RISE + SLACK {
            return None;
        }
        let too_steep = |limit: f32| rise > SLACK && self.upright(footing.face) < limit;
        (!body.brakes_at.is_some_and(too_steep)).then_some(footing)
    }

    /// Whether a body may be at a point that it comes to from outside of everything.
    pub(super) fn is_free(&self, at: [f32; 2], body: &Body) -> bool {
        self.is_open([f32::MAX; 2], at, body) && self.holds(at, body.radius)
    }

    /// How far down a slope leads that one can walk, on so much way.
    pub(super) fn drop_on(moved: f32) -> f32 {
        moved * STEEPEST_RISE + SLACK
    }

    /// Whether a body may be where it was not before.
    fn is_open(&self, from: [f32; 2], to: [f32; 2], body: &Body) -> bool {
        let enters = |inside: &dyn Fn([f32; 2]) -> bool| inside(to) && !inside(from);
        let outside = |at: [f32; 2]| !self.holds(at, body.radius);
        let wet = |at: [f32; 2]| self.is_deep(at, body);
        let met = |it: &Obstacle| enters(&|at| reaches(&it.footprint, at, body.girth));
        !enters(&outside) && !enters(&wet) && !self.obstacles.iter().any(met)
    }

    /// Whether a point is on the map, so far from its border.
    fn holds(&self, [x, y]: [f32; 2], inset: f32) -> bool {
        let Some([[x0, y0, _], [x1, y1, _]]) = self.ground.bounds() else { return false };
        (x0 + inset..=x1 - inset).contains(&x) && (y0 + inset..=y1 - inset).contains(&y)
    }

    /// Whether a point is in a lake, or under more liquid than a body wades through (S).
    fn is_deep(&self, [x, y]: [f32; 2], body: &Body) -> bool {
        let top = self.ground.height([x, y], &FaceFilter::default());
        let liquid = |it: &Footing| self.ground.faces().get(it.face).is_some_and(|f| f.is_liquid());
        let Some(surface) = top.filter(liquid) else { return false };
        let lake = |areals: &Areals| areals.at(x, y).is_some_and(|areal| areals.is_lake(areal));
        let bed = self.ground.height([x, y], &walker());
        let depth = bed.map_or(f32::INFINITY, |bed| surface.z - bed.z);
        depth > body.wades || self.areals.is_some_and(lake)
    }

    /// How upright a face is: the z of its normal.
    fn upright(&self, face: usize) -> f32 {
        self.ground.faces().get(face).map_or(0.0, |face| face.decode_normal()[2])
    }
}

/// Whether a point is inside a quad, or nearer to it than this.
fn reaches(quad: &[[f32; 2]; 4], [x, y]: [f32; 2], near: f32) -> bool {
    let sides = quad.iter().zip(quad.iter().cycle().skip(1));
    let (mut left, mut right, mut closest) = (true, true, f32::INFINITY);
    for ([ax, ay], [bx, by]) in sides {
        let ([dx, dy], [px, py]) = ([bx - ax, by - ay], [x - ax, y - ay]);
        let turn = dx * py - dy * px;
        (left, right) = (left && turn >= 0.0, right && turn <= 0.0);
        let long = dx * dx + dy * dy;
        let along = if long > 0.0 { ((px * dx + py * dy) / long).clamp(0.0, 1.0) } else { 0.0 };
        closest = closest.min(hypot(px - dx * along, py - dy * along));
    }
    left || right || closest < near
}
