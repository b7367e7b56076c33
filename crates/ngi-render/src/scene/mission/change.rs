//! A mission that changes while it is looked at: what is drawn of it follows, what it is made of
//! stays.

use glam::Vec3;
use ngi_engine::landscape::Sides;
use ngi_engine::model::{Ray, Transform};
use ngi_engine::sky::Sky;
use ngi_engine::world::{Health, Met, Part, RayFilter, World};
use ngi_formats::landscape::Landscape;
use ngi_formats::{Findings, Mode};
use ngi_vfs::Vfs;

use super::{MissionScene, hang_effects, place_models};
use crate::Bounds;
use crate::frame::LogLine;
use crate::scene::Scene as _;
use crate::scene::landscape::GroundMesh;

/// Objects one behind the other that a ray goes through, where they are left out.
const MOST_PASSED: usize = 64;

impl MissionScene {
    /// Goes on with another state of the same mission. Textures and models stay; the ground is made
    /// anew where buildings cut it otherwise. [`Scene::renew`](crate::Scene::renew) tells the card.
    /// Gives the world back where it is on another land or below other clouds, which is another
    /// picture.
    pub fn take_world(&mut self, world: World, game: &Vfs) -> Result<(), Box<World>> {
        let same_land = self.world.land_base == world.land_base;
        let same_sky = is_drawn_alike(self.world.sky.as_ref(), world.sky.as_ref());
        if !same_land || !same_sky || self.world.land.is_some() != world.land.is_some() {
            return Err(Box::new(world));
        }
        let before = std::mem::replace(&mut self.world, world);
        if let (Some(was), Some(now)) = (&before.land, &self.world.land)
            && **was != **now
        {
            let mut findings = Findings::new(Mode::Tolerant, false);
            if let (Ok(land), Some(level)) =
                (Landscape::read_tolerant(now, &mut findings), &self.world.level)
            {
                self.level.take_ground(&level.ground, GroundMesh::of(&land));
            }
        }
        if let Some(level) = &self.world.level {
            self.level.share_ground(&level.ground);
        }
        if let (Some(sky), Some(drawn)) = (&self.world.sky, self.level.mission_sky())
            && drawn.sky() != sky
        {
            drawn.take(sky.clone());
        }
        self.place_anew(game);
        Ok(())
    }

    /// Places models and effects of the world as it is now.
    fn place_anew(&mut self, game: &Vfs) {
        let Self { level, world, breeds, log, .. } = self;
        log.clear();
        log.extend(world.problems.iter().map(|problem| LogLine::Note(problem.to_string())));
        level.clear_away();
        let models = place_models(world, breeds, level, log);
        hang_effects(world, game, level, log);
        self.models = models;
        self.bounds = self.level.bounds().union(self.level.model_bounds());
        self.opening = std::sync::OnceLock::new();
        self.leave_out();
    }

    /// Shows an object elsewhere until another world is taken. Questions are still answered by
    /// where it was.
    pub fn show_at(&mut self, object: usize, world_from_object: &Transform) {
        let Some(placed) = self.world.objects.get(object) else { return };
        for (part, number) in self.models.get(object).into_iter().flatten() {
            let Some(part) = placed.assembly.parts.get(*part) else { continue };
            self.level.move_model(*number, *world_from_object * part.object_from_part);
        }
    }

    /// Lets the models of hidden objects be left out.
    pub(super) fn leave_out(&mut self) {
        for (object, models) in self.models.iter().enumerate() {
            let is_hidden = self.hidden.contains(&object);
            for (_, number) in models {
                self.level.hide_model(*number, is_hidden);
            }
        }
    }

    /// What a ray meets first of what is shown.
    pub(super) fn met(&self, ray: &Ray) -> Option<Met> {
        let (all, mut ray, mut gone) = (RayFilter::default(), *ray, 0.0);
        for _ in 0..MOST_PASSED {
            let met = self.world.ray(&ray, f32::MAX, &all, Sides::Both)?;
            let is_hidden = |object: usize| self.hidden.contains(&object);
            let Met::Object(hit) = met else { return Some(further(met, gone)) };
            if !is_hidden(hit.object) {
                return Some(further(met, gone));
            }
            let step = hit.along * (1.0 + 1e-5) + 1e-3;
            gone += step;
            let at = Vec3::from(ray.origin) + Vec3::from(ray.direction) * step;
            ray.origin = at.to_array();
        }
        None
    }

    /// The box around all parts of an object, in its own space and then in the world.
    pub(super) fn outline_of_object(&self, object: usize) -> Option<[Vec3; 8]> {
        let placed = self.world.objects.get(object)?;
        let mut around = Bounds::EMPTY;
        for part in &placed.assembly.parts {
            let corners = outline_of(part, placed.health(), &Transform::IDENTITY);
            corners.into_iter().flatten().for_each(|corner| around.add(corner.to_array()));
        }
        if around.is_empty() {
            return None;
        }
        Some(around.corners().map(|corner| placed.world_from_object.transform_point3(corner)))
    }
}

/// Whether two skies are drawn with the same textures and effects.
fn is_drawn_alike(was: Option<&Sky>, now: Option<&Sky>) -> bool {
    match (was, now) {
        (Some(was), Some(now)) => {
            was.materials() == now.materials() && was.lightning_effects() == now.lightning_effects()
        }
        (was, now) => was.is_none() && now.is_none(),
    }
}

/// A hit of a ray that had gone on for a while.
fn further(met: Met, gone: f32) -> Met {
    match met {
        Met::Ground(mut hit) => {
            hit.along += gone;
            Met::Ground(hit)
        }
        Met::Object(mut hit) => {
            hit.along += gone;
            Met::Object(hit)
        }
    }
}

/// The box around a part of a whole that stands somewhere; `None` for what is not drawn.
pub(super) fn outline_of(
    part: &Part,
    health: Health,
    world_from_whole: &Transform,
) -> Option<[Vec3; 8]> {
    let aabb = part.model.as_ref()?.bounds(health)?;
    let world_from_part = *world_from_whole * part.object_from_part;
    let (min, max) = (aabb.min, aabb.max);
    Some(Bounds { min, max }.corners().map(|corner| world_from_part.transform_point3(corner)))
}
