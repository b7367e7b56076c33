//! Missions: what is placed, said, written and decided in them.

use super::{FileKind, PLAIN, SuffixCounts};
use crate::cfg::names;
use crate::{cfg, ini, tips, tma, trf, var, varset};

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
    title: "object text",
    badge: "CFG",
    page: "cfg",
    suffixes: &["cfg"],
    meant: |clue| {
        let own = [names::MISSION, names::BRIEFING, names::MESSAGES, names::TEXTS];
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
    title: "script formulas",
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
    title: "section text",
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
