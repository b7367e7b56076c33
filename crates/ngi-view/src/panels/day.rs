//! Below a mission: its time of day, its weather, its briefing, and the way down to its ground.

use egui::{Button, ComboBox, DragValue, Slider, Ui};

use super::timeline::width_of;
use super::tools::{Tip as _, with_key};
use crate::App;
use crate::shortcuts::Command;
use crate::viewport::SPEEDS;

/// Draws the line.
pub fn show(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    ui.add_space(4.0);
    // A narrow window has it in two lines.
    ui.horizontal_wrapped(|ui| {
        let walks = app.viewport.is_walking();
        let view = &mut app.viewport.view;
        let Some(mission) = &mut app.viewport.mission else { return };
        let name = if mission.playing { texts.pause } else { texts.play };
        let button = Button::new(name).min_size(egui::vec2(72.0, 0.0));
        if ui.add(button).tip(with_key(texts.key_play, Command::Play)).clicked() {
            mission.playing = !mission.playing;
        }
        let rest = ui.available_width();
        let wide = rest > 760.0;
        if let Some(day) = &mut mission.day {
            let label = ui.label(texts.time_of_day).id;
            let always = [texts.time_of_day, texts.weather, texts.briefing, texts.walk];
            let else_none = [texts.speed, texts.sound].map(|word| if wide { word } else { "" });
            let words = always.into_iter().chain(else_none).map(|word| width_of(ui, word));
            let others = if wide { 300.0 } else { 235.0 } + words.sum::<f32>();
            ui.spacing_mut().slider_width = (rest - others).max(60.0);
            let mut hours = day.hours();
            let slider = Slider::new(&mut hours, 0.0..=24.0).show_value(false);
            let response = ui.add(slider).labelled_by(label).tip(tips.time);
            if response.changed() {
                day.set_hours(hours);
            }
            ui.monospace(day.text());
            if day.days() > 1 {
                let mut chosen = day.moment.section;
                let combo = ComboBox::from_id_salt("day").width(44.0);
                let combo = combo.selected_text(format!("{} {}", texts.day, chosen + 1));
                let response = combo.show_ui(ui, |ui| {
                    for one in 0..day.days() {
                        ui.selectable_value(&mut chosen, one, (one + 1).to_string());
                    }
                });
                response.response.tip(tips.day);
                if chosen != day.moment.section {
                    day.set_day(chosen);
                }
            }
            if wide {
                let label = ui.label(texts.speed).id;
                let speed = DragValue::new(&mut day.speed).range(SPEEDS).speed(0.01).suffix("×");
                if ui.add(speed).labelled_by(label).tip(tips.speed).double_clicked() {
                    day.speed = 1.0;
                }
            }
        }
        ui.toggle_value(&mut view.settings.weather, texts.weather).tip(tips.weather);
        if crate::sound::CAN_SOUND {
            ui.toggle_value(&mut app.viewport.sound, texts.sound).tip(tips.sound);
            app.settings.sound = app.viewport.sound;
        }
        let (briefs, can_brief) = (mission.briefed.is_some(), !mission.briefing.is_empty());
        let briefing = ui.add_enabled(can_brief, Button::selectable(briefs, texts.briefing));
        if briefing.tip(texts.briefing_hover).clicked() {
            app.viewport.brief();
        }
        let walk = ui.add(Button::selectable(walks, texts.walk));
        if walk.tip(with_key(texts.key_walk, Command::Walk)).clicked() {
            app.viewport.toggle_walk();
        }
    });
    super::editing::sky::show(app, ui);
    ui.add_space(2.0);
}
