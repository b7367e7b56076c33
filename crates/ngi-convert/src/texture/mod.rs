//! Textures and lightmaps: as documents, as readable text, compared, as pictures and back.

mod check;
mod dds;
mod diff;
mod document;
mod import;
mod picture;
mod show;

use std::io::Write;
use std::sync::LazyLock;

use ngi_formats::nres::TypeId;
use ngi_formats::pal::{self, Palette, PaletteFile, Slot};
use ngi_formats::texm::{self, MAGIC, PixelFormat, Texm};
use ngi_formats::{Code, Findings, text};
use serde_json::Value;

use crate::convert::{
    Destination, ExportOptions, Exported, ImportOptions, Imported, Mip, OutFile, Outside, Source,
};
use crate::diff::Difference;
use crate::format::{Form, Format, Subject};
use crate::references::{PALETTE, Reference};
use crate::surroundings::{PALETTES, Surroundings};
use crate::{Error, Result, json};

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

    fn write_json(&self, subject: &Subject<'_>, form: Form, out: &mut dyn Write) -> Result<()> {
        let texture = Texm::read(subject.bytes)?;
        json::write_rows(&document::Document { texture: &texture, form }, out)
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        let texture = Texm::read(subject.bytes)?;
        json::to_value(&document::Document { texture: &texture, form: Form::Short })
    }

    fn bytes_from_json(&self, value: &Value, original: Option<&[u8]>) -> Result<Vec<u8>> {
        document::from_value(value, original)
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
            _ => export_png(&texture, external.as_ref(), to, options),
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
    let found = around.entry(PALETTES, &palette_slot(subject)?.file_name())?;
    PaletteFile::read(&found.bytes).ok().map(|file| file.palette)
}

/// A picture of the level asked for, or of each, and the header beside it.
fn export_png(
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
        json::write_rows(&document::Document { texture, form: Form::Short }, &mut bytes)?;
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
