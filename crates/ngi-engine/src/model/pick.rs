//! Picking: the first triangle a ray meets.

use glam::Vec3A;
use ngi_formats::msh::{BatchWord, Model, TriangleFlags};

use super::bvh::{Bvh, Slabs};
use super::draw::MOST_ITEMS;
use super::triangles::{self, Filter};
use super::{Instance, Transform};

/// A ray. Distances are counted in lengths of its direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: [f32; 3],
    /// Where it goes.
    pub direction: [f32; 3],
}

/// From which side triangles are hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sides {
    /// As the engine's shots: from outside, where corners run counter-clockwise; triangles of
    /// batches with bit 2 from both sides.
    #[default]
    Engine,
    /// All from both sides: for tools.
    Both,
}

/// A triangle to pick, with what is known about it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PickTriangle {
    /// Corners in the space of the rays.
    pub positions: [[f32; 3]; 3],
    /// Vertices of the model.
    pub vertices: [u32; 3],
    /// Its node.
    pub node: u32,
    /// Its slot.
    pub slot: u32,
    /// Its batch.
    pub batch: u32,
    /// Its descriptor's index.
    pub triangle: u32,
    /// Row of the wear table.
    pub material: u8,
    /// Flags of its descriptor.
    pub flags: TriangleFlags,
    /// Word of its batch. With [`BatchWord::TWO_SIDED`] the triangle is hit from both sides.
    pub word: BatchWord,
}

/// What a ray met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// How far away, in lengths of the ray's direction.
    pub distance: f32,
    /// Where.
    pub position: [f32; 3],
    /// Weights of the three corners; they sum to 1.
    pub barycentrics: [f32; 3],
    /// Whether the outer side was met.
    pub front: bool,
    /// Which of the picker's triangles.
    pub index: usize,
    /// The triangle.
    pub triangle: PickTriangle,
}

/// Why there is nothing to pick from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PickError {
    /// The model shows more triangles than the caller allows.
    #[error("the model shows more than {limit} triangles")]
    TooMany {
        /// The caller's limit.
        limit: usize,
    },
}

/// A corner and two edges: what the test of a triangle needs.
#[derive(Debug, Clone, Copy)]
struct Edges {
    corner: Vec3A,
    first: Vec3A,
    second: Vec3A,
}

/// Triangles prepared for rays.
#[derive(Debug, Clone, Default)]
pub struct Picker {
    bvh: Bvh,
    /// In the order of the tree's leaves.
    edges: Vec<Edges>,
    triangles: Vec<PickTriangle>,
}

impl Picker {
    /// More than any sound model shows: 65,535 descriptors.
    pub const LIMIT: usize = 1 << 16;

    /// The triangles of an object that hits, walking and push-out see: level 0 of every node's
    /// current stage, posed. Rays are then in the model's space.
    ///
    /// `pose` are the `model_from_node` of [`super::Skeleton::pose`]. Triangles with corners that
    /// are not finite cannot be hit and are left out.
    pub fn new(
        model: &Model<'_>,
        instance: &Instance,
        pose: &[Transform],
        filter: Filter,
        limit: usize,
    ) -> Result<Self, PickError> {
        let mut found = Vec::new();
        let (mut batches, mut total) = (0usize, 0usize);
        for (node, (state, model_from_node)) in instance.nodes().iter().zip(pose).enumerate() {
            if !state.is_drawn() {
                continue;
            }
            let Some(slot_index) = model.slot_index(node, state.drawn_stage(), 0) else { continue };
            let Some(slot) = model.slots.get(slot_index) else { continue };
            // Batches and triangles that are left out cost time too, so all of them count.
            batches = batches.saturating_add(usize::from(slot.batch_count));
            if batches > MOST_ITEMS {
                return Err(PickError::TooMany { limit });
            }
            let more = model.slot_batches(&slot).map(|(_, batch)| batch.triangle_count());
            total = more.fold(total, usize::saturating_add);
            if total > limit {
                return Err(PickError::TooMany { limit });
            }
            let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
            let point = |at| model_from_node.transform_point3a(Vec3A::from_array(at)).to_array();
            found.extend(triangles::walk(model, &slot, filter).map(|met| PickTriangle {
                positions: met.positions.map(point),
                vertices: met.vertices.map(number),
                node: number(node),
                slot: number(slot_index),
                batch: number(met.batch),
                triangle: number(met.triangle),
                material: met.record.material,
                flags: met.descriptor.flags,
                word: met.record.word,
            }));
        }
        Ok(Self::from_triangles(found))
    }

