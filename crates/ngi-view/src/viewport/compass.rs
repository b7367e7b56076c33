//! The axes in the corner of the picture: which way is which. A click on an end looks from there, a
//! drag turns.

use egui::{
    Align2, Color32, FontId, Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, vec2,
};
use ngi_render::Camera;
use ngi_render::overlay::colours;

use super::{Viewport, controls};
use crate::looking::Side;
use crate::texts::Texts;

/// From the middle to an end, in points.
const ARM: f32 = 32.0;
/// Radius of an end.
const END: f32 = 9.0;
/// From the edge of the picture to the middle.
const INSET: f32 = ARM + END + 10.0;
/// A picture smaller than this has no room for it.
const LEAST: Vec2 = vec2(260.0, 200.0);
/// A drag across it turns as one over a picture this high does.
const DRAG_HEIGHT: f32 = 260.0;

/// An end as it lies in the picture.
struct End {
    side: Side,
    name: &'static str,
    at: Pos2,
    /// How near it is, −1 to 1.
    near: f32,
}

/// The ends of the axes as a camera sees them, the farthest first.
fn ends(camera: &Camera, middle: Pos2, texts: &Texts) -> Vec<End> {
    let (right, up, forward) = (camera.right(), camera.up(), camera.forward());
    let mut ends: Vec<End> = Side::ALL
        .iter()
        .map(|&(side, says)| {
            let axis = side.axis().into();
            let at = middle + vec2(right.dot(axis), -up.dot(axis)) * ARM;
            End { side, name: says(texts), at, near: -forward.dot(axis) }
        })
        .collect();
    ends.sort_by(|a, b| a.near.total_cmp(&b.near));
    ends
}

fn colour(side: Side) -> Color32 {
    let [red, green, blue, alpha] = match side {
        Side::Right | Side::Left => colours::X,
        Side::Front | Side::Back => colours::Y,
        Side::Above | Side::Below => colours::Z,
    };
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

impl Viewport {
    /// Puts the camera elsewhere; it stays there until somebody moves it.
    pub fn aim_at(&mut self, aim: impl FnOnce(&mut Camera)) {
        aim(&mut self.view.camera);
        self.aimed_for = None;
        self.stay_in_reach();
        if let Some(mission) = &mut self.mission {
            mission.let_go();
        }
    }

    /// Looks at the same point from a side.
    pub fn look_from(&mut self, side: Side) {
        if !self.view.camera.flat {
            self.aim_at(|camera| [camera.yaw, camera.pitch] = side.turn());
        }
    }

    fn has_compass(&self, rect: Rect) -> bool {
        let is_drawn = self.scene.is_some() && self.trouble.is_none() && self.canvas.is_ok();
        let has_room = rect.width() >= LEAST.x && rect.height() >= LEAST.y;
        is_drawn && has_room && !self.view.camera.flat && !self.is_walking()
    }

    /// Draws the axes and takes what is done to them.
    pub(super) fn compass(&mut self, ui: &mut Ui, picture: &Response, texts: &Texts) {
        let rect = picture.rect;
        if !self.has_compass(rect) {
            return;
        }
        let middle = rect.right_top() + vec2(-INSET, INSET);
        let id = picture.id.with("compass");
        let whole = Rect::from_center_size(middle, Vec2::splat(2.0 * (ARM + END)));
        let disc = ui.interact(whole, id, Sense::drag());
        let painter = ui.painter().with_clip_rect(rect);
        if disc.contains_pointer() || disc.dragged() {
            painter.circle_filled(middle, ARM + END, Color32::from_black_alpha(70));
        }
        let mut by = disc.drag_delta();
        let mut chosen = None;
        for end in ends(&self.view.camera, middle, texts) {
            let square = Rect::from_center_size(end.at, Vec2::splat(2.0 * END));
            let response = ui.interact(square, id.with(end.name), Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, end.name));
            if response.clicked() {
                chosen = Some(end.side);
            }
            by += response.drag_delta();
            let fade = 0.55 + 0.45 * (end.near * 0.5 + 0.5);
            let mut tint = colour(end.side).gamma_multiply(fade);
            if response.hovered() {
                tint = Color32::WHITE;
            }
            match end.side.letter() {
                Some(letter) => {
                    painter.line_segment([middle, end.at], (2.0, tint));
                    painter.circle_filled(end.at, END, tint);
                    let font = FontId::monospace(12.0);
                    painter.text(end.at, Align2::CENTER_CENTER, letter, font, Color32::BLACK);
                }
                None => {
                    painter.circle_filled(end.at, END - 2.0, tint.gamma_multiply(0.35));
                    painter.circle_stroke(end.at, END - 2.0, (1.5, tint));
                }
            }
            response.on_hover_text(end.name);
        }
        if by != Vec2::ZERO {
            self.aim_at(|camera| controls::drag(camera, controls::Drag::Orbit, by, DRAG_HEIGHT));
            ui.ctx().request_repaint();
        }
        if let Some(side) = chosen {
            self.look_from(side);
            ui.ctx().request_repaint();
        }
    }
}
