//! Wears: as documents, as text, and the materials and lightmaps they name.

mod check;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::sync::LazyLock;

use ngi_formats::nres::TypeId;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::wear::{self, Parser, Row, Section, Wear};
use ngi_formats::{Code, Findings, text};
use serde_json::{Value, json};

use crate::convert::{
    Destination, ExportOptions, Exported, ImportOptions, Imported, Outside, Source,
};
use crate::diff::Difference;
use crate::format::{Form, Format, Subject};
use crate::references::{LIGHTMAP, MATERIAL, Reference, Target};
use crate::surroundings::Surroundings;
use crate::{Result, show, text_file};

/// Wears in the table of formats.
pub struct WearFormat;

/// Every rule: of the file alone, then of what it names.
static CODES: LazyLock<Vec<&'static Code>> = LazyLock::new(|| [wear::CODES, check::CODES].concat());

impl Format for WearFormat {
    fn id(&self) -> &'static str {
        "wear"
    }

    fn title(&self) -> &'static str {
        "wear table"
    }

    /// An entry of type `WEAR`, or anything whose name ends in `.wea`.
    fn recognises(&self, subject: &Subject<'_>) -> bool {
        let typed = subject.entry.is_some_and(|entry| entry.type_id == TypeId::from(*b"WEAR"));
        typed || subject.has_suffix("wea")
    }

    fn codes(&self) -> &'static [&'static Code] {
        &CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        wear::check(subject.bytes, findings);
    }

    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        if let Ok(wear) = Wear::read(subject.bytes, Parser::File) {
            check::names(&wear, around, findings);
        }
    }

    fn document(&self) -> &'static [Branch] {
        wear::DOCUMENT
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(wear::tree(subject.bytes))
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(wear::make(draft)?)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        let wear = match Wear::read(subject.bytes, Parser::File) {
            Ok(wear) => wear,
            Err(error) => return Ok(text_file::broken(&error, subject.bytes)),
        };
        let mut out = String::new();
        for (title, section) in [("rows", Section::Materials), ("lightmaps", Section::Lightmaps)] {
            let rows: Vec<Value> = wear.section(section).enumerate().map(row).collect();
            if rows.is_empty() && section == Section::Lightmaps {
                continue;
            }
            let _ = writeln!(out, "{title}: {}", rows.len());
            show::table(&rows).unwrap_or_default().lines().for_each(|line| {
                let _ = writeln!(out, "  {line}");
            });
        }
        Ok(out)
    }

    /// By row; how a wear is spaced counts only where nothing else differs.
    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        text_file::diff([a, b].map(|subject| wear::tree(subject.bytes)), "rows")
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
        text_file::import(source, |bytes| Wear::read(bytes, Parser::File).map(drop))
    }

    /// The materials of its rows, and its lightmaps.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        let Ok(wear) = Wear::read(subject.bytes, Parser::File) else { return Vec::new() };
        let of = |section: Section, target: &'static Target| {
            wear.section(section).enumerate().map(move |(index, row)| {
                Reference::new(
                    target,
                    text::decode(row.name),
                    format!("{}[{index}].name", section.field()),
                )
            })
        };
        of(Section::Materials, &MATERIAL).chain(of(Section::Lightmaps, &LIGHTMAP)).collect()
    }
}

fn row((index, row): (usize, Row<'_>)) -> Value {
    json!({"index": index, "id": text::decode(row.id), "name": text::decode(row.name)})
}
