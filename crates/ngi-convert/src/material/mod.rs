//! Materials: as documents, as readable text, played, and the textures they name.

mod check;
mod document;
mod play;
mod show;

use std::io::Write;
use std::sync::LazyLock;

use ngi_formats::mat0::{self, Attributes, Material, MaterialBuf};
use ngi_formats::nres::TypeId;
use ngi_formats::{Code, Findings};
use serde_json::Value;

use crate::diff::{Difference, compare_values};
use crate::format::{Form, Format, Subject};
use crate::play::{PlayOptions, Played};
use crate::references::{Reference, TEXTURE};
use crate::surroundings::Surroundings;
use crate::{Result, json};

/// Materials in the table of formats.
pub struct Mat0Format;

/// Every rule: of the file alone, then of what it names.
static CODES: LazyLock<Vec<&'static Code>> = LazyLock::new(|| [mat0::CODES, check::CODES].concat());

/// What the directory entry says; a file of its own counts as the game's version without flags.
fn attributes(subject: &Subject<'_>) -> Attributes {
    subject.entry.map_or_else(Attributes::default, |entry| {
        let [attr1, attr2, attr3] = entry.attributes;
        Attributes::new(attr1, attr2, attr3)
    })
}

fn read<'a>(subject: &Subject<'a>) -> Result<Material<'a>> {
    Ok(Material::read(subject.bytes, attributes(subject))?)
}

impl Format for Mat0Format {
    fn id(&self) -> &'static str {
        "mat0"
    }

    fn title(&self) -> &'static str {
        "material"
    }

    /// An entry of type `MAT0`, or a file whose name ends in `.mat0`.
    fn recognises(&self, subject: &Subject<'_>) -> bool {
        match subject.entry {
            Some(entry) => entry.type_id == TypeId::from(*b"MAT0"),
            None => subject.has_suffix("mat0"),
        }
    }

    fn codes(&self) -> &'static [&'static Code] {
        &CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        mat0::check(subject.bytes, attributes(subject), findings);
    }

    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        if let Ok(material) = read(subject) {
            check::textures(&material, around, findings);
        }
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        Ok(document::to_value(&read(subject)?.to_buf()))
    }

    fn write_json(&self, subject: &Subject<'_>, _: Form, out: &mut dyn Write) -> Result<()> {
        json::write_rows(&self.to_json(subject)?, out)
    }

    fn bytes_from_json(&self, value: &Value, _: Option<&[u8]>) -> Result<Vec<u8>> {
        Ok(document::from_value(value)?.write()?)
    }

    fn attributes_from_json(&self, value: &Value) -> Result<Option<[u32; 3]>> {
        Ok(Some(document::from_value(value)?.attributes.numbers()))
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(show::text(&read(subject)?.to_buf()))
    }

    /// By field. What the directory entry says is compared with the entry.
    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let [a, b] = [a, b].map(|subject| {
            let mut value = document::to_value(&read(subject).ok()?.to_buf());
            if subject.entry.is_some() {
                let object = value.as_object_mut()?;
                document::OF_THE_ENTRY.iter().for_each(|key| {
                    object.shift_remove(*key);
                });
            }
            Some(value)
        });
        let mut found = Vec::new();
        compare_values(&a?, &b?, "", "", &mut found);
        Some(found)
    }

    fn play(
        &self,
        subject: &Subject<'_>,
        _: &Surroundings,
        options: &PlayOptions,
    ) -> Result<Played> {
        play::play(&read(subject)?, options)
    }

    /// The textures of its phases.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        let Ok(material) = read(subject) else { return Vec::new() };
        let reference = |(index, phase): (usize, mat0::Phase)| {
            let name = phase.texture_name().map(|_| phase.texture.to_string())?;
            Some(Reference::new(&TEXTURE, name, format!("phases[{index}].texture")))
        };
        material.phases().enumerate().filter_map(reference).collect()
    }
}

/// The material that a document describes, with what its directory entry should say.
pub fn from_document(value: &Value) -> Result<MaterialBuf> {
    document::from_value(value)
}
