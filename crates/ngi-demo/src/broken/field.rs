//! A field of a file or entry that gets another value, whatever the rules say of it.
//!
//! Where it lies, the tree of its format says. What is stored is replaced there and nothing else:
//! counts and sizes stay as they are, so that anything can be broken. A field that documents do not
//! have is named by its record: `Header.magic` of the record at the start, `Counts.corners before
//! areals[0].polygon` of the record in front of something. Lists are cut and added to as `ngi set`
//! does: `slots[1]=-`.

use std::ops::Range;

use ngi_formats::nres::{Archive, Editor, rebuild};
use ngi_formats::schema::{Kind, unhex};
use ngi_formats::tree::{At, Node, Piece};
use ngi_formats::{Error, Result, text};
use ngi_verbs::document::edit;
use ngi_verbs::format::{Document, EntryMeta, Form, Subject, recognise};

/// In front of a value that is given as the bytes that shall be stored.
const RAW: &str = "raw:";

/// Another value for the field at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its path.
    pub path: String,
    /// The value as it is typed, or `raw:` and bytes in hex.
    pub value: String,
}

/// What is stored anew.
enum Stored {
    /// These bytes in place of a range of the file or entry.
    Bytes(Range<usize>, Vec<u8>),
    /// An attribute of the directory entry, 1 to 3.
    Attribute(u8, u32),
    /// Everything, with what the directory entry says.
    All(Vec<u8>, Option<EntryMeta>),
}

impl Field {
    /// Reads `path=value`.
    pub fn parse(text: &str) -> Option<Self> {
        let (path, value) = text.split_once('=')?;
        Some(Self { path: path.to_owned(), value: value.to_owned() })
    }

    fn wrong(&self, why: impl Into<String>) -> Error {
        Error::usage(self.path.clone(), why.into())
    }

    /// The bytes of a file with the field changed.
    pub fn in_file(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        match self.stored(&Subject::file(name, bytes))? {
            Stored::Bytes(range, new) => Ok(spliced(bytes, range, new)),
            Stored::All(bytes, _) => Ok(bytes),
            Stored::Attribute(..) => Err(self.wrong("a file has no attributes")),
        }
    }

    /// The bytes of an archive with the field of one of its entries changed.
    pub fn in_entry(&self, index: usize, bytes: &[u8]) -> Result<Vec<u8>> {
        in_entry(index, bytes, |subject, editor| self.put(index, subject, editor))
    }

    fn put(&self, index: usize, subject: &Subject<'_>, editor: &mut Editor<'_>) -> Result<()> {
        match self.stored(subject)? {
            Stored::Bytes(range, new) => {
                editor.replace(index, spliced(subject.bytes, range, new))?;
            }
            Stored::All(new, entry) => {
                editor.replace(index, new)?;
                let [attr1, attr2, attr3] = entry.unwrap_or_default().attributes;
                editor.set_attr1(index, attr1)?;
                editor.set_attr2(index, attr2)?;
                editor.set_attr3(index, attr3)?;
            }
            Stored::Attribute(1, value) => editor.set_attr1(index, value)?,
            Stored::Attribute(2, value) => editor.set_attr2(index, value)?,
            Stored::Attribute(_, value) => editor.set_attr3(index, value)?,
        }
        Ok(())
    }

    /// Where the value goes, and what is stored there then.
    fn stored(&self, subject: &Subject<'_>) -> Result<Stored> {
        let format = recognise(subject).ok_or_else(|| self.wrong("is of no known format"))?;
        if self.path.ends_with("[+]") || (self.value == "-" && self.path.ends_with(']')) {
            let fields = [(self.path.clone(), self.value.clone())];
            let done = edit::set(format.document, subject, &fields);
            let done = done.map_err(|error| self.wrong(error.to_string()))?;
            return Ok(Stored::All(done.bytes, done.entry));
        }
        if let Some(piece) = self.of_record(format.document, subject)? {
            return self.in_place_of(&piece, subject.bytes);
        }
        let tree = format.document.tree(subject, Form::Full);
        let tree = tree.map_err(|error| self.wrong(error.to_string()))?;
        let found = tree.find(&self.path).map_err(|lost| self.wrong(lost.there))?;
        match found.node {
            Node::Piece(piece) => self.in_place_of(&piece, subject.bytes),
            Node::Text(old, At::Offset(at)) | Node::Hex(old, At::Offset(at)) => {
                let new = self.raw().or_else(|| text::encode(&self.value));
                let new = new.ok_or_else(|| self.wrong("is not Windows-1251"))?;
                Ok(Stored::Bytes(at..at + old.len(), new))
            }
            _ => Err(self.wrong("is no single value")),
        }
    }

