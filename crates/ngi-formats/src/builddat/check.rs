//! Every rule of the list, each with a stable code.

use super::read::BuildDat;
use super::{CATEGORIES, CORRUPTED};
use crate::{Code, Findings, text};

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// No count.
    pub static COUNT: Code = Code::error(
        "builddat.count",
        "A category's name is followed by how many paths there are (\"BuildDat.lst is corrupted\").",
    );
    /// Paths that are not there, or too many.
    pub static PATHS: Code = Code::error(
        "builddat.paths",
        "As many paths in quotes follow as the count says (\"BuildDat.lst is corrupted\").",
    );
    /// A quote without an end.
    pub static QUOTE: Code = Code::error(
        "builddat.quote",
        "A quote is closed on its line (\"BuildDat.lst is corrupted\").",
    );
    /// A category nobody knows.
    pub static CATEGORY: Code = Code::error(
        "builddat.category",
        "A section is named after one of the twelve categories (\"BuildDat.lst is corrupted\").",
    );
    /// A category twice.
    pub static TWICE: Code =
        Code::strict_error("builddat.category.twice", "A category has one section.");
    /// A category that is not there.
    pub static MISSING: Code =
        Code::retail("builddat.category.missing", "All twelve categories are there.");
    /// A path without a name.
    pub static EMPTY: Code = Code::strict_error("builddat.path.empty", "A path is not empty.");
    /// A path to something else.
    pub static SUFFIX: Code = Code::retail("builddat.path.suffix", "A path ends with .dat.");
}

use codes::{CATEGORY, COUNT, EMPTY, MISSING, PATHS, QUOTE, SUFFIX, TWICE};

/// All rules of this format.
pub static CODES: &[&Code] =
    &[&COUNT, &PATHS, &QUOTE, &CATEGORY, &TWICE, &MISSING, &EMPTY, &SUFFIX];

/// Checks any bytes as a `BuildDat.lst`. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match BuildDat::open(bytes) {
        Ok(list) => check_list(&list, findings),
        Err((code, error)) => findings
            .add(code, || (error.field.clone().into_owned(), error.offset, error.kind.to_string())),
    }
}

/// Checks a list that could be read.
pub(super) fn check_list(list: &BuildDat<'_>, findings: &mut Findings) {
    let mut seen = [false; CATEGORIES.len()];
    for (index, section) in list.sections().enumerate() {
        let name = section.name();
        let known = CATEGORIES.iter().position(|known| text::same(known.name.as_bytes(), name));
        let slot = known.and_then(|known| seen.get_mut(known));
        let mut add = |code, why: String| {
            let field = format!("sections[{index}].name");
            findings.add(code, || (field, Some(section.offset() as u64), why));
        };
        match slot {
            None => {
                add(&CATEGORY, format!("nobody knows \"{}\" ({CORRUPTED})", text::decode(name)))
            }
            Some(true) => add(&TWICE, format!("\"{}\" was there before", text::decode(name))),
            Some(seen) => *seen = true,
        }
        for (place, path) in section.paths().enumerate() {
            let field = || format!("sections[{index}].paths[{place}]");
            let at = Some(path.offset as u64);
            let suffix = path.path.last_chunk::<4>();
            if path.path.is_empty() {
                findings.add(&EMPTY, || (field(), at, "nothing between the quotes".into()));
            } else if !suffix.is_some_and(|suffix| text::same(suffix, b".dat")) {
                let why = || format!("\"{}\" does not", text::decode(path.path));
                findings.add(&SUFFIX, || (field(), at, why()));
            }
        }
    }
    for (category, _) in CATEGORIES.iter().zip(seen).filter(|(_, seen)| !seen) {
        findings.add(&MISSING, || {
            ("sections".into(), None, format!("\"{}\" is not there", category.name))
        });
    }
}
