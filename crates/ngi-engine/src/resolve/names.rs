//! What the game calls its libraries, and how the names of files follow from each other.

/// Where the engine keeps materials, unless told otherwise.
pub const MATERIALS: &str = "Material.lib";
/// Where the engine keeps textures.
pub const TEXTURES: &str = "Textures.lib";
/// Where the engine keeps lightmaps.
pub const LIGHTMAPS: &str = "LightMap.lib";
/// Where the engine keeps palettes.
pub const PALETTES: &str = "palettes.lib";
/// Where the engine keeps sounds.
pub const SOUNDS: &str = "sounds.lib";
/// Where the engine keeps effects.
pub const EFFECTS: &str = "effects.rlb";
/// Where the engine looks objects up.
pub const OBJECTS: &str = "objects.rlb";
/// Where most explosions are.
pub const EXPLOSIONS: &str = "weapon.rlb";

/// The material that takes the place of a missing one.
pub const DEFAULT_MATERIAL: &[u8] = b"DEFAULT";

/// The base name of a level's files in its folder.
pub const LEVEL_BASE: &str = "Land";
/// The landscape of a level in its folder.
pub const LEVEL_FILE: &str = "Land.msh";

/// A file's name without what stands behind its last dot.
pub fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The wear that lies beside a model: `<stem>.wea`.
pub fn wear_of(model: &str) -> String {
    format!("{}.wea", stem(model))
}

/// The model that a sidecar lies beside: `<stem>.msh`.
pub fn model_of(sidecar: &str) -> String {
    format!("{}.msh", stem(sidecar))
}

/// The control points that lie beside a model or its controller: `<stem>.cpt`.
pub fn points_of(beside: &str) -> String {
    format!("{}.cpt", stem(beside))
}

/// The names of a level's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelNames {
    /// The base name.
    pub base: String,
    /// The ground.
    pub landscape: String,
    /// The areals.
    pub areals: String,
    /// Materials, and donors of microtextures.
    pub wears: [String; 2],
}

impl LevelNames {
    /// The names the engine makes of a base name.
    pub fn new(base: &str) -> Self {
        let with = |suffix: &str| format!("{base}{suffix}");
        Self {
            base: base.to_owned(),
            landscape: with(".msh"),
            areals: with(".map"),
            wears: [with("1.wea"), with("2.wea")],
        }
    }

    /// The names that go with a landscape's: `Land.msh` is `Land1.wea`, `Land2.wea`, `Land.map`.
    pub fn of_landscape(name: &str) -> Self {
        Self::new(stem(name))
    }
}
