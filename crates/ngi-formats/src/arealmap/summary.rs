//! What the other files of a level need to know of its map.

use super::geometry;
use super::read::ArealMap;

/// A map in short: enough to ask whether it fits the landscape it lies on.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Summary {
    /// How many areals there are.
    pub areals: usize,
    /// How many of them are walkable.
    pub walkable: usize,
    /// The lowest x and y of all corners; `None` where there is none.
    pub min: Option<[f32; 2]>,
    /// The highest x and y of all corners.
    pub max: Option<[f32; 2]>,
    /// The sum of all areas, seen from above.
    pub area: f64,
    /// The lakes: the number of the areal and its corners.
    pub lakes: Vec<(usize, Vec<[f32; 2]>)>,
}

impl Summary {
    /// Sums up a map.
    pub fn of(map: &ArealMap<'_>) -> Self {
        let frame = map.frame();
        let mut summary = Self {
            areals: map.len(),
            min: frame.map(|frame| frame.min),
            max: frame.map(|frame| frame.max),
            ..Self::default()
        };
        for (index, areal) in map.areals().enumerate() {
            summary.walkable += usize::from(areal.head.is_walkable());
            summary.area += geometry::area(areal.polygon()).abs();
            if areal.head.class.is_lake() {
                summary.lakes.push((index, areal.polygon().map(|[x, y, _]| [x, y]).collect()));
            }
        }
        summary
    }

    /// The lake over a point, if there is one. For many points ask [`Summary::lake_finder`].
    pub fn lake_at(&self, point: [f32; 2]) -> Option<usize> {
        let point = point.map(f64::from);
        self.lakes.iter().find(|(_, corners)| covers(corners, point)).map(|(index, _)| *index)
    }

    /// What answers [`Summary::lake_at`] for many points.
    pub fn lake_finder(&self) -> LakeFinder<'_> {
        let lakes = self.lakes.iter();
        let boxed = lakes.map(|(index, corners)| (Reach::of(corners), *index, corners.as_slice()));
        LakeFinder { lakes: boxed.collect() }
    }
}

/// The lakes of a map, each with the box around it: most points are outside of most boxes.
#[derive(Debug, Clone)]
pub struct LakeFinder<'a> {
    lakes: Vec<(Reach, usize, &'a [[f32; 2]])>,
}

impl LakeFinder<'_> {
    /// The lake over a point, if there is one: just as [`Summary::lake_at`] says.
    pub fn lake_at(&self, point: [f32; 2]) -> Option<usize> {
        let point = point.map(f64::from);
        let mut lakes = self.lakes.iter();
        let lake =
            lakes.find(|(reach, _, corners)| reach.may_hold(point) && covers(corners, point));
        lake.map(|(_, index, _)| *index)
    }
}

fn covers(corners: &[[f32; 2]], point: [f64; 2]) -> bool {
    geometry::contains(corners.iter().map(|[x, y]| [*x, *y, 0.0]), point)
}

/// How far a polygon reaches.
#[derive(Debug, Clone, Copy)]
struct Reach {
    min: [f64; 2],
    max: [f64; 2],
}

impl Reach {
    fn of(corners: &[[f32; 2]]) -> Self {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        // What is no number is left out: no point is beside an edge with such an end.
        for corner in corners {
            for ((min, max), &value) in min.iter_mut().zip(&mut max).zip(corner) {
                (*min, *max) = (min.min(value.into()), max.max(value.into()));
            }
        }
        // To the left of a polygon a point is outside because it is beside an even number of
        // edges, and an edge that has no place makes that odd.
        if !corners.as_flattened().iter().all(|value| value.is_finite()) {
            let [left, _] = &mut min;
            *left = f64::NEG_INFINITY;
        }
        Self { min, max }
    }

    /// Whether [`geometry::contains`] could say yes. Below, above and to the right no edge is
    /// beside the point, however its numbers are rounded. To the left all are that its height
    /// meets, if it is further away than rounding reaches.
    #[inline]
    fn may_hold(&self, [x, y]: [f64; 2]) -> bool {
        let ([left, low], [right, high]) = (self.min, self.max);
        let is_left = left - x > (right - x) * (16.0 * geometry::ROUNDING);
        (low <= y) & (y < high) & (x < right) & !is_left
    }
}
