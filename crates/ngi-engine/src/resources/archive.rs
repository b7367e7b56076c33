//! An archive in the cache: what was read, and what was changed since.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use ngi_formats::FixedStr;
use ngi_formats::nres::{self, Editor, NewEntry, TypeId};
use ngi_vfs::{Bytes, Container, Error, Node, Record, Result};

use super::Attributes;
use super::faults::{broken, not_found};

/// Where an archive came from, and where it goes back to.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// A file, or an entry of another archive.
    Node(Node),
    /// A file that does not exist yet.
    New(String),
    /// Bytes that were handed over; nowhere to save them.
    Memory,
}

/// What the entries are.
#[derive(Debug)]
enum Content {
    /// Those of an NRes archive.
    Archive(Arc<Container>),
    /// The whole file is the only one.
    Raw,
}

/// An archive in the cache.
#[derive(Debug)]
pub(super) struct Archive {
    pub source: Source,
    pub cacheable: bool,
    pub references: u32,
    /// When the last reference went.
    pub idle_since: Duration,
    bytes: Bytes,
    content: Content,
    /// Data that replaces that of entries which were there when the archive was read.
    replaced: BTreeMap<usize, Bytes>,
    /// Attributes that replace theirs.
    attributes: BTreeMap<usize, NewEntry>,
    /// Entries that were not there.
    added: Vec<(NewEntry, Bytes)>,
}

impl Archive {
    pub fn open(source: Source, bytes: Bytes, raw: bool) -> Result<Self> {
        let content =
            if raw { Content::Raw } else { Content::Archive(container(&source, &bytes)?) };
        Ok(Self {
            source,
            cacheable: false,
            references: 0,
            idle_since: Duration::ZERO,
            bytes,
            content,
            replaced: BTreeMap::new(),
            attributes: BTreeMap::new(),
            added: Vec::new(),
        })
    }

    /// The path for messages.
    pub fn path(&self) -> String {
        match &self.source {
            Source::Node(node) => node.path(),
            Source::New(path) => path.clone(),
            Source::Memory => "memory".to_owned(),
        }
    }

    pub fn len(&self) -> usize {
        self.stored() + self.added.len()
    }

    /// Entries that were there when the archive was read.
    fn stored(&self) -> usize {
        match &self.content {
            Content::Archive(container) => container.len(),
            Content::Raw => 1,
        }
    }

    pub fn is_changed(&self) -> bool {
        let edited = !(self.replaced.is_empty() && self.attributes.is_empty());
        edited || !self.added.is_empty() || matches!(self.source, Source::New(_))
    }

    /// The `nth` entry of a type from `start` on.
    pub fn find_by_type(&self, type_id: TypeId, nth: usize, start: usize) -> Option<usize> {
        let stored = self.stored();
        let container = match &self.content {
            // A changed type is looked at entry by entry; everything else in the directory itself.
            Content::Archive(container) if self.attributes.is_empty() => Some(container),
            _ => None,
        };
        let in_container =
            container.into_iter().flat_map(|container| container.of_type(type_id, start));
        let scanned = if container.is_some() { stored.max(start) } else { start };
        let rest = (scanned..self.len()).filter(|&index| {
            self.attributes(index).is_ok_and(|attributes| attributes.type_id == type_id)
        });
        in_container.chain(rest).nth(nth)
    }

    pub fn find_by_name(&self, name: &[u8]) -> Option<usize> {
        let stored = match &self.content {
            Content::Archive(container) => container.first_named(name),
            Content::Raw => None,
        };
        let added = self.added.iter().position(|(entry, _)| entry.name.is(name));
        stored.or_else(|| added.map(|place| self.stored() + place))
    }

    pub fn data(&self, index: usize) -> Result<Bytes> {
        if let Some(data) = self.replaced.get(&index) {
            return Ok(data.clone());
        }
        match &self.content {
            Content::Raw if index == 0 => Ok(self.bytes.clone()),
            Content::Archive(container) if index < container.len() => {
                let path = || format!("{}/{}", self.path(), container.segment(index));
                container.payload(index).map_err(|source| Error::Format { path: path(), source })
            }
            _ => self.added_entry(index).map(|(_, data)| data.clone()),
        }
    }

    pub fn attributes(&self, index: usize) -> Result<Attributes> {
        let mut attributes = match &self.content {
            Content::Raw if index == 0 => {
                let size = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
                Attributes { size, ..Attributes::default() }
            }
            Content::Archive(container) if index < container.len() => {
                match container.info(index).map(|info| info.record) {
                    Some(Record::NRes(record)) => record.into(),
                    _ => return Err(self.no_entry(index)),
                }
            }
            _ => described(*self.added_entry(index).map(|(entry, _)| entry)?, 0),
        };
        if let Some(set) = self.attributes.get(&index) {
            attributes = described(*set, attributes.size);
        }
        let changed = self.replaced.get(&index);
        let changed = changed.or(self.added_entry(index).ok().map(|(_, data)| data));
        if let Some(data) = changed {
            attributes.size = u32::try_from(data.len()).unwrap_or(u32::MAX);
        }
        Ok(attributes)
    }

