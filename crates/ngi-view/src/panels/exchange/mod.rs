//! Dialogs of what goes out and comes in, and their report.

mod export;
mod replace;
mod report;

use egui::{Align2, Window};

use crate::App;

/// Draws whatever of it is open.
pub fn show(app: &mut App, ctx: &egui::Context) {
    export::show(app, ctx);
    replace::show(app, ctx);
    report::show(app, ctx);
}

/// A dialog in the middle of the window.
fn dialog<'a>(title: &'a str, open: &'a mut bool) -> Window<'a> {
    Window::new(title.trim_end_matches('…'))
        .open(open)
        .collapsible(false)
        .resizable(false)
        .default_width(460.0)
        .pivot(Align2::CENTER_CENTER)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
}
