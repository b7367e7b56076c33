//! Values changed by their paths. A number in a large file changes a few bytes and nothing else;
//! what changes the length of something puts the file together anew.

use std::borrow::Cow;

use ngi_formats::schema::{Kind, ValueError, unhex};
use ngi_formats::tree::{
    At, Draft, Edit, Form as TreeForm, Made, Node, NotFound, PartName, Piece, Step, members_of,
    steps,
};

use super::read::{self, Reader};
use super::text;
use crate::format::{Document, EntryMeta, Form, Subject};
use crate::{Error, Result};

/// What a file or entry becomes.
#[derive(Debug, Clone)]
pub struct Edited {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What its archive's directory says of it, for an entry.
    pub entry: Option<EntryMeta>,
    /// A line per field.
    pub lines: Vec<String>,
}

/// Sets fields, one after the other. A value is what `show` prints, or JSON; `list[+]` adds to a
/// list, and `-` as the value of `list[n]` takes it out.
pub fn set(
    document: &dyn Document,
    subject: &Subject<'_>,
    fields: &[(String, String)],
) -> Result<Edited> {
    let mut bytes = Cow::Borrowed(subject.bytes);
    let (mut entry, mut lines) = (subject.entry, Vec::new());
    for (path, said) in fields {
        let now = Subject { bytes: &bytes, entry, ..*subject };
        let (changed, line) = set_one(document, &now, path, said)?;
        let attributes = changed.attributes;
        entry =
            entry.map(|old| EntryMeta { attributes: attributes.unwrap_or(old.attributes), ..old });
        let after = Subject { bytes: &changed.bytes, entry, ..*subject };
        let line = line.confirmed(document, &after, path)?;
        bytes = Cow::Owned(changed.bytes);
        lines.push(line);
    }
    Ok(Edited { bytes: bytes.into_owned(), entry, lines })
}

/// What is said of a change once it was made.
struct Line {
    before: String,
    /// What should be there now; `None` where the path leads to something else by now.
    expected: Option<(String, Vec<u8>)>,
}

impl Line {
    /// Sees that the value is there, and says so.
    fn confirmed(self, document: &dyn Document, after: &Subject<'_>, path: &str) -> Result<String> {
        let tree = document.tree(after, Form::Full)?;
        let Some((path, bytes)) = self.expected else {
            return Ok(format!("{path}: {}", self.before));
        };
        let found = tree.find(&path).map_err(|_| follows(&path))?.node;
        // What is written in a way of the format's own is only seen to be there.
        let is_there = match &found {
            _ if bytes.is_empty() => true,
            Node::Piece(piece) if piece.kind == Kind::Digits => {
                piece.value() == piece.kind.read(&bytes)
            }
            Node::Piece(piece) => *piece.bytes == *bytes,
            Node::Text(now, _) | Node::Hex(now, _) => **now == *bytes,
            _ => true,
        };
        if !is_there {
            return Err(follows(&path));
        }
        Ok(format!("{path}: {} becomes {}", self.before, told(&found)))
    }
}

/// Characters of a value that a line shows.
const SHOWN: usize = 160;

