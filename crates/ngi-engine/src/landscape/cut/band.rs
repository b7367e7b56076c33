//! The band of stone between the cut contour and the building.

use ngi_formats::landscape::Grid;
use spade::{Point2, Triangulation as _};

use super::NoCut;
use super::carve::{Carved, Cdt};
use super::rings::{Point, Ring};

/// A triangle of the band, within one square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BandFace {
    pub square: usize,
    pub points: [[f64; 3]; 3],
}

/// Triangles from the contour to the inner ring, cut at the borders of squares.
pub(super) fn band(
    carved: &Carved,
    inner: &Ring,
    corners: &[[f32; 3]],
) -> Result<Vec<BandFace>, NoCut> {
    let mut cdt = Cdt::new();
    let mut heights: Vec<f64> = Vec::new();
    let contour = carved.contour.iter().map(|(point, z)| (*point, f64::from(*z)));
    add_ring(&mut cdt, contour, &mut heights)?;
    let height_of = |[x, y]: Point| {
        let own = corners.iter().find(|[u, v, _]| [f64::from(*u), f64::from(*v)] == [x, y]);
        own.map_or(0.0, |[_, _, z]| f64::from(*z))
    };
    add_ring(&mut cdt, inner.corners.iter().map(|at| (*at, height_of(*at))), &mut heights)?;
    let outline = Ring { corners: carved.contour.iter().map(|(point, _)| *point).collect() };
    let mut faces = Vec::new();
    for face in cdt.inner_faces() {
        let vertices = face.vertices();
        let corner = |at: Point2<f64>, index: usize| {
            [at.x, at.y, heights.get(index).copied().unwrap_or(0.0)]
        };
        let points = vertices.map(|vertex| corner(vertex.position(), vertex.fix().index()));
        let [a, b, c] = points;
        let middle = [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0];
        if outline.holds(middle) && !inner.holds(middle) {
            in_squares(points, &carved.grid, &mut faces);
        }
    }
    Ok(faces)
}

/// Adds a closed line; its heights go by the numbers of the vertices.
fn add_ring(
    cdt: &mut Cdt,
    points: impl Iterator<Item = (Point, f64)>,
    heights: &mut Vec<f64>,
) -> Result<(), NoCut> {
    let mut handles = Vec::new();
    for ([x, y], z) in points {
        let handle = cdt.insert(Point2::new(x, y)).map_err(|_| NoCut::NotFinite)?;
        if handle.index() >= heights.len() {
            heights.resize(handle.index() + 1, z);
        }
        handles.push(handle);
    }
    for (from, to) in handles.iter().zip(handles.iter().cycle().skip(1)) {
        if from != to && cdt.try_add_constraint(*from, *to).is_empty() {
            return Err(NoCut::Crossing);
        }
    }
    Ok(())
}

/// Cuts a triangle at the borders of squares.
fn in_squares(points: [[f64; 3]; 3], grid: &Grid, out: &mut Vec<BandFace>) {
    let [columns, rows] = [0usize, 1].map(|axis| {
        let along = points.map(|point| point.get(axis).copied().unwrap_or(0.0));
        let (low, high) = along
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(*at), high.max(*at)));
        lines(grid, axis, low, high)
    });
    for (column, [west, east]) in &columns {
        let strip = clipped(&points, 0, [*west, *east]);
        for (row, [south, north]) in &rows {
            let piece = clipped(&strip, 1, [*south, *north]);
            let Some(square) = grid.index(*column, *row) else { continue };
            let Some((first, rest)) = piece.split_first() else { continue };
            for pair in rest.windows(2) {
                let [b, c] = *pair else { continue };
                out.push(BandFace { square, points: [*first, b, c] });
            }
        }
    }
}

/// The squares along an axis that a range touches, each with its borders. The outermost ones have
/// no border outwards.
fn lines(grid: &Grid, axis: usize, low: f64, high: f64) -> Vec<(usize, [f64; 2])> {
    let pick = |pair: [f32; 2]| pair.get(axis).copied().map_or(0.0, f64::from);
    let (origin, size) = (pick(grid.origin), pick(grid.size));
    let count = if axis == 0 { grid.across } else { grid.down };
    let place = |value: f64| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let at = ((value - origin) / size).floor().clamp(0.0, 65535.0) as usize;
        at.min(count.saturating_sub(1))
    };
    let border =
        |number: usize| origin + size * f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    (place(low)..=place(high))
        .map(|number| {
            let from = if number == 0 { f64::NEG_INFINITY } else { border(number) };
            let to = if number + 1 >= count { f64::INFINITY } else { border(number + 1) };
            (number, [from, to])
        })
        .collect()
}

/// What of a convex polygon lies between two lines.
fn clipped(points: &[[f64; 3]], axis: usize, [low, high]: [f64; 2]) -> Vec<[f64; 3]> {
    let above = half(points, axis, low, |at, line| at >= line);
    half(&above, axis, high, |at, line| at <= line)
}

fn half(points: &[[f64; 3]], axis: usize, line: f64, stays: fn(f64, f64) -> bool) -> Vec<[f64; 3]> {
    if line.is_infinite() {
        return points.to_vec();
    }
    let along = |point: &[f64; 3]| point.get(axis).copied().unwrap_or(0.0);
    let mut kept = Vec::with_capacity(points.len() + 1);
    for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
        let (here, there) = (stays(along(from), line), stays(along(to), line));
        if here {
            kept.push(*from);
        }
        if here != there && along(from) != line && along(to) != line {
            kept.push(crossing(*from, *to, axis, line));
        }
    }
    kept
}

/// Where an edge crosses a line; the same for both directions of the edge.
fn crossing(a: [f64; 3], b: [f64; 3], axis: usize, line: f64) -> [f64; 3] {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let along = |point: &[f64; 3]| point.get(axis).copied().unwrap_or(0.0);
    let share = (line - along(&a)) / (along(&b) - along(&a));
    let mut at = [0usize, 1, 2].map(|place| {
        let (from, to) = (a.get(place).copied(), b.get(place).copied());
        let (from, to) = (from.unwrap_or(0.0), to.unwrap_or(0.0));
        from + share * (to - from)
    });
    if let Some(own) = at.get_mut(axis) {
        *own = line;
    }
    at
}
