//! How two files, archives or folders differ: by entry, then by field.

mod pairs;
mod renames;
mod wording;

use ngi_formats::tree::{At, Node as TreeNode, Piece};
use ngi_vfs::{EntryInfo, LinkGuard, Node, NodeKind};
pub use pairs::{Pair, pairs};
pub use renames::Removed;
use serde::Serialize;
use serde_json::{Value, json};
pub use wording::Wording;

use crate::archive::record_to_json;
use crate::check::entry_meta;
use crate::document::compare;
use crate::format::{self, Form, Known, Subject};
use crate::json::Object;
use crate::{Error, Result};

/// Fields of an entry that follow from where it lies, not from what it says.
pub(crate) const PLACEMENT: [&str; 6] =
    ["index", "offset", "sort_index", "sort_to_original", "size", "packed_size"];

/// Whether a field of an entry says something of its own.
fn is_content(key: &str) -> bool {
    !PLACEMENT.contains(&key)
}

/// One difference: a row of `ngi.diff/1`. Its values are whatever the compared things have there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Path below the two things compared; empty for the things themselves.
    pub path: String,
    /// What kind of difference.
    pub kind: DifferenceKind,
    /// Path of the field, where one is meant.
    pub field: String,
    /// The value on the left.
    pub a: Value,
    /// The value on the right.
    pub b: Value,
}

impl Difference {
    /// A field that has another value.
    pub(crate) fn changed(field: impl Into<String>, a: Value, b: Value) -> Self {
        Self { path: String::new(), kind: DifferenceKind::Changed, field: field.into(), a, b }
    }

    /// Many things that differ: `text` says how many of which.
    pub(crate) fn summary(text: String, a: Value, b: Value) -> Self {
        Self { path: String::new(), kind: DifferenceKind::Summary, field: text, a, b }
    }
}

/// What kind of difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// Only on the left.
    Removed,
    /// Only on the right.
    Added,
    /// The same bytes under another name; `b` has it.
    Renamed,
    /// A field differs.
    Changed,
    /// Bytes differ, and no field tells how.
    Bytes,
    /// Many things differ; `field` says how many of which.
    Summary,
}

/// The document `ngi.diff/1`.
#[derive(Debug, Serialize)]
pub struct Answer<'d> {
    schema: &'static str,
    differences: &'d [Difference],
}

impl<'d> Answer<'d> {
    /// The document of what was found.
    pub fn of(differences: &'d [Difference]) -> Self {
        Self { schema: "ngi.diff/1", differences }
    }
}

/// Compares two files, entries, archives or folders.
pub fn diff(a: &Node, b: &Node) -> Result<Vec<Difference>> {
    let mut differences = Vec::new();
    compare_entries(a, b, "", &mut differences, is_content);
    // Two entries that were asked for by name may have different ones.
    differences.retain(|found| !matches!(found.field.as_str(), "name" | "name_raw"));
    let mut links = [a, b].map(LinkGuard::starting_at);
    compare(a, b, "", &mut differences, &mut links)?;
    Ok(differences)
}

/// Links that were followed on the left and on the right.
type Links = [LinkGuard; 2];

fn compare(
    a: &Node,
    b: &Node,
    path: &str,
    out: &mut Vec<Difference>,
    links: &mut Links,
) -> Result<()> {
    let folders = [a, b].map(|node| node.kind() == NodeKind::Folder);
    match folders {
        [true, true] => compare_children(a, b, path, out, links),
        [false, false] => compare_content(a, b, path, out, links),
        _ => Err(Error::Usage(format!("{} and {}: one is a folder", a.path(), b.path()))),
    }
}

/// Compares what two files or entries hold.
fn compare_content(
    a: &Node,
    b: &Node,
    path: &str,
    out: &mut Vec<Difference>,
    links: &mut Links,
) -> Result<()> {
    let (a_bytes, b_bytes) = (a.bytes()?, b.bytes()?);
    if a_bytes == b_bytes {
        return Ok(());
    }
    let before = out.len();
    if let Some(found) = by_format((a, &a_bytes), (b, &b_bytes)) {
        out.extend(found.into_iter().map(|found| Difference { path: path.to_owned(), ..found }));
        if out.len() == before {
            out.push(bytes_differ(&a_bytes, &b_bytes, path));
        }
        return Ok(());
    }
    let open = |node: &Node| node.open_container().ok().flatten();
    if let (Some(a_kind), Some(b_kind)) = (open(a), open(b))
        && a_kind.kind() == b_kind.kind()
    {
        compare_children(a, b, path, out, links)?;
        if out.len() == before {
            compare_places(a, b, path, out)?;
        }
    } else if let Some(found) = by_field((a, &a_bytes), (b, &b_bytes)) {
        out.extend(found.into_iter().map(|found| Difference { path: path.to_owned(), ..found }));
    }
    if out.len() == before {
        out.push(bytes_differ(&a_bytes, &b_bytes, path));
    }
    Ok(())
}

