//! Areals in the picture while they are changed: corners, cuts, joins, the brush.

use egui::{
    Align2, Color32, FontId, Painter, PointerButton, Pos2, Rect, Response, Shape, Stroke, Ui, vec2,
};
use glam::Vec3;
use ngi_engine::model::Ray;
use ngi_render::scene::{SceneKind, ground_colour};
use ngi_verbs::facts::ArealGround;

use super::Viewport;
use crate::editing::gizmo::on_plane;
use crate::editing::{ArealChange, ArealKind, Now, Request, Subject};
use crate::parts::about::ground_name;
use crate::texts::Texts;

/// How near to a corner a click has to be, in points.
const REACH: f32 = 9.0;

impl Viewport {
    /// Whether areals alone are looked at.
    pub(crate) fn shows_areals(&self) -> bool {
        self.facts().is_some_and(|facts| facts.kind == SceneKind::Areals)
    }

    /// The corner of an areal that is selected, and where it is.
    pub(super) fn selected_corner(&self) -> Option<(Subject, Now)> {
        let (areal, corner) = (self.outlined_part?, self.editing.areals.corner?);
        let at = *self.editing.areals.shape(areal)?.polygon.get(corner)?;
        let is_shown = self.shows_areals() && self.editing.areals.kind == ArealKind::Corners;
        let now = Now { position: at, turn: 0.0, scale: 1.0 };
        is_shown.then_some((Subject::Corner { areal, corner, at }, now))
    }

    /// Where a ray meets the map.
    fn on_map(&self, ray: &Ray) -> Option<Vec3> {
        let middle = self.scene.as_ref()?.bounds().or_unit().center();
        on_plane(ray, middle, Vec3::Z)
    }

