//! Where a document's bytes are: in the document, in a file beside it, or in the archive it was
//! made from.

use bytes::Bytes;
use ngi_formats::nres;
pub use ngi_formats::nres::Payloads;

use crate::format::Form;

use crate::{Error, Result};

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

/// How payloads are left, by how much of an archive goes into a document.
pub(crate) fn payloads_of<'n>(form: Form) -> Payloads<'n> {
    match form {
        Form::Short => Payloads::Original,
        Form::Full => Payloads::Inline,
    }
}
