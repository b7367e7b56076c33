//! What is not looked at now and will be again: from where and when, and as long as there is room
//! for it, the scene itself.

use std::collections::BTreeSet;

use ngi_engine::sky::Moment;
use ngi_render::frame::Channels;
use ngi_render::scene::Picked;
use ngi_render::{Camera, Scene};

use super::Viewport;
use crate::mission::Mission;

/// From where and when something was looked at, and what of it was chosen.
#[derive(Debug, Clone)]
pub struct Sight {
    camera: Camera,
    /// The shape of the picture that the camera was aimed for, if nobody moved it.
    aimed_for: Option<f32>,
    time: f32,
    playing: bool,
    level: Option<usize>,
    stage: usize,
    mip: usize,
    channels: Channels,
    cut_away: bool,
    picked: Option<Picked>,
    part: Option<usize>,
    hidden: BTreeSet<usize>,
    mission: Option<OfMission>,
}

/// The same of a mission.
#[derive(Debug, Clone)]
struct OfMission {
    selected: Option<usize>,
    time: f64,
    playing: bool,
    moment: Option<Moment>,
}

/// A scene that waits until it is looked at again.
pub struct Aside {
    scene: Box<dyn Scene>,
    prepared: bool,
    mission: Option<Mission>,
}

impl Viewport {
    /// From where and when it is looked at; `None` where there is nothing to see.
    pub fn sight(&mut self) -> Option<Sight> {
        self.scene.as_ref()?;
        // Whoever walks comes back to where the walk began.
        self.leave();
        let settings = &self.view.settings;
        Some(Sight {
            camera: self.view.camera,
            aimed_for: self.aimed_for,
            time: self.playback.time,
            playing: self.playback.playing,
            level: self.view.level,
            stage: self.view.stage,
            mip: settings.mip,
            channels: settings.channels,
            cut_away: settings.cut_away,
            picked: self.picked.clone(),
            part: self.outlined_part,
            hidden: self.editing.hidden.clone(),
            mission: self.mission.as_ref().map(|mission| OfMission {
                selected: mission.objects.selected,
                time: mission.time,
                playing: mission.playing,
                moment: mission.day.as_ref().map(|day| day.moment),
            }),
        })
    }

    /// Looks from there and then again.
    pub fn look_again(&mut self, sight: Sight) {
        if self.scene.is_none() {
            return;
        }
        self.reset_requested = false;
        self.view.camera = sight.camera;
        self.aimed_for = sight.aimed_for;
        self.playback.time = sight.time;
        self.playback.playing = sight.playing && self.playback.duration.is_some();
        self.view.level = sight.level;
        self.view.stage = sight.stage;
        self.view.settings.mip = sight.mip;
        self.view.settings.channels = sight.channels;
        self.view.settings.cut_away = sight.cut_away;
        self.picked = sight.picked;
        self.outlined_part = sight.part;
        self.editing.hidden = sight.hidden;
        self.leave_out();
        if let (Some(mission), Some(was)) = (&mut self.mission, sight.mission) {
            mission.time = was.time;
            mission.playing = was.playing;
            if let Some(object) = was.selected {
                mission.objects.select(object);
            }
            if let (Some(day), Some(moment)) = (&mut mission.day, was.moment) {
                day.moment = moment;
            }
        }
    }

    /// Takes the scene out of sight, with what it has on the card.
    pub fn put_aside(&mut self) -> Option<Aside> {
        self.leave();
        let scene = self.scene.take()?;
        let prepared = std::mem::take(&mut self.prepared);
        let mut mission = self.mission.take();
        // It is not heard from elsewhere.
        if let Some(mission) = &mut mission {
            mission.sounds = None;
        }
        Some(Aside { scene, prepared, mission })
    }

    /// Looks at a scene again that was put aside.
    pub fn take_back(&mut self, aside: Aside) {
        self.show(Some(aside.scene), false);
        self.prepared = aside.prepared;
        if aside.mission.is_some() {
            self.mission = aside.mission;
        }
    }

    /// Lets a scene go that was put aside.
    pub fn let_go(&mut self, mut aside: Aside) {
        if let (Ok(canvas), true) = (&mut self.canvas, aside.prepared) {
            aside.scene.release(canvas.store());
        }
    }

    /// How many bytes of textures and meshes there are on the card.
    pub fn held(&self) -> u64 {
        self.canvas.as_ref().map_or(0, |canvas| canvas.held())
    }
}
