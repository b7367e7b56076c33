//! Every rule of a model, each with a stable code.
//!
//! What reading relies on is proven by `prove`; here is the rest, in one pass per table.

mod budget;
pub mod codes;
mod geometry;
mod keys;
mod nodes;
mod resources;
mod slots;
mod triangles;
mod vertices;

use super::read::{self, Model};
use crate::nres::{self, Archive, Payloads};
use crate::{Findings, Result, tables};

pub use codes::CODES;
pub use vertices::{Straddle, straddling};

/// Checks any bytes as a model: its container first, then the model. What cannot be followed is
/// a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    nres::check(bytes, findings);
    // A container that cannot be opened has been reported just now.
    let Ok(archive) = Archive::read(bytes) else { return };
    match read::open(archive, findings) {
        Ok(model) => check_rest(&model, findings),
        Err((code, error)) => findings.cannot_follow(code, &error, || None),
    }
    findings.locate(|| Some(tables::tree(&Archive::read(bytes).ok()?, Payloads::Original)));
    // The container said so too, but not what it means here.
    findings.prefer(&codes::RESOURCE_RANGE, &nres::codes::ENTRY_RANGE);
}

/// Checks a model that could be read; its container's rules are not asked about.
pub fn check_model(model: &Model<'_>, findings: &mut Findings) {
    // What was proven is proven again: that gives the findings, and costs little.
    let _ = super::prove::prove(model, findings);
    check_rest(model, findings);
    findings.locate(|| Some(tables::tree(model.archive(), Payloads::Original)));
}

/// The rules that reading does not rely on.
fn check_rest(model: &Model<'_>, findings: &mut Findings) {
    resources::check(model, findings);
    nodes::check(model, findings);
    vertices::check(model, findings);
    slots::check(model, findings);
    let corners = geometry::check(model, findings);
    triangles::check(model, &corners, findings);
    keys::check(model, findings);
}

/// Reads a model and fails on the first rule of severity *error* it breaks, its container
/// included.
pub fn read_strict(bytes: &[u8]) -> Result<Model<'_>> {
    let archive = Archive::read_strict(bytes)?;
    let mut findings = Findings::errors_only();
    let model = read::open(archive, &mut findings).map_err(|(_, error)| error)?;
    check_rest(&model, &mut findings);
    findings.locate(|| Some(tables::tree(model.archive(), Payloads::Original)));
    findings.or_error(model)
}
