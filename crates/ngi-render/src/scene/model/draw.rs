//! What of a model is drawn, batch by batch.

use std::collections::BTreeSet;

use glam::Vec3A;
use ngi_engine::model::portals::{Eye, PortalKind, Visible, Walk};
use ngi_engine::model::slots::FIRST_PERSON;
use ngi_engine::model::{Frustum, Moment, RootTranslation, Transform, bounds};
use ngi_formats::msh::{BatchWord, NodeFlags, STAGES};

use super::asset::{Batch, ModelAsset};
use crate::frame::{Combine, Depth, Frame, Mesh, MeshId, Pass, Shade, TextureId};
use crate::scene::looks::{Appearance, Looks, WearId};
use crate::scene::view::View;

/// Where a model stands and how it moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// Where it stands.
    pub world_from_model: Transform,
    /// Frames its animation is ahead.
    pub ahead: f32,
}

impl Placed {
    /// Upright at a point, turned about the z axis by so many radians, its animation so many frames
    /// ahead.
    pub fn standing(at: [f32; 3], turn: f32, ahead: f32) -> Self {
        let rotation = ngi_engine::portable::rotation_z(turn);
        let world_from_model = Transform::from_rotation_translation(rotation, at.into());
        Self { world_from_model, ahead }
    }
}

impl Default for Placed {
    fn default() -> Self {
        Self { world_from_model: Transform::IDENTITY, ahead: 0.0 }
    }
}

/// A slot that was drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown {
    /// Its node.
    pub node: usize,
    /// The slot.
    pub slot: usize,
    /// Where it is.
    pub world_from_node: Transform,
}

/// What a model came to in a frame: memory that is used again.
#[derive(Debug, Clone, Default)]
pub struct Posed {
    /// Where its nodes are, in the model's space.
    pub pose: Vec<Transform>,
    /// The slots that were drawn.
    pub shown: Vec<Shown>,
    /// Nodes that somebody wants left out.
    pub hidden: BTreeSet<usize>,
    /// What is seen through its portals.
    seen: Visible,
    walk: Walk,
}

impl Posed {
    /// Works out what is seen of a model that stands in a world: rooms through their doors alone,
    /// and none where those are shut. Whether anything of it may be hidden that way.
    fn see(&mut self, drawing: &Drawing<'_>, placed: &Placed, stage: usize) -> bool {
        let is_placed = drawing.asset.standing.is_some() && !drawing.one_sided;
        let rooms = drawing.asset.rooms(stage).filter(|_| is_placed);
        let (Some(rooms), Some(frustum)) = (rooms, &drawing.frustum) else { return false };
        let (position, fov) = (drawing.eye.to_array(), drawing.fov);
        let eye = Eye { position, fov, frustum: Some(frustum) };
        let Self { pose, seen, walk, .. } = self;
        rooms.see(pose, &placed.world_from_model, &eye, walk, seen);
        true
    }
}

/// What the rows of a model's wear look like in a frame: worked out once for all copies of it.
#[derive(Debug, Clone, Default)]
pub struct Worn {
    looks: Vec<Appearance>,
    lightmaps: Vec<Option<TextureId>>,
}

impl Worn {
    /// Looks everything up at the time the looks are set to.
    pub fn update(
        &mut self,
        asset: &ModelAsset,
        looks: &mut Looks,
        wear: Option<WearId>,
        track: usize,
    ) {
        let rows = asset.batches.iter().map(|batch| usize::from(batch.material) + 1).max();
        let lightmaps = asset.batches.iter().filter_map(|batch| batch.lightmap).max();
        self.looks.clear();
        self.lightmaps.clear();
        let Some(wear) = wear else { return };
        self.looks.extend((0..rows.unwrap_or(0)).map(|row| looks.look(wear, row, track)));
        self.take_lightmaps(looks, wear, lightmaps);
    }

