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

/// Object texts: missions, briefings, messages, menus. Other programs use the suffix, too, so it
/// counts only if the text begins with an object; the file names of the game count by themselves.
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

/// Scripts of clans.
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

/// Formulas of scripts.
pub static FORMULAS: FileKind = FileKind {
    id: "fml",
    title: "script formulas",
    page: "fml",
    suffixes: &["fml"],
    suffix_counts: SuffixCounts::Files,
    ..PLAIN
};

/// Variables of scripts: a text.
pub static VARIABLE_LIST: FileKind = FileKind {
    id: "varset",
    title: "script variables",
    page: "varset",
    suffixes: &["var"],
    meant: |clue| {
        let is_file = clue.type_id.is_none() && clue.ends_in(&["var"]);
        is_file && (clue.is_named(varset::FILE) || varset::is_varset(clue.bytes))
    },
    ..PLAIN
};

/// Variables of behaviours: entries of an archive, or files extracted from it.
pub static VARIABLES: FileKind = FileKind {
    id: "var",
    title: "behaviour variables",
    page: "var",
    suffixes: &["var"],
    meant: |clue| {
        clue.ends_in(&["var"]) && (clue.type_id.is_some() || var::is_variables(clue.bytes))
    },
    ..PLAIN
};

/// Section texts. Other programs have such files, too; the content decides.
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

/// File name of the text that lists the won missions.
pub const DISPATCHER: &str = "dispatcher.ini";

/// Texts that missions show: titles and hints.
pub static TIPS: FileKind = FileKind {
    id: "tips",
    title: "mission text",
    page: "tips",
    suffixes: &["mis"],
    suffix_counts: SuffixCounts::Files,
    meant: |clue| clue.type_id.is_none() && clue.is_named(tips::TITLE_FILE),
    ..PLAIN
};

/// Tables of a research tree: the entries of a `.trf`.
pub static RESEARCH: FileKind = FileKind {
    id: "trf",
    title: "table of a research tree",
    badge: "TRF",
    page: "trf",
    types: &trf::TYPES,
    ..PLAIN
};
