//! Where a field lies in the bytes.
//!
//! Nobody keeps a table of offsets for that: the lossless writer knows. The field gets another
//! value, the document is written, and the bytes that differ are the field's. So there is one
//! answer for every format, and it cannot disagree with what `set` changes.

use std::ops::Range;

use serde_json::Value;

use crate::format::{Format, Subject};
use crate::{json, show};

/// Where a field lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In these bytes of the file or entry.
    Bytes(Range<usize>),
    /// From this byte on; how far, only the format's text tells.
    From(usize),
    /// In the attributes of the directory entry.
    Directory,
    /// Nowhere of its own: it follows from other fields.
    Derived,
    /// In no single place that could be told.
    Unknown,
}

/// Finds where the value at `path` of a subject's document lies. Writes the document a few times,
/// so it costs what a `set` costs. The document is lent: it comes back as it was.
pub fn of(format: &dyn Format, subject: &Subject<'_>, document: &mut Value, path: &str) -> Place {
    let (first, last) = match show::at(document, path) {
        Err(_) => return Place::Unknown,
        Ok(Value::Array(list)) if !list.is_empty() => {
            (format!("{path}[0]"), format!("{path}[{}]", list.len() - 1))
        }
        Ok(Value::Object(members)) => match (members.keys().next(), members.keys().next_back()) {
            (Some(first), Some(last)) => (format!("{path}.{first}"), format!("{path}.{last}")),
            _ => return Place::Unknown,
        },
        Ok(_) => return of_scalar(format, subject, document, path),
    };
    let first = of(format, subject, document, &first);
    both(first, of(format, subject, document, &last))
}

/// From the start of one place to the end of another.
fn both(first: Place, last: Place) -> Place {
    match (first, last) {
        (Place::Bytes(first), Place::Bytes(last)) if first.start <= last.start => {
            Place::Bytes(first.start..last.end)
        }
        (Place::Bytes(first), _) => Place::From(first.start),
        (first, last) if first == last => first,
        _ => Place::Unknown,
    }
}

fn of_scalar(
    format: &dyn Format,
    subject: &Subject<'_>,
    document: &mut Value,
    path: &str,
) -> Place {
    let Ok(old) = show::at(document, path).cloned() else { return Place::Unknown };
    let mut found = Place::Unknown;
    for other in others(&old) {
        put(document, path, other);
        let Ok(bytes) = format.bytes_from_json(document, Some(subject.bytes)) else { continue };
        found = Place::Derived;
        if let Some(place) = difference(subject.bytes, &bytes) {
            found = confirmed(place, &old, subject.bytes);
            break;
        }
        let attributes = format.attributes_from_json(document).ok().flatten();
        let stored = subject.entry.map(|entry| entry.attributes);
        if attributes.is_some() && stored.is_some() && attributes != stored {
            found = Place::Directory;
            break;
        }
    }
    put(document, path, old);
    found
}

fn put(document: &mut Value, path: &str, value: Value) {
    if let Ok(place) = show::at_mut(document, path) {
        *place = value;
    }
}

/// Other values of the same kind; first those that differ in every byte.
fn others(old: &Value) -> Vec<Value> {
    match old {
        Value::Number(number) => {
            if let Some(whole) = number.as_u64() {
                let masks = [u64::from(u32::MAX), 0xffff, 0xff, 1, 2, 4];
                let mut list: Vec<Value> = masks.iter().map(|mask| (whole ^ mask).into()).collect();
                list.extend(i64::try_from(whole).ok().map(|whole| Value::from(!whole)));
                list
            } else if let Some(whole) = number.as_i64() {
                vec![(!whole).into(), (whole + 1).into()]
            } else {
                json::parse_float(old).into_iter().map(other_float).collect()
            }
        }
        Value::Bool(flag) => vec![(!flag).into()],
        Value::String(text) => {
            let float = json::parse_float(old).into_iter().map(other_float);
            let hex = json::unhex(text).filter(|bytes| !bytes.is_empty());
            let hex = hex.map(|bytes| bytes.iter().map(|byte| !byte).collect::<Vec<u8>>());
            let hex = hex.map(|bytes| Value::from(json::hex(&bytes)));
            let letter = |old: char| if old == 'x' { 'y' } else { 'x' };
            let other: String = text.chars().map(letter).collect();
            let text = if other.is_empty() { "x".to_owned() } else { other };
            float.chain(hex).chain([text.into()]).collect()
        }
        _ => Vec::new(),
    }
}

