//! Many models at once: copies share everything but their place and their moment.

use super::looks::{Looks, WearId};
use super::model::{ModelAsset, Placed, Posed, Worn, draw};
use super::{Scene, SceneKind};
use crate::Bounds;
use crate::frame::{Frame, LogLine, MeshId, Store};
use crate::scene::view::View;

/// A kind of model in a crowd.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Breed(usize);

#[derive(Debug)]
struct Member {
    asset: ModelAsset,
    wear: Option<WearId>,
    mesh: Option<MeshId>,
    worn: Worn,
}

/// Models that stand about. What is alike is drawn in one go.
#[derive(Debug)]
pub struct Crowd {
    looks: Looks,
    breeds: Vec<Member>,
    placed: Vec<(Breed, Placed)>,
    posed: Posed,
}

impl Crowd {
    /// Nobody yet.
    pub fn new(looks: Looks) -> Self {
        Self { looks, breeds: Vec::new(), placed: Vec::new(), posed: Posed::default() }
    }

    /// Adds a kind of model with the text of its wear.
    pub fn add_breed(&mut self, asset: ModelAsset, wear: Option<&[u8]>) -> Breed {
        let wear = wear.and_then(|text| self.looks.load_wear(&asset.name, text));
        self.breeds.push(Member { asset, wear, mesh: None, worn: Worn::default() });
        Breed(self.breeds.len() - 1)
    }

    /// Places one.
    pub fn place(&mut self, breed: Breed, placed: Placed) {
        self.placed.push((breed, placed));
    }

    /// How many stand about.
    pub fn len(&self) -> usize {
        self.placed.len()
    }

    /// Whether nobody does.
    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }
}

impl Scene for Crowd {
    fn kind(&self) -> SceneKind {
        SceneKind::Model
    }

    fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for (breed, placed) in &self.placed {
            let Some(member) = self.breeds.get(breed.0) else { continue };
            for corner in member.asset.bounds().corners() {
                bounds.add(placed.world_from_model.transform_point3(corner).to_array());
            }
        }
        bounds
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        self.looks.prepare(store);
        for member in self.breeds.iter_mut().filter(|member| member.mesh.is_none()) {
            member.mesh = Some(store.add_mesh(&member.asset.mesh));
        }
    }

    fn release(&mut self, store: &mut dyn Store) {
        self.looks.release(store);
        let meshes = self.breeds.iter_mut().filter_map(|member| member.mesh.take());
        meshes.for_each(|mesh| store.remove_mesh(mesh));
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        self.looks.set_time_ms(view.time_ms());
        for member in &mut self.breeds {
            let Member { asset, wear, worn, .. } = member;
            worn.update(asset, &mut self.looks, *wear, view.settings.track);
        }
        for (breed, placed) in &self.placed {
            let Some(member) = self.breeds.get(breed.0) else { continue };
            let Some(mesh) = member.mesh else { continue };
            draw(&member.asset, mesh, &member.worn, placed, view, &mut self.posed, frame);
        }
    }

    fn log(&self) -> &[LogLine] {
        self.looks.log()
    }
}
