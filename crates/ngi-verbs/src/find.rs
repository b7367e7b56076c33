//! Names across all archives of a folder.

use globset::{GlobBuilder, GlobMatcher};
use ngi_vfs::Node;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::check::files_below;
use crate::json;
use crate::{Error, Progress, Result};

/// A name that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Path of the file or entry.
    pub path: String,
    /// Its type, for an entry that has one.
    pub type_id: Option<String>,
    /// Its size in bytes.
    pub size: u64,
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
        let row =
            |found: &Match| json!({"path": found.path, "type": found.type_id, "size": found.size});
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

/// Finds the files and entries below `node` whose name matches.
pub fn find(node: &Node, matcher: &GlobMatcher, progress: &dyn Progress) -> Result<Matches> {
    let mut found = Matches::default();
    let files = files_below(node, &mut found.problems)?;
    progress.start(files.len() as u64, "searching");
    let parts: Vec<Matches> = files
        .par_iter()
        .map(|file| {
            let part = find_in(file, matcher);
            progress.advance(1);
            part
        })
        .collect();
    for part in parts {
        found.matches.extend(part.matches);
        found.problems.extend(part.problems);
    }
    Ok(found)
}

fn find_in(file: &Node, matcher: &GlobMatcher) -> Matches {
    let mut found = Matches::default();
    for node in std::iter::once(Ok(file.clone())).chain(file.walk()) {
        match node {
            Ok(node) if matcher.is_match(node.name()) => {
                let type_id = node.entry().and_then(|entry| entry.type_id());
                found.matches.push(Match {
                    path: node.path(),
                    type_id: type_id.map(|id| id.to_string()),
                    size: node.size().unwrap_or(0),
                });
            }
            Ok(_) | Err(ngi_vfs::Error::NotAContainer { .. }) => {}
            Err(error) => found.problems.push(error.to_string()),
        }
    }
    found
}
