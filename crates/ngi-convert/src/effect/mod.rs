//! Effects and explosions: as documents, as readable text, played, and what they name.

mod check;
mod document;
mod explosion;
mod fields;
mod play;
mod show;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::sync::LazyLock;

pub use explosion::ExpFormat;
use ngi_formats::fxid::{self, Effect};
use ngi_formats::nres::TypeId;
use ngi_formats::{Code, Findings};
pub use play::MOST_THINGS;
use serde_json::Value;

use crate::diff::{Difference, compare_values};
use crate::format::{Form, Format, Subject};
use crate::play::{PlayOptions, Played};
use crate::references::{MATERIAL, Reference, SOUND};
use crate::surroundings::Surroundings;
use crate::{Result, json};

/// Effects in the table of formats.
pub struct FxidFormat;

/// Every rule: of the file alone, then of what it names.
static CODES: LazyLock<Vec<&'static Code>> =
    LazyLock::new(|| [fxid::CODES, check::EFFECT_CODES].concat());

/// As the engine reads it: an effect that breaks off can still be looked at and mended.
fn read<'a>(subject: &Subject<'a>) -> Result<Effect<'a>> {
    Ok(Effect::read_tolerant(subject.bytes)?)
}

/// How two documents differ; what follows from the rest is left out.
fn by_field(format: &dyn Format, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
    let [a, b] = [a, b].map(|subject| {
        let mut value = format.to_json(subject).ok()?;
        value.as_object_mut()?.shift_remove("derived");
        Some(value)
    });
    let mut found = Vec::new();
    compare_values(&a?, &b?, "", "", &mut found);
    Some(found)
}

impl Format for FxidFormat {
    fn id(&self) -> &'static str {
        "fxid"
    }

    fn title(&self) -> &'static str {
        "effect"
    }

    /// An entry of type `FXID`, or a file whose name ends in `.fxid`.
    fn recognises(&self, subject: &Subject<'_>) -> bool {
        match subject.entry {
            Some(entry) => entry.type_id == TypeId::from(*b"FXID"),
            None => subject.has_suffix("fxid"),
        }
    }

    fn codes(&self) -> &'static [&'static Code] {
        &CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        fxid::check(subject.bytes, findings);
        if let Some(entry) = subject.entry {
            fxid::check_attributes(entry.attributes, findings);
        }
    }

    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        if let Ok(effect) = read(subject) {
            check::effect(&effect, around, findings);
        }
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        Ok(document::to_value(&read(subject)?))
    }

    fn write_json(&self, subject: &Subject<'_>, _: Form, out: &mut dyn Write) -> Result<()> {
        json::write_rows(&self.to_json(subject)?, out)
    }

    fn bytes_from_json(&self, value: &Value, _: Option<&[u8]>) -> Result<Vec<u8>> {
        document::from_value(value)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(show::text(&read(subject)?))
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        by_field(self, a, b)
    }

    fn play(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        options: &PlayOptions,
    ) -> Result<Played> {
        play::play(&read(subject)?, around, options)
    }

    /// The materials and sounds of its commands.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        let Ok(effect) = read(subject) else { return Vec::new() };
        let reference = |(index, view): (usize, fxid::CommandView<'_>)| {
            let body = view.decode().body;
            let name =
                Some(body.reference()?.member.to_string()).filter(|name| !name.is_empty())?;
            let sound = view.opcode() == fxid::Opcode::SOUND;
            let (path, _) = check::place(view.opcode());
            let field = format!("commands[{index}].{path}.member");
            Some(Reference::new(if sound { &SOUND } else { &MATERIAL }, name, field))
        };
        effect.commands().enumerate().filter_map(reference).collect()
    }
}
