//! Rules about the textures that a material names.

use ngi_formats::Findings;
use ngi_formats::mat0::Material;
use ngi_formats::texm::Texm;

use crate::surroundings::{Surroundings, TEXTURES};

ngi_formats::rules! {
    TEXTURE_MISSING = error(
        "mat0.phase.texture-missing",
        "The texture of a phase is in Textures.lib."
    ) of ["phases[].texture"]
        game "The engine's message is unknown; the surface has no texture.";
    CELL_PAGE = error(
        "mat0.phase.cell-page",
        "The cell of a phase exists in the page of its texture."
    ) of ["phases[].cell"];
}

/// Looks the textures up, where there is a library of textures.
pub fn textures(material: &Material<'_>, around: &Surroundings, findings: &mut Findings) {
    if !around.has_library(TEXTURES) {
        return;
    }
    for (index, phase) in material.phases().enumerate() {
        if phase.texture_name().is_none() {
            continue;
        }
        let name = phase.texture.to_string();
        let Ok(texture) = around.texture(TEXTURES, phase.texture.name()) else {
            let path = format_args!("phases[{index}].texture");
            let message = || format!("there is no \"{name}\" in {TEXTURES}");
            findings.at(&TEXTURE_MISSING, path, message);
            continue;
        };
        let Ok(cell) = usize::try_from(phase.cell) else { continue };
        // A texture that cannot be read has its own findings.
        let Ok(texture) = Texm::read(&texture.bytes) else { continue };
        let cells = texture.page().map_or(0, |page| page.rects.len());
        if cell >= cells {
            let path = format_args!("phases[{index}].cell");
            findings.at(&CELL_PAGE, path, || format!("cell {cell}, but \"{name}\" has {cells}"));
        }
    }
}
