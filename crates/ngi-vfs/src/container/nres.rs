//! NRes as a [`Directory`].

use std::io::{self, Write};

use bytes::Bytes;
use ngi_formats::nres::{self, TypeId};
use ngi_formats::text;

use super::{Directory, Record, no_entry};

/// An NRes archive. Opening is only a look at the header, so it is opened anew for each question.
#[derive(Debug)]
pub(super) struct NresDirectory {
    bytes: Bytes,
    len: usize,
    /// Where the directory starts.
    start: usize,
}

impl NresDirectory {
    pub fn open(bytes: &Bytes) -> ngi_formats::Result<Self> {
        let archive = nres::Archive::read(bytes)?;
        let (len, start) = (archive.len(), archive.directory_offset());
        Ok(Self { bytes: bytes.clone(), len, start })
    }

    fn archive(&self) -> ngi_formats::Result<nres::Archive<'_>> {
        nres::Archive::read(&self.bytes)
    }

    /// The 64 bytes of an entry.
    fn raw(&self, index: usize) -> Option<&[u8]> {
        let entries = self.bytes.get(self.start..)?;
        entries.as_chunks::<{ nres::ENTRY_SIZE }>().0.get(index).map(<[u8; _]>::as_slice)
    }
}

impl Directory for NresDirectory {
    fn len(&self) -> usize {
        self.len
    }

    fn record(&self, index: usize) -> Option<Record> {
        self.archive().ok()?.get(index).map(|entry| Record::NRes(*entry.record()))
    }

    fn name(&self, index: usize) -> &[u8] {
        let field = self.raw(index).and_then(|raw| raw.get(20..20 + nres::NAME_SIZE));
        text::until_nul(field.unwrap_or_default())
    }

    fn type_id(&self, index: usize) -> Option<TypeId> {
        ngi_formats::bytes::u32_at(self.raw(index)?, 0).map(TypeId)
    }

    fn sorted(&self) -> Option<Vec<u32>> {
        let archive = self.archive().ok().filter(nres::Archive::is_table_sound)?;
        (0..archive.len()).map(|slot| archive.sort_slot(slot)).collect()
    }

    fn payload(&self, index: usize) -> ngi_formats::Result<Bytes> {
        let archive = self.archive()?;
        let entry = archive.get(index).ok_or_else(|| no_entry(index, self.len))?;
        entry.payload().map(|payload| self.bytes.slice_ref(payload))
    }

    fn packed(&self, index: usize) -> ngi_formats::Result<Bytes> {
        self.payload(index)
    }

    fn write_replaced(
        &self,
        index: usize,
        payload: &[u8],
        mut out: &mut dyn Write,
    ) -> io::Result<()> {
        let archive = self.archive().map_err(io::Error::other)?;
        let mut editor = nres::Editor::open(&archive);
        editor.replace(index, payload).map_err(io::Error::other)?;
        editor.write_to(&mut out)
    }
}
