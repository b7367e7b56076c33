//! The bar below a mission: its clock as a strip, the parts of its day, weather, sound, briefing
//! and walk.

use egui::{Button, ComboBox, DragValue, Ui};
use ngi_engine::sky::DayPart;

use super::strip;
use crate::mission::{Day, Mission};
use crate::panels::tools::{Tip as _, with_key};
use crate::shortcuts::Command;
use crate::texts::Texts;
use crate::viewport::SPEEDS;

/// Request of the user from the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    /// Play the briefing, or stop it.
    Brief,
    /// Begin a walk, or end it.
    Walk,
}

/// State that the bar shows and changes.
pub struct Bar<'a> {
    /// The mission.
    pub mission: &'a mut Mission,
    /// True if rain and snow fall.
    pub weather: &'a mut bool,
    /// True if missions are heard.
    pub sound: &'a mut bool,
    /// The texts in the user's language.
    pub texts: &'static Texts,
}

/// Draws the bar.
pub fn show(ui: &mut Ui, bar: Bar<'_>) -> Option<Request> {
    let Bar { mission, weather, sound, texts } = bar;
    let before = mission.day.as_ref().map(|day| day.moment);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let name = if mission.playing { texts.pause } else { texts.play };
        let button = Button::new(name).min_size(egui::vec2(72.0, 0.0));
        if ui.add(button).tip(with_key(texts.key_play, Command::Play)).clicked() {
            mission.playing = !mission.playing;
        }
        let Some(day) = &mut mission.day else {
            ui.weak(texts.no_sky);
            return;
        };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            days(ui, day, texts);
            ui.monospace(day.text());
            strip::show(ui, day, texts).tip(texts.tips().time);
        });
    });
    let mut request = None;
    ui.horizontal_wrapped(|ui| {
        if let Some(day) = &mut mission.day {
            parts(ui, day, texts);
            ui.separator();
            let label = ui.label(texts.speed).id;
            let speed = DragValue::new(&mut day.speed).range(SPEEDS).speed(0.01).suffix("×");
            if ui.add(speed).labelled_by(label).tip(texts.tips().speed).double_clicked() {
                day.speed = 1.0;
            }
        }
        ui.toggle_value(weather, texts.weather).tip(texts.tips().weather);
        if crate::sound::CAN_SOUND {
            ui.toggle_value(sound, texts.sound).tip(texts.tips().sound);
        }
        let (briefs, can_brief) = (mission.briefed.is_some(), !mission.briefing.is_empty());
        let briefing = ui.add_enabled(can_brief, Button::selectable(briefs, texts.briefing));
        if briefing.tip(texts.briefing_hover).clicked() {
            request = Some(Request::Brief);
        }
        let walk = ui.add(Button::selectable(mission.walk.is_some(), texts.walk));
        if walk.tip(with_key(texts.key_walk, Command::Walk)).clicked() {
            request = Some(Request::Walk);
        }
        if let Some(day) = &mut mission.day {
            start(ui, day, texts);
        }
    });
    // The strip is drawn before the buttons below it change the clock.
    if before != mission.day.as_ref().map(|day| day.moment) {
        ui.ctx().request_repaint();
    }
    request
}

/// A list of the days of the sky, if there are several.
fn days(ui: &mut Ui, day: &mut Day, texts: &Texts) {
    if day.days() < 2 {
        return;
    }
    let mut chosen = day.moment.section;
    let combo = ComboBox::from_id_salt("day").width(44.0);
    let combo = combo.selected_text(format!("{} {}", texts.day, chosen + 1));
    let response = combo.show_ui(ui, |ui| {
        for one in 0..day.days() {
            ui.selectable_value(&mut chosen, one, (one + 1).to_string());
        }
    });
    response.response.tip(texts.tips().day);
    if chosen != day.moment.section {
        day.set_day(chosen);
    }
}

/// Buttons for dawn, day, dusk and night.
fn parts(ui: &mut Ui, day: &mut Day, texts: &Texts) {
    let Some(hours) = day.sky().hours(day.moment.section) else { return };
    let tips = texts.tips();
    for part in DayPart::ALL {
        let (name, tip) = match part {
            DayPart::Dawn => (texts.dawn, tips.dawn),
            DayPart::Day => (texts.daytime, tips.daytime),
            DayPart::Dusk => (texts.dusk, tips.dusk),
            DayPart::Night => (texts.night, tips.night),
        };
        let moment = hours.part(part);
        let is_now = day.text() == day.text_at(moment);
        let tip = format!("{tip} ({})", day.text_at(moment));
        if ui.add(Button::selectable(is_now, name)).tip(tip).clicked() {
            day.moment = moment;
        }
    }
}

/// Notes that the mission starts at another hour than it is shown at, and goes there.
fn start(ui: &mut Ui, day: &mut Day, texts: &Texts) {
    let opening = day.opening();
    if opening.is_start() {
        return;
    }
    ui.separator();
    let note = format!("{} {}", texts.starts_at, day.text_at(opening.start));
    if ui.link(note).tip(texts.tips().starts_at).clicked() {
        day.moment = opening.start;
    }
}
