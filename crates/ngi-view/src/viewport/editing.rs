//! The viewport while things are changed in it: handles, places, the brush, new objects.

use egui::{Color32, FontId, PointerButton, Pos2, Rect, Response, Stroke, Ui, vec2};
use glam::Vec3;
use ngi_engine::landscape::{Ground, Sides, walker};
use ngi_engine::model::{Ray, Transform};
use ngi_engine::world::{Placed, World};
use ngi_render::scene::LevelScene;
use ngi_render::scene::landscape::GroundMesh;
use ngi_vfs::Vfs;

use super::Viewport;
use crate::editing::{Gizmo, Handle, Held, Mark, Now, Request, Subject, marks, renumbered};
use crate::mission::Objects;
use crate::texts::Texts;

/// How near to a place of a mission a click has to be, in points.
const REACH: f32 = 9.0;
/// Pieces of the circle that shows the brush.
const PIECES: u8 = 48;
/// Faces that are shown as painted, at most.
const MOST_PAINTED: usize = 3000;
/// What is moved and turned in any way.
const FREELY: &[Handle] =
    &[Handle::X, Handle::Y, Handle::Z, Handle::Turn, Handle::TurnX, Handle::TurnY];

impl Viewport {
    /// The level that is looked at, where it has no mission.
    pub fn level(&self) -> Option<&LevelScene> {
        self.scene.as_ref()?.level()
    }

    /// The same, to be changed.
    pub fn level_mut(&mut self) -> Option<&mut LevelScene> {
        self.scene.as_mut()?.level_mut()
    }

    /// Goes on with a mission in another state; says whether it could.
    pub(crate) fn take_world(&mut self, world: World, game: &Vfs) -> bool {
        let Some(scene) = self.scene.as_mut().and_then(|scene| scene.mission_mut()) else {
            return false;
        };
        let known = |world: &World| -> Vec<_> {
            let key =
                |it: &Placed| (it.path.clone(), it.name.clone(), it.position.map(f32::to_bits));
            world.objects.iter().map(key).collect()
        };
        let (old, new) = (known(scene.world()), known(&world));
        if scene.take_world(world, game).is_err() {
            return false;
        }
        self.editing.hidden = renumbered(&self.editing.hidden, &old, &new);
        let objects = Objects::of(scene.world());
        let sky = scene.sky().cloned();
        let briefing = ngi_engine::briefing::Briefing::new(&scene.world().story.stops);
        if let Some(mission) = &mut self.mission {
            if let (Some(day), Some(sky)) = (&mut mission.day, sky)
                && *day.sky() != sky
            {
                day.renew(sky);
            }
            mission.briefing = briefing;
            let last = objects.rows().len().checked_sub(1);
            mission.objects.renew(objects);
            if let (true, Some(last)) = (std::mem::take(&mut self.editing.select_last), last) {
                mission.objects.select(last);
                self.editing.mark = None;
            }
        }
        // A place that is still there is where it is now.
        let places = self.world().map(marks).unwrap_or_default();
        let own = self.editing.mark.take();
        self.editing.mark = own.and_then(|own| places.into_iter().find(|it| it.kind == own.kind));
        self.leave_out();
        self.renew_requested = true;
        true
    }

    /// Goes on with another ground; says whether it could.
    pub(crate) fn take_ground(&mut self, ground: &Ground, mesh: GroundMesh) -> bool {
        // A stroke that has begun meanwhile will bring another.
        if self.editing.ground.is_stroking() {
            return true;
        }
        self.editing.ground.painted.clear();
        let Some(level) = self.level_mut() else { return false };
        level.take_ground(ground, mesh);
        self.renew_requested = true;
        true
    }

    /// Shows another track of a material.
    pub(crate) fn show_track(&mut self, track: usize) {
        self.view.settings.track = track;
        let settings = &self.view.settings;
        let duration = self.scene.as_ref().and_then(|scene| scene.duration(settings));
        // A track that does not move is looked at as long as the one before.
        self.playback.duration = duration.or(self.playback.duration);
    }

