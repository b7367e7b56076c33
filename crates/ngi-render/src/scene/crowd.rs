//! Many models at once: copies share everything but their place and their moment.

use ngi_engine::model::{Frustum, Transform, bounds};
use ngi_formats::msh::Aabb;

use super::looks::{Looks, WearId};
use super::model::{Contact, ModelAsset, Placed, Posed, Worn, draw, draw_posed};
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
    /// The same with the signs of clans that have one of these.
    signed: Vec<(usize, Worn)>,
}

/// How a single one stands that moves by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Stance {
    /// Where.
    pub world_from_model: Transform,
    /// Where its nodes are, in its own space.
    pub pose: Vec<Transform>,
    /// Whether it is left out: its rider looks out of it.
    pub is_hidden: bool,
}

/// Who stands somewhere.
#[derive(Debug, Clone)]
struct Standing {
    breed: Breed,
    placed: Placed,
    /// Whose sign it shows.
    clan: Option<usize>,
    /// Its damage stage; `None` for that of the view.
    stage: Option<usize>,
    /// How it stands where it moves by itself.
    stance: Option<Box<Stance>>,
    /// Whether somebody wants it left out.
    is_hidden: bool,
}

/// Models that stand about. What is alike is drawn in one go.
#[derive(Debug)]
pub struct Crowd {
    looks: Looks,
    breeds: Vec<Member>,
    placed: Vec<Standing>,
    posed: Posed,
    contact: Contact,
    log: Vec<LogLine>,
}

impl Crowd {
    /// Nobody yet.
    pub fn new(looks: Looks) -> Self {
        let (breeds, placed) = (Vec::new(), Vec::new());
        let (posed, contact) = (Posed::default(), Contact::default());
        Self { looks, breeds, placed, posed, contact, log: Vec::new() }
    }

    /// Adds a kind of model with the text of its wear.
    pub fn add_breed(&mut self, asset: ModelAsset, wear: Option<&[u8]>) -> Breed {
        let wear = wear.and_then(|text| self.looks.load_wear(&asset.name, text));
        let (worn, signed) = (Worn::default(), Vec::new());
        self.breeds.push(Member { asset, wear, mesh: None, worn, signed });
        Breed(self.breeds.len() - 1)
    }

    /// Places one.
    pub fn place(&mut self, breed: Breed, placed: Placed) {
        self.add(Standing {
            breed,
            placed,
            clan: None,
            stage: None,
            stance: None,
            is_hidden: false,
        });
    }

    /// Places one of a clan, at a damage stage of its own.
    pub fn place_of(&mut self, breed: Breed, placed: Placed, clan: Option<usize>, stage: usize) {
        let Some(member) = self.breeds.get_mut(breed.0) else { return };
        let sign = |clan: &usize| {
            let rows = member.wear.map(|wear| (wear, 0..self.looks.rows(wear)));
            rows.is_some_and(|(wear, mut rows)| {
                rows.any(|row| self.looks.has_sign(wear, row, *clan))
            })
        };
        let clan = clan.filter(sign);
        if let Some(clan) = clan.filter(|clan| !member.signed.iter().any(|it| it.0 == *clan)) {
            member.signed.push((clan, Worn::default()));
        }
        let stage = Some(stage);
        self.add(Standing { breed, placed, clan, stage, stance: None, is_hidden: false });
    }

    fn add(&mut self, standing: Standing) {
        self.placed.push(standing);
    }

    /// Lets everybody go; kinds of models stay known.
    pub fn clear(&mut self) {
        self.placed.clear();
    }

    /// Puts the one that was placed so many-th elsewhere.
    pub fn move_to(&mut self, number: usize, world_from_model: Transform) {
        if let Some(standing) = self.placed.get_mut(number) {
            standing.placed.world_from_model = world_from_model;
        }
    }

    /// Leaves the one that was placed so many-th out, or shows it again.
    pub fn hide(&mut self, number: usize, is_hidden: bool) {
        if let Some(standing) = self.placed.get_mut(number) {
            standing.is_hidden = is_hidden;
        }
    }

    /// Lets the one that was placed so many-th stand in a way of its own, or as before.
    pub fn stand(&mut self, number: usize, stance: Option<Stance>) {
        let Some(standing) = self.placed.get_mut(number) else { return };
        let nodes = self.breeds.get(standing.breed.0).map(|it| it.asset.skeleton.len());
        let fits = |stance: &Stance| nodes == Some(stance.pose.len());
        standing.stance = stance.filter(fits).map(Box::new);
    }

    /// Adds a line to the log.
    pub fn note(&mut self, line: String) {
        self.log.push(LogLine::Note(line));
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

/// Whether some of a model's box may be seen.
fn sees(frustum: &Frustum, asset: &ModelAsset, placed: &Placed) -> bool {
    let own = asset.bounds();
    if own.is_empty() {
        return true;
    }
    let aabb = Aabb { min: own.min, max: own.max };
    bounds::sees_box(frustum, &placed.world_from_model, &aabb)
}

impl Scene for Crowd {
    fn kind(&self) -> SceneKind {
        SceneKind::Model
    }

    fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for Standing { breed, placed, .. } in &self.placed {
            let Some(member) = self.breeds.get(breed.0) else { continue };
            for corner in member.asset.bounds().corners() {
                bounds.add(placed.world_from_model.transform_point3(corner).to_array());
            }
        }
        bounds
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        self.looks.prepare(store);
        for line in self.looks.log() {
            if !self.log.contains(line) {
                self.log.push(line.clone());
            }
        }
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
            let Member { asset, wear, worn, signed, .. } = member;
            worn.update(asset, &mut self.looks, *wear, view.settings.track);
            for (clan, worn) in signed {
                worn.update_for(asset, &mut self.looks, *wear, *clan);
            }
        }
        let frustum = view.settings.culling.then(|| frame.sight.frustum());
        let shown = self.placed.iter().filter(|standing| !standing.is_hidden);
        self.contact.clear();
        for Standing { breed, placed, clan, stage, stance, .. } in shown {
            let Some(member) = self.breeds.get(breed.0) else { continue };
            let Some(mesh) = member.mesh else { continue };
            let asset = &member.asset;
            let moved = stance
                .as_ref()
                .map(|it| Placed { world_from_model: it.world_from_model, ..*placed });
            let placed = moved.as_ref().unwrap_or(placed);
            // What stands still is where its box is, so that none of its nodes need be asked.
            let hidden = |frustum: &Frustum| !sees(frustum, asset, placed);
            if asset.standing.is_some() && frustum.as_ref().is_some_and(hidden) {
                frame.counters.culled += 1;
                continue;
            }
            let signed = clan.and_then(|clan| member.signed.iter().find(|it| it.0 == clan));
            let worn = signed.map_or(&member.worn, |(_, worn)| worn);
            let own = View { stage: stage.unwrap_or(view.stage), ..*view };
            match stance {
                Some(stance) if stance.is_hidden => {}
                Some(stance) => {
                    self.posed.pose.clone_from(&stance.pose);
                    draw_posed(asset, mesh, worn, placed, &own, &mut self.posed, frame);
                }
                None => draw(asset, mesh, worn, placed, &own, &mut self.posed, frame),
            }
            if view.settings.shadow {
                self.contact.take(asset, &self.posed, placed, &own);
            }
        }
        if view.settings.shadow {
            self.contact.add(frame);
        }
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }
}
