//! The menu of how things are looked at: sides and bookmarks, light and background, what surfaces
//! show.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{PopupCloseBehavior, Ui};
use ngi_render::scene::{SceneKind, Water};

use super::tools::{Tip as _, with_key};
use super::{icons, tools};
use crate::App;
use crate::looking::{Backdrop, Lamp, PAINTS, Side};
use crate::shortcuts::{Command, Words};

/// Draws the menu.
pub fn show(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
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
        let hover = with_key(texts.key_measure, Command::Measure);
        if ui.checkbox(&mut measures, texts.ruler).tip(hover).changed() {
            app.run_command(Command::Measure);
        }
        let hover = with_key(texts.key_screenshot_as, Command::ScreenshotAs);
        if ui.button(texts.shot_title).tip(hover).clicked() {
            app.run_command(Command::ScreenshotAs);
            ui.close();
        }
        if facts.kind == SceneKind::Texture {
            return;
        }
        ui.separator();
        if facts.kind == SceneKind::Level {
            let settings = &mut app.viewport.view.settings;
            let mut reflects = settings.water == Water::Reflecting;
            if ui.checkbox(&mut reflects, texts.reflections).tip(tips.reflections).changed() {
                settings.water = if reflects { Water::Reflecting } else { Water::Plain };
            }
            ui.checkbox(&mut settings.microtexture, texts.microtexture).tip(tips.microtexture);
            ui.separator();
        }
        let looking = &mut app.settings.looking;
        let backdrop = &mut looking.backdrop;
        let choose = |ui: &mut Ui| choices(ui, backdrop, &Backdrop::ALL, texts, tips.backdrop);
        ui.menu_button(texts.backdrop, choose);
        let lamp = &mut looking.lamp;
        let choose = |ui: &mut Ui| choices(ui, lamp, &Lamp::ALL, texts, tips.lamp);
        ui.menu_button(texts.lamp, choose);
        let paint = &mut app.viewport.view.settings.paint;
        let choose = |ui: &mut Ui| choices(ui, paint, &PAINTS, texts, tips.paint);
        ui.menu_button(texts.paint, choose);
        layouts(app, ui);
    });
    tools::signed(ui, &response, icons::EYE, texts.looking);
    response.tip(tips.view);
}

/// One of several.
fn choices<T: Copy + PartialEq>(
    ui: &mut Ui,
    value: &mut T,
    all: &[(T, Words)],
    texts: &crate::texts::Texts,
    tip: &str,
) {
    for (choice, says) in all {
        ui.radio_value(value, *choice, says(texts)).tip(tip);
    }
}

fn sides(app: &mut App, ui: &mut Ui) {
    for (side, says) in Side::ALL {
        if ui.button(says(app.texts())).tip(app.texts().tips().looking_from).clicked() {
            app.viewport.look_from_side(side);
        }
    }
}

fn bookmarks(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let hover = with_key(texts.bookmark_add_hover, Command::SetBookmark(0));
    if ui.button(texts.bookmark_add).tip(hover).clicked() {
        app.set_bookmark(0);
    }
    let numbers: Vec<u8> = app.bookmarks().iter().map(|known| known.number).collect();
    for number in numbers {
        ui.horizontal(|ui| {
            let name = format!("{} {number}", texts.bookmark);
            if ui.button(name).tip(tips.bookmark).clicked() {
                app.go_to_bookmark(number);
            }
            ui.weak(format!("Ctrl+{number}"));
            if ui.small_button("×").tip(tips.bookmark_drop).clicked() {
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
    let tip = texts.tips().layout;
    ui.menu_button(texts.layout, |ui| {
        let mut chosen = None;
        if ui.radio(shown.is_none(), texts.layout_none).tip(tip).clicked() {
            chosen = Some(None);
        }
        for (row, name) in rows {
            if ui.radio(shown == Some(row), format!("{row} {name}")).tip(tip).clicked() {
                chosen = Some(Some(row));
            }
        }
        if let Some(chosen) = chosen.filter(|chosen| *chosen != shown) {
            app.viewport.show_layout(chosen);
        }
    });
}
