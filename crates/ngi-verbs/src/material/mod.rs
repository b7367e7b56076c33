//! Materials: as documents, as readable text, played, and the textures they name.

mod check;
pub(crate) mod play;
mod show;

use ngi_formats::mat0::{self, Attributes, Material};
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds};

use crate::Result;
use crate::diff::Difference;
use crate::document::compare;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Plays, Rules, Subject};
use crate::play::{PlayOptions, Played};
use crate::references::{Reference, TEXTURE};
use crate::surroundings::Surroundings;

/// Materials in the table of formats.
pub struct Mat0Document;

/// What can be done with them.
pub static FORMAT: Format = Format {
    references,
    plays: Some(&Mat0Document),
    ..Format::new(&kinds::MATERIAL, &Mat0Document, &RULES)
};

/// Every rule.
static CODES: &[&[&Code]] = &[mat0::CODES, check::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

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

impl Document for Mat0Document {
    fn id(&self) -> &'static str {
        "mat0"
    }

    fn branches(&self) -> &'static [Branch] {
        mat0::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        mat0::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(mat0::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(mat0::tree(&read(subject)?))
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        mat0::remains(subject.bytes, attributes(subject))
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(mat0::make(draft)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(show::text(&read(subject)?.to_buf()))
    }

    /// By field. What the directory entry says is compared with the entry.
    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let of_the_entry: &[&str] =
            if a.entry.is_some() { &["version", "flags", "attr3", "derived"] } else { &[] };
        let [a, b] = [a, b].map(|subject| Some(mat0::tree(&read(subject).ok()?)));
        Some(compare::compare(&a?, &b?, of_the_entry))
    }
}

impl Plays for Mat0Document {
    fn play(
        &self,
        subject: &Subject<'_>,
        _: &Surroundings,
        options: &PlayOptions,
    ) -> Result<Played> {
        play::play(&read(subject)?, options)
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    mat0::check(subject.bytes, attributes(subject), findings);
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    if let Ok(material) = read(subject) {
        check::textures(&material, around, findings);
    }
}

/// The textures of its phases.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(material) = read(subject) else { return Vec::new() };
    let reference = |(index, phase): (usize, mat0::Phase)| {
        let name = phase.texture_name().map(|_| phase.texture.to_string())?;
        Some(Reference::new(&TEXTURE, name, format!("phases[{index}].texture")))
    };
    material.phases().enumerate().filter_map(reference).collect()
}
