//! From a placed object down to its textures: placed object → part → registry record → archive →
//! model → wear → material → texture. Where that ends too early, all of the way there is known.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use ngi_formats::mat0::Material;
use ngi_formats::objects::ObjectKind;
use ngi_formats::text;
use ngi_formats::unit::Unit;
use ngi_formats::wear::{Parser, Wear};

use super::find::{NoTexture, Taken};
use super::game::{Found, Game};
use super::names;
use super::registry::Object;
use super::surroundings::Surroundings;

/// What a step of a chain is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StepKind {
    /// The file of a unit.
    Unit,
    /// A part of a unit, by its number.
    Part,
    /// A record of the registry.
    Object,
    /// A record that another has for a parent.
    Parent,
    /// An archive.
    Archive,
    /// A model.
    Model,
    /// A wear table.
    Wear,
    /// Anything else that a record names: control points, a controller, an outline.
    Other,
    /// A material.
    Material,
    /// A texture.
    Texture,
    /// A lightmap.
    Lightmap,
}

impl StepKind {
    /// What it is called.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Part => "part",
            Self::Object => "object",
            Self::Parent => "parent",
            Self::Archive => "archive",
            Self::Model => "model",
            Self::Wear => "wear",
            Self::Other => "other",
            Self::Material => "material",
            Self::Texture => "texture",
            Self::Lightmap => "lightmap",
        }
    }
}

/// A step of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Step {
    /// What it is.
    pub kind: StepKind,
    /// What it is called where it is named.
    pub name: String,
}

impl Step {
    /// A step.
    pub fn new(kind: StepKind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into() }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.as_str(), self.name)
    }
}

/// What is wrong with the last step of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It is not there.
    Missing,
    /// It is not there, and the game takes this one instead.
    Replaced(String),
    /// It is there and cannot be followed: why.
    Broken(String),
    /// It names no model, and such things have one.
    NoModel,
    /// The engine does not look for a texture whose name has no dot.
    BadName,
    /// It hangs on a node that the part it hangs on does not have.
    NoSocket(i32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("is not there"),
            Self::Replaced(other) => write!(f, "is not there, {other} takes its place"),
            Self::Broken(why) => write!(f, "cannot be read: {why}"),
            Self::NoModel => f.write_str("names no model"),
            Self::BadName => f.write_str("has no dot in its name, so that nobody looks for it"),
            Self::NoSocket(node) => {
                write!(f, "hangs on node {node}, which what it hangs on does not have")
            }
        }
    }
}

/// A chain that ends too early.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The steps from the placed object to the one that is at fault.
    pub chain: Vec<Step>,
    /// What is wrong with the last of them.
    pub fault: Fault,
}

/// In a line: `unit a.dat > part 1 > object gun: is not there`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chain: Vec<String> = self.chain.iter().map(ToString::to_string).collect();
        write!(f, "{}: {}", chain.join(" > "), self.fault)
    }
}

/// How much was followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Counts {
    /// Parts of units, and objects that were placed alone.
    pub parts: usize,
    /// Models that were asked for.
    pub models: usize,
    /// Materials of their wears.
    pub materials: usize,
    /// Textures of these.
    pub textures: usize,
    /// Lightmaps of the wears.
    pub lightmaps: usize,
}

impl Counts {
    /// Adds another's.
    pub fn add(&mut self, other: Self) {
        let Self { parts, models, materials, textures, lightmaps } = other;
        self.parts += parts;
        self.models += models;
        self.materials += materials;
        self.textures += textures;
        self.lightmaps += lightmaps;
    }
}

/// All that an object needs, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Traced {
    links: Vec<Link>,
    faults: Vec<(usize, Fault)>,
    /// How much there is below it.
    pub counts: Counts,
    /// Its tag; `None` for what the registry does not have.
    pub kind: Option<ObjectKind>,
    /// Where its model is.
    pub model: Option<String>,
    /// Where its wear is.
    pub wear: Option<String>,
}

/// A step, and the one that named it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Link {
    step: Step,
    from: Option<usize>,
}

impl Traced {
    fn add(&mut self, from: Option<usize>, kind: StepKind, name: impl Into<String>) -> usize {
        self.links.push(Link { step: Step::new(kind, name), from });
        self.links.len() - 1
    }

    fn fault(&mut self, link: usize, fault: Fault) {
        self.faults.push((link, fault));
    }

