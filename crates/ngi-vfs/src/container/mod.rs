//! Archives as folders: one view on NRes and RsLi.

mod index;
mod nres;

use std::fmt;
use std::io::{self, Write};
use std::sync::OnceLock;

use bytes::Bytes;
use ngi_formats::nres::{EntryRecord, MAGIC as NRES_MAGIC, TypeId};
use ngi_formats::text;

use self::index::NameIndex;
use self::nres::NresDirectory;
use crate::error::{Error, Result};
use crate::segment::{self, Reading};

/// What kind of archive some bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ContainerKind {
    /// An NRes archive.
    NRes,
}

impl ContainerKind {
    /// Tells by the first bytes; says nothing about the rest.
    pub fn sniff(bytes: &[u8]) -> Option<Self> {
        bytes.starts_with(&NRES_MAGIC).then_some(Self::NRes)
    }

    /// The name as JSON has it: `nres` or `rsli`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NRes => "nres",
        }
    }
}

impl fmt::Display for ContainerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NRes => "NRes",
        })
    }
}

/// An entry's fields as its archive stores them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// Of an NRes archive.
    NRes(EntryRecord),
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
        }
    }

    /// The name's bytes, without the NUL and what follows it.
    pub fn name(&self) -> &[u8] {
        match &self.record {
            Record::NRes(record) => record.name.name(),
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
        }
    }

    /// The type id; RsLi has none.
    pub fn type_id(&self) -> Option<TypeId> {
        match &self.record {
            Record::NRes(record) => Some(record.type_id),
        }
    }

    /// The three attributes; RsLi has none.
    pub fn attributes(&self) -> Option<[u32; 3]> {
        match &self.record {
            Record::NRes(record) => Some([record.attr1, record.attr2, record.attr3]),
        }
    }
}

/// What a kind of archive must offer to be a folder. Indices are places in the directory.
pub(crate) trait Directory: fmt::Debug + Send + Sync {
    /// Number of entries.
    fn len(&self) -> usize;
    /// An entry's fields.
    fn record(&self, index: usize) -> Option<Record>;
    /// An entry's name; empty where there is no such entry.
    fn name(&self, index: usize) -> &[u8];
    /// An entry's type, for kinds of archive that have types.
    fn type_id(&self, index: usize) -> Option<TypeId>;
    /// A permutation of the indices that the archive itself keeps with names in order, if it is
    /// known to be sound.
    fn sorted(&self) -> Option<Vec<u32>>;
    /// An entry's payload, unpacked.
    fn payload(&self, index: usize) -> ngi_formats::Result<Bytes>;
    /// Writes the archive with another payload for one entry; every other byte that need not
    /// change stays. A format's own error travels inside the [`io::Error`].
    fn write_replaced(&self, index: usize, payload: &[u8], out: &mut dyn Write) -> io::Result<()>;
}

/// An archive that was opened: its directory, and an index of its names made on first use.
#[derive(Debug)]
pub struct Container {
    kind: ContainerKind,
    directory: Box<dyn Directory>,
    index: OnceLock<NameIndex>,
}

impl Container {
    /// Opens an archive as the engine does; `None` where the bytes are none.
    pub fn open(bytes: &Bytes) -> Option<ngi_formats::Result<Self>> {
        let kind = ContainerKind::sniff(bytes)?;
        let directory: ngi_formats::Result<Box<dyn Directory>> = match kind {
            ContainerKind::NRes => NresDirectory::open(bytes).map(|open| Box::new(open) as _),
        };
        Some(directory.map(|directory| Self { kind, directory, index: OnceLock::new() }))
    }

    /// The kind of archive.
    pub fn kind(&self) -> ContainerKind {
        self.kind
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.directory.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the archive says about an entry.
    pub fn info(&self, index: usize) -> Option<EntryInfo> {
        Some(EntryInfo { index, record: self.directory.record(index)? })
    }

    /// An entry's payload, unpacked. A slice of the archive where nothing is packed.
    pub fn payload(&self, index: usize) -> ngi_formats::Result<Bytes> {
        self.directory.payload(index)
    }

    /// Writes the archive with another payload for one entry.
    pub(crate) fn write_replaced(
        &self,
        index: usize,
        payload: &[u8],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.directory.write_replaced(index, payload, out)
    }

    /// The places of all entries with that name, ASCII case ignored, in directory order.
    pub fn named(&self, name: &[u8]) -> Vec<usize> {
        let mut found: Vec<usize> = self.index().find(&*self.directory, name).collect();
        found.sort_unstable();
        found
    }

    /// The first entry with that name, ASCII case ignored, in directory order.
    pub fn first_named(&self, name: &[u8]) -> Option<usize> {
        self.index().find(&*self.directory, name).min()
    }

    /// The places of all entries of a type, in directory order, from `start` on.
    pub fn of_type(&self, wanted: TypeId, start: usize) -> impl Iterator<Item = usize> + '_ {
        (start..self.len()).filter(move |&index| self.directory.type_id(index) == Some(wanted))
    }

