//! Numbers that count something of the same document: what they mean, by its name.
//!
//! Which numbers those are is said once, where the field is declared
//! ([`Numbers`](ngi_formats::schema::Numbers)).

use ngi_formats::schema::Value;
use ngi_formats::tree::{Node, Told};

use crate::document::text;

/// Rows that are looked through for one with a certain number.
const MOST_ROWS: usize = 100_000;
/// What a row may call itself.
const CALLED: [&str; 4] = ["name", "path", "object", "texture"];
/// Lists whose names stand in other lists, row by row.
const NAMED_BESIDE: [(&str, [&str; 2]); 1] = [("nodes", ["names", "labels"])];

/// What a number means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointed {
    /// The path of what it means.
    pub path: String,
    /// What that is called; may be empty.
    pub name: String,
}

/// What the numbers of a field mean: one of a number, several of a list. Numbers that mean nothing,
/// and those that lead nowhere, are left out.
pub fn pointed(tree: &Node<'_>, path: &str) -> Vec<Pointed> {
    let Ok(found) = tree.find(path) else { return Vec::new() };
    let numbers = found.about.numbers;
    if numbers.of.is_empty() {
        return Vec::new();
    }
    // The number of a list that is asked for alone is at its place in the list.
    let place = path.strip_suffix(']').and_then(|path| path.rsplit_once('['));
    let place = place.and_then(|(_, place)| place.parse().ok()).unwrap_or(0);
    let values: Vec<(usize, i64)> = match &found.node {
        Node::Piece(piece) => match piece.value() {
            Some(value) => whole(&value).map(|value| (place, value)).into_iter().collect(),
            None => (0..piece.kind.count().unwrap_or(0))
                .filter_map(|at| Some((at, whole(&piece.item(at)?.value()?)?)))
                .collect(),
        },
        Node::Told(Told::Number(value)) => vec![(place, *value)],
        _ => Vec::new(),
    };
    let meant =
        values.into_iter().filter_map(|(at, value)| meant(tree, numbers.counts(at)?, value));
    meant.collect()
}

fn whole(value: &Value<'_>) -> Option<i64> {
    match value {
        Value::Int(value) => Some(*value),
        _ => None,
    }
}

/// What a number means in a list, or among the rows of one that have a number of their own.
fn meant(tree: &Node<'_>, of: &str, value: i64) -> Option<Pointed> {
    let (list, own) = of.split_once('.').map_or((of, None), |(list, own)| (list, Some(own)));
    let index = match own {
        None => usize::try_from(value).ok()?,
        Some(own) => {
            let rows = tree.find(list).ok()?.node.len().min(MOST_ROWS);
            let has = |row: &usize| {
                let found = tree.find(&format!("{list}[{row}].{own}")).ok();
                let Some(Node::Piece(piece)) = found.map(|found| found.node) else { return false };
                piece.value().as_ref().and_then(whole) == Some(value)
            };
            // No number is written as -1.
            (0..rows).filter(|_| value != -1).find(has)?
        }
    };
    let path = format!("{list}[{index}]");
    tree.find(&path).ok()?;
    Some(Pointed { name: name_of(tree, list, index), path })
}

/// What a row of a list is called: by itself, or in the list that has its names. Empty where
/// nobody says.
pub fn name_of(tree: &Node<'_>, list: &str, row: usize) -> String {
    let told = |path: &str| {
        let said = text::line(&tree.find(path).ok()?.node);
        Some(said).filter(|name| !name.is_empty() && name != "null")
    };
    let beside = NAMED_BESIDE.iter().filter(|(of, _)| *of == list).flat_map(|(_, names)| names);
    let beside = beside.map(|names| format!("{names}[{row}]"));
    let mut beside = beside.flat_map(|own| [format!("{own}.name"), own]);
    let mut own = CALLED.iter().map(|key| format!("{list}[{row}].{key}"));
    beside
        .find_map(|path| told(&path))
        .or_else(|| own.find_map(|path| told(&path)))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::describe;
    use crate::format::FORMATS;

    #[test]
    fn what_numbers_count_is_a_list_of_their_document() {
        let mut asked = 0;
        for format in FORMATS {
            let known = describe::paths(format);
            let fields = format.document.records().iter().flat_map(|shape| shape.fields);
            for field in fields {
                let [least, most] = field.numbers.bounds.unwrap_or([0.0, 1.0]);
                assert!(least < most, "{} {}", format.id(), field.name);
                for of in field.numbers.of.iter().filter(|of| !of.is_empty()) {
                    asked += 1;
                    let path = match of.split_once('.') {
                        Some((list, own)) => format!("{list}[].{own}"),
                        None => format!("{of}[]"),
                    };
                    let is_there = known.keys().any(|known| {
                        known == &path || known.starts_with(&format!("{path}.")) || known == of
                    });
                    assert!(is_there, "{} {}: {of}", format.id(), field.name);
                }
            }
        }
        assert!(asked >= 6, "{asked}");
    }
}