    /// Every step below the object, in the order it was followed.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.links.iter().map(|link| &link.step)
    }

    /// The way from the object to a step.
    fn chain(&self, step: usize) -> Vec<Step> {
        let mut chain = Vec::new();
        let mut at = self.links.get(step);
        while let Some(Link { step, from }) = at {
            chain.push(step.clone());
            at = from.and_then(|from| self.links.get(from));
        }
        chain.reverse();
        chain
    }

    /// The chains that end too early.
    pub fn problems(&self) -> impl ExactSizeIterator<Item = Problem> + '_ {
        self.faults
            .iter()
            .map(|(link, fault)| Problem { chain: self.chain(*link), fault: fault.clone() })
    }

    /// Whether everything is there.
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty()
    }
}

/// A part of a unit, and what it needs.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TracedPart {
    /// The part as a step: its number and what it is called.
    pub step: Step,
    /// The part it hangs on.
    pub parent: Option<usize>,
    /// Whether it is drawn: the root is, and what has the tag `EXTO`.
    pub is_drawn: bool,
    /// Its object.
    pub object: Arc<Traced>,
}

/// A unit with all its parts.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct TracedUnit {
    /// The parts, depth first; none where the unit cannot be read.
    pub parts: Vec<TracedPart>,
    /// What is wrong with the file itself.
    pub fault: Option<Fault>,
    unit: Option<Step>,
}

impl TracedUnit {
    /// The chains that end too early, from the unit on.
    pub fn problems(&self) -> Vec<Problem> {
        let unit = || self.unit.iter().cloned();
        let own = self
            .fault
            .iter()
            .map(|fault| Problem { chain: unit().collect(), fault: fault.clone() });
        let parts = self.parts.iter().flat_map(|part| {
            part.object.problems().map(move |Problem { chain, fault }| {
                let before = unit().chain([part.step.clone()]);
                Problem { chain: before.chain(chain).collect(), fault }
            })
        });
        own.chain(parts).collect()
    }

    /// How much there is below it.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.parts.iter().for_each(|part| counts.add(part.object.counts));
        counts
    }
}

/// Follows chains through a game. What was followed once is kept, so that a game whose robots share
/// their parts is followed once, too. Threads may share it.
#[derive(Debug)]
pub struct Chains {
    game: Game,
    around: Surroundings,
    objects: RwLock<HashMap<Vec<u8>, Arc<Traced>>>,
}

impl Chains {
    /// Chains through a game.
    pub fn new(game: &Game) -> Self {
        let around = Surroundings::in_game(Some(game));
        Self { game: game.clone(), around, objects: RwLock::default() }
    }

    /// What a unit needs, by the path of its file as the game writes it (`UNITS\BUILDS\mine.dat`).
    pub fn unit(&self, path: &str) -> TracedUnit {
        let unit = Some(Step::new(StepKind::Unit, path));
        let broken = |fault: Fault| TracedUnit {
            fault: Some(fault),
            unit: unit.clone(),
            ..TracedUnit::default()
        };
        let Some(found) = self.game.file(&path.replace('\\', "/")).and_then(Found::of) else {
            return broken(Fault::Missing);
        };
        match Unit::read(&found.bytes) {
            Ok(read) => TracedUnit { parts: self.parts(&read), fault: None, unit },
            Err(error) => broken(Fault::Broken(error.to_string())),
        }
    }

    fn parts(&self, unit: &Unit<'_>) -> Vec<TracedPart> {
        let part = |(index, part): (usize, ngi_formats::unit::Part)| {
            let (parent, object) = (unit.parent(index), self.object(part.member.name()));
            let is_drawn = parent.is_none() || object.kind == Some(ObjectKind::EXTERNAL);
            let step = Step::new(StepKind::Part, index.to_string());
            TracedPart { step, parent, is_drawn, object }
        };
        unit.parts().enumerate().map(part).collect()
    }

    /// What an object of the registry needs, by its name.
    pub fn object(&self, name: &[u8]) -> Arc<Traced> {
        let key = name.to_ascii_lowercase();
        let known = self.objects.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(traced) = known.get(&key) {
            return traced.clone();
        }
        drop(known);
        let traced = Arc::new(self.trace(name));
        let mut known = self.objects.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert(traced).clone()
    }

    fn trace(&self, name: &[u8]) -> Traced {
        let mut traced = Traced::default();
        traced.counts.parts = 1;
        let root = traced.add(None, StepKind::Object, text::decode(name));
        let Some(registry) = self.game.registry() else {
            let library = traced.add(Some(root), StepKind::Archive, names::OBJECTS);
            traced.fault(library, Fault::Missing);
            return traced;
        };
        let Some(object) = registry.object(&self.game, name) else {
            traced.fault(root, Fault::Missing);
            return traced;
        };
        traced.kind = Some(object.kind);
        let path = |found: &Option<Found>| found.as_ref().map(|found| found.node.path());
        (traced.model, traced.wear) = (path(&object.model), path(&object.wear));
        match &object.resolved {
            Ok(_) => self.slots(&object, root, &mut traced),
            Err(unresolved) => {
                let parents = unresolved.line.iter().skip(1);
                let last = parents.fold(root, |from, parent| {
                    traced.add(Some(from), StepKind::Parent, text::decode(parent))
                });
                traced.fault(last, Fault::Broken(unresolved.to_string()));
            }
        }
        traced
    }