    /// Leaves parts of the scene out, or shows them again.
    pub fn hide(&mut self, part: usize, is_hidden: bool) {
        match is_hidden {
            true => self.editing.hidden.insert(part),
            false => self.editing.hidden.remove(&part),
        };
        self.leave_out();
    }

    /// Hides all parts of the scene but one of `count`.
    pub fn hide_all_but(&mut self, part: usize, count: usize) {
        self.editing.hidden = (0..count).filter(|other| *other != part).collect();
        self.leave_out();
    }

    /// Selects nothing.
    pub fn forget_pick(&mut self) {
        self.picked = None;
        self.outlined_part = None;
        self.editing.mark = None;
        if let Some(mission) = &mut self.mission {
            mission.objects.selected = None;
        }
    }

    /// Shows everything again.
    pub fn show_all(&mut self) {
        self.editing.hidden.clear();
        self.leave_out();
    }

    pub(super) fn leave_out(&mut self) {
        if let Some(scene) = &mut self.scene {
            scene.hide(&self.editing.hidden);
        }
    }

    /// The ground of what is looked at.
    pub(crate) fn ground(&self) -> Option<&Ground> {
        self.world().and_then(|world| world.level.as_ref()).map(|level| &level.ground)
    }

    /// What is selected to be changed, and where it is.
    pub fn subject(&self) -> Option<(Subject, Now)> {
        if let Some(keys) = &self.editing.node {
            let [own, parent] = self.scene.as_ref()?.node_at(keys.node)?;
            let position = Vec3::from(own.translation).to_array();
            let subject = Subject::Node(Box::new((keys.clone(), parent)));
            return Some((subject, Now { position, turn: 0.0, scale: 1.0 }));
        }
        if let Some(point) = self.selected_point().or_else(|| self.selected_corner()) {
            return Some(point);
        }
        let world = self.world()?;
        if let Some(mark) = &self.editing.mark {
            let now = Now { position: mark.at, turn: 0.0, scale: 1.0 };
            return Some((Subject::Mark(*mark), now));
        }
        let object = self.mission.as_ref()?.objects.selected?;
        let placed = world.objects.get(object)?;
        let (_, rotation, _) = placed.world_from_object.to_scale_rotation_translation();
        let ahead = rotation * Vec3::X;
        let turn = ahead.y.atan2(ahead.x);
        let [scale, ..] = placed.scale;
        Some((Subject::Object(object), Now { position: placed.position, turn, scale }))
    }

    /// The gizmo of what is selected.
    fn gizmo(&self) -> Option<Gizmo> {
        if !self.editing.on || self.is_walking() {
            return None;
        }
        let (subject, now) = self.subject()?;
        let at = match (&subject, &self.editing.held) {
            (_, Some(held)) => Vec3::from(held.now.position) + self.settled(&held.subject),
            (subject, None) => Vec3::from(now.position) + self.settled(subject),
        };
        let handles: &[Handle] = match &subject {
            Subject::Mark(_) => &[Handle::X, Handle::Y, Handle::Z, Handle::Ground],
            Subject::Node(_) => FREELY,
            Subject::Spot(own) if own.0.vector != [0.0; 3] => FREELY,
            Subject::Spot(_) => &[Handle::X, Handle::Y, Handle::Z],
            // From above the third axis points at the eye.
            Subject::Corner { .. } => &[Handle::X, Handle::Y, Handle::Ground],
            Subject::Object(object) => {
                let placed = self.world()?.objects.get(*object)?;
                // A guest is where its host has it: what its file says of that does not count.
                if placed.host.is_some() {
                    return None;
                }
                match placed.kind.is_scenery() {
                    true => &[
                        Handle::X,
                        Handle::Y,
                        Handle::Z,
                        Handle::Ground,
                        Handle::Turn,
                        Handle::Size,
                    ],
                    false => &[Handle::X, Handle::Y, Handle::Z, Handle::Ground, Handle::Turn],
                }
            }
        };
        Some(Gizmo::new(at, &self.frame.sight, handles))
    }