    /// The same for an object of a clan: its sign is shown where there is one, all else as it is.
    pub fn update_for(
        &mut self,
        asset: &ModelAsset,
        looks: &mut Looks,
        wear: Option<WearId>,
        clan: usize,
    ) {
        self.update(asset, looks, wear, 0);
        let Some(wear) = wear else { return };
        for (row, look) in self.looks.iter_mut().enumerate() {
            if looks.has_sign(wear, row, clan) {
                *look = looks.look(wear, row, clan);
            }
        }
    }

    fn take_lightmaps(&mut self, looks: &Looks, wear: WearId, lightmaps: Option<u8>) {
        let count = lightmaps.map_or(0, |last| usize::from(last) + 1);
        self.lightmaps.extend((0..count).map(|index| looks.lightmap(wear, index)));
    }

    pub(super) fn look(&self, row: u8) -> Appearance {
        self.looks.get(usize::from(row)).copied().unwrap_or_default()
    }

    fn lightmap(&self, batch: &Batch) -> Option<TextureId> {
        if !batch.word.has(BatchWord::LIGHTMAPPED) {
            return None;
        }
        *self.lightmaps.get(usize::from(batch.lightmap?))?
    }
}

/// What stays the same for all nodes of a model in a frame.
struct Drawing<'a> {
    asset: &'a ModelAsset,
    worn: &'a Worn,
    mesh: MeshId,
    frustum: Option<Frustum>,
    eye: Vec3A,
    fov: f32,
    /// Only what faces the eye: looking into rooms through their walls.
    one_sided: bool,
}

/// Poses a model, and adds what is seen of it to a frame.
pub fn draw(
    asset: &ModelAsset,
    mesh: MeshId,
    worn: &Worn,
    placed: &Placed,
    view: &View,
    posed: &mut Posed,
    frame: &mut Frame,
) {
    pose(asset, placed, view, &mut posed.pose);
    draw_posed(asset, mesh, worn, placed, view, posed, frame);
}

/// Adds what is seen of a model that is posed already.
pub fn draw_posed(
    asset: &ModelAsset,
    mesh: MeshId,
    worn: &Worn,
    placed: &Placed,
    view: &View,
    posed: &mut Posed,
    frame: &mut Frame,
) {
    posed.shown.clear();
    let cut_away = view.settings.cut_away && asset.has_interior();
    let drawing = Drawing {
        asset,
        worn,
        mesh,
        frustum: view.settings.culling.then(|| frame.sight.frustum()),
        eye: frame.sight.eye.into(),
        fov: frame.sight.fov_x(),
        one_sided: cut_away,
    };
    let stage = view.stage.min(STAGES - 1);
    let is_partial = posed.see(&drawing, placed, stage);
    for (index, (node, model_from_node)) in asset.nodes.iter().zip(&posed.pose).enumerate() {
        let is_hidden = is_partial && posed.seen.nodes.binary_search(&index).is_err();
        let is_unwanted = posed.hidden.contains(&index);
        let is_dropped = (index == 0 && asset.is_mounted) || is_hidden || is_unwanted;
        if is_dropped || (cut_away && !node.flags.has(NodeFlags::INTERIOR)) {
            continue;
        }
        let world_from_node = placed.world_from_model * *model_from_node;
        let asked = match view.level {
            Some(level) => level.min(FIRST_PERSON),
            None => drawing.level(node, stage, &world_from_node, view),
        };
        let Some((_, slot)) = node.shown(stage, asked) else { continue };
        let shown = Shown { node: index, slot, world_from_node };
        if drawing.slot(&shown, frame) {
            posed.shown.push(shown);
        }
    }
}

