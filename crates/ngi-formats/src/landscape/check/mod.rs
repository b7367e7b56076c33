//! Every rule of a landscape, each with a stable code.
//!
//! What reading relies on is proven by `prove`; here is the rest, in one pass per table.

mod cells;
mod chunks;
pub mod codes;
mod faces;
mod links;
mod order;
mod vertices;

use super::read::{self, Landscape};
use crate::nres::{self, Archive, Payloads};
use crate::{Findings, Result, tables};

pub use codes::CODES;
pub use vertices::{Straddle, straddling};

/// Checks any bytes as a landscape: its container first, then the landscape. What cannot be
/// followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    nres::check(bytes, findings);
    // A container that cannot be opened has been reported just now.
    let Ok(archive) = Archive::read(bytes) else { return };
    match read::open(archive, findings) {
        Ok(landscape) => check_rest(&landscape, findings),
        Err((code, error)) => findings.cannot_follow(code, &error, || None),
    }
    findings.locate(|| Some(tables::tree(&Archive::read(bytes).ok()?, Payloads::Original)));
    // The container said so too, but not what it means here.
    findings.prefer(&codes::CHUNK_RANGE, &nres::codes::ENTRY_RANGE);
}

/// Checks a landscape that could be read; its container's rules are not asked about.
pub fn check_landscape(landscape: &Landscape<'_>, findings: &mut Findings) {
    // What was proven is proven again: that gives the findings, and costs little.
    super::prove::prove(landscape, findings);
    check_rest(landscape, findings);
    findings.locate(|| Some(tables::tree(landscape.archive(), Payloads::Original)));
}

/// The rules that reading does not rely on.
fn check_rest(land: &Landscape<'_>, findings: &mut Findings) {
    chunks::check(land, findings);
    cells::check(land, findings);
    let walk = faces::check(land, findings);
    vertices::check(land, &walk, findings);
    order::check(land, &walk, findings);
}

/// Reads a landscape and fails on the first rule of severity *error* it breaks, its container
/// included.
pub fn read_strict(bytes: &[u8]) -> Result<Landscape<'_>> {
    let archive = Archive::read_strict(bytes)?;
    let mut findings = Findings::errors_only();
    let landscape = read::open(archive, &mut findings).map_err(|(_, error)| error)?;
    check_rest(&landscape, &mut findings);
    findings.locate(|| Some(tables::tree(landscape.archive(), Payloads::Original)));
    findings.or_error(landscape)
}
