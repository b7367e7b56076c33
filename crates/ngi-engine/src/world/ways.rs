//! Ways around what stands on the ground.
//!
//! The engine leads walkers from areal to areal, and trees and stones cut their boxes out of those.
//! Within an areal it lets them run into things and pushes them out again. Here a way is bent around
//! every footprint that it would cross: ours, for tools.

use ngi_formats::tma::PlacedKind;

use super::World;
use crate::arealmap::{NoRoute, Route, RouteOptions};
use crate::portable::hypot;

/// How far a way keeps off a footprint, in metres.
const MARGIN: f32 = 1.0;
/// Bends of a way, at most.
const MOST_BENDS: usize = 256;

/// A way, and what it leads around.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Way {
    /// What the areals gave.
    pub route: Route,
    /// Its points with every bend; heights are those of the ground.
    pub points: Vec<[f32; 3]>,
    /// The objects that it leads around, by their numbers in the mission.
    pub around: Vec<usize>,
}

impl World {
    /// The way of a walker from one point to another: through the areals, and around what stands
    /// there. Footprints that hold either end are no obstacles.
    pub fn route(
        &self,
        from: [f32; 2],
        to: [f32; 2],
        options: &RouteOptions,
    ) -> Option<Result<Way, NoRoute>> {
        let level = self.level.as_ref()?;
        let found = level.areals.as_ref()?.route(from, to, options);
        Some(found.map(|route| {
            let footprints: Vec<(usize, [[f32; 2]; 4])> = self
                .objects
                .iter()
                .filter(|placed| placed.is_there && placed.kind != PlacedKind::UNIT)
                .filter_map(|placed| Some((placed.index, placed.footprint()?)))
                .collect();
            let flat: Vec<[f32; 2]> = route.points.iter().map(|[x, y, _]| [*x, *y]).collect();
            let (bent, around) = around(&flat, &footprints);
            let filter = crate::landscape::walker();
            let stand = |at: [f32; 2]| {
                let z = level.ground.height(at, &filter).map_or(0.0, |footing| footing.z);
                let [x, y] = at;
                [x, y, z]
            };
            Way { points: bent.into_iter().map(stand).collect(), around, route }
        }))
    }
}

/// Bends a way around footprints, each grown by a margin; gives it with those it leads around.
pub fn around(
    way: &[[f32; 2]],
    footprints: &[(usize, [[f32; 2]; 4])],
) -> (Vec<[f32; 2]>, Vec<usize>) {
    let ends = [way.first(), way.last()];
    let holds_end = |quad: &[[f32; 2]; 4]| ends.iter().flatten().any(|end| holds(quad, **end));
    let mut grown: Vec<(usize, [[f32; 2]; 4])> =
        footprints.iter().map(|(object, quad)| (*object, grow(quad))).collect();
    grown.retain(|(_, quad)| !holds_end(quad));
    let (mut bent, mut passed) = (Vec::new(), Vec::new());
    // What is still to be walked, the next point last. Where areals meet under a footprint, nobody
    // walks.
    let inner = 1..way.len().saturating_sub(1);
    let is_free = |at: &[f32; 2]| !grown.iter().any(|(_, quad)| holds(quad, *at));
    let kept = way.iter().enumerate().filter(|(place, at)| !inner.contains(place) || is_free(at));
    let mut ahead: Vec<[f32; 2]> = kept.map(|(_, at)| *at).collect();
    ahead.reverse();
    bent.extend(ahead.pop());
    while let (Some(&from), Some(&to)) = (bent.last(), ahead.last()) {
        let hits = grown.iter().filter_map(|(object, quad)| {
            let share = enters(quad, from, to)?;
            Some((share, *object, quad))
        });
        let first = hits.min_by(|a, b| a.0.total_cmp(&b.0));
        let room = bent.len() + ahead.len() < way.len() + MOST_BENDS;
        match first.filter(|_| room) {
            Some((_, object, quad)) => {
                if !passed.contains(&object) {
                    passed.push(object);
                }
                let detour = shorter(quad, from, to);
                // A corner may lie behind another footprint, so that the detour is walked anew.
                // That one again leads here is what the room is for.
                ahead.extend(detour.into_iter().rev());
            }
            None => {
                bent.push(to);
                ahead.pop();
            }
        }
    }
    passed.sort_unstable();
    (bent, passed)
}

fn holds(quad: &[[f32; 2]; 4], [x, y]: [f32; 2]) -> bool {
    sides(quad).all(|([ax, ay], [bx, by])| (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0)
}

fn sides(quad: &[[f32; 2]; 4]) -> impl Iterator<Item = ([f32; 2], [f32; 2])> + '_ {
    quad.iter().copied().zip(quad.iter().copied().cycle().skip(1))
}

/// A quad that is larger on all sides, anticlockwise.
fn grow(quad: &[[f32; 2]; 4]) -> [[f32; 2]; 4] {
    let [a, b, c, d] = *quad;
    let middle = [(a[0] + c[0]) * 0.5, (a[1] + c[1]) * 0.5];
    let area: f32 = sides(quad).map(|([x, y], [u, v])| x * v - u * y).sum();
    let quad = if area < 0.0 { [d, c, b, a] } else { *quad };
    quad.map(|[x, y]| {
        let (dx, dy) = (x - middle[0], y - middle[1]);
        let length = hypot(dx, dy).max(1e-3);
        // Corners go out by more than the sides do.
        let factor = 1.0 + MARGIN * 1.5 / length;
        [middle[0] + dx * factor, middle[1] + dy * factor]
    })
}

/// Where a segment enters a quad that goes round anticlockwise, as a share of the segment; `None`
/// where it does not pass through its inside.
fn enters(quad: &[[f32; 2]; 4], [fx, fy]: [f32; 2], [tx, ty]: [f32; 2]) -> Option<f32> {
    let (mut enter, mut leave) = (0.0f32, 1.0f32);
    for ([ax, ay], [bx, by]) in sides(quad) {
        let left = |x: f32, y: f32| (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        let (here, there) = (left(fx, fy), left(tx, ty));
        if here <= 0.0 && there <= 0.0 {
            return None;
        }
        let share = here / (here - there);
        if here < 0.0 {
            enter = enter.max(share);
        } else if there < 0.0 {
            leave = leave.min(share);
        }
    }
    (enter + 1e-4 < leave).then_some(enter)
}

/// The corners to pass on the shorter side of a quad.
fn shorter(quad: &[[f32; 2]; 4], from: [f32; 2], to: [f32; 2]) -> Vec<[f32; 2]> {
    let left =
        |[x, y]: [f32; 2]| (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    let along =
        |[x, y]: [f32; 2]| (to[0] - from[0]) * (x - from[0]) + (to[1] - from[1]) * (y - from[1]);
    let mut ways = [true, false].map(|on_left| {
        let mut corners: Vec<[f32; 2]> =
            quad.iter().copied().filter(|corner| (left(*corner) > 0.0) == on_left).collect();
        corners.sort_by(|a, b| along(*a).total_cmp(&along(*b)));
        corners
    });
    let length = |corners: &Vec<[f32; 2]>| {
        let points: Vec<[f32; 2]> =
            [from].into_iter().chain(corners.iter().copied()).chain([to]).collect();
        points
            .windows(2)
            .map(|pair| match pair {
                [[ax, ay], [bx, by]] => hypot(bx - ax, by - ay),
                _ => 0.0,
            })
            .sum::<f32>()
    };
    ways.sort_by(|a, b| length(a).total_cmp(&length(b)));
    let [best, other] = ways;
    if best.is_empty() { other } else { best }
}
