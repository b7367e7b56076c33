//! A unit alone: all its parts, standing.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use glam::Vec3;
use ngi_engine::model::{Ray, Sides, Transform};
use ngi_engine::world::{Assembly, Health};
use ngi_vfs::Vfs;

use super::asset_of;
use crate::Bounds;
use crate::frame::{Frame, LogLine, Store};
use crate::scene::model::Placed;
use crate::scene::{Breed, Crowd, Looks, Picked, Scene, SceneKind, View};

/// A unit to look at.
pub struct UnitScene {
    crowd: Crowd,
    unit: Arc<Assembly>,
    /// The part that each model of the crowd is.
    placed: Vec<usize>,
    hidden: BTreeSet<usize>,
    log: Vec<LogLine>,
}

impl UnitScene {
    /// What it is made of.
    pub fn unit(&self) -> &Assembly {
        &self.unit
    }

    /// A unit with the materials of its game.
    pub fn new(unit: Arc<Assembly>, game: &Vfs) -> Self {
        let mut crowd = Crowd::new(Looks::new(Some(game)));
        let problems = unit.problems.iter();
        let mut log: Vec<LogLine> =
            problems.map(|problem| LogLine::Note(problem.to_string())).collect();
        let mut breeds: HashMap<(usize, bool), Option<Breed>> = HashMap::new();
        let mut placed = Vec::new();
        for (index, part, model) in unit.drawn() {
            let key = (model.object.index, model.is_mounted);
            let breed = *breeds.entry(key).or_insert_with(|| {
                let asset = asset_of(model, &mut log)?;
                let wear = model.object.wear.as_ref().map(|wear| &*wear.bytes);
                Some(crowd.add_breed(asset, wear))
            });
            if let Some(breed) = breed {
                let world_from_model = part.object_from_part;
                crowd.place(breed, Placed { world_from_model, ahead: 0.0 });
                placed.push(index);
            }
        }
        Self { crowd, unit, placed, hidden: BTreeSet::new(), log }
    }
}

impl Scene for UnitScene {
    fn kind(&self) -> SceneKind {
        SceneKind::Model
    }

    fn bounds(&self) -> Bounds {
        self.crowd.bounds()
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        self.crowd.prepare(store);
        for line in self.crowd.log() {
            if !self.log.contains(line) {
                self.log.push(line.clone());
            }
        }
    }

    fn release(&mut self, store: &mut dyn Store) {
        self.crowd.release(store);
    }

    fn hide(&mut self, parts: &BTreeSet<usize>) {
        for (number, part) in self.placed.iter().enumerate() {
            self.crowd.hide(number, parts.contains(part));
        }
        self.hidden.clone_from(parts);
    }

    fn outline(&self, part: usize) -> Option<[Vec3; 8]> {
        super::outline_of(self.unit.parts.get(part)?, Health::default(), &Transform::IDENTITY)
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        self.crowd.build(view, frame);
    }

    fn levels(&self) -> usize {
        ngi_formats::msh::LEVELS - 1
    }

    fn stages(&self) -> usize {
        ngi_formats::msh::STAGES
    }

    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let mut best: Option<Picked> = None;
        let shown = self.unit.drawn().filter(|(part, ..)| !self.hidden.contains(part));
        for (index, part, model) in shown {
            let matrix = part.object_from_part.inverse();
            let own = Ray {
                origin: matrix.transform_point3(ray.origin.into()).to_array(),
                direction: matrix.transform_vector3(ray.direction.into()).to_array(),
            };
            let far = best.as_ref().map_or(f32::MAX, |best| best.distance);
            let Some(hit) = model.picker(Health::default()).pick(&own, far, Sides::Both) else {
                continue;
            };
            let node = usize::try_from(hit.triangle.node).unwrap_or(usize::MAX);
            best = Some(Picked {
                position: part.object_from_part.transform_point3(hit.position.into()).to_array(),
                distance: hit.distance,
                part: Some(index),
                node: Some(node),
                node_name: model.node_names.get(node).cloned(),
                triangle: usize::try_from(hit.triangle.triangle).ok(),
                batch: usize::try_from(hit.triangle.batch).ok(),
                material: Some(hit.triangle.material.into()),
                notes: vec![format!("part {index}: {}", part.object)],
                ..Picked::default()
            });
        }
        best
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }
}
