//! Who refers to whom: names in one file that mean another.

use std::collections::{HashMap, HashSet};

use globset::GlobMatcher;
use ngi_formats::kinds;
use ngi_vfs::Node;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::check::{entry_meta, files_below};
use crate::find::Match;
use crate::format::{self, Subject};
use crate::json;
use crate::{Progress, Result, surroundings};

/// What a reference means: a kind of thing, and where it is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// What it is called.
    pub id: &'static str,
    /// Whether a file or entry is such a thing.
    pub is: fn(&Subject<'_>) -> bool,
    /// Where they are looked for.
    pub scope: Scope,
}

/// Where the thing that a reference names is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// In the same archive or folder.
    Beside,
    /// In an archive of this name.
    Library(&'static str),
    /// In the archive that the reference names; in this one where it names none.
    Named(&'static str),
    /// In the folder that the reference names, wherever that is.
    Folder,
    /// Anywhere in the game folder.
    Anywhere,
}

/// The wear table of a model.
pub static WEAR: Target =
    Target { id: "wear", is: |thing| kinds::WEAR.is(&thing.clue()), scope: Scope::Beside };
/// A material.
pub static MATERIAL: Target = Target {
    id: "material",
    is: |thing| kinds::MATERIAL.is(&thing.clue()),
    scope: Scope::Named(surroundings::MATERIALS),
};
/// A texture.
pub static TEXTURE: Target =
    Target { id: "texture", is: is_texm, scope: Scope::Library(surroundings::TEXTURES) };
/// A lightmap.
pub static LIGHTMAP: Target =
    Target { id: "lightmap", is: is_texm, scope: Scope::Library(surroundings::LIGHTMAPS) };
/// A model that an object is.
pub static MODEL: Target = Target { id: "model", is: is_model, scope: Scope::Anywhere };
/// A palette.
pub static PALETTE: Target = Target {
    id: "palette",
    is: |thing| kinds::PALETTE.is(&thing.clue()),
    scope: Scope::Library(surroundings::PALETTES),
};

/// A sound.
pub static SOUND: Target = Target {
    id: "sound",
    is: |thing| kinds::SOUND.is(&thing.clue()) || ends_in(thing, ".wav"),
    scope: Scope::Named(surroundings::SOUNDS),
};
/// An effect.
pub static EFFECT: Target = Target {
    id: "effect",
    is: |thing| kinds::EFFECT.is(&thing.clue()),
    scope: Scope::Named(surroundings::EFFECTS),
};

/// A building that can be ordered.
pub static BUILDING: Target =
    Target { id: "building", is: |thing| ends_in(thing, ".dat"), scope: Scope::Anywhere };

/// An object of `objects.rlb`.
pub static OBJECT: Target = Target {
    id: "object",
    is: |thing| kinds::OBJECT.is(&thing.clue()),
    scope: Scope::Library(surroundings::OBJECTS),
};
/// The ground of a level.
pub static LANDSCAPE: Target = Target {
    id: "landscape",
    is: |thing| kinds::LANDSCAPE.is(&thing.clue()),
    scope: Scope::Folder,
};
/// What a clan does: its script, and the formulas that go with it.
pub static SCRIPT: Target = Target {
    id: "script",
    is: |thing| ends_in(thing, ".scr") || ends_in(thing, ".fml"),
    scope: Scope::Folder,
};
/// What a clan can find out.
pub static TREE: Target =
    Target { id: "tree", is: |thing| ends_in(thing, ".trf"), scope: Scope::Folder };

/// Everything that references can mean.
pub static TARGETS: &[&Target] = &[
    &WEAR, &MATERIAL, &TEXTURE, &LIGHTMAP, &PALETTE, &SOUND, &EFFECT, &MODEL, &BUILDING, &OBJECT,
    &LANDSCAPE, &SCRIPT, &TREE,
];

fn ends_in(thing: &Subject<'_>, suffix: &str) -> bool {
    fold(thing.name).ends_with(suffix)
}

/// Landscapes end in `.msh` too, but the engine finds them by the level's name: no object is one.
fn is_model(thing: &Subject<'_>) -> bool {
    ends_in(thing, ".msh") && !kinds::LANDSCAPE.is(&thing.clue())
}

fn is_texm(thing: &Subject<'_>) -> bool {
    kinds::TEXTURE.is(&thing.clue())
}

/// A name in one file that means another.
#[derive(Debug, Clone)]
pub struct Reference {
    /// What is meant.
    pub target: &'static Target,
    /// Its name.
    pub name: String,
    /// The field that holds the name; empty where it follows from the file's own name.
    pub field: String,
    /// The archive it is in, where the reference names one.
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
    let references = format::recognise(&subject).map(|format| (format.references)(&subject));
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

/// What a reference or a thing is known by: kind, where it is (as far as that counts), name.
type Known = (&'static str, String, String);

impl Scope {
    /// Whether things in a folder or archive (case folded) can be meant at all.
    fn has(self, folder: &str, is_entry: bool) -> bool {
        match self {
            Self::Beside | Self::Folder | Self::Anywhere => true,
            Self::Library(name) => split(folder).1 == fold(name),
            Self::Named(_) => is_entry,
        }
    }

    /// What of the folder or archive that a thing is in (case folded) counts.
    fn place_of_thing(self, folder: String) -> String {
        match self {
            Self::Beside => folder,
            Self::Named(_) | Self::Folder => split(&folder).1,
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
            (Self::Library(_) | Self::Anywhere, _) => String::new(),
        }
    }
}

impl Reference {
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
        self.problems.extend(other.problems);
    }

    /// References to what is not there.
    pub fn missing(&self) -> Vec<&Use> {
        let there: HashSet<Known> = self.things.iter().map(Thing::known).collect();
        self.uses.iter().filter(|found| !there.contains(&found.known())).collect()
    }

    /// Things that references could mean, but none does, and that the engine does not ask for by
    /// itself.
    pub fn unused(&self) -> Vec<&Match> {
        let meant: HashSet<Known> = self.uses.iter().map(Use::known).collect();
        // Without any objects nobody knows which models are used, without a list which buildings.
        let objects = self.uses.iter().any(|found| found.reference.target.id == MODEL.id);
        let listed = self.uses.iter().any(|found| found.reference.target.id == BUILDING.id);
        let judged = |thing: &Thing| match thing.target.id {
            id if id == MODEL.id => objects,
            id if id == BUILDING.id => listed,
            // Units and the program name them too.
            id if [OBJECT.id, LANDSCAPE.id, SCRIPT.id, TREE.id].contains(&id) => false,
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

/// The document `ngi.find/1` of references that lead nowhere.
pub fn missing_to_json(uses: &[&Use], problems: &[String]) -> Value {
    let mut object = json::document("ngi.find/1");
    object.insert("missing".into(), uses.iter().map(|found| found.to_json()).collect());
    object.insert("problems".into(), problems.to_vec().into());
    Value::Object(object)
}