    /// The brush for classes: works while the left button is down. Says whether it took the mouse.
    pub(super) fn paint_areals(&mut self, ui: &Ui, response: &Response, ray: &Ray) -> bool {
        if self.editing.areals.kind != ArealKind::Paint {
            return false;
        }
        let at = self.on_map(ray);
        self.editing.pointed = at.map(|at| at.to_array());
        let down =
            response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_down());
        let panning = ui.input(|input| input.modifiers.shift);
        if let (true, Some(at)) = (down && !panning, at) {
            self.editing.areals.dab([at.x, at.y]);
            ui.ctx().request_repaint();
            return true;
        }
        if !down && !self.editing.areals.painted.is_empty() {
            let fields = self.editing.areals.end();
            if !fields.is_empty() {
                self.editing.asked.push(Request::Set(fields));
            }
        }
        response.dragged_by(PointerButton::Primary) && !panning
    }

    /// A click on areals while they are changed; says whether it was for that.
    pub(super) fn click_areals(&mut self, at: Pos2, rect: Rect, scale: f32) -> bool {
        if !self.shows_areals() {
            return false;
        }
        let own = self.outlined_part;
        let pixel = (at - rect.min) * scale;
        let ray = self.frame.sight.ray([pixel.x, pixel.y]);
        let under = || self.scene.as_ref()?.pick(&ray)?.areal;
        match self.editing.areals.kind {
            ArealKind::Paint => true,
            ArealKind::Join => {
                let joined = own.zip(under()).filter(|(own, other)| own != other);
                if let Some((own, other)) = joined {
                    self.editing.asked.push(Request::Areals(ArealChange::Join([own, other])));
                    self.editing.clicked_part = Some(own - usize::from(other < own));
                }
                joined.is_some()
            }
            ArealKind::Corners => {
                let found = self.corner_at(at, rect, scale);
                self.editing.areals.corner = found;
                found.is_some()
            }
            ArealKind::Split => {
                let found = self.corner_at(at, rect, scale);
                let (Some(areal), Some(to)) = (own, found) else { return false };
                match self.editing.areals.corner.take() {
                    Some(from) if from != to => {
                        let change = ArealChange::Split { areal, corners: [from, to] };
                        self.editing.asked.push(Request::Areals(change));
                    }
                    _ => self.editing.areals.corner = Some(to),
                }
                true
            }
        }
    }

    /// The corner of the selected areal at a point of the window.
    fn corner_at(&self, at: Pos2, rect: Rect, scale: f32) -> Option<usize> {
        let polygon = &self.editing.areals.shape(self.outlined_part?)?.polygon;
        let found = polygon.iter().enumerate().filter_map(|(corner, place)| {
            let distance = self.place(Vec3::from(*place), rect, scale)?.distance(at);
            (distance <= REACH).then_some((corner, distance))
        });
        found.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(corner, _)| corner)
    }

    /// Draws what the colours of an areal map mean, and names the areal under the pointer.
    pub(super) fn areal_legend(&self, ui: &Ui, response: &Response, rect: Rect, texts: &Texts) {
        if !self.shows_areals() {
            return;
        }
        let t = texts.about();
        let used = |ground: &ArealGround| {
            let mut areals = self.editing.areals.shapes().iter();
            areals.any(|areal| ArealGround::of(areal.is_lake, areal.walkable) == *ground)
        };
        let grounds: Vec<ArealGround> = ArealGround::ALL.into_iter().filter(used).collect();
        let painter = ui.painter().with_clip_rect(rect);
        let font = FontId::proportional(12.0);
        let height = 18.0;
        let size = vec2(150.0, height * grounds.len() as f32);
        let frame = Rect::from_min_size(rect.left_bottom() + vec2(12.0, -size.y - 34.0), size);
        if !grounds.is_empty() {
            painter.rect_filled(frame.expand(8.0), 6.0, Color32::from_black_alpha(170));
        }
        for (place, ground) in grounds.into_iter().enumerate() {
            let (is_lake, is_walkable) = match ground {
                ArealGround::Walkable => (false, true),
                ArealGround::Blocked => (false, false),
                ArealGround::Lake => (true, false),
                ArealGround::Ford => (true, true),
            };
            let [red, green, blue, _] = ground_colour(is_lake, is_walkable, 1);
            let row = frame.min + vec2(0.0, height * place as f32);
            let square = Rect::from_min_size(row + vec2(0.0, 3.0), vec2(12.0, 12.0));
            painter.rect_filled(square, 2.0, Color32::from_rgb(red, green, blue));
            let at = row + vec2(20.0, height / 2.0);
            let name = ground_name(ground, t);
            painter.text(at, Align2::LEFT_CENTER, name, font.clone(), Color32::WHITE);
        }
        let pointed = response.hover_pos().filter(|_| !self.editing.on);
        let Some(at) = pointed.filter(|at| rect.contains(*at)) else { return };
        if let Some(name) = self.areal_under(at, rect, ui.pixels_per_point(), texts) {
            response.clone().on_hover_text_at_pointer(name);
        }
    }

    /// Describes the areal at a point of the window.
    fn areal_under(&self, at: Pos2, rect: Rect, scale: f32, texts: &Texts) -> Option<String> {
        let pixel = (at - rect.min) * scale;
        let ray = self.frame.sight.ray([pixel.x, pixel.y]);
        let number = self.scene.as_ref()?.pick(&ray)?.areal?;
        let areal = self.editing.areals.shape(number)?;
        let t = texts.about();
        let ground = ground_name(ArealGround::of(areal.is_lake, areal.walkable), t);
        Some(format!(
            "{} {number}: {}, {} {}",
            t.areal,
            ground.to_lowercase(),
            t.class,
            areal.class
        ))
    }

    /// Draws the selected areal with its corners, and what the brush has touched.
    pub(super) fn draw_areals(&self, painter: &Painter, rect: Rect, scale: f32) {
        if !self.shows_areals() {
            return;
        }
        let yellow = Color32::from_rgb(255, 200, 60);
        let tool = &self.editing.areals;
        let outline = |areal: usize, stroke: Stroke| {
            let Some(shape) = tool.shape(areal) else { return };
            let corners = shape.polygon.iter().enumerate().filter_map(|(corner, place)| {
                let is_held = tool.corner == Some(corner) && self.outlined_part == Some(areal);
                let held = self.editing.held.as_ref().filter(|_| is_held);
                let at = held.map_or(*place, |held| held.now.position);
                self.place(Vec3::from(at), rect, scale)
            });
            painter.add(Shape::closed_line(corners.collect(), stroke));
        };
        for areal in &tool.painted {
            outline(*areal, Stroke::new(2.0, Color32::WHITE));
        }
        let Some(areal) = self.outlined_part else { return };
        outline(areal, Stroke::new(2.0, yellow));
        let has_corners = matches!(tool.kind, ArealKind::Corners | ArealKind::Split);
        let Some(shape) = tool.shape(areal).filter(|_| has_corners && self.editing.on) else {
            return;
        };
        for (corner, place) in shape.polygon.iter().enumerate() {
            let Some(at) = self.place(Vec3::from(*place), rect, scale) else { continue };
            let is_own = tool.corner == Some(corner);
            let size = if is_own { 6.0 } else { 4.0 };
            let corners = [vec2(0.0, -size), vec2(size, 0.0), vec2(0.0, size), vec2(-size, 0.0)];
            let corners = corners.map(|by| at + by).to_vec();
            let fill = if is_own { Color32::WHITE } else { yellow };
            let edge = Stroke::new(1.5, Color32::from_black_alpha(180));
            painter.add(Shape::convex_polygon(corners, fill, edge));
        }
    }
}
