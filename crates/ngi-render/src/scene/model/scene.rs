//! One model to look at.

use std::collections::BTreeSet;

use glam::Vec3;
use ngi_engine::model::{Ray, Transform};
use ngi_engine::resolve::names;
use ngi_formats::wear::message;

use super::asset::ModelAsset;
use super::draw::{Placed, Posed, Worn, draw};
use super::{layout, overlays, pick};
use crate::Bounds;
use crate::frame::{Frame, LogLine, MeshId, Store};
use crate::scene::looks::{Looks, WearId};
use crate::scene::view::{Overlays, Settings, View};
use crate::scene::{Picked, Scene, SceneKind};

/// A model with its wear.
#[derive(Debug)]
pub struct ModelScene {
    asset: ModelAsset,
    looks: Looks,
    wear: Option<WearId>,
    mesh: Option<MeshId>,
    worn: Worn,
    posed: Posed,
    log: Vec<LogLine>,
}

impl ModelScene {
    /// A model, and the text of its wear where it has one.
    pub fn new(asset: ModelAsset, mut looks: Looks, wear: Option<&[u8]>) -> Self {
        let name = asset.name.clone();
        let mut log = asset.log.clone();
        if wear.is_none() {
            let missing = message::wear_missing(&names::wear_of(&name));
            log.push(LogLine::Note(format!("{name}: {missing}")));
        }
        let wear = wear.and_then(|text| looks.load_wear(&name, text));
        log.extend_from_slice(looks.log());
        Self { asset, looks, wear, mesh: None, worn: Worn::default(), posed: Posed::default(), log }
    }

    /// The model.
    pub fn asset(&self) -> &ModelAsset {
        &self.asset
    }

    /// Where everything was in the last frame.
    pub fn posed(&self) -> &Posed {
        &self.posed
    }
}

impl Scene for ModelScene {
    fn kind(&self) -> SceneKind {
        SceneKind::Model
    }

    fn has_interior(&self) -> bool {
        self.asset.has_interior()
    }

    fn bounds(&self) -> Bounds {
        self.asset.bounds()
    }

    /// The outline, whatever the moment: a model that walks stays in the picture.
    fn points(&self, _: Option<f32>, settings: &Settings) -> Vec<Vec3> {
        self.asset.outline(settings.cut_away)
    }

    fn duration(&self, settings: &Settings) -> Option<f32> {
        let frames = self.asset.frames();
        if frames > 1 && settings.fps > 0.0 {
            return Some(crate::numbers::to_f32(frames - 1) / settings.fps);
        }
        let wear = self.wear?;
        let rows = 0..self.looks.rows(wear);
        let cycle = rows.map(|row| self.looks.cycle_ms(wear, row, settings.track)).max()?;
        (cycle > 0).then(|| crate::numbers::to_f32(cycle) / 1000.0)
    }

    fn prepare(&mut self, store: &mut dyn Store) {
        let before = self.looks.log().len();
        self.looks.prepare(store);
        self.log.extend_from_slice(self.looks.log().get(before..).unwrap_or_default());
        if self.mesh.is_none() {
            self.mesh = Some(store.add_mesh(&self.asset.mesh));
        }
    }

    fn release(&mut self, store: &mut dyn Store) {
        self.looks.release(store);
        if let Some(mesh) = self.mesh.take() {
            store.remove_mesh(mesh);
        }
    }

    fn hide(&mut self, parts: &BTreeSet<usize>) {
        self.posed.hidden.clone_from(parts);
    }

    fn outline(&self, part: usize) -> Option<[Vec3; 8]> {
        let shown = self.posed.shown.iter().find(|shown| shown.node == part)?;
        let aabb = self.asset.slots.get(shown.slot)?.aabb;
        let corners = Bounds { min: aabb.min, max: aabb.max }.corners();
        Some(corners.map(|corner| shown.world_from_node.transform_point3(corner)))
    }

    fn node_at(&self, node: usize) -> Option<[Transform; 2]> {
        let own = *self.posed.pose.get(node)?;
        let parent = self.asset.skeleton.parent(node).and_then(|it| self.posed.pose.get(it));
        Some([own, parent.copied().unwrap_or(Transform::IDENTITY)])
    }

    fn build(&mut self, view: &View, frame: &mut Frame) {
        let Some(mesh) = self.mesh else { return };
        self.looks.set_time_ms(view.time_ms());
        self.worn.update(&self.asset, &mut self.looks, self.wear, view.settings.track);
        let placed = Placed::default();
        if let Some(row) = view.settings.layout.filter(|row| layout::wears(&self.asset, *row)) {
            layout::draw(&self.asset, &self.worn, row, frame);
            return;
        }
        draw(&self.asset, mesh, &self.worn, &placed, view, &mut self.posed, frame);
        if view.overlays != Overlays::NONE {
            overlays::draw(&self.asset, &self.posed, &placed, view, frame);
        }
    }

    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let mut picked = pick::pick(&self.asset, &self.posed, ray)?;
        let name = picked.material.zip(self.wear);
        let name = name.and_then(|(row, wear)| self.looks.row_name(wear, row));
        picked.material_name = name;
        Some(picked)
    }

    fn layouts(&self) -> Vec<(usize, String)> {
        let name = |row: usize| self.wear.and_then(|wear| self.looks.row_name(wear, row));
        let rows = layout::rows(&self.asset).into_iter();
        rows.map(|row| (row, name(row).unwrap_or_default())).collect()
    }

    fn layout(&self, row: usize) -> Option<Bounds> {
        layout::wears(&self.asset, row).then(|| layout::bounds(&self.asset, row))
    }

    fn levels(&self) -> usize {
        self.asset.levels()
    }

    fn stages(&self) -> usize {
        self.asset.stages()
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }
}

#[cfg(test)]
mod tests {
    use ngi_formats::msh::{Blueprint, Key, PlainNode, Track};

    use super::*;

    #[test]
    fn a_model_lasts_as_long_as_its_rate_says() {
        let mut plan = Blueprint::new("crane");
        let base = plan.add_node(PlainNode::new("base"));
        let keys = vec![Key::default(), Key { time: 4.0, ..Key::default() }];
        plan.add_node(PlainNode::new("arm").below(base).with_track(Track { keys }));
        let bytes = plan.build().unwrap().write().unwrap();
        let asset = ModelAsset::read("crane.msh", &bytes).unwrap();
        let scene = ModelScene::new(asset, Looks::new(None), None);
        for (fps, seconds) in [(25.0, 0.16), (50.0, 0.08), (1.0, 4.0)] {
            let settings = Settings { fps, ..Settings::default() };
            assert_eq!(scene.duration(&settings), Some(seconds), "{fps}");
        }
    }
}