    /// From where its file has something to where it stands: buildings settle on the ground they
    /// cut, guests are in their hosts.
    fn settled(&self, subject: &Subject) -> Vec3 {
        let Subject::Object(object) = subject else { return Vec3::ZERO };
        let placed = self.world().and_then(|world| world.objects.get(*object));
        placed.map_or(Vec3::ZERO, |placed| {
            Vec3::from(placed.world_from_object.translation) - Vec3::from(placed.position)
        })
    }

    /// The ray through a point of the window.
    fn ray_at(&self, at: Pos2, rect: Rect, scale: f32) -> Ray {
        let at = (at - rect.min) * scale;
        self.frame.sight.ray([at.x, at.y])
    }

    /// Where a ray meets the ground.
    fn on_ground(&mut self, ray: &Ray) -> Option<[f32; 3]> {
        let hit = |ground: &Ground| ground.nearest(ray, f32::MAX, &walker(), Sides::Both);
        let found = self.ground().and_then(hit);
        let found = match found {
            Some(found) => Some(found),
            None => self.level_mut().and_then(|level| hit(level.ground())),
        };
        found.map(|hit| hit.point)
    }

    /// Takes the mouse where it changes something; says whether it did.
    pub(super) fn edit(&mut self, ui: &Ui, response: &Response, rect: Rect, seconds: f32) -> bool {
        self.editing.hovered = None;
        self.editing.pointed = None;
        if !self.editing.on || self.is_walking() || self.scene.is_none() {
            return false;
        }
        let scale = ui.pixels_per_point();
        let pointer = response.hover_pos().or_else(|| response.interact_pointer_pos());
        let Some(pointer) = pointer else { return self.editing.held.is_some() };
        let ray = self.ray_at(pointer, rect, scale);
        if self.level_mut().is_some() {
            return self.brush(ui, response, &ray, seconds);
        }
        if self.shows_areals() && self.paint_areals(ui, response, &ray) {
            return true;
        }
        if self.editing.placing.is_some() {
            self.editing.pointed = self.on_ground(&ray);
        }
        let pixel = (pointer - rect.min) * scale;
        let gizmo = self.gizmo();
        if self.editing.held.is_none() {
            let under = |gizmo: &Gizmo| gizmo.under(&self.frame.sight, [pixel.x, pixel.y], scale);
            self.editing.hovered = gizmo.as_ref().and_then(under);
        }
        if response.drag_started_by(PointerButton::Primary) {
            let from = ui.input(|input| input.pointer.press_origin()).unwrap_or(pointer);
            self.take_hold(from, rect, scale, gizmo);
        }
        self.pull(ui, response, &ray)
    }

    /// Takes hold of a handle, or of the selected object itself.
    fn take_hold(&mut self, from: Pos2, rect: Rect, scale: f32, gizmo: Option<Gizmo>) {
        let (Some(gizmo), Some((subject, now))) = (gizmo, self.subject()) else { return };
        let ray = self.ray_at(from, rect, scale);
        let pixel = (from - rect.min) * scale;
        let handle = gizmo.under(&self.frame.sight, [pixel.x, pixel.y], scale);
        let on_it = || {
            let picked = self.scene.as_ref()?.pick(&ray)?.object?;
            (subject == Subject::Object(picked)).then_some(Handle::Ground)
        };
        if let Some(handle) = handle.or_else(on_it) {
            self.editing.held = Some(Held::new(subject, handle, now, gizmo, ray));
        }
    }

