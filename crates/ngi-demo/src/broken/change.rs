//! A change to a file, as one line of text.

use std::fmt;

use ngi_formats::nres::{Archive, Editor, NewEntry};
use ngi_formats::{Error, Result};

use ngi_verbs::format::Subject;

use super::field::{self, Field};
use super::place::PlaceChange;

/// What is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Nothing: the sample is there to be broken as it is.
    Nothing,
    /// A field of the file gets another value: `set rows[0].name=STONE`.
    Field(Field),
    /// A field of an entry gets another value: `entry 0 set phases[0].cell=-2`.
    EntryField(usize, Field),
    /// Something between fields: `cut inside table`.
    Place(PlaceChange),
    /// Something between the fields of an entry: `entry 0 cut before phases`.
    EntryPlace(usize, PlaceChange),
    /// These bytes stand at an offset instead: `set 14 ff00`. This and the other changes by offsets
    /// are how cases are looked for, not how they are written down.
    Set(usize, Vec<u8>),
    /// The file ends here: `cut 20`.
    Cut(usize),
    /// These bytes follow: `append 00`.
    Append(Vec<u8>),
    /// These bytes are pushed in at an offset: `insert 3 20`.
    Insert(usize, Vec<u8>),
    /// These bytes stand at an offset of an entry's payload instead: `entry 0 set 2 ff00`.
    EntrySet(usize, usize, Vec<u8>),
    /// An entry's payload ends here: `entry 2 cut 20`.
    EntryCut(usize, usize),
    /// These bytes follow an entry's payload: `entry 2 append 00`.
    EntryAppend(usize, Vec<u8>),
    /// An entry is gone: `entry 2 remove`.
    EntryRemove(usize),
    /// An entry is there twice: `entry 2 double`.
    EntryDouble(usize),
    /// An entry is last: `entry 2 last`.
    EntryLast(usize),
    /// One change after another: `set 1 00; cut 8`.
    Both(Box<Change>, Box<Change>),
}

