//! Areals that lie over each other.

use std::ops::ControlFlow;

use super::codes::OVERLAP;
use crate::Findings;
use crate::arealmap::boxes::{self, Boxed};
use crate::arealmap::geometry;
use crate::arealmap::read::ArealMap;

/// Of the map's area: what is smaller is not looked at.
const SMALLEST: f64 = 1e-4;
/// Corners of other areals that are looked at for each byte of the file.
const STEPS_PER_BYTE: usize = 16;

/// An areal to be compared with others.
struct Shape {
    index: usize,
    polygon: Vec<[f32; 3]>,
    /// Points well inside.
    inside: Vec<[f64; 2]>,
}

/// Looks for areals whose insides lie in others. Borders do not count: the game's are rounded.
pub(super) fn check(map: &ArealMap<'_>, findings: &mut Findings) {
    if !findings.asks(&OVERLAP) {
        return;
    }
    let (shapes, mut boxes) = shapes(map);
    let mut budget = map.bytes().len().saturating_mul(STEPS_PER_BYTE);
    let mut pairs_left = budget;
    let (mut first, mut count) = (None, 0usize);
    let _ = boxes::touching(&mut boxes, &mut pairs_left, |one, other| {
        let Some((one, other)) = shapes.get(one).zip(shapes.get(other)) else {
            return ControlFlow::Continue(());
        };
        let corners = one.polygon.len() + other.polygon.len();
        let cost = corners.saturating_mul(one.inside.len() + other.inside.len());
        let Some(left) = budget.checked_sub(cost) else { return ControlFlow::Break(()) };
        budget = left;
        let lies_in = |one: &Shape, other: &Shape| {
            one.inside.iter().any(|&at| geometry::contains(other.polygon.iter().copied(), at))
        };
        if lies_in(one, other) || lies_in(other, one) {
            count += 1;
            let pair = (one.index.max(other.index), one.index.min(other.index));
            first = Some(first.map_or(pair, |known: (usize, usize)| known.min(pair)));
        }
        ControlFlow::Continue(())
    });
    if let Some((areal, other)) = first {
        findings.at(&OVERLAP, format_args!("areals[{areal}].polygon"), || match count {
            1 => format!("it lies over areal {other}"),
            _ => format!("it lies over areal {other}, and so do {} more pairs", count - 1),
        });
    }
}

/// The areals that count, and their boxes, a little smaller: neighbours do not touch.
fn shapes(map: &ArealMap<'_>) -> (Vec<Shape>, Vec<Boxed>) {
    let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
    for [x, y, _] in map.areals().flat_map(|areal| areal.polygon()) {
        low = [low[0].min(x), low[1].min(y)];
        high = [high[0].max(x), high[1].max(y)];
    }
    let whole = f64::from(high[0] - low[0]) * f64::from(high[1] - low[1]);
    let (mut shapes, mut boxes) = (Vec::new(), Vec::new());
    for (index, areal) in map.areals().enumerate() {
        let polygon: Vec<[f32; 3]> = areal.polygon().collect();
        let area = geometry::area(polygon.iter().copied()).abs();
        let counts = area > whole * SMALLEST;
        if !counts {
            continue;
        }
        let Some(inner) = geometry::inner_point(polygon.iter().copied()) else { continue };
        let inner = inner.map(f64::from);
        let halfway = polygon.iter().map(|[x, y, _]| {
            [f64::midpoint(inner[0], f64::from(*x)), f64::midpoint(inner[1], f64::from(*y))]
        });
        let own = |at: &[f64; 2]| geometry::contains(polygon.iter().copied(), *at);
        // A few are enough, and large polygons would cost the square of their corners.
        let inside = halfway.take(16).filter(own).chain([inner]).collect();
        let (mut from, mut to) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for [x, y, _] in &polygon {
            from = [from[0].min(*x), from[1].min(*y)];
            to = [to[0].max(*x), to[1].max(*y)];
        }
        let less = (to[0] - from[0]).min(to[1] - from[1]) * 0.01;
        boxes.push(Boxed::around(from, to, -less, shapes.len()));
        shapes.push(Shape { index, polygon, inside });
    }
    (shapes, boxes)
}
