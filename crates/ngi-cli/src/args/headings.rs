//! Headings of option groups in the help texts. Every option is listed under one of them.

/// Sources of data besides the main argument.
pub const INPUT: &str = "Input";
/// Destination and form of the result.
pub const OUTPUT: &str = "Output";
/// Restrictions of a list or a search.
pub const FILTER: &str = "Filter";
/// Selection and weight of check rules.
pub const RULES: &str = "Rules";
/// Attributes of an archive entry.
pub const ENTRY: &str = "Entry";
/// Treatment of fields that depend on each other.
pub const FIELDS: &str = "Fields";
/// References between files.
pub const REFERENCES: &str = "References";
/// Camera and image size.
#[cfg(feature = "render")]
pub const CAMERA: &str = "Camera";
/// Choice of what is drawn.
#[cfg(feature = "render")]
pub const DRAWING: &str = "Drawing";
/// Flags that a face must or must not have.
pub const FACES: &str = "Faces";
/// Time, animation and its rate.
pub const ANIMATION: &str = "Animation";
/// Properties of textures.
pub const TEXTURES: &str = "Textures";
/// Variants of models.
#[cfg(feature = "render")]
pub const MODELS: &str = "Models";
/// Inputs of effects.
pub const EFFECTS: &str = "Effects";
/// Environment of levels and missions.
#[cfg(feature = "render")]
pub const LEVELS: &str = "Levels and missions";
/// Route search.
pub const ROUTE: &str = "Route";
/// Name, version and dependencies of a mod.
pub const DESCRIPTION: &str = "Description";
/// Precedence between mods.
pub const CONFLICTS: &str = "Conflicts";
/// Overwriting, backups and trial runs.
pub const SAFETY: &str = "Safety";
/// Options that every command has.
pub const GENERAL: &str = "General";

/// Headings of options that `import` and `export` use for one kind of file only.
pub mod only {
    /// `import` of images.
    pub const IMAGES: &str = "Textures (from PNG, TGA, BMP, JPEG, WebP, DDS)";
    /// `import` of sounds.
    pub const SOUNDS: &str = "Sounds (from WAV)";
    /// `import` of meshes.
    pub const MESHES: &str = "Models (from glTF, OBJ)";
    /// `import` of animated meshes.
    pub const CLIPS: &str = "Animation of models (from glTF)";
    /// Materials in an `import` of meshes.
    pub const MATERIALS: &str = "Materials of models (from glTF, OBJ)";
    /// `import` of levels.
    pub const GROUND: &str = "Levels (from PNG, glTF, OBJ)";
    /// `import` of a folder that `export` wrote.
    pub const EXPORTED: &str = "Exported folders";
    /// `export` of models, units, levels and missions.
    pub const MODELS: &str = "Models and levels (to glTF, OBJ)";
    /// `export` of animations.
    pub const ANIMATION: &str = "Animation (to glTF)";
    /// `export` of textures.
    pub const TEXTURES: &str = "Textures (to PNG, DDS)";
    /// `export` of missions.
    pub const MISSIONS: &str = "Missions (to glTF)";
    /// `export` of a folder or an archive.
    pub const FOLDERS: &str = "Folders and archives";
}
