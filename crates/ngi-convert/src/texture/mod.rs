//! Textures and lightmaps: as documents, as readable text, compared, as pictures and back.

mod check;
mod dds;
mod diff;
mod import;
mod picture;
mod show;

use std::sync::LazyLock;

use ngi_formats::nres::TypeId;
use ngi_formats::pal::{self, Palette, Slot};
use ngi_formats::schema::Shape;
use ngi_formats::texm::{self, MAGIC, PixelFormat, Pixels, Texm};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, text};

use crate::convert::{
    Destination, ExportOptions, Exported, ImportOptions, Imported, Mip, OutFile, Outside, Source,
};
use crate::diff::Difference;
use crate::document::write::Layout;
use crate::format::{Form, Format, Subject};
use crate::references::{PALETTE, Reference};
use crate::surroundings::Surroundings;
use crate::{Error, Result};

/// Textures in the table of formats.
pub struct TexmFormat;

/// Every rule: of the file alone, then of what it names.
static CODES: LazyLock<Vec<&'static Code>> = LazyLock::new(|| [texm::CODES, check::CODES].concat());

static PICTURES: [Outside; 2] = [
    Outside { suffix: "png", holds: "a level as a picture; header and cells in .json beside it" },
    Outside { suffix: "dds", holds: "all levels as they are stored" },
];
static SOURCES: [Outside; 1] = [Outside { suffix: "png", holds: "a picture of any kind" }];

impl Format for TexmFormat {
    fn id(&self) -> &'static str {
        "texm"
    }

    fn title(&self) -> &'static str {
        "texture"
    }

    fn recognises(&self, subject: &Subject<'_>) -> bool {
        // What its archive calls a texture and does not start like one is a broken one.
        let typed = subject.entry.is_some_and(|entry| entry.type_id == TypeId::from(MAGIC));
        typed || subject.bytes.starts_with(&MAGIC)
    }

    fn codes(&self) -> &'static [&'static Code] {
        &CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        texm::check(subject.bytes, findings);
    }

    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        check::palette(subject, around, findings);
    }

    fn document(&self) -> &'static [Branch] {
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

    fn exports(&self) -> &'static [Outside] {
        &PICTURES
    }

    fn export(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        to: &Destination<'_>,
        options: &ExportOptions,
    ) -> Result<Exported> {
        let texture = Texm::read(subject.bytes)?;
        let external = external_palette(&texture, subject, around);
        match to.suffix {
            "dds" => dds::export(&texture, external.as_ref(), to, options),
            _ => export_png(subject, &texture, external.as_ref(), to, options),
        }
    }

    fn imports(&self) -> &'static [Outside] {
        &SOURCES
    }

    fn import(&self, source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
        import::import(source, options)
    }

    /// The palette that its name picks.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        let slot = palette_slot(subject);
        let reference = |slot: Slot| Reference::new(&PALETTE, slot.file_name(), String::new());
        slot.map(reference).into_iter().collect()
    }
}

/// The palette that the name of an entry asks for, if it does.
fn palette_slot(subject: &Subject<'_>) -> Option<Slot> {
    subject.entry?;
    pal::texture_palette(&text::encode(subject.name)?).ok().flatten()
}

/// The palette of a texture that has none of its own: the one its name picks.
fn external_palette(
    texture: &Texm<'_>,
    subject: &Subject<'_>,
    around: &Surroundings,
) -> Option<Palette> {
    if texture.format() != PixelFormat::EXTERNAL_PALETTE {
        return None;
    }
    around.palette(palette_slot(subject)?)
}

/// A picture of the level asked for, or of each, and the header beside it.
fn export_png(
    subject: &Subject<'_>,
    texture: &Texm<'_>,
    external: Option<&Palette>,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let mut lost = Vec::new();
    let grey = picture::grey_ramp();
    let external = match external {
        None if texture.format() == PixelFormat::EXTERNAL_PALETTE => {
            lost.push("colours: the palette is in another file that was not found; shades of grey stand in".into());
            Some(&grey)
        }
        other => other,
    };
    let (first, more) = match options.mip {
        Mip::Usual => (0, 0),
        Mip::Level(level) => (level, 0),
        Mip::All => (0, texture.level_count().saturating_sub(1)),
    };
    if more >= MOST_LEVELS {
        return Err(Error::Usage(format!("{more} levels are too many files; ask for one")));
    }
    let encode = |level| picture::encode(texture, level, external);
    let mut files = vec![OutFile { name: to.name(), bytes: encode(first)? }];
    for level in 1..=more {
        files.push(OutFile { name: to.named(&mip_suffix(level)), bytes: encode(level)? });
    }
    if first == 0 {
        let mut bytes = Vec::new();
        TexmFormat.write_json(subject, Form::Short, &mut bytes)?;
        files.push(OutFile { name: to.named("json"), bytes });
        let levels = texture.level_count();
        if more == 0 && levels > 1 {
            lost.push(format!("{} (--mip all)", level_range(1, levels - 1)));
        }
    } else {
        lost.push("header, cells and the other levels".into());
    }
    Ok(Exported { files, lost, ..Exported::default() })
}

/// No picture has more levels than this; a hostile header may.
const MOST_LEVELS: u32 = 32;

/// What the picture of a level further down is called behind the stem.
fn mip_suffix(level: u32) -> String {
    format!("mip{level}.png")
}

/// Levels in words.
fn level_range(first: u32, last: u32) -> String {
    if first == last { format!("level {first}") } else { format!("levels {first} to {last}") }
}
