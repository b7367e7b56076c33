//! What a format is, for people and for other programs: shapes, fields, offsets, meanings, rules.
//!
//! Everything here is made of the declarations in `ngi-formats`; nothing is said a second time.

mod imhex;
mod json_schema;
mod kaitai;
mod pages;
mod paths;
mod print;
mod yaml;

use std::borrow::Cow;
use std::collections::BTreeSet;

use ngi_formats::schema::{Kind, Named, Names, Shape};
use ngi_formats::tree::{Branch, Form};
use serde::Serialize;

use crate::format::Format;

pub use imhex::pattern;
pub use json_schema::json_schema;
pub use kaitai::{description, module_name, of_tables};
pub use pages::{mark_of, render, sections};
pub use paths::{KnownPath, paths};
pub use print::text;

/// The schema of the document.
pub const SCHEMA: &str = "ngi.schema/1";

/// All records of a format: those it names, and those that are inside them or in its documents.
pub fn records(format: &Format) -> Vec<&'static Shape> {
    let mut all: Vec<&'static Shape> = Vec::new();
    for shape in format.document.records() {
        add_shape(shape, &mut all);
    }
    for branch in format.document.branches() {
        add_form(&branch.form, &mut all);
    }
    all
}

fn add_shape(shape: &'static Shape, all: &mut Vec<&'static Shape>) {
    if all.iter().any(|known| known.name == shape.name) {
        return;
    }
    all.push(shape);
    shape.fields.iter().for_each(|field| add_kind(field.kind, all));
}

fn add_kind(kind: Kind, all: &mut Vec<&'static Shape>) {
    match kind {
        Kind::Group(shape) => add_shape(shape, all),
        Kind::List(_, of) => add_kind(*of, all),
        _ => {}
    }
}

fn add_form(form: &'static Form, all: &mut Vec<&'static Shape>) {
    match form {
        Form::Value(kind) | Form::Filled(kind, _) | Form::Rows(kind) => add_kind(*kind, all),
        Form::Object(branches) => branches.iter().for_each(|branch| add_form(&branch.form, all)),
        Form::List(inner) => add_form(inner, all),
        Form::Cases(cases) => {
            add_shape(cases.head, all);
            cases.cases.iter().for_each(|case| add_shape(case.shape, all));
        }
        Form::Text | Form::Hex | Form::Own(_) => {}
    }
}

/// How a value is stored, with the bits that a part of a word has: `bits 0–2 of u32`.
fn stored_name(kind: Kind) -> Cow<'static, str> {
    match kind {
        Kind::Part(of, part) if part.width == 1 => {
            format!("bit {} of {}", part.low, of.name()).into()
        }
        Kind::Part(of, part) => {
            format!("bits {}–{} of {}", part.low, part.low + part.width - 1, of.name()).into()
        }
        other => other.name(),
    }
}

/// The sets of bits and numbers that the records of a format use, by name.
pub fn sets(format: &Format) -> Vec<Set> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let mut add = |set: Set| {
        if !set.named.is_empty() && seen.insert(set.name) {
            all.push(set);
        }
    };
    for shape in records(format) {
        for field in shape.fields {
            sets_of(field.kind, &mut add);
        }
    }
    format.document.branches().iter().for_each(|branch| sets_of_form(&branch.form, &mut add));
    all
}

/// A set of bits or numbers that have names.
#[derive(Debug, Clone, Copy)]
pub struct Set {
    /// What it is called.
    pub name: &'static str,
    /// What it is about.
    pub doc: &'static str,
    /// Whether these are bits.
    pub is_bits: bool,
    /// The names.
    pub named: &'static [Named],
}

fn sets_of(kind: Kind, add: &mut dyn FnMut(Set)) {
    let set = |names: &'static Names, is_bits| Set {
        name: names.name,
        doc: names.doc,
        is_bits,
        named: names.named,
    };
    match kind {
        Kind::Choice(names) => add(set(names, false)),
        Kind::Bits(names) => add(set(names, true)),
        Kind::Word(word) => word.parts.iter().for_each(|part| {
            let kind = Kind::Part(&word.of, part);
            add(Set {
                name: part.name,
                doc: part.doc,
                is_bits: kind.is_bits(),
                named: kind.named(),
            });
        }),
        Kind::List(_, of) => sets_of(*of, add),
        _ => {}
    }
}

