//! Holds a mission against every rule of its own.

mod clans;
mod objects;

use std::fmt;

use super::codes::*;
use super::read::{self, Mission};
use super::types::LodeKind;
use super::versions::{ClanVersion, ObjectVersion};
use crate::Findings;

/// Checks any bytes as a mission. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(mission) => {
            check_mission(&mission, findings);
            findings.locate(|| Some(super::tree(&mission)));
        }
        Err(broken) => {
            let (code, error) = *broken;
            findings.cannot_follow(code, &error, || super::remains(bytes));
        }
    }
}

/// Checks a mission that could be read.
pub(super) fn check_mission(mission: &Mission<'_>, findings: &mut Findings) {
    check_versions(mission, findings);
    check_routes(mission, findings);
    clans::check(mission, findings);
    objects::check(mission, findings);
    check_rest(mission, findings);
}

fn check_versions(mission: &Mission<'_>, findings: &mut Findings) {
    let version = mission.version();
    if version != 1 {
        findings.at(&VERSION_USUAL, "version", || format!("it is {version}"));
    }
    let ClanVersion(version) = mission.clan_version();
    if version != ClanVersion::LAST.0 {
        findings.at(&CLAN_VERSION_USUAL, "clan_version", || format!("it is {version}"));
    }
    let ObjectVersion(version) = mission.object_version();
    if version != ObjectVersion::LAST.0 {
        findings.at(&OBJECT_VERSION_USUAL, "object_version", || format!("it is {version}"));
    }
}

fn check_routes(mission: &Mission<'_>, findings: &mut Findings) {
    for (index, route) in mission.routes().enumerate() {
        if usize::try_from(route.id).ok() != Some(index) {
            let path = format_args!("routes[{index}].id");
            findings.at(&ROUTE_ID, path, || format!("it is {}, not {index}", route.id));
        }
        if route.points.len() < 3 {
            let path = format_args!("routes[{index}].points");
            findings.at(&ROUTE_POINTS, path, || format!("it has {}", route.points.len()));
        }
        for (corner, point) in route.points.iter().enumerate() {
            numbers(&point, format_args!("routes[{index}].points[{corner}]"), findings);
        }
    }
}

fn check_rest(mission: &Mission<'_>, findings: &mut Findings) {
    text(mission.land(), "land", findings);
    if let Some(word) = mission.lode_word().filter(|word| *word != 1) {
        findings.at(&LODE_WORD, "lode_word", || format!("it is {word}"));
    }
    for (index, lode) in mission.lodes().iter().enumerate() {
        numbers(&lode.position, format_args!("lodes[{index}].position"), findings);
        numbers(&[lode.amount], format_args!("lodes[{index}].amount"), findings);
        let LodeKind(kind) = lode.kind;
        if !lode.kind.is_known() {
            let path = format_args!("lodes[{index}].kind");
            findings.at(&LODE_KIND, path, || format!("it is {kind:#x}"));
        }
    }
    if !mission.tail().is_empty() {
        let message = || format!("{} bytes follow", mission.tail().len());
        findings.at(&END, "tail", message);
    }
}

/// Asks whether floats are numbers.
#[inline]
fn numbers(floats: &[f32], path: fmt::Arguments<'_>, findings: &mut Findings) {
    if let Some(odd) = floats.iter().find(|float| !float.is_finite()) {
        findings.at(&NUMBER, path, || format!("it is {odd}"));
    }
}

/// Asks whether a text ends where its length says.
#[inline]
fn text(text: &[u8], path: impl fmt::Display, findings: &mut Findings) {
    if has_nul(text) {
        let at = text.iter().take_while(|byte| **byte != 0).count();
        findings.at(&TEXT_NUL, path, || format!("its byte {at} is a NUL"));
    }
}

/// Whether a byte is 0. A mission has thousands of names of about ten bytes, so eight are looked at
/// in one go, the last eight perhaps twice.
#[inline]
fn has_nul(text: &[u8]) -> bool {
    const ONES: u64 = u64::from_le_bytes([0x01; 8]);
    const TOPS: u64 = u64::from_le_bytes([0x80; 8]);
    let has = |eight: &[u8; 8]| {
        let word = u64::from_le_bytes(*eight);
        word.wrapping_sub(ONES) & !word & TOPS != 0
    };
    match text.last_chunk() {
        Some(last) => has(last) || text.as_chunks().0.iter().any(has),
        None => text.contains(&0),
    }
}
