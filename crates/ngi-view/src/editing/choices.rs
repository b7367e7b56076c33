//! What is chosen to change things with: by a button beside the picture, or by its name.

use ngi_engine::landscape::walker;

use super::{ArealKind, BrushKind, Mark, MarkKind, Now, Request};
use crate::shortcuts::Words;
use crate::viewport::Viewport;
use crate::{Action, App, Tab};

/// A number beside the picture that somebody wants to type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// The level of the liquid.
    Water,
    /// The slope from which areals are not walked on.
    Slope,
    /// How many times as long the selected keys shall last.
    Stretch,
}

impl super::Desk {
    /// Puts the cursor into the field of a number, once, where that was asked for.
    pub fn give_cursor(&mut self, number: Number, field: &egui::Response) {
        if self.wanted.take_if(|wanted| *wanted == number).is_some() {
            field.request_focus();
        }
    }
}

impl Viewport {
    /// The level of the liquid of a landscape that has one.
    pub(crate) fn water_level(&self) -> Option<f32> {
        self.level()?.ground().water().map(|water| water.level)
    }

    /// What puts an object down on the ground; `None` where it stands there.
    pub(crate) fn to_ground(&self, object: usize, now: &Now) -> Option<Request> {
        let [x, y, z] = now.position;
        let height = self.ground()?.height([x, y], &walker())?.z;
        let position = Some([x, y, height]);
        let request = Request::Place { object, position, turn: None, scale: None };
        ((height - z).abs() > 1e-4).then_some(request)
    }
}

impl App {
    /// Takes a brush for the ground.
    pub(crate) fn take_brush(&mut self, kind: BrushKind) {
        self.switch_editing(true);
        self.viewport.editing.ground.kind = kind;
    }

    /// Chooses what is done to areals.
    pub(crate) fn take_areal_tool(&mut self, kind: ArealKind) {
        self.switch_editing(true);
        self.viewport.editing.areals.choose(kind);
    }

    /// Puts the cursor into the field of a number.
    pub(crate) fn type_next(&mut self, number: Number) {
        match number {
            Number::Water => self.switch_editing(true),
            Number::Slope => {
                self.switch_editing(true);
                self.viewport.editing.ground.minds_slopes = true;
                self.areals_follow_again();
            }
            Number::Stretch => self.desk.lanes.open = true,
        }
        self.desk.wanted = Some(number);
    }

    /// Asks what a new mission on the level shall be called.
    pub(crate) fn ask_for_mission(&mut self) {
        self.desk.title = Some(self.texts().new_mission.to_owned());
    }

    /// Shows what can be placed in a mission, or puts it away.
    pub(crate) fn toggle_placeables(&mut self) {
        let is_shown = self.desk.palette && self.viewport.editing.on;
        self.switch_editing(true);
        self.desk.palette = !is_shown;
    }

    /// Shows what is wrong with the mission as a whole.
    pub(crate) fn show_troubles(&mut self) {
        (self.tab, self.desk.troubles.is_shown) = (Tab::Findings, true);
    }

    /// The places that a mission can get: an area, a lode, a zone of animals. `None` for what it
    /// cannot get.
    pub(crate) fn new_places(&self) -> [(Words, Option<MarkKind>); 3] {
        let world = self.viewport.world();
        let area = world.map(|it| MarkKind::Corner { route: it.routes.len(), corner: 0 });
        let lode = world.map(|it| MarkKind::Lode { lode: it.lodes.len() });
        let zone = world.and_then(|it| {
            let mut clans = it.clans.iter().enumerate();
            let (clan, animals) = clans.find(|(_, clan)| clan.kind.0 == 0)?;
            Some(MarkKind::Zone { clan, zone: animals.zones.len() })
        });
        [
            (|t| t.mission().new_area, area),
            (|t| t.mission().new_lode, lode),
            (|t| t.mission().new_zone, zone),
        ]
    }

    /// A new place where the camera looks, selected.
    pub(crate) fn add_place(&mut self, kind: MarkKind) {
        self.switch_editing(true);
        let target = self.viewport.camera().target;
        let height =
            self.viewport.ground().and_then(|it| it.height([target.x, target.y], &walker()));
        let at = [target.x, target.y, height.map_or(target.z, |footing| footing.z)];
        self.actions.push(Action::Change(Request::NewMark(kind, at)));
        self.viewport.editing.mark = Some(Mark { kind, at });
    }
}
