//! Every field of every document of the demo game lies where its tree says and has a meaning; every
//! path of its JSON leads to what is shown there; every finding of a broken file and every rule
//! names a field that is there.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use crate::common::subjects;
use ngi_demo::broken::{Asked, cases, findings_of, samples};
use ngi_formats::schema::{Kind, Shows};
use ngi_formats::tree::{At, Branch, Form as Shape, Leaf, Need, Node as Tree, Piece};
use ngi_formats::tree::{Step, steps, without_numbers};
use ngi_verbs::check::entry_meta;
use ngi_verbs::describe::{self, KnownPath};
use ngi_verbs::document::write::Part;
use ngi_verbs::format::{self, EntryMeta, Form, Format, Subject};
use ngi_verbs::json::{hex, to_value};
use ngi_vfs::Node;
use rayon::prelude::*;
use serde_json::Value;

/// Paths of a subject that are also looked up one by one.
const LOOKED_UP: usize = 2000;

/// Whether the bytes at the place of a value are the value.
fn holds(node: &Tree<'_>, bytes: &[u8], entry: Option<EntryMeta>) -> bool {
    let at_offset = |at: usize, stored: &[u8]| {
        bytes.get(at..).and_then(|rest| rest.get(..stored.len())) == Some(stored)
    };
    match node {
        Tree::Piece(piece) => match piece.at {
            At::Offset(at) => {
                let there = bytes.get(at..).and_then(|rest| rest.get(..piece.bytes.len()));
                let same = there.is_some_and(|there| piece.kind.read(there) == piece.value());
                same && at_offset(at, &piece.bytes)
            }
            At::Attribute(number) => entry.is_some_and(|entry| {
                let value = entry.attributes[usize::from(number) - 1];
                value.to_le_bytes() == *piece.bytes
            }),
            At::Nowhere => false,
        },
        Tree::Text(stored, At::Offset(at)) | Tree::Hex(stored, At::Offset(at)) => {
            at_offset(*at, stored)
        }
        // What follows from the rest is stored nowhere.
        Tree::Told(_) => true,
        _ => false,
    }
}

/// Whether a value can be set but is no number of its own in the file: how many commands are
/// counted too many, and where a part of a unit hangs, which the counts of all parts say together.
fn follows(format: &Format, path: &str) -> bool {
    match format.id() {
        "fxid" => path == "missing",
        "unit" => path.ends_with("].depth") || path.ends_with("].parent"),
        _ => false,
    }
}

/// A format, how much there was to look at, and what is wrong.
type LookedAt = (&'static str, usize, Vec<String>);

/// Looks at every value of a subject: its format, how many there are, and what is wrong.
fn looked_at(node: &Node) -> Option<LookedAt> {
    let (name, bytes) = (node.name(), node.bytes().unwrap());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject)?;
    let tree = format.document.tree(&subject, Form::Full).unwrap();
    let (mut count, mut wrong) = (0, Vec::new());
    tree.leaves(&mut |Leaf { path, node: leaf, about }| {
        count += 1;
        if about.meaning().is_empty() {
            wrong.push(format!("{}: {path} has no meaning", node.path()));
        }
        if !follows(format, path) && !holds(leaf, &bytes, subject.entry) {
            wrong.push(format!("{}: {path} is not at {:?}", node.path(), leaf.offset()));
        }
        if count <= LOOKED_UP {
            match tree.find(path) {
                Ok(found) if found.node.offset() == leaf.offset() => {}
                _ => wrong.push(format!("{}: {path} is not found", node.path())),
            }
        }
    });
    Some((format.id(), count, wrong))
}

/// How much was looked at in each format. Nothing may be wrong.
fn counted(look: fn(&Node) -> Option<LookedAt>) -> usize {
    let all: Vec<_> = subjects().par_iter().with_max_len(1).filter_map(look).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (id, count, found) in all {
        *counts.entry(id).or_default() += count;
        wrong.extend(found);
    }
    let many = wrong.len();
    wrong.truncate(40);
    assert!(wrong.is_empty(), "{many}: {wrong:#?}");
    assert!(counts.values().all(|count| *count > 0), "{counts:?}");
    assert_eq!(counts.len(), format::FORMATS.len(), "{counts:?}");
    counts.values().sum()
}

#[test]
fn every_value_has_a_place_and_a_meaning() {
    let values = counted(looked_at);
    assert!(values >= 1_340_000, "{values}");
}

/// What a document shows, and what it was made of.
struct Shown<'a> {
    format: &'static Format,
    subject: Subject<'a>,
    tree: Tree<'a>,
    /// How many paths there are, and what is wrong with some.
    count: usize,
    wrong: Vec<String>,
}