    /// Prepares any triangles. Those with corners that are not finite are left out.
    pub fn from_triangles(mut triangles: Vec<PickTriangle>) -> Self {
        triangles
            .retain(|triangle| triangle.positions.as_flattened().iter().all(|n| n.is_finite()));
        let corners = |triangle: &PickTriangle| triangle.positions.map(Vec3A::from_array);
        let (bvh, order) = Bvh::build(triangles.iter().map(corners));
        let ordered: Vec<PickTriangle> =
            order.iter().filter_map(|&index| triangles.get(index as usize).copied()).collect();
        let edges = ordered.iter().map(|triangle| {
            let [a, b, c] = corners(triangle);
            Edges { corner: a, first: b - a, second: c - a }
        });
        Self { bvh, edges: edges.collect(), triangles: ordered }
    }

    /// The triangles, in the order of [`Hit::index`].
    pub fn triangles(&self) -> &[PickTriangle] {
        &self.triangles
    }

    /// Returns the first triangle a ray meets, up to `reach` lengths of its direction away.
    ///
    /// Points on an edge belong to both triangles; which of two at the same distance is returned is
    /// not defined. `None` for a ray that is not finite or has no direction.
    pub fn pick(&self, ray: &Ray, reach: f32, sides: Sides) -> Option<Hit> {
        self.pick_filtered(ray, reach, sides, &Filter::ALL)
    }

    /// Returns the first triangle that a ray meets and a filter lets pass; else as
    /// [`pick`](Self::pick).
    pub fn pick_filtered(
        &self,
        ray: &Ray,
        reach: f32,
        sides: Sides,
        filter: &Filter,
    ) -> Option<Hit> {
        let (origin, direction) = (Vec3A::from_array(ray.origin), Vec3A::from_array(ray.direction));
        if !origin.is_finite() || !direction.is_finite() || direction == Vec3A::ZERO {
            return None;
        }
        let mut best: Option<(f32, f32, f32, bool, usize)> = None;
        self.bvh.walk(&Slabs::new(origin, direction), reach, |leaf, mut far| {
            let start = leaf.start;
            let can_be_hit = |index: usize, front: bool| {
                self.triangles.get(index).is_some_and(|triangle| {
                    (front || sides == Sides::Both || triangle.word.has(BatchWord::TWO_SIDED))
                        && filter.passes(triangle.flags, triangle.word)
                })
            };
            for (number, edges) in self.edges.get(leaf).unwrap_or_default().iter().enumerate() {
                let Some((distance, u, v, front)) = meet(edges, origin, direction) else {
                    continue;
                };
                if distance <= far
                    && best.is_none_or(|best| distance < best.0)
                    && can_be_hit(start + number, front)
                {
                    best = Some((distance, u, v, front, start + number));
                    far = distance;
                }
            }
            far
        });
        let (distance, u, v, front, index) = best?;
        let triangle = *self.triangles.get(index)?;
        let position = (origin + direction * distance).to_array();
        let barycentrics = [1.0 - u - v, u, v];
        Some(Hit { distance, position, barycentrics, front, index, triangle })
    }
}

/// Returns where a ray meets a triangle: distance, weights of the second and third corner, true if
/// from the front. Points on an edge are inside; no tolerance.
#[inline]
fn meet(edges: &Edges, origin: Vec3A, direction: Vec3A) -> Option<(f32, f32, f32, bool)> {
    let across = direction.cross(edges.second);
    let volume = edges.first.dot(across);
    let from = origin - edges.corner;
    let turned = from.cross(edges.first);
    // Compared before the division: the sum of two rounded quotients can exceed 1 on the edge.
    let (size, sign) = (volume.abs(), 1.0f32.copysign(volume));
    let u = from.dot(across) * sign;
    let v = direction.dot(turned) * sign;
    let distance = edges.second.dot(turned) * sign;
    let inside = u >= 0.0 && v >= 0.0 && u + v <= size && distance >= 0.0;
    // A ray along the plane has a volume of 0.
    let inverse = size.recip();
    let sound = inside && inverse.is_finite() && size.is_finite();
    sound.then_some((distance * inverse, u * inverse, v * inverse, volume > 0.0))
}
