//! Holds a footprint against every rule.

use super::codes::*;
use super::read::{self, Base, Ring};
use crate::Findings;

/// Corners of the largest ring of the game.
const MOST: usize = 26;

/// Checks any bytes as a footprint. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(base) => {
            check_base(&base, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        Err((code, error)) => findings.cannot_follow(code, &error, || super::remains(bytes)),
    }
}

fn check_base(base: &Base<'_>, findings: &mut Findings) {
    for (name, rings) in base.sets() {
        if rings.len() != 1 {
            findings.at(&ONE_EACH, name, || format!("there are {}", rings.len()));
        }
        for (index, ring) in rings.iter().enumerate() {
            check_ring(ring, &format!("{name}[{index}]"), findings);
        }
    }
    if !base.tail().is_empty() {
        let message = || format!("{} bytes behind the last ring", base.tail().len());
        findings.at(&TAIL, "tail", message);
    }
}

fn check_ring(ring: &Ring<'_>, path: &str, findings: &mut Findings) {
    let count = ring.points.len();
    let points = format_args!("{path}.points");
    let odd = ring.points.iter().position(|point| point.iter().any(|number| !number.is_finite()));
    if let Some(index) = odd {
        findings.at(&NUMBER, format_args!("{path}.points[{index}]"), || "it is not".into());
    }
    if count < 3 {
        findings.at(&CORNERS, points, || format!("there are {count}"));
    } else if odd.is_none() && ring.area() <= 0.0 {
        findings.at(&TURN, points, || format!("its area is {}", ring.area()));
    }
    if count > MOST {
        findings.at(&MOST_CORNERS, points, || format!("there are {count}"));
    }
    if count > 0 && !ring.is_closed() {
        let path = format_args!("{path}.closing");
        findings.at(&CLOSED, path, || format!("it ends at {:?}", ring.closing));
    }
    if let Some(index) = ring.corners.iter().position(|corner| corner > 2) {
        let path = format_args!("{path}.corners[{index}]");
        let corner = ring.corners.get(index).unwrap_or_default();
        findings.at(&TRACE_CORNER, path, || format!("it is {corner}"));
    }
}