    /// Pulls what is held; lets it go with the button, and back with Escape.
    fn pull(&mut self, ui: &Ui, response: &Response, ray: &Ray) -> bool {
        let Some(mut held) = self.editing.held.take() else { return false };
        if ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            self.show_held(&held.subject, &held.before, &held.before);
            return true;
        }
        let steps = ui.input(|input| input.modifiers.command);
        held.pull(ray, self.ground(), steps, self.editing.on_ground);
        self.show_held(&held.subject, &held.before, &held.now);
        self.editing.hovered = Some(held.handle);
        if response.drag_stopped() || !ui.input(|input| input.pointer.any_down()) {
            self.editing.asked.extend(held.request());
            return true;
        }
        self.editing.held = Some(held);
        ui.ctx().request_repaint();
        true
    }

    /// Shows an object where it is pulled to.
    pub(crate) fn show_held(&mut self, subject: &Subject, before: &Now, now: &Now) {
        let Subject::Object(object) = subject else { return };
        let placed = self.world().and_then(|world| world.objects.get(*object));
        let Some(from) = placed.map(|placed| placed.world_from_object) else { return };
        let matrix: Transform = now.matrix(before, &from);
        let scene = self.scene.as_mut().and_then(|scene| scene.mission_mut());
        if let Some(scene) = scene.filter(|_| matrix.is_finite()) {
            scene.show_at(*object, &matrix);
        }
    }

    /// The brush: works while the left button is down.
    fn brush(&mut self, ui: &Ui, response: &Response, ray: &Ray, seconds: f32) -> bool {
        self.editing.pointed = self.on_ground(ray);
        let down =
            response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_down());
        let panning = ui.input(|input| input.modifiers.shift);
        let works = down && !panning && self.editing.ground.sculpt().is_some();
        if let (true, Some(at)) = (works, self.editing.pointed) {
            match self.editing.ground.dab(at, seconds.clamp(1.0 / 240.0, 0.1)) {
                Ok(touched) => {
                    let sculpt = self.editing.ground.sculpt().map(|sculpt| sculpt.doc());
                    let scene = self.scene.as_mut().and_then(|scene| scene.level_mut());
                    if let (Some(doc), Some(level)) = (sculpt, scene) {
                        level.reshape(doc, &touched.vertices);
                        self.renew_requested = true;
                    }
                }
                Err(why) => self.editing.ground.trouble = Some(why),
            }
            ui.ctx().request_repaint();
            return true;
        }
        if !down && self.editing.ground.is_stroking() {
            if let Err(why) = self.editing.ground.finish() {
                self.editing.ground.trouble = Some(why);
            }
            ui.ctx().request_repaint();
        }
        works
    }

    /// A click while things are changed: places what is to be placed, or selects a place. Says
    /// whether it was for that.
    pub(super) fn edit_click(&mut self, at: Pos2, rect: Rect, scale: f32, again: bool) -> bool {
        if let Some(part) = self.spot_at(at, rect, scale) {
            self.editing.clicked_part = Some(part);
            return true;
        }
        if !self.editing.on || self.is_walking() {
            return false;
        }
        if self.level_mut().is_some() || self.click_areals(at, rect, scale) {
            return true;
        }
        let ray = self.ray_at(at, rect, scale);
        if let Some(what) = self.editing.placing.take() {
            let Some(position) = self.on_ground(&ray) else {
                self.editing.placing = Some(what);
                return true;
            };
            self.editing.asked.push(Request::New { what: Box::new(what.clone()), position });
            self.editing.placing = again.then_some(what);
            return true;
        }
        if let Some(mark) = self.mark_at(at, rect, scale) {
            self.editing.mark = Some(mark);
            return true;
        }
        if self.click_edge(at, rect, scale) {
            return true;
        }
        self.editing.mark = None;
        false
    }

    /// The place of the mission at a point of the window.
    fn mark_at(&self, at: Pos2, rect: Rect, scale: f32) -> Option<Mark> {
        let marks = marks(self.world()?);
        let found = marks.into_iter().filter_map(|mark| {
            let distance = self.place(Vec3::from(mark.at), rect, scale)?.distance(at);
            (distance <= REACH).then_some((mark, distance))
        });
        found.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(mark, _)| mark)
    }

    /// Where a point of the world is in the window.
    pub(super) fn place(&self, at: Vec3, rect: Rect, scale: f32) -> Option<Pos2> {
        let [x, y] = self.frame.sight.project(at)?;
        Some(rect.min + vec2(x, y) / scale)
    }

    /// Draws handles, places, the brush, and what is selected.
    pub(super) fn draw_editing(&mut self, ui: &Ui, rect: Rect, texts: &Texts) {
        if self.is_walking() {
            return;
        }
        let scale = ui.pixels_per_point();
        let painter = ui.painter().with_clip_rect(rect);
        let lines = |lines: &[[Vec3; 2]], stroke: Stroke| {
            for [from, to] in lines {
                if let (Some(from), Some(to)) =
                    (self.place(*from, rect, scale), self.place(*to, rect, scale))
                {
                    painter.line_segment([from, to], stroke);
                }
            }
        };
        if let Some(corners) = self.outlined().filter(|_| self.editing.held.is_none()) {
            lines(&box_edges(&corners), Stroke::new(1.5, Color32::from_rgb(255, 200, 60)));
        }
        self.draw_spots(&painter, rect, scale);
        self.draw_areals(&painter, rect, scale);
        if !self.editing.on {
            return;
        }
        self.draw_guest(&painter, rect, scale, texts);
        self.draw_marks(&painter, rect, scale, texts);
        self.draw_painted(&painter, rect, scale);
        if let Some(at) = self.editing.pointed {
            let radius = match self.editing.placing {
                Some(_) => 2.0,
                None if self.shows_areals() => self.editing.areals.radius,
                None => self.editing.ground.radius,
            };
            let ring = self.draped_ring(at, radius);
            lines(&ring, Stroke::new(2.0, Color32::from_rgb(255, 235, 120)));
        }
        let Some(gizmo) = self.gizmo() else { return };
        for &handle in gizmo.handles() {
            let [red, green, blue] = handle.colour();
            let is_hovered = self.editing.hovered == Some(handle);
            let colour = Color32::from_rgb(red, green, blue);
            let colour = if is_hovered { Color32::WHITE } else { colour };
            let width = if is_hovered { 4.0 } else { 2.5 };
            let own = gizmo.lines(handle);
            lines(&own, Stroke::new(width + 2.0, Color32::from_black_alpha(110)));
            lines(&own, Stroke::new(width, colour));
            let tip = own.last().and_then(|[_, tip]| self.place(*tip, rect, scale));
            if let (Handle::X | Handle::Y | Handle::Z, Some(tip)) = (handle, tip) {
                painter.circle_filled(tip, 5.0, colour);
            }
        }
        if let Some(held) = &self.editing.held {
            let text = numbers(held);
            let at = self.place(gizmo.at, rect, scale).unwrap_or(rect.center());
            label(&painter, at + vec2(16.0, -30.0), &text);
        }
    }

    /// The box around what is selected.
    fn outlined(&self) -> Option<[Vec3; 8]> {
        let part = self.mission.as_ref().map_or(self.outlined_part, |it| it.objects.selected)?;
        // Points are no parts of the model that is drawn.
        if self.editing.spots.iter().any(|spot| spot.is_point) {
            return None;
        }
        self.scene.as_ref()?.outline(part)
    }

    fn draw_marks(&self, painter: &egui::Painter, rect: Rect, scale: f32, texts: &Texts) {
        let Some(world) = self.world() else { return };
        self.draw_areas(painter, rect, scale, texts);
        for mark in marks(world) {
            let is_own = self.editing.mark.is_some_and(|own| own.kind == mark.kind);
            let held = self.editing.held.as_ref().filter(|_| is_own);
            let at = held.map_or(mark.at, |held| held.now.position);
            let Some(at) = self.place(Vec3::from(at), rect, scale) else { continue };
            if !rect.contains(at) {
                continue;
            }
            let (colour, name) = crate::panels::editing::mark_look(&mark, world, texts);
            let size = if is_own { 7.0 } else { 5.0 };
            let corners = [vec2(0.0, -size), vec2(size, 0.0), vec2(0.0, size), vec2(-size, 0.0)];
            let corners = corners.map(|by| at + by).to_vec();
            let edge = if is_own { Color32::WHITE } else { Color32::from_black_alpha(180) };
            let diamond = egui::Shape::convex_polygon(corners, colour, Stroke::new(1.5, edge));
            painter.add(diamond);
            if is_own {
                label(painter, at + vec2(10.0, 10.0), &name);
            }
        }
    }

    /// Faces that were painted and are not drawn so yet.
    fn draw_painted(&self, painter: &egui::Painter, rect: Rect, scale: f32) {
        let Some(sculpt) = self.editing.ground.sculpt() else { return };
        let doc = sculpt.doc();
        let fill = Color32::from_rgba_unmultiplied(255, 210, 90, 70);
        let fine = doc.split();
        let own = self.editing.ground.painted.iter().filter(|face| **face < fine);
        for face in own.take(MOST_PAINTED).filter_map(|face| doc.faces.get(*face)) {
            let corner = |vertex: u16| {
                let at = doc.positions.get(usize::from(vertex)).copied()?;
                self.place(Vec3::from(at), rect, scale)
            };
            if let [Some(a), Some(b), Some(c)] = face.vertices.map(corner) {
                painter.add(egui::Shape::convex_polygon(vec![a, b, c], fill, Stroke::NONE));
            }
        }
    }

    /// A circle that lies on the ground.
    fn draped_ring(&self, [x, y, z]: [f32; 3], radius: f32) -> Vec<[Vec3; 2]> {
        let scene = self.scene.as_ref();
        let at = |piece: u8| {
            let (sin, cos) =
                (f32::from(piece) / f32::from(PIECES) * std::f32::consts::TAU).sin_cos();
            let [px, py] = [x + cos * radius, y + sin * radius];
            let height = scene.and_then(|scene| scene.ground_at([px, py])).unwrap_or(z);
            Vec3::new(px, py, height + 0.2)
        };
        (0..PIECES).map(|piece| [at(piece), at(piece + 1)]).collect()
    }
}

