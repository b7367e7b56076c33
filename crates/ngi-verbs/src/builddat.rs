//! The list of buildings: as a document, as text, and what it names.
//!
//! ```json
//! {"schema": "ngi.builddat/1",
//!  "sections": [{"name": "Mine", "mask": 2147483652, "paths": ["UNITS\\mine1.dat"]}, …],
//!  "text": "// comment\r\nMine 1\r\n\"UNITS\\mine1.dat\"\r\n…"}
//! ```
//! `text` is the whole file, so that comments and spaces come back. Where the sections say something
//! else than the text, the sections count, and the rest of the text stays. `mask` follows.

use std::fmt::Write as _;

use ngi_formats::builddat::{self, BuildDat};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};

use crate::diff::Difference;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{Reference, UNIT};
use crate::surroundings::Surroundings;
use crate::{Result, show, text_file};

/// `BuildDat.lst` in the table of formats.
pub struct BuildDatDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::BUILDINGS, &BuildDatDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[builddat::CODES, codes::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

/// The rules of the list among other files.
mod codes {
    ngi_formats::rules! {
        PATH_MISSING = warning(
            "builddat.path.missing",
            "What a path names is in the game folder."
        ) of ["sections[].paths[]"];
    }
}

impl Document for BuildDatDocument {
    fn id(&self) -> &'static str {
        "builddat"
    }

    fn branches(&self) -> &'static [Branch] {
        builddat::DOCUMENT
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(builddat::tree(subject.bytes))
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(builddat::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let list = match BuildDat::read(subject.bytes) {
            Ok(list) => list,
            Err(error) => return Ok(text_file::broken(&error, subject.bytes)),
        };
        let mut out = String::new();
        for section in list.sections() {
            let mask = section.category().map(|category| format!("{:#010x}", category.mask));
            let mask = mask.unwrap_or_else(|| "no category of the engine".into());
            let name = show::printable(&text::decode(section.name()));
            let _ = writeln!(out, "{name} ({mask}): {}", section.paths().len());
            for path in section.paths() {
                let _ = writeln!(out, "  {}", show::printable(&path.to_string()));
            }
        }
        Ok(out)
    }

    /// By section; how the list is spaced counts only where nothing else differs.
    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        text_file::diff([a, b].map(|subject| builddat::tree(subject.bytes)), "sections")
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    builddat::check(subject.bytes, findings);
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let (Ok(list), Some(game)) = (BuildDat::read(subject.bytes), around.game()) else { return };
    for (index, section) in list.sections().enumerate() {
        for (place, path) in section.paths().enumerate() {
            let path = path.to_string();
            if game.file(&path.replace('\\', "/")).is_none() {
                let field = format_args!("sections[{index}].paths[{place}]");
                let message = || format!("{path} is not in the game folder");
                findings.at(&codes::PATH_MISSING, field, message);
            }
        }
    }
}

/// The buildings it lists.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(list) = BuildDat::read(subject.bytes) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, section) in list.sections().enumerate() {
        found.extend(section.paths().enumerate().map(|(place, path)| {
            let field = format!("sections[{index}].paths[{place}]");
            Reference::to_path(&UNIT, &path.to_string(), field)
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::edit;
    use crate::document::{from_value, to_value};

    const NAME: &str = "BuildDat.lst";

    const LIST: &[u8] =
        b"// what may be built\r\nMine 2\r\n  \"a.dat\"\r\n  \"b.dat\"\r\nPlant 0\r\n";

    fn set(path: &str, said: &str) -> Result<String> {
        let fields = [(path.to_owned(), said.to_owned())];
        let edited = edit::set(&BuildDatDocument, &Subject::file(NAME, LIST), &fields)?;
        Ok(text::decode(&edited.bytes))
    }

    #[test]
    fn paths_are_set_added_and_taken_out() {
        let list = text::decode(LIST);
        assert_eq!(set("sections[0].paths[1]", "c.dat").unwrap(), list.replace("b.dat", "c.dat"));
        assert_eq!(set("sections[1].name", "Hangar").unwrap(), list.replace("Plant", "Hangar"));
        let more = set("sections[0].paths[+]", "c.dat").unwrap();
        let (before, after) =
            ("2\r\n  \"a.dat\"\r\n  \"b.dat\"", "3\r\n  \"a.dat\"\r\n  \"b.dat\"\r\n  \"c.dat\"");
        assert_eq!(more, list.replace(before, after));
        let fewer = set("sections[0].paths[0]", "-").unwrap();
        assert_eq!(fewer, list.replace(before, "1\r\n  \"b.dat\""));
        let more = set("sections[+]", r#"{"name": "Hangar", "paths": ["h.dat"]}"#).unwrap();
        assert_eq!(more, format!("{list}Hangar 1\r\n\"h.dat\"\r\n"));
        let fewer = set("sections[0]", "-").unwrap();
        assert_eq!(fewer, "// what may be built\r\nPlant 0\r\n");
        for (path, said) in [
            ("sections[0].name", "two words"),
            ("sections[0].mask", "3"),
            ("sections[0].count", "3"),
            ("text", "Mine 0"),
        ] {
            assert!(set(path, said).is_err(), "{path}");
        }
    }

    #[test]
    fn documents_come_back() {
        for bytes in [LIST, b"", b"Mine x", b"Hovel 1 \"\xcf\"\0"] {
            let document = to_value(&BuildDatDocument, &Subject::file(NAME, bytes)).unwrap();
            assert_eq!(from_value(&BuildDatDocument, &document, None).unwrap().bytes, bytes);
        }
    }
}
