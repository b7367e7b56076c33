//! How two models differ: table by table, long tables summarised.

use ngi_formats::msh::{Record, resource};
use ngi_formats::nres::{Archive, Entry};
use serde_json::Value;

use super::rows::Row;
use super::tables::{Table, tables};
use crate::archive::nres;
use crate::diff::{Difference, Kind, PLACEMENT, bytes_differ, compare_values};

/// Rows of a table whose fields are compared one by one; the rest is counted.
const ROWS: usize = 8;

/// The differences; `None` where one of them is no archive. None at all may mean that only bytes
/// differ that belong to nobody.
pub fn diff(a: &[u8], b: &[u8]) -> Option<Vec<Difference>> {
    let (a, b) = (Archive::read(a).ok()?, Archive::read(b).ok()?);
    let (left, right) = (tables(&a), tables(&b));
    let mut out = Vec::new();
    compare_entries(&a, &b, &mut out);
    for table in &left {
        match right.iter().find(|other| other.key == table.key) {
            Some(other) => compare(table, other, &mut out),
            None => out.push(one_sided(table, Kind::Removed)),
        }
    }
    let added = right.iter().filter(|table| left.iter().all(|other| other.key != table.key));
    out.extend(added.map(|table| one_sided(table, Kind::Added)));
    Some(out)
}

fn one_sided(table: &Table<'_>, kind: Kind) -> Difference {
    let count = Value::from(table.count());
    let (a, b) = if kind == Kind::Removed { (count, Value::Null) } else { (Value::Null, count) };
    Difference { path: String::new(), kind, field: table.key.into(), a, b }
}

/// What the directories say, and payloads that are no tables.
fn compare_entries(a: &Archive<'_>, b: &Archive<'_>, out: &mut Vec<Difference>) {
    let counts = (a.len(), b.len());
    let mut differing = 0;
    for index in 0..counts.0.max(counts.1) {
        let found = compare_entry(index, a.get(index), b.get(index));
        differing += usize::from(!found.is_empty());
        if differing <= ROWS {
            out.extend(found);
        }
    }
    rest(out, "entries", differing.saturating_sub(ROWS), counts);
}

fn compare_entry(index: usize, a: Option<Entry<'_>>, b: Option<Entry<'_>>) -> Vec<Difference> {
    let mut found = Vec::new();
    let field = format!("entries[{index}]");
    let row = |entry: &Option<Entry<'_>>| {
        let Some(entry) = entry else { return Value::Null };
        let mut row = nres::record_to_json(index, entry.record());
        row.retain(|key, _| !PLACEMENT.contains(&key.as_str()));
        Value::Object(row)
    };
    compare_values(&row(&a), &row(&b), "", &field, &mut found);
    let opaque = |entry: &Entry<'_>| {
        resource::resource(entry.type_id().0).is_none_or(|r| r.type_id == resource::PROBES)
    };
    if let (Some(a), Some(b)) = (a.filter(opaque), b.filter(opaque))
        && let (Ok(a), Ok(b)) = (a.payload(), b.payload())
        && a != b
    {
        let bytes = bytes_differ(a, b, "");
        found.push(Difference { field: format!("{field}: {}", bytes.field), ..bytes });
    }
    found
}

fn compare(a: &Table<'_>, b: &Table<'_>, out: &mut Vec<Difference>) {
    if let (Some(a), Some(b)) = (a.header(), b.header())
        && a.write() != b.write()
    {
        compare_values(&a.to_value(), &b.to_value(), "", "header", out);
    }
    let counts = (a.count(), b.count());
    let differing = differing(a, b);
    let bulk = matches!(
        a.key,
        "positions"
            | "normals"
            | "uvs"
            | "indices"
            | "triangles"
            | "extra"
            | "tangents"
            | "lightmap_uvs"
            | "map"
    );
    let shown = if bulk && differing.len() > ROWS { 0 } else { ROWS };
    if counts.0 != counts.1 {
        out.push(summary(format!("{} become {} {}", counts.0, counts.1, a.key), counts));
    }
    for &index in differing.iter().take(shown) {
        if let (Some(a_row), Some(b_row)) = (a.row(index), b.row(index)) {
            compare_values(&a_row, &b_row, "", &format!("{}[{index}]", a.key), out);
        }
    }
    let left = differing.len().saturating_sub(shown);
    match farthest(a, b).filter(|_| shown == 0) {
        Some(distance) => {
            let all = counts.0.min(counts.1);
            let text = format!("positions: {left} of {all} vertices moved, by up to {distance}");
            out.push(summary(text, counts));
        }
        None => rest(out, a.key, left, counts),
    }
    if a.tail() != b.tail() {
        let [a_tail, b_tail] = [a.tail(), b.tail()].map(|tail| Value::from(crate::json::hex(tail)));
        compare_values(&a_tail, &b_tail, "", &format!("{}_tail", a.key), out);
    }
}

/// The rows both have that are not the same.
fn differing(a: &Table<'_>, b: &Table<'_>) -> Vec<usize> {
    let indices = |pairs: &mut dyn Iterator<Item = bool>| -> Vec<usize> {
        pairs.enumerate().filter(|(_, same)| !same).map(|(index, _)| index).collect()
    };
    match (a.raw_rows(), b.raw_rows()) {
        (Some((a, size)), Some((b, _))) => {
            let pairs = a.chunks_exact(size).zip(b.chunks_exact(size));
            indices(&mut pairs.map(|(a, b)| a == b))
        }
        _ => indices(&mut a.rows().zip(b.rows()).map(|(a, b)| a == b)),
    }
}

/// How far the vertex that moved most has moved; `None` for another table.
fn farthest(a: &Table<'_>, b: &Table<'_>) -> Option<f32> {
    if a.key != "positions" {
        return None;
    }
    let records = |table: &Table<'_>| {
        let (bytes, _) = table.raw_rows().unwrap_or_default();
        ngi_formats::msh::Stream::<[f32; 3]>::new(bytes).to_vec()
    };
    let (a, b) = (records(a), records(b));
    let distance = |(a, b): (&[f32; 3], &[f32; 3])| {
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    };
    Some(a.iter().zip(&b).map(distance).fold(0.0, f32::max))
}

fn rest(out: &mut Vec<Difference>, key: &str, left: usize, counts: (usize, usize)) {
    if left > 0 {
        let all = counts.0.min(counts.1);
        out.push(summary(format!("{key}: {left} of {all} rows differ, not listed"), counts));
    }
}

fn summary(text: String, (a, b): (usize, usize)) -> Difference {
    Difference { path: String::new(), kind: Kind::Summary, field: text, a: a.into(), b: b.into() }
}
