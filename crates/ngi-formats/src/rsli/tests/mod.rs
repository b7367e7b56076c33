//! Archives made by hand, byte by byte, without any help from the code they test.

use ngi_testing::codecs as support;

use super::{EntryRecord, Header, Method};
use crate::FixedStr;

mod check;
mod edit;
mod model;
mod read;

/// An archive put together as its description says.
#[derive(Debug, Clone)]
pub struct Made {
    pub header: Header,
    pub entries: Vec<EntryRecord>,
    /// Everything between the table and the trailer.
    pub data: Vec<u8>,
    pub overlay: Option<u32>,
}

/// An entry; offsets and the sort table come later.
pub fn entry(name: &str, method: Method, packed: usize, unpacked: usize) -> EntryRecord {
    let mut field = [0; 12];
    field[..name.len()].copy_from_slice(name.as_bytes());
    EntryRecord {
        name: FixedStr(field),
        unk_0x0c: [0; 4],
        flags: method.0 as i16,
        sort_to_original: 0,
        unpacked_size: unpacked as u32,
        offset: 0,
        packed_size: packed as u32,
    }
}

impl Made {
    /// Raw payloads one after another, with the sort table ready.
    pub fn raw(payloads: &[(&str, &[u8])]) -> Self {
        let mut made =
            Self { header: Header::default(), entries: vec![], data: vec![], overlay: None };
        for (name, payload) in payloads {
            made.push(entry(name, Method::RAW, payload.len(), payload.len()), payload);
        }
        made.finish()
    }

    /// Appends an entry and its stored bytes.
    pub fn push(&mut self, mut entry: EntryRecord, stored: &[u8]) {
        entry.offset = self.data.len() as u32;
        self.data.extend_from_slice(stored);
        self.entries.push(entry);
    }

    /// Turns offsets into the data into offsets into the file, and sets what follows from the
    /// entries.
    pub fn finish(mut self) -> Self {
        let start = 32 + 32 * self.entries.len() as u32;
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&index| self.entries[index].name.name().to_vec());
        for (entry, sorted) in self.entries.iter_mut().zip(order) {
            entry.offset += start;
            entry.sort_to_original = sorted as i16;
        }
        self.header.count = self.entries.len() as i16;
        self.header.count_copy = self.header.count;
        self.header.unpacked_total = self.entries.iter().map(|entry| entry.unpacked_size).sum();
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut file = b"NL".to_vec();
        let header = &self.header;
        file.extend([header.unk_0x02, header.version]);
        file.extend(header.count.to_le_bytes());
        file.extend(header.count_copy.to_le_bytes());
        file.extend(header.unk_0x08);
        file.extend(header.sort_flag.to_le_bytes());
        file.extend(header.unpacked_total.to_le_bytes());
        file.extend(header.seed.to_le_bytes());
        file.extend(header.unk_0x18);
        let mut table = vec![];
        for entry in &self.entries {
            table.extend(entry.name.0);
            table.extend(entry.unk_0x0c);
            table.extend(entry.flags.to_le_bytes());
            table.extend(entry.sort_to_original.to_le_bytes());
            table.extend(entry.unpacked_size.to_le_bytes());
            table.extend(entry.offset.to_le_bytes());
            table.extend(entry.packed_size.to_le_bytes());
        }
        file.extend(support::xor(header.seed as u16, &table));
        file.extend(&self.data);
        if let Some(overlay) = self.overlay {
            file.extend(b"AO");
            file.extend(overlay.to_le_bytes());
        }
        file
    }
}
