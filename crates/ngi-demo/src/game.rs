//! The files of a game, each with the code that makes it.

use ngi_formats::Result;
use ngi_formats::nres::{Editor, NewEntry};

use crate::maps::{self, Climate, Map};
use crate::scale::Scale;
use crate::shelves::{SHELVES, all_objects};
use crate::{
    effects, fonts, large, materials, missions, objects, skies, sounds, texts, textures, units,
};

type Maker = Box<dyn Fn() -> Result<Vec<u8>> + Send + Sync>;

/// A file of a game before it is made.
pub struct FilePlan {
    /// Path below the game folder.
    pub path: String,
    /// How many entries it will have, if it is an archive.
    pub entries: Option<usize>,
    maker: Maker,
}

impl FilePlan {
    pub(crate) fn new(
        path: impl Into<String>,
        maker: impl Fn() -> Result<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        Self { path: path.into(), entries: None, maker: Box::new(maker) }
    }

    /// An archive of so many entries.
    fn archive(
        path: impl Into<String>,
        entries: usize,
        maker: impl Fn() -> Result<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        Self { entries: Some(entries), ..Self::new(path, maker) }
    }

    /// A file that is made already.
    pub(crate) fn ready(path: String, bytes: Vec<u8>) -> Self {
        Self::new(path, move || Ok(bytes.clone()))
    }

    /// The same file at another place.
    #[must_use]
    pub fn at(self, path: impl Into<String>) -> Self {
        Self { path: path.into(), ..self }
    }

    /// Makes all its bytes.
    pub fn make(&self) -> Result<Vec<u8>> {
        (self.maker)()
    }
}

/// Every file of a game, those that take longest first.
pub fn plan(scale: Scale) -> Vec<FilePlan> {
    let objects = all_objects(scale).len();
    let mut files = vec![
        FilePlan::archive("Textures.lib", textures::count(scale), move || textures::library(scale)),
        FilePlan::archive("Material.lib", materials::count(scale), move || {
            materials::library(scale)
        }),
        FilePlan::archive("LightMap.lib", textures::lightmap_count(scale), move || {
            textures::lightmaps(scale)
        }),
        FilePlan::archive("palettes.lib", 3, textures::palettes),
        FilePlan::archive("effects.rlb", effects::count(scale), move || {
            effects::library(&effects::effects(scale)?)
        }),
        FilePlan::archive("sounds.lib", sounds::count(scale), move || sounds::library(scale)),
        FilePlan::archive("objects.rlb", objects, move || objects::library(&all_objects(scale))),
        FilePlan::archive("gamefont.rlb", 2, move || fonts::fonts(scale)),
        FilePlan::archive("sprites.lib", fonts::sprite_count(scale), move || fonts::sprites(scale)),
        FilePlan::new("BuildDat.lst", maps::build_list),
    ];
    for shelf in SHELVES.iter().filter(|shelf| shelf.is_used(scale)) {
        let entries = shelf.entry_count(scale);
        files.push(FilePlan::archive(shelf.archive, entries, move || shelf.make(scale)));
    }
    if scale == Scale::Real {
        let voices = sounds::VOICES;
        files.push(FilePlan::archive("voices.lib", voices, sounds::voices));
        files.push(FilePlan::archive("objects.dlb", large::CARDS, large::cards));
    }
    let buildings = maps::building_units().into_iter();
    files.extend(buildings.map(|(path, category, kind)| {
        FilePlan::new(path, move || units::building(category, kind, scale))
    }));
    let robots = units::robots(scale).into_iter();
    files.extend(robots.map(|(path, robot)| FilePlan::new(path, robot)));
    let designs = (0..units::designs(scale))
        .map(|number| FilePlan::new(units::designed(number), move || units::design(number)));
    files.extend(designs);
    for (path, maker, entries) in texts::files(scale) {
        files.push(FilePlan { entries, ..FilePlan::new(path, maker) });
    }
    for (place, (name, map)) in maps_of(scale).into_iter().enumerate() {
        let at = |file: &str| format!("DATA/MAPS/{name}/{file}");
        files.push(FilePlan::archive(at("Land.msh"), 9, move || maps::land(&map)));
        files.push(FilePlan::archive(at("Land.map"), 1, move || maps::areal_map(&map)));
        files.push(FilePlan::new(at("Land1.wea"), move || maps::wears(map.climate, true)));
        files.push(FilePlan::new(at("Land2.wea"), move || maps::wears(map.climate, false)));
        // Of a large game, maps that no mission is on, but for one: so many wears were counted.
        if scale != Scale::Real || place > missions::count(scale) {
            files.push(FilePlan::archive(format!("MISSIONS/{name}/sky.rlb"), 1, sky));
        }
    }
    files.extend(skies::files(scale));
    files.extend(missions::files(scale));
    files
}

/// How much of everything a game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Census {
    /// Files that are archives.
    pub archives: usize,
    /// Their entries; those of archives inside them are not counted.
    pub entries: usize,
    /// Models, landscapes not counted.
    pub models: usize,
    /// Textures of `Textures.lib`.
    pub textures: usize,
    /// Effects of `effects.rlb`.
    pub effects: usize,
    /// Maps.
    pub maps: usize,
}

/// Counts a game without making it.
pub fn census(scale: Scale) -> Census {
    let files = plan(scale);
    let archives = files.iter().filter_map(|file| file.entries);
    Census {
        archives: archives.clone().count(),
        entries: archives.sum(),
        models: SHELVES.iter().map(|shelf| shelf.stems(scale).count()).sum(),
        textures: textures::count(scale),
        effects: effects::count(scale),
        maps: maps_of(scale).len(),
    }
}

/// A map by its number, with its name.
pub fn map(number: usize) -> (String, Map) {
    let seed = u32::try_from(number).unwrap_or(0);
    let base = if number.is_multiple_of(2) { Map::VALLEY } else { Map::CRATER };
    match number {
        0 => ("VALLEY".to_owned(), base),
        1 => ("CRATER".to_owned(), base),
        2 => ("WINTER".to_owned(), Map::WINTER),
        _ => {
            let kind = if base.climate == Climate::Green { "VALLEY" } else { "CRATER" };
            (format!("{kind}_{number:02}"), Map { seed: base.seed + seed, ..base })
        }
    }
}

/// The maps by name.
fn maps_of(scale: Scale) -> Vec<(String, Map)> {
    (0..scale.count(3, 33)).map(map).collect()
}

/// What the sky of a map wears.
fn sky() -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    let entry = NewEntry::new(*b"WEAR", "sky.wea")?.attributes(0, 0, 1);
    editor.add(entry, skies::wear()?)?;
    editor.write()
}
