//! Holds the list against every rule.

use super::codes::*;
use super::read::BuildDat;
use super::{CATEGORIES, CORRUPTED};
use crate::{Findings, text};

/// Checks any bytes as a `BuildDat.lst`. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match BuildDat::open(bytes) {
        Ok(list) => check_list(&list, findings),
        // A document of it has its text alone.
        Err((code, error)) => {
            findings.add(code, || ("text".into(), error.offset, error.kind.to_string()));
        }
    }
    findings.locate(|| Some(super::tree(bytes)));
}

/// Checks a list that could be read.
pub(super) fn check_list(list: &BuildDat<'_>, findings: &mut Findings) {
    let mut seen = [false; CATEGORIES.len()];
    for (index, section) in list.sections().enumerate() {
        let name = section.name();
        let known = CATEGORIES.iter().position(|known| text::same(known.name.as_bytes(), name));
        let slot = known.and_then(|known| seen.get_mut(known));
        let field = format_args!("sections[{index}].name");
        match slot {
            None => findings.at(&CATEGORY, field, || {
                format!("nobody knows \"{}\" ({CORRUPTED})", text::decode(name))
            }),
            Some(true) => findings
                .at(&TWICE, field, || format!("\"{}\" was there before", text::decode(name))),
            Some(seen) => *seen = true,
        }
        for (place, path) in section.paths().enumerate() {
            let field = format_args!("sections[{index}].paths[{place}]");
            let suffix = path.path.last_chunk::<4>();
            if path.path.is_empty() {
                findings.at(&EMPTY, field, || "nothing between the quotes".into());
            } else if !suffix.is_some_and(|suffix| text::same(suffix, b".dat")) {
                let why = || format!("\"{}\" does not", text::decode(path.path));
                findings.at(&SUFFIX, field, why);
            }
        }
    }
    for (category, _) in CATEGORIES.iter().zip(seen).filter(|(_, seen)| !seen) {
        findings.at(&MISSING, "sections", || format!("\"{}\" is not there", category.name));
    }
}