    pub fn set_data(&mut self, index: usize, data: Bytes) -> Result<()> {
        let Some(place) = index.checked_sub(self.stored()) else {
            self.replaced.insert(index, data);
            return Ok(());
        };
        let missing = self.no_entry(index);
        let (_, slot) = self.added.get_mut(place).ok_or(missing)?;
        *slot = data;
        Ok(())
    }

    /// Sets type and attributes; the name stays.
    pub fn set_attributes(&mut self, index: usize, type_id: TypeId, attr: [u32; 3]) -> Result<()> {
        if matches!(self.content, Content::Raw) {
            let why = "opened raw: there is no directory to hold attributes".to_owned();
            return Err(Error::ReadOnly { path: self.path(), why });
        }
        let name = self.attributes(index)?.name;
        let [attr1, attr2, attr3] = attr;
        let entry = NewEntry { type_id, attr1, attr2, attr3, name };
        match index.checked_sub(self.stored()) {
            None => {
                self.attributes.insert(index, entry);
            }
            Some(place) => {
                if let Some((slot, _)) = self.added.get_mut(place) {
                    *slot = entry;
                }
            }
        }
        Ok(())
    }

    pub fn add(&mut self, entry: NewEntry, data: Bytes) -> Result<usize> {
        if matches!(self.content, Content::Raw) {
            let why = "opened raw: the whole file is the only entry".to_owned();
            return Err(Error::ReadOnly { path: self.path(), why });
        }
        self.added.push((entry, data));
        Ok(self.len() - 1)
    }

    /// Writes the archive with all changes; what nobody changed stays byte for byte.
    pub fn write_to(&self, mut out: &mut dyn Write) -> io::Result<()> {
        if matches!(self.content, Content::Raw) {
            return out.write_all(self.replaced.get(&0).unwrap_or(&self.bytes));
        }
        let archive = nres::Archive::read(&self.bytes).map_err(io::Error::other)?;
        let mut editor = Editor::open(&archive);
        self.apply(&mut editor).map_err(io::Error::other)?;
        editor.write_to(&mut out)
    }

    fn apply<'a>(&'a self, editor: &mut Editor<'a>) -> ngi_formats::Result<()> {
        for (&index, data) in &self.replaced {
            editor.replace(index, data.as_ref())?;
        }
        for (&index, entry) in &self.attributes {
            let NewEntry { type_id, attr1, attr2, attr3, name: _ } = *entry;
            editor.set_type(index, type_id)?;
            editor.set_attr1(index, attr1)?;
            editor.set_attr2(index, attr2)?;
            editor.set_attr3(index, attr3)?;
        }
        for (entry, data) in &self.added {
            editor.add(*entry, data.as_ref())?;
        }
        Ok(())
    }

    /// Takes what was just saved as what was read; the changes are part of it now.
    pub fn settle(&mut self, source: Source, bytes: Bytes) -> Result<()> {
        if let Content::Archive(open) = &mut self.content {
            *open = container(&source, &bytes)?;
        }
        (self.source, self.bytes) = (source, bytes);
        self.forget_changes();
        Ok(())
    }

    pub fn forget_changes(&mut self) {
        self.replaced.clear();
        self.attributes.clear();
        self.added.clear();
    }

    fn added_entry(&self, index: usize) -> Result<&(NewEntry, Bytes)> {
        let place = index.checked_sub(self.stored());
        place.and_then(|place| self.added.get(place)).ok_or_else(|| self.no_entry(index))
    }

    fn no_entry(&self, index: usize) -> Error {
        let hint = format!("there are {} entries", self.len());
        not_found(format!("{}/#{index}", self.path()), hint)
    }
}

/// Opens an NRes archive; anything else is refused as the engine does.
fn container(source: &Source, bytes: &Bytes) -> Result<Arc<Container>> {
    let path = || match source {
        Source::Node(node) => node.path(),
        Source::New(path) => path.clone(),
        Source::Memory => "memory".to_owned(),
    };
    // Says what is wrong with the header, for bytes that are no archive at all too.
    nres::Archive::read(bytes).map_err(broken(path()))?;
    if let Source::Node(node) = source
        && let Some(open) = node.open_container()?
    {
        return Ok(open);
    }
    match Container::open(bytes) {
        Some(open) => open.map(Arc::new).map_err(broken(path())),
        None => Err(Error::NotAContainer { path: path() }),
    }
}

fn described(entry: NewEntry, size: u32) -> Attributes {
    let NewEntry { type_id, attr1, attr2, attr3, name } = entry;
    Attributes { type_id, attr1, attr2, attr3, size, name }
}

/// An entry to add, from its parts.
pub(super) fn new_entry(type_id: TypeId, name: &[u8], attr: [u32; 3]) -> Result<NewEntry> {
    let name = FixedStr::new(name).map_err(broken(ngi_formats::text::decode(name)))?;
    let [attr1, attr2, attr3] = attr;
    Ok(NewEntry { type_id, attr1, attr2, attr3, name })
}
