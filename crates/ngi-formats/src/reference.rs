//! What should hold for every reference of 64 bytes, whoever makes it.

use std::fmt;

use crate::fxid::Reference;
use crate::{Code, Findings};

/// The rules of a format about its references.
pub(crate) struct ReferenceRules {
    /// Both names end with a NUL.
    pub end: &'static Code,
    /// Both names are ASCII.
    pub ascii: &'static Code,
    /// Both names are there, or neither.
    pub half: &'static Code,
}

impl ReferenceRules {
    /// Holds the reference at a path of the document against them.
    pub fn check(&self, reference: &Reference, path: fmt::Arguments<'_>, findings: &mut Findings) {
        let Self { end, ascii, half } = self;
        let Reference { archive, member } = reference;
        for (field, name) in [("archive", archive), ("member", member)] {
            let path = format_args!("{path}.{field}");
            if !name.is_terminated() {
                findings.at(end, path, || format!("\"{name}\" fills its field"));
            }
            if !name.name().is_ascii() {
                findings.at(ascii, path, || format!("\"{name}\" is not"));
            }
        }
        if archive.name().is_empty() != member.name().is_empty() {
            findings.at(half, path, || format!("\"{archive}\" and \"{member}\""));
        }
    }
}