fn other_float(float: f32) -> Value {
    json::float(f32::from_bits(!float.to_bits()))
}

/// Where two byte strings differ; `None` where they do not.
fn difference(old: &[u8], new: &[u8]) -> Option<Place> {
    let first = old.iter().zip(new).position(|(old, new)| old != new);
    if old.len() != new.len() {
        return Some(Place::From(first.unwrap_or(old.len().min(new.len()))));
    }
    let last = old.iter().zip(new).rposition(|(old, new)| old != new)?;
    Some(Place::Bytes(first?..last + 1))
}

/// The place, if the old value is to be found there: a change may move other things too.
fn confirmed(place: Place, old: &Value, bytes: &[u8]) -> Place {
    let Place::Bytes(range) = &place else { return place };
    let Some(stored) = bytes.get(range.clone()) else { return Place::Unknown };
    match old {
        Value::Number(number) if number.is_u64() || number.is_i64() => {
            let bits = number.as_u64().or_else(|| number.as_i64().map(i64::cast_unsigned));
            let same = bits.is_some_and(|bits| bits.to_le_bytes().starts_with(stored));
            // A few bits of a word are a place too, if only its bytes are few.
            if same || stored.len() <= 4 { place } else { Place::Unknown }
        }
        Value::String(text) if json::parse_float(old).is_none() && json::unhex(text).is_none() => {
            let encoded = ngi_formats::text::encode(text).unwrap_or_default();
            if stored.starts_with(&encoded) {
                return Place::Bytes(range.start..range.start + encoded.len().max(1));
            }
            let found = stored.windows(encoded.len().max(1)).position(|part| part == encoded);
            found.map_or(Place::Unknown, |at| {
                Place::Bytes(range.start + at..range.start + at + encoded.len())
            })
        }
        _ => place,
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::nres::{Editor, NewEntry};

    use super::*;
    use crate::format::{EntryMeta, recognise};

    fn places(subject: &Subject<'_>, asked: &[(&str, Place)]) {
        let format = recognise(subject).unwrap();
        let mut document = format.to_json(subject).unwrap();
        for (path, place) in asked {
            assert_eq!(of(format, subject, &mut document, path), *place, "{path}");
        }
        assert_eq!(document, format.to_json(subject).unwrap(), "lent, not given");
    }

    #[test]
    fn entries_of_an_archive() {
        let mut editor = Editor::new();
        for name in ["bravo", "alpha"] {
            editor.add(NewEntry::new(*b"TEXT", name).unwrap(), b"12345678".as_slice()).unwrap();
        }
        let bytes = editor.write().unwrap();
        // The directory is at the end: 64 bytes an entry, in it type, attr1, attr2, size, attr3,
        // name[36], offset, sort index.
        let second = bytes.len() - 64;
        let subject = Subject::file("demo.lib", &bytes);
        places(
            &subject,
            &[
                ("entries[1].attr1", Place::Bytes(second + 4..second + 8)),
                ("entries[1].attr3", Place::Bytes(second + 16..second + 20)),
                ("entries[1].name", Place::Bytes(second + 20..second + 25)),
                // Another index is refused, so nobody can say.
                ("entries[0].index", Place::Unknown),
                ("nothing", Place::Unknown),
            ],
        );
    }

    #[test]
    fn fields_of_a_material() {
        // Two counts, class, an unknown byte, speed, damage; one phase of 34 bytes.
        let mut bytes = vec![1, 0, 0, 0, 7, 255, 0, 0, 128, 63, 0, 0, 0, 0];
        bytes.extend([9, 8, 7, 60]);
        bytes.extend([0; 13]);
        bytes.push(0xff);
        bytes.extend(b"WATER.0\0\0\0\0\0\0\0\0\0");
        let entry = EntryMeta { type_id: (*b"MAT0").into(), attributes: [4, 6, 0] };
        let subject = Subject { name: "WATER", bytes: &bytes, entry: Some(entry) };
        places(
            &subject,
            &[
                ("class", Place::Bytes(4..5)),
                ("speed", Place::Bytes(6..10)),
                ("damage", Place::Bytes(10..14)),
                ("flags", Place::Directory),
                ("phases[0].ambient", Place::Bytes(14..17)),
                ("phases[0].ambient[1]", Place::Bytes(15..16)),
                ("phases[0].opacity", Place::Bytes(17..18)),
                ("phases[0].cell", Place::Bytes(31..32)),
                ("phases[0].texture", Place::Bytes(32..39)),
                ("derived.blend", Place::Derived),
            ],
        );
    }
}