/// A value as a line tells it: the beginning of a long one.
fn told(node: &Node<'_>) -> String {
    let text = text::line(node);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// The error that a field cannot be set.
pub(crate) fn follows(path: &str) -> Error {
    Error::Usage(format!("{path}: follows from other fields and cannot be set by itself"))
}

fn decides(path: &str) -> Error {
    let why = "decides which fields there are; take the whole out and add another";
    Error::Usage(format!("{path}: {why}"))
}

/// A path that leads nowhere, and what there is where it ends.
pub fn no_such_field(path: &str, NotFound { there, .. }: &NotFound) -> Error {
    if steps(path).is_none() || path.is_empty() {
        let why = format!("\"{path}\" is no field path; one looks like entries[3].name");
        return Error::Usage(why);
    }
    let there = if there.is_empty() { String::new() } else { format!("; {there}") };
    Error::Usage(format!("{path}: there is no such field{there}"))
}

/// The path as the tree has it: what is told under `derived` may be named without that.
pub fn full_path<'p>(tree: &Node<'_>, path: &'p str) -> Cow<'p, str> {
    let derived = format!("derived.{path}");
    if tree.find(path).is_err() && tree.find(&derived).is_ok() {
        return derived.into();
    }
    path.into()
}

fn set_one(
    document: &dyn Document,
    subject: &Subject<'_>,
    path: &str,
    said: &str,
) -> Result<(Made, Line)> {
    let tree = document.tree(subject, Form::Full)?;
    if path.is_empty() {
        return Err(no_such_field(path, &NotFound::default()));
    }
    if let Some(list) = path.strip_suffix("[+]") {
        return append(document, subject, &tree, list, said);
    }
    let path = full_path(&tree, path);
    let found = tree.find(&path).map_err(|lost| no_such_field(&path, &lost))?;
    if said == "-" && path.ends_with(']') {
        return cut(document, subject, &tree, &path);
    }
    let before = told(&found.node);
    if let Some(made) = document.edit(subject, &path, said)? {
        // What is written in a way of the format's own is only seen to be there.
        let new = match &found.node {
            Node::Piece(piece) => parsed(&path, piece.kind, &piece.bytes, said).unwrap_or_default(),
            _ => Vec::new(),
        };
        return Ok((made, Line { before, expected: Some((path.into_owned(), new)) }));
    }
    match (found.edit(), &found.node) {
        (Edit::Never, _) => Err(follows(&path)),
        // The bytes of a name that others follow: an archive is sorted by its names.
        (Edit::Rebuild, Node::Piece(Piece { kind: Kind::Bytes(_), .. }))
            if path.ends_with("_raw") =>
        {
            let name = path.trim_end_matches("_raw");
            Err(Error::Usage(format!("{path}: cannot be set by itself; set {name}")))
        }
        (Edit::Patch, Node::Piece(piece)) => {
            let new = parsed(&path, piece.kind, &piece.bytes, said)?;
            let expected = Some((path.into_owned(), new.clone()));
            Ok((patched(subject, piece, &new)?, Line { before, expected }))
        }
        _ => {
            let mut draft = Draft::of_document(document.branches(), &tree);
            let new = change(&mut draft, &path, said)?;
            let made = made(document, subject, &draft)?;
            let expected = Some((path.into_owned(), new));
            Ok((made, Line { before, expected }))
        }
    }
}

/// The file that a draft describes. What the directory entry says follows.
fn made(document: &dyn Document, subject: &Subject<'_>, draft: &Draft) -> Result<Made> {
    let made = document.make(draft, Some(subject.bytes))?;
    let follow = || document.attributes_of(draft, subject.entry?.attributes);
    Ok(Made { attributes: made.attributes.or_else(follow), ..made })
}

/// The file with other bytes in the place of a value.
fn patched(subject: &Subject<'_>, piece: &Piece<'_>, new: &[u8]) -> Result<Made> {
    let mut bytes = subject.bytes.to_vec();
    let mut attributes = None;
    match piece.at {
        At::Offset(offset) => {
            let slot = bytes.get_mut(offset..).and_then(|rest| rest.get_mut(..new.len()));
            slot.ok_or_else(|| Error::Usage("outside the file".into()))?.copy_from_slice(new);
        }
        At::Attribute(number) => {
            let entry = subject.entry.ok_or_else(|| {
                let why = "is kept in the directory of an archive, and this is a file of its own";
                Error::Usage(why.into())
            })?;
            let mut all = entry.attributes;
            let slot = all.get_mut(usize::from(number).saturating_sub(1));
            let value = new.first_chunk().map_or(0, |chunk| u32::from_le_bytes(*chunk));
            slot.into_iter().for_each(|slot| *slot = value);
            attributes = Some(all);
        }
        At::Nowhere => return Err(Error::Usage("is stored nowhere".into())),
    }
    Ok(Made { bytes, attributes })
}

/// A value as it is written: plain text for a plain value, else JSON.
pub(crate) fn parsed(path: &str, kind: Kind, old: &[u8], said: &str) -> Result<Vec<u8>> {
    let mut new = old.to_vec();
    if kind.is_leaf() {
        let number = || kind.put_number(said, &mut old.to_vec()).is_ok();
        let put =
            if number() { kind.put_number(said, &mut new) } else { kind.put_text(said, &mut new) };
        put.map_err(|ValueError { expected, .. }| {
            Error::Usage(format!("{path}: \"{said}\" is not {expected}"))
        })?;
        return Ok(new);
    }
    let mut reader = Reader::within(said.as_bytes(), path);
    read::value(&mut reader, kind, &mut new).and_then(|()| reader.end())?;
    Ok(new)
}

/// The list at a path of a draft.
fn list_at<'d>(draft: &'d mut Draft, path: &str) -> Result<&'d mut Draft> {
    let lost = || Error::Usage(format!("{path}: there is no such list"));
    let (mut here, mut form) = (draft, None);
    for step in steps(path).ok_or_else(lost)? {
        let name = match step {
            Step::Index(index) => PartName::Index(index),
            Step::Key(key) => PartName::Key(here.known_key(key).ok_or_else(lost)?),
        };
        form = here.form_of(name);
        here = here.part_mut(name).ok_or_else(lost)?;
    }
    // A list that is not there yet begins with what is added to it.
    match (&here, form) {
        (Draft::Absent, Some(TreeForm::List(of))) => *here = Draft::List(of, Vec::new()),
        (Draft::Absent, Some(TreeForm::Rows(kind))) => *here = Draft::Rows(*kind, Vec::new()),
        _ => {}
    }
    Ok(here)
}

