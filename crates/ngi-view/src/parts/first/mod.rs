//! The first view of a mission: its hour, its camera, and the bar with its clock.
//!
//! A mission opens with the camera and the hour that `ngi-render` chooses
//! ([`MissionScene`](ngi_render::scene::MissionScene)), and later as the user left it: each game
//! remembers the views of its missions in the settings.

mod bar;
mod strip;

use ngi_engine::sky::Moment;
use ngi_render::Camera;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::viewport::Viewport;

pub use bar::{Bar, Request, show};

/// Views that are remembered per game; the oldest are forgotten.
const MOST: usize = 100;

/// Camera and hour of a mission as the user left it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MissionView {
    /// Path of the mission.
    pub path: String,
    /// Point in the middle of the image.
    pub target: [f32; 3],
    /// Turn around the z axis, in radians.
    pub yaw: f32,
    /// Angle downwards, in radians.
    pub pitch: f32,
    /// Distance from the eye to the target.
    pub distance: f32,
    /// Vertical field of view, in radians.
    pub fov_y: f32,
    /// Day of the sky, from 0.
    pub section: usize,
    /// Seconds of real time since that day began.
    pub seconds: f64,
}

impl MissionView {
    /// The view of a camera and a moment; `None` if a number is not finite.
    fn of(path: &str, camera: &Camera, moment: Moment) -> Option<Self> {
        let Camera { target, yaw, pitch, distance, fov_y, flat } = *camera;
        let numbers = target.is_finite() && (yaw + pitch + distance + fov_y).is_finite();
        let Moment { section, seconds } = moment;
        let path = path.to_owned();
        let view =
            Self { path, target: target.into(), yaw, pitch, distance, fov_y, section, seconds };
        (numbers && seconds.is_finite() && !flat).then_some(view)
    }

    /// The camera of the view; `None` if the stored numbers are not usable.
    fn camera(&self) -> Option<Camera> {
        let Self { yaw, pitch, distance, fov_y, .. } = *self;
        let camera =
            Camera { target: self.target.into(), yaw, pitch, distance, fov_y, flat: false };
        let is_sane = camera.eye().is_finite() && distance > 0.0 && (0.01..3.0).contains(&fov_y);
        is_sane.then_some(camera)
    }
}

/// State of the first views: the view that was noted last.
#[derive(Debug, Default)]
pub struct FirstViews {
    noted: Option<MissionView>,
}

impl Viewport {
    /// Camera and hour of the mission if the user changed one of them; `None` while something else
    /// moves the camera.
    fn changed_view(&self, path: &str) -> Changed {
        let Some(mission) = &self.mission else { return Changed::Unknown };
        let moves = mission.walk.is_some() || mission.flight.is_some() || mission.briefed.is_some();
        let (Some(camera), false) = (self.moved_camera(), moves) else {
            return if moves { Changed::Unknown } else { self.changed_hour(path) };
        };
        let moment = mission.day.as_ref().map(|day| day.moment).unwrap_or_default();
        MissionView::of(path, &camera, moment).map_or(Changed::Unknown, Changed::To)
    }

    /// Change of the hour, if the camera is still the opening one.
    fn changed_hour(&self, path: &str) -> Changed {
        let day = self.mission.as_ref().and_then(|mission| mission.day.as_ref());
        match day {
            Some(day) if !is_same(day.moment, day.opening().moment) => {
                let view = MissionView::of(path, self.camera(), day.moment);
                view.map_or(Changed::Unknown, Changed::To)
            }
            _ => Changed::Back,
        }
    }

    /// Shows a mission as the user left it.
    fn return_to(&mut self, view: &MissionView) {
        if let Some(camera) = view.camera() {
            self.look_from(camera);
        }
        let day = self.mission.as_mut().and_then(|mission| mission.day.as_mut());
        if let Some(day) = day
            && view.section < day.days()
            && view.seconds.is_finite()
        {
            day.moment = Moment { section: view.section, seconds: view.seconds.max(0.0) };
        }
    }
}

/// True if the clock shows the same at both moments.
fn is_same(a: Moment, b: Moment) -> bool {
    a.section == b.section && (a.seconds - b.seconds).abs() < 0.01
}

/// Change of a mission's view by the user.
enum Changed {
    /// Camera or hour are another.
    To(MissionView),
    /// Both are as the mission opens.
    Back,
    /// Unknown while something else moves the camera.
    Unknown,
}

impl App {
    /// Shows a mission that was opened as the user left it, if there is a remembered view.
    pub(crate) fn return_to_view(&mut self) {
        self.parts.first.noted = None;
        let Some(path) = self.current.as_ref().map(|current| current.path.clone()) else { return };
        let known = self.of_game().and_then(|game| game.views.iter().find(|it| it.path == path));
        if let Some(view) = known.cloned().filter(|_| self.viewport.mission.is_some()) {
            self.viewport.return_to(&view);
            self.parts.first.noted = Some(view);
        }
    }

    /// Remembers camera and hour of the open mission.
    pub(crate) fn note_view(&mut self) {
        let Some(current) = self.current.as_ref().filter(|_| self.viewport.mission.is_some())
        else {
            return;
        };
        let path = current.path.clone();
        let noted = match self.viewport.changed_view(&path) {
            Changed::To(view) => Some(view),
            Changed::Back => None,
            Changed::Unknown => return,
        };
        if noted == self.parts.first.noted {
            return;
        }
        self.parts.first.noted.clone_from(&noted);
        let Some(game) = self.of_game_mut() else { return };
        game.views.retain(|known| known.path != path);
        game.views.extend(noted);
        let over = game.views.len().saturating_sub(MOST);
        game.views.drain(..over);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_stored_and_read() {
        let camera = Camera { distance: 12.5, ..Camera::default() };
        let moment = Moment { section: 1, seconds: 30.0 };
        let view = MissionView::of("MISSIONS/A/data.tma", &camera, moment).unwrap();
        let text = serde_json::to_string(&view).unwrap();
        let read: MissionView = serde_json::from_str(&text).unwrap();
        assert_eq!(read, view);
        assert_eq!(read.camera(), Some(camera));
        assert_eq!(MissionView::default().camera(), None);
        let far = Camera { yaw: f32::NAN, ..camera };
        assert_eq!(MissionView::of("", &far, moment), None);
    }
}
