//! How two models or landscapes differ: table by table, long tables summarised.

use std::collections::{HashMap, VecDeque};

use ngi_formats::msh::{Header, Stream};
use ngi_formats::nres::{Archive, Entry};
use ngi_formats::schema::Record as _;
use ngi_formats::tables::{Table, tables};
use ngi_formats::tree::{Node, Piece, Rows};
use serde_json::Value;

use crate::archive::nres;
use crate::diff::{Difference, DifferenceKind, PLACEMENT, bytes_differ, compare_objects};
use crate::document::compare::parts;
use crate::json;

/// Rows of a table whose fields are compared one by one; the rest is counted.
const ROWS: usize = 8;
/// Fields of a table that are listed.
const LINES: usize = 16;
/// Tables with so many rows that single ones say nothing.
const PER_VERTEX: [&str; 14] = [
    "positions",
    "normals",
    "uvs",
    "indices",
    "triangles",
    "extra",
    "tangents",
    "lightmap_uvs",
    "map",
    "material_uvs",
    "micro_uvs",
    "alphas",
    "order",
    "faces",
];

/// The differences; `None` where one of them is no archive. None at all may mean that only bytes
/// differ that belong to nobody.
pub fn diff(a: &[u8], b: &[u8]) -> Option<Vec<Difference>> {
    let (a, b) = (Archive::read(a).ok()?, Archive::read(b).ok()?);
    let (left, right) = (tables(&a), tables(&b));
    let mut out = Vec::new();
    compare_entries((&a, &left), &b, &mut out);
    for table in &left {
        match right.iter().find(|other| other.key() == table.key()) {
            Some(other) => compare(table, other, &mut out),
            None => out.push(one_sided(table, DifferenceKind::Removed)),
        }
    }
    let added = right.iter().filter(|table| left.iter().all(|other| other.key() != table.key()));
    out.extend(added.map(|table| one_sided(table, DifferenceKind::Added)));
    Some(out)
}

fn one_sided(table: &Table<'_>, kind: DifferenceKind) -> Difference {
    let count = Value::from(table.count());
    let (a, b) =
        if kind == DifferenceKind::Removed { (count, Value::Null) } else { (Value::Null, count) };
    Difference { path: String::new(), kind, field: table.key().into(), a, b }
}

/// An entry of each: of the same type, and the same place among those of that type.
type Pair<'a, 'b> = (Option<Entry<'a>>, Option<Entry<'b>>);

fn pairs<'a, 'b>(a: &Archive<'a>, b: &Archive<'b>) -> Vec<Pair<'a, 'b>> {
    let mut waiting: HashMap<u32, VecDeque<Entry<'b>>> = HashMap::new();
    b.iter().for_each(|entry| waiting.entry(entry.type_id().0).or_default().push_back(entry));
    let mut partner =
        |entry: &Entry<'_>| waiting.get_mut(&entry.type_id().0).and_then(VecDeque::pop_front);
    let mut pairs: Vec<Pair<'a, 'b>> = a.iter().map(|a| (Some(a), partner(&a))).collect();
    let mut added: Vec<_> = waiting.into_values().flatten().collect();
    added.sort_by_key(Entry::index);
    pairs.extend(added.into_iter().map(|entry| (None, Some(entry))));
    pairs
}

/// What the directories say, and payloads that are no tables.
fn compare_entries(
    (a, tables): (&Archive<'_>, &[Table<'_>]),
    b: &Archive<'_>,
    out: &mut Vec<Difference>,
) {
    let pairs = pairs(a, b);
    let renamed = renamed(&pairs);
    if let Some([a, b]) = &renamed {
        out.push(Difference::changed(
            "entries: name",
            Value::from(a.as_str()),
            Value::from(b.as_str()),
        ));
    }
    let mut differing = 0;
    for (a, b) in &pairs {
        let mut found = compare_entry(a.as_ref(), b.as_ref(), renamed.is_some());
        let is_table = |entry: &&Entry<'_>| tables.iter().any(|t| t.entry == entry.index());
        if let (Some(a), Some(b)) = (a.as_ref().filter(|a| !is_table(a)), b) {
            found.extend(compare_payloads(a, b));
        }
        differing += usize::from(!found.is_empty());
        if differing <= ROWS {
            out.extend(found);
        }
    }
    rest(out, "entries", differing.saturating_sub(ROWS), (pairs.len(), pairs.len()));
}

/// The old and the new name, where all entries changed theirs alike.
fn renamed(pairs: &[Pair<'_, '_>]) -> Option<[String; 2]> {
    let name = |entry: &Entry<'_>| entry.record().name.to_string();
    let mut names = pairs.iter().filter_map(|(a, b)| Some([name(a.as_ref()?), name(b.as_ref()?)]));
    let first = names.next()?;
    (first[0] != first[1] && names.all(|other| other == first)).then_some(first)
}

fn compare_entry(a: Option<&Entry<'_>>, b: Option<&Entry<'_>>, renamed: bool) -> Vec<Difference> {
    let (Some(a), Some(b)) = (a, b) else {
        let shown = |entry: Option<&Entry<'_>>| entry.map(|entry| entry.type_id().to_string());
        let index = a.or(b).map_or(0, Entry::index);
        let field = format!("entries[{index}].type");
        return vec![Difference::changed(field, shown(a).into(), shown(b).into())];
    };
    let field = format!("entries[{}]", a.index());
    let row = |entry: &Entry<'_>| {
        let mut row = nres::record_to_json(entry.index(), entry.record());
        row.retain(|key, _| !(PLACEMENT.contains(&key.as_str()) || renamed && key == "name"));
        row
    };
    compare_objects(&row(a), &row(b), &field)
}

