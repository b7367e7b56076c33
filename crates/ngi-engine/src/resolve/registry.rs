//! The registry, `objects.rlb`: what there is in the game by name, and what the game takes for it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use ngi_formats::ctl::Control;
use ngi_formats::msh::Model;
use ngi_formats::nres::TypeId;
use ngi_formats::objects::{self, ObjectKind, Records, Resolved, Unresolved};
use ngi_formats::{Findings, Mode, text};
use ngi_vfs::Bytes;

use super::game::{Found, Game, OpenLibrary};
use super::names;

/// The registry of a game. What was resolved is kept: a thousand robots of one kind cost one.
#[derive(Debug)]
pub struct Registry {
    library: OpenLibrary,
    objects: RwLock<HashMap<usize, Arc<Object>>>,
}

/// A record of the registry with its parents, and what of that is there.
#[derive(Debug)]
#[non_exhaustive]
pub struct Object {
    /// Its place in the registry.
    pub index: usize,
    /// Its own name, as the registry spells it.
    pub name: String,
    /// What it is: the tag that says how it is loaded, and whether it is drawn.
    pub kind: ObjectKind,
    /// What it and its parents name, or why that cannot be followed.
    pub resolved: Result<Resolved, Unresolved>,
    /// The first model they name that is there.
    pub model: Option<Found>,
    /// The first wear they name that is there, else the one beside the model.
    pub wear: Option<Found>,
    /// The first controller they name that is there.
    pub controller: Option<Found>,
    /// The first control points they name that are there.
    pub points: Option<Found>,
    /// The first footprint they name that is there: along it a building cuts the ground.
    pub base: Option<Found>,
    counts: OnceLock<Option<ModelCounts>>,
    slots: OnceLock<Option<usize>>,
}

/// What is counted of a model.
#[derive(Debug, Clone, Copy)]
struct ModelCounts {
    nodes: usize,
    halls: usize,
}

impl Records for OpenLibrary {
    type Payload = Bytes;

    fn find(&self, name: &[u8]) -> Option<usize> {
        self.container().first_named(name)
    }

    fn name(&self, index: usize) -> Vec<u8> {
        self.container().name(index).to_vec()
    }

    fn kind(&self, index: usize) -> ObjectKind {
        ObjectKind(self.container().type_id(index).unwrap_or(TypeId(0)))
    }

    fn payload(&self, index: usize) -> Option<Bytes> {
        self.container().payload(index).ok()
    }
}

impl Registry {
    /// The registry of a game; `None` where it has none. [`Game::registry`] keeps it.
    pub(super) fn of(game: &Game) -> Option<Self> {
        let library = game.library(names::OBJECTS)?;
        Some(Self { library, objects: RwLock::default() })
    }

    /// How many records it has.
    pub fn len(&self) -> usize {
        self.library.container().len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The records, for [`objects::resolve`] and [`objects::check_parents`].
    pub fn records(&self) -> &OpenLibrary {
        &self.library
    }

    /// The tag of a record, ASCII case ignored; `None` where there is no such record.
    pub fn kind(&self, name: &[u8]) -> Option<ObjectKind> {
        Some(self.library.kind(self.library.find(name)?))
    }

    /// A record with all that belongs to it; `None` where there is no such record.
    pub fn object(&self, game: &Game, name: &[u8]) -> Option<Arc<Object>> {
        let index = self.library.find(name)?;
        let known = self.objects.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(object) = known.get(&index) {
            return Some(object.clone());
        }
        drop(known);
        let object = Arc::new(self.resolve(game, index));
        let mut known = self.objects.write().unwrap_or_else(PoisonError::into_inner);
        Some(known.entry(index).or_insert(object).clone())
    }

    fn resolve(&self, game: &Game, index: usize) -> Object {
        let name = self.library.name(index);
        let resolved = objects::resolve(&self.library, objects::LIBRARY, &name);
        let first = |suffix: &[u8]| {
            let mut parts = resolved.iter().flat_map(|resolved| resolved.all(suffix));
            parts.find_map(|part| {
                let library = game.library(&text::decode(part.slot.archive.name()))?;
                library.named(part.slot.member.name())
            })
        };
        let model = first(b".msh");
        let beside = || {
            let model = model.as_ref()?;
            let wear = text::encode(&names::wear_of(&model.name))?;
            OpenLibrary::of(model.node.parent()?)?.named(&wear)
        };
        let wear = first(b".wea").or_else(beside);
        let (controller, points, base) = (first(b".ctl"), first(b".cpt"), first(b".bas"));
        Object {
            index,
            name: text::decode(&name),
            kind: self.library.kind(index),
            resolved,
            model,
            wear,
            controller,
            points,
            base,
            counts: OnceLock::new(),
            slots: OnceLock::new(),
        }
    }
}

impl Object {
    /// How many nodes its model has; `None` without a model, or with one that cannot be read.
    pub fn node_count(&self) -> Option<usize> {
        self.model_counts().map(|counts| counts.nodes)
    }

    /// How many places the hallways of its model have: those that units may start at. `None`
    /// without a model, or with one that cannot be read.
    pub fn hall_places(&self) -> Option<usize> {
        self.model_counts().map(|counts| counts.halls)
    }

    fn model_counts(&self) -> Option<ModelCounts> {
        let count = || {
            let mut findings = Findings::new(Mode::Tolerant, false);
            let model = Model::read_tolerant(&self.model.as_ref()?.bytes, &mut findings).ok()?;
            let nodes = model.legacy_nodes.map_or(model.nodes.len(), |nodes| nodes.len());
            Some(ModelCounts { nodes, halls: model.paths.map_or(0, |paths| paths.nodes.len()) })
        };
        *self.counts.get_or_init(count)
    }

    /// How many component slots its controller has; `None` without a controller, or with one that
    /// cannot be followed.
    pub fn slot_count(&self) -> Option<usize> {
        let count = || {
            let control = Control::read(&self.controller.as_ref()?.bytes).ok()?;
            Some(control.components().count())
        };
        *self.slots.get_or_init(count)
    }
}
