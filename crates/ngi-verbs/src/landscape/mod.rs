//! Landscapes: as documents, as readable text, compared, checked with the other files of their
//! level.

mod summary;

use ngi_engine::resolve::LevelNames;
use ngi_formats::arealmap::{self, Summary};
use ngi_formats::landscape::{self, Derived, Landscape, LandscapeDoc, LevelParts, check_level};
use ngi_formats::msh::{self, MeshKind};
use ngi_formats::nres::EntryRecord;
use ngi_formats::schema::{Record as _, Shape};
use ngi_formats::tables::Resource;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Code, Findings, Mode, kinds};

use crate::Result;
use crate::describe;
use crate::diff::Difference;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Given, Mended, Rules, Subject};
use crate::references::{Reference, WEAR};
use crate::surroundings::{Found, Surroundings};
use crate::tables::{diff, document, expected, show_or_archive};

/// Landscapes in the table of formats.
pub struct LandDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::LANDSCAPE, &LandDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[landscape::CODES, landscape::LEVEL_CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours).opaque();

impl Document for LandDocument {
    fn id(&self) -> &'static str {
        "land"
    }

    fn branches(&self) -> &'static [Branch] {
        ngi_formats::tables::landscape_document()
    }

    fn records(&self) -> &'static [&'static Shape] {
        &[EntryRecord::SHAPE]
    }

    fn tables(&self) -> &'static [Resource] {
        &landscape::chunk::CHUNKS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(describe::of_tables(self.tables()))
    }

    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<Node<'a>> {
        document::tree(subject.bytes, form)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        Some(ngi_formats::nres::remains(subject.bytes))
    }

    fn edit(&self, subject: &Subject<'_>, path: &str, said: &str) -> Result<Option<Made>> {
        document::edit(subject.bytes, path, said)
    }

    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
        document::make(draft, original)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn read_json(&self, text: &[u8], original: Option<&Subject<'_>>) -> Result<Made> {
        let original = original.map(|original| original.bytes);
        document::read_json(text, original, document::LANDSCAPE_SCHEMA, self.branches())
    }

    fn refresh_dependents(
        &self,
        before: &[u8],
        after: &Subject<'_>,
        given: Given<'_>,
    ) -> Result<(Vec<u8>, Vec<String>)> {
        follow(before, after.bytes, given)
    }

    fn mend(&self, subject: &Subject<'_>) -> Result<Option<Mended>> {
        let mut land = LandscapeDoc::open(subject.bytes)?;
        let lines = land.mend()?;
        crate::tables::mended(subject.bytes, &land.write()?, lines)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        show_or_archive(subject, summary::summary(subject.bytes))
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        diff::diff(a.bytes, b.bytes)
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    match expected(subject) {
        Some(MeshKind::Model) => msh::check(subject.bytes, findings),
        _ => landscape::check(subject.bytes, findings),
    }
}

/// The two wears that lie beside a landscape.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let wear = |name: String| Reference::new(&WEAR, name, String::new());
    LevelNames::of_landscape(subject.name).wears.map(wear).into()
}

fn wear_of(found: &Found) -> Option<Wear<'_>> {
    Wear::read(&found.bytes, Parser::File).ok()
}

/// What depends on changed fields of a landscape. Who sets the draw order knows better.
fn follow(before: &[u8], after: &[u8], given: Given<'_>) -> Result<(Vec<u8>, Vec<String>)> {
    let docs = (LandscapeDoc::open(before), LandscapeDoc::open(after));
    let (Ok(old), Ok(mut new)) = docs else { return Ok((after.to_vec(), Vec::new())) };
    let keep = match given {
        Given::Fields(paths) if paths.iter().any(|path| path.starts_with("order")) => {
            vec![Derived::Order]
        }
        Given::Fields(_) => Vec::new(),
        Given::Document => new.differing(&old),
    };
    match new.follow(&old, &keep) {
        Ok(lines) if lines.is_empty() => Ok((after.to_vec(), lines)),
        Ok(lines) => Ok((new.write()?, lines)),
        Err(error) => Ok((after.to_vec(), vec![crate::tables::stays(&error)])),
    }
}

/// Holds a landscape against the other files of its level, as far as they lie beside it and can
/// be read: what is wrong with them alone is said where they are checked.
fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let mut broken = Findings::new(Mode::Tolerant, false);
    let Ok(landscape) = Landscape::read_tolerant(subject.bytes, &mut broken) else { return };
    let names = LevelNames::of_landscape(subject.name);
    let [first, second] = names.wears.each_ref().map(|name| around.sibling(name));
    let (first, second) = (first.as_ref().and_then(wear_of), second.as_ref().and_then(wear_of));
    let map = around.sibling(&names.areals);
    let areals =
        map.and_then(|map| arealmap::read_file(&map.bytes).ok().map(|map| Summary::of(&map)));
    let parts = LevelParts {
        landscape: &landscape,
        first: first.as_ref(),
        second: second.as_ref(),
        areals: areals.as_ref(),
    };
    check_level(&parts, findings);
}
