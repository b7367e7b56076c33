//! The menu of how things are looked at: sides and bookmarks, light and background, what surfaces
//! show.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{PopupCloseBehavior, Ui};
use ngi_render::scene::SceneKind;

use super::{icons, tools};
use crate::App;
use crate::looking::{Backdrop, Lamp, PAINTS, Side};
use crate::shortcuts::{Command, Words};

/// Draws the menu.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(facts) = app.viewport.facts() else { return };
    // Several things are chosen one after another.
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let menu = MenuButton::new(tools::words(texts.looking)).config(stays);
    let (response, _) = menu.ui(ui, |ui| {
        ui.set_min_width(210.0);
        let has_depth = !app.viewport.camera().flat;
        if has_depth {
            ui.menu_button(texts.looking_from, |ui| sides(app, ui));
        }
        ui.menu_button(texts.bookmarks, |ui| bookmarks(app, ui));
        let mut measures = app.viewport.ruler.on;
        let hover = format!("{} (L)", texts.key_measure);
        if ui.checkbox(&mut measures, texts.ruler).on_hover_text(hover).changed() {
            app.run_command(Command::Measure);
        }
        if ui.button(texts.shot_title).on_hover_text("Shift+F12").clicked() {
            app.run_command(Command::ScreenshotAs);
            ui.close();
        }
        if facts.kind == SceneKind::Texture {
            return;
        }
        ui.separator();
        let looking = &mut app.settings.looking;
        ui.menu_button(texts.backdrop, |ui| {
            choices(ui, &mut looking.backdrop, &Backdrop::ALL, texts)
        });
        ui.menu_button(texts.lamp, |ui| choices(ui, &mut looking.lamp, &Lamp::ALL, texts));
        let paint = &mut app.viewport.view.settings.paint;
        ui.menu_button(texts.paint, |ui| choices(ui, paint, &PAINTS, texts));
        layouts(app, ui);
    });
    tools::signed(ui, &response, icons::EYE, texts.looking);
}

/// One of several.
fn choices<T: Copy + PartialEq>(
    ui: &mut Ui,
    value: &mut T,
    all: &[(T, Words)],
    texts: &crate::texts::Texts,
) {
    for (choice, says) in all {
        ui.radio_value(value, *choice, says(texts));
    }
}

fn sides(app: &mut App, ui: &mut Ui) {
    for (side, says) in Side::ALL {
        if ui.button(says(app.texts())).clicked() {
            app.viewport.look_from(side);
        }
    }
}

fn bookmarks(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let keep = ui.button(texts.bookmark_add).on_hover_text(texts.bookmark_add_hover);
    if keep.clicked() {
        app.set_bookmark(0);
    }
    let numbers: Vec<u8> = app.bookmarks().iter().map(|known| known.number).collect();
    for number in numbers {
        ui.horizontal(|ui| {
            if ui.button(format!("{} {number}", texts.bookmark)).clicked() {
                app.go_to_bookmark(number);
            }
            ui.weak(format!("Ctrl+{number}"));
            if ui.small_button("×").on_hover_text(texts.bookmark_drop).clicked() {
                app.drop_bookmark(number);
            }
        });
    }
}

/// The texture coordinates of a model, material by material.
fn layouts(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let rows = app.viewport.layouts();
    if rows.is_empty() {
        return;
    }
    let shown = app.viewport.view.settings.layout;
    ui.menu_button(texts.layout, |ui| {
        let mut chosen = None;
        if ui.radio(shown.is_none(), texts.layout_none).clicked() {
            chosen = Some(None);
        }
        for (row, name) in rows {
            if ui.radio(shown == Some(row), format!("{row} {name}")).clicked() {
                chosen = Some(Some(row));
            }
        }
        if let Some(chosen) = chosen.filter(|chosen| *chosen != shown) {
            app.viewport.show_layout(chosen);
        }
    });
}
