//! Textures and lightmaps: as documents, as readable text, compared.

mod check;
mod diff;
mod show;

use ngi_formats::pal::{self, Palette, Slot};
use ngi_formats::schema::Shape;
use ngi_formats::texm::{self, PixelFormat, Pixels, Texm};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};

use crate::diff::Difference;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{PALETTE, Reference};
use crate::surroundings::Surroundings;
use crate::{Error, Result};

/// Textures in the table of formats.
pub struct TexmDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::TEXTURE, &TexmDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[texm::CODES, check::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

impl Document for TexmDocument {
    fn id(&self) -> &'static str {
        "texm"
    }

    fn branches(&self) -> &'static [Branch] {
        texm::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        texm::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(texm::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<Node<'a>> {
        let pixels = if form == Form::Full { Pixels::Shown } else { Pixels::LeftOut };
        Ok(texm::tree(subject.bytes, pixels)?)
    }

    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
        if !draft.has("pixels") && original.is_none() {
            let why = "missing; `--like` names a texture that has them, and a picture beside the \
                       document is imported itself";
            return Err(Error::json("pixels", why));
        }
        Ok(texm::make(draft, original)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        show::text(subject)
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        diff::diff(a.bytes, b.bytes)
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    texm::check(subject.bytes, findings);
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    check::palette(subject, around, findings);
}

/// The palette that its name picks.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let slot = palette_slot(subject);
    let reference = |slot: Slot| Reference::new(&PALETTE, slot.file_name(), String::new());
    slot.map(reference).into_iter().collect()
}

/// The palette that the name of an entry asks for, if it does.
fn palette_slot(subject: &Subject<'_>) -> Option<Slot> {
    subject.entry?;
    pal::texture_palette(&text::encode(subject.name)?).ok().flatten()
}

/// The palette of a texture that has none of its own: the one its name picks.
pub fn external_palette(
    texture: &Texm<'_>,
    subject: &Subject<'_>,
    around: &Surroundings,
) -> Option<Palette> {
    if texture.format() != PixelFormat::EXTERNAL_PALETTE {
        return None;
    }
    around.palette(palette_slot(subject)?)
}