fn sets_of_form(form: &'static Form, add: &mut dyn FnMut(Set)) {
    match form {
        Form::Value(kind) | Form::Filled(kind, _) | Form::Rows(kind) => sets_of(*kind, add),
        Form::Object(branches) => {
            branches.iter().for_each(|branch: &Branch| sets_of_form(&branch.form, add));
        }
        Form::List(inner) => sets_of_form(inner, add),
        _ => {}
    }
}

/// The document `ngi.schema/1`.
#[derive(Debug, Serialize)]
pub struct Description {
    schema: &'static str,
    formats: Vec<FormatRow>,
}

#[derive(Debug, Serialize)]
struct FormatRow {
    id: &'static str,
    title: &'static str,
    #[serde(flatten)]
    ways: Ways,
    shapes: Vec<ShapeRow>,
    rules: Vec<RuleRow>,
}

/// Kinds of files that things of a format can become and be made of, by suffix; the usual one
/// first. JSON goes both ways for everything, and is not listed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Ways {
    /// What they can become.
    pub out: Vec<&'static str>,
    /// What they can be made of.
    pub back: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct ShapeRow {
    name: &'static str,
    size: usize,
    meaning: String,
    fields: Vec<FieldRow>,
}

#[derive(Debug, Serialize)]
struct FieldRow {
    name: &'static str,
    offset: usize,
    kind: String,
    /// Of a part of a word, its lowest bit and how many it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<[u32; 2]>,
    meaning: String,
    game: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    named: Vec<NamedRow>,
}

#[derive(Debug, Serialize)]
struct NamedRow {
    value: i64,
    name: String,
    meaning: String,
}

#[derive(Debug, Serialize)]
struct RuleRow {
    code: &'static str,
    severity: &'static str,
    text: &'static str,
    fields: &'static [&'static str],
}

impl Description {
    /// The document of some formats. Other programs' files are known to those above: `ways`.
    pub fn of<'f>(
        formats: impl IntoIterator<Item = &'f Format>,
        ways: impl Fn(&Format) -> Ways,
    ) -> Self {
        let row = |format: &'f Format| FormatRow::of(format, ways(format));
        Self { schema: SCHEMA, formats: formats.into_iter().map(row).collect() }
    }
}

impl FormatRow {
    fn of(format: &Format, ways: Ways) -> Self {
        let rule = |code: &'static ngi_formats::Code| RuleRow {
            code: code.id,
            severity: code.severity.as_str(),
            text: code.rule,
            fields: code.fields,
        };
        Self {
            id: format.id(),
            title: format.title(),
            ways,
            shapes: records(format).into_iter().map(ShapeRow::of).collect(),
            rules: format.codes().map(rule).collect(),
        }
    }
}

impl ShapeRow {
    fn of(shape: &'static Shape) -> Self {
        let field = |group: ngi_formats::tree::Group| FieldRow {
            name: group.name,
            offset: group.offset,
            kind: group.kind.name().into_owned(),
            bits: match group.kind {
                Kind::Part(_, part) => Some([part.low, part.width]),
                _ => None,
            },
            meaning: ngi_formats::schema::plain(group.doc),
            game: group.game.map(|game| game.to_string()),
            named: group.kind.named().iter().map(NamedRow::of).collect(),
        };
        let fields = ngi_formats::tree::members(shape).map(field).collect();
        Self { name: shape.name, size: shape.size, meaning: shape.meaning(), fields }
    }
}

impl NamedRow {
    fn of(named: &Named) -> Self {
        let meaning = ngi_formats::schema::plain(named.doc);
        Self { value: named.value, name: named.name(), meaning }
    }
}
