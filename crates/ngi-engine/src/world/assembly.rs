//! Units put together: a tree of parts, each with its model and its place.

use std::collections::HashMap;
use std::sync::Arc;

use ngi_formats::ctl::Control;
use ngi_formats::objects::ObjectKind;
use ngi_formats::text;
use ngi_formats::unit::{self, PartClass, Unit, UnitType};

use super::hung::{Carrier, Hung, run_load_group};
use super::part::PartModel;
use crate::model::Transform;
use crate::resolve::{Chains, Fault, Found, Game, Object, Problem, Step, StepKind};

/// A part of an assembly.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Part {
    /// The record it is, as it is named there.
    pub object: String,
    /// What it is called for people; empty for scenery.
    pub name: String,
    /// What it is for; `None` for scenery.
    pub class: Option<PartClass>,
    /// The part it hangs on.
    pub parent: Option<usize>,
    /// Where: a node of the parent's model for what is drawn, else a slot of its controller.
    pub attach: i32,
    /// Its model; `None` for what is never drawn, and for what is missing.
    pub model: Option<Arc<PartModel>>,
    /// Where it is in the space of the whole.
    pub object_from_part: Transform,
}

/// A unit, or a thing of the scenery, put together: the first part is the root.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Assembly {
    /// The unit's file, or the name of the record.
    pub path: String,
    /// What the unit is to the game; `None` for scenery.
    pub unit_type: Option<UnitType>,
    /// Its parts, depth first.
    pub parts: Vec<Part>,
    /// What hangs on it.
    pub hung: Vec<Hung>,
    /// What is missing or wrong, each with the way there.
    pub problems: Vec<Problem>,
}

impl Assembly {
    /// The parts that are drawn, with their numbers.
    pub fn drawn(&self) -> impl Iterator<Item = (usize, &Part, &Arc<PartModel>)> {
        let parts = self.parts.iter().enumerate();
        parts.filter_map(|(index, part)| Some((index, part, part.model.as_ref()?)))
    }

    /// The model of the root.
    pub fn root(&self) -> Option<&Arc<PartModel>> {
        self.parts.first()?.model.as_ref()
    }

    /// What the root is called for people; empty where nobody says.
    pub fn name(&self) -> &str {
        self.parts.first().map_or("", |root| root.name.as_str())
    }

    /// The record of the root.
    pub fn object(&self) -> Option<&Arc<Object>> {
        self.root().map(|model| &model.object)
    }
}

/// Models and units that were put together: each once, however often it is placed.
#[derive(Debug)]
pub struct Stock {
    game: Game,
    chains: Chains,
    models: HashMap<(usize, bool), Option<Arc<PartModel>>>,
    units: HashMap<String, Arc<Assembly>>,
    objects: HashMap<Vec<u8>, Arc<Assembly>>,
}