impl Shown<'_> {
    /// Looks at the value at a path, and at all that are below it.
    fn walk(&mut self, path: &str, shown: &Value) {
        if !path.is_empty() {
            self.count += 1;
            if let Err(why) = self.look(path, shown) {
                self.wrong.push(format!("{}: {path}: {why}", self.subject.name));
            }
        }
        match shown {
            Value::Object(members) => {
                // What the document is called is no part of the file.
                let members =
                    members.iter().filter(|(key, _)| !path.is_empty() || *key != "schema");
                members.for_each(|(key, value)| match path {
                    "" => self.walk(key, value),
                    _ => self.walk(&format!("{path}.{key}"), value),
                });
            }
            Value::Array(items) => items
                .iter()
                .enumerate()
                .for_each(|(index, value)| self.walk(&format!("{path}[{index}]"), value)),
            _ => {}
        }
    }

    fn look(&self, path: &str, shown: &Value) -> Result<(), String> {
        let found = self.tree.find(path).map_err(|lost| format!("not found; {}", lost.there))?;
        if found.about.meaning().is_empty() {
            return Err("has no meaning".into());
        }
        let there = match &found.node {
            Tree::Told(_) if !self.is_told(path, shown) => return Err("is told nowhere".into()),
            Tree::Told(_) => to_value(&Part(&found.node)).ok(),
            Tree::Piece(_) if follows(self.format, path) => return Ok(()),
            Tree::Piece(piece) if piece.kind.is_leaf() => self.stored(piece),
            Tree::Text(text, At::Offset(at)) => {
                let there = self.subject.bytes.get(*at..*at + text.len());
                there.map(|there| ngi_formats::text::decode(there).into())
            }
            Tree::Hex(bytes, At::Offset(at)) => {
                self.subject.bytes.get(*at..*at + bytes.len()).map(|there| hex(there).into())
            }
            Tree::Text(..) | Tree::Hex(..) => return Err("is stored nowhere".into()),
            // Their parts are looked at one by one.
            Tree::Piece(_) | Tree::Members(_) | Tree::Items(_) | Tree::Rows(_) => return Ok(()),
        };
        if there.as_ref().is_some_and(|there| is_same(there, shown)) {
            return Ok(());
        }
        Err(format!("{shown} is shown, {there:?} is there"))
    }

    /// What the file, or its directory entry, has where a piece says that it is.
    fn stored(&self, piece: &Piece<'_>) -> Option<Value> {
        let attribute;
        let there = match piece.at {
            At::Offset(at) => self.subject.bytes.get(at..at + piece.bytes.len())?,
            At::Attribute(number) => {
                attribute = self.subject.entry?.attributes[usize::from(number) - 1].to_le_bytes();
                &attribute
            }
            At::Nowhere => return None,
        };
        let there = Tree::Piece(Piece { bytes: there.into(), ..piece.clone() });
        to_value(&Part(&there)).ok()
    }

    /// Whether a document may say what is stored nowhere at this path.
    fn is_told(&self, path: &str, shown: &Value) -> bool {
        let beside = path.strip_suffix("_name").and_then(|field| self.tree.find(field).ok());
        if let Some(Tree::Piece(Piece { kind: Kind::Part(_, part), .. })) =
            beside.map(|found| found.node)
        {
            return matches!(part.shows, Shows::NumberAndName(_));
        }
        let mut branches = self.format.document.branches();
        for step in steps(path).unwrap() {
            let Step::Key(key) = step else { continue };
            let Some(branch) = named(branches, key) else { return false };
            let optional = branch.need == Need::Optional && shown.is_null();
            if branch.need == Need::Told || matches!(branch.form, Shape::Own(_)) || optional {
                return true;
            }
            branches = below(&branch.form);
        }
        false
    }
}

/// Whether two values are one: a float is the one its digits mean.
fn is_same(a: &Value, b: &Value) -> bool {
    #[allow(clippy::cast_possible_truncation)] // files have no larger floats
    let float = |value: &Value| value.as_f64().map(|float| (float as f32).to_bits());
    a == b || (a.is_f64() && b.is_f64() && float(a) == float(b))
}

/// The branch of a name, among those that stand in the place of one without a name too.
fn named(branches: &'static [Branch], key: &str) -> Option<&'static Branch> {
    branches.iter().find_map(|branch| match branch.name {
        "" => named(below(&branch.form), key),
        name => (name == key).then_some(branch),
    })
}

/// The branches below a form, in whatever lists.
fn below(form: &Shape) -> &'static [Branch] {
    match form {
        Shape::Object(branches) => branches,
        Shape::List(of) => below(of),
        _ => &[],
    }
}