/// Text or hex digits as they are typed, without quotes.
fn plain(form: Option<&TreeForm>, path: &str, said: &str) -> Result<Vec<u8>> {
    let (bytes, expected) = match form {
        Some(TreeForm::Hex) => (unhex(said), "hex digits"),
        _ => (ngi_formats::text::encode(said), "Windows-1251"),
    };
    bytes.ok_or_else(|| Error::Usage(format!("{path}: \"{said}\" is not {expected}")))
}

/// Adds to a list.
fn append(
    document: &dyn Document,
    subject: &Subject<'_>,
    tree: &Node<'_>,
    path: &str,
    said: &str,
) -> Result<(Made, Line)> {
    let mut draft = Draft::of_document(document.branches(), tree);
    let list = list_at(&mut draft, path)?;
    let count = list.len();
    let mut reader = Reader::within(said.as_bytes(), &format!("{path}[{count}]"));
    match list {
        Draft::Rows(kind, bytes) => {
            // What is left out is as in the last one.
            let size = kind.size();
            let last = bytes.len().checked_sub(size).and_then(|at| bytes.get(at..));
            let mut new = last.map_or_else(|| vec![0; size], <[u8]>::to_vec);
            let has_last = count > 0;
            if kind.is_leaf() {
                new = parsed(path, *kind, &new, said)?;
            } else {
                read::row(&mut reader, *kind, &mut new, has_last).and_then(|()| reader.end())?;
            }
            bytes.append(&mut new);
        }
        Draft::List(form, items) => {
            let form: &'static TreeForm = form;
            items.push(if matches!(form, TreeForm::Text | TreeForm::Hex) {
                Draft::Bytes(plain(Some(form), path, said)?)
            } else {
                let item = read::form(&mut reader, form)?;
                reader.end()?;
                item
            });
        }
        _ => return Err(Error::Usage(format!("{path}: is no list"))),
    }
    let made = made(document, subject, &draft)?;
    let before = format!("now has {} of them", count + 1);
    Ok((made, Line { before, expected: None }))
}