impl Stock {
    /// Nothing yet, out of this game.
    pub fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            chains: Chains::new(game),
            models: HashMap::new(),
            units: HashMap::new(),
            objects: HashMap::new(),
        }
    }

    /// A unit by its path in the game (`UNITS\UNITS\scout.dat`). What of it is missing is told in
    /// its [`Assembly::problems`].
    pub fn unit(&mut self, path: &str) -> Arc<Assembly> {
        let key = path.replace('\\', "/").to_ascii_lowercase();
        if let Some(known) = self.units.get(&key) {
            return known.clone();
        }
        let found = self.game.file(&path.replace('\\', "/")).and_then(Found::of);
        let made = Arc::new(match found {
            Some(found) => self.unit_of(path, &found.bytes),
            None => Assembly {
                path: path.to_owned(),
                problems: self.chains.unit(path).problems(),
                ..Assembly::default()
            },
        });
        self.units.insert(key, made.clone());
        made
    }

    /// A unit of these bytes, which is kept nowhere.
    pub fn unit_of(&mut self, path: &str, bytes: &[u8]) -> Assembly {
        let step = Step::new(StepKind::Unit, path);
        let unit = match Unit::read(bytes) {
            Ok(unit) => unit,
            Err(error) => {
                let fault = Fault::Broken(error.to_string());
                let problems = vec![Problem { chain: vec![step], fault }];
                return Assembly { path: path.to_owned(), problems, ..Assembly::default() };
            }
        };
        let (mut parts, mut problems) = (Vec::new(), Vec::new());
        for (index, part) in unit.parts().enumerate() {
            let chain = [step.clone(), Step::new(StepKind::Part, index.to_string())];
            let mounted = self.mount(&parts, &part, unit.parent(index), &chain, &mut problems);
            parts.push(mounted);
        }
        let hung = hang(&parts);
        let unit_type = Some(unit.head().unit_type);
        Assembly { path: path.to_owned(), unit_type, parts, hung, problems }
    }

    /// A record of the registry alone: scenery.
    pub fn object(&mut self, name: &[u8]) -> Arc<Assembly> {
        let key = name.to_ascii_lowercase();
        if let Some(known) = self.objects.get(&key) {
            return known.clone();
        }
        let problems = self.chains.object(name).problems().collect();
        let parts = vec![Part {
            object: text::decode(name),
            name: String::new(),
            class: None,
            parent: None,
            attach: -1,
            model: self.model(name, false),
            object_from_part: Transform::IDENTITY,
        }];
        let (path, hung) = (text::decode(name), hang(&parts));
        let made = Arc::new(Assembly { path, unit_type: None, parts, hung, problems });
        self.objects.insert(key, made.clone());
        made
    }

    /// A part of a unit, mounted on those that came before it.
    fn mount(
        &mut self,
        before: &[Part],
        part: &unit::Part,
        parent: Option<usize>,
        chain: &[Step; 2],
        problems: &mut Vec<Problem>,
    ) -> Part {
        let name = part.member.name();
        let traced = self.chains.object(name);
        problems.extend(traced.problems().map(|Problem { chain: below, fault }| Problem {
            chain: chain.iter().cloned().chain(below).collect(),
            fault,
        }));
        // Of several roots the first counts. What is inside a machine is never drawn.
        let is_root = before.is_empty();
        let is_drawn = is_root || traced.kind == Some(ObjectKind::EXTERNAL);
        let mut made = Part {
            object: text::decode(name),
            name: text::decode(text::until_nul(&part.name.0)),
            class: Some(part.class),
            parent,
            attach: part.attach,
            model: if is_drawn { self.model(name, !is_root) } else { None },
            object_from_part: Transform::IDENTITY,
        };
        if let (Some(model), false) = (&made.model, is_root) {
            match socket(before, parent, part.attach) {
                Some(socket) => made.object_from_part = socket * model.socket_from_part(),
                None => {
                    made.model = None;
                    let fault = Fault::NoSocket(part.attach);
                    problems.push(Problem { chain: chain.to_vec(), fault });
                }
            }
        }
        made
    }

    /// The model of a record; `None` where there is none, which the chain of the record tells.
    fn model(&mut self, name: &[u8], is_mounted: bool) -> Option<Arc<PartModel>> {
        let object = self.game.registry()?.object(&self.game, name)?;
        let key = (object.index, is_mounted);
        let made = self
            .models
            .entry(key)
            .or_insert_with(|| PartModel::read(object, is_mounted).ok().map(Arc::new));
        made.clone()
    }

    /// How many models were read.
    pub fn model_count(&self) -> usize {
        self.models.values().flatten().count()
    }
}

/// Where a node of a part is, in the space of the whole.
fn socket(parts: &[Part], parent: Option<usize>, attach: i32) -> Option<Transform> {
    let parent = parts.get(parent?)?;
    let node = parent.model.as_ref()?.node(usize::try_from(attach).ok()?)?;
    let socket = parent.object_from_part * node;
    socket.is_finite().then_some(socket)
}

/// Runs the load groups of all parts that are drawn.
fn hang(parts: &[Part]) -> Vec<Hung> {
    let mut hung = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Some(model) = &part.model else { continue };
        let Some(control) = &model.object.controller else { continue };
        let Ok(control) = Control::read(&control.bytes) else { continue };
        let sphere = model.header.sphere;
        let carrier = Carrier {
            part: index,
            object_from_node: &|node| Some(part.object_from_part * model.node(node)?),
            points: &model.points,
            sphere: (sphere.center, sphere.radius),
            object_from_part: part.object_from_part,
        };
        hung.extend(run_load_group(&control, &carrier));
    }
    hung
}
