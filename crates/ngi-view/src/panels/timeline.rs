//! Below the viewport: time, speed, looping.

use egui::{Button, DragValue, Slider, Ui};

use super::lanes;
use super::tools::{Tip as _, with_key};
use crate::App;
use crate::shortcuts::Command;
use crate::viewport::SPEEDS;

/// Draws the timeline, where there is one.
pub fn show(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let playback = &mut app.viewport.playback;
    let Some(duration) = playback.duration else {
        ui.add_space(4.0);
        lanes_switch(app, ui);
        lanes::show(app, ui);
        return;
    };
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.toggle_value(&mut app.desk.lanes.open, texts.lanes).tip(texts.lanes_hover);
        let name = if playback.playing { texts.pause } else { texts.play };
        let button = Button::new(name).min_size(egui::vec2(72.0, 0.0));
        if ui.add(button).tip(with_key(texts.key_play, Command::Play)).clicked() {
            playback.toggle();
        }
        if ui.button("|<").tip(texts.to_start).clicked() {
            playback.time = 0.0;
        }
        // In a narrow window, time itself is what matters.
        let rest = ui.available_width();
        let words = [texts.time, texts.speed, texts.looping].map(|word| width_of(ui, word));
        let others = (233.0 + words.iter().sum::<f32>()).max(340.0);
        let wide = rest > others + 100.0;
        ui.spacing_mut().slider_width = (rest - if wide { others } else { 130.0 }).max(40.0);
        let label = ui.label(texts.time).id;
        let slider = Slider::new(&mut playback.time, 0.0..=duration);
        let slider = slider.suffix(format!(" {}", texts.seconds)).fixed_decimals(2);
        // Keys can be put behind the end.
        let slider = slider.clamping(egui::SliderClamping::Edits);
        let response = ui.add(slider).labelled_by(label).tip(tips.time);
        if response.dragged() {
            playback.playing = false;
        }
        if !wide {
            return;
        }
        ui.weak(format!("/ {duration:.2} {}", texts.seconds));
        let label = ui.label(texts.speed).id;
        let speed = DragValue::new(&mut playback.speed).range(SPEEDS).speed(0.01).suffix("×");
        let response = ui.add(speed).labelled_by(label).tip(tips.speed);
        if response.double_clicked() {
            playback.speed = 1.0;
        }
        ui.checkbox(&mut playback.looping, texts.looping).tip(tips.looping);
    });
    ui.add_space(2.0);
    app.settings.speed = playback.speed;
    app.settings.looping = playback.looping;
    lanes::show(app, ui);
}

/// Shows the lanes, or no longer.
fn lanes_switch(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    ui.toggle_value(&mut app.desk.lanes.open, texts.lanes).tip(texts.lanes_hover);
}

/// How wide a word is: in some languages they are longer.
fn width_of(ui: &Ui, word: &str) -> f32 {
    let text = egui::WidgetText::from(word);
    text.into_galley(ui, None, f32::INFINITY, egui::TextStyle::Button).size().x
}
