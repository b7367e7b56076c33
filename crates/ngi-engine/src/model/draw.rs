//! The draw walk: what of an object is drawn, batch by batch.

use glam::Vec3A;
use ngi_formats::msh::{Batch, BatchWord, Model, Slot};

use super::bounds::{self, ModelBound};
use super::slots::{FIRST_PERSON, LevelDistances, level_of};
use super::{Frustum, Instance, Transform};

/// Which bounds of a slot decide whether it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CullBy {
    /// Its box.
    #[default]
    Box,
    /// Its sphere.
    Sphere,
}

/// Which level of detail is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LevelChoice {
    /// One level for all nodes, 0..=3; finer where a node lacks it.
    Fixed(usize),
    /// The unit's own view: level 4, and nothing of nodes that have none.
    FirstPerson,
    /// By the distance of a node's slot sphere from the eye.
    ByDistance {
        /// The eye in the world.
        eye: [f32; 3],
        /// From where on which level is drawn.
        distances: LevelDistances,
    },
}

/// How an object is looked at.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The camera; `None` draws everything.
    pub frustum: Option<&'a Frustum>,
    /// Which bounds of a slot count.
    pub cull_by: CullBy,
    /// Which level is asked for.
    pub level: LevelChoice,
    /// Batches with any of these bits are left out.
    pub skip: BatchWord,
    /// Only these nodes, such as those [`super::portals::visible`] gives; `None` for all.
    pub nodes: Option<&'a [usize]>,
}

impl Default for View<'_> {
    /// Everything at level 0.
    fn default() -> Self {
        Self {
            frustum: None,
            cull_by: CullBy::Box,
            level: LevelChoice::Fixed(0),
            skip: BatchWord(0),
            nodes: None,
        }
    }
}

/// A batch to draw: the arguments of one `DrawIndexedPrimitive` of a triangle list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawItem {
    /// The node whose transform it is drawn with.
    pub node: usize,
    /// Damage stage and level that are drawn.
    pub stage: usize,
    /// See `stage`.
    pub level: usize,
    /// The slot.
    pub slot: usize,
    /// The batch's index.
    pub batch: usize,
    /// The batch itself: material, lightmap, ranges.
    pub record: Batch,
}

/// What was drawn: "meshes" are slots, "primitives" batches, "faces" triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Slots with something to draw.
    pub meshes: usize,
    /// Batches.
    pub primitives: usize,
    /// Triangles.
    pub faces: usize,
    /// Slots that the camera does not see.
    pub culled: usize,
    /// Slots were left out because [`MOST_ITEMS`] was reached.
    pub cut_off: bool,
}

/// The most items of one object. Sixteen times what a model can hold if each batch is drawn once;
/// a broken one may name all its batches from all its nodes.
pub const MOST_ITEMS: usize = 1 << 20;

/// Lists what of an object is drawn, at the end of `out`.
///
/// `pose` are the `model_from_node` of [`super::Skeleton::pose`]; a node without one is left out.
pub fn draw(
    model: &Model<'_>,
    instance: &Instance,
    pose: &[Transform],
    world_from_model: &Transform,
    view: &View<'_>,
    out: &mut Vec<DrawItem>,
) -> Counters {
    let mut counters = Counters::default();
    let mut budget = MOST_ITEMS;
    let mut visit = |node: usize| {
        let Some(found) = shown(model, instance, pose, world_from_model, view, node) else {
            return;
        };
        if !found.seen {
            counters.culled += 1;
            return;
        }
        // Batches that are left out cost time too, so all of them count.
        let Some(left) = budget.checked_sub(usize::from(found.slot.batch_count)) else {
            counters.cut_off = true;
            return;
        };
        budget = left;
        let before = counters.primitives;
        for (batch, record) in model.slot_batches(&found.slot) {
            if record.word.has_any(view.skip) {
                continue;
            }
            counters.primitives += 1;
            counters.faces += usize::from(record.index_count) / 3;
            let Found { stage, level, index, .. } = found;
            out.push(DrawItem { node, stage, level, slot: index, batch, record });
        }
        counters.meshes += usize::from(counters.primitives > before);
    };
    match view.nodes {
        Some(nodes) => nodes.iter().for_each(|&node| visit(node)),
        None => (0..model.nodes.len()).for_each(visit),
    }
    counters
}

/// The slot a node shows.
struct Found {
    stage: usize,
    level: usize,
    index: usize,
    slot: Slot,
    seen: bool,
}

fn shown(
    model: &Model<'_>,
    instance: &Instance,
    pose: &[Transform],
    world_from_model: &Transform,
    view: &View<'_>,
    node: usize,
) -> Option<Found> {
    let state = instance.node(node).filter(|state| state.is_drawn())?;
    let stage = state.drawn_stage();
    let world_from_node = *world_from_model * *pose.get(node)?;
    let asked = match view.level {
        LevelChoice::Fixed(level) => level.min(FIRST_PERSON - 1),
        LevelChoice::FirstPerson => FIRST_PERSON,
        LevelChoice::ByDistance { eye, distances } => {
            // Levels sit in place, so the finest one's sphere stands for all.
            let (_, finest) = level_of(model, node, stage, FIRST_PERSON - 1)?;
            let sphere = model.slots.get(finest)?.sphere;
            let (center, _) = bounds::world_sphere(&world_from_node, &sphere);
            distances.level(center.distance(Vec3A::from_array(eye)))
        }
    };
    let (level, index) = level_of(model, node, stage, asked)?;
    let slot = model.slots.get(index)?;
    let seen = view.frustum.is_none_or(|frustum| match view.cull_by {
        CullBy::Box => bounds::sees_box(frustum, &world_from_node, &slot.aabb),
        CullBy::Sphere => bounds::sees_sphere(frustum, &world_from_node, &slot.sphere),
    });
    Some(Found { stage, level, index, slot, seen })
}

/// Whether a node may be seen: by its current slot at level 0, and where it has none by the
/// bounds of the whole model.
pub fn node_is_seen(
    model: &Model<'_>,
    instance: &Instance,
    pose: &[Transform],
    world_from_model: &Transform,
    frustum: &Frustum,
    node: usize,
    bound: ModelBound,
) -> bool {
    let stage = instance.node(node).map_or(0, |node| node.drawn_stage());
    match (model.slot(node, stage, 0), pose.get(node)) {
        (Some(slot), Some(model_from_node)) => {
            let world_from_node = *world_from_model * *model_from_node;
            match bound {
                ModelBound::Box => bounds::sees_box(frustum, &world_from_node, &slot.aabb),
                _ => bounds::sees_sphere(frustum, &world_from_node, &slot.sphere),
            }
        }
        _ => bounds::sees_model(frustum, world_from_model, &model.header, bound),
    }
}
