//! Archives as folders: one view on NRes and RsLi.

mod index;
mod kinds;
mod nres;
mod rsli;

use std::fmt;
use std::io::{self, Write};
use std::sync::OnceLock;

use bytes::Bytes;
use ngi_formats::nres::TypeId;
use ngi_formats::text;

use self::index::NameIndex;
pub use self::kinds::{ContainerKind, EntryInfo, Record};
use self::nres::NresDirectory;
use self::rsli::RsliDirectory;
use crate::error::{Error, Result};
use crate::segment::{self, Reading};

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
    /// An entry's payload as stored.
    fn packed(&self, index: usize) -> ngi_formats::Result<Bytes>;
    /// Writes the archive with another payload for one entry; every other byte that need not
    /// change stays. A format's own error travels inside the [`io::Error`].
    fn write_replaced(&self, index: usize, payload: &[u8], out: &mut dyn Write) -> io::Result<()>;
}

/// An archive that was opened: its directory, and an index of its names made on first use.
#[derive(Debug)]
pub struct Container {
    kind: ContainerKind,
    directory: Box<dyn Directory>,
    allowance: usize,
    index: OnceLock<NameIndex>,
}

impl Container {
    /// Opens an archive as the engine does; `None` where the bytes are none.
    pub fn open(bytes: &Bytes) -> Option<ngi_formats::Result<Self>> {
        Self::open_within(bytes, default_allowance(bytes.len()))
    }

    /// The same, with a limit on what its entries unpack to, and theirs if they are archives.
    pub(crate) fn open_within(
        bytes: &Bytes,
        allowance: usize,
    ) -> Option<ngi_formats::Result<Self>> {
        let kind = ContainerKind::sniff(bytes)?;
        let directory: ngi_formats::Result<Box<dyn Directory>> = match kind {
            ContainerKind::NRes => NresDirectory::open(bytes).map(|open| Box::new(open) as _),
            ContainerKind::RsLi => {
                RsliDirectory::open(bytes, allowance).map(|open| Box::new(open) as _)
            }
        };
        let index = OnceLock::new();
        Some(directory.map(|directory| Self { kind, directory, allowance, index }))
    }

    /// What is left of the limit for an archive that is the entry at `index`.
    pub(crate) fn allowance_inside(&self, index: usize) -> usize {
        let unpacked = match self.directory.record(index) {
            Some(Record::RsLi(record)) => {
                usize::try_from(record.unpacked_size).unwrap_or(usize::MAX)
            }
            _ => 0,
        };
        self.allowance.saturating_sub(unpacked)
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

    /// The name of an entry; empty where there is no such entry.
    pub fn name(&self, index: usize) -> &[u8] {
        self.directory.name(index)
    }

    /// The type of an entry, for kinds of archive that have types.
    pub fn type_id(&self, index: usize) -> Option<TypeId> {
        self.directory.type_id(index)
    }

    /// What the archive says about an entry.
    pub fn info(&self, index: usize) -> Option<EntryInfo> {
        Some(EntryInfo { index, record: self.directory.record(index)? })
    }

    /// An entry's payload, unpacked. A slice of the archive where nothing is packed.
    pub fn payload(&self, index: usize) -> ngi_formats::Result<Bytes> {
        self.directory.payload(index)
    }

    /// An entry's payload as stored: a slice of the archive.
    pub fn packed(&self, index: usize) -> ngi_formats::Result<Bytes> {
        self.directory.packed(index)
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

/// The most bytes that the entries of a file of that size may unpack to, one inside the other.
/// Together with the file that stays below four times the file plus 16 MB.
pub(crate) fn default_allowance(file: usize) -> usize {
    (file / 8 * 7).saturating_add(15 << 20)
}

/// There is no entry at that place.
fn no_entry(index: usize, count: usize) -> ngi_formats::Error {
    ngi_formats::Error::usage(format!("entries[{index}]"), format!("there are {count} entries"))
}