    /// What a record and its parents name.
    fn slots(&self, object: &Object, root: usize, traced: &mut Traced) {
        let Ok(resolved) = &object.resolved else { return };
        let (mut parents, mut archives) = (HashMap::new(), HashMap::new());
        for part in &resolved.parts {
            let is_own = text::same(&part.from, &text::encode(&object.name).unwrap_or_default());
            let from = match is_own {
                true => root,
                false => *parents.entry(part.from.clone()).or_insert_with(|| {
                    traced.add(Some(root), StepKind::Parent, text::decode(&part.from))
                }),
            };
            let archive = text::decode(part.slot.archive.name());
            let there = self.around.has_library(&archive);
            let library =
                *archives.entry((from, archive.to_ascii_lowercase())).or_insert_with(|| {
                    let library = traced.add(Some(from), StepKind::Archive, archive.clone());
                    if !there {
                        traced.fault(library, Fault::Missing);
                    }
                    library
                });
            if there {
                self.slot(object, part, library, traced);
            }
        }
        if object.kind.has_model() && resolved.part(b".msh").is_none() {
            traced.fault(root, Fault::NoModel);
        }
    }

    /// An entry that a record names.
    fn slot(
        &self,
        object: &Object,
        part: &ngi_formats::objects::Part,
        library: usize,
        traced: &mut Traced,
    ) {
        let member = part.slot.member.name();
        let is = |suffix: &[u8]| text::same(part.slot.suffix(), suffix);
        let taken = |found: &Option<Found>| found.is_some();
        let (kind, another) = match () {
            () if is(b".msh") => (StepKind::Model, taken(&object.model)),
            () if is(b".wea") => (StepKind::Wear, taken(&object.wear)),
            () => (StepKind::Other, false),
        };
        let link = traced.add(Some(library), kind, text::decode(member));
        let archive = text::decode(part.slot.archive.name());
        match self.around.entry(&archive, &text::decode(member)) {
            // The game takes the first that is there: one before it need not be.
            None if another => {}
            None => traced.fault(link, Fault::Missing),
            Some(found) if kind == StepKind::Wear => self.wear(&found, link, traced),
            Some(_) if kind == StepKind::Model => {
                traced.counts.models += 1;
                if object.node_count().is_none() {
                    traced.fault(link, Fault::Broken("it is no whole model".into()));
                }
            }
            Some(_) => {}
        }
    }

    fn wear(&self, found: &Found, link: usize, traced: &mut Traced) {
        let wear = match Wear::read(&found.bytes, Parser::File) {
            Ok(wear) => wear,
            Err(error) => return traced.fault(link, Fault::Broken(error.to_string())),
        };
        for row in wear.rows() {
            self.material(row.name, link, traced);
        }
        for row in wear.lightmaps().into_iter().flatten() {
            traced.counts.lightmaps += 1;
            let name = row.name;
            let light = traced.add(Some(link), StepKind::Lightmap, text::decode(name));
            self.texture(names::LIGHTMAPS, name, light, traced);
        }
    }

    fn material(&self, name: &[u8], wear: usize, traced: &mut Traced) {
        let link = traced.add(Some(wear), StepKind::Material, text::decode(name));
        traced.counts.materials += 1;
        let Some(found) = self.around.material(name) else {
            return traced.fault(link, Fault::Missing);
        };
        if found.taken != Taken::Named {
            traced.fault(link, Fault::Replaced(found.found.name.clone()));
        }
        let material = match Material::read(&found.found.bytes, found.attributes()) {
            Ok(material) => material,
            Err(error) => return traced.fault(link, Fault::Broken(error.to_string())),
        };
        let mut seen = HashSet::new();
        for phase in material.phases() {
            let texture = phase.texture.name().to_ascii_lowercase();
            if texture.is_empty() || !seen.insert(texture) {
                continue;
            }
            let name = phase.texture.name();
            let step = traced.add(Some(link), StepKind::Texture, text::decode(name));
            traced.counts.textures += 1;
            self.texture(names::TEXTURES, name, step, traced);
        }
    }

    fn texture(&self, library: &str, name: &[u8], link: usize, traced: &mut Traced) {
        match self.around.texture(library, name) {
            Ok(_) => {}
            Err(NoTexture::Missing) => traced.fault(link, Fault::Missing),
            Err(NoTexture::BadName) => traced.fault(link, Fault::BadName),
        }
    }
}
