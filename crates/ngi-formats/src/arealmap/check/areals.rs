//! Rules of single areals, and of their sum.

use super::codes::{
    ANCHOR, AREA, AREA_CLOSE, CLASS, CORNERS, CROSSING, FINITE, FLAT, NORMAL, RESERVED, TILING,
    WALKABLE, WINDING,
};
use super::crossing::{Crossing, Search};
use super::links;
use crate::arealmap::GridFrame;
use crate::arealmap::geometry::{self, ROUNDING};
use crate::arealmap::read::{ArealMap, ArealRef};
use crate::{Code, Findings};

/// How far the length of a normal may be from 1.
const NORMAL_SLACK: f64 = 2e-7;

/// What one walk around a polygon tells.
struct Walked {
    finite: bool,
    area: f64,
    holds_anchor: bool,
    /// Whether all of the polygon can be seen from the anchor; then no edge crosses another.
    is_star: bool,
}

/// What all walks together tell.
pub(super) struct Whole {
    finite: bool,
    area: f64,
    min: [f32; 2],
    max: [f32; 2],
}

/// Checks every areal and its links. Gives where the grid lies, and which areals hold their anchor.
pub(super) fn check(map: &ArealMap<'_>, findings: &mut Findings) -> (Option<GridFrame>, Vec<bool>) {
    let (min, max) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
    let mut whole = Whole { finite: true, area: 0.0, min, max };
    let mut settled = Vec::with_capacity(map.len());
    let asks_crossing = findings.asks(&CROSSING);
    let mut search = Search::default();
    // Each byte of the file is worth a few steps: enough for any pair of edges of a polygon of 300
    // corners, and for far larger ones that somebody has drawn.
    let mut budget = map.bytes().len().saturating_mul(8);
    for (index, areal) in map.areals().enumerate() {
        let walked = walk(&areal, &mut whole);
        settled.push(walked.holds_anchor);
        whole.area += walked.area.abs();
        whole.finite &= walked.finite;
        let mut add = |code: &'static Code, field: &str, why: &dyn Fn() -> String| {
            findings.at(code, format_args!("areals[{index}].{field}"), why);
        };
        check_head(&areal, &mut add);
        check_shape(&areal, &walked, &mut add);
        if asks_crossing && !walked.is_star {
            check_crossing(&areal, &walked, &mut search, &mut budget, &mut add);
        }
        links::check(map, index, &areal, findings);
    }
    if !whole.finite {
        return (map.frame(), settled);
    }
    check_tiling(&whole, findings);
    (GridFrame::new(whole.min, whole.max, map.across(), map.down()), settled)
}

/// Walks around a polygon. Seen from the anchor of most areals all edges go anticlockwise, once
/// around: then it is inside, and that was all. Otherwise the walk is done again with more care.
fn walk(areal: &ArealRef<'_>, whole: &mut Whole) -> Walked {
    let [x, y, z] = areal.head.anchor.map(f64::from);
    let (mut finite, mut area, mut is_star, mut turns) = (z.is_finite(), 0.0, true, 0u32);
    let [lx, ly, _] = areal.polygon().next_back().unwrap_or_default().map(f64::from);
    let mut before = [lx - x, ly - y];
    let (mut min, mut max) = (whole.min, whole.max);
    for [cx, cy, cz] in areal.polygon() {
        // Not `f32::min`: what is no number may come out either way, and ends in a finding.
        min = [if cx < min[0] { cx } else { min[0] }, if cy < min[1] { cy } else { min[1] }];
        max = [if cx > max[0] { cx } else { max[0] }, if cy > max[1] { cy } else { max[1] }];
        finite &= cz.is_finite();
        let next = [f64::from(cx) - x, f64::from(cy) - y];
        let (left, right) = (before[0] * next[1], next[0] * before[1]);
        let cross = left - right;
        is_star &= cross > (left.abs() + right.abs()) * ROUNDING;
        turns += u32::from((before[1] < 0.0) & (next[1] >= 0.0));
        area += cross;
        before = next;
    }
    (whole.min, whole.max) = (min, max);
    if is_star && turns == 1 {
        return Walked { finite, area: area / 2.0, holds_anchor: true, is_star };
    }
    walk_again(areal)
}

