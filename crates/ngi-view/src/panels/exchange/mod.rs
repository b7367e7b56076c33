//! Dialogs of what goes out and comes in, and their report.

mod export;
mod replace;
mod report;

use crate::App;

/// Draws whatever of it is open.
pub fn show(app: &mut App, ctx: &egui::Context) {
    export::show(app, ctx);
    replace::show(app, ctx);
    report::show(app, ctx);
}
