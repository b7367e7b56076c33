//! The list of shortcuts.

use egui::{Align2, Grid, Key, RichText, Window};

use crate::App;
use crate::shortcuts::{MOUSE, SHORTCUTS};

/// Draws the list, if it is asked for.
pub fn show(app: &mut App, ctx: &egui::Context) {
    if !app.help {
        return;
    }
    let texts = app.texts();
    let mut open = true;
    let window = Window::new(texts.help_title)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    window.show(ctx, |ui| {
        ui.horizontal_top(|ui| {
            Grid::new("keys").num_columns(2).spacing([18.0, 5.0]).striped(true).show(ui, |ui| {
                for shortcut in SHORTCUTS {
                    ui.label(RichText::new(shortcut.written).monospace().strong());
                    ui.label((shortcut.says)(texts));
                    ui.end_row();
                }
            });
            ui.add_space(18.0);
            Grid::new("mouse").num_columns(2).spacing([18.0, 5.0]).striped(true).show(ui, |ui| {
                for (what, says) in MOUSE {
                    ui.label(RichText::new(what(texts)).strong());
                    ui.label(says(texts));
                    ui.end_row();
                }
            });
        });
    });
    if !open || ctx.input(|input| input.key_pressed(Key::Escape)) {
        app.help = false;
    }
}
