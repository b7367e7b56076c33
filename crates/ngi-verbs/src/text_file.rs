//! What formats that are text files have in common.

use ngi_formats::text;
use ngi_formats::tree::{Node, Told};
use serde_json::Value;

use crate::diff::Difference;
use crate::document::compare;
use crate::show;

/// A text that cannot be followed: why, and its lines.
pub(crate) fn broken(error: &ngi_formats::Error, bytes: &[u8]) -> String {
    let lines = text::decode(bytes);
    let lines: Vec<String> = lines.lines().map(show::printable).collect();
    format!("broken: {error}\n{}\n", lines.join("\n"))
}

/// How two trees differ; how the text is spaced counts only where nothing else does. `None`
/// where one of them has no `key`, because it could not be followed.
pub(crate) fn diff(trees: [Node<'_>; 2], key: &str) -> Option<Vec<Difference>> {
    let followed = |tree: &Node<'_>| {
        let list = tree.find(key).map(|found| found.node);
        list.is_ok_and(|list| !matches!(list, Node::Told(Told::Null)))
    };
    let [a, b] = &trees;
    if !followed(a) || !followed(b) {
        return None;
    }
    let mut found = compare::compare(a, b, &["text"]);
    if found.is_empty() {
        let field = format!("the {key} are the same, the text around them differs");
        let (a, b) = (Value::Null, Value::Null);
        found.push(Difference::summary(field, a, b));
    }
    Some(found)
}
