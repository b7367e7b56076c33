//! Changes of bytes told by the fields they change.

use std::ops::Range;

use ngi_demo::broken::{Change, Field};
use ngi_formats::nres::Archive;
use ngi_formats::schema::{Kind, Value};
use ngi_formats::text;
use ngi_formats::tree::{At, Leaf, Node, Piece};
use ngi_verbs::format::{EntryMeta, Form, Subject, recognise};
use ngi_verbs::json::hex;

/// The steps of a change, one after the other.
pub fn steps(change: &Change) -> Vec<Change> {
    match change {
        Change::Both(first, second) => [steps(first), steps(second)].concat(),
        one => vec![one.clone()],
    }
}

/// One step after the other as one change.
pub fn joined(steps: &[Change]) -> Option<Change> {
    let (last, before) = steps.split_last()?;
    let join = |all, step: &Change| Change::Both(Box::new(step.clone()), Box::new(all));
    Some(before.iter().rev().fold(last.clone(), join))
}

/// As few steps of a change as still break the rule.
pub fn least(change: &Change, breaks: &dyn Fn(&Change) -> bool) -> Change {
    let mut left = steps(change);
    for index in (0..left.len()).rev() {
        let mut fewer = left.clone();
        fewer.remove(index);
        if joined(&fewer).is_some_and(|change| breaks(&change)) {
            left = fewer;
        }
    }
    joined(&left).unwrap_or(Change::Nothing)
}

/// Values that are easier to read than what was found by trying bytes.
const PLAIN: [&str; 13] =
    ["LOST", "lost.lib", "ЯМА", "0", "1", "2", "3", "99", "0.5", "-1", "1000", "100000", ""];

/// The same steps with plain values, as far as those break the rule too.
pub fn plainer(change: &Change, breaks: &dyn Fn(&Change) -> bool) -> Change {
    let mut now = steps(change);
    for index in 0..now.len() {
        let (Change::Field(field) | Change::EntryField(_, field)) = &now[index] else { continue };
        if is_plain(&field.value) {
            continue;
        }
        for value in PLAIN {
            let mut other = now.clone();
            let (Change::Field(field) | Change::EntryField(_, field)) = &mut other[index] else {
                continue;
            };
            field.value = value.to_owned();
            if joined(&other).is_some_and(|change| breaks(&change)) {
                now = other;
                break;
            }
        }
    }
    joined(&now).unwrap_or(Change::Nothing)
}

/// Whether a value is a name, or a number that was not made of any bytes.
fn is_plain(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    digits <= 4 || value.starts_with("nan:")
}

/// The same change to a file, by field wherever there is one. Gives the same bytes.
pub fn by_field(name: &str, bytes: &[u8], change: &Change) -> Change {
    let mut now = bytes.to_vec();
    let mut all = Vec::new();
    for step in steps(change) {
        let Ok(after) = step.apply(name, &now) else { return change.clone() };
        all.extend(match &step {
            Change::Set(at, new) => set_by_field(name, &now, &after, *at..at + new.len()),
            other => vec![other.clone()],
        });
        now = after;
    }
    joined(&all).unwrap_or(Change::Nothing)
}

/// Bytes that became others within a range, as fields; what lies in none stays an offset.
fn set_by_field(name: &str, before: &[u8], after: &[u8], range: Range<usize>) -> Vec<Change> {
    let places = places(name, before, &range);
    let mut changes = Vec::new();
    let mut said = before.to_vec();
    for place in &places {
        let new = &after[place.range.clone()];
        if said[place.range.clone()] == *new || !place.changes(before, after) {
            continue;
        }
        let Some(change) = place.change(&said, new) else { continue };
        if let Ok(next) = change.apply(name, &said)
            && next.len() == said.len()
        {
            said = next;
            changes.push(change);
        }
    }
    if let Some(gap) = differing(&said, after) {
        changes.push(set_no_field(before, after, gap));
    }
    let same = |changes: &[Change]| {
        joined(changes).and_then(|change| change.apply(name, before).ok()).as_deref() == Some(after)
    };
    if same(&changes) { changes } else { vec![Change::Set(range.start, after[range].to_vec())] }
}

/// Bytes that lie in no field: by their offset in the entry, where they are in one.
fn set_no_field(before: &[u8], after: &[u8], gap: Range<usize>) -> Change {
    let new = after[gap.clone()].to_vec();
    let archive = Archive::read(before).ok();
    let mut records = archive.iter().flat_map(Archive::records);
    let inside = |start: usize, size: usize| start <= gap.start && gap.end <= start + size;
    let entry = records.position(|record| inside(record.offset as usize, record.size as usize));
    let record = entry.and_then(|index| archive.as_ref()?.records().nth(index));
    match entry.zip(record) {
        Some((index, record)) => Change::EntrySet(index, gap.start - record.offset as usize, new),
        None => Change::Set(gap.start, new),
    }
}

/// The archive that a file is, where it is nothing more than that.
fn archive<'a>(name: &str, bytes: &'a [u8]) -> Option<Archive<'a>> {
    let format = recognise(&Subject::file(name, bytes))?;
    Archive::read(bytes).ok().filter(|_| format.id() == "nres")
}

