//! Below a mission: its clock, its weather, its briefing, and the way down to its ground.

use egui::Ui;

use crate::App;
use crate::parts::first::{self, Bar, Request};

/// Draws the bar, and below it the keyframes of the sky while they are edited.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let viewport = &mut app.viewport;
    let Some(mission) = &mut viewport.mission else { return };
    let weather = &mut viewport.view.settings.weather;
    let bar = Bar { mission, weather, sound: &mut viewport.sound, texts };
    match first::show(ui, bar) {
        Some(Request::Brief) => app.viewport.brief(),
        Some(Request::Walk) => app.viewport.toggle_walk(),
        None => {}
    }
    app.settings.sound = app.viewport.sound;
    super::editing::sky::show(app, ui);
    ui.add_space(2.0);
}
