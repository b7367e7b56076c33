//! Wears: as documents, as text, and the materials and lightmaps they name.

mod check;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::wear::{self, Parser, Row, Section, Wear};
use ngi_formats::{Code, Findings, kinds, sky, text};
use serde_json::{Value, json};

use crate::diff::Difference;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{LIGHTMAP, MATERIAL, Reference, Target};
use crate::surroundings::Surroundings;
use crate::{Result, show, text_file};

/// Wears in the table of formats.
pub struct WearDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::WEAR, &WearDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[wear::CODES, check::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

impl Document for WearDocument {
    fn id(&self) -> &'static str {
        "wear"
    }

    fn branches(&self) -> &'static [Branch] {
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
            let is_sky = section == Section::Materials && sky::is_wear_name(subject.name);
            let role = |index: usize| sky::ROLES.get(index).filter(|_| is_sky);
            let rows = wear.section(section).enumerate();
            let rows: Vec<Value> = rows.map(|(index, own)| row(index, &own, role(index))).collect();
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
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    wear::check(subject.bytes, findings);
    if let Ok(wear) = Wear::read(subject.bytes, Parser::File) {
        check::roles(subject.name, &wear, findings);
    }
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    if let Ok(wear) = Wear::read(subject.bytes, Parser::File) {
        check::names(&wear, around, findings);
    }
}

/// The materials of its rows, and its lightmaps.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
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

/// A row; those of a sky have a role each.
fn row(index: usize, row: &Row<'_>, role: Option<&sky::Role>) -> Value {
    let mut shown =
        json!({"index": index, "id": text::decode(row.id), "name": text::decode(row.name)});
    if let (Some(role), Some(members)) = (role, shown.as_object_mut()) {
        members.insert("role".into(), role.name.into());
    }
    shown
}
