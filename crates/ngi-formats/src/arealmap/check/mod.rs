//! Every rule of an areal map, each with a stable code.

mod areals;
mod cells;
pub mod codes;
pub(super) mod crossing;
mod links;
mod overlap;

use super::file::{ArealMapFile, CHUNK as CHUNK_TYPE, ENTRY_NAME};
use super::message::{CANNOT_LOAD, INCORRECT, NO_CELLS, NO_CHUNK};
use super::read::{ArealMap, Broken};
use crate::nres::{self, Archive};
use crate::{Code, Findings};
use codes::{
    AREAL_RANGE, AREALS_LIMIT, AREALS_NONE, CELLS_HEADER, CELLS_NONE, CELLS_RANGE, CHUNK,
    CHUNK_ONE, END, FILE,
};

pub use codes::CODES;

/// Checks any bytes as a `Land.map`: the archive first, then the map. What cannot be followed is a
/// finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    // An archive that cannot be opened is said once, in the engine's words.
    if Archive::read(bytes).is_ok() {
        nres::check(bytes, findings);
    }
    match ArealMapFile::open(bytes) {
        Ok(file) => {
            check_archive(file.archive(), findings);
            check_rules(file.map(), findings);
            findings.locate(|| Some(super::file_tree(&file)));
        }
        Err(broken) => add_broken(broken, findings),
    }
    // The archive said so too, but not what it means here.
    findings.prefer(&FILE, &nres::codes::ENTRY_RANGE);
}

/// Checks any bytes as the payload of an entry of type 12 that promises so many areals.
pub fn check_chunk(bytes: &[u8], areal_count: u32, findings: &mut Findings) {
    match ArealMap::open(bytes, areal_count) {
        Ok(map) => check_map(&map, findings),
        Err(broken) => add_broken(broken, findings),
    }
}

/// Checks a map that could be read. Offsets count from the start of the payload.
pub fn check_map(map: &ArealMap<'_>, findings: &mut Findings) {
    check_rules(map, findings);
    findings.locate(|| Some(super::tree(map)));
}

/// What the engine says where a rule is broken, if it says anything.
pub fn engine_message(code: &Code) -> Option<&'static str> {
    let messages = [
        (&FILE, CANNOT_LOAD),
        (&CHUNK, NO_CHUNK),
        (&CELLS_NONE, NO_CELLS),
        (&AREAL_RANGE, INCORRECT),
        (&CELLS_HEADER, INCORRECT),
        (&CELLS_RANGE, INCORRECT),
        (&END, INCORRECT),
    ];
    messages.into_iter().find(|(known, _)| known.id == code.id).map(|(_, message)| message)
}

fn add_broken((code, error): Broken, findings: &mut Findings) {
    findings.cannot_follow(code, &error, || None);
}

fn check_archive(archive: &Archive<'_>, findings: &mut Findings) {
    let plain = |entry: nres::Entry<'_>| {
        entry.type_id() == CHUNK_TYPE && crate::text::same(entry.name(), ENTRY_NAME)
    };
    if archive.len() != 1 || !archive.get(0).is_some_and(plain) {
        findings.at(&CHUNK_ONE, "entries", || {
            let names: Vec<String> = archive
                .iter()
                .take(4)
                .map(|entry| format!("{} of type {}", entry.record().name, entry.type_id()))
                .collect();
            format!("{} entries: {}", archive.len(), names.join(", "))
        });
    }
}

/// All rules but the archive's.
fn check_rules(map: &ArealMap<'_>, findings: &mut Findings) {
    if map.is_empty() {
        findings.at(&AREALS_NONE, "areals", || "attr1 is 0".into());
    }
    if map.len() > super::MOST_AREALS {
        findings.at(&AREALS_LIMIT, "areals", || format!("{} areals", map.len()));
    }
    if map.cell_count() == 0 {
        let (across, down) = (map.across(), map.down());
        let field = if across == 0 { "cells_across" } else { "cells_down" };
        findings.at(&CELLS_NONE, field, || format!("{across} × {down} cells ({NO_CELLS})"));
    }
    let (frame, settled) = areals::check(map, findings);
    cells::check(map, frame.as_ref(), &settled, findings);
    overlap::check(map, findings);
}
