//! The list of commands: a field, and what it finds.

use egui::{Align2, FontId, Id, Key, Modal, ScrollArea, TextEdit, Ui, pos2, vec2};

use super::widgets;
use crate::App;
use crate::palette::{self, Act, Entry};

/// Height of a row.
const ROW: f32 = 24.0;
/// How many rows are in sight.
const ROWS: f32 = 12.0;

/// Draws it, if it is open.
pub fn show(app: &mut App, ctx: &egui::Context) {
    if !app.palette.open {
        return;
    }
    let mut chosen = None;
    let area = Modal::default_area(Id::unique("palette")).anchor(Align2::CENTER_TOP, [0.0, 60.0]);
    let modal = Modal::new(Id::unique("palette")).area(area).show(ctx, |ui| {
        ui.set_width(460.0_f32.min(ctx.content_rect().width() - 40.0).max(120.0));
        chosen = list(app, ui);
    });
    if modal.should_close() {
        app.palette.open = false;
    }
    if let Some(act) = chosen {
        app.palette.open = false;
        app.perform(act);
    }
}

fn list(app: &mut App, ui: &mut Ui) -> Option<Act> {
    let texts = app.texts();
    let edit = TextEdit::singleline(&mut app.palette.text).hint_text(texts.palette_hint);
    let response = ui.add(edit.desired_width(f32::INFINITY));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, texts.palette));
    if !response.has_focus() {
        response.request_focus();
    }
    if response.changed() {
        app.palette.at = 0;
    }
    let found = palette::found(app, &app.palette.text);
    let [pressed_down, pressed_up, pressed_enter] = ui.input(|input| {
        [Key::ArrowDown, Key::ArrowUp, Key::Enter].map(|key| input.key_pressed(key))
    });
    let last = found.len().saturating_sub(1);
    let down = pressed_down && app.palette.at < last;
    app.palette.at =
        (app.palette.at + usize::from(down)).saturating_sub(usize::from(pressed_up)).min(last);
    ui.add_space(4.0);
    let mut chosen = None;
    if found.is_empty() {
        widgets::nothing(ui, texts.palette_nothing);
    }
    let moved = down || pressed_up;
    let area = ScrollArea::vertical().max_height(ROW * ROWS).auto_shrink([false, true]);
    area.id_salt("palette").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (place, entry) in found.iter().enumerate() {
            let selected = place == app.palette.at;
            let response = row(ui, entry, &entry.name(texts), selected);
            if selected && moved {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                chosen = Some(entry.act.clone());
            }
        }
    });
    if pressed_enter {
        chosen = found.get(app.palette.at).map(|entry| entry.act.clone());
    }
    chosen
}

fn row(ui: &mut Ui, entry: &Entry, name: &str, selected: bool) -> egui::Response {
    let (rect, response) = widgets::row(ui, ROW, selected, name);
    let quiet = ui.visuals().weak_text_color();
    let colour =
        if selected { ui.visuals().selection.stroke.color } else { ui.visuals().text_color() };
    let keys = pos2(rect.right() - 8.0, rect.center().y);
    let font = FontId::monospace(11.5);
    let drawn = ui.painter().text(keys, Align2::RIGHT_CENTER, entry.keys, font, quiet);
    let mut text = rect.shrink2(vec2(8.0, 0.0));
    text.max.x = drawn.left() - 8.0;
    widgets::cut_text(ui, text, name, FontId::proportional(13.5), colour);
    response
}
