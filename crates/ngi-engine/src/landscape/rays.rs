//! What a ray or a segment meets.

use ngi_formats::landscape::FaceFilter;

use super::ground::{Ground, TIDY};
use super::index::Likely;
use super::seen::Seen;
use super::triangle::{Line, Met, Triangle, single};
use crate::model::Ray;

pub use crate::model::Sides;

/// Hits this near to the border of a square, in squares, are looked at in the engine's order.
const BORDER: f64 = 4.0 * TIDY;

/// What a ray met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// How far away, in lengths of the ray's direction; of a segment, the share of its length.
    pub along: f32,
    /// Where.
    pub point: [f32; 3],
    /// The face.
    pub face: usize,
    /// Whether the outer side was met.
    pub front: bool,
}

/// The best so far: smallest distance, then smallest index.
#[derive(Debug, Clone, Copy)]
struct Best {
    /// Rounded, so that neighbours that are met on their common edge are equally far away.
    along: f32,
    face: u32,
    front: bool,
}

impl Best {
    #[inline]
    fn consider(best: &mut Option<Self>, along: f32, face: u32, front: bool) {
        let closer = |best: &Self| along < best.along || (along == best.along && face < best.face);
        if best.as_ref().is_none_or(closer) {
            *best = Some(Self { along, face, front });
        }
    }
}

/// The box of a map, a little wider than its faces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    low: [f64; 3],
    high: [f64; 3],
}

impl Limits {
    pub fn new(bounds: [[f32; 3]; 2]) -> Self {
        let [mut low, mut high] = bounds.map(|corner| corner.map(f64::from));
        for (low, high) in low.iter_mut().zip(&mut high) {
            let slack = (low.abs().max(high.abs()) + (*high - *low)) * 1e-6 + 1e-6;
            (*low, *high) = (*low - slack, *high + slack);
        }
        Self { low, high }
    }
}

/// A ray that begins where the map does: far origins cost no digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    line: Line,
    /// Lengths of the direction that were skipped.
    skipped: f64,
}

impl Start {
    /// Moves a ray to the box of the map; `None` where it goes nowhere, is not finite or passes by.
    #[inline(always)]
    pub fn new(ray: &Ray, limits: &Limits) -> Option<Self> {
        let (origin, direction) = (ray.origin.map(f64::from), ray.direction.map(f64::from));
        let finite = origin.iter().chain(&direction).all(|number| number.is_finite());
        if !finite || direction == [0.0; 3] {
            return None;
        }
        let (mut enter, mut leave) = (0.0f64, f64::INFINITY);
        let sides = limits.low.into_iter().zip(limits.high);
        for ((at, d), (low, high)) in origin.into_iter().zip(direction).zip(sides) {
            // Infinite where it does not go that way: then it is always between the two sides, or
            // never. Without branches: whether a ray starts inside cannot be predicted.
            let inverse = d.recip();
            let (one, other) = ((low - at) * inverse, (high - at) * inverse);
            let (first, last) = if one < other { (one, other) } else { (other, one) };
            enter = if first > enter { first } else { enter };
            leave = if last < leave { last } else { leave };
        }
        if enter > leave {
            return None;
        }
        let ([x, y, z], [dx, dy, dz]) = (origin, direction);
        let origin = [x + enter * dx, y + enter * dy, z + enter * dz];
        Some(Self { line: Line { origin, direction }, skipped: enter })
    }

    /// Where a triangle is met, counted from the ray's own origin.
    #[inline(always)]
    pub fn meet(&self, triangle: &Triangle, both: bool) -> Option<(f32, bool)> {
        let Met { along, front } = triangle.meet(&self.line, both)?;
        let along = single(along + self.skipped);
        along.is_finite().then_some((along, front))
    }
}

impl Ground {
    /// The nearest face along a ray, up to `reach` lengths of its direction: for tools. Of several
    /// at the same distance the one with the smallest index. `None` for a ray that is not finite
    /// or goes nowhere.
    pub fn nearest(&self, ray: &Ray, reach: f32, filter: &FaceFilter, sides: Sides) -> Option<Hit> {
        let start = Start::new(ray, self.limits.as_ref()?)?;
        let best = match self.index.unsorted() {
            Some(all) => self.nearest_among(all, &start, reach, filter, sides),
            None => self.nearest_from(&start, reach, filter, sides),
        };
        best.map(|best| hit(ray, best))
    }

