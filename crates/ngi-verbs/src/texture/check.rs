//! Rules about a texture's entry, and about what it needs from other files.

use ngi_formats::kinds::TEXTURE;
use ngi_formats::pal::{self, BAD_TEXTURE_NAME};
use ngi_formats::texm::Header;
use ngi_formats::{Findings, text};

use super::palette_slot;
use crate::format::Subject;
use crate::surroundings::{LIGHTMAPS, PALETTES, Surroundings, TEXTURES};

/// What the engine says of a size that it cannot make a texture of.
const BAD_SIZE: &str = "Unsupported texture size";
/// The longest side that a graphics card of the game's time takes. A stand-in, as is the whole
/// rule: only the engine's message is known, not what it asks.
const MOST_SIDE: u32 = 2048;

// Type and name are the directory's: their rules speak of no field of the texture.
ngi_formats::rules! {
    ENTRY_TYPE = warning(
        "texm.entry.type",
        "The entry of a texture has the type Texm, with exactly these letters."
    )
        game "The engine asks the archive for entries of the type Texm, so it does not find this \
        one."
        mend "ngi edit ARCHIVE set NAME type=Texm";
    NAME = warning(
        "texm.name.dot",
        "The name of a texture or lightmap has a dot in its first 17 characters."
    )
        game "The engine refuses the name: \"Bad texture name.\"."
        mend "ngi edit ARCHIVE rename NAME NAME.0";
    SIZE_REFUSED = warning(
        "texm.size.refused",
        "The sides of a texture or lightmap are powers of two, at most 2,048."
    ) of ["width", "height"]
        game "Graphics cards of that time refuse other sizes (a guess)."
        mend "ngi import picture.png --resize pow2 -o PATH    makes a texture of a valid size";
    PALETTE_MISSING = warning(
        "texm.palette.missing",
        "The palette that a texture's name selects is in palettes.lib."
    );
}

/// Asks for the type of the entry: the engine's look-ups know no other.
pub fn entry(subject: &Subject<'_>, findings: &mut Findings) {
    let Some(entry) = subject.entry else { return };
    if !TEXTURE.types.contains(&entry.type_id) {
        findings.at(&ENTRY_TYPE, "", || {
            format!("its type is {}; `ngi edit ARCHIVE set NAME type=Texm` mends it", entry.type_id)
        });
    }
}

/// Asks what the engine asks of the textures and lightmaps that it loads by name.
pub fn with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Some(parent) = around.parent().map(|parent| parent.name()) else { return };
    if ![TEXTURES, LIGHTMAPS].iter().any(|name| parent.eq_ignore_ascii_case(name)) {
        return;
    }
    if subject.entry.is_some()
        && pal::texture_dot(&text::encode(subject.name).unwrap_or_default()).is_err()
    {
        let message = || format!("\"{}\" has none: {BAD_TEXTURE_NAME}", subject.name);
        findings.at(&NAME, "", message);
    }
    size(subject, findings);
    palette(subject, around, findings);
}

/// Whether the engine may refuse a texture with such a side.
pub fn is_refused(side: u32) -> bool {
    side != 0 && (!side.is_power_of_two() || side > MOST_SIDE)
}

fn size(subject: &Subject<'_>, findings: &mut Findings) {
    let Ok(header) = Header::of(subject.bytes) else { return };
    for (field, side) in [("width", header.width), ("height", header.height)] {
        if is_refused(side) {
            findings.at(&SIZE_REFUSED, field, || {
                format!("{side} pixels; the engine may say \"{BAD_SIZE}\"; `ngi import` has --resize pow2")
            });
            return;
        }
    }
}

/// Looks the palette up that the name asks for.
fn palette(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Some(slot) = palette_slot(subject).filter(|_| around.has_library(PALETTES)) else {
        return;
    };
    let name = slot.file_name();
    if around.entry(PALETTES, &name).is_none() {
        findings.at(&PALETTE_MISSING, "", || {
            format!("its name asks for \"{name}\", which is not in {PALETTES}")
        });
    }
}