/// The edges of a box by its corners, whose bits choose the sides.
pub(super) fn box_edges(corners: &[Vec3; 8]) -> Vec<[Vec3; 2]> {
    let mut edges = Vec::new();
    for (from, corner) in corners.iter().enumerate() {
        for bit in [1usize, 2, 4] {
            if let Some(other) = corners.get(from | bit).filter(|_| from & bit == 0) {
                edges.push([*corner, *other]);
            }
        }
    }
    edges
}

/// What is told of something while it is pulled.
fn numbers(held: &Held) -> String {
    let (now, was) = (&held.now, &held.before);
    let [x, y, z] = now.position;
    match held.handle {
        Handle::Turn | Handle::TurnX | Handle::TurnY => {
            format!("{:.0}° ({:+.0}°)", now.turn.to_degrees(), (now.turn - was.turn).to_degrees())
        }
        Handle::Size => format!("× {:.2}", now.scale),
        _ => {
            let [x0, y0, z0] = was.position;
            let far = Vec3::new(x - x0, y - y0, z - z0).length();
            format!("{x:.1}, {y:.1}, {z:.1} ({far:.1})")
        }
    }
}

/// A few words over the picture.
pub(super) fn label(painter: &egui::Painter, at: Pos2, text: &str) {
    let galley =
        painter.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), Color32::WHITE);
    let frame = Rect::from_min_size(at, galley.size()).expand(4.0);
    painter.rect_filled(frame, 4.0, Color32::from_black_alpha(190));
    painter.galley(at, galley, Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_twelve_edges_along_its_axes() {
        let corners = [0u8, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
            let side = |bit: u8| f32::from(corner >> bit & 1);
            Vec3::new(side(0), side(1), side(2))
        });
        let edges = box_edges(&corners);
        assert_eq!(edges.len(), 12);
        assert!(edges.iter().all(|[from, to]| (from.distance(*to) - 1.0).abs() < 1e-6));
    }
}
