//! Rules about the materials and lightmaps that a wear names.

use ngi_engine::resolve::Taken;
use ngi_formats::wear::{Section, Wear, message};
use ngi_formats::{Findings, sky};

use crate::surroundings::{LIGHTMAPS, MATERIALS, Surroundings};

ngi_formats::rules! {
    MATERIAL_MISSING = error(
        "wear.row.material-missing",
        "The material of a row is in Material.lib; the engine uses DEFAULT for a missing one."
    ) of ["rows[].name"]
        game "The engine reports the missing material and uses DEFAULT or, without DEFAULT, the \
        first material of the library.";
    LIGHTMAP_MISSING = error(
        "wear.lightmaps.missing",
        "The lightmap of a row is in LightMap.lib."
    ) of ["lightmaps[].name"]
        game "The engine reports the missing lightmap and draws without one.";
    SKY_ROWS = error(
        "wear.sky.rows",
        "The wear table of a sky, sky.wea, has a row for each of its nine roles."
    ) of ["rows"];
}

/// Whether the wear of a sky has a row for each role: the engine knows them by their place.
pub fn roles(name: &str, wear: &Wear<'_>, findings: &mut Findings) {
    let rows = wear.rows().len();
    let missing = sky::ROLES.iter().skip(rows).map(|role| role.name);
    if !sky::is_wear_name(name) || rows >= sky::ROLES.len() {
        return;
    }
    let missing: Vec<&str> = missing.collect();
    findings.at(&SKY_ROWS, "rows", || format!("{rows} rows, without {}", missing.join(", ")));
}

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
            let is_there = match section {
                Section::Materials => {
                    around.material(row.name).is_some_and(|material| material.taken == Taken::Named)
                }
                Section::Lightmaps => around.texture(library, row.name).is_ok(),
            };
            if is_there {
                continue;
            }
            findings.at(code, format_args!("{}[{index}].name", section.field()), || {
                let told = match section {
                    Section::Materials => message::material_missing(row.name),
                    Section::Lightmaps => message::lightmap_missing(row.name),
                };
                format!("nothing of that name is in {library} (\"{told}\")")
            });
        }
    }
}
