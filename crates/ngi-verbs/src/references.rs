//! Who refers to whom: names in one file that mean another.

mod targets;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet, VecDeque};

use globset::GlobMatcher;
use ngi_formats::kinds::{self, FileKind};
use ngi_vfs::Node;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::check::{entry_meta, files_below};
use crate::find::Match;
use crate::format::{self, Subject};
use crate::json;
use crate::{Progress, Result};

pub use targets::{
    EFFECT, EXPLOSION, LANDSCAPE, LIGHTMAP, MATERIAL, MODEL, OBJECT, PALETTE, PICTURE, SCRIPT,
    SIDECAR, SOUND, Scope, TARGETS, TEXTURE, TREE, Target, UNIT, VARIABLES, WEAR,
};

/// A name in one file that means another.
#[derive(Debug, Clone)]
pub struct Reference {
    /// What is meant.
    pub target: &'static Target,
    /// Its name.
    pub name: String,
    /// The field that holds the name; empty where it follows from the file's own name.
    pub field: String,
    /// The archive or folder it is in, where the reference names one.
    pub archive: Option<String>,
}

impl Reference {
    /// A reference that names no archive.
    pub fn new(target: &'static Target, name: String, field: String) -> Self {
        Self { target, name, field, archive: None }
    }
}

/// A reference and who makes it.
#[derive(Debug, Clone)]
pub struct Use {
    /// Path of the file or entry that refers.
    pub path: String,
    /// What it refers to.
    pub reference: Reference,
}

/// Something that references can mean.
#[derive(Debug, Clone)]
struct Thing {
    target: &'static Target,
    /// Its own name, folded.
    name: String,
    found: Match,
}

/// All references of a folder, and all things they could mean.
#[derive(Debug, Clone, Default)]
pub struct References {
    uses: Vec<Use>,
    things: Vec<Thing>,
    /// What the game reads without being told by another file: paths.
    roots: HashSet<String>,
    /// Whether there is a mission at all.
    has_missions: bool,
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
    parts.into_iter().for_each(|part| all.append(part));
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
    let subject = Subject { name: &name, bytes, entry };
    let folder = split(&path).0;
    let is = |target: &&&'static Target| {
        (target.is)(&subject) && target.scope.has(&folder, entry.is_some())
    };
    if let Some(target) = TARGETS.iter().find(is) {
        let type_id = entry.map(|entry| entry.type_id.to_string());
        let size = bytes.len() as u64;
        let name = fold(&name);
        let thing = Match { path: path.clone(), type_id, size, values: Vec::new() };
        found.things.push(Thing { target, name, found: thing });
    }
    found.has_missions |= entry.is_none() && name.eq_ignore_ascii_case(MISSION);
    let Some(format) = format::recognise(&subject) else { return };
    let uses = (format.references)(&subject);
    if !uses.is_empty() && is_root(format.kind, entry.is_some(), &path) {
        found.roots.insert(path.clone());
    }
    found.uses.extend(uses.into_iter().map(|reference| Use { path: path.clone(), reference }));
}

/// The file of a mission.
const MISSION: &str = "data.tma";

/// Folders of units that scripts, clans and factories take without a mission naming them.
const UNIT_FOLDERS: [&str; 3] = ["ai", "auto", "prebld"];

