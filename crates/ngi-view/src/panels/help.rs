//! The list of shortcuts.

use egui::{Align2, Grid, Key, RichText, ScrollArea, Ui, Window, vec2};

use crate::App;
use crate::shortcuts::{MOUSE, SHORTCUTS};
use crate::texts::Texts;

/// From this width of the window on, keys and mouse are side by side.
const WIDE: f32 = 1240.0;

/// Draws the list, if it is asked for.
pub fn show(app: &mut App, ctx: &egui::Context) {
    if !app.help {
        return;
    }
    let texts = app.texts();
    let mut open = true;
    let room = ctx.content_rect();
    // Side by side where there is room for both.
    let wide = room.width() > WIDE;
    let size = (room.size() - vec2(60.0, 90.0)).max(vec2(80.0, 60.0));
    let window = Window::new(texts.help_title)
        .open(&mut open)
        .default_size(size)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    window.show(ctx, |ui| {
        let area = ScrollArea::both().max_width(size.x).max_height(size.y);
        area.show(ui, |ui| match wide {
            true => drop(ui.horizontal_top(|ui| {
                keys(ui, texts);
                ui.add_space(18.0);
                mouse(ui, texts);
            })),
            false => {
                mouse(ui, texts);
                ui.add_space(12.0);
                keys(ui, texts);
            }
        });
    });
    if !open || ctx.input(|input| input.key_pressed(Key::Escape)) {
        app.help = false;
    }
}

fn keys(ui: &mut Ui, texts: &Texts) {
    Grid::new("keys").num_columns(2).spacing([18.0, 5.0]).striped(true).show(ui, |ui| {
        for shortcut in SHORTCUTS {
            ui.label(RichText::new(shortcut.written).monospace().strong());
            ui.label((shortcut.says)(texts));
            ui.end_row();
        }
    });
}

fn mouse(ui: &mut Ui, texts: &Texts) {
    Grid::new("mouse").num_columns(2).spacing([18.0, 5.0]).striped(true).show(ui, |ui| {
        for (what, says) in MOUSE {
            ui.label(RichText::new(what(texts)).strong());
            ui.label(says(texts));
            ui.end_row();
        }
    });
}
