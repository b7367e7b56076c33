//! How two maps differ: areal by areal, the grid summed up.

use ngi_formats::arealmap::{self, ArealMap};
use serde_json::{Value, json};

use super::read;
use crate::diff::Difference;
use crate::document::compare;
use crate::format::Subject;

/// Differences that are listed; the rest is counted.
const LINES: usize = 64;

/// The differences; `None` where one of the maps cannot be followed.
pub fn diff(a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
    let (a, b) = (read(a).ok()?, read(b).ok()?);
    let mut found = Vec::new();
    areals(&a, &b, &mut found);
    cells(&a, &b, &mut found);
    Some(found)
}

fn areals(a: &ArealMap<'_>, b: &ArealMap<'_>, out: &mut Vec<Difference>) {
    if a.len() != b.len() {
        let text = format!("number of areals: {} -> {}", a.len(), b.len());
        out.push(Difference::summary(text, json!(a.len()), json!(b.len())));
    }
    let mut changed = 0usize;
    let [left_tree, right_tree] = [a, b].map(arealmap::tree);
    for (index, (left, right)) in a.areals().zip(b.areals()).enumerate() {
        if a.areal_bytes(&left) == b.areal_bytes(&right) {
            continue;
        }
        changed += 1;
        if out.len() < LINES {
            let path = format!("areals[{index}]");
            let [left, right] = [&left_tree, &right_tree].map(|tree| tree.find(&path));
            if let (Ok(left), Ok(right)) = (left, right) {
                compare::parts(&left.node, &right.node, &path, out);
            }
        }
    }
    if out.len() >= LINES {
        out.truncate(LINES);
        out.push(Difference::summary(
            format!("{changed} areals differ in all"),
            Value::Null,
            Value::Null,
        ));
    }
}

fn cells(a: &ArealMap<'_>, b: &ArealMap<'_>, out: &mut Vec<Difference>) {
    let sizes = [a, b].map(|map| json!([map.across(), map.down()]));
    let [left, right] = sizes;
    if left != right {
        out.push(Difference::summary(
            format!("cells across and down: {left} -> {right}"),
            left,
            right,
        ));
        return;
    }
    let list = |map: &ArealMap<'_>, cell: usize| -> Vec<u16> {
        map.cell_list(cell).into_iter().flatten().collect()
    };
    let mut changed = (0..a.cell_count()).filter(|cell| list(a, *cell) != list(b, *cell));
    let Some(first) = changed.next() else { return };
    let down = usize::try_from(a.down()).unwrap_or(1).max(1);
    let count = changed.count() + 1;
    let field =
        format!("{count} cells name other areals, first cells[{}][{}]", first / down, first % down);
    out.push(Difference::summary(field, json!(list(a, first)), json!(list(b, first))));
}
