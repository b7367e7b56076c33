//! The one table of what files and entries can be, and the one way to tell.
//!
//! A file says what it is in three ways: by what it holds, by the type that its archive gives it,
//! by its name. Each line of [`KINDS`] says which of these count. What nothing counts for is
//! nothing: bytes that merely begin with a letter or two of a magic number are not taken for what
//! they are not.
//!
//! ```
//! use ngi_formats::kinds::{Clue, recognise};
//!
//! assert_eq!(recognise(&Clue::file("Land1.wea", b"1\n0 GRASS\n")).map(|kind| kind.id), Some("wear"));
//! assert_eq!(recognise(&Clue::file("notes", b"NL is short for a country")), None);
//! ```

use std::fmt;

use crate::nres::{Archive, TypeId};
use crate::{
    arealmap, cfg, ini, landscape, msh, nres, objects, rsli, swav, texm, text, tips, tma, trf,
    unit, var, varset,
};

/// What is known of a file or entry when somebody asks what it is.
#[derive(Debug, Clone, Copy)]
pub struct Clue<'a> {
    /// Its name.
    pub name: &'a str,
    /// The type in the directory of its archive, for an entry of an NRes archive.
    pub type_id: Option<TypeId>,
    /// All its bytes.
    pub bytes: &'a [u8],
}

impl<'a> Clue<'a> {
    /// A file of its own.
    pub fn file(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, type_id: None, bytes }
    }

    /// An entry of an archive.
    pub fn entry(name: &'a str, type_id: TypeId, bytes: &'a [u8]) -> Self {
        Self { name, type_id: Some(type_id), bytes }
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn ends_in(&self, suffixes: &[&str]) -> bool {
        let own = self.name.rsplit_once('.').map(|(_, own)| own);
        own.is_some_and(|own| suffixes.iter().any(|suffix| own.eq_ignore_ascii_case(suffix)))
    }
}

/// A kind of file or entry.
#[non_exhaustive]
pub struct FileKind {
    /// Short name, first part of its check codes and of its JSON schema.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// A few letters for lists.
    pub badge: &'static str,
    /// Its page in `docs/formats`.
    pub page: &'static str,
    /// The types that archives give to entries of this kind.
    pub types: &'static [TypeId],
    /// The suffixes of their names, in lower case and without the dot.
    pub suffixes: &'static [&'static str],
    /// Whether a type is enough, or what the entry holds decides.
    type_decides: bool,
    /// What a suffix counts for.
    suffix_counts: SuffixCounts,
    /// Whether bytes are of this kind, whatever they are called.
    holds: fn(&[u8]) -> bool,
    /// Whether something of such a name should be of this kind and is broken.
    meant: fn(&Clue<'_>) -> bool,
}

/// What a suffix counts for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SuffixCounts {
    /// Nothing: many kinds share it.
    Nothing,
    /// For files; entries have a type.
    Files,
    /// For files and entries.
    All,
}

impl FileKind {
    /// Whether what is known speaks for this kind.
    pub fn is(&self, clue: &Clue<'_>) -> bool {
        let typed = self.type_decides && self.has_type_of(clue);
        let named = match self.suffix_counts {
            SuffixCounts::Nothing => false,
            SuffixCounts::Files => clue.type_id.is_none() && clue.ends_in(self.suffixes),
            SuffixCounts::All => clue.ends_in(self.suffixes),
        };
        typed || named || (self.holds)(clue.bytes) || (self.meant)(clue)
    }

    /// Whether type or suffix say that something should be of this kind, whatever it holds.
    pub fn is_meant_by(&self, clue: &Clue<'_>) -> bool {
        self.has_type_of(clue) || clue.ends_in(self.suffixes)
    }

    fn has_type_of(&self, clue: &Clue<'_>) -> bool {
        clue.type_id.is_some_and(|own| self.types.contains(&own))
    }
}

impl PartialEq for FileKind {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for FileKind {}

impl fmt::Debug for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FileKind").field(&self.id).finish()
    }
}

/// The kind of something, if it is a known one.
pub fn recognise(clue: &Clue<'_>) -> Option<&'static FileKind> {
    KINDS.iter().copied().find(|kind| kind.is(clue))
}

/// The kind of this id.
pub fn of_id(id: &str) -> Option<&'static FileKind> {
    KINDS.iter().copied().find(|kind| kind.id == id)
}

