//! Where a document's bytes are: in the document, in a file beside it, or in the archive it was
//! made from.

use bytes::Bytes;
use ngi_formats::nres;

use crate::format::Form;
use crate::json::{Object, Reader, hex};
use crate::safe_name::PARTS;
use crate::{Error, Result};

/// Gaps up to this many bytes are written into the document even where others go to files.
const INLINE: usize = 4096;

/// Where to leave the payloads when a document is made.
#[derive(Debug, Clone, Copy)]
pub enum Payloads<'n> {
    /// In the archive: the document alone cannot bring them back.
    Original,
    /// In the document, as hex.
    Inline,
    /// In files of these names, one per entry (`None`: there is no payload to be had).
    Files(&'n [Option<String>]),
}

/// Where some bytes of a document are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// In the document.
    Inline(Vec<u8>),
    /// In a file of this name beside the document.
    File(String),
    /// In the table of this name, elsewhere in the document.
    Table(String),
    /// The payload of this entry of the archive the document was made from.
    Entry(usize),
    /// These bytes of the archive the document was made from.
    Range {
        /// Offset from the start of the archive.
        offset: u64,
        /// Length in bytes.
        size: u64,
    },
}

impl Source {
    /// Reads `bytes`, `file`, or `offset` and `size` of a region.
    pub(super) fn of_region(region: &Reader<'_>) -> Result<Self> {
        if region.get("bytes").is_some() {
            return Ok(Self::Inline(region.bytes("bytes")?));
        }
        if region.get("file").is_some() {
            return Ok(Self::File(region.text("file")?.to_owned()));
        }
        Ok(Self::Range { offset: region.number("offset")?, size: region.number("size")? })
    }

    /// The bytes, where they are in the document or in the archive it was made from. Those of the
    /// archive are not copied: many entries may share them.
    pub fn resolve(&self, original: Option<&Bytes>) -> Result<Bytes> {
        match self {
            Self::Inline(bytes) => Ok(Bytes::copy_from_slice(bytes)),
            Self::File(name) => {
                Err(Error::json("file", format!("\"{name}\" is for `ngi pack`, not for import")))
            }
            Self::Table(name) => {
                Err(Error::json("table", format!("an archive has no table \"{name}\"")))
            }
            Self::Entry(index) => {
                let original = original.ok_or_else(|| Error::json("payload", "missing"))?;
                let payload = nres::Archive::read(original)?.entry_payload(*index)?;
                Ok(original.slice_ref(payload))
            }
            Self::Range { offset, size } => {
                let start = usize::try_from(*offset).ok();
                let end = start.and_then(|start| start.checked_add(usize::try_from(*size).ok()?));
                let range = start.zip(end).and_then(|(start, end)| {
                    let original = original?;
                    Some(original.slice_ref(original.get(start..end)?))
                });
                range.ok_or_else(|| Error::json("layout", "bytes outside the original archive"))
            }
        }
    }
}

impl From<Form> for Payloads<'_> {
    fn from(form: Form) -> Self {
        match form {
            Form::Short => Self::Original,
            Form::Full => Self::Inline,
        }
    }
}

/// A piece of the data region that has no entry of its own, and the file it wants to be in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartFile<'a> {
    /// Name of the file, below the document's folder.
    pub name: String,
    /// What belongs in it.
    pub bytes: &'a [u8],
}

impl<'a> PartFile<'a> {
    /// The file for a region, if it is too large for the document.
    pub(super) fn of(offset: usize, bytes: &'a [u8]) -> Option<Self> {
        (bytes.len() > INLINE).then(|| Self { name: part_name(offset), bytes })
    }
}

fn part_name(offset: usize) -> String {
    format!("{PARTS}/{offset:08x}.bin")
}

/// Writes down where the bytes of a gap or of a shared region are.
pub(super) fn put_region(object: &mut Object, offset: usize, bytes: &[u8], payloads: Payloads<'_>) {
    object.insert("size".into(), bytes.len().into());
    match payloads {
        Payloads::Files(_) if bytes.len() > INLINE => {
            object.insert("file".into(), part_name(offset).into());
        }
        Payloads::Original if bytes.len() > INLINE => {
            object.insert("offset".into(), offset.into());
        }
        _ => {
            object.insert("bytes".into(), hex(bytes).into());
        }
    }
}
