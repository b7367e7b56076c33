//! What references can mean, and where that is looked for.

use ngi_formats::kinds;

use super::fold;
use crate::format::Subject;
use crate::surroundings;

/// What a reference means: a kind of thing, and where it is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// What it is called.
    pub id: &'static str,
    /// Whether a file or entry is such a thing.
    pub is: fn(&Subject<'_>) -> bool,
    /// Where they are looked for.
    pub scope: Scope,
}

/// Where the thing that a reference names is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// In the same archive or folder.
    Beside,
    /// In an archive of this name.
    Library(&'static str),
    /// In the archive that the reference names; in this one where it names none.
    Named(&'static str),
    /// In the folder that the reference names, wherever that is.
    Folder,
    /// Anywhere in the game folder.
    Anywhere,
    /// At the path that the reference names, from a folder of this name on.
    Path(&'static str),
}

/// The wear table of a model.
pub static WEAR: Target =
    Target { id: "wear", is: |thing| kinds::WEAR.is(&thing.clue()), scope: Scope::Beside };
/// A material.
pub static MATERIAL: Target = Target {
    id: "material",
    is: |thing| kinds::MATERIAL.is(&thing.clue()),
    scope: Scope::Named(surroundings::MATERIALS),
};
/// A texture.
pub static TEXTURE: Target =
    Target { id: "texture", is: is_texm, scope: Scope::Library(surroundings::TEXTURES) };
/// A lightmap.
pub static LIGHTMAP: Target =
    Target { id: "lightmap", is: is_texm, scope: Scope::Library(surroundings::LIGHTMAPS) };
/// A model that an object is.
pub static MODEL: Target = Target { id: "model", is: is_model, scope: Scope::Anywhere };
/// A palette.
pub static PALETTE: Target = Target {
    id: "palette",
    is: |thing| kinds::PALETTE.is(&thing.clue()),
    scope: Scope::Library(surroundings::PALETTES),
};

/// A texture that menus show, out of the library that a text names.
pub static PICTURE: Target =
    Target { id: "picture", is: is_texm, scope: Scope::Named(surroundings::MINIMAPS) };
/// The variables of scripts.
pub static VARIABLES: Target = Target {
    id: "variables",
    is: |thing| kinds::VARIABLE_LIST.is(&thing.clue()),
    scope: Scope::Beside,
};
/// A sound.
pub static SOUND: Target = Target {
    id: "sound",
    is: |thing| kinds::SOUND.is(&thing.clue()) || ends_in(thing, ".wav"),
    scope: Scope::Named(surroundings::SOUNDS),
};
/// An effect.
pub static EFFECT: Target = Target {
    id: "effect",
    is: |thing| kinds::EFFECT.is(&thing.clue()),
    scope: Scope::Named(surroundings::EFFECTS),
};

/// An explosion.
pub static EXPLOSION: Target = Target {
    id: "explosion",
    is: |thing| kinds::EXPLOSION.is(&thing.clue()),
    scope: Scope::Named(surroundings::EXPLOSIONS),
};
/// What there is by name: a record of the registry.
pub static OBJECT: Target = Target {
    id: "object",
    is: |thing| kinds::OBJECT.is(&thing.clue()),
    scope: Scope::Named(surroundings::OBJECTS),
};
/// What lies beside a model and is named by its object: control points, a controller, an outline.
pub static SIDECAR: Target = Target {
    id: "sidecar",
    is: |thing| SIDECARS.iter().any(|suffix| ends_in(thing, suffix)),
    scope: Scope::Named(""),
};
/// A robot or building: a file that a list or a mission names by its path.
pub static UNIT: Target =
    Target { id: "unit", is: |thing| ends_in(thing, ".dat"), scope: Scope::Path("units") };

/// Suffixes of what lies beside models.
const SIDECARS: [&str; 6] = [".cpt", ".ndp", ".ctl", ".bas", ".var", ".tbl"];

/// The ground of a level.
pub static LANDSCAPE: Target = Target {
    id: "landscape",
    is: |thing| kinds::LANDSCAPE.is(&thing.clue()),
    scope: Scope::Folder,
};
/// What a clan does: its script, and the formulas that go with it.
pub static SCRIPT: Target = Target {
    id: "script",
    is: |thing| ends_in(thing, ".scr") || ends_in(thing, ".fml"),
    scope: Scope::Folder,
};
/// What a clan can find out.
pub static TREE: Target =
    Target { id: "tree", is: |thing| ends_in(thing, ".trf"), scope: Scope::Folder };

/// Everything that references can mean.
pub static TARGETS: &[&Target] = &[
    &WEAR, &MATERIAL, &TEXTURE, &LIGHTMAP, &PICTURE, &PALETTE, &SOUND, &EFFECT, &EXPLOSION, &MODEL,
    &OBJECT, &UNIT, &VARIABLES, &SIDECAR, &LANDSCAPE, &SCRIPT, &TREE,
];

fn ends_in(thing: &Subject<'_>, suffix: &str) -> bool {
    fold(thing.name).ends_with(suffix)
}

/// Landscapes end in `.msh` too, but the engine finds them by the level's name: no object is one.
fn is_model(thing: &Subject<'_>) -> bool {
    ends_in(thing, ".msh") && !kinds::LANDSCAPE.is(&thing.clue())
}

fn is_texm(thing: &Subject<'_>) -> bool {
    kinds::TEXTURE.is(&thing.clue())
}