#[inline(never)]
fn walk_again(areal: &ArealRef<'_>) -> Walked {
    let numbers = |point: [f32; 3]| point.iter().all(|value| value.is_finite());
    let anchor = areal.head.anchor;
    let finite = numbers(anchor) && areal.polygon().all(numbers);
    let [x, y, _] = anchor.map(f64::from);
    let area = geometry::area(areal.polygon());
    let holds_anchor = geometry::contains(areal.polygon(), [x, y]);
    Walked { finite, area, holds_anchor, is_star: false }
}

type Add<'f> = dyn FnMut(&'static Code, &str, &dyn Fn() -> String) + 'f;

fn check_head(areal: &ArealRef<'_>, add: &mut Add<'_>) {
    let head = &areal.head;
    let words = [head.unk_0x0c.to_bits(), head.unk_0x24, head.unk_0x2c];
    if words != [0; 3] {
        let names = ["unk_0x0c", "unk_0x24", "unk_0x2c"];
        for (name, word) in names.into_iter().zip(words).filter(|(_, word)| *word != 0) {
            add(&RESERVED, name, &|| format!("it is {word:#x}"));
        }
    }
    let squares: f64 = head.normal.iter().map(|value| f64::from(*value).powi(2)).sum();
    // Near 1 the square is off by twice as much.
    let is_unit = (squares - 1.0).abs() <= 2.0 * NORMAL_SLACK;
    if !is_unit {
        add(&NORMAL, "normal", &|| format!("its length is {}", squares.sqrt()));
    }
    if !head.walkable.is_known() {
        add(&WALKABLE, "walkable", &|| format!("it is {}", head.walkable.0));
    }
    if !head.class.is_in_game() {
        add(&CLASS, "class", &|| format!("it is {}", head.class.0));
    }
}

fn check_shape(areal: &ArealRef<'_>, walked: &Walked, add: &mut Add<'_>) {
    let (head, corners) = (&areal.head, areal.corner_count());
    if corners < 3 {
        return add(&CORNERS, "polygon", &|| format!("there are {corners}"));
    }
    if !walked.finite {
        let numbers = |point: &[f32; 3]| point.iter().all(|value| value.is_finite());
        let at = areal.polygon().position(|corner| !numbers(&corner));
        let field = at.map_or("anchor".into(), |corner| format!("polygon[{corner}]"));
        return add(&FINITE, &field, &|| "not finite numbers".into());
    }
    if walked.area == 0.0 {
        return add(&FLAT, "polygon", &|| format!("{corners} corners enclose nothing"));
    }
    if walked.area < 0.0 {
        add(&WINDING, "polygon", &|| "its corners go clockwise".into());
    }
    let area = walked.area.abs();
    let off = (f64::from(head.area) - area).abs();
    if off > area * 0.15 || off.is_nan() {
        add(&AREA, "area", &|| format!("{} is stored, {area:.2} is right", head.area));
    } else if off > area * 0.02 {
        add(&AREA_CLOSE, "area", &|| format!("{} is stored, {area:.2} is right", head.area));
    }
    if !walked.holds_anchor {
        let [x, y, _] = head.anchor;
        add(&ANCHOR, "anchor", &|| format!("{x}, {y} is outside"));
    }
}

/// Edges that cross. Not asked of what has no inside anyhow.
fn check_crossing(
    areal: &ArealRef<'_>,
    walked: &Walked,
    search: &mut Search,
    budget: &mut usize,
    add: &mut Add<'_>,
) {
    if areal.corner_count() < 4 || !walked.finite || walked.area == 0.0 {
        return;
    }
    let Some(Crossing { edges: [one, other], overlap }) = search.crossing(areal.polygon(), budget)
    else {
        return;
    };
    let what = if overlap { "run over each other" } else { "cross" };
    add(&CROSSING, &format!("polygon[{one}]"), &|| format!("edges {one} and {other} {what}"));
}

fn check_tiling(whole: &Whole, findings: &mut Findings) {
    let side = |low: f32, high: f32| (f64::from(high) - f64::from(low)).max(0.0);
    let Whole { area, min: [x, y], max: [x2, y2], .. } = *whole;
    let (width, height) = (side(x, x2), side(y, y2));
    let all = width * height;
    if (area - all).abs() > all * 0.01 {
        findings.at(&TILING, "areals", || {
            format!("the areals cover {area:.1}, the map {width} × {height} = {all:.1}")
        });
    }
}
