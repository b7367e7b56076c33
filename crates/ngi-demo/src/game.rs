//! The files of a game, each with the code that makes it.

use ngi_formats::Result;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::ObjectKind;
use ngi_formats::wear;

use crate::maps::{self, Climate, Map};
use crate::models::{self, Dressed};
use crate::objects::{self, Object};
use crate::scale::Scale;
use crate::{effects, fonts, materials, missions, sidecars, skies, sounds, texts, textures, units};

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
        FilePlan::archive("LightMap.lib", 1, textures::lightmaps),
        FilePlan::archive("palettes.lib", 3, textures::palettes),
        FilePlan::archive("effects.rlb", effects::count(scale), move || {
            effects::library(&effects::effects(scale)?)
        }),
        FilePlan::archive("sounds.lib", sounds::count(scale), move || sounds::library(scale)),
        FilePlan::archive("objects.rlb", objects, move || objects::library(&all_objects(scale))),
        FilePlan::archive("gamefont.rlb", 2, fonts::fonts),
        FilePlan::archive("sprites.lib", 6, fonts::sprites),
        FilePlan::new("BuildDat.lst", maps::build_list),
    ];
    for shelf in SHELVES.iter().filter(|shelf| shelf.is_used(scale)) {
        let more = others(shelf).map_or(0, |others| others.len());
        // Each model has its wear beside it, and its sidecars behind all of them.
        let entries = shelf.stems(scale).count() * (2 + sidecars::count(shelf.kind)) + more;
        files.push(FilePlan::archive(shelf.archive, entries, move || {
            let models = shelf.stems(scale).map(|(stem, number)| (shelf.model)(&stem, number));
            let models = models.collect::<Result<Vec<Dressed>>>()?;
            let mut others = others(shelf)?;
            for model in &models {
                others.extend(sidecars::entries(model, shelf.kind)?);
            }
            models::library(&models, others)
        }));
    }
    let buildings = maps::building_units().into_iter();
    files.extend(buildings.map(|(path, kind)| FilePlan::new(path, move || units::building(kind))));
    files.extend(units::robots().map(|(path, robot)| FilePlan::new(path, robot)));
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
        // Of a large game, maps that no mission is on.
        if scale != Scale::Real || place >= missions::count(scale) {
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
        _ => {
            let kind = if base.climate == Climate::Green { "VALLEY" } else { "CRATER" };
            (format!("{kind}_{number:02}"), Map { seed: base.seed + seed, ..base })
        }
    }
}

/// The maps by name.
fn maps_of(scale: Scale) -> Vec<(String, Map)> {
    (0..scale.count(2, 33)).map(map).collect()
}

/// What the sky of a map wears.
fn sky() -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    let entry = NewEntry::new(*b"WEAR", "sky.wea")?.attributes(0, 0, 1);
    editor.add(entry, skies::wear()?)?;
    editor.write()
}

/// An archive of models of one kind.
struct Shelf {
    archive: &'static str,
    /// How its models are called, and how many there are in the small and in the real game.
    families: &'static [(&'static str, usize, usize)],
    /// Makes a model from its name and number.
    model: fn(&str, u32) -> Result<Dressed>,
    kind: ObjectKind,
}

