//! Control points and sockets in the picture, and guests, which cannot be moved.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};
use glam::{Quat, Vec3};
use ngi_engine::model::Transform;

use super::Viewport;
use super::editing::label;
use crate::editing::{Now, Spot, Subject};
use crate::texts::Texts;

/// How near to a spot a click has to be, in points.
const REACH: f32 = 8.0;
/// How long a direction is drawn, as a share of what is looked at.
const LONG: f32 = 0.08;

impl Viewport {
    /// The frame that a spot is in.
    fn frame_of(&self, spot: &Spot) -> Option<Transform> {
        let Some(node) = spot.node else { return Some(Transform::IDENTITY) };
        self.scene.as_ref()?.node_at(node).map(|[own, _]| own)
    }

    /// The control point that is selected, and where it is.
    pub(super) fn selected_point(&self) -> Option<(Subject, Now)> {
        let part = self.outlined_part?;
        let spot = self.editing.spots.iter().find(|spot| spot.is_point && spot.part == part)?;
        let frame = self.frame_of(spot)?;
        let position = frame.transform_point3(Vec3::from(spot.position)).to_array();
        let now = Now { position, turn: 0.0, scale: 1.0 };
        Some((Subject::Spot(Box::new((spot.clone(), frame))), now))
    }

    /// The part of the spot at a point of the window.
    pub(super) fn spot_at(&self, at: Pos2, rect: Rect, scale: f32) -> Option<usize> {
        let found = self.editing.spots.iter().filter_map(|spot| {
            let place = self.frame_of(spot)?.transform_point3(Vec3::from(spot.position));
            let distance = self.place(place, rect, scale)?.distance(at);
            (distance <= REACH).then_some((spot.part, distance))
        });
        found.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(part, _)| part)
    }

    /// Draws control points, where they point, and sockets.
    pub(super) fn draw_spots(&self, painter: &Painter, rect: Rect, scale: f32) {
        let Some(scene) = &self.scene else { return };
        let long = scene.bounds().or_unit().radius() * LONG;
        for spot in &self.editing.spots {
            let Some(frame) = self.frame_of(spot) else { continue };
            let is_own = self.outlined_part == Some(spot.part);
            let held = self.editing.held.as_ref().filter(|_| is_own && spot.is_point);
            let at = frame.transform_point3(Vec3::from(spot.position));
            let at = held.map_or(at, |held| Vec3::from(held.now.position));
            let Some(place) = self.place(at, rect, scale).filter(|it| rect.contains(*it)) else {
                continue;
            };
            let colour = match spot.is_point {
                true => Color32::from_rgb(90, 220, 230),
                false => Color32::from_rgb(250, 160, 220),
            };
            let way = frame.transform_vector3(Vec3::from(spot.vector)).normalize_or_zero();
            let turn = held.and_then(|held| {
                let about = held.handle.turns_about()?;
                Some(Quat::from_axis_angle(about, held.now.turn - held.before.turn))
            });
            let way = turn.map_or(way, |turn| turn * way);
            if let Some(tip) =
                self.place(at + way * long, rect, scale).filter(|_| way != Vec3::ZERO)
            {
                painter.line_segment([place, tip], Stroke::new(1.5, colour));
            }
            let size = if is_own { 6.0 } else { 4.0 };
            let corners = [vec2(0.0, -size), vec2(size, 0.0), vec2(0.0, size), vec2(-size, 0.0)];
            let corners = corners.map(|by| place + by).to_vec();
            let edge = if is_own { Color32::WHITE } else { Color32::from_black_alpha(180) };
            painter.add(Shape::convex_polygon(corners, colour, Stroke::new(1.5, edge)));
            if is_own {
                label(painter, place + vec2(10.0, 10.0), &spot.name);
            }
        }
    }

    /// Says of a guest why it has no handles.
    pub(super) fn draw_guest(&self, painter: &Painter, rect: Rect, scale: f32, texts: &Texts) {
        let Some((Subject::Object(object), _)) = self.subject() else { return };
        let placed = self.world().and_then(|world| world.objects.get(object));
        let Some(placed) = placed.filter(|placed| placed.host.is_some()) else { return };
        let at = Vec3::from(placed.world_from_object.translation);
        if let Some(place) = self.place(at, rect, scale) {
            label(painter, place + vec2(10.0, 10.0), texts.guest_stays);
        }
    }
}
