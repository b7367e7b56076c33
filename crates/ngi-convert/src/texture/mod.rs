//! Textures and lightmaps as pictures and back.

mod alpha;
mod dds_export;
mod dither;
mod import;
mod picture;
mod plan;
mod size;

use ngi_formats::pal::Palette;
use ngi_formats::texm::{Image, PixelFormat, Texm};
use ngi_verbs::format::{Document as _, Form, Subject};
use ngi_verbs::surroundings::Surroundings;
use ngi_verbs::texture::{TexmDocument, external_palette};

use crate::exporter::{DependsOn, Destination, ExportOptions, Exported, Exporter, Mip, OutFile};
use crate::importer::Importer;
use crate::{Error, Result};

/// What a texture can be exported to.
pub(crate) const EXPORTERS: &[Exporter] = &[
    Exporter {
        suffix: "png",
        holds: "a level as a picture; header and cells in .json beside it",
        depends_on: DependsOn::Palettes,
        run: export_picture,
    },
    Exporter {
        suffix: "dds",
        holds: "all levels as they are stored",
        depends_on: DependsOn::Palettes,
        run: |subject, around, to, options| {
            let texture = Texm::read(subject.bytes)?;
            let external = external_palette(&texture, subject, around);
            dds_export::export(&texture, external.as_ref(), to, options)
        },
    },
];

/// What a texture can be made of.
pub(crate) const IMPORTERS: &[Importer] = &[
    Importer { suffix: "png", holds: "a picture of any kind; indices stay", run: import },
    Importer { suffix: "tga", holds: "a picture", run: import },
    Importer { suffix: "bmp", holds: "a picture", run: import },
    Importer { suffix: "jpg", holds: "a picture", run: import },
    Importer { suffix: "jpeg", holds: "a picture", run: import },
    Importer { suffix: "webp", holds: "a picture", run: import },
    Importer { suffix: "dds", holds: "plain pixels or BC1 to BC3, with their levels", run: import },
];

pub(crate) use import::import;
pub use import::import_image;

/// What a picture shows; `suffix` is what its name ends in.
pub(crate) fn decode_picture(bytes: &[u8], suffix: &str) -> Result<Image> {
    Ok(picture::decode(bytes, suffix)?.image)
}

/// A picture with alpha as a PNG.
pub(crate) fn encode_picture(image: &Image) -> Result<Vec<u8>> {
    picture::encode_image(image)
}

/// A picture of the level asked for, or of each, and the header beside it.
pub(crate) fn export_picture(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let texture = Texm::read(subject.bytes)?;
    let external = external_palette(&texture, subject, around);
    export_png(subject, &texture, external.as_ref(), to, options)
}

fn export_png(
    subject: &Subject<'_>,
    texture: &Texm<'_>,
    external: Option<&Palette>,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let (mut lost, mut told) = (Vec::new(), Vec::new());
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
        TexmDocument.write_json(subject, Form::Short, &mut bytes)?;
        files.push(OutFile { name: to.named("json"), bytes });
        let levels = texture.level_count();
        if more == 0 && levels > 1 {
            told.push(format!("{} (--mip all)", level_range(1, levels - 1)));
        }
    } else {
        told.push("header, cells and the other levels".into());
    }
    Ok(Exported { files, lost, told, ..Exported::default() })
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
