//! Explosions: as documents (`ngi.exp/1`) and as readable text.
//!
//! ```json
//! {"schema": "ngi.exp/1", "kind": 2, "damage": 40.0, "radius": 3.0, "unk_0x0c": 1.0,
//!  "unk_0x10": 1.0, "placement": 7,
//!  "effects": [{"surface": "any", "archive": "effects.rlb", "member": "hit"}, …],
//!  "derived": {"kind": "direct hit", "placement": "struck face"}}
//! ```
//! A field that is left out is what a new explosion has. `surface` and `derived` follow from the
//! rest.

use std::fmt::Write as _;

use ngi_formats::exp::{self, Explosion};
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds};
use serde_json::{Value, json};

use super::check;
use crate::diff::Difference;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{EFFECT, Reference};
use crate::surroundings::Surroundings;
use crate::{Result, show};

/// Explosions in the table of formats.
pub struct ExpDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::EXPLOSION, &ExpDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[exp::CODES, check::EXPLOSION_CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

fn text(explosion: &Explosion) -> String {
    let Explosion { kind, damage, radius, unk_0x0c, unk_0x10, placement, effects } = explosion;
    let mut out = String::new();
    let _ = writeln!(out, "kind: {} ({})", kind.name().unwrap_or("unknown"), kind.0);
    let _ = writeln!(out, "damage: {damage}");
    let _ = writeln!(out, "radius: {radius}");
    let _ = writeln!(out, "unk_0x0c: {unk_0x0c}");
    let _ = writeln!(out, "unk_0x10: {unk_0x10}");
    let name = placement.name().unwrap_or("unknown");
    let _ = writeln!(out, "placed along: {name} ({})", placement.0);
    let named = effects.iter().enumerate().filter(|(_, effect)| !effect.is_empty());
    let rows: Vec<Value> = named
        .map(|(index, effect)| {
            json!({"index": index, "surface": exp::surface(index), "effect": effect.to_string()})
        })
        .collect();
    let _ = writeln!(out, "effects: {}", rows.len());
    for line in show::table(&rows).unwrap_or_default().lines().filter(|_| !rows.is_empty()) {
        let _ = writeln!(out, "  {line}");
    }
    out
}

impl Document for ExpDocument {
    fn id(&self) -> &'static str {
        "exp"
    }

    fn branches(&self) -> &'static [Branch] {
        exp::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        exp::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(exp::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(exp::tree(subject.bytes)?)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        exp::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(exp::make(draft)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(text(&Explosion::read(subject.bytes)?))
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        super::by_field(self, a, b)
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    exp::check(subject.bytes, findings);
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    if let Ok(explosion) = Explosion::read(subject.bytes) {
        check::explosion(&explosion, around, findings);
    }
}

/// The effects it shows.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(explosion) = Explosion::read(subject.bytes) else { return Vec::new() };
    let reference = |(index, effect): (usize, &ngi_formats::fxid::Reference)| {
        let name = Some(effect.member.to_string()).filter(|name| !name.is_empty())?;
        let reference = Reference::new(&EFFECT, name, format!("effects[{index}].member"));
        Some(Reference { archive: super::archive_of(effect), ..reference })
    };
    explosion.effects.iter().enumerate().filter_map(reference).collect()
}
