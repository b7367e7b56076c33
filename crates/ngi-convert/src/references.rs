//! Who refers to whom: names in one file that mean another.

use std::collections::HashSet;

use globset::GlobMatcher;
use ngi_vfs::Node;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::check::{entry_meta, files_below};
use crate::find::Match;
use crate::format::{self, Subject};
use crate::json;
use crate::{Progress, Result};

/// What a reference means: a kind of thing, and where it is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// What it is called.
    pub id: &'static str,
    /// How names of such things end.
    pub suffix: &'static str,
    /// Where they are looked for.
    pub scope: Scope,
}

/// Where the thing that a reference names is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// In the same archive or folder.
    Beside,
    /// Anywhere in the game folder.
    Anywhere,
}

/// The wear table of a model.
pub static WEAR: Target = Target { id: "wear", suffix: ".wea", scope: Scope::Beside };

/// Everything that references can mean.
pub static TARGETS: &[&Target] = &[&WEAR];

/// A name in one file that means another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// What is meant.
    pub target: &'static Target,
    /// Its name.
    pub name: String,
    /// The field that holds the name; empty where it follows from the file's own name.
    pub field: String,
}

/// A reference and who makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Path of the file or entry that refers.
    pub path: String,
    /// What it refers to.
    pub reference: Reference,
}

/// All references of a folder, and all things they could mean.
#[derive(Debug, Clone, Default)]
pub struct References {
    uses: Vec<Use>,
    things: Vec<(&'static Target, Match)>,
    /// What could not be looked into.
    pub problems: Vec<String>,
}

/// Collects the references of everything below `node`, files side by side on all cores.
pub fn collect(node: &Node, progress: &dyn Progress) -> Result<References> {
    let mut all = References::default();
    let files = files_below(node, &mut all.problems)?;
    progress.start(files.len() as u64, "reading");
    let parts: Vec<References> = files
        .par_iter()
        .map(|file| {
            let part = collect_file(file);
            progress.advance(1);
            part
        })
        .collect();
    for part in parts {
        all.uses.extend(part.uses);
        all.things.extend(part.things);
        all.problems.extend(part.problems);
    }
    Ok(all)
}

fn collect_file(file: &Node) -> References {
    let mut found = References::default();
    for node in std::iter::once(Ok(file.clone())).chain(file.walk()) {
        match node {
            // What cannot be read here, the walk into it reports.
            Ok(node) => node.bytes().iter().for_each(|bytes| look_at(&node, bytes, &mut found)),
            Err(ngi_vfs::Error::NotAContainer { .. }) => {}
            Err(error) => found.problems.push(error.to_string()),
        }
    }
    found
}

fn look_at(node: &Node, bytes: &[u8], found: &mut References) {
    let (name, path) = (node.name(), node.path());
    let entry = entry_meta(node);
    let ends = |target: &&&'static Target| fold(&name).ends_with(target.suffix);
    if let Some(target) = TARGETS.iter().find(ends) {
        let type_id = entry.map(|entry| entry.type_id.to_string());
        let size = bytes.len() as u64;
        found.things.push((target, Match { path: path.clone(), type_id, size }));
    }
    let subject = Subject { name: &name, bytes, entry };
    let references = format::recognise(&subject).map(|format| format.references(&subject));
    let uses = references.into_iter().flatten();
    found.uses.extend(uses.map(|reference| Use { path: path.clone(), reference }));
}

fn fold(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// The folder or archive a path lies in, and its own name; case folded.
fn split(path: &str) -> (String, String) {
    let folded = fold(path);
    match folded.rsplit_once('/') {
        Some((folder, name)) => (folder.to_owned(), name.to_owned()),
        None => (String::new(), folded),
    }
}

/// What a reference or a thing is known by: kind, folder (where it counts), name.
type Known = (&'static str, String, String);

fn known(target: &'static Target, folder: String, name: &str) -> Known {
    let folder = if target.scope == Scope::Beside { folder } else { String::new() };
    (target.id, folder, fold(name))
}

impl Use {
    fn known(&self) -> Known {
        known(self.reference.target, split(&self.path).0, &self.reference.name)
    }

    fn to_json(&self) -> Value {
        let Reference { target, name, field } = &self.reference;
        json!({"path": self.path, "kind": target.id, "name": name, "field": field})
    }
}

impl References {
    /// Who refers to something of this name.
    pub fn uses(&self, name: &GlobMatcher) -> Vec<&Use> {
        self.uses.iter().filter(|found| name.is_match(&found.reference.name)).collect()
    }

    /// References to what is not there.
    pub fn missing(&self) -> Vec<&Use> {
        let there: HashSet<Known> =
            self.things.iter().map(|(target, thing)| thing_known(target, thing)).collect();
        self.uses.iter().filter(|found| !there.contains(&found.known())).collect()
    }

    /// Things that references could mean, but none does.
    pub fn unused(&self) -> Vec<&Match> {
        let meant: HashSet<Known> = self.uses.iter().map(Use::known).collect();
        let unused = |(target, thing): &&(&'static Target, Match)| {
            !meant.contains(&thing_known(target, thing))
        };
        self.things.iter().filter(unused).map(|(_, thing)| thing).collect()
    }
}

fn thing_known(target: &'static Target, thing: &Match) -> Known {
    let (folder, name) = split(&thing.path);
    // Two entries of one name are told apart by their types.
    let name = name.rsplit_once('@').map_or(name.as_str(), |(name, _)| name).to_owned();
    known(target, folder, &name)
}

/// The document `ngi.find/1` of references: `key` is `uses` or `missing`.
pub fn to_json(key: &str, uses: &[&Use], problems: &[String]) -> Value {
    let mut object = json::document("ngi.find/1");
    object.insert(key.into(), uses.iter().map(|found| found.to_json()).collect());
    object.insert("problems".into(), problems.to_vec().into());
    Value::Object(object)
}
