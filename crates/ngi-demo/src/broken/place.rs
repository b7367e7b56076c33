//! Changes at places that are named by the fields around them, where a field's own value is not
//! what is wrong: something ends too soon, or other bytes lie between two fields.

use std::fmt;

use ngi_formats::schema::unhex;
use ngi_formats::tree::Node;
use ngi_formats::{Error, Result, text};
use ngi_verbs::format::{Form, Subject, recognise};

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Where a field begins.
    Before(String),
    /// Where it ends.
    Behind(String),
    /// Half way through it.
    Inside(String),
}

/// What is changed at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceChange {
    /// The file ends there: `cut inside table`.
    Cut(Place),
    /// Nothing is left: `empty`.
    Empty,
    /// Other bytes begin there; before a field, they end there: `put behind tail 01`.
    Put(Place, Vec<u8>),
    /// A text says something else, where it first says this: `replace MOSS with MOSS\n`.
    Replace(String, String),
}

impl Place {
    fn parse(text: &str) -> Option<Self> {
        let (how, path) = text.split_once(' ')?;
        Some(match how {
            "before" => Self::Before(path.to_owned()),
            "behind" => Self::Behind(path.to_owned()),
            "inside" => Self::Inside(path.to_owned()),
            _ => return None,
        })
    }

    /// The offset in a file or entry.
    fn offset(&self, subject: &Subject<'_>) -> Result<usize> {
        let (Self::Before(path) | Self::Behind(path) | Self::Inside(path)) = self;
        let lost = |why: &str| Error::usage(path.clone(), why.to_owned());
        let format = recognise(subject).ok_or_else(|| lost("is of no known format"))?;
        let tree = format.document.tree(subject, Form::Full);
        let tree = tree.map_err(|error| lost(&error.to_string()))?;
        let node = tree.find(path).map_err(|found| lost(&found.there))?.node;
        let start = node.offset().ok_or_else(|| lost("is stored nowhere"))?;
        let end = end(&node).ok_or_else(|| lost("has no end"));
        match self {
            Self::Before(_) => Ok(start),
            Self::Behind(_) => end,
            Self::Inside(_) => Ok(start.midpoint(end?)),
        }
    }
}

/// Where a value ends.
fn end(node: &Node<'_>) -> Option<usize> {
    match node {
        Node::Piece(piece) => Some(piece.at.offset()? + piece.bytes.len()),
        Node::Rows(rows) => Some(rows.at.offset()? + rows.bytes.len()),
        Node::Text(bytes, at) | Node::Hex(bytes, at) => Some(at.offset()? + bytes.len()),
        _ => None,
    }
}

impl PlaceChange {
    /// Reads what [`fmt::Display`] prints.
    pub fn parse(words: &str) -> Option<Self> {
        if words == "empty" {
            return Some(Self::Empty);
        }
        if let Some(place) = words.strip_prefix("cut ") {
            return Place::parse(place).map(Self::Cut);
        }
        if let Some(rest) = words.strip_prefix("replace ") {
            let (from, to) = rest.split_once(" with ")?;
            return Some(Self::Replace(from.to_owned(), to.to_owned()));
        }
        let (place, bytes) = words.strip_prefix("put ")?.rsplit_once(' ')?;
        Some(Self::Put(Place::parse(place)?, unhex(bytes)?))
    }

    /// The bytes of a file or entry with the change.
    pub fn apply(&self, subject: &Subject<'_>) -> Result<Vec<u8>> {
        let mut out = subject.bytes.to_vec();
        let outside = || Error::usage("change", format!("{self}: outside of the file"));
        match self {
            Self::Empty => out.clear(),
            Self::Cut(place) => out.truncate(place.offset(subject)?),
            Self::Put(place, new) => {
                let mut at = place.offset(subject)?;
                if matches!(place, Place::Before(_)) {
                    at = at.checked_sub(new.len()).ok_or_else(outside)?;
                }
                let slot = out.get_mut(at..).and_then(|rest| rest.get_mut(..new.len()));
                slot.ok_or_else(outside)?.copy_from_slice(new);
            }
            Self::Replace(from, to) => {
                let [from, to] = [from, to].map(|said| unescaped(said));
                let found = out.windows(from.len().max(1)).position(|window| window == from);
                let at = found.ok_or_else(outside)?;
                out.splice(at..at + from.len(), to);
            }
        }
        Ok(out)
    }
}

/// A text with `\r`, `\n` and `\xff`, as it is stored.
fn unescaped(said: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), said);
    while let Some((before, escaped)) = rest.split_once('\\') {
        bytes.extend(text::encode(before).unwrap_or_default());
        let hex = escaped.strip_prefix('x').and_then(|digits| unhex(digits.get(..2)?));
        let (byte, length) = match (escaped.chars().next(), hex.as_deref()) {
            (_, Some([byte])) => (*byte, 3),
            (Some('r'), _) => (b'\r', 1),
            (Some('n'), _) => (b'\n', 1),
            _ => (b'\\', 0),
        };
        bytes.push(byte);
        rest = escaped.get(length..).unwrap_or_default();
    }
    bytes.extend(text::encode(rest).unwrap_or_default());
    bytes
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before(path) => write!(f, "before {path}"),
            Self::Behind(path) => write!(f, "behind {path}"),
            Self::Inside(path) => write!(f, "inside {path}"),
        }
    }
}

impl fmt::Display for PlaceChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut(place) => write!(f, "cut {place}"),
            Self::Empty => f.write_str("empty"),
            Self::Put(place, bytes) => write!(f, "put {place} {}", ngi_verbs::json::hex(bytes)),
            Self::Replace(from, to) => write!(f, "replace {from} with {to}"),
        }
    }
}
