//! RsLi as a [`Directory`].

use std::io::{self, Write};

use bytes::Bytes;
use ngi_formats::nres::TypeId;
use ngi_formats::rsli::{self, Entry, Method};

use super::{Directory, Record, no_entry};

/// An RsLi archive. Its table is enciphered, so it is read once and kept.
#[derive(Debug)]
pub(super) struct RsliDirectory {
    bytes: Bytes,
    entries: Vec<Entry<'static>>,
    /// The most bytes an entry may unpack to.
    allowance: usize,
}

impl RsliDirectory {
    pub fn open(bytes: &Bytes, allowance: usize) -> ngi_formats::Result<Self> {
        let archive = rsli::Archive::read(bytes)?;
        let entries = archive.iter().map(Entry::detached).collect();
        Ok(Self { bytes: bytes.clone(), entries, allowance })
    }
}

impl Directory for RsliDirectory {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn record(&self, index: usize) -> Option<Record> {
        self.entries.get(index).map(|entry| Record::RsLi(*entry.record()))
    }

    fn name(&self, index: usize) -> &[u8] {
        self.entries.get(index).map(Entry::name).unwrap_or_default()
    }

    fn type_id(&self, _: usize) -> Option<TypeId> {
        None
    }

    /// The archive's own table has names in another order: upper case, not lower.
    fn sorted(&self) -> Option<Vec<u32>> {
        None
    }

    fn payload(&self, index: usize) -> ngi_formats::Result<Bytes> {
        let entry = self.entries.get(index).ok_or_else(|| no_entry(index, self.len()))?;
        let entry = entry.attached(&self.bytes);
        if entry.method() == Method::RAW {
            let packed = entry.packed()?;
            if packed.len() as u64 == u64::from(entry.record().unpacked_size) {
                return Ok(self.bytes.slice_ref(packed));
            }
        }
        entry.unpack_within(self.allowance).map(Bytes::from)
    }

    fn packed(&self, index: usize) -> ngi_formats::Result<Bytes> {
        let entry = self.entries.get(index).ok_or_else(|| no_entry(index, self.len()))?;
        entry.attached(&self.bytes).packed().map(|packed| self.bytes.slice_ref(packed))
    }

    fn write_replaced(
        &self,
        index: usize,
        payload: &[u8],
        mut out: &mut dyn Write,
    ) -> io::Result<()> {
        let archive = rsli::Archive::read(&self.bytes).map_err(io::Error::other)?;
        let mut editor = rsli::Editor::open(&archive);
        editor.replace(index, payload).map_err(io::Error::other)?;
        editor.write_to(&mut out)
    }
}