fn compare_payloads(a: &Entry<'_>, b: &Entry<'_>) -> Option<Difference> {
    let (a_bytes, b_bytes) = (a.payload().ok()?, b.payload().ok()?);
    let differs = (a_bytes != b_bytes).then(|| bytes_differ(a_bytes, b_bytes, ""))?;
    Some(Difference { field: format!("entries[{}]: {}", a.index(), differs.field), ..differs })
}

/// Compares two tables of the same key.
pub(super) fn compare(a: &Table<'_>, b: &Table<'_>, out: &mut Vec<Difference>) {
    compare_headers(a, b, out);
    let key = a.key();
    let counts = (a.count(), b.count());
    if counts.0 != counts.1 {
        out.push(summary(format!("{key}: {} rows become {}", counts.0, counts.1), counts));
    }
    match (a.rows(), b.rows()) {
        (Some(left), Some(right)) => compare_rows(key, &left, &right, counts, out),
        _ => compare_others(key, &a.node(), &b.node(), counts, out),
    }
    if a.tail() != b.tail() {
        let [a_tail, b_tail] = [a, b].map(|table| Value::from(json::hex(table.tail())));
        out.push(Difference::changed(format!("{key}_tail"), a_tail, b_tail));
    }
}

/// Compares records that are all of one size: their bytes, and only what differs by field.
fn compare_rows(
    key: &str,
    a: &Rows<'_>,
    b: &Rows<'_>,
    counts: (usize, usize),
    out: &mut Vec<Difference>,
) {
    let differing = differing(a, b);
    let mut left = differing.len();
    let mut lines = Vec::new();
    for &index in differing.iter().take(ROWS) {
        if let (Some(a_row), Some(b_row)) = (a.get(index), b.get(index)) {
            let [a_row, b_row] = [a_row, b_row].map(Node::from);
            parts(&a_row, &b_row, &format!("{key}[{index}]"), &mut lines);
        }
        if lines.len() > LINES {
            break;
        }
        left -= 1;
    }
    // Of vertices and the like a few out of many say nothing.
    if left > 0 && PER_VERTEX.contains(&key) {
        (left, lines) = (differing.len(), Vec::new());
    }
    out.extend(lines.into_iter().take(LINES));
    match farthest(key, a, b).filter(|_| left > 0) {
        Some(distance) => {
            let all = counts.0.min(counts.1);
            let text = format!("positions: {left} of {all} vertices moved, by up to {distance}");
            out.push(summary(text, counts));
        }
        None => rest(out, key, left, counts),
    }
}

/// Compares labels and hallways. What only one of them has is in the counts.
fn compare_others(
    key: &str,
    a: &Node<'_>,
    b: &Node<'_>,
    counts: (usize, usize),
    out: &mut Vec<Difference>,
) {
    let mut lines = Vec::new();
    parts(a, b, key, &mut lines);
    lines.retain(|line| !line.a.is_null() && !line.b.is_null() || line.field.ends_with("_raw"));
    let left = lines.len().saturating_sub(LINES);
    out.extend(lines.into_iter().take(LINES));
    rest(out, key, left, counts);
}

fn compare_headers(a: &Table<'_>, b: &Table<'_>, out: &mut Vec<Difference>) {
    let (Some(a), Some(b)) = (a.header(), b.header()) else { return };
    let mut found = Vec::new();
    let (left, right) = (Node::from(a.clone()), Node::from(b.clone()));
    parts(&left, &right, "header", &mut found);
    if found.len() <= LINES / 2 {
        out.append(&mut found);
        return;
    }
    out.push(summary(format!("header: {} of 35 numbers differ", found.len()), (35, 35)));
    out.push(Difference::changed("header: box", box_of(&a), box_of(&b)));
}

/// The two ends of the box of everything.
fn box_of(header: &Piece<'_>) -> Value {
    let header = header.bytes.first_chunk().map(Header::read).unwrap_or_default();
    let aabb = header.aabb();
    let end = |end: [f32; 3]| end.into_iter().map(json::float).collect::<Value>();
    [end(aabb.min), end(aabb.max)].into_iter().collect()
}

/// The rows both have that are not the same.
fn differing(a: &Rows<'_>, b: &Rows<'_>) -> Vec<usize> {
    if a.bytes == b.bytes {
        return Vec::new();
    }
    let size = a.kind.size().max(1);
    let pairs = a.bytes.chunks_exact(size).zip(b.bytes.chunks_exact(size));
    let differing = pairs.enumerate().filter(|(_, (a, b))| a != b);
    differing.map(|(index, _)| index).collect()
}

/// How far the vertex that moved most has moved; `None` for another table.
fn farthest(key: &str, a: &Rows<'_>, b: &Rows<'_>) -> Option<f32> {
    if key != "positions" {
        return None;
    }
    let distance = |(a, b): ([f32; 3], [f32; 3])| {
        a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    };
    let [a, b] = [a, b].map(|rows| Stream::<[f32; 3]>::new(&rows.bytes));
    Some(a.iter().zip(b.iter()).map(distance).fold(0.0, f32::max))
}

fn rest(out: &mut Vec<Difference>, key: &str, left: usize, counts: (usize, usize)) {
    if left > 0 {
        let all = counts.0.min(counts.1);
        out.push(summary(format!("{key}: {left} of {all} rows differ, not listed"), counts));
    }
}

fn summary(text: String, (a, b): (usize, usize)) -> Difference {
    Difference::summary(text, a.into(), b.into())
}
