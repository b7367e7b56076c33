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

    /// The lake over a point, if there is one.
    pub fn lake_at(&self, point: [f32; 2]) -> Option<usize> {
        let point = point.map(f64::from);
        let lake = self.lakes.iter().find(|(_, corners)| {
            geometry::contains(corners.iter().map(|[x, y]| [*x, *y, 0.0]), point)
        });
        lake.map(|(index, _)| *index)
    }
}
