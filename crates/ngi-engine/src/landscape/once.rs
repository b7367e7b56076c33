//! Heights at points that are known beforehand and asked once: to prepare a ground would take longer
//! than to look at each face and ask which of the points it holds.

use ngi_formats::landscape::{FaceFilter, Landscape};

use super::ground::{Parts, Read};
use super::mesh::Mesh;
use super::path::whole;

/// Bins along x and y.
const SIDE: u32 = 64;
/// How far a face reaches beyond its edges: more than rounding can move a point.
const MARGIN: f64 = 1e-3;

/// A point in plan, and the faces that are asked there.
pub type Point = ([f32; 2], FaceFilter);

/// How high the ground of a file is at some points: what [`Ground::height`](super::Ground::height)
/// says, for each of them.
pub fn heights(land: &Landscape<'_>, points: &[Point]) -> Vec<Option<f32>> {
    let Read { positions, faces, grid, squares } = Read::of(land);
    heights_in(&Parts { positions: &positions, faces: &faces, grid, squares: &squares }, points)
}

/// The same for the parts of a ground.
pub(super) fn heights_in(parts: &Parts<'_>, points: &[Point]) -> Vec<Option<f32>> {
    let mut found = vec![None; points.len()];
    let Some(bins) = Bins::new(points) else { return found };
    let mesh = Mesh::new(parts.positions.to_vec(), parts.faces);
    // Each face once, whichever squares name it.
    let mut is_fine = vec![false; mesh.len()];
    for [run, _] in parts.squares.iter().take(parts.grid.len()) {
        let end = (run.end as usize).min(is_fine.len());
        is_fine.get_mut(run.start as usize..end).unwrap_or_default().fill(true);
    }
    let triangles = mesh.iter().zip(is_fine).filter_map(|(face, fine)| fine.then_some(face));
    for triangle in triangles.filter(|triangle| triangle.is_finite()) {
        let [[x0, y0, _], [x1, y1, _]] = triangle.bounds().map(|corner| corner.map(f64::from));
        bins.within([x0 - MARGIN, y0 - MARGIN], [x1 + MARGIN, y1 + MARGIN], |at| {
            let (Some((point, filter)), Some(best)) = (points.get(at), found.get_mut(at)) else {
                return;
            };
            let [x, y] = point.map(f64::from);
            if triangle.passes(filter)
                && let Some(z) = triangle.height(x, y)
                && best.is_none_or(|best| z > best)
            {
                *best = Some(z);
            }
        });
    }
    found
}

/// Points by where they are. Those that are no numbers are nowhere.
struct Bins {
    low: [f64; 2],
    high: [f64; 2],
    /// Where the points of each bin begin, column by column; those of the next one follow.
    starts: Vec<usize>,
    points: Vec<usize>,
}

impl Bins {
    fn new(points: &[Point]) -> Option<Self> {
        let place = |(number, (point, _)): (usize, &Point)| {
            let [x, y] = point.map(f64::from);
            (x.is_finite() && y.is_finite()).then_some((number, [x, y]))
        };
        let places: Vec<(usize, [f64; 2])> = points.iter().enumerate().filter_map(place).collect();
        let (_, first) = *places.first()?;
        let (mut low, mut high) = (first, first);
        for (_, [x, y]) in &places {
            low = [low[0].min(*x), low[1].min(*y)];
            high = [high[0].max(*x), high[1].max(*y)];
        }
        let mut bins = Self { low, high, starts: Vec::new(), points: Vec::new() };
        let mut sorted: Vec<(usize, usize)> = places
            .iter()
            .map(|(number, at)| (bins.bin(bins.column_and_row(*at)), *number))
            .collect();
        sorted.sort_unstable();
        let count = (SIDE * SIDE) as usize;
        bins.starts = (0..=count).map(|bin| sorted.partition_point(|(at, _)| *at < bin)).collect();
        bins.points = sorted.into_iter().map(|(_, number)| number).collect();
        Some(bins)
    }

    /// The bin of a point; of one outside, the nearest.
    fn column_and_row(&self, at: [f64; 2]) -> [u32; 2] {
        let along = |at: f64, low: f64, high: f64| {
            let share = (at - low) / (high - low).max(f64::MIN_POSITIVE);
            whole(share * f64::from(SIDE)).min(SIDE - 1)
        };
        let ([x, y], [x0, y0], [x1, y1]) = (at, self.low, self.high);
        [along(x, x0, x1), along(y, y0, y1)]
    }

    fn bin(&self, [column, row]: [u32; 2]) -> usize {
        (column * SIDE + row) as usize
    }

    /// The points of the bins that a box touches.
    fn within(&self, low: [f64; 2], high: [f64; 2], mut visit: impl FnMut(usize)) {
        let ([x0, y0], [x1, y1]) = (low, high);
        let ([left, lower], [right, upper]) = (self.low, self.high);
        if x1 < left || x0 > right || y1 < lower || y0 > upper {
            return;
        }
        let ([c0, r0], [c1, r1]) = (self.column_and_row(low), self.column_and_row(high));
        for column in c0..=c1 {
            let from = self.starts.get(self.bin([column, r0])).copied().unwrap_or_default();
            let to = self.starts.get(self.bin([column, r1]) + 1).copied().unwrap_or_default();
            self.points.get(from..to).unwrap_or_default().iter().for_each(|at| visit(*at));
        }
    }
}
