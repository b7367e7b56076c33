//! Effects and explosions: as documents, as readable text, played, and what they name.
//!
//! ```json
//! {"schema": "ngi.fxid/1",
//!  "header": {"time_mode": 1, "duration_s": 0.5, …, "scale": [1.0, 1.0, 1.0]},
//!  "commands": [{"opcode": 3, "opcode_name": "sprite", "overlay": true, "bits": 0, "mode": 0,
//!                "phase": {"start": 0.0, "end": 1.0, "exponent": 1.0}, …,
//!                "material": {"archive": "material.lib", "member": "FLASH"}}],
//!  "missing": 0, "tail": "",
//!  "derived": {"time_mode": "once through the duration", "flags": [], "settings": "explode"}}
//! ```
//! Header and commands may leave fields out: they are then what a new effect or command has.
//! `opcode_name` and `derived` follow from the rest.

pub(crate) mod check;
pub mod explosion;
pub(crate) mod play;
mod show;
#[cfg(test)]
mod tests;

use ngi_formats::fxid::{self, Effect};
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds};
pub use play::MOST_THINGS;

use crate::Result;
use crate::diff::Difference;
use crate::document::compare;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Plays, Rules, Subject};
use crate::play::{PlayOptions, Played};
use crate::references::{MATERIAL, Reference, SOUND};
use crate::surroundings::Surroundings;

/// Effects in the table of formats.
pub struct FxidDocument;

/// What can be done with them.
pub static FORMAT: Format = Format {
    references,
    plays: Some(&FxidDocument),
    ..Format::new(&kinds::EFFECT, &FxidDocument, &RULES)
};

/// Every rule.
static CODES: &[&[&Code]] = &[fxid::CODES, check::EFFECT_CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

/// As the engine reads it: an effect that breaks off can still be looked at and mended.
fn read<'a>(subject: &Subject<'a>) -> Result<Effect<'a>> {
    Ok(Effect::read_tolerant(subject.bytes)?)
}

/// How two documents differ; what follows from the rest is left out.
fn by_field(document: &dyn Document, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
    let [a, b] = [a, b].map(|subject| document.tree(subject, Form::Full).ok());
    Some(compare::compare(&a?, &b?, &["derived"]))
}

impl Document for FxidDocument {
    fn id(&self) -> &'static str {
        "fxid"
    }

    fn branches(&self) -> &'static [Branch] {
        fxid::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        fxid::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(fxid::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(fxid::tree(&read(subject)?))
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        fxid::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(fxid::make(draft)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(show::text(&read(subject)?))
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        by_field(self, a, b)
    }
}

impl Plays for FxidDocument {
    fn play(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        options: &PlayOptions,
    ) -> Result<Played> {
        play::play(&read(subject)?, around, options)
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    fxid::check(subject.bytes, findings);
    if let Some(entry) = subject.entry {
        fxid::check_attributes(entry.attributes, findings);
    }
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    if let Ok(effect) = read(subject) {
        check::effect(&effect, around, findings);
    }
}

/// The materials and sounds of its commands.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(effect) = read(subject) else { return Vec::new() };
    let reference = |(index, view): (usize, fxid::CommandView<'_>)| {
        let body = view.decode().body;
        let named = body.reference()?;
        let name = Some(named.member.to_string()).filter(|name| !name.is_empty())?;
        let sound = view.opcode() == fxid::Opcode::SOUND;
        let path = check::place(view.opcode());
        let field = format!("commands[{index}].{path}.member");
        let reference = Reference::new(if sound { &SOUND } else { &MATERIAL }, name, field);
        Some(Reference { archive: archive_of(named), ..reference })
    };
    effect.commands().enumerate().filter_map(reference).collect()
}

/// The archive that a reference names, if it does.
pub(crate) fn archive_of(reference: &fxid::Reference) -> Option<String> {
    Some(reference.archive.to_string()).filter(|archive| !archive.is_empty())
}