    /// The field, where it is named by its record.
    fn of_record<'a>(
        &self,
        document: &dyn Document,
        subject: &Subject<'a>,
    ) -> Result<Option<Piece<'a>>> {
        let (name, anchor) = match self.path.split_once(" before ") {
            Some((name, anchor)) => (name, Some(anchor)),
            None => (self.path.as_str(), None),
        };
        let named = name.split_once('.').and_then(|(record, field)| {
            let shape = document.records().iter().find(|shape| shape.name == record)?;
            Some((shape, shape.field(field)?))
        });
        let Some((shape, field)) = named else { return Ok(None) };
        let start = match anchor {
            Some(anchor) => {
                let tree = document.tree(subject, Form::Full);
                let tree = tree.map_err(|error| self.wrong(error.to_string()))?;
                let behind = tree.find(anchor).ok().and_then(|found| found.node.offset());
                behind.and_then(|behind| behind.checked_sub(shape.size))
            }
            None => Some(0),
        };
        let piece = start.and_then(|at| Piece::of(field.kind, subject.bytes, at + field.offset));
        piece.map(Some).ok_or_else(|| self.wrong("is not there"))
    }

    fn in_place_of(&self, piece: &Piece<'_>, bytes: &[u8]) -> Result<Stored> {
        let new = self.value_of(piece.kind, &piece.bytes)?;
        match piece.at {
            At::Offset(at) => {
                let stored = bytes.get(at..).is_some_and(|rest| rest.starts_with(&piece.bytes));
                // A directory of RsLi: its tree has what is read, not what is stored.
                let enciphered = || self.wrong("is stored enciphered");
                let range = stored.then(|| at..at + piece.bytes.len()).ok_or_else(enciphered)?;
                Ok(Stored::Bytes(range, new))
            }
            At::Attribute(number) => {
                let value = new.first_chunk().copied().map(u32::from_le_bytes);
                Ok(Stored::Attribute(number, value.unwrap_or_default()))
            }
            At::Nowhere => Err(self.wrong("is stored nowhere")),
        }
    }

    fn raw(&self) -> Option<Vec<u8>> {
        unhex(self.value.strip_prefix(RAW)?)
    }

    /// The stored form of the value.
    fn value_of(&self, kind: Kind, old: &[u8]) -> Result<Vec<u8>> {
        if let Some(raw) = self.raw() {
            return Ok(raw);
        }
        let mut new = old.to_vec();
        new.resize(kind.size(), 0);
        kind.put_number(&self.value, &mut new)
            .or_else(|_| kind.put_text(&self.value, &mut new))
            .map_err(|error| self.wrong(format!("is not {}", error.expected)))?;
        if kind == Kind::Digits {
            new.truncate(text::until_nul(&new).len());
        }
        Ok(new)
    }
}

/// An archive with one of its entries changed, from the ground up, so that the change leaves no gap
/// behind.
pub(super) fn in_entry(
    index: usize,
    bytes: &[u8],
    change: impl FnOnce(&Subject<'_>, &mut Editor<'_>) -> Result<()>,
) -> Result<Vec<u8>> {
    let archive = Archive::read(bytes)?;
    let none = || Error::usage("change", format!("there is no entry {index}"));
    let record = archive.records().nth(index).ok_or_else(none)?;
    let (name, payload) = (text::decode(record.name.name()), archive.entry_payload(index)?);
    let attributes = [record.attr1, record.attr2, record.attr3];
    let entry = Some(EntryMeta { type_id: record.type_id, attributes });
    let mut editor = Editor::open(&archive);
    change(&Subject { name: &name, bytes: payload, entry }, &mut editor)?;
    let bytes = editor.write()?;
    rebuild(&Archive::read(&bytes)?)
}

fn spliced(bytes: &[u8], range: Range<usize>, new: Vec<u8>) -> Vec<u8> {
    let (before, behind) = (bytes.get(..range.start), bytes.get(range.end..));
    [before.unwrap_or_default(), &new, behind.unwrap_or_default()].concat()
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.path, self.value)
    }
}
