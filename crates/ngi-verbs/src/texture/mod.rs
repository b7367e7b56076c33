//! Textures and lightmaps: as documents, as readable text, compared.

mod check;
mod diff;
mod show;

pub use check::is_refused;

use std::io::Write;

use ngi_formats::pal::{self, Palette, Slot};
use ngi_formats::schema::Shape;
use ngi_formats::texm::{self, PixelFormat, Pixels, Texm};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};

use crate::diff::Difference;
use crate::document::write::{Layout, TreeDocument};
use crate::format::{Document, Form, Format, Mended, Rules, Subject};
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

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        texm::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
        if !draft.has("pixels") && original.is_none() {
            let why = "missing; `--like` names a texture that has them, and a picture beside the \
                       document is imported itself";
            return Err(Error::json("pixels", why));
        }
        Ok(texm::make(draft, original)?)
    }

    fn edit(&self, subject: &Subject<'_>, _: &str, _: &str) -> Result<Option<Made>> {
        // What cannot be followed cannot be put together anew: the error says why.
        Texm::read(subject.bytes)?;
        Ok(None)
    }

    fn write_json(&self, subject: &Subject<'_>, form: Form, out: &mut dyn Write) -> Result<()> {
        // A document has all of a texture: one of the header alone could not be read again.
        Texm::read(subject.bytes)?;
        let node = self.tree(subject, form)?;
        TreeDocument { schema: &self.schema(), node: &node }.write(self.layout(), out)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    /// Repairs `flags4`, and levels that cannot have been made from the first.
    fn mend(&self, subject: &Subject<'_>) -> Result<Option<Mended>> {
        let mut texture = Texm::read(subject.bytes)?;
        let mut lines = Vec::new();
        if texture.mend_flags() {
            lines.push("flags4 worked out anew".to_owned());
        }
        let stale: Vec<String> = texture.mend_levels()?.iter().map(u32::to_string).collect();
        if !stale.is_empty() {
            let which = stale.join(", ");
            lines.push(format!("level {which} rebuilt from level 0"));
        }
        if lines.is_empty() {
            return Ok(None);
        }
        Ok(Some(Mended { bytes: texture.write(), lines }))
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        show::text(subject)
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        diff::diff(a.bytes, b.bytes)
    }
}

/// Rebuilds all levels of a texture but the first from the first; `None` if that changes nothing.
/// Derived fields are repaired, too.
pub(crate) fn rebuild_mips(subject: &Subject<'_>) -> Result<Option<Mended>> {
    let mut texture = Texm::read(subject.bytes)?;
    let mut lines = Vec::new();
    if texture.mend_flags() {
        lines.push("flags4 worked out anew".to_owned());
    }
    if texture.level_count() > 1 && !texture.has_plain_levels(None)? {
        texture.rebuild_levels(None)?;
        lines.push("smaller levels rebuilt from level 0".to_owned());
    }
    Ok((!lines.is_empty()).then(|| Mended { bytes: texture.write(), lines }))
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    texm::check(subject.bytes, findings);
    check::entry(subject, findings);
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    check::with_neighbours(subject, around, findings);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::edit;

    #[test]
    fn a_header_that_cannot_be_followed_is_looked_at_but_not_set() {
        let mut bytes = b"Texm".to_vec();
        bytes.extend([4u32, 4, 0, 0, 0, 0, 565].map(u32::to_le_bytes).concat());
        let subject = Subject::file("a.texm", &bytes);
        let tree = TexmDocument.tree(&subject, Form::Full).unwrap();
        assert_eq!(tree.find("levels").unwrap().node.offset(), Some(12));
        let why = "levels at 0xc: there must be at least one level";
        let fields = [("levels".to_owned(), "1".to_owned())];
        assert_eq!(edit::set(&TexmDocument, &subject, &fields).unwrap_err().to_string(), why);
        let written = TexmDocument.write_json(&subject, Form::Full, &mut Vec::new());
        assert_eq!(written.unwrap_err().to_string(), why);
    }
}
