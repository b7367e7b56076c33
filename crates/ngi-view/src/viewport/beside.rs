//! Two pictures beside each other: one looks from where, and when, the other does.

use egui::{Color32, Rect, Stroke, Ui};
use glam::Vec3;
use ngi_render::Camera;
use ngi_render::frame::TextureLevel;
use ngi_render::scene::SceneKind;

use super::Viewport;
use super::editing::box_edges;

/// How far the camera goes around what turns, in radians a second.
const TURN: f32 = 0.7;
/// Boxes that are drawn, at most.
const MOST: usize = 400;

impl Viewport {
    /// Looks as another does: the same camera, time, level of detail and settings.
    pub fn follow(&mut self, leader: &Self) {
        self.reset_requested = false;
        self.frame_requested = false;
        self.aimed_for = None;
        self.adapts = leader.adapts;
        self.moves = leader.moves;
        self.view = leader.view;
        self.playback.time = leader.playback.time;
        self.playback.playing = false;
        if self.editing.hidden != leader.editing.hidden {
            self.editing.hidden.clone_from(&leader.editing.hidden);
            self.leave_out();
        }
        if let (Some(own), Some(other)) = (&mut self.mission, &leader.mission) {
            own.time = other.time;
            own.playing = false;
            if let (Some(own), Some(other)) = (&mut own.day, &other.day) {
                own.moment = other.moment;
            }
        }
    }

    /// Somebody moved the camera of the picture beside this one.
    pub fn look_as(&mut self, camera: Camera) {
        self.aimed_for = None;
        self.view.camera = camera;
    }

    /// The box around a square of a level.
    pub(crate) fn square(&self, square: usize) -> Option<[Vec3; 8]> {
        let scene = self.scene.as_ref()?;
        let is_level = scene.kind() == SceneKind::Level && scene.mission().is_none();
        is_level.then(|| scene.outline(square)).flatten()
    }

    /// The pixels of a texture in full size.
    pub(crate) fn pixels(&self) -> Option<&TextureLevel> {
        self.scene.as_ref()?.pixels()
    }

    /// Draws it into a rectangle while time goes on; nobody can take hold of it. With `turns` the
    /// camera goes around it.
    pub(crate) fn play_in(&mut self, ui: &Ui, rect: Rect, turns: bool) {
        let seconds = ui.input(|input| input.stable_dt).min(0.1);
        self.aim(rect.width() / rect.height().max(1.0));
        self.playback.advance(seconds);
        self.view.time = self.playback.time;
        if turns && !self.view.camera.flat {
            self.view.camera.orbit(seconds * TURN, 0.0);
        }
        self.moves = true;
        self.draw(ui, rect);
        ui.ctx().request_repaint();
    }

    /// Draws boxes around parts of the scene.
    pub fn mark_parts(&self, ui: &Ui, rect: Rect, parts: impl Iterator<Item = usize>) {
        let Some(scene) = &self.scene else { return };
        let (painter, scale) = (ui.painter().with_clip_rect(rect), ui.pixels_per_point());
        let stroke = Stroke::new(1.5, Color32::from_rgb(255, 120, 60));
        for corners in parts.filter_map(|part| scene.outline(part)).take(MOST) {
            for [from, to] in box_edges(&corners) {
                let ends = (self.place(from, rect, scale), self.place(to, rect, scale));
                if let (Some(from), Some(to)) = ends {
                    painter.line_segment([from, to], stroke);
                }
            }
        }
    }
}
