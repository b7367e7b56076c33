//! Archives, and what is drawn, heard and moved.

use super::{Clue, FileKind, PLAIN, SuffixCounts, type_id};
use crate::nres::{Archive, TypeId};
use crate::{arealmap, landscape, msh, nres, objects, rsli, swav, texm, text, unit};

/// Models. Landscapes have the same suffix, so the content of a mesh decides. An entry that the
/// archive calls a mesh and that is not a landscape is a broken model.
pub static MODEL: FileKind = FileKind {
    id: "msh",
    title: "model",
    badge: "MSH",
    page: "msh",
    types: &[MESH_TYPE],
    type_decides: false,
    suffixes: &["msh"],
    holds: |bytes| mesh_kind(bytes) == Some(msh::MeshKind::Model),
    meant: |clue| is_mesh_by_name(clue) && !is_ground(clue),
    ..PLAIN
};

/// The type that the game's archives give to models.
const MESH_TYPE: TypeId = type_id(*b"MESH");

/// True if type or name announce a mesh, whatever the content. An archive of another type may
/// contain anything, and a file that cannot be opened is a broken archive.
fn is_mesh_by_name(clue: &Clue<'_>) -> bool {
    match clue.type_id {
        Some(MESH_TYPE) => true,
        Some(other) => {
            let is_other = nres::is_archive(clue.bytes) || is_type_of_a_kind(other);
            clue.ends_in(&["msh"]) && !is_other
        }
        None => clue.is_named(GROUND_FILE) && archive(clue.bytes).is_some(),
    }
}

/// True if a mesh is a landscape, or is named as one.
fn is_ground(clue: &Clue<'_>) -> bool {
    let named = clue.type_id.is_none() && clue.is_named(GROUND_FILE);
    named || mesh_kind(clue.bytes) == Some(msh::MeshKind::Landscape)
}

fn is_type_of_a_kind(id: TypeId) -> bool {
    super::KINDS.iter().any(|kind| kind.types.contains(&id))
}

/// Landscapes: the ground of levels.
pub static LANDSCAPE: FileKind = FileKind {
    id: "land",
    title: "landscape",
    badge: "LND",
    page: "landscape",
    suffixes: &["msh"],
    holds: |bytes| archive(bytes).is_some_and(|archive| landscape::is_landscape(&archive)),
    meant: |clue| is_mesh_by_name(clue) && is_ground(clue),
    ..PLAIN
};

/// File name of the landscape in a level's folder.
const GROUND_FILE: &str = "Land.msh";

/// Maps of areals: `Land.map`, and the entry inside it.
pub static AREALS: FileKind = FileKind {
    id: "areal",
    title: "areal map",
    badge: "MAP",
    page: "arealmap",
    suffixes: &["map"],
    holds: arealmap::is_areal_map,
    meant: |clue| match clue.type_id {
        // Other files number their entries too, so the name counts.
        Some(id) => {
            let name = text::encode(clue.name);
            id == arealmap::CHUNK
                && name.is_some_and(|name| text::same(&name, arealmap::ENTRY_NAME))
        }
        None => {
            let archive = nres::is_archive(clue.bytes) && clue.ends_in(&["map"]);
            archive || clue.is_named(AREAL_FILE)
        }
    },
    ..PLAIN
};

/// File name of the areal map in a level's folder.
pub const AREAL_FILE: &str = "Land.map";

/// Archives with payloads that are stored unpacked.
pub static NRES: FileKind = FileKind {
    id: "nres",
    title: "NRes archive",
    badge: "LIB",
    page: "nres",
    suffixes: LIBRARIES,
    holds: nres::is_archive,
    meant: |clue| {
        let named = clue.ends_in(LIBRARIES) || clue.ends_in(&["trf"]);
        let library = clue.type_id.is_none() && named;
        library && !rsli::is_archive(clue.bytes) && !is_broken_packed(clue)
    },
    ..PLAIN
};

/// Archives of packed payloads.
pub static RSLI: FileKind = FileKind {
    id: "rsli",
    title: "RsLi archive",
    badge: "LIB",
    page: "rsli",
    suffixes: &["lib", "rlb"],
    holds: rsli::is_archive,
    meant: |clue| !nres::is_archive(clue.bytes) && is_broken_packed(clue),
    ..PLAIN
};

/// Suffixes of files that are archives in every version of the game.
const LIBRARIES: &[&str] = &["lib", "rlb", "msh"];

/// True if a file that does not start like an archive is a broken packed archive, according to its
/// name or to the rest of its magic.
fn is_broken_packed(clue: &Clue<'_>) -> bool {
    let named = clue.is_named("gamefont.rlb") || clue.is_named("sprites.lib");
    let letters = clue.bytes.starts_with(&rsli::MAGIC) && clue.ends_in(LIBRARIES);
    clue.type_id.is_none() && (named || letters)
}

