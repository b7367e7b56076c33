//! The viewport while it shows a mission: its time, its flights, walks in it.

use egui::{Key, PointerButton, Response, Ui};
use ngi_engine::sky::SkyState;
use ngi_engine::world::World;
use ngi_render::Overlays;
use ngi_render::scene::MissionScene;

use super::{Viewport, controls};
use crate::mission::{Mission, Steering};
use crate::shortcuts::Command;
use crate::texts::Texts;

/// A drag over the height of the picture turns the view of a walk this far, in radians: half of what
/// turns a camera around a thing, because here it is one's own head.
const TURN: f32 = 2.0;

impl Viewport {
    /// Something else is looked at: what there is to know where it is a mission.
    pub(super) fn take_mission(&mut self, keep: bool) {
        let before = self.mission.take();
        self.view.settings.moment = None;
        let scene = self.scene.as_ref().and_then(|scene| scene.mission());
        self.mission = scene.map(Mission::of);
        if let (Some(mission), Some(before), true) = (&mut self.mission, before, keep) {
            mission.keep(before);
        }
    }

    /// The mission as it has loaded.
    pub fn world(&self) -> Option<&World> {
        Some(self.scene.as_ref()?.mission()?.world())
    }

    /// What the sky of the mission was like in the last frame.
    pub fn sky_state(&self) -> Option<&SkyState> {
        self.scene.as_ref()?.mission()?.sky_state()
    }

    /// Lets the mission be heard after a frame was drawn.
    pub(super) fn sound(&mut self) {
        let (camera, is_on) = (self.view.camera, self.sound);
        if let Some((mission, scene)) = self.both() {
            mission.sound(scene, &camera, is_on);
        }
    }

    /// What is known of the mission, and its scene.
    fn both(&mut self) -> Option<(&mut Mission, &mut MissionScene)> {
        let scene = self.scene.as_mut()?.mission_mut()?;
        Some((self.mission.as_mut()?, scene))
    }

    /// Whether somebody walks in a mission.
    pub fn is_walking(&self) -> bool {
        self.mission.as_ref().is_some_and(|mission| mission.walk.is_some())
    }

    /// Whether there is a walk or a briefing to be left.
    pub fn can_leave(&self) -> bool {
        let mission = self.mission.as_ref();
        let places = self.editing.placing.is_some();
        let leads = |mission: &Mission| mission.walk.is_some() || mission.briefed.is_some();
        places || mission.is_some_and(leads)
    }

    /// Flies to an object of the mission.
    pub fn fly_to(&mut self, object: usize) {
        let camera = self.view.camera;
        self.leave();
        if let Some((mission, scene)) = self.both() {
            mission.fly_to(object, scene.world(), &camera);
        }
        self.aimed_for = None;
    }

    /// Plays the briefing, or ends it.
    pub fn brief(&mut self) {
        if self.is_walking() {
            self.leave();
        }
        self.aimed_for = None;
        if let Some(mission) = &mut self.mission {
            mission.brief();
        }
    }

    /// Begins a walk, or ends it.
    pub fn toggle_walk(&mut self) {
        if self.is_walking() {
            return self.leave();
        }
        let camera = self.view.camera;
        let Some((mission, scene)) = self.both() else { return };
        match mission.begin_walk(scene, &camera) {
            Ok(()) => {
                // The world goes on around whoever walks in it, and stops with the walk.
                mission.played_before = std::mem::replace(&mut mission.playing, true);
                self.picked = None;
            }
            Err(why) => mission.note = Some(why),
        }
        self.aimed_for = None;
    }

    /// Ends a walk, with the camera as it was before; ends a briefing where it is.
    pub fn leave(&mut self) {
        let Some((mission, scene)) = self.both() else { return };
        mission.briefed = None;
        if let Some(camera) = mission.end_walk(scene) {
            mission.playing = mission.played_before;
            self.view.camera = camera;
            self.view.overlays = self.view.overlays.with(Overlays::ROUTE, false);
        }
    }