/// Every kind, most specific first: a model is an archive, too.
pub static KINDS: &[&FileKind] = &[
    &MODEL,
    &LANDSCAPE,
    &AREALS,
    &NRES,
    &RSLI,
    &TEXTURE,
    &MATERIAL,
    &WEAR,
    &PALETTE,
    &BUILDINGS,
    &OBJECT,
    &UNIT,
    &EFFECT,
    &EXPLOSION,
    &SOUND,
    &SKY,
    &MISSION,
    &TEXTS,
    &SCRIPT,
    &FORMULAS,
    &VARIABLE_LIST,
    &VARIABLES,
    &INI,
    &TIPS,
    &RESEARCH,
    &NODES,
    &POINTS,
    &BASE,
    &CONTROL,
];

/// A kind that only its line tells; what a line leaves out counts for nothing.
const PLAIN: FileKind = FileKind {
    id: "",
    title: "",
    badge: "DAT",
    page: "",
    types: &[],
    type_decides: true,
    suffixes: &[],
    suffix_counts: SuffixCounts::Nothing,
    holds: |_| false,
    meant: |_| false,
};

const fn type_id(letters: [u8; 4]) -> TypeId {
    TypeId(u32::from_le_bytes(letters))
}

/// Models. Landscapes have the same suffix, and whole archives the same type, so what they hold
/// tells.
pub static MODEL: FileKind = FileKind {
    id: "msh",
    title: "model",
    badge: "MSH",
    page: "msh",
    types: &[type_id(*b"MESH")],
    type_decides: false,
    suffixes: &["msh"],
    holds: |bytes| mesh_kind(bytes) == Some(msh::MeshKind::Model),
    ..PLAIN
};

/// The ground of levels.
pub static LANDSCAPE: FileKind = FileKind {
    id: "land",
    title: "landscape",
    badge: "LND",
    page: "landscape",
    suffixes: &["msh"],
    holds: |bytes| archive(bytes).is_some_and(|archive| landscape::is_landscape(&archive)),
    ..PLAIN
};

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

/// The areal map in a level's folder.
pub const AREAL_FILE: &str = "Land.map";

