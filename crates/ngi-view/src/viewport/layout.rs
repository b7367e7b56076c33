//! The texture coordinates of a model, flat, instead of the model; and what is behind and beside the
//! picture: squares where there is nothing, the scale of texels.

use egui::{Align2, Color32, FontId, Mesh, Rect, Ui, pos2, vec2};
use ngi_render::frame::Paint;
use ngi_render::scene::Settings;
use ngi_render::{Camera, Scene};

use super::Viewport;
use crate::looking::Looking;
use crate::texts::Texts;

/// Side of a square behind what is transparent, in points.
const SQUARE: f32 = 12.0;

/// From where a scene, or the layout that is shown of it, is best looked at.
pub(super) fn home(scene: &dyn Scene, settings: &Settings, aspect: f32) -> Camera {
    let Some(bounds) = settings.layout.and_then(|row| scene.layout(row)) else {
        return scene.camera(aspect);
    };
    let mut camera = Camera::from_above(bounds.center(), 1.0);
    camera.fit(&bounds.corners(), aspect);
    camera
}

impl Viewport {
    /// Takes what is remembered of how things are looked at.
    pub fn look(&mut self, looking: Looking) {
        self.view.settings.background = looking.backdrop.background();
        self.view.settings.light = looking.lamp.light();
        self.view.settings.shadow = looking.shadow;
    }

    /// The rows of a model's wear whose layout can be shown, with the names of their materials.
    pub fn layouts(&self) -> Vec<(usize, String)> {
        self.scene.as_ref().map(|scene| scene.layouts()).unwrap_or_default()
    }

    /// Shows the layout of a row, or the thing itself again.
    pub fn show_layout(&mut self, row: Option<usize>) {
        self.view.settings.layout = row;
        self.picked = None;
        self.reset_requested = true;
    }

    /// Squares behind the picture, for where there is nothing in it.
    pub(super) fn squares(&self, ui: &Ui, rect: Rect) {
        if self.view.settings.background != ngi_render::frame::Background::Transparent {
            return;
        }
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(rect, Color32::from_gray(96));
        let mut y = rect.top();
        let mut odd_row = false;
        while y < rect.bottom() {
            let mut x = rect.left() + if odd_row { SQUARE } else { 0.0 };
            while x < rect.right() {
                let square = Rect::from_min_size(pos2(x, y), vec2(SQUARE, SQUARE));
                mesh.add_colored_rect(square.intersect(rect), Color32::from_gray(128));
                x += 2.0 * SQUARE;
            }
            y += SQUARE;
            odd_row = !odd_row;
        }
        ui.painter().add(mesh);
    }

    /// What the colours of texels mean.
    pub(super) fn legend(&self, ui: &Ui, rect: Rect, texts: &Texts) {
        if self.view.settings.paint != Paint::Density || self.scene.is_none() {
            return;
        }
        let painter = ui.painter().with_clip_rect(rect);
        let bar = Rect::from_center_size(rect.center_bottom() - vec2(0.0, 42.0), vec2(180.0, 10.0));
        painter.rect_filled(bar.expand2(vec2(12.0, 18.0)), 6.0, Color32::from_black_alpha(170));
        let font = FontId::monospace(11.0);
        painter.text(
            bar.center_top() - vec2(0.0, 3.0),
            Align2::CENTER_BOTTOM,
            texts.texels,
            font.clone(),
            Color32::WHITE,
        );
        let [least, most] = Paint::DENSITIES.map(f32::log2);
        let mut mesh = Mesh::default();
        const STEPS: u8 = 24;
        for step in 0..STEPS {
            let share = |step: u8| f32::from(step) / f32::from(STEPS);
            let middle = least + (most - least) * (share(step) + 0.5 / f32::from(STEPS));
            let [red, green, blue] = Paint::density_colour(middle.exp2());
            // The picture mixes stored values, and so does this.
            let stored = |part: f32| egui::ecolor::linear_u8_from_linear_f32(part);
            let colour = Color32::from_rgb(stored(red), stored(green), stored(blue));
            let left = bar.left() + bar.width() * share(step);
            let right = bar.left() + bar.width() * share(step + 1);
            let piece = Rect::from_x_y_ranges(left..=right, bar.y_range());
            mesh.add_colored_rect(piece, colour);
        }
        painter.add(mesh);
        for step in [least, (least + most) * 0.5, most] {
            let x = bar.left() + bar.width() * (step - least) / (most - least);
            let text = format!("{:.0}", step.exp2());
            let at = pos2(x, bar.bottom() + 2.0);
            painter.text(at, Align2::CENTER_TOP, text, font.clone(), Color32::WHITE);
        }
    }
}
