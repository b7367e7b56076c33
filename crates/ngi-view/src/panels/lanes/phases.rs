//! Lanes of a material: which phase its tracks show until when.

use egui::{Align2, Color32, ComboBox, FontId, Rect, ScrollArea, Sense, Stroke, Ui, pos2, vec2};

use super::axis::{Axis, axis, ruler};
use super::{MOST, ROW, lane, moment};
use crate::editing::Request;
use crate::lanes::phases::Track;
use crate::lanes::{KeyAt, Lanes, Tracks, What};
use crate::panels::tools::Tip as _;
use crate::{Action, App};

/// How wide the end of a key is to the hand.
const GRIP: f32 = 8.0;
/// Milliseconds that are shown at least.
const SHORTEST: f32 = 200.0;

enum Asked {
    Select(KeyAt),
    Seek(f32),
    Set((String, String)),
}

/// Draws choices, ruler and lanes.
pub fn show(app: &mut App, ui: &mut Ui, tracks: &Tracks) {
    let texts = app.texts();
    let now = app.viewport.playback.time * 1000.0;
    let mut asked = bar(app, ui, tracks, now);
    let mut lanes = std::mem::take(&mut app.desk.lanes);
    let longest = tracks.tracks.iter().map(Track::length).fold(0.0, f32::max);
    let axis = axis(ui, &mut lanes.zoom, (longest * 1.15).max(SHORTEST));
    let shown = tracks.tracks.get(app.viewport.view.settings.track);
    let at = shown.map_or(now, |track| track.at(now));
    asked = ruler(ui, &axis, at, 1.0, texts).map(Asked::Seek).or(asked);
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().max_height(MOST).id_salt("lanes of tracks");
    area.show_rows(ui, ROW, tracks.tracks.len(), |ui, range| {
        for (number, track) in tracks.tracks.iter().enumerate().take(range.end).skip(range.start) {
            let name = format!("{} {number}", texts.lane_track);
            let own = app.viewport.view.settings.track == number;
            let (room, response) = lane(ui, &axis, (&name, ""), own);
            if response.clicked() {
                app.viewport.show_track(number);
            }
            let row = Row { number, track, tracks, axis: &axis, room };
            asked = row.draw(ui, &mut lanes).or(asked.take());
            moment(ui, &axis, room, track.at(now));
        }
    });
    app.desk.lanes = lanes;
    match asked {
        Some(Asked::Select(piece)) => app.desk.lanes.piece = Some(piece),
        Some(Asked::Seek(ms)) => app.seek(ms / 1000.0),
        Some(Asked::Set(field)) => {
            app.actions.push(Action::Change(Request::Set(vec![field])));
        }
        None => {}
    }
}

/// Which phase the selected key shows; a key more, a key less.
fn bar(app: &App, ui: &mut Ui, tracks: &Tracks, now: f32) -> Option<Asked> {
    let texts = app.texts();
    let mut asked = None;
    let piece = app.desk.lanes.piece;
    let own = piece.and_then(|(track, key)| {
        Some((track, key, tracks.tracks.get(track)?, tracks.tracks.get(track)?.keys.get(key)?.0))
    });
    ui.horizontal_wrapped(|ui| {
        let Some((track, key, of, phase)) = own else {
            ui.weak(texts.lane_piece_hint);
            return;
        };
        let label = ui.label(texts.lane_phase).id;
        let named = |phase: usize| {
            let texture = tracks.phases.get(phase).map_or("", |phase| phase.texture.as_str());
            format!("{phase} {texture}")
        };
        let combo = ComboBox::from_id_salt("phase of key").selected_text(named(phase));
        let response = combo.show_ui(ui, |ui| {
            for other in 0..tracks.phases.len() {
                if ui.selectable_label(other == phase, named(other)).clicked() {
                    asked = Some(Asked::Set(tracks.showing(track, key, other)));
                }
            }
        });
        response.response.labelled_by(label).tip(texts.tips().phase);
        let cut = tracks.cut_at(piece, now);
        let button = ui.add_enabled(cut.is_some(), egui::Button::new(texts.lane_cut).small());
        if button.tip(texts.lane_cut_hover).clicked() {
            asked = cut.map(Asked::Set);
        }
        let less = tracks.less(piece);
        let button = ui.add_enabled(less.is_some(), egui::Button::new(texts.delete).small());
        if button.tip(texts.lane_less_hover).clicked() {
            asked = less.map(Asked::Set);
        }
        let end = of.keys.get(key).map_or(0.0, |(_, end)| *end);
        ui.weak(format!("{:.0} – {end:.0} ms", of.start(key)));
    });
    asked
}