/// Whether the game reads something without being told: the program knows its name, or goes through
/// its folder. The rest is read because another file names it.
fn is_root(kind: &'static FileKind, is_entry: bool, path: &str) -> bool {
    let named = [&kinds::MODEL, &kinds::WEAR, &kinds::MATERIAL, &kinds::TEXTURE];
    match kind {
        kind if *kind == kinds::OBJECT => false,
        kind if *kind == kinds::UNIT => {
            split(path).0.split('/').any(|folder| UNIT_FOLDERS.contains(&folder))
        }
        kind => !(is_entry && named.contains(&kind)),
    }
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

/// What a reference or a thing is known by: kind, where it is (as far as that counts), name.
type Known = (&'static str, String, String);

impl Scope {
    /// Whether things in a folder or archive (case folded) can be meant at all.
    fn has(self, folder: &str, is_entry: bool) -> bool {
        match self {
            Self::Beside | Self::Folder | Self::Anywhere => true,
            Self::Path(_) => !is_entry,
            Self::Library(name) => split(folder).1 == fold(name),
            Self::Named(_) => is_entry,
        }
    }

    /// What of the folder or archive that a thing is in (case folded) counts.
    fn place_of_thing(self, folder: String) -> String {
        match self {
            Self::Beside => folder,
            Self::Named(_) | Self::Folder => split(&folder).1,
            Self::Path(top) => below(top, &folder),
            Self::Library(_) | Self::Anywhere => String::new(),
        }
    }

    /// The same for what is meant by a file or entry in a folder or archive (case folded), which
    /// may name another archive.
    fn place_meant(self, folder: String, archive: Option<&str>) -> String {
        match (self, archive) {
            // Archives that are named lie beside the one that refers.
            (Self::Beside, Some(archive)) => match split(&folder).0 {
                above if above.is_empty() => fold(archive),
                above => format!("{above}/{}", fold(archive)),
            },
            (Self::Beside, None) => folder,
            (Self::Named(_) | Self::Folder, Some(archive)) => fold(archive),
            (Self::Folder, None) => split(&folder).1,
            (Self::Named(usual), None) => fold(usual),
            (Self::Path(top), _) => below(top, archive.unwrap_or_default()),
            (Self::Library(_) | Self::Anywhere, _) => String::new(),
        }
    }
}

/// The folders of a path from the one called `top` on; none of them where there is no such folder.
fn below(top: &str, folders: &str) -> String {
    let folded = fold(folders).replace('\\', "/");
    let from = folded.split('/').position(|folder| folder == top);
    from.map_or_else(String::new, |from| folded.split('/').skip(from).collect::<Vec<_>>().join("/"))
}

impl Reference {
    /// A reference to a file by its path, with backslashes as the game writes it.
    pub fn to_path(target: &'static Target, path: &str, field: String) -> Self {
        let (folder, name) = path.rsplit_once(['\\', '/']).unwrap_or(("", path));
        let archive = Some(folder.to_owned()).filter(|folder| !folder.is_empty());
        Self { archive, ..Self::new(target, name.to_owned(), field) }
    }

    /// What is meant by it in the file or entry at a path.
    fn known(&self, path: &str) -> Known {
        let place = self.target.scope.place_meant(split(path).0, self.archive.as_deref());
        (self.target.id, place, fold(&self.name))
    }
}

impl Thing {
    /// Whether the engine takes it without being told: the material for those that are missing.
    fn is_implied(&self) -> bool {
        let default = ngi_engine::resolve::names::DEFAULT_MATERIAL;
        self.target.id == MATERIAL.id && self.name.as_bytes().eq_ignore_ascii_case(default)
    }

    fn known(&self) -> Known {
        let place = self.target.scope.place_of_thing(split(&self.found.path).0);
        (self.target.id, place, self.name.clone())
    }

    /// Whether it is where such things usually are. Who uses the others is not known: archives
    /// that effects do not name may be named by the program.
    fn is_at_home(&self) -> bool {
        match self.target.scope {
            Scope::Named(usual) => split(&split(&self.found.path).0).1 == fold(usual),
            _ => true,
        }
    }
}

impl Use {
    fn known(&self) -> Known {
        self.reference.known(&self.path)
    }

    fn to_json(&self) -> Value {
        let Reference { target, name, field, archive: _ } = &self.reference;
        json!({"path": self.path, "kind": target.id, "name": name, "field": field})
    }
}

impl References {
    /// Who refers to something of this name, who refers to those in turn, and so on: each with how
    /// many steps it is away. Whoever refers to a thing comes right behind it.
    pub fn uses(&self, name: &GlobMatcher) -> Vec<(usize, &Use)> {
        let things: HashMap<&str, &Thing> =
            self.things.iter().map(|thing| (thing.found.path.as_str(), thing)).collect();
        let mut users: HashMap<Known, Vec<&Use>> = HashMap::new();
        for found in &self.uses {
            users.entry(found.known()).or_default().push(found);
        }
        let direct = self.uses.iter().filter(|found| name.is_match(&found.reference.name));
        let mut waiting: Vec<(usize, &Use)> = direct.map(|found| (0, found)).collect();
        waiting.reverse();
        let mut followed = HashSet::new();
        let mut out = Vec::new();
        while let Some((depth, found)) = waiting.pop() {
            out.push((depth, found));
            let Some(thing) = things.get(found.path.as_str()) else { continue };
            // Once is enough, however many of its fields refer.
            if followed.insert(thing.found.path.as_str()) {
                let next = users.get(&thing.known()).into_iter().flatten().rev();
                waiting.extend(next.map(|found| (depth + 1, *found)));
            }
        }
        out
    }

    /// Who refers to the file or entry at this path.
    pub fn users_of(&self, path: &str) -> Vec<&Use> {
        let meant = self.things.iter().filter(|thing| thing.found.path.eq_ignore_ascii_case(path));
        let meant: HashSet<Known> = meant.map(Thing::known).collect();
        self.uses.iter().filter(|found| meant.contains(&found.known())).collect()
    }

    /// Returns the direct and indirect users of the file or entry at a path: the number of steps to
    /// each, and its path. The nearest come first, and each comes once.
    pub fn all_users_of(&self, path: &str) -> Vec<(usize, &str)> {
        let mut things: HashMap<String, Vec<&Thing>> = HashMap::new();
        for thing in &self.things {
            things.entry(fold(&thing.found.path)).or_default().push(thing);
        }
        let mut users: HashMap<Known, Vec<&Use>> = HashMap::new();
        for found in &self.uses {
            users.entry(found.known()).or_default().push(found);
        }
        let mut seen = HashSet::from([fold(path)]);
        let mut waiting = VecDeque::from([(0, fold(path))]);
        let mut out = Vec::new();
        while let Some((depth, path)) = waiting.pop_front() {
            let meant = things.get(&path).into_iter().flatten().map(|thing| thing.known());
            for known in meant {
                for found in users.get(&known).into_iter().flatten() {
                    if seen.insert(fold(&found.path)) {
                        out.push((depth + 1, found.path.as_str()));
                        waiting.push_back((depth + 1, fold(&found.path)));
                    }
                }
            }
        }
        out
    }

    /// What a reference of the file or entry at `path` means; `None` where that is not there.
    pub fn meant_by(&self, path: &str, reference: &Reference) -> Option<&Match> {
        let meant = reference.known(path);
        let thing = self.things.iter().find(|thing| thing.known() == meant)?;
        Some(&thing.found)
    }

    /// Adds what was collected elsewhere.
    pub fn append(&mut self, other: Self) {
        self.uses.extend(other.uses);
        self.things.extend(other.things);
        self.roots.extend(other.roots);
        self.has_missions |= other.has_missions;
        self.problems.extend(other.problems);
    }

    /// References to what is not there.
    pub fn missing(&self) -> Vec<&Use> {
        let there: HashSet<Known> = self.things.iter().map(Thing::known).collect();
        self.uses.iter().filter(|found| !there.contains(&found.known())).collect()
    }

    /// Everything that the game comes to read, as far as references tell, by path.
    ///
    /// It begins with what it reads without being told: files of their own but units, units of
    /// folders that scripts, clans and factories go through, and entries that are no model, wear,
    /// material, texture or object. Without any mission nobody can tell, and all of it counts.
    pub fn reachable(&self) -> HashSet<&str> {
        if !self.has_missions {
            return self.uses.iter().map(|found| found.path.as_str()).collect();
        }
        let mut by_path: HashMap<&str, Vec<&Use>> = HashMap::new();
        for found in &self.uses {
            by_path.entry(&found.path).or_default().push(found);
        }
        let mut things: HashMap<Known, Vec<&str>> = HashMap::new();
        for thing in &self.things {
            things.entry(thing.known()).or_default().push(&thing.found.path);
        }
        let mut waiting: Vec<&str> = self.roots.iter().map(String::as_str).collect();
        let mut reached: HashSet<&str> = waiting.iter().copied().collect();
        while let Some(path) = waiting.pop() {
            let meant = by_path.get(path).into_iter().flatten();
            let meant = meant.flat_map(|found| things.get(&found.known()).into_iter().flatten());
            waiting.extend(meant.filter(|path| reached.insert(path)));
        }
        reached
    }

    /// Things that references could mean, but none does, and that the engine does not ask for by
    /// itself.
    pub fn unused(&self) -> Vec<&Match> {
        let meant: HashSet<Known> = self.uses.iter().map(Use::known).collect();
        // Without any objects nobody knows which models are used, without a list which units,
        // without a mission which objects, without what nodes bear which explosions.
        let named =
            |target: &Target| self.uses.iter().any(|found| found.reference.target.id == target.id);
        let [models, units, sidecars, explosions] =
            [&MODEL, &UNIT, &SIDECAR, &EXPLOSION].map(named);
        let judged = |thing: &Thing| match thing.target.id {
            id if id == MODEL.id => models,
            id if id == UNIT.id => units && !self.roots.contains(&thing.found.path),
            id if id == OBJECT.id => self.has_missions,
            id if id == SIDECAR.id => sidecars,
            id if id == EXPLOSION.id => explosions && thing.is_at_home(),
            // The program names them too.
            id if [LANDSCAPE.id, SCRIPT.id, TREE.id].contains(&id) => false,
            _ => thing.is_at_home(),
        };
        let unused = |thing: &&Thing| {
            judged(thing) && !thing.is_implied() && !meant.contains(&thing.known())
        };
        self.things.iter().filter(unused).map(|thing| &thing.found).collect()
    }
}

/// The document `ngi.find/1` of who uses something.
pub fn uses_to_json(uses: &[(usize, &Use)], problems: &[String]) -> Value {
    let row = |(depth, found): &(usize, &Use)| {
        let mut row = found.to_json();
        if let Some(object) = row.as_object_mut() {
            object.insert("depth".into(), (*depth).into());
        }
        row
    };
    let mut object = json::document("ngi.find/1");
    object.insert("uses".into(), uses.iter().map(row).collect());
    object.insert("problems".into(), problems.to_vec().into());
    Value::Object(object)
}

/// The document `ngi.find/1` of references that lead nowhere, those that matter first.
pub fn missing_to_json(all: &References) -> Value {
    let reachable = all.reachable();
    let row = |found: &&Use| {
        let mut row = found.to_json();
        if let Some(object) = row.as_object_mut() {
            object.insert("reachable".into(), reachable.contains(found.path.as_str()).into());
        }
        row
    };
    let mut object = json::document("ngi.find/1");
    object.insert("missing".into(), all.missing().iter().map(row).collect());
    object.insert("problems".into(), all.problems.clone().into());
    Value::Object(object)
}
