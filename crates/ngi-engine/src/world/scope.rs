//! Rays through a world: they meet the ground or an object.

use std::sync::Arc;

use glam::Vec3A;
use ngi_formats::landscape::FaceFilter;

use super::World;
use super::load::MOST_PARTS;
use super::part::{Health, PartModel};
use crate::landscape;
use crate::model::bvh::{Bvh, Slabs};
use crate::model::triangles::Filter;
use crate::model::{Ray, Sides, Transform, bounds};

/// Faces that a ray can meet in a world.
///
/// The engine tests one pair of masks against both kinds of faces: against the flags of a ground
/// face in their compact form, and against the batch word (main mask) and the triangle flags
/// (material mask) of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RayFilter {
    /// Faces of the ground.
    pub ground: FaceFilter,
    /// Triangles of objects; `None` if the ray meets no object.
    pub objects: Option<Filter>,
}

impl Default for RayFilter {
    /// Lets every face pass.
    fn default() -> Self {
        Self { ground: FaceFilter::default(), objects: Some(Filter::ALL) }
    }
}

impl RayFilter {
    /// Returns the engine's filter for shots: [`landscape::round`] on the ground and
    /// [`Filter::SHOT`] on objects. Both are the compact mask 0x208:0x24, forbidden.
    pub fn shot() -> Self {
        Self { ground: landscape::round(), objects: Some(Filter::SHOT) }
    }
}

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
    /// Box around it in the world, a little larger than the part: a ray on the border of the part
    /// must not miss the box because of rounding.
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
                    let slack = min.abs().max(max.abs()) * 1e-6;
                    let corners = [min - slack, max + slack];
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

    fn nearest(&self, ray: &Ray, reach: f32, filter: &Filter, sides: Sides) -> Option<ObjectHit> {
        let (origin, direction) = (Vec3A::from_array(ray.origin), Vec3A::from_array(ray.direction));
        if !origin.is_finite() || !direction.is_finite() || direction == Vec3A::ZERO {
            return None;
        }
        let mut best: Option<ObjectHit> = None;
        let slabs = Slabs::new(origin, direction);
        self.tree.walk(&slabs, reach, |leaf, mut far| {
            for standing in self.standing.get(leaf).unwrap_or_default() {
                if slabs.meets(standing.corners, far)
                    && let Some(hit) = standing.met([origin, direction], far, filter, sides)
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
    /// Returns the first triangle of the part that a ray, given by origin and direction, meets.
    ///
    /// The ray is moved into the part's own space. Its direction may have another length there, but
    /// distances count lengths of the direction and stay the same.
    fn met(
        &self,
        [origin, direction]: [Vec3A; 2],
        far: f32,
        filter: &Filter,
        sides: Sides,
    ) -> Option<ObjectHit> {
        let own = Ray {
            origin: self.part_from_world.transform_point3a(origin).to_array(),
            direction: self.part_from_world.transform_vector3a(direction).to_array(),
        };
        let hit = self.model.picker(self.health).pick_filtered(&own, far, sides, filter)?;
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
    /// Returns the first face that a ray meets and the filter lets pass, up to `reach` lengths of
    /// its direction away. An object wins over ground at the same distance.
    pub fn ray(&self, ray: &Ray, reach: f32, filter: &RayFilter, sides: Sides) -> Option<Met> {
        let ground = self.level.as_ref();
        let ground =
            ground.and_then(|level| level.ground.nearest(ray, reach, &filter.ground, sides));
        let reach = ground.as_ref().map_or(reach, |hit| hit.along);
        let object = filter.objects.and_then(|filter| self.object_on(ray, reach, &filter, sides));
        match object {
            Some(hit) => Some(Met::Object(hit)),
            None => ground.map(Met::Ground),
        }
    }

    /// Returns the first object whose triangles a ray meets and the filter lets pass.
    pub fn object_on(
        &self,
        ray: &Ray,
        reach: f32,
        filter: &Filter,
        sides: Sides,
    ) -> Option<ObjectHit> {
        self.scope.get_or_init(|| Scope::of(self)).nearest(ray, reach, filter, sides)
    }

    /// Builds the tree that the first ray would build otherwise.
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