/// Archives whose payloads lie as they are.
pub static NRES: FileKind = FileKind {
    id: "nres",
    title: "NRes archive",
    badge: "LIB",
    page: "nres",
    suffixes: LIBRARIES,
    holds: nres::is_archive,
    meant: |clue| {
        let library = clue.type_id.is_none() && clue.ends_in(LIBRARIES);
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

/// Whether a file that does not start like an archive is a broken packed one: by its name, or by
/// what is left of its magic in a file that should be an archive.
fn is_broken_packed(clue: &Clue<'_>) -> bool {
    let named = clue.is_named("gamefont.rlb") || clue.is_named("sprites.lib");
    let letters = clue.bytes.starts_with(&rsli::MAGIC) && clue.ends_in(LIBRARIES);
    clue.type_id.is_none() && (named || letters)
}

/// Textures and lightmaps. What its archive calls a texture and does not start like one is a
/// broken one.
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

/// Tables of the materials a model wears.
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

/// Robots and buildings, put together from parts. Other files end in `.dat`, too, so that the number
/// at the front counts.
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

/// Explosions: which effects they show.
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
    suffix_counts: SuffixCounts::Files,
    holds: swav::is_sound,
    ..PLAIN
};

/// Missions: `data.tma` in a mission's folder.
pub static MISSION: FileKind = FileKind {
    id: "tma",
    title: "mission",
    badge: "TMA",
    page: "tma",
    suffixes: &["tma"],
    suffix_counts: SuffixCounts::Files,
    holds: tma::is_mission,
    ..PLAIN
};

/// Skies of missions.
pub static SKY: FileKind = FileKind {
    id: "ske",
    title: "sky",
    badge: "SKY",
    page: "sky",
    suffixes: &["ske"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

/// Texts of objects: missions, briefings, messages, menus. Others have files of that suffix too, so
/// that it counts only where the text begins with an object; the names of the game's own count alone.
pub static TEXTS: FileKind = FileKind {
    id: "cfg",
    title: "text of objects",
    badge: "CFG",
    page: "cfg",
    suffixes: &["cfg"],
    meant: |clue| {
        let own = ["mission.cfg", "briefing.cfg", "messages.cfg", "TextRes.cfg"];
        let is_file = clue.type_id.is_none() && clue.ends_in(&["cfg"]);
        is_file && (own.iter().any(|own| clue.is_named(own)) || cfg::is_cfg(clue.bytes))
    },
    ..PLAIN
};

/// What clans do.
pub static SCRIPT: FileKind = FileKind {
    id: "scr",
    title: "script",
    badge: "SCR",
    page: "scr",
    suffixes: &["scr"],
    // Screen savers of Windows have that suffix, too.
    meant: |clue| {
        let is_file = clue.type_id.is_none() && clue.ends_in(&["scr"]);
        is_file && !clue.bytes.starts_with(b"MZ")
    },
    ..PLAIN
};

/// The formulas of scripts.
pub static FORMULAS: FileKind = FileKind {
    id: "fml",
    title: "formulas of a script",
    page: "fml",
    suffixes: &["fml"],
    suffix_counts: SuffixCounts::Files,
    ..PLAIN
};

/// The variables of scripts: a text.
pub static VARIABLE_LIST: FileKind = FileKind {
    id: "varset",
    title: "variables of scripts",
    page: "varset",
    suffixes: &["var"],
    meant: |clue| {
        let is_file = clue.type_id.is_none() && clue.ends_in(&["var"]);
        is_file && (clue.is_named(varset::FILE) || varset::is_varset(clue.bytes))
    },
    ..PLAIN
};

/// The variables of behaviours: members of an archive, or taken out of it.
pub static VARIABLES: FileKind = FileKind {
    id: "var",
    title: "variables of a behaviour",
    page: "var",
    suffixes: &["var"],
    meant: |clue| {
        clue.ends_in(&["var"]) && (clue.type_id.is_some() || var::is_variables(clue.bytes))
    },
    ..PLAIN
};

/// Texts of sections. Others have such files, too; they are what they look like.
pub static INI: FileKind = FileKind {
    id: "ini",
    title: "text of sections",
    badge: "INI",
    page: "ini",
    suffixes: &["ini"],
    meant: |clue| {
        let own = [DISPATCHER, "Iron_3D.ini", "Comp.ini"];
        let is_file = clue.type_id.is_none() && clue.ends_in(&["ini"]);
        is_file && (own.iter().any(|own| clue.is_named(own)) || ini::is_ini(clue.bytes))
    },
    ..PLAIN
};

/// The text that has the missions that were won.
pub const DISPATCHER: &str = "dispatcher.ini";

/// Texts that missions show: their titles, and hints.
pub static TIPS: FileKind = FileKind {
    id: "tips",
    title: "text that a mission shows",
    page: "tips",
    suffixes: &["mis"],
    suffix_counts: SuffixCounts::Files,
    meant: |clue| clue.type_id.is_none() && clue.is_named(tips::TITLE_FILE),
    ..PLAIN
};

/// Tables of the tree of what a clan can research: the entries of a `.trf`.
pub static RESEARCH: FileKind = FileKind {
    id: "trf",
    title: "table of a research tree",
    badge: "TRF",
    page: "trf",
    types: &trf::TYPES,
    ..PLAIN
};

/// The type that the game's archives give to sounds.
pub const SOUND_TYPE: TypeId = type_id(*b"SWAV");

/// What the nodes of a model can bear.
pub static NODES: FileKind = FileKind {
    id: "ndp",
    title: "list of what nodes bear",
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

/// Where buildings stand.
pub static BASE: FileKind = FileKind {
    id: "bas",
    title: "footprint",
    page: "bas",
    types: &[type_id(*b"BASE")],
    suffixes: &["bas"],
    suffix_counts: SuffixCounts::All,
    ..PLAIN
};

/// How objects move and what their parts do.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn id(clue: &Clue<'_>) -> Option<&'static str> {
        recognise(clue).map(|kind| kind.id)
    }

    #[test]
    fn bytes_that_merely_begin_like_a_packed_archive_are_nothing() {
        for bytes in [&b"NL"[..], b"NLabcdefgh", b"NL\0\x02", b"NL\x01\x01", b"NRe", b"Tex"] {
            assert_eq!(id(&Clue::file("noise", bytes)), None, "{bytes:?}");
            assert_eq!(id(&Clue::entry("noise", TypeId(0), bytes)), None, "{bytes:?}");
        }
        assert_eq!(id(&Clue::file("noise", b"NL\0\x01")), Some("rsli"));
        assert_eq!(id(&Clue::file("noise", b"NRes")), Some("nres"));
        assert_eq!(id(&Clue::file("noise", b"Texm")), Some("texm"));
    }

    #[test]
    fn libraries_that_do_not_start_like_one_are_broken_ones() {
        assert_eq!(id(&Clue::file("Material.lib", b"")), Some("nres"));
        assert_eq!(id(&Clue::file("sprites.lib", b"")), Some("rsli"));
        assert_eq!(id(&Clue::file("other.rlb", b"NL\0\x07")), Some("rsli"));
        assert_eq!(id(&Clue::file("sprites.lib", b"NRes")), Some("nres"));
        assert_eq!(id(&Clue::entry("sprites.lib", TypeId(0), b"")), None);
        assert_eq!(id(&Clue::file("Land.map", b"")), Some("areal"));
        assert_eq!(id(&Clue::file("other.map", b"")), None);
    }

    #[test]
    fn entries_go_by_type_and_files_by_suffix() {
        let mat0 = type_id(*b"MAT0");
        assert_eq!(id(&Clue::entry("WATER", mat0, b"")), Some("mat0"));
        assert_eq!(id(&Clue::file("WATER.mat0", b"")), Some("mat0"));
        assert_eq!(id(&Clue::entry("WATER.mat0", TypeId(0), b"")), None);
        assert_eq!(id(&Clue::entry("a.wea", TypeId(0), b"")), Some("wear"));
        assert_eq!(id(&Clue::file("builddat.LST", b"")), Some("builddat"));
        for (letters, suffix) in
            [(*b"NDPR", "ndp"), (*b"CTPT", "cpt"), (*b"BASE", "bas"), (*b"CTLD", "ctl")]
        {
            assert_eq!(id(&Clue::entry("robot", type_id(letters), b"")), Some(suffix));
            let name = format!("robot.{}", suffix.to_uppercase());
            assert_eq!(id(&Clue::entry(&name, TypeId(0), b"")), Some(suffix));
            assert_eq!(id(&Clue::file(&name, b"")), Some(suffix));
        }
        assert_eq!(id(&Clue::entry("tree", objects::ObjectKind::STATIC.0, b"")), Some("objects"));
    }

    #[test]
    fn texts_go_by_name_and_by_what_they_hold() {
        assert_eq!(id(&Clue::file("Mission.CFG", b"")), Some("cfg"));
        assert_eq!(id(&Clue::file("menu.cfg", b"# menu\nobject menu\nend\n")), Some("cfg"));
        assert_eq!(id(&Clue::file("menu.cfg", b"[core]\n\tbare = false\n")), None);
        assert_eq!(id(&Clue::file("menu.txt", b"object menu\nend\n")), None);
        assert_eq!(id(&Clue::entry("mission.cfg", TypeId(0), b"object a\nend\n")), None);
        assert_eq!(id(&Clue::file("a.scr", b"")), Some("scr"));
        assert_eq!(id(&Clue::file("saver.scr", b"MZ\x90\0")), None);
        assert_eq!(id(&Clue::file("varset.var", b"")), Some("varset"));
        assert_eq!(id(&Clue::file("a.var", b"// x\nVAR( DWORD, a, 0 )")), Some("varset"));
        assert_eq!(id(&Clue::file("a.var", b"colour = red")), None);
        assert_eq!(id(&Clue::entry("a.var", TypeId(0), b"")), Some("var"));
        assert_eq!(id(&Clue::file("Dispatcher.ini", b"")), Some("ini"));
        assert_eq!(id(&Clue::file("other.ini", b"x = 1")), None);
        assert_eq!(id(&Clue::file("other.ini", b"; x\n[A]\nb=1")), Some("ini"));
        assert_eq!(id(&Clue::file("descr", b"A title")), Some("tips"));
        assert_eq!(id(&Clue::file("descr.txt", b"A title")), None);
        assert_eq!(id(&Clue::file("mistips.MIS", b"")), Some("tips"));
    }

    #[test]
    fn every_kind_is_told_apart() {
        let mut ids: Vec<&str> = KINDS.iter().map(|kind| kind.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), KINDS.len());
        for kind in KINDS {
            assert!(!kind.title.is_empty() && !kind.page.is_empty(), "{}", kind.id);
            assert_eq!(of_id(kind.id), Some(*kind));
        }
    }
}