    /// The shortest segment that names this entry and no other: `name`, `name@TYPE` or `#INDEX`.
    pub fn segment(&self, index: usize) -> String {
        self.named_segment(index).unwrap_or_else(|| format!("#{index}"))
    }

    fn named_segment(&self, index: usize) -> Option<String> {
        let by_index = self.index();
        let name = text::decode(self.directory.name(index));
        if by_index.is_unique(index) {
            return segment::is_plain(&name).then_some(name);
        }
        let type_id = self.directory.type_id(index).filter(|_| by_index.is_unique_typed(index))?;
        let typed = format!("{name}@{type_id}");
        // The type's own characters, or an entry that is called just that, may get in the way.
        let reads_back = match segment::parse(&typed) {
            Reading::Name { typed: Some((before, kind)), .. } => before == name && kind == type_id,
            _ => false,
        };
        let taken = text::encode(&typed)
            .is_none_or(|whole| by_index.find(&*self.directory, &whole).next().is_some());
        (reads_back && !taken && segment::is_plain(&typed)).then_some(typed)
    }

    /// The entry that a segment names. `path` is the archive's own, for messages.
    pub fn resolve(&self, path: &str, segment: &str) -> Result<usize> {
        let full = || format!("{path}/{segment}");
        match segment::parse(segment) {
            Reading::Index(digits) => digits
                .parse()
                .ok()
                .filter(|&index: &usize| index < self.len())
                .ok_or_else(|| Error::not_found(full(), self.how_many())),
            Reading::Name { whole, typed, number } => {
                let mut found = self.named_text(whole);
                if let (true, Some((name, kind))) = (found.is_empty(), typed) {
                    found = self.named_text(name);
                    found.retain(|&index| self.directory.type_id(index) == Some(kind));
                }
                if let (true, Some(number)) = (found.is_empty(), number) {
                    found = self.of_type(number, 0).collect();
                }
                match found.as_slice() {
                    [] => Err(Error::not_found(full(), self.hint(whole))),
                    [only] => Ok(*only),
                    several => {
                        let candidates = several.iter().map(|&index| self.segment(index)).collect();
                        Err(Error::Ambiguous { path: full(), candidates })
                    }
                }
            }
        }
    }

    fn named_text(&self, name: &str) -> Vec<usize> {
        text::encode(name).map(|name| self.named(&name)).unwrap_or_default()
    }

    fn how_many(&self) -> String {
        match self.len() {
            0 => "the archive is empty".to_owned(),
            1 => "the archive has one entry, #0".to_owned(),
            len => format!("the archive has {len} entries, #0 to #{}", len - 1),
        }
    }

    /// Up to three names that hold what was asked for, or how many entries there are.
    fn hint(&self, wanted: &str) -> String {
        let wanted = wanted.split('@').next().unwrap_or_default().to_ascii_lowercase();
        let stem = wanted.split('.').next().filter(|stem| stem.len() > 1);
        let close: Vec<String> = (0..self.len())
            .map(|index| (index, text::decode(self.directory.name(index))))
            .filter(|(_, name)| stem.is_some_and(|stem| name.to_ascii_lowercase().contains(stem)))
            .take(3)
            .map(|(index, _)| self.segment(index))
            .collect();
        if close.is_empty() {
            self.how_many()
        } else {
            format!("close to it: {}", close.join(", "))
        }
    }

    fn index(&self) -> &NameIndex {
        self.index.get_or_init(|| NameIndex::of(&*self.directory))
    }
}

/// There is no entry at that place.
fn no_entry(index: usize, count: usize) -> ngi_formats::Error {
    ngi_formats::Error::usage(format!("entries[{index}]"), format!("there are {count} entries"))
}
