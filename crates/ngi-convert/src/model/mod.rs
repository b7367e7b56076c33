//! Models: as documents, as readable text, compared, and what they refer to.

mod check;
pub(crate) mod diff;
pub mod document;
pub(crate) mod outside;
pub mod pose;
pub(crate) mod rows;
pub mod single;
mod summary;
pub mod tables;

use std::io::Write;
use std::sync::LazyLock;

use ngi_formats::landscape;
use ngi_formats::msh::{self, Kind};
use ngi_formats::nres::TypeId;
use ngi_formats::{Code, Findings};
use ngi_vfs::ContainerKind;
use serde_json::Value;

use crate::Result;
use crate::archive::NresFormat;
use crate::convert::{
    Destination, ExportOptions, Exported, ImportOptions, Imported, Outside, Source,
};
use crate::diff::Difference;
use crate::format::{Form, Format, Subject};
use crate::references::{Reference, WEAR};
use crate::surroundings::Surroundings;

/// Models in the table of formats.
pub struct MshFormat;

/// Every rule: of the file alone, then of the wear beside it.
static CODES: LazyLock<Vec<&'static Code>> = LazyLock::new(|| [msh::CODES, check::CODES].concat());

/// The wear that lies beside a model: `<stem>.wea`.
pub(crate) fn wear_name(model: &str) -> String {
    let stem = model.rsplit_once('.').map_or(model, |(stem, _)| stem);
    format!("{stem}.wea")
}

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
        None => subject.name.eq_ignore_ascii_case("Land.msh").then_some(Kind::Landscape),
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

    fn write_json(&self, subject: &Subject<'_>, form: Form, out: &mut dyn Write) -> Result<()> {
        document::write(subject.bytes, form, out)
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        document::to_value(subject.bytes)
    }

    fn bytes_from_json(&self, value: &Value, original: Option<&[u8]>) -> Result<Vec<u8>> {
        document::from_document(value, original, document::SCHEMA)
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
        vec![Reference::new(&WEAR, wear_name(subject.name), String::new())]
    }
}