/// What the format of both finds, if it has an own way to compare.
fn by_format(a: (&Node, &[u8]), b: (&Node, &[u8])) -> Option<Vec<Difference>> {
    let names = [a.0.name(), b.0.name()];
    let nodes = [a.0, b.0];
    let [a, b] = [(a, &names[0]), (b, &names[1])].map(|((node, bytes), name)| Subject {
        name,
        bytes,
        entry: entry_meta(node),
    });
    let (left, right) = (format::of_node(nodes[0], &a), format::of_node(nodes[1], &b));
    match (left, right) {
        (Known::Listed(left), Known::Listed(right)) if left.id() == right.id() => {
            left.document.diff(&a, &b)
        }
        (Known::Table(left), Known::Table(right)) => left.diff_with(&right, &a, &b),
        _ => None,
    }
}

/// In which fields both differ, where both have some.
fn by_field(a: (&Node, &[u8]), b: (&Node, &[u8])) -> Option<Vec<Difference>> {
    let names = [a.0.name(), b.0.name()];
    let [left, right] = [(a, &names[0]), (b, &names[1])].map(|((node, bytes), name)| {
        let subject = Subject { name, bytes, entry: entry_meta(node) };
        format::recognise(&subject)?.document.tree(&subject, Form::Short).ok()
    });
    Some(compare::compare(&left?, &right?, &[]))
}

/// Where bytes first differ, and how many do.
pub(crate) fn bytes_differ(a: &[u8], b: &[u8], path: &str) -> Difference {
    let pairs = a.iter().zip(b);
    let differing = pairs.clone().filter(|(a, b)| a != b).count() + a.len().abs_diff(b.len());
    let first = pairs.clone().position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
    Difference {
        path: path.to_owned(),
        kind: DifferenceKind::Bytes,
        field: format!("{differing} bytes differ, the first at {first:#x}"),
        a: json!({"size": a.len()}),
        b: json!({"size": b.len()}),
    }
}

/// Compares what two archives or folders hold, child by child.
fn compare_children(
    a: &Node,
    b: &Node,
    path: &str,
    out: &mut Vec<Difference>,
    links: &mut Links,
) -> Result<()> {
    let mut removed = Removed::default();
    for pair in pairs(a, b)? {
        match pair {
            Pair::Both(a, b) => compare_pair(&a, &b, path, out, links)?,
            Pair::Left(a) => {
                removed.add(&a, out.len());
                out.push(one_sided(&a, join(path, &a), DifferenceKind::Removed));
            }
            // All that are only on the left have come by now.
            Pair::Right(b) => match removed.take(a, &b) {
                Some((place, old)) => tell_renamed(&old, &b, place, path, out),
                None => out.push(one_sided(&b, join(path, &b), DifferenceKind::Added)),
            },
        }
    }
    Ok(())
}

/// Says of something that seemed removed that it has another name.
fn tell_renamed(old: &Node, new: &Node, place: usize, path: &str, out: &mut Vec<Difference>) {
    if let Some(told) = out.get_mut(place) {
        told.kind = DifferenceKind::Renamed;
        (told.a, told.b) = (join(path, old).into(), join(path, new).into());
    }
    let is_own = |key: &str| is_content(key) && !matches!(key, "name" | "name_raw");
    compare_entries(old, new, &join(path, new), out, is_own);
}

fn compare_pair(
    a: &Node,
    b: &Node,
    path: &str,
    out: &mut Vec<Difference>,
    links: &mut Links,
) -> Result<()> {
    if a.kind() == NodeKind::Folder && b.kind() == NodeKind::Folder {
        let [left, right] = &mut *links;
        let enters = (left.may_enter(a), right.may_enter(b));
        if enters != (true, true) {
            return Ok(());
        }
    }
    let bytes = (a.kind() == NodeKind::Entry).then(|| (a.bytes(), b.bytes()));
    let same_content = matches!(&bytes, Some((Ok(a), Ok(b))) if a == b);
    if same_content && a.entry() == b.entry() {
        return Ok(());
    }
    let path = join(path, a);
    compare_entries(a, b, &path, out, is_content);
    match bytes {
        _ if same_content => Ok(()),
        // Both are broken: their archives were compared.
        Some((Err(_), Err(_))) => Ok(()),
        _ => compare(a, b, &path, out, links),
    }
}

