//! Things across all archives of a folder: by name, by kind, by what their fields say.

mod condition;

use std::collections::BTreeSet;

pub use condition::Condition;

use globset::GlobBuilder;
pub use globset::GlobMatcher;
use ngi_formats::tree::Node as TreeNode;
use ngi_vfs::Node;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::check::{entry_meta, files_below};
use crate::format::{self, EntryMeta, Form, Format, Subject};
use crate::json;
use crate::{Error, Progress, Result};

/// A file or entry that fits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Match {
    /// Path of the file or entry.
    pub path: String,
    /// Its type, for an entry that has one.
    pub type_id: Option<String>,
    /// Its size in bytes.
    pub size: u64,
    /// Fields that were asked about, by their paths, and what they say.
    pub values: Vec<(String, Value)>,
}

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct Matches {
    /// In the order of the walk.
    pub matches: Vec<Match>,
    /// What could not be looked into.
    pub problems: Vec<String>,
}

impl Matches {
    /// The document `ngi.find/1`.
    pub fn to_json(&self) -> Value {
        let row = |found: &Match| {
            let mut row = json!({"path": found.path, "type": found.type_id, "size": found.size});
            if let Some(object) = row.as_object_mut().filter(|_| !found.values.is_empty()) {
                object
                    .insert("values".into(), Value::Object(found.values.iter().cloned().collect()));
            }
            row
        };
        let mut object = json::document("ngi.find/1");
        object.insert("matches".into(), self.matches.iter().map(row).collect());
        object.insert("problems".into(), self.problems.clone().into());
        Value::Object(object)
    }
}

/// A pattern for names: `*` and `?`, `[…]`, `{a,b}`; case ignored. Without any of these it matches
/// every name that contains it.
pub fn pattern(text: &str) -> Result<GlobMatcher> {
    let is_glob = text.contains(['*', '?', '[', '{']);
    if is_glob { exact_pattern(text) } else { exact_pattern(&format!("*{text}*")) }
}

/// A pattern for whole names: `*` and `?`, `[…]`, `{a,b}`; case ignored.
pub fn exact_pattern(text: &str) -> Result<GlobMatcher> {
    let built = GlobBuilder::new(text).case_insensitive(true).backslash_escape(true).build();
    let glob = built.map_err(|error| Error::Usage(format!("pattern \"{text}\": {}", error.kind())));
    Ok(glob?.compile_matcher())
}

/// A pattern for just this name; case ignored.
pub fn literal(name: &str) -> Result<GlobMatcher> {
    exact_pattern(&globset::escape(name))
}

/// What is searched for; everything that is given has to fit.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The name.
    pub name: Option<GlobMatcher>,
    /// The kind: a format (`texm`) or a type of entries (`MAT0`, `3`).
    pub kind: Option<String>,
    /// What fields say.
    pub conditions: Vec<Condition>,
    /// How many archives deep: 0 files only, 1 their entries, 2 what is in those.
    pub depth: Option<usize>,
}

/// Whether a thing is of a kind: a format or a type of entries, case ignored.
pub fn is_kind(subject: &Subject<'_>, format: Option<&Format>, kind: &str) -> bool {
    let is_type = |entry: EntryMeta| entry.type_id.to_string().eq_ignore_ascii_case(kind);
    format.is_some_and(|format| format.id().eq_ignore_ascii_case(kind))
        || subject.entry.is_some_and(is_type)
}

/// Finds the files and entries below `node` that fit.
pub fn find(node: &Node, search: &Search, progress: &dyn Progress) -> Result<Matches> {
    let mut found = Part::default();
    let files = files_below(node, &mut found.problems)?;
    progress.start(files.len() as u64, "searching");
    let parts: Vec<Part> = files
        .par_iter()
        .map(|file| {
            let part = search.in_file(file);
            progress.advance(1);
            part
        })
        .collect();
    for part in parts {
        found.matches.extend(part.matches);
        found.problems.extend(part.problems);
        found.fields.extend(part.fields);
    }
    // A field that nothing has is a slip of the pen.
    let unknown = |asked: &&Condition| !found.fields.contains(&asked.field);
    if let Some(unknown) = search.conditions.iter().find(unknown) {
        let field = &unknown.field;
        let why = "nothing there has such a field; `ngi schema FORMAT` lists those of a format";
        return Err(Error::Usage(format!("--where {field}: {why}")));
    }
    Ok(Matches { matches: found.matches, problems: found.problems })
}

/// What was found in one file.
#[derive(Default)]
struct Part {
    matches: Vec<Match>,
    problems: Vec<String>,
    /// Fields that were asked for and are there.
    fields: BTreeSet<String>,
}

impl Search {
    fn in_file(&self, file: &Node) -> Part {
        let mut part = Part::default();
        let is_deep = |node: &Node| self.depth.is_some_and(|depth| node.depth() > depth);
        let inside = (self.depth != Some(0)).then(|| file.walk()).into_iter().flatten();
        for node in std::iter::once(Ok(file.clone())).chain(inside) {
            match node {
                Ok(node) if is_deep(&node) => {}
                Ok(node) => part.matches.extend(self.look_at(&node, &mut part.fields)),
                Err(ngi_vfs::Error::NotAContainer { .. }) => {}
                Err(error) => part.problems.push(error.to_string()),
            }
        }
        part
    }

    /// A node, where it fits. What cannot be read does not; the walk into it tells.
    fn look_at(&self, node: &Node, fields: &mut BTreeSet<String>) -> Option<Match> {
        let name = node.name();
        if !self.name.as_ref().is_none_or(|pattern| pattern.is_match(&name)) {
            return None;
        }
        let mut values = Vec::new();
        if self.kind.is_some() || !self.conditions.is_empty() {
            let bytes = node.bytes().ok()?;
            let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
            let known = format::of_node(node, &subject);
            if !self.kind.as_ref().is_none_or(|kind| is_kind(&subject, known.listed(), kind)) {
                return None;
            }
            if !self.conditions.is_empty() {
                values =
                    self.values(&known.document().tree(&subject, Form::Short).ok()?, fields)?;
            }
        }
        let type_id = node.entry().and_then(|entry| entry.type_id()).map(|id| id.to_string());
        Some(Match { path: node.path(), type_id, size: node.size().unwrap_or(0), values })
    }

    /// The values that fit, one for each condition; `None` where one of them does not.
    fn values(
        &self,
        tree: &TreeNode<'_>,
        fields: &mut BTreeSet<String>,
    ) -> Option<Vec<(String, Value)>> {
        let mut values = Some(Vec::new());
        for condition in &self.conditions {
            let answer = condition.ask(tree);
            if answer.is_some() {
                fields.insert(condition.field.clone());
            }
            let value = answer.flatten();
            values = values.zip(value).map(|(mut values, value)| {
                values.push(value);
                values
            });
        }
        values
    }
}