/// From the first to the last byte in which two files of one size differ.
fn differing(a: &[u8], b: &[u8]) -> Option<Range<usize>> {
    let differs = |at: &usize| a.get(*at) != b.get(*at);
    Some((0..b.len()).find(differs)?..(0..b.len()).rev().find(differs)? + 1)
}

/// A value of a file or of one of its entries.
struct Place {
    path: String,
    /// The entry it is in.
    entry: Option<usize>,
    /// What it is; `None` for text and bytes of any length.
    kind: Option<Kind>,
    /// Where it lies in the file.
    range: Range<usize>,
}

impl Place {
    fn changes(&self, before: &[u8], after: &[u8]) -> bool {
        let (old, new) = (&before[self.range.clone()], &after[self.range.clone()]);
        match self.kind {
            // Parts of a word share its bytes.
            Some(kind @ Kind::Part(..)) => kind.read(old) != kind.read(new),
            _ => old != new,
        }
    }

    fn change(&self, before: &[u8], new: &[u8]) -> Option<Change> {
        let old = before.get(self.range.clone())?;
        let value = self.kind.map_or_else(|| typed_text(new), |kind| typed(kind, old, new));
        let field = Field { path: self.path.clone(), value };
        Some(match self.entry {
            Some(index) => Change::EntryField(index, field),
            None => Change::Field(field),
        })
    }
}

/// The values that lie in a range of a file, the entry's own before the archive's.
fn places(name: &str, bytes: &[u8], range: &Range<usize>) -> Vec<Place> {
    let file = Subject::file(name, bytes);
    let mut all = Vec::new();
    for (index, record) in archive(name, bytes).iter().flat_map(Archive::records).enumerate() {
        let (start, name) = (record.offset as usize, text::decode(record.name.name()));
        let Some(payload) = bytes.get(start..).and_then(|rest| rest.get(..record.size as usize))
        else {
            continue;
        };
        let attributes = [record.attr1, record.attr2, record.attr3];
        let entry = Some(EntryMeta { type_id: record.type_id, attributes });
        let subject = Subject { name: &name, bytes: payload, entry };
        all.extend(values(&subject, start, Some(index)));
    }
    all.extend(values(&file, 0, None));
    all.retain(|place| place.range.start < range.end && range.start < place.range.end);
    all
}

fn values(subject: &Subject<'_>, start: usize, entry: Option<usize>) -> Vec<Place> {
    let Some(format) = recognise(subject) else { return Vec::new() };
    let Ok(tree) = format.document.tree(subject, Form::Full) else { return Vec::new() };
    let mut all = Vec::new();
    tree.leaves(&mut |Leaf { path, node, .. }| match node {
        Node::Piece(piece) => pieces(path, piece, &mut |path, piece| {
            let At::Offset(at) = piece.at else { return };
            let range = start + at..start + at + piece.bytes.len();
            all.push(Place { path, entry, kind: Some(piece.kind), range });
        }),
        // A whole file in one text or one payload says less than an offset in it.
        Node::Text(bytes, At::Offset(at)) if bytes.len() < subject.bytes.len() => {
            let range = start + at..start + at + bytes.len();
            all.push(Place { path: path.to_owned(), entry, kind: None, range });
        }
        _ => {}
    });
    // Numbers before the texts that show the same bytes.
    all.sort_by_key(|place: &Place| place.kind.is_none());
    all
}

/// The values of a piece: each of a list.
fn pieces(path: &str, piece: &Piece<'_>, visit: &mut dyn FnMut(String, Piece<'_>)) {
    match piece.kind.count() {
        None => visit(path.to_owned(), piece.clone()),
        Some(count) => (0..count)
            .filter_map(|index| Some((index, piece.item(index)?)))
            .for_each(|(index, item)| pieces(&format!("{path}[{index}]"), &item, visit)),
    }
}

/// A stored value as a recipe has it: its name, its number, or its bytes.
fn typed(kind: Kind, old: &[u8], new: &[u8]) -> String {
    let said = match kind.read(new) {
        Some(Value::Int(number)) if kind.is_bits() => format!("{number:#x}"),
        Some(value @ Value::Int(number)) => {
            let name = kind.names_of(&value).first().map(ToString::to_string);
            name.unwrap_or_else(|| number.to_string())
        }
        Some(Value::Float(float)) if float.is_nan() => format!("nan:{:08x}", float.to_bits()),
        Some(Value::Float(float)) => ngi_verbs::json::float(float).to_string().replace('"', ""),
        Some(Value::Flag(flag)) => flag.to_string(),
        Some(Value::Text(field)) => typed_text(text::until_nul(field)),
        Some(Value::Bytes(bytes)) => hex(bytes),
        _ => typed_raw(new),
    };
    let mut back = old.to_vec();
    let put = kind.put_number(&said, &mut back).or_else(|_| kind.put_text(&said, &mut back));
    let part = matches!(kind, Kind::Part(..)) && kind.read(&back) == kind.read(new);
    if put.is_ok() && (part || back == new) { said } else { typed_raw(new) }
}

fn typed_text(bytes: &[u8]) -> String {
    let text = text::decode(bytes);
    let plain =
        text.chars().all(|c| !c.is_control()) && text.trim() == text && !text.contains("; ");
    let back = text::encode(&text).is_some_and(|back| back == bytes);
    if plain && back { text } else { typed_raw(bytes) }
}

fn typed_raw(bytes: &[u8]) -> String {
    format!("raw:{}", hex(bytes))
}
