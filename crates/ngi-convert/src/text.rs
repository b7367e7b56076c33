//! Formats that are text: out in UTF-8, and back into the game's code page.

use ngi_formats::builddat::BuildDat;
use ngi_formats::text;
use ngi_formats::wear::{Parser, Wear};
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

use crate::exporter::{DependsOn, Destination, ExportOptions, Exported, Exporter};
use crate::importer::{Imported, Importer, Source};
use crate::{Error, Result};

/// What they are exported to.
pub(crate) const EXPORTERS: &[Exporter] = &[Exporter {
    suffix: "txt",
    holds: "the text in UTF-8",
    depends_on: DependsOn::Nothing,
    run: export,
}];

/// What a wear is made of.
pub(crate) const WEAR: &[Importer] = &[Importer {
    suffix: "txt",
    holds: "the text in UTF-8",
    run: |source, _| import(source, |bytes| Wear::read(bytes, Parser::File).map(drop)),
}];

/// What the list of buildings is made of.
pub(crate) const BUILDINGS: &[Importer] = &[Importer {
    suffix: "txt",
    holds: "the text in UTF-8",
    run: |source, _| import(source, |bytes| BuildDat::read(bytes).map(drop)),
}];

/// The text in UTF-8.
fn export(
    subject: &Subject<'_>,
    _: &Surroundings,
    to: &Destination<'_>,
    _: &ExportOptions,
) -> Result<Exported> {
    Ok(Exported::file(to, text::decode(subject.bytes).into_bytes()))
}

/// The bytes of a text in UTF-8; `prove` says whether it is one of the format's.
fn import(
    source: &Source<'_>,
    prove: impl FnOnce(&[u8]) -> ngi_formats::Result<()>,
) -> Result<Imported> {
    let words = std::str::from_utf8(source.bytes)
        .map_err(|error| Error::Usage(format!("not UTF-8: {error}")))?;
    let words = words.trim_start_matches('\u{feff}');
    let bytes = text::encode(words).ok_or_else(|| {
        Error::Usage("a character has no byte in Windows-1251, the game's code page".into())
    })?;
    prove(&bytes)?;
    Ok(Imported { bytes, carried: vec!["the text".into()], ..Imported::default() })
}