/// Compares where two archives with the same content have it: what sorting changes.
fn compare_places(a: &Node, b: &Node, path: &str, out: &mut Vec<Difference>) -> Result<()> {
    for pair in pairs(a, b)? {
        if let Pair::Both(a, b) = pair {
            let path = join(path, &a);
            compare_entries(&a, &b, &path, out, |key| !is_content(key));
        }
    }
    Ok(())
}

fn join(path: &str, child: &Node) -> String {
    let own = child.path();
    let segment = own.rsplit('/').next().unwrap_or(&own);
    if path.is_empty() { segment.to_owned() } else { format!("{path}/{segment}") }
}

fn one_sided(node: &Node, path: String, kind: DifferenceKind) -> Difference {
    let size = json!({"size": node.size().unwrap_or(0)});
    let (a, b) =
        if kind == DifferenceKind::Removed { (size, Value::Null) } else { (Value::Null, size) };
    Difference { path, kind, field: String::new(), a, b }
}

/// Whether the archives around two entries say the same of them, but for where they lie.
pub fn same_entry(a: &Node, b: &Node) -> bool {
    let mut found = Vec::new();
    compare_entries(a, b, "", &mut found, is_content);
    found.is_empty()
}

/// Compares what the archives say about two entries.
fn compare_entries(
    a: &Node,
    b: &Node,
    path: &str,
    out: &mut Vec<Difference>,
    asked: impl Fn(&str) -> bool,
) {
    let (Some(left), Some(right)) = (a.entry(), b.entry()) else { return };
    if left == right {
        return;
    }
    let fields = |entry: &EntryInfo| {
        let mut object = record_to_json(entry);
        object.retain(|key, _| asked(key));
        object
    };
    let mut found = compare_objects(&fields(&left), &fields(&right), "");
    if found.iter().any(|found| attribute(&found.field).is_some()) {
        let (known, by_name) = compare_attributes(a, b);
        found.retain(|found| attribute(&found.field).is_none_or(|number| !known.contains(&number)));
        found.extend(by_name);
    }
    out.extend(found.into_iter().map(|found| Difference { path: path.to_owned(), ..found }));
}

/// Which attribute of an entry a field is.
fn attribute(field: &str) -> Option<u8> {
    field.strip_prefix("attr")?.parse().ok()
}

/// Compares the fields that a format keeps in the attributes of its entry, under their own names.
/// Gives the numbers of these attributes, too.
fn compare_attributes(a: &Node, b: &Node) -> (Vec<u8>, Vec<Difference>) {
    let (mut known, mut found) = (Vec::new(), Vec::new());
    let kept = |node: &Node| -> Option<Vec<(u8, String, TreeNode<'static>)>> {
        let (bytes, name) = (node.bytes().ok()?, node.name());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
        let document = format::recognise(&subject)?.document;
        let tree = document.tree(&subject, Form::Short).ok()?;
        let mut kept = Vec::new();
        tree.leaves(&mut |leaf| {
            // What is told in other words there says nothing new.
            let is_stored = !leaf.path.starts_with("derived");
            if let TreeNode::Piece(Piece { kind, bytes, at: At::Attribute(number) }) = leaf.node
                && is_stored
            {
                let piece = Piece::made(*kind, bytes.to_vec());
                kept.push((*number, leaf.path.to_owned(), piece.into()));
            }
        });
        Some(kept)
    };
    let (Some(left), Some(right)) = (kept(a), kept(b)) else { return (known, found) };
    for ((number, path, left), (_, other, right)) in left.iter().zip(&right) {
        if path == other {
            known.push(*number);
            compare::parts(left, right, path, &mut found);
        }
    }
    (known, found)
}

/// In which members two flat objects differ; `field` is the path of both.
pub(crate) fn compare_objects(a: &Object, b: &Object, field: &str) -> Vec<Difference> {
    let added = b.keys().filter(|key| !a.contains_key(*key));
    let differing = a.keys().chain(added).filter(|key| a.get(*key) != b.get(*key));
    let changed = |key: &String| {
        let value = |object: &Object| object.get(key).cloned().unwrap_or_default();
        let field = if field.is_empty() { key.clone() } else { format!("{field}.{key}") };
        Difference::changed(field, value(a), value(b))
    };
    differing.map(changed).collect()
}