    /// On a walk: another body, or another view.
    pub(super) fn change(&mut self, command: Command) {
        let Some((mission, scene)) = self.both() else { return };
        let Some(walk) = &mut mission.walk else { return };
        match command {
            Command::Mount => walk.change_body(scene),
            _ => walk.change_person(),
        }
    }

    /// Lets the mission's time pass. Says whether the next frame will be another one.
    pub(super) fn advance_mission(&mut self, seconds: f32) -> bool {
        let Some(mission) = &mut self.mission else { return false };
        let walks = mission.walk.is_some();
        let camera = self.view.camera;
        if mission.advance(seconds, &mut self.view) {
            self.aimed_for = None;
        }
        // The camera of a walk is its own.
        if walks {
            self.view.camera = camera;
        }
        mission.moves()
    }

    /// Keys and mouse of a walk.
    pub(super) fn walk(
        &mut self,
        ui: &Ui,
        response: &Response,
        seconds: f32,
        typing: bool,
    ) -> bool {
        let steering = steering(ui, response, typing);
        let Some((mission, scene)) = self.both() else { return false };
        let Some(walk) = &mut mission.walk else { return false };
        let camera = walk.advance(&steering, seconds, scene);
        self.view.camera = camera;
        true
    }

    /// A click: on a walk the place to go to, else what is picked.
    pub(super) fn click(&mut self, at: egui::Pos2, rect: egui::Rect, scale: f32) {
        let before = self.picked.clone();
        self.pick(at, rect, scale);
        if !self.is_walking() {
            return;
        }
        let to = std::mem::replace(&mut self.picked, before);
        let Some(to) = to else { return };
        let Some((mission, scene)) = self.both() else { return };
        if let Some(walk) = &mut mission.walk {
            walk.go_to(to.position.into(), scene);
            self.view.overlays = self.view.overlays.with(Overlays::ROUTE, true);
        }
    }

    /// What a walk has to say.
    pub(super) fn walk_note(&self, texts: &Texts) -> Option<String> {
        let mission = self.mission.as_ref()?;
        let Some(walk) = &mission.walk else { return mission.note.clone() };
        let rows = mission.objects.rows();
        let name = |unit: usize| rows.iter().find(|row| row.object == unit).map(|row| &row.name);
        let who = walk.ride.as_ref().and_then(|(unit, _)| name(*unit));
        let who = who.map_or(texts.walk_on_foot, String::as_str);
        let [x, y, z] = walk.walker.position;
        let place = format!("{who} · {x:.0}, {y:.0}, {z:.1}");
        let lines = [Some(place), Some(texts.walk_keys.to_owned()), walk.note.clone()];
        Some(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"))
    }
}

/// What keys and mouse ask of a walk.
fn steering(ui: &Ui, response: &Response, typing: bool) -> Steering {
    let drags = [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle];
    let dragged = drags.into_iter().any(|button| response.dragged_by(button));
    let by = if dragged { response.drag_delta() } else { egui::Vec2::ZERO };
    let by = by / response.rect.height().max(1.0) * TURN;
    let scroll = match response.contains_pointer() {
        true => ui.input(|input| input.smooth_scroll_delta().y),
        false => 0.0,
    };
    let mut steering = Steering {
        look: glam::Vec2::new(-by.x, by.y),
        zoom: controls::wheeled(scroll),
        ..Steering::default()
    };
    if typing {
        return steering;
    }
    ui.input(|input| {
        if input.modifiers.command {
            return;
        }
        let axis = |plus: [Key; 2], minus: [Key; 2]| {
            let down = |keys: [Key; 2]| keys.into_iter().any(|key| input.key_down(key));
            f32::from(i8::from(down(plus)) - i8::from(down(minus)))
        };
        steering.forward = axis([Key::W, Key::ArrowUp], [Key::S, Key::ArrowDown]);
        steering.turn = axis([Key::A, Key::ArrowLeft], [Key::D, Key::ArrowRight]);
        steering.side = axis([Key::E, Key::E], [Key::Q, Key::Q]);
        steering.hurries = input.modifiers.shift;
    });
    steering
}
