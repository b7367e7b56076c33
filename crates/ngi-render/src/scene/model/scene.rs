//! One model to look at.

use std::path::Path;

use glam::Vec3;
use ngi_engine::model::Ray;

use super::asset::ModelAsset;
use super::draw::{Placed, Posed, Worn, draw};
use super::{overlays, pick};
use crate::Bounds;
use crate::frame::{Frame, LogLine, MeshId, Store};
use crate::scene::looks::{Looks, WearId};
use crate::scene::view::{Overlays, Settings, View};
use crate::scene::{Kind, Picked, Scene};

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
        let wear = wear.map(|text| looks.load_wear(&name, text));
        let mut log = asset.log.clone();
        if wear.is_none() {
            let wanted = Path::new(&name).with_extension("wea");
            let what = format!("{name}: there is no wear table beside it, {}", wanted.display());
            log.push(LogLine::Note(what));
        }
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
    fn kind(&self) -> Kind {
        Kind::Model
    }

    fn bounds(&self) -> Bounds {
        self.asset.bounds()
    }

    /// The outline, whatever the moment: a model that walks stays in the picture.
    fn points(&self, _: Option<f32>, settings: &Settings) -> Vec<Vec3> {
        self.asset.outline(settings.cut_away)
    }

    fn duration(&self) -> Option<f32> {
        let frames = self.asset.frames();
        if frames > 1 {
            // 25 frames a second: see `Settings::fps`.
            return Some(crate::numbers::to_f32(frames - 1) / 25.0);
        }
        let wear = self.wear?;
        let rows = 0..self.looks.rows(wear);
        let cycle = rows.map(|row| self.looks.cycle_ms(wear, row, 0)).max()?;
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

    fn build(&mut self, view: &View, frame: &mut Frame) {
        let Some(mesh) = self.mesh else { return };
        self.looks.set_time_ms(view.time_ms());
        self.worn.update(&self.asset, &mut self.looks, self.wear, view.settings.track);
        let placed = Placed::default();
        draw(&self.asset, mesh, &self.worn, &placed, view, &mut self.posed, frame);
        if view.overlays != Overlays::NONE {
            overlays::draw(&self.asset, &self.posed, &placed, view, frame);
        }
    }

    fn pick(&self, ray: &Ray) -> Option<Picked> {
        let mut picked = pick::pick(&self.asset, &self.posed, ray)?;
        let name = picked.material.zip(self.wear);
        let name = name.and_then(|(row, wear)| self.looks.row_name(wear, row));
        picked.material_name = name.map(str::to_owned);
        Some(picked)
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
