//! Rules about what a texture needs from other files.

use ngi_formats::Findings;

use super::palette_slot;
use crate::format::Subject;
use crate::surroundings::{LIGHTMAPS, PALETTES, Surroundings, TEXTURES};

// The name is the directory's: the rule speaks of no field of the texture.
ngi_formats::rules! {
    PALETTE_MISSING = warning(
        "texm.palette.missing",
        "The palette that a texture's name asks for is in palettes.lib."
    );
}

/// Looks the palette up that the name asks for, for what the engine loads by name.
pub fn palette(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Some(parent) = around.parent().map(|parent| parent.name()) else { return };
    let loaded = [TEXTURES, LIGHTMAPS].iter().any(|name| parent.eq_ignore_ascii_case(name));
    let Some(slot) = palette_slot(subject).filter(|_| loaded && around.has_library(PALETTES))
    else {
        return;
    };
    let name = slot.file_name();
    if around.entry(PALETTES, &name).is_none() {
        findings.at(&PALETTE_MISSING, "", || {
            format!("its name asks for \"{name}\", which is not in {PALETTES}")
        });
    }
}
