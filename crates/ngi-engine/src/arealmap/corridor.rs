//! The points of a way: where it crosses from areal to areal.

use super::graph::distance;
use super::map::Areals;
use crate::portable::wide;

/// How far from the end of an edge a way passes it at the least.
const INSET: f64 = 3.0;
/// Places of an edge that are tried where a cut-out is in the way.
const PLACES: u8 = 16;

/// A place where a way may cross an edge.
struct Crossing {
    point: [f32; 3],
    /// Whether the line to the goal goes through it.
    straight: bool,
    length: f64,
}

impl Areals {
    /// Both ends, and where a walker crosses each shared edge between: where the line from the
    /// last point to the goal does, else at the nearer end of the edge, 3 units in.
    pub fn corridor(&self, from: [f32; 2], to: [f32; 2], areals: &[usize]) -> Vec<[f32; 3]> {
        let mut points = Vec::with_capacity(areals.len() + 1);
        let end = |areal: Option<&usize>, [x, y]: [f32; 2]| {
            [x, y, areal.map_or(0.0, |areal| self.plane_height(*areal, [x, y]))]
        };
        points.push(end(areals.first(), from));
        let mut at = from;
        for (here, next) in areals.iter().zip(areals.iter().skip(1)) {
            if let Some(point) = self.crossing(*here, *next, at, to) {
                at = [point[0], point[1]];
                points.push(point);
            }
        }
        points.push(end(areals.last(), to));
        points
    }

    /// Where to cross from one areal to the next. Areals may share several edges: one that the
    /// line goes through is best, else the one that makes the shortest way.
    fn crossing(&self, here: usize, next: usize, at: [f32; 2], to: [f32; 2]) -> Option<[f32; 3]> {
        let shared = self.neighbours(here).filter(|neighbour| neighbour.areal == next);
        let crossings = shared.filter_map(|neighbour| {
            let ends = self.edge(here, neighbour.edge)?;
            if !self.cutouts.is_empty() && self.cutouts.covers(ends) {
                return None;
            }
            Some(self.cross(ends, at, to))
        });
        let best = crossings
            .min_by(|a, b| b.straight.cmp(&a.straight).then(a.length.total_cmp(&b.length)));
        best.map(|best| best.point)
    }

    fn cross(&self, ends: [[f32; 3]; 2], at: [f32; 2], to: [f32; 2]) -> Crossing {
        let (place, straight) = place_on(ends, at, to);
        let crossing = |place: f64, straight: bool| {
            let point = on(ends, place);
            let flat = [point[0], point[1]];
            Crossing { point, straight, length: distance(at, flat) + distance(flat, to) }
        };
        let wanted = crossing(place, straight);
        if self.cutouts.is_empty() || !self.cutouts.holds([wanted.point[0], wanted.point[1]]) {
            return wanted;
        }
        // Something stands there: the nearest place of the edge that is free.
        let places = (0..=PLACES).map(|step| f64::from(step) / f64::from(PLACES));
        let free = places
            .map(|place| (crossing(place, false), place))
            .filter(|(crossing, _)| !self.cutouts.holds([crossing.point[0], crossing.point[1]]));
        let nearest = free.min_by(|a, b| (a.1 - place).abs().total_cmp(&(b.1 - place).abs()));
        nearest.map_or(wanted, |(crossing, _)| crossing)
    }
}

/// Where along an edge a way crosses it, 0 at its start and 1 at its end, and whether the line to
/// the goal does so itself.
fn place_on([a, b]: [[f32; 3]; 2], at: [f32; 2], to: [f32; 2]) -> (f64, bool) {
    let ([ax, ay, _], [bx, by, _]) = (a.map(f64::from), b.map(f64::from));
    let ([px, py], [gx, gy]) = (at.map(f64::from), to.map(f64::from));
    let (ex, ey, dx, dy) = (bx - ax, by - ay, gx - px, gy - py);
    let length = (ex * ex + ey * ey).sqrt();
    let inset = if length > 0.0 { (INSET / length).min(0.5) } else { 0.5 };
    let cross = dx * ey - dy * ex;
    // How far along the line, and how far along the edge.
    let along = ((ax - px) * ey - (ay - py) * ex) / cross;
    let place = ((ax - px) * dy - (ay - py) * dx) / cross;
    if (0.0..=1.0).contains(&along) && (0.0..=1.0).contains(&place) {
        return (place, true);
    }
    // The line misses: the end that makes the shorter way, a little in.
    let way = |place: f64| {
        let (x, y) = (ax + ex * place, ay + ey * place);
        wide::hypot(x - px, y - py) + wide::hypot(gx - x, gy - y)
    };
    let (low, high) = (inset, 1.0 - inset);
    if way(low) <= way(high) { (low, false) } else { (high, false) }
}

/// The point of an edge at a place.
fn on([a, b]: [[f32; 3]; 2], place: f64) -> [f32; 3] {
    let [ax, ay, az] = a.map(f64::from);
    let [bx, by, bz] = b.map(f64::from);
    #[allow(clippy::cast_possible_truncation)] // to the nearest float
    [ax + (bx - ax) * place, ay + (by - ay) * place, az + (bz - az) * place]
        .map(|value| value as f32)
}
