//! How the data region of an archive is laid out, as its document says.

use std::collections::HashMap;

use bytes::Bytes;

use super::parts::Source;
use crate::document::Reader;
use crate::document::read::Scalar;
use crate::{Error, Result};

/// A piece of a document's layout, before its bytes are brought.
#[derive(Debug)]
pub(super) enum LayoutPiece {
    Gap(Source),
    Payload { entry: u32, size: u32 },
    Shared { source: Source, entries: Vec<(u32, u32, u32)> },
}

/// A piece of a document's layout.
pub(super) enum Piece {
    Gap(Bytes),
    Payload { entry: u32, size: u32 },
    Shared { bytes: Bytes, entries: Vec<(u32, u32, u32)> },
}

/// The payloads that the layout keeps because they share bytes, by entry.
pub(super) fn shared_payloads(pieces: &Option<Vec<Piece>>) -> HashMap<u32, Bytes> {
    let mut payloads = HashMap::new();
    for piece in pieces.iter().flatten() {
        let Piece::Shared { bytes, entries } = piece else { continue };
        for &(entry, offset, len) in entries {
            let part = bytes.get(offset as usize..).and_then(|part| part.get(..len as usize));
            payloads.extend(part.map(|part| (entry, bytes.slice_ref(part))));
        }
    }
    payloads
}

/// `None` where the layout is canonical.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<Option<Vec<LayoutPiece>>> {
    if reader.is_text() {
        return match reader.text()? {
            said if said == "canonical" => Ok(None),
            said => {
                let shown = Scalar::Text(said);
                Err(reader.wrong_scalar(&shown, "canonical or a list of pieces"))
            }
        };
    }
    let mut pieces = Vec::new();
    reader.elements(|reader, _| {
        pieces.push(read_piece(reader)?);
        Ok(())
    })?;
    Ok(Some(pieces))
}

fn read_piece(reader: &mut Reader<'_>) -> Result<LayoutPiece> {
    let (mut kind, mut entry, mut size, mut offset) = (None, None, None, None);
    let (mut bytes, mut file, mut entries) = (None, None, None);
    reader.members(|reader, key| {
        match key {
            "kind" => kind = Some(reader.text()?.into_owned()),
            "entry" => entry = Some(reader.number()?),
            "size" => size = Some(reader.number::<u32>()?),
            "offset" => offset = Some(reader.number::<u32>()?),
            "bytes" => bytes = Some(reader.hex()?),
            "file" => file = Some(reader.text()?.into_owned()),
            "entries" => entries = Some(read_shares(reader)?),
            _ => {
                let known = ["kind", "entry", "size", "offset", "bytes", "file", "entries"];
                return Err(reader.unknown(key, known.into_iter()));
            }
        }
        Ok(())
    })?;
    let missing = |key: &str| Error::json(format!("{}.{key}", reader.path()), "missing");
    let size_or = || size.ok_or_else(|| missing("size"));
    let source = || -> Result<Source> {
        Ok(match (bytes, file) {
            (Some(bytes), _) => Source::Inline(bytes),
            (None, Some(file)) => Source::File(file),
            (None, None) => {
                let offset = offset.ok_or_else(|| missing("offset"))?.into();
                Source::Range { offset, size: size_or()?.into() }
            }
        })
    };
    match kind.as_deref() {
        Some("gap") => Ok(LayoutPiece::Gap(source()?)),
        Some("payload") => {
            let entry = entry.ok_or_else(|| missing("entry"))?;
            Ok(LayoutPiece::Payload { entry, size: size_or()? })
        }
        Some("shared") => {
            let entries = entries.ok_or_else(|| missing("entries"))?;
            Ok(LayoutPiece::Shared { source: source()?, entries })
        }
        Some(other) => {
            let why = format!("\"{other}\" is not gap, payload or shared");
            Err(Error::json(format!("{}.kind", reader.path()), why))
        }
        None => Err(missing("kind")),
    }
}

fn read_shares(reader: &mut Reader<'_>) -> Result<Vec<(u32, u32, u32)>> {
    let mut shares = Vec::new();
    reader.elements(|reader, _| {
        let mut all = [None; 3];
        let names = ["entry", "offset", "size"];
        reader.members(|reader, key| {
            let slot = names.iter().zip(&mut all).find(|(name, _)| **name == key);
            match slot {
                Some((_, slot)) => *slot = Some(reader.number()?),
                None => return Err(reader.unknown(key, names.into_iter())),
            }
            Ok(())
        })?;
        let [Some(entry), Some(offset), Some(size)] = all else {
            return Err(reader.error("has not all of entry, offset and size"));
        };
        shares.push((entry, offset, size));
        Ok(())
    })?;
    Ok(shares)
}

/// The layout with its bytes.
pub(super) fn bring(
    layout: Option<Vec<LayoutPiece>>,
    load: &mut impl FnMut(&Source) -> Result<Bytes>,
) -> Result<Option<Vec<Piece>>> {
    let Some(layout) = layout else { return Ok(None) };
    let mut bring = |source| match source {
        Source::Inline(bytes) => Ok(Bytes::from(bytes)),
        other => load(&other),
    };
    let mut pieces = Vec::with_capacity(layout.len());
    for piece in layout {
        pieces.push(match piece {
            LayoutPiece::Gap(source) => Piece::Gap(bring(source)?),
            LayoutPiece::Payload { entry, size } => Piece::Payload { entry, size },
            LayoutPiece::Shared { source, entries } => {
                Piece::Shared { bytes: bring(source)?, entries }
            }
        });
    }
    Ok(Some(pieces))
}
