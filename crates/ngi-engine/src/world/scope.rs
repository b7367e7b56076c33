//! What a ray meets of a world: the ground, or an object.

use std::sync::Arc;

use glam::Vec3A;
use ngi_formats::landscape::FaceFilter;

use super::World;
use super::load::MOST_PARTS;
use super::part::{Health, PartModel};
use crate::landscape;
use crate::model::bvh::{Bvh, Slabs};
use crate::model::{Ray, Sides, Transform, bounds};

/// What a ray met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Met {
    /// The ground.
    Ground(landscape::Hit),
    /// An object.
    Object(ObjectHit),
}

impl Met {
    /// How far away, in lengths of the ray's direction.
    pub fn along(&self) -> f32 {
        match self {
            Self::Ground(hit) => hit.along,
            Self::Object(hit) => hit.along,
        }
    }

    /// Where.
    pub fn point(&self) -> [f32; 3] {
        match self {
            Self::Ground(hit) => hit.point,
            Self::Object(hit) => hit.point,
        }
    }
}

/// An object that a ray met.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ObjectHit {
    /// How far away, in lengths of the ray's direction.
    pub along: f32,
    /// Where.
    pub point: [f32; 3],
    /// The object: its number in the mission.
    pub object: usize,
    /// The part of it.
    pub part: usize,
    /// The node of the part's model.
    pub node: usize,
    /// The triangle: its descriptor's index.
    pub triangle: usize,
    /// The batch.
    pub batch: usize,
    /// Row of the wear.
    pub material: u8,
    /// Whether the outer side was met.
    pub front: bool,
}

/// A part of an object in the world.
#[derive(Debug)]
struct Standing {
    object: usize,
    part: usize,
    model: Arc<PartModel>,
    health: Health,
    part_from_world: Transform,
    /// The box around it in the world: most parts of a leaf are passed by.
    corners: [Vec3A; 2],
}

/// A tree over the boxes of all parts.
#[derive(Debug, Default)]
pub(super) struct Scope {
    tree: Bvh,
    /// In the order of the tree's leaves.
    standing: Vec<Standing>,
}

impl Scope {
    fn of(world: &World) -> Self {
        let mut found = Vec::new();
        let mut boxes = Vec::new();
        for placed in world.created() {
            let health = placed.health();
            for (part, own, model) in placed.assembly.drawn() {
                let world_from_part = placed.world_from_object * own.object_from_part;
                let part_from_world = world_from_part.inverse();
                let Some(aabb) = model.bounds(health) else { continue };
                let (min, max) = bounds::world_box(&world_from_part, &aabb);
                // What is flat in one direction has no way back from the world.
                let sound = min.is_finite() && max.is_finite() && part_from_world.is_finite();
                if sound && found.len() < MOST_PARTS {
                    let (object, model) = (placed.index, model.clone());
                    let corners = [min, max];
                    let own = Standing { object, part, model, health, part_from_world, corners };
                    found.push(Some(own));
                    boxes.push(corners);
                }
            }
        }
        let (tree, order) = Bvh::of_boxes(boxes.into_iter());
        let standing =
            order.iter().filter_map(|&index| found.get_mut(index as usize)?.take()).collect();
        Self { tree, standing }
    }

    fn nearest(&self, ray: &Ray, reach: f32, sides: Sides) -> Option<ObjectHit> {
        let (origin, direction) = (Vec3A::from_array(ray.origin), Vec3A::from_array(ray.direction));
        if !origin.is_finite() || !direction.is_finite() || direction == Vec3A::ZERO {
            return None;
        }
        let mut best: Option<ObjectHit> = None;
        let slabs = Slabs::new(origin, direction);
        self.tree.walk(&slabs, reach, |leaf, mut far| {
            for standing in self.standing.get(leaf).unwrap_or_default() {
                if slabs.meets(standing.corners, far)
                    && let Some(hit) = standing.met(origin, direction, far, sides)
                    && best.as_ref().is_none_or(|best| hit.along < best.along)
                {
                    far = hit.along;
                    best = Some(hit);
                }
            }
            far
        });
        let point = |hit: ObjectHit| ObjectHit {
            point: (origin + direction * hit.along).to_array(),
            ..hit
        };
        best.map(point)
    }
}

impl Standing {
    /// The ray in the part's own space: its direction may have another length there, but lengths of
    /// it are counted all the same.
    fn met(&self, origin: Vec3A, direction: Vec3A, far: f32, sides: Sides) -> Option<ObjectHit> {
        let own = Ray {
            origin: self.part_from_world.transform_point3a(origin).to_array(),
            direction: self.part_from_world.transform_vector3a(direction).to_array(),
        };
        let hit = self.model.picker(self.health).pick(&own, far, sides)?;
        let triangle = &hit.triangle;
        Some(ObjectHit {
            along: hit.distance,
            point: hit.position,
            object: self.object,
            part: self.part,
            node: triangle.node as usize,
            triangle: triangle.triangle as usize,
            batch: triangle.batch as usize,
            material: triangle.material,
            front: hit.front,
        })
    }
}

impl World {
    /// What a ray meets first, up to `reach` lengths of its direction away: the ground that passes
    /// the filter, or an object. Of two at the same distance it is the object.
    pub fn ray(&self, ray: &Ray, reach: f32, filter: &FaceFilter, sides: Sides) -> Option<Met> {
        let ground = self.level.as_ref();
        let ground = ground.and_then(|level| level.ground.nearest(ray, reach, filter, sides));
        let reach = ground.as_ref().map_or(reach, |hit| hit.along);
        match self.object_on(ray, reach, sides) {
            Some(hit) => Some(Met::Object(hit)),
            None => ground.map(Met::Ground),
        }
    }

    /// The first object a ray meets.
    pub fn object_on(&self, ray: &Ray, reach: f32, sides: Sides) -> Option<ObjectHit> {
        self.scope.get_or_init(|| Scope::of(self)).nearest(ray, reach, sides)
    }

    /// Prepares for rays what else the first of them would.
    pub fn prepare_rays(&self) {
        self.scope.get_or_init(|| Scope::of(self));
    }

    /// The objects whose footprints hold a point, in the order of the mission.
    pub fn standing_at(&self, [x, y]: [f32; 2]) -> Vec<usize> {
        let point = [f64::from(x), f64::from(y)];
        let holds = |footprint: [[f32; 2]; 4]| {
            let corners = footprint.into_iter().map(|[x, y]| [x, y, 0.0]);
            ngi_formats::arealmap::geometry::contains(corners, point)
        };
        let there = self.objects.iter().filter(|placed| placed.is_there);
        there
            .filter(|placed| placed.footprint().is_some_and(holds))
            .map(|placed| placed.index)
            .collect()
    }
}
