//! The rows of the inspector, everything opened: those that `ngi show --json` prints, for files of
//! every format of the demo game.

use std::collections::HashMap;

use ngi_formats::tree::{Node, ends};
use ngi_verbs::document::write;
use ngi_verbs::show;
use ngi_view::document::{self, Document, FieldRow, FieldView, Fields, Shape};
use ngi_view::platform;
use serde_json::Value;

use crate::drive::demo;

/// Files of a format that are compared. More of them have the same records.
const FILES_OF_A_FORMAT: u32 = 12;
/// Rows of a file whose texts are compared, too.
const READ: usize = 3000;

/// A row as it should be: path, depth, what it holds, what it says.
#[derive(Debug, PartialEq)]
struct Row {
    path: String,
    depth: u16,
    shape: Shape,
    text: String,
}

/// Whether a member of a JSON document stands only beside another: what its value alone would lose,
/// or its name in words. A tree has it in the field itself.
fn is_beside(key: &str, members: &serde_json::Map<String, Value>) -> bool {
    let of = key.strip_suffix("_raw").or_else(|| key.strip_suffix("_name"));
    of.is_some_and(|of| members.contains_key(of))
}

/// The rows of a JSON document.
fn expected(path: &str, value: &Value, depth: u16, rows: &mut Vec<Row>) {
    let mut add = |path: String, value: &Value| {
        rows.push(Row { path: path.clone(), depth, shape: shape(value), text: text(value) });
        if matches!(shape(value), Shape::Group(_)) {
            expected(&path, value, depth + 1, rows);
        }
    };
    match value {
        Value::Object(members) => {
            let dot = if path.is_empty() { "" } else { "." };
            for (key, value) in members.iter().filter(|(key, _)| !is_beside(key, members)) {
                add(format!("{path}{dot}{key}"), value);
            }
        }
        Value::Array(list) => {
            let each = list.iter().enumerate();
            each.for_each(|(index, value)| add(format!("{path}[{index}]"), value));
        }
        _ => {}
    }
}

fn shape(value: &Value) -> Shape {
    match value {
        Value::Object(members) => {
            Shape::Group(members.keys().filter(|key| !is_beside(key, members)).count())
        }
        Value::Array(list) => {
            let plain = list.iter().all(|item| !item.is_array() && !item.is_object());
            if plain && list.len() <= 16 { Shape::ShortList } else { Shape::Group(list.len()) }
        }
        _ => Shape::Scalar,
    }
}

fn text(value: &Value) -> String {
    match (shape(value), value) {
        (Shape::Group(count), Value::Object(members)) => {
            let telling = ["opcode_name", "name", "label", "texture", "material", "type", "kind"];
            let found = telling.iter().find_map(|key| members.get(*key).filter(|v| !v.is_null()));
            found.map_or_else(|| count.to_string(), show::scalar)
        }
        (Shape::Group(count), _) => count.to_string(),
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}

/// Every row of a tree.
fn all_open(fields: &mut Fields, tree: &Node<'_>) -> Vec<(String, FieldRow)> {
    fields.reset(tree);
    loop {
        let count = fields.rows(tree).len();
        let row = |place: usize| (fields.path(place), fields.row(place).unwrap());
        let rows: Vec<_> = (0..count).map(row).collect();
        let closed = |(path, row): &&(String, FieldRow)| {
            matches!(row.shape, Shape::Group(_)) && !fields.is_open(path)
        };
        let closed: Vec<_> = rows.iter().filter(closed).map(|(path, _)| path.clone()).collect();
        if closed.is_empty() {
            return rows;
        }
        closed.iter().for_each(|path| fields.toggle(path));
    }
}

/// The path of the value that a path is in or is, where it is in one.
fn value_around(tree: &Node<'_>, path: &str) -> Option<String> {
    let is_value = |path: &&str| tree.find(path).unwrap().node.is_leaf();
    is_value(&path)
        .then(|| ends(path).filter_map(|end| path.get(..end)).find(is_value))?
        .map(str::to_owned)
}

/// The values that rows stand for: a short list in place of its values, the values of a long list
/// of fixed length in place of the list.
fn values(tree: &Node<'_>, rows: &[(String, FieldRow)]) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    let mut last = (String::new(), None);
    for (path, _) in rows.iter().filter(|(_, row)| !matches!(row.shape, Shape::Group(_))) {
        let around = ends(path).rev().nth(1).and_then(|end| path.get(..end)).unwrap_or_default();
        if last.0 != around {
            last = (around.to_owned(), value_around(tree, around));
        }
        if let Some(whole) = &last.1 {
            if paths.last() != Some(whole) {
                paths.push(whole.clone());
            }
            continue;
        }
        let node = tree.find(path).unwrap().node;
        node.leaves(&mut |leaf| paths.push(format!("{path}{}", leaf.path)));
    }
    paths
}

/// Compares a document's rows with its JSON; gives how many there are.
fn compare(document: &Document) -> usize {
    let (schema, tree) = (document.format.document.schema(), document.tree().unwrap());
    let json = write::TreeDocument { schema: &schema, node: &tree };
    let mut expect = Vec::new();
    expected("", &ngi_verbs::json::to_value(&json).unwrap(), 0, &mut expect);
    expect.retain(|row| row.path != "schema");
    let mut rows = all_open(&mut Fields::default(), &tree);
    let at = document.node.path();
    let mut leaves = Vec::new();
    tree.leaves(&mut |leaf| leaves.push(leaf.path.to_owned()));
    assert_eq!(values(&tree, &rows), leaves, "{at}: other values, or in another order");
    // Values of JSON need not keep the order of their members.
    expect.sort_by(|a, b| a.path.cmp(&b.path));
    rows.sort_by(|(a, _), (b, _)| a.cmp(b));
    let differs = rows.iter().zip(&expect).find(|((path, _), expect)| *path != expect.path);
    let differs = differs.map(|((path, _), expect)| (path, &expect.path));
    assert_eq!(rows.len(), expect.len(), "{at}: {differs:?}");
    for (place, ((path, row), expect)) in rows.iter().zip(&expect).enumerate() {
        let here = (path, row.depth, row.shape);
        assert_eq!(here, (&expect.path, expect.depth, expect.shape), "{at}");
        if place < READ {
            let text = FieldView::of(&tree, path).unwrap().text;
            let front = text.strip_suffix('…').unwrap_or(&expect.text);
            assert!(text == expect.text || expect.text.starts_with(front), "{at} {path}: {text}");
        }
    }
    rows.len()
}

#[test]
fn the_rows_are_the_fields_of_the_tree() {
    let game = demo();
    let place = platform::open(game.path()).unwrap();
    let (mut files, mut rows) = (0, 0);
    let mut of_format: HashMap<&str, u32> = HashMap::new();
    for node in place.root().unwrap().walk().filter_map(Result::ok) {
        if let Some(document) = document::open(&node, None).document {
            let count = of_format.entry(document.format.kind.id).or_default();
            *count += 1;
            if *count <= FILES_OF_A_FORMAT {
                files += 1;
                rows += compare(&document);
            }
        }
    }
    assert!(files > 100 && rows > 10_000, "{rows} rows of {files} files");
}
