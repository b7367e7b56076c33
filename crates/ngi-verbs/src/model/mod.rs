//! Models: as documents, as readable text, compared, and what they refer to.

mod check;
mod diff;
pub mod pose;
mod summary;

use ngi_engine::resolve::names;
use ngi_formats::landscape;
use ngi_formats::msh::{self, MeshKind, ModelDoc, PathLink, PathNode};
use ngi_formats::nres::EntryRecord;
use ngi_formats::schema::{Record as _, Shape};
use ngi_formats::tables::Resource;
use ngi_formats::tree::{Branch, Draft, Made, Node, Step, steps};
use ngi_formats::{Code, Findings, kinds};

use crate::Result;
use crate::describe;
use crate::diff::Difference;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Given, Mended, Rules, Subject};
use crate::references::{Reference, WEAR};
use crate::surroundings::Surroundings;
use crate::tables::{document, expected, show_or_archive};

/// Models in the table of formats.
pub struct MshDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::MODEL, &MshDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[msh::CODES, check::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours).opaque();

impl Document for MshDocument {
    fn id(&self) -> &'static str {
        "msh"
    }

    fn branches(&self) -> &'static [Branch] {
        ngi_formats::tables::model_document()
    }

    fn records(&self) -> &'static [&'static Shape] {
        &[EntryRecord::SHAPE, PathNode::SHAPE, PathLink::SHAPE]
    }

    fn tables(&self) -> &'static [Resource] {
        &msh::resource::RESOURCES
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

    /// Removes nodes and slots with everything that belongs to them alone, and renumbers the rest.
    fn rearrange(
        &self,
        subject: &Subject<'_>,
        path: &str,
        said: &str,
    ) -> Result<Option<(Made, String)>> {
        let all = steps(path).filter(|_| said == "-").unwrap_or_default();
        let [Step::Key(list), Step::Index(index)] = all.as_slice() else { return Ok(None) };
        let remove = |change: &dyn Fn(&mut ModelDoc) -> ngi_formats::Result<Vec<String>>| {
            let mut model = ModelDoc::open(subject.bytes)?;
            let lines = change(&mut model)?;
            let words = [vec!["removed".to_owned()], lines].concat().join("; ");
            Ok(Some((Made { bytes: model.write()?, attributes: None }, words)))
        };
        match *list {
            "nodes" | "legacy_nodes" => remove(&|model| model.remove_node(*index)),
            "slots" => remove(&|model| model.remove_slot(*index).map(|()| Vec::new())),
            _ => Ok(None),
        }
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn read_json(&self, text: &[u8], original: Option<&Subject<'_>>) -> Result<Made> {
        let original = original.map(|original| original.bytes);
        document::read_json(text, original, document::SCHEMA, self.branches())
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
        let mut model = ModelDoc::open(subject.bytes)?;
        let lines = model.mend()?;
        crate::tables::mended(subject.bytes, &model.write()?, lines)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        show_or_archive(subject, summary::summary(subject.bytes))
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        diff::diff(a.bytes, b.bytes)
    }
}

/// What depends on changed fields of a model.
fn follow(before: &[u8], after: &[u8], given: Given<'_>) -> Result<(Vec<u8>, Vec<String>)> {
    let docs = (ModelDoc::open(before), ModelDoc::open(after));
    let (Ok(old), Ok(mut new)) = docs else { return Ok((after.to_vec(), Vec::new())) };
    let keep = match given {
        Given::Fields(_) => Vec::new(),
        Given::Document => new.differing(&old),
    };
    match new.follow(&old, &keep) {
        Ok(lines) if lines.is_empty() => Ok((after.to_vec(), lines)),
        Ok(lines) => Ok((new.write()?, lines)),
        Err(error) => Ok((after.to_vec(), vec![crate::tables::stays(&error)])),
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    match expected(subject) {
        Some(MeshKind::Landscape) => landscape::check(subject.bytes, findings),
        _ => msh::check(subject.bytes, findings),
    }
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    check::wear_rows(subject, around, findings);
}

/// The wear table that lies beside a model: `<stem>.wea`.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    vec![Reference::new(&WEAR, names::wear_of(subject.name), String::new())]
}
