//! Holds a palette file against every rule.

use super::bank::Slot;
use super::codes::*;
use super::file::{self, Parts};
use crate::{Findings, text};

/// Checks any bytes as a palette file. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match file::open(bytes) {
        Ok(parts) => {
            check_parts(&parts, findings);
            findings.locate(|| super::tree(bytes).ok());
        }
        Err((code, error)) => findings.cannot_follow(code, &error, || super::remains(bytes)),
    }
}

/// Checks the name of an entry in a palette library.
pub fn check_name(name: &[u8], findings: &mut Findings) {
    if Slot::from_file_name(name).is_none() {
        // The document of a palette does not have its name, so it is about the whole.
        findings.at(&NAME, "", || {
            format!("the engine never asks for a palette named \"{}\"", text::decode(name))
        });
    }
}

/// Checks a file that could be read.
pub(super) fn check_parts(parts: &Parts<'_>, findings: &mut Findings) {
    if parts.table.is_none() {
        let message = || "the file ends without an \"Ipol\" table".into();
        findings.at(&TABLE_MISSING, "table", message);
    }
    if !parts.tail.is_empty() {
        let message = || format!("{} bytes that nothing reads; they are kept", parts.tail.len());
        findings.at(&TAIL, "tail", message);
    }
}