fn shown(node: &Node) -> Option<LookedAt> {
    let (name, bytes) = (node.name(), node.bytes().unwrap());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject)?;
    let mut text = Vec::new();
    format.document.write_json(&subject, Form::Full, &mut text).unwrap();
    let document: Value = serde_json::from_slice(&text).unwrap();
    let tree = format.document.tree(&subject, Form::Full).unwrap();
    let mut shown = Shown { format, subject, tree, count: 0, wrong: Vec::new() };
    shown.walk("", &document);
    Some((format.id(), shown.count, shown.wrong))
}

#[test]
fn every_path_of_a_document_leads_to_what_it_shows() {
    let paths = counted(shown);
    assert!(paths >= 2_800_000, "{paths}");
}

/// Whether a finding names something that is there; `None` where the file cannot be shown.
fn is_answered(node: &Node, field: &str, offset: Option<u64>) -> Option<Result<(), String>> {
    let (name, bytes) = (node.name(), node.bytes().ok()?);
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let format = format::recognise(&subject)?;
    let (tree, _) = format::tree_or_remains(format.document, &subject).ok()?;
    let found = match tree.find(field) {
        Ok(found) => found.node,
        Err(lost) => return Some(Err(format!("\"{field}\" leads nowhere; {}", lost.there))),
    };
    let (at, said) = (found.offset(), offset.and_then(|at| usize::try_from(at).ok()));
    let inside = match (&found, at, said) {
        // A place in a text, or in bytes that cannot be followed, that is no field of its own.
        (Tree::Text(bytes, _) | Tree::Hex(bytes, _), Some(at), Some(said)) => {
            (at..=at + bytes.len()).contains(&said)
        }
        (_, at, said) => field.is_empty() || at == said,
    };
    Some(if inside { Ok(()) } else { Err(format!("\"{field}\" is at {at:?}, not {said:?}")) })
}

#[test]
fn every_finding_names_a_field_that_is_there() {
    let samples = samples().unwrap();
    let (mut answered, mut wrong, mut formats) = (0, Vec::new(), BTreeSet::new());
    let (known, mut not_shown) = (known_paths(), BTreeSet::new());
    for case in cases().unwrap() {
        let files = case.files(&samples).unwrap();
        let (vfs, findings) = findings_of(&files, Asked::about(case.code)).unwrap();
        for located in findings.iter().filter(|located| located.finding.code.id == case.code) {
            let node = vfs.root().walk().filter_map(Result::ok);
            let Some(node) = node.into_iter().find(|node| node.path() == located.path) else {
                wrong.push(format!("{}: {} is not there", case.code, located.path));
                continue;
            };
            let finding = &located.finding;
            match is_answered(&node, &finding.field, finding.offset) {
                Some(Ok(())) => {
                    answered += 1;
                    formats.extend(case.code.split('.').next());
                }
                Some(Err(why)) => wrong.push(format!("{}: {}: {why}", case.code, located.path)),
                // Then it is at least a field that such a file would have.
                None => {
                    let id = format_of(case.code).id();
                    let field = without_numbers(&finding.field);
                    if !field.is_empty() && !known[id].contains_key(&field) {
                        wrong.push(format!("{}: no {id} has {}", case.code, finding.field));
                    }
                    not_shown.insert(case.code);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(answered >= 470, "{answered} in {formats:?}");
    assert_eq!(formats.len(), format::FORMATS.len(), "{formats:?}");
    assert!(not_shown.is_empty(), "{not_shown:?}");
}

/// The format whose rule a code is.
fn format_of(code: &str) -> &'static Format {
    let has = |format: &&&Format| format.codes().any(|known| known.id == code);
    format::FORMATS.iter().find(has).unwrap()
}

/// Every path that documents of each format may have.
fn known_paths() -> BTreeMap<&'static str, BTreeMap<String, KnownPath>> {
    format::FORMATS.iter().map(|format| (format.id(), describe::paths(format))).collect()
}

/// Every field that a rule speaks of is one of the format's documents, and what the demo's documents
/// have is what the format says.
#[test]
fn every_rule_speaks_of_fields_that_there_are() {
    let known = known_paths();
    let (mut count, mut wrong) = (0, BTreeSet::new());
    for format in format::FORMATS {
        let paths = &known[format.id()];
        for code in format.codes() {
            count += code.fields.len();
            let lost = code.fields.iter().filter(|field| !paths.contains_key(**field));
            wrong.extend(lost.map(|field| format!("{}: {field}", code.id)));
        }
    }
    for node in subjects() {
        let (name, bytes) = (node.name(), node.bytes().unwrap());
        let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(&node) };
        let Some(format) = format::recognise(&subject) else { continue };
        let paths = &known[format.id()];
        let tree = format.document.tree(&subject, Form::Short).unwrap();
        tree.leaves(&mut |leaf| {
            let path = without_numbers(leaf.path);
            if !paths.contains_key(&path) {
                wrong.insert(format!("{} has {path}", format.id()));
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 430, "{count}");
}
