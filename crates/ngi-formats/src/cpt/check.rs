//! Holds control points against every rule.

use super::codes::*;
use super::types::{Place, PointBuf, Points};
use crate::Findings;

/// Checks any bytes as control points. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match Points::read(bytes) {
        Ok(points) => {
            check_points(&points, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        Err(error) => findings.cannot_follow(&COUNT, &error, || super::remains(bytes)),
    }
}

fn check_points(points: &Points<'_>, findings: &mut Findings) {
    for (index, point) in points.iter().enumerate() {
        let PointBuf { place, name } = point;
        let Place { unk_0x00: _, node, carrier, position, vector } = place;
        for (field, value) in [("position", position), ("vector", vector)] {
            if value.iter().any(|number| !number.is_finite()) {
                let path = format_args!("points[{index}].{field}");
                findings.at(&NUMBER, path, || format!("it is {value:?}"));
            }
        }
        for (field, value) in [("node", node), ("carrier", carrier)] {
            if value < -1 {
                let path = format_args!("points[{index}].{field}");
                findings.at(&NODE_NEGATIVE, path, || format!("it is {value}"));
            }
        }
        let path = format_args!("points[{index}].name");
        if !name.is_terminated() {
            findings.at(&NAME_END, path, || format!("\"{name}\" fills its field"));
        }
        if !name.name().is_ascii() {
            findings.at(&NAME_ASCII, path, || format!("\"{name}\" is not"));
        }
    }
    if !points.tail().is_empty() {
        let message = || format!("{} bytes behind the last name", points.tail().len());
        findings.at(&TAIL, "tail", message);
    }
}
