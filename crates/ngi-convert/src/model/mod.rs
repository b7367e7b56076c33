//! Models: as documents, as readable text, compared, and what they refer to.

mod check;
pub(crate) mod diff;
pub mod document;
pub(crate) mod outside;
pub mod pose;
pub mod single;
mod summary;

use std::sync::LazyLock;

use ngi_engine::resolve::names;
use ngi_formats::landscape;
use ngi_formats::msh::{self, Kind, PathLink, PathNode};
use ngi_formats::nres::{EntryRecord, TypeId};
use ngi_formats::schema::{Record as _, Shape};
use ngi_formats::tables;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings};
use ngi_vfs::ContainerKind;
use serde_json::Value;

use crate::Result;
use crate::archive::NresFormat;
use crate::convert::{
    Destination, ExportOptions, Exported, ImportOptions, Imported, Outside, Source,
};
use crate::describe;
use crate::diff::Difference;
use crate::document::write::Layout;
use crate::format::{Form, Format, Subject};
use crate::references::{Reference, WEAR};
use crate::surroundings::Surroundings;

/// Models in the table of formats.
pub struct MshFormat;

/// Every rule: of the file alone, then of the wear beside it.
static CODES: LazyLock<Vec<&'static Code>> = LazyLock::new(|| [msh::CODES, check::CODES].concat());

/// What a format made of an archive shows; where it is too broken to be followed, what the archive
/// says, and why.
pub(crate) fn show_or_archive(
    subject: &Subject<'_>,
    shown: ngi_formats::Result<String>,
) -> Result<String> {
    match shown {
        Ok(text) => Ok(text),
        Err(error) => Ok(format!("broken: {error}\n{}", NresFormat.show(subject)?)),
    }
}

/// What the game takes a mesh for, whatever it holds: the entries of its libraries (type `MESH`)
/// for models, a level's `Land.msh` for the landscape. `None` where it could be either.
pub(crate) fn expected(subject: &Subject<'_>) -> Option<Kind> {
    match subject.entry {
        Some(entry) => (entry.type_id == TypeId::from(*b"MESH")).then_some(Kind::Model),
        None => subject.name.eq_ignore_ascii_case(names::LEVEL_FILE).then_some(Kind::Landscape),
    }
}

impl Format for MshFormat {
    fn id(&self) -> &'static str {
        "msh"
    }

    fn title(&self) -> &'static str {
        "model"
    }

    fn recognises(&self, subject: &Subject<'_>) -> bool {
        ContainerKind::sniff(subject.bytes) == Some(ContainerKind::NRes)
            && Kind::of_bytes(subject.bytes) == Some(Kind::Model)
    }

    fn codes(&self) -> &'static [&'static Code] {
        &CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        match expected(subject) {
            Some(Kind::Landscape) => landscape::check(subject.bytes, findings),
            _ => msh::check(subject.bytes, findings),
        }
    }

    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        check::wear_rows(subject, around, findings);
    }

    fn checks_inside(&self) -> bool {
        true
    }

    fn document(&self) -> &'static [Branch] {
        tables::model_document()
    }

    fn records(&self) -> &'static [&'static Shape] {
        &[EntryRecord::SHAPE, PathNode::SHAPE, PathLink::SHAPE]
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(describe::of_tables(&msh::resource::RESOURCES))
    }

    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<Node<'a>> {
        document::tree(subject.bytes, form)
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

    fn read_json(&self, text: &[u8], original: Option<&[u8]>) -> Result<Made> {
        document::read_json(text, original, document::SCHEMA, self.document())
    }

    /// What it says of itself is all in its bytes.
    fn attributes_from_json(&self, _: &Value) -> Result<Option<[u32; 3]>> {
        Ok(None)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        show_or_archive(subject, summary::summary(subject.bytes))
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        diff::diff(a.bytes, b.bytes)
    }

    fn exports(&self) -> &'static [Outside] {
        outside::EXPORTS
    }

    fn export(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        to: &Destination<'_>,
        options: &ExportOptions,
    ) -> Result<Exported> {
        outside::export(subject, around, to, options)
    }

    fn imports(&self) -> &'static [Outside] {
        outside::IMPORTS
    }

    fn import(&self, source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
        outside::import(source, options)
    }

    /// The wear table that lies beside a model: `<stem>.wea`.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        vec![Reference::new(&WEAR, names::wear_of(subject.name), String::new())]
    }
}
