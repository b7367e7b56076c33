//! `DATA/MAPS/<map>`: ground, areals and what the ground wears; `BuildDat.lst`.

mod areals;
mod ground;

use ngi_formats::builddat;
use ngi_formats::unit::UnitType;
use ngi_formats::{Result, wear};

pub use ground::{Climate, Map, plan};

/// Rows of `Land1.wea` by climate: the footing of buildings, the shore, low ground,
/// slopes, high ground, roads, the liquid and its bed.
fn rows(climate: Climate) -> [&'static str; 8] {
    match climate {
        Climate::Green => {
            ["B_S0", "L_SAND", "L_GRASS", "L_ROCK", "L_SNOW", "L_DIRT", "WATER", "WATER_BOT"]
        }
        Climate::Burnt => {
            ["B_S0", "L_ASH", "L_DIRT", "L_ROCK", "L_SAND", "L_ASH", "ENV_LAVA", "ENV_LAVA_BOT"]
        }
        Climate::Winter => {
            ["B_S0", "L_ICE", "L_SNOW", "L_ROCK", "L_SNOW", "L_DIRT", "WATER_ICY", "WATER_BOT"]
        }
    }
}

/// Rows of `Land2.wea`: who lends the microtexture.
fn donors(climate: Climate) -> [&'static str; 8] {
    match climate {
        Climate::Green => {
            ["B_S0", "L_SAND", "L_GRASS", "L_ROCK", "L_SAND", "L_DIRT", "WATER", "WATER_BOT"]
        }
        Climate::Burnt => {
            ["B_S0", "L_ROCK", "L_GRASS", "L_ROCK", "L_SAND", "L_ROCK", "ENV_LAVA", "ENV_LAVA_BOT"]
        }
        Climate::Winter => {
            ["B_S0", "L_SAND", "L_SNOW", "L_ROCK", "L_SNOW", "L_DIRT", "WATER_ICY", "WATER_BOT"]
        }
    }
}

/// `Land1.wea` (first) or `Land2.wea`.
pub fn wears(climate: Climate, first: bool) -> Result<Vec<u8>> {
    let names = if first { rows(climate) } else { donors(climate) };
    Ok(wear::Editor::of_names(&names, &[])?.into_bytes())
}

/// `Land.msh`.
pub fn land(map: &Map) -> Result<Vec<u8>> {
    let mut land = plan(map).build()?;
    ground::dry_shores(&mut land, map)?;
    land.write()
}

/// `Land.map`.
pub fn areal_map(map: &Map) -> Result<Vec<u8>> {
    areals::plan(map, &plan(map)).build()?.write_file()
}

/// `BuildDat.lst`: twelve kinds of buildings, each with the steps it can be extended by.
pub fn build_list() -> Result<Vec<u8>> {
    let sections: Vec<(&str, Vec<String>)> = builddat::CATEGORIES
        .iter()
        .map(|category| {
            let path = |step: u8| format!("UNITS\\BUILDS\\{}_{step}.dat", category.name);
            let steps = if category.name.ends_with("Large") { 1 } else { 3 };
            (category.name, (1..=steps).map(path).collect())
        })
        .collect();
    Ok(builddat::Editor::of_sections(&sections)?.into_bytes())
}

/// The units of `BuildDat.lst`, as they lie on disk: path, category and type.
pub fn building_units() -> Vec<(String, &'static str, UnitType)> {
    let kinds = builddat::CATEGORIES.iter();
    kinds
        .flat_map(|category| {
            let steps = if category.name.ends_with("Large") { 1 } else { 3u8 };
            let kind = UnitType(category.mask);
            let path = move |step| format!("UNITS/BUILDS/{}_{step}.dat", category.name);
            (1..=steps).map(move |step| (path(step), category.name, kind))
        })
        .collect()
}
