//! Rules about the materials and lightmaps that a wear names.

use ngi_formats::wear::{Section, Wear, message};
use ngi_formats::{Code, Findings, text};

use crate::surroundings::{LIGHTMAPS, MATERIALS, Surroundings};

/// A material that is not there.
static MATERIAL_MISSING: Code = Code::error(
    "wear.row.material-missing",
    "The material of a row is in Material.lib; the engine takes DEFAULT for one that is not.",
);
/// A lightmap that is not there.
static LIGHTMAP_MISSING: Code =
    Code::error("wear.lightmaps.missing", "The lightmap of a row is in LightMap.lib.");

/// All rules of a wear among other files.
pub static CODES: &[&Code] = &[&MATERIAL_MISSING, &LIGHTMAP_MISSING];

/// Looks the names up, where there are the libraries they should be in.
pub fn names(wear: &Wear<'_>, around: &Surroundings, findings: &mut Findings) {
    let sections = [
        (Section::Materials, MATERIALS, &MATERIAL_MISSING),
        (Section::Lightmaps, LIGHTMAPS, &LIGHTMAP_MISSING),
    ];
    for (section, library, code) in sections {
        if !around.has_library(library) {
            continue;
        }
        for (index, row) in wear.section(section).enumerate() {
            if around.entry(library, &text::decode(row.name)).is_some() {
                continue;
            }
            findings.add(code, || {
                let told = match section {
                    Section::Materials => message::material_missing(row.name),
                    Section::Lightmaps => message::lightmap_missing(row.name),
                };
                let message = format!("nothing of that name is in {library} (\"{told}\")");
                let field = format!("{}[{index}].name", section.field());
                (field, Some(row.name_offset as u64), message)
            });
        }
    }
}