    #[inline(always)] // a tenth of the time of a ray
    fn nearest_from(
        &self,
        start: &Start,
        reach: f32,
        filter: &FaceFilter,
        sides: Sides,
    ) -> Option<Best> {
        let both = sides == Sides::Both;
        let mut best: Option<Best> = None;
        let limit = f64::from(reach) - start.skipped;
        if limit.is_nan() || limit < -1e-6 * start.skipped {
            return None;
        }
        let test = |faces: Likely<'_>, far: f64| {
            for face in faces {
                let Some(triangle) = self.mesh.get(usize::from(face)) else { continue };
                if triangle.passes(filter)
                    && let Some((along, front)) = start.meet(&triangle, both)
                    && along <= reach
                {
                    Best::consider(&mut best, along, face.into(), front);
                }
            }
            match best {
                // A little further: rounding may make equal what is not.
                Some(best) => {
                    let along = f64::from(best.along);
                    along * (1.0 + 1e-6) - start.skipped + start.skipped * 1e-6
                }
                None => far,
            }
        };
        let limit = limit.max(0.0) + start.skipped * 1e-6;
        self.index.along(&start.line, limit, test);
        best
    }

    /// The same without an index.
    #[cold]
    #[inline(never)]
    fn nearest_among(
        &self,
        faces: Likely<'_>,
        start: &Start,
        reach: f32,
        filter: &FaceFilter,
        sides: Sides,
    ) -> Option<Best> {
        let both = sides == Sides::Both;
        let mut best = None;
        for face in faces {
            let Some(triangle) = self.mesh.get(usize::from(face)) else { continue };
            if triangle.passes(filter)
                && let Some((along, front)) = start.meet(&triangle, both)
                && along <= reach
            {
                Best::consider(&mut best, along, face.into(), front);
            }
        }
        best
    }

    /// What a ray meets, as the engine looks: square by square from where it starts, the nearest
    /// face of the first square where it meets one. From the front only, but for liquids.
    pub fn ray(&self, ray: &Ray, filter: &FaceFilter) -> Option<Hit> {
        self.first_square(ray, f32::INFINITY, filter)
    }

    /// What lies between two points, as the engine looks ([`ray`](Self::ray)); both ends count.
    pub fn segment(&self, from: [f32; 3], to: [f32; 3], filter: &FaceFilter) -> Option<Hit> {
        let ([ax, ay, az], [bx, by, bz]) = (from, to);
        let ray = Ray { origin: from, direction: [bx - ax, by - ay, bz - az] };
        self.first_square(&ray, 1.0, filter)
    }

    /// Where all faces lie in their squares, the nearest hit is in the first square that has one:
    /// squares come in the order in which the ray crosses them. Only on a border between squares,
    /// where rounding decides, must the squares be walked one by one.
    fn first_square(&self, ray: &Ray, reach: f32, filter: &FaceFilter) -> Option<Hit> {
        let start = Start::new(ray, self.limits.as_ref()?)?;
        // Maps that reach so far that they have no index are never tidy enough for this.
        if self.tidy && self.index.is_sorted() {
            let best = self.nearest_from(&start, reach, filter, Sides::Engine)?;
            let hit = hit(ray, best);
            let [x, y, _] = hit.point.map(f64::from);
            // Rounded by hand: a place on the map is a small number.
            #[allow(clippy::cast_possible_truncation)]
            let inside = |place: f64| {
                let part = place - f64::from(place as i32);
                part > BORDER && part < 1.0 - BORDER
            };
            if self.grid.in_squares([x, y]).into_iter().all(inside) {
                return Some(hit);
            }
        }
        self.square_by_square(ray, &start, reach, filter).map(|best| hit(ray, best))
    }

    #[inline(never)] // seldom needed, and in the way of what is
    fn square_by_square(
        &self,
        ray: &Ray,
        start: &Start,
        reach: f32,
        filter: &FaceFilter,
    ) -> Option<Best> {
        let (origin, direction) = (ray.origin.map(f64::from), ray.direction.map(f64::from));
        // What was seen was not met.
        let mut seen = Seen::default();
        self.grid.crossed(origin, direction).find_map(|square| {
            let [run, _] = self.squares.get(square)?;
            let mut best = None;
            let rest = seen.rest(run);
            for (face, triangle) in rest.iter().flat_map(|run| self.mesh.members_of(run)) {
                if triangle.passes(filter)
                    && let Some((along, front)) = start.meet(&triangle, false)
                    && along <= reach
                {
                    Best::consider(&mut best, along, face, front);
                }
            }
            best
        })
    }
}

fn hit(ray: &Ray, best: Best) -> Hit {
    let Best { along, face, front } = best;
    let ([x, y, z], [dx, dy, dz]) = (ray.origin.map(f64::from), ray.direction.map(f64::from));
    let far = f64::from(along);
    let point = [x + far * dx, y + far * dy, z + far * dz].map(single);
    Hit { along, point, face: face as usize, front }
}
