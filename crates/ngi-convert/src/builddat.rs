//! The list of buildings: as a document, as text, and what it names.
//!
//! ```json
//! {"schema": "ngi.builddat/1",
//!  "sections": [{"name": "Mine", "mask": 2147483652, "paths": ["UNITS\\mine1.dat"]}, …],
//!  "text": "// comment\r\nMine 1\r\n\"UNITS\\mine1.dat\"\r\n…"}
//! ```
//! `text` is the whole file, so that comments and spaces come back. Where the sections say something
//! else than the text, the sections count, and the rest of the text stays. `mask` informs.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ngi_formats::builddat::{self, BuildDat, Editor};
use ngi_formats::{Code, Findings, text};
use serde_json::{Value, json};

use crate::convert::{
    Destination, ExportOptions, Exported, ImportOptions, Imported, Outside, Source,
};
use crate::diff::Difference;
use crate::format::{Format, Subject};
use crate::json::{self, Reader};
use crate::references::{BUILDING, Reference};
use crate::surroundings::Surroundings;
use crate::{Error, Result, show, text_file};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.builddat/1";
/// What the file is called.
const NAME: &str = "BuildDat.lst";

/// `BuildDat.lst` in the table of formats.
pub struct BuildDatFormat;

/// A path that leads nowhere.
static PATH_MISSING: Code =
    Code::warning("builddat.path.missing", "What a path names is in the game folder.");

/// Every rule: of the list alone, then of what it names.
static CODES: LazyLock<Vec<&'static Code>> =
    LazyLock::new(|| [builddat::CODES, &[&PATH_MISSING]].concat());

impl Format for BuildDatFormat {
    fn id(&self) -> &'static str {
        "builddat"
    }

    fn title(&self) -> &'static str {
        "list of buildings"
    }

    fn recognises(&self, subject: &Subject<'_>) -> bool {
        subject.name.eq_ignore_ascii_case(NAME)
    }

    fn codes(&self) -> &'static [&'static Code] {
        &CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        builddat::check(subject.bytes, findings);
    }

    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        let (Ok(list), Some(game)) = (BuildDat::read(subject.bytes), around.game()) else { return };
        for (index, section) in list.sections().enumerate() {
            for (place, path) in section.paths().enumerate() {
                let path = path.to_string();
                if game.file(&path.replace('\\', "/")).is_none() {
                    findings.add(&PATH_MISSING, || {
                        let field = format!("sections[{index}].paths[{place}]");
                        (field, None, format!("{path} is not in the game folder"))
                    });
                }
            }
        }
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        Ok(to_value(subject.bytes))
    }

    fn bytes_from_json(&self, value: &Value, _: Option<&[u8]>) -> Result<Vec<u8>> {
        from_value(value)
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
        text_file::diff([a, b].map(|subject| to_value(subject.bytes)), "sections")
    }

    fn exports(&self) -> &'static [Outside] {
        &text_file::TEXT
    }

    fn export(
        &self,
        subject: &Subject<'_>,
        _: &Surroundings,
        to: &Destination<'_>,
        _: &ExportOptions,
    ) -> Result<Exported> {
        Ok(text_file::export(subject, to))
    }

    fn imports(&self) -> &'static [Outside] {
        &text_file::TEXT
    }

    fn import(&self, source: &Source<'_>, _: &ImportOptions<'_>) -> Result<Imported> {
        text_file::import(source, |bytes| BuildDat::read(bytes).map(drop))
    }

    /// The buildings it lists.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        let Ok(list) = BuildDat::read(subject.bytes) else { return Vec::new() };
        let mut found = Vec::new();
        for (index, section) in list.sections().enumerate() {
            found.extend(section.paths().enumerate().map(|(place, path)| {
                Reference::new(
                    &BUILDING,
                    file_name(&path.to_string()),
                    format!("sections[{index}].paths[{place}]"),
                )
            }));
        }
        found
    }
}

/// The file of a building's path: the engine's paths have backslashes.
fn file_name(path: &str) -> String {
    path.rsplit(['\\', '/']).next().unwrap_or_default().to_owned()
}

/// The document of a list.
pub fn to_value(bytes: &[u8]) -> Value {
    let sections = BuildDat::read(bytes).ok().map(|list| {
        let row = |section: builddat::Section<'_>| {
            let paths: Vec<String> = section.paths().map(|path| path.to_string()).collect();
            let mask = section.category().map(|category| category.mask);
            json!({"name": text::decode(section.name()), "mask": mask, "paths": paths})
        };
        list.sections().map(row).collect::<Value>()
    });
    let mut object = json::document(SCHEMA);
    object.insert("sections".into(), sections.into());
    object.insert("text".into(), text::decode(bytes).into());
    Value::Object(object)
}

/// Names and paths of all sections.
type Wanted = Vec<(Vec<u8>, Vec<Vec<u8>>)>;

/// The bytes of a document.
pub fn from_value(value: &Value) -> Result<Vec<u8>> {
    let document = Reader::document(value, SCHEMA)?;
    let there = |key: &str| document.get(key).is_some_and(|value| !value.value().is_null());
    let encode = |at: &Reader<'_>, shown: &str| {
        let why =
            || at.error(Error::Usage("has characters that Windows-1251 does not know".into()));
        text::encode(shown).ok_or_else(why)
    };
    if !there("sections") {
        return encode(&document.need("text")?, document.text("text")?);
    }
    let mut wanted: Wanted = Vec::new();
    for section in document.need("sections")?.elements()? {
        let name = encode(&section, section.text("name")?)?;
        let paths = section.need("paths")?.elements()?.map(|path| {
            let shown = path.value().as_str().ok_or_else(|| path.wrong("a path"))?;
            encode(&path, shown)
        });
        wanted.push((name, paths.collect::<Result<_>>()?));
    }
    if !there("text") {
        return Ok(Editor::of_sections(&wanted)?.into_bytes());
    }
    let bytes = encode(&document.need("text")?, document.text("text")?)?;
    let mut editor = Editor::open(&BuildDat::read(&bytes)?);
    change(&mut editor, &wanted)?;
    Ok(editor.into_bytes())
}

/// Makes a list say what is wanted, and touches nothing that says it already.
fn change(editor: &mut Editor, wanted: &Wanted) -> Result<()> {
    let count = editor.list()?.len();
    if count != wanted.len() {
        let why = format!(
            "{} of them, but the text has {count}; take the text away, and one is made",
            wanted.len()
        );
        return Err(Error::json("sections", why));
    }
    for (index, (name, paths)) in wanted.iter().enumerate() {
        let (old_name, old_paths) = {
            let list = editor.list()?;
            let section = list.get(index);
            let old_name = section.map(|section| section.name().to_vec()).unwrap_or_default();
            let old: Vec<Vec<u8>> = section
                .map(|section| section.paths().map(|path| path.path.to_vec()).collect())
                .unwrap_or_default();
            (old_name, old)
        };
        if old_name != *name {
            editor.rename(index, name)?;
        }
        for place in (paths.len()..old_paths.len()).rev() {
            editor.remove(index, place)?;
        }
        for (place, path) in paths.iter().enumerate() {
            match old_paths.get(place) {
                Some(old) if old == path => {}
                Some(_) => editor.set_path(index, place, path)?,
                None => editor.push(index, path)?,
            }
        }
    }
    Ok(())
}