/// Takes something out of a list.
fn cut(
    document: &dyn Document,
    subject: &Subject<'_>,
    tree: &Node<'_>,
    path: &str,
) -> Result<(Made, Line)> {
    let (list, index) = path.rsplit_once('[').unwrap_or((path, ""));
    let lost = || Error::Usage(format!("{path}: there is no such thing to take out"));
    let index: usize = index.trim_end_matches(']').parse().map_err(|_| lost())?;
    let mut draft = Draft::of_document(document.branches(), tree);
    match list_at(&mut draft, list)? {
        Draft::Rows(kind, bytes) => {
            let (start, end) = (index * kind.size(), (index + 1) * kind.size());
            if end > bytes.len() {
                return Err(lost());
            }
            bytes.drain(start..end);
        }
        Draft::List(_, items) if index < items.len() => {
            items.remove(index);
        }
        _ => return Err(lost()),
    }
    let made = made(document, subject, &draft)?;
    Ok((made, Line { before: "taken out".into(), expected: None }))
}

/// Changes a value of a draft; gives its new bytes.
fn change(draft: &mut Draft, path: &str, said: &str) -> Result<Vec<u8>> {
    let lost = || follows(path);
    let all = steps(path).ok_or_else(lost)?;
    let (mut here, mut form, mut optional) = (draft, None, false);
    for (place, step) in all.iter().enumerate() {
        if matches!(here, Draft::Value(..) | Draft::Rows(..) | Draft::Case(..)) {
            return change_inside(here, all.get(place..).unwrap_or_default(), path, said);
        }
        let name = match step {
            Step::Index(index) => PartName::Index(*index),
            Step::Key(key) => match here.known_key(key) {
                Some(key) => PartName::Key(key),
                // A field of a record whose fields stand among the members.
                None => {
                    let flat = here.flat_with(key).ok_or_else(lost)?;
                    return change_inside(flat, all.get(place..).unwrap_or_default(), path, said);
                }
            },
        };
        form = here.form_of(name);
        optional = here.is_optional(name);
        here = here.part_mut(name).ok_or_else(lost)?;
    }
    match here {
        Draft::Bytes(bytes) if matches!(form, Some(TreeForm::Hex)) => {
            let why = || Error::Usage(format!("{path}: \"{said}\" is not hex digits"));
            *bytes = unhex(said).ok_or_else(why)?;
            Ok(bytes.clone())
        }
        Draft::Bytes(bytes) => {
            *bytes = plain(form, path, said)?;
            Ok(bytes.clone())
        }
        Draft::Value(..) => change_inside(here, &[], path, said),
        other if optional && said == "null" => {
            *other = Draft::Absent;
            Ok(Vec::new())
        }
        other => {
            let form = form.ok_or_else(lost)?;
            let mut reader = Reader::within(said.as_bytes(), path);
            *other = read::form(&mut reader, form)?;
            reader.end()?;
            Ok(Vec::new())
        }
    }
}

/// Changes a value inside stored bytes.
fn change_inside(draft: &mut Draft, rest: &[Step<'_>], path: &str, said: &str) -> Result<Vec<u8>> {
    let lost = || follows(path);
    let chosen = matches!(draft, Draft::Case(..));
    let mut rest = rest.iter();
    let (mut kind, mut at, bytes) = match draft {
        Draft::Value(kind, bytes) => (*kind, 0, bytes),
        Draft::Case(case, bytes) => (Kind::Group(case.shape), 0, bytes),
        Draft::Rows(kind, bytes) => {
            let Some(Step::Index(index)) = rest.next() else { return Err(lost()) };
            (*kind, index.checked_mul(kind.size()).ok_or_else(lost)?, bytes)
        }
        _ => return Err(lost()),
    };
    for step in rest {
        match step {
            Step::Index(index) => {
                let (inside, of) = kind.item(*index).ok_or_else(lost)?;
                (at, kind) = (at + inside, of);
            }
            Step::Key(key) => {
                let group = members_of(kind).find(|group| group.name == *key);
                let group = group.ok_or_else(|| if chosen { decides(path) } else { lost() })?;
                at += group.offset;
                kind = group.kind;
            }
        }
    }
    let slot = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..kind.size()));
    let slot = slot.ok_or_else(lost)?;
    let new = parsed(path, kind, slot, said)?;
    slot.copy_from_slice(&new);
    Ok(new)
}
