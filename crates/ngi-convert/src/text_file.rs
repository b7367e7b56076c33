//! What formats that are text files have in common.

use ngi_formats::text;
use ngi_formats::tree::{Node, Told};
use serde_json::Value;

use crate::convert::{Destination, Exported, Imported, Outside, Source};
use crate::diff::{Difference, Kind};
use crate::document::compare;
use crate::format::Subject;
use crate::{Error, Result, show};

/// What they are exported to and made of.
pub(crate) static TEXT: [Outside; 1] = [Outside { suffix: "txt", holds: "the text in UTF-8" }];

/// The text in UTF-8.
pub(crate) fn export(subject: &Subject<'_>, to: &Destination<'_>) -> Exported {
    Exported::file(to, text::decode(subject.bytes).into_bytes())
}

/// The bytes of a text in UTF-8; `prove` says whether it is one of the format's.
pub(crate) fn import(
    source: &Source<'_>,
    prove: impl FnOnce(&[u8]) -> ngi_formats::Result<()>,
) -> Result<Imported> {
    let words = std::str::from_utf8(source.bytes)
        .map_err(|error| Error::Usage(format!("not UTF-8: {error}")))?;
    let words = words.trim_start_matches('\u{feff}');
    let bytes = text::encode(words).ok_or_else(|| {
        Error::Usage("a character has no byte in Windows-1251, the game's code page".into())
    })?;
    prove(&bytes)?;
    Ok(Imported { bytes, carried: vec!["the text".into()], ..Imported::default() })
}

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
        found.push(Difference { path: String::new(), kind: Kind::Summary, field, a, b });
    }
    Some(found)
}