/// Poses a model at the moment of a view. Animations run for ever.
fn pose(asset: &ModelAsset, placed: &Placed, view: &View, pose: &mut Vec<Transform>) {
    pose.clear();
    if let Some(standing) = &asset.standing {
        return pose.extend_from_slice(standing);
    }
    pose.resize(asset.skeleton.len(), Transform::IDENTITY);
    let frames = asset.frames();
    let moment = if frames <= 1 {
        Moment::Rest
    } else {
        let at = view.time * view.settings.fps + placed.ahead;
        Moment::At(wrapped(at, frames))
    };
    // The buffer fits and the time counts, so this cannot fail.
    let _ = asset.skeleton.pose(moment, RootTranslation::Clear, pose);
}

/// A frame of an animation that runs for ever: the last one is as the first.
pub(super) fn wrapped(at: f32, frames: u32) -> f32 {
    let last = crate::numbers::to_f32(frames.saturating_sub(1));
    if last > 0.0 && at.is_finite() { at.rem_euclid(last) } else { 0.0 }
}

impl Drawing<'_> {
    /// The level of a node by its distance.
    fn level(
        &self,
        node: &super::asset::Node,
        stage: usize,
        world_from_node: &Transform,
        view: &View,
    ) -> usize {
        // Levels sit in place, so the coarsest one's sphere stands for all.
        let slot = node.shown(stage, FIRST_PERSON - 1).and_then(|(_, at)| self.asset.slots.get(at));
        let Some(slot) = slot else { return 0 };
        let (center, _) = bounds::world_sphere(world_from_node, &slot.sphere);
        view.settings.distances.level(center.distance(self.eye))
    }

    /// Adds a slot; whether it is seen.
    fn slot(&self, shown: &Shown, frame: &mut Frame) -> bool {
        let Some(slot) = self.asset.slots.get(shown.slot) else { return false };
        if let Some(frustum) = &self.frustum
            && !bounds::sees_box(frustum, &shown.world_from_node, &slot.aabb)
        {
            frame.counters.culled += 1;
            return false;
        }
        frame.counters.meshes += usize::from(!slot.batches.is_empty());
        for &(batch, _) in &slot.batches {
            if let Some(batch) = self.asset.batches.get(batch) {
                self.batch(batch, &shown.world_from_node, frame);
            }
        }
        true
    }

    fn batch(&self, batch: &Batch, world_from_node: &Transform, frame: &mut Frame) {
        let mut look = self.worn.look(batch.material);
        if let Some(kind) = PortalKind::of(batch.word) {
            let first = world_from_node.transform_point3a(batch.first);
            look.opacity = kind.alpha(first.distance(self.eye), self.fov);
            if look.opacity <= 0.0 {
                return;
            }
        }
        let mut surface = look.surface();
        surface.two_sided = !self.one_sided;
        if let Some(lightmap) = self.worn.lightmap(batch) {
            surface.texture1 = Some(lightmap);
            surface.combine = Combine::Lightmap;
            surface.shade = Shade::Baked;
        }
        let pass = if is_see_through(batch.word, look.opacity) {
            surface.depth = Depth::Test;
            Pass::SEE_THROUGH
        } else {
            Pass::OPAQUE
        };
        let center = world_from_node.transform_point3a(batch.center);
        let squared = center.distance_squared(self.eye);
        let instance = look.instance().at(world_from_node);
        frame.push(pass, Mesh::Kept(self.mesh), batch.indices.clone(), surface, instance, squared);
    }
}

/// Whether a batch is filed with what is see-through: drawn after the rest, from far to near, and
/// without writing depth. Its word says so, or its material is not quite opaque.
fn is_see_through(word: BatchWord, opacity: f32) -> bool {
    opacity < 1.0 || word.has_any(BatchWord::PORTAL | BatchWord::SEE_THROUGH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_and_opacity_file_a_batch() {
        let table = [(0, 1.0, false), (8, 1.0, true), (0x100, 1.0, true), (0, 0.99, true)];
        for (word, opacity, filed) in table {
            assert_eq!(is_see_through(BatchWord(word), opacity), filed, "{word:#x} {opacity}");
        }
        assert!(!is_see_through(BatchWord(!0x108), 1.0), "no other bit does");
    }
}
