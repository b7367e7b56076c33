//! The kinds of archives, and what they say about their entries.

use std::fmt;

use ngi_formats::nres::{self, TypeId};
use ngi_formats::{rsli, text};

/// What kind of archive some bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ContainerKind {
    /// An NRes archive.
    NRes,
    /// An RsLi archive.
    RsLi,
}

impl ContainerKind {
    /// Tells by the first four bytes; says nothing about the rest.
    pub fn sniff(bytes: &[u8]) -> Option<Self> {
        if nres::is_archive(bytes) {
            return Some(Self::NRes);
        }
        rsli::is_archive(bytes).then_some(Self::RsLi)
    }

    /// The name as JSON has it: `nres` or `rsli`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NRes => "nres",
            Self::RsLi => "rsli",
        }
    }
}

impl fmt::Display for ContainerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NRes => "NRes",
            Self::RsLi => "RsLi",
        })
    }
}

/// An entry's fields as its archive stores them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// Of an NRes archive.
    NRes(nres::EntryRecord),
    /// Of an RsLi archive.
    RsLi(rsli::EntryRecord),
}

/// What an archive says about one of its entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryInfo {
    /// Place in the directory.
    pub index: usize,
    /// All fields as stored.
    pub record: Record,
}

impl EntryInfo {
    /// The kind of archive the entry is in.
    pub fn container(&self) -> ContainerKind {
        match self.record {
            Record::NRes(_) => ContainerKind::NRes,
            Record::RsLi(_) => ContainerKind::RsLi,
        }
    }

    /// The name's bytes, without the NUL and what follows it.
    pub fn name(&self) -> &[u8] {
        match &self.record {
            Record::NRes(record) => record.name.name(),
            Record::RsLi(record) => record.name.name(),
        }
    }

    /// The name as text; Windows-1251 where it is not ASCII.
    pub fn name_shown(&self) -> String {
        text::decode(self.name())
    }

    /// Bytes of the payload, unpacked.
    pub fn size(&self) -> u64 {
        match &self.record {
            Record::NRes(record) => record.size.into(),
            Record::RsLi(record) => record.unpacked_size.into(),
        }
    }

    /// The type id; RsLi has none.
    pub fn type_id(&self) -> Option<TypeId> {
        match &self.record {
            Record::NRes(record) => Some(record.type_id),
            Record::RsLi(_) => None,
        }
    }

    /// The three attributes; RsLi has none.
    pub fn attributes(&self) -> Option<[u32; 3]> {
        match &self.record {
            Record::NRes(record) => Some([record.attr1, record.attr2, record.attr3]),
            Record::RsLi(_) => None,
        }
    }
}
