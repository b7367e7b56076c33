//! Rules about the ground beside an areal map.

use ngi_engine::landscape::{self, Ground, Point};
use ngi_engine::resolve::names;
use ngi_formats::arealmap::{ArealMap, ArealRef};
use ngi_formats::landscape::{FaceFilter, FaceFlags, Landscape};
use ngi_formats::{Findings, Mode};

use super::read;
use crate::format::Subject;
use crate::surroundings::Surroundings;

ngi_formats::rules! {
    GROUND = warning(
        "areal.ground",
        "An areal lies on the ground beside it: not all of its corners are more than 10 units above it, or below."
    ) of ["areals[].polygon"];
}

/// How far from the ground all corners of an areal may be.
const MOST_OFF: f32 = 10.0;
/// Corners that are looked at, at most: more than any map has.
const MOST_CORNERS: usize = 1 << 20;

/// Compares areals with the ground, where there is one.
pub fn ground(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    if !findings.asks(&GROUND) {
        return;
    }
    let Some(land) = around.sibling(&format!("{}.msh", names::stem(subject.name))) else { return };
    // What cannot be read has its own findings.
    let mut broken = Findings::new(Mode::Tolerant, false);
    let Ok(land) = Landscape::read_tolerant(&land.bytes, &mut broken) else { return };
    let Ok(map) = read(subject) else { return };
    if is_plainly_on(&map, &land) {
        return;
    }
    let ground = Ground::of(&land);
    let (mut first, mut more, mut left) = (None, 0usize, MOST_CORNERS);
    for (index, areal) in map.areals().enumerate() {
        let Some(rest) = left.checked_sub(areal.corner_count()) else { break };
        left = rest;
        let filter = asked_below(&areal);
        let off = |[x, y, z]: [f32; 3]| Some(z - ground.height([x, y], &filter)?.z);
        let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
        for by in areal.polygon().filter_map(off) {
            (least, most) = (least.min(by), most.max(by));
        }
        let wrong = match (least > MOST_OFF, most < -MOST_OFF) {
            _ if least > most => None,
            (true, _) => Some((least, "above")),
            (_, true) => Some((-most, "below")),
            _ => None,
        };
        if let Some((by, side)) = wrong {
            more += usize::from(first.is_some());
            first = first.or(Some((index, by, side)));
        }
    }
    if let Some((index, by, side)) = first {
        findings.at(&GROUND, format_args!("areals[{index}].polygon"), || {
            let others =
                if more > 0 { format!(", and {more} more are off") } else { String::new() };
            format!("it lies {by:.1} units or more {side} the ground{others}")
        });
    }
}

/// What an areal lies on: of a lake its surface, too.
fn asked_below(areal: &ArealRef<'_>) -> FaceFilter {
    let dry = FaceFilter { forbidden: FaceFlags::LIQUID_SURFACE, ..FaceFilter::default() };
    if areal.head.class.is_lake() { FaceFilter::default() } else { dry }
}

/// Whether the first corner of every areal is near the ground, which is all that is asked of it. On
/// a sound map it is, and nobody has to prepare the ground for more.
fn is_plainly_on(map: &ArealMap<'_>, land: &Landscape<'_>) -> bool {
    let mut corners = Vec::new();
    for areal in map.areals() {
        let Some(corner) = areal.polygon().next() else { continue };
        corners.push((corner, asked_below(&areal)));
    }
    let points: Vec<Point> =
        corners.iter().map(|([x, y, _], filter)| ([*x, *y], *filter)).collect();
    let heights = landscape::heights(land, &points);
    corners
        .iter()
        .zip(heights)
        .all(|(([_, _, z], _), ground)| ground.is_some_and(|ground| (z - ground).abs() <= MOST_OFF))
}