/// The keys of a track.
struct Row<'a> {
    number: usize,
    track: &'a Track,
    tracks: &'a Tracks,
    axis: &'a Axis,
    room: Rect,
}

impl Row<'_> {
    fn draw(&self, ui: &Ui, lanes: &mut Lanes) -> Option<Asked> {
        let steps = ui.input(|input| input.modifiers.command);
        let pulled = lanes.pulled.and_then(|pulled| match pulled.what {
            What::Piece((track, key)) if track == self.number => {
                Some((key, self.track.pulled(key, pulled.by, steps)?))
            }
            _ => None,
        });
        let end = |key: usize, stored: f32| match pulled {
            Some((own, now)) if own == key => now,
            _ => stored,
        };
        let (mut asked, mut start) = (None, 0.0);
        for (key, &(phase, stored)) in self.track.keys.iter().enumerate() {
            let shown = end(key, stored);
            asked = self.piece(ui, lanes, key, phase, [start, shown]).or(asked.take());
            start = shown;
        }
        // Ends are above what they are between.
        for (key, &(_, stored)) in self.track.keys.iter().enumerate() {
            let x = self.axis.x(end(key, stored));
            let touch = Rect::from_center_size(pos2(x, self.room.center().y), vec2(GRIP, ROW));
            let at = (self.number, key);
            let id = ui.scope_id().with(("end of key", at));
            let response = ui.interact(touch, id, Sense::click_and_drag());
            let label = format!("tracks[{}].keys[{key}].time_ms", self.number);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, &label));
            if response.hovered() || response.dragged() {
                ui.painter().rect_filled(touch.shrink2(vec2(2.0, 2.0)), 2.0, Color32::WHITE);
            }
            let done = lanes.follow(ui, &response, What::Piece(at), |x| self.axis.time(x));
            let to = done.and_then(|pulled| self.track.pulled(key, pulled.by, steps));
            if let Some(to) = to.filter(|to| *to != stored) {
                asked = Some(Asked::Set(self.tracks.ended(self.number, key, to)));
            }
            response.on_hover_text(format!("{:.0} ms", end(key, stored)));
        }
        asked
    }

    /// A key, in the colour of its phase.
    fn piece(
        &self,
        ui: &Ui,
        lanes: &Lanes,
        key: usize,
        phase: usize,
        [from, to]: [f32; 2],
    ) -> Option<Asked> {
        let [left, right] = [from, to].map(|time| self.axis.x(time));
        let (top, bottom) = (self.room.top() + 3.0, self.room.bottom() - 3.0);
        let rect = Rect::from_min_max(pos2(left, top), pos2(right, bottom)).intersect(self.room);
        if !rect.is_positive() {
            return None;
        }
        let at = (self.number, key);
        let look = self.tracks.phases.get(phase);
        let [red, green, blue] = look.map_or([90; 3], |look| look.colour);
        let painter = ui.painter();
        painter.rect_filled(rect, 2.0, Color32::from_rgb(red, green, blue));
        let edge = match lanes.piece == Some(at) {
            true => Stroke::new(2.0, Color32::from_rgb(255, 200, 60)),
            false => Stroke::new(1.0, ui.visuals().extreme_bg_color),
        };
        painter.rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
        let is_bright = u32::from(red) + u32::from(green) + u32::from(blue) > 380;
        let ink = if is_bright { Color32::BLACK } else { Color32::WHITE };
        let font = FontId::monospace(10.0);
        let clipped = painter.with_clip_rect(rect.intersect(ui.clip_rect()));
        clipped.text(rect.center(), Align2::CENTER_CENTER, phase.to_string(), font, ink);
        let id = ui.scope_id().with(("piece", at));
        let response = ui.interact(rect, id, Sense::click());
        let label = format!("tracks[{}].keys[{key}]", self.number);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        let texture = look.map_or("", |look| look.texture.as_str());
        let told = format!("{label}: {phase} {texture}, {from:.0} – {to:.0} ms");
        response.on_hover_text(told).clicked().then_some(Asked::Select(at))
    }
}
