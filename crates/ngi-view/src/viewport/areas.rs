//! Areas that scripts ask about, while they are changed: their edges, as they are pulled, and where
//! one more corner can be put.

use egui::{Color32, Painter, Pos2, Rect, Stroke};
use glam::Vec3;

use super::Viewport;
use crate::editing::{Mark, MarkKind, Request};
use crate::texts::Texts;

/// How near to the middle of an edge a click has to be, in points.
const REACH: f32 = 7.0;

/// The middle of an edge of the selected area: the corner in front of it, and where it is.
struct Middle {
    corner: usize,
    at: Pos2,
}

impl Viewport {
    /// The area whose corner is selected.
    fn selected_area(&self) -> Option<usize> {
        match self.editing.mark?.kind {
            MarkKind::Corner { route, .. } => Some(route),
            _ => None,
        }
    }

    /// The corners of an area as they are now: one may be pulled.
    fn corners_of(&self, route: usize) -> Vec<Vec3> {
        let points = self.world().and_then(|world| world.routes.get(route));
        let mut corners: Vec<Vec3> =
            points.into_iter().flatten().map(|at| Vec3::from(*at)).collect();
        let held = self.editing.held.as_ref().zip(self.editing.mark);
        if let Some((held, Mark { kind: MarkKind::Corner { route: own, corner }, .. })) = held
            && own == route
            && let Some(at) = corners.get_mut(corner)
        {
            *at = Vec3::from(held.now.position);
        }
        corners
    }

    /// Edges of the area that is selected, by their middles.
    fn middles(&self, rect: Rect, scale: f32) -> Vec<Middle> {
        let Some(route) = self.selected_area() else { return Vec::new() };
        let corners = self.corners_of(route);
        let next = corners.iter().cycle().skip(1);
        let edges = corners.iter().zip(next).enumerate();
        let middle = |(corner, (from, to)): (usize, (&Vec3, &Vec3))| {
            let at = self.place(from.lerp(*to, 0.5), rect, scale)?;
            Some(Middle { corner, at })
        };
        edges.filter_map(middle).collect()
    }

    /// Draws the edges of all areas; those of the selected one stand out, with their middles.
    pub(super) fn draw_areas(&self, painter: &Painter, rect: Rect, scale: f32, texts: &Texts) {
        let selected = self.selected_area();
        let count = self.world().map_or(0, |world| world.routes.len());
        for route in 0..count {
            let corners = self.corners_of(route);
            let is_own = selected == Some(route);
            let width = if is_own { 2.5 } else { 1.2 };
            let colour =
                Color32::from_rgba_unmultiplied(255, 210, 90, if is_own { 255 } else { 150 });
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                let ends = (self.place(*from, rect, scale), self.place(*to, rect, scale));
                if let (Some(from), Some(to)) = ends {
                    painter.line_segment([from, to], Stroke::new(width, colour));
                }
            }
        }
        let pointer = painter.ctx().input(|input| input.pointer.hover_pos());
        for Middle { at, .. } in self.middles(rect, scale) {
            let is_near = pointer.is_some_and(|pointer| pointer.distance(at) <= REACH);
            let fill = if is_near { Color32::WHITE } else { Color32::from_black_alpha(160) };
            painter.circle(at, 4.0, fill, Stroke::new(1.5, Color32::from_rgb(255, 210, 90)));
            if is_near {
                super::editing::label(
                    painter,
                    at + egui::vec2(10.0, 8.0),
                    texts.mission().corner_here,
                );
            }
        }
    }

    /// A click on the middle of an edge asks for one more corner there; says whether it was one.
    pub(super) fn click_edge(&mut self, at: Pos2, rect: Rect, scale: f32) -> bool {
        let near = |middle: &Middle| middle.at.distance(at) <= REACH;
        let found = self.middles(rect, scale).into_iter().find(near);
        let (Some(Middle { corner, .. }), Some(route)) = (found, self.selected_area()) else {
            return false;
        };
        let place = self.editing.mark.map_or([0.0; 3], |mark| mark.at);
        self.editing.asked.push(Request::NewMark(MarkKind::Corner { route, corner }, place));
        // What was put there is what is pulled next.
        self.editing.mark =
            Some(Mark { kind: MarkKind::Corner { route, corner: corner + 1 }, at: place });
        true
    }
}
