//! What can become what, and what can be made of what: a table each.

use ngi_formats::kinds::{self, FileKind};

use crate::exporter::Exporter;
use crate::importer::Importer;
use crate::{Error, areals, landscape, level, mission, model, sound, text, texture};

/// What things of a kind can become, besides JSON and their plain bytes.
#[derive(Debug, Clone, Copy)]
pub struct Exports {
    /// Which kind.
    pub kind: &'static FileKind,
    /// What they can become; the usual one first.
    pub exporters: &'static [Exporter],
}

/// What things of a kind can be made of, besides JSON and their plain bytes.
#[derive(Debug, Clone, Copy)]
pub struct Imports {
    /// Which kind.
    pub kind: &'static FileKind,
    /// What they can be made of.
    pub importers: &'static [Importer],
}

/// Every kind that can become something else.
pub static EXPORTS: &[Exports] = &[
    Exports { kind: &kinds::MODEL, exporters: model::EXPORTERS },
    Exports { kind: &kinds::LANDSCAPE, exporters: landscape::EXPORTERS },
    Exports { kind: &kinds::AREALS, exporters: areals::EXPORTERS },
    Exports { kind: &kinds::TEXTURE, exporters: texture::EXPORTERS },
    Exports { kind: &kinds::WEAR, exporters: text::EXPORTERS },
    Exports { kind: &kinds::BUILDINGS, exporters: text::EXPORTERS },
    Exports { kind: &kinds::SOUND, exporters: sound::EXPORTERS },
    Exports { kind: &kinds::MISSION, exporters: mission::MISSIONS },
    Exports { kind: &kinds::UNIT, exporters: mission::UNITS },
];

/// Every kind that can be made of something else. A table of its own: a program that only exports,
/// such as the page in a browser, has nothing of these in it.
pub static IMPORTS: &[Imports] = &[
    Imports { kind: &kinds::MODEL, importers: model::IMPORTERS },
    Imports { kind: &kinds::AREALS, importers: areals::IMPORTERS },
    Imports { kind: &kinds::TEXTURE, importers: texture::IMPORTERS },
    Imports { kind: &kinds::WEAR, importers: text::WEAR },
    Imports { kind: &kinds::BUILDINGS, importers: text::BUILDINGS },
    Imports { kind: &kinds::SOUND, importers: sound::IMPORTERS },
];

/// What things of a kind can become, besides JSON and their plain bytes; the usual one first.
pub fn exporters(kind: &FileKind) -> &'static [Exporter] {
    EXPORTS.iter().find(|known| known.kind == kind).map_or(&[], |known| known.exporters)
}

/// What things of a kind become where nobody says: what a game's own files are turned into. Missions
/// and units are made of other things that become something themselves, so that they are documents.
pub fn usual(kind: &FileKind) -> &'static str {
    let is_made_of_others = [&kinds::MISSION, &kinds::UNIT].contains(&kind);
    let first = exporters(kind).first().filter(|_| !is_made_of_others);
    first.map_or("json", |usual| usual.suffix)
}

/// What things of a kind can be made of, besides JSON and their plain bytes.
pub fn importers(kind: &FileKind) -> &'static [Importer] {
    IMPORTS.iter().find(|known| known.kind == kind).map_or(&[], |known| known.importers)
}

/// Suffixes of the files that things of a kind can be made of, besides JSON: a landscape is made as a
/// part of its level.
pub fn sources(kind: &FileKind) -> Vec<&'static str> {
    if kind == &kinds::LANDSCAPE {
        return level::SUFFIXES.to_vec();
    }
    importers(kind).iter().map(|from| from.suffix).collect()
}

/// Whether things of a kind can become such files.
pub fn can_become(kind: &FileKind, suffix: &str) -> bool {
    exporters(kind).iter().any(|known| known.suffix == suffix)
}

/// The kinds that can be made of such files.
pub fn made_of(suffix: &str) -> impl Iterator<Item = &'static FileKind> {
    let able = move |known: &&Imports| known.importers.iter().any(|from| from.suffix == suffix);
    IMPORTS.iter().filter(able).map(|known| known.kind)
}

/// The error that a kind of thing and a kind of file have no way between them.
pub(crate) fn no_such<'k>(
    kind: &FileKind,
    suffix: &str,
    verb: &str,
    known: impl Iterator<Item = &'k str>,
) -> Error {
    let list: Vec<String> = known.chain(["json"]).map(|known| format!(".{known}")).collect();
    let title = kind.title;
    Error::Usage(format!("{title} cannot be {verb} .{suffix}; known: {}", list.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_there_once_and_so_does_every_suffix() {
        for (place, known) in IMPORTS.iter().enumerate() {
            assert!(IMPORTS.iter().skip(place + 1).all(|other| other.kind != known.kind));
        }
        for (place, known) in EXPORTS.iter().enumerate() {
            assert!(EXPORTS.iter().skip(place + 1).all(|other| other.kind != known.kind));
            let suffixes: Vec<&str> = known.exporters.iter().map(|to| to.suffix).collect();
            let mut unique = suffixes.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), suffixes.len(), "{:?}", known.kind);
            assert!(!suffixes.contains(&"json"), "everything has a document");
        }
    }
}
