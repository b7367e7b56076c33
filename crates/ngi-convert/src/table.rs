//! The one table of what can become what.

use ngi_formats::kinds::{self, FileKind};

use crate::exporter::Exporter;
use crate::importer::Importer;
use crate::{Error, areals, landscape, model, sound, text, texture};

/// What things of a kind can become and be made of, besides JSON and their plain bytes.
#[derive(Debug, Clone, Copy)]
pub struct Conversions {
    /// Which kind.
    pub kind: &'static FileKind,
    /// What they can become; the usual one first.
    pub exporters: &'static [Exporter],
    /// What they can be made of.
    pub importers: &'static [Importer],
}

/// Every kind that can become something else.
pub static CONVERSIONS: &[Conversions] = &[
    Conversions { kind: &kinds::MODEL, exporters: model::EXPORTERS, importers: model::IMPORTERS },
    Conversions { kind: &kinds::LANDSCAPE, exporters: landscape::EXPORTERS, importers: &[] },
    Conversions {
        kind: &kinds::AREALS,
        exporters: areals::EXPORTERS,
        importers: areals::IMPORTERS,
    },
    Conversions {
        kind: &kinds::TEXTURE,
        exporters: texture::EXPORTERS,
        importers: texture::IMPORTERS,
    },
    Conversions { kind: &kinds::WEAR, exporters: text::EXPORTERS, importers: text::WEAR },
    Conversions { kind: &kinds::BUILDINGS, exporters: text::EXPORTERS, importers: text::BUILDINGS },
    Conversions { kind: &kinds::SOUND, exporters: sound::EXPORTERS, importers: sound::IMPORTERS },
];

fn of(kind: &FileKind) -> Option<&'static Conversions> {
    CONVERSIONS.iter().find(|known| known.kind == kind)
}

/// What things of a kind can become, besides JSON and their plain bytes; the usual one first.
pub fn exporters(kind: &FileKind) -> &'static [Exporter] {
    of(kind).map_or(&[], |known| known.exporters)
}

/// What things of a kind can be made of, besides JSON and their plain bytes.
pub fn importers(kind: &FileKind) -> &'static [Importer] {
    of(kind).map_or(&[], |known| known.importers)
}

/// Whether things of a kind can become such files.
pub fn can_become(kind: &FileKind, suffix: &str) -> bool {
    exporters(kind).iter().any(|known| known.suffix == suffix)
}

/// The kinds that can be made of such files.
pub fn made_of(suffix: &str) -> impl Iterator<Item = &'static FileKind> {
    let able = move |known: &&Conversions| known.importers.iter().any(|from| from.suffix == suffix);
    CONVERSIONS.iter().filter(able).map(|known| known.kind)
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
        for (place, known) in CONVERSIONS.iter().enumerate() {
            assert!(CONVERSIONS.iter().skip(place + 1).all(|other| other.kind != known.kind));
            let suffixes: Vec<&str> = known.exporters.iter().map(|to| to.suffix).collect();
            let mut unique = suffixes.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), suffixes.len(), "{:?}", known.kind);
            assert!(!suffixes.contains(&"json"), "everything has a document");
        }
    }
}