static SHELVES: &[Shelf] = &[
    Shelf {
        archive: "static.rlb",
        families: &[("s_stone_0", 3, 22), ("s_tree_0", 3, 36), ("s_bush_0", 1, 10)],
        model: models::scenery,
        kind: ObjectKind::STATIC,
    },
    Shelf {
        archive: "bases.rlb",
        families: &[("r_scout_0", 1, 60)],
        model: models::walker,
        kind: ObjectKind::BATTLE,
    },
    Shelf {
        archive: "fortif.rlb",
        families: &[("f_bunker", 1, 30)],
        model: models::bunker,
        kind: ObjectKind::FORT,
    },
    Shelf {
        archive: "guns.rlb",
        families: &[("g_gun", 2, 70)],
        model: models::gun,
        kind: ObjectKind::EXTERNAL,
    },
    Shelf {
        archive: "turrets.rlb",
        families: &[("t_turret", 1, 60)],
        model: models::turret,
        kind: ObjectKind::EXTERNAL,
    },
    Shelf {
        archive: "parts.rlb",
        families: &[("p_part", 0, 50)],
        model: models::gun,
        kind: ObjectKind::EXTERNAL,
    },
    Shelf {
        archive: "intsys.rlb",
        families: &[("i_sys", 0, 40)],
        model: models::turret,
        kind: ObjectKind::INTERNAL,
    },
    Shelf {
        archive: "weapon.rlb",
        families: &[("w_round", 0, 30)],
        model: models::gun,
        kind: ObjectKind::BULLET,
    },
    Shelf {
        archive: "animals.rlb",
        families: &[("a_beast", 0, 20)],
        model: models::walker,
        kind: ObjectKind::BATTLE,
    },
    Shelf {
        archive: "system.rlb",
        families: &[("sys", 0, 7)],
        model: models::gun,
        kind: ObjectKind::SUN,
    },
];

impl Shelf {
    /// Whether there is anything on it.
    fn is_used(&self, scale: Scale) -> bool {
        self.archive == "weapon.rlb" || self.stems(scale).next().is_some()
    }

    /// Names and numbers of its models.
    fn stems(&self, scale: Scale) -> impl Iterator<Item = (String, u32)> {
        self.families.iter().flat_map(move |&(family, base, real)| {
            (1..=scale.count(base, real)).map(move |number| {
                (format!("{family}_{number:02}"), u32::try_from(number).unwrap_or(1))
            })
        })
    }
}

/// What an archive holds besides its models.
fn others(shelf: &Shelf) -> Result<Vec<(NewEntry, Vec<u8>)>> {
    let entry = |type_id: &[u8; 4], name: &str| {
        NewEntry::new(*type_id, name).map(|entry| entry.attributes(0, 0, 1))
    };
    let mut others = Vec::new();
    match shelf.archive {
        // The wear of an object that has everything else from its parent.
        "bases.rlb" => {
            let rows = models::walker_rows("M_HULL_D");
            let bytes = wear::Editor::of_names(&rows, &[])?.into_bytes();
            others.push((entry(b"WEAR", "r_desert.wea")?, bytes));
        }
        "weapon.rlb" => {
            for (name, damage, radius) in
                [("small", 50.0, 3.0), ("medium", 400.0, 8.0), ("large", 5000.0, 20.0)]
            {
                let blast = effects::blast(&format!("exp_{name}"), damage, radius)?;
                others.push((entry(b"EXPL", &format!("blast_{name}.exp"))?, blast));
            }
        }
        _ => {}
    }
    Ok(others)
}

fn all_objects(scale: Scale) -> Vec<Object> {
    let mut all = Vec::new();
    for shelf in SHELVES {
        let (kind, archive) = (shelf.kind, shelf.archive);
        for (stem, _) in shelf.stems(scale) {
            let name = stem.clone();
            if kind != ObjectKind::FORT {
                all.push(Object { kind, name, archive, stem, parent: None });
                continue;
            }
            // A building is an agent that has the model, and what says where it stands.
            let agent = stem.replacen("f_", "bu_", 1);
            let parent = Some(agent.clone());
            all.push(Object { kind, name, archive, stem: stem.clone(), parent });
            let kind = ObjectKind::BATTLE;
            all.push(Object { kind, name: agent, archive, stem, parent: None });
        }
    }
    all.push(Object {
        kind: ObjectKind::BATTLE,
        name: "r_desert".into(),
        archive: "bases.rlb",
        stem: "r_desert".into(),
        parent: Some("r_scout_0_01".into()),
    });
    all
}