impl Change {
    /// Reads what [`fmt::Display`] prints.
    pub fn parse(text: &str) -> Result<Self> {
        if let Some((first, second)) = text.split_once("; ") {
            let both = (Self::parse(first)?, Self::parse(second)?);
            return Ok(Self::Both(Box::new(both.0), Box::new(both.1)));
        }
        if let Some(change) = Self::parse_field(text).or_else(|| Self::parse_place(text)) {
            return Ok(change);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = || Error::usage("change", format!("\"{text}\" is none"));
        let number = |word: &str| word.parse::<usize>().map_err(|_| wrong());
        let bytes = |word: &str| ngi_formats::schema::unhex(word).ok_or_else(wrong);
        Ok(match words.as_slice() {
            ["nothing"] => Self::Nothing,
            ["set", at, value] => Self::Set(number(at)?, bytes(value)?),
            ["cut", at] => Self::Cut(number(at)?),
            ["append", value] => Self::Append(bytes(value)?),
            ["insert", at, value] => Self::Insert(number(at)?, bytes(value)?),
            ["entry", index, "set", at, value] => {
                Self::EntrySet(number(index)?, number(at)?, bytes(value)?)
            }
            ["entry", index, "cut", at] => Self::EntryCut(number(index)?, number(at)?),
            ["entry", index, "append", value] => Self::EntryAppend(number(index)?, bytes(value)?),
            ["entry", index, "remove"] => Self::EntryRemove(number(index)?),
            ["entry", index, "double"] => Self::EntryDouble(number(index)?),
            ["entry", index, "last"] => Self::EntryLast(number(index)?),
            _ => return Err(wrong()),
        })
    }

    /// A change of a field: `set path=value` or `entry n set path=value`. Values may have spaces.
    fn parse_field(text: &str) -> Option<Self> {
        if let Some(field) = text.strip_prefix("set ") {
            return Field::parse(field).map(Self::Field);
        }
        let (index, field) = text.strip_prefix("entry ")?.split_once(" set ")?;
        Some(Self::EntryField(index.parse().ok()?, Field::parse(field)?))
    }

    fn parse_place(text: &str) -> Option<Self> {
        if let Some(change) = PlaceChange::parse(text) {
            return Some(Self::Place(change));
        }
        let (index, change) = text.strip_prefix("entry ")?.split_once(' ')?;
        Some(Self::EntryPlace(index.parse().ok()?, PlaceChange::parse(change)?))
    }

    /// The changed bytes of a file of this name. Fails where the change does not fit the file.
    pub fn apply(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        let mut out = bytes.to_vec();
        match self {
            Self::Nothing => {}
            Self::Set(at, value) => self.put(&mut out, *at, value)?,
            Self::Cut(at) if *at <= out.len() => out.truncate(*at),
            Self::Append(value) => out.extend(value),
            Self::Insert(at, value) if *at <= out.len() => {
                out.splice(at..at, value.iter().copied());
            }
            Self::Cut(_) | Self::Insert(..) => return Err(self.outside()),
            Self::Field(field) => return field.in_file(name, bytes),
            Self::EntryField(index, field) => return field.in_entry(*index, bytes),
            Self::Place(change) => return change.apply(&Subject::file(name, bytes)),
            Self::EntryPlace(index, change) => {
                return field::in_entry(*index, bytes, |subject, editor| {
                    editor.replace(*index, change.apply(subject)?)
                });
            }
            Self::Both(first, second) => return second.apply(name, &first.apply(name, bytes)?),
            _ => return self.apply_to_entries(bytes),
        }
        Ok(out)
    }

    fn outside(&self) -> Error {
        Error::usage("change", format!("{self}: outside of the file"))
    }

    fn put(&self, bytes: &mut [u8], at: usize, value: &[u8]) -> Result<()> {
        let place = at.checked_add(value.len()).and_then(|end| bytes.get_mut(at..end));
        place.ok_or_else(|| self.outside())?.copy_from_slice(value);
        Ok(())
    }

    fn apply_to_entries(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        let archive = Archive::read(bytes)?;
        let mut editor = Editor::open(&archive);
        let payload = |index: usize| archive.entry_payload(index).map(<[u8]>::to_vec);
        let again = |index: usize| {
            let record = archive.records().nth(index);
            let record =
                record.ok_or_else(|| Error::usage("change", format!("no entry {index}")))?;
            let entry = NewEntry::new(record.type_id, record.name.name())?;
            Ok::<_, Error>(entry.attributes(record.attr1, record.attr2, record.attr3))
        };
        match self {
            Self::EntrySet(index, at, value) => {
                let mut other = payload(*index)?;
                self.put(&mut other, *at, value)?;
                editor.replace(*index, other)?;
            }
            Self::EntryCut(index, at) => {
                let mut left = payload(*index)?;
                left.truncate(*at);
                editor.replace(*index, left)?;
            }
            Self::EntryAppend(index, value) => {
                let mut more = payload(*index)?;
                more.extend(value);
                editor.replace(*index, more)?;
            }
            Self::EntryRemove(index) => editor.remove(*index)?,
            Self::EntryDouble(index) => {
                editor.add(again(*index)?, payload(*index)?)?;
            }
            Self::EntryLast(index) => {
                editor.add(again(*index)?, payload(*index)?)?;
                editor.remove(*index)?;
            }
            _ => {}
        }
        // From the ground up, so that the change leaves no gap behind.
        let bytes = editor.write()?;
        ngi_formats::nres::rebuild(&Archive::read(&bytes)?)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = |bytes: &[u8]| ngi_verbs::json::hex(bytes);
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Field(field) => write!(f, "set {field}"),
            Self::EntryField(index, field) => write!(f, "entry {index} set {field}"),
            Self::Place(change) => change.fmt(f),
            Self::EntryPlace(index, change) => write!(f, "entry {index} {change}"),
            Self::Set(at, value) => write!(f, "set {at} {}", hex(value)),
            Self::Cut(at) => write!(f, "cut {at}"),
            Self::Append(value) => write!(f, "append {}", hex(value)),
            Self::Insert(at, value) => write!(f, "insert {at} {}", hex(value)),
            Self::EntrySet(index, at, value) => {
                write!(f, "entry {index} set {at} {}", hex(value))
            }
            Self::EntryCut(index, at) => write!(f, "entry {index} cut {at}"),
            Self::EntryAppend(index, value) => write!(f, "entry {index} append {}", hex(value)),
            Self::EntryRemove(index) => write!(f, "entry {index} remove"),
            Self::EntryDouble(index) => write!(f, "entry {index} double"),
            Self::EntryLast(index) => write!(f, "entry {index} last"),
            Self::Both(first, second) => write!(f, "{first}; {second}"),
        }
    }
}