/// Textures and lightmaps. An entry that the archive calls a texture, but that does not start like
/// one, is a broken texture.
pub static TEXTURE: FileKind = FileKind {
    id: "texm",
    title: "texture",
    badge: "TEX",
    page: "texm",
    types: &[type_id(texm::MAGIC)],
    holds: |bytes| bytes.starts_with(&texm::MAGIC),
    ..PLAIN
};

/// Materials.
pub static MATERIAL: FileKind = FileKind {
    id: "mat0",
    title: "material",
    badge: "MAT",
    page: "mat0",
    types: &[type_id(*b"MAT0")],
    suffixes: &["mat0"],
    suffix_counts: SuffixCounts::Files,
    ..PLAIN
};

/// Wear tables: the materials of a model.
pub static WEAR: FileKind = FileKind {
    id: "wear",
    title: "wear table",
    page: "wear",
    types: &[type_id(*b"WEAR")],
    suffixes: &["wea"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

/// Palettes.
pub static PALETTE: FileKind = FileKind {
    id: "pal",
    title: "palette",
    page: "pal",
    types: &[type_id(*b"PALT")],
    suffixes: &["pal"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

/// The list of buildings.
pub static BUILDINGS: FileKind = FileKind {
    id: "builddat",
    title: "list of buildings",
    page: "builddat",
    suffixes: &["lst"],
    meant: |clue| clue.is_named("BuildDat.lst"),
    ..PLAIN
};

/// Entries of `objects.rlb`.
pub static OBJECT: FileKind = FileKind {
    id: "objects",
    title: "object",
    page: "objects",
    types: &objects::ObjectKind::TYPES,
    ..PLAIN
};

/// Robots and buildings, assembled from parts. Other files also end in `.dat`, so the number at the
/// start of the file decides.
pub static UNIT: FileKind = FileKind {
    id: "unit",
    title: "unit",
    badge: "UNI",
    page: "unit",
    suffixes: &["dat"],
    holds: unit::is_unit,
    meant: |clue| clue.type_id.is_none() && clue.ends_in(&["dat"]) && unit::may_be_unit(clue.bytes),
    ..PLAIN
};

/// Effects.
pub static EFFECT: FileKind = FileKind {
    id: "fxid",
    title: "effect",
    badge: "FX",
    page: "fxid",
    types: &[type_id(*b"FXID")],
    suffixes: &["fxid"],
    suffix_counts: SuffixCounts::Files,
    ..PLAIN
};

/// Explosions.
pub static EXPLOSION: FileKind = FileKind {
    id: "exp",
    title: "explosion",
    page: "exp",
    types: &[type_id(*b"EXPL")],
    suffixes: &["exp"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

/// Sounds. Earlier versions of this program called the type `WAVE`.
pub static SOUND: FileKind = FileKind {
    id: "swav",
    title: "sound",
    badge: "SND",
    page: "swav",
    types: &[SOUND_TYPE, type_id(*b"WAVE")],
    suffixes: &["wav"],
    suffix_counts: SuffixCounts::All,
    holds: swav::is_sound,
    ..PLAIN
};

/// The type that the game's archives give to sounds.
pub const SOUND_TYPE: TypeId = type_id(*b"SWAV");

/// Hit points and densities of the nodes of a model.
pub static NODES: FileKind = FileKind {
    id: "ndp",
    title: "list of node strengths",
    page: "ndp",
    types: &[type_id(*b"NDPR")],
    suffixes: &["ndp"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

/// Control points of a model.
pub static POINTS: FileKind = FileKind {
    id: "cpt",
    title: "list of control points",
    page: "cpt",
    types: &[type_id(*b"CTPT")],
    suffixes: &["cpt"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

/// Footprints of buildings.
pub static BASE: FileKind = FileKind {
    id: "bas",
    title: "footprint",
    page: "bas",
    types: &[type_id(*b"BASE")],
    suffixes: &["bas"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

/// Controllers: the movements of objects and the actions of their parts.
pub static CONTROL: FileKind = FileKind {
    id: "ctl",
    title: "controller",
    page: "ctl",
    types: &[type_id(*b"CTLD")],
    suffixes: &["ctl"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

fn archive(bytes: &[u8]) -> Option<Archive<'_>> {
    nres::is_archive(bytes).then(|| Archive::read(bytes).ok()).flatten()
}

fn mesh_kind(bytes: &[u8]) -> Option<msh::MeshKind> {
    archive(bytes).and_then(|archive| msh::MeshKind::of(&archive))
}
