//! The line at the bottom: what runs in the background, what was said last.

use egui::{ProgressBar, Ui};

use super::tools::Tip as _;
use crate::{Action, App};

/// Draws the line.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let jobs = app.running();
    let mut cancel = false;
    ui.horizontal(|ui| {
        match app.last_said() {
            Some(message) if message.is_error => {
                let colour = crate::style::error(ui);
                ui.add(
                    egui::Label::new(egui::RichText::new(&message.text).color(colour)).truncate(),
                )
                .on_hover_text(&message.text);
            }
            Some(message) => {
                ui.add(egui::Label::new(&message.text).truncate());
            }
            None => {
                let label = app.place.as_ref().map_or(texts.ready, |place| place.label.as_str());
                ui.weak(label);
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if jobs.is_empty() {
                let shortcuts = format!("H: {}", texts.key_help);
                ui.weak(shortcuts);
                return;
            }
            cancel = ui.small_button(texts.cancel).tip(texts.tips().stop_tasks).clicked();
            for (what, progress) in &jobs {
                match progress {
                    Some(done) => {
                        let text = format!("{what} {:.0} %", done * 100.0);
                        ui.add(ProgressBar::new(*done).desired_width(190.0).text(text));
                    }
                    None => {
                        ui.weak(what);
                        ui.spinner();
                    }
                }
            }
        });
    });
    if cancel {
        app.actions.push(Action::Cancel);
    }
}
