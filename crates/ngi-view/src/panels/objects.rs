//! The objects of a mission: searched, selected, flown to.

use egui::{Color32, FontId, Rect, ScrollArea, TextEdit, Ui, pos2, vec2};
use ngi_render::scene::clan_colour;

use super::{editing, widgets};
use crate::App;
use crate::mission::Row;
use crate::texts::Texts;

/// Height of a row.
const ROW: f32 = 22.0;

/// Draws the list.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    editing::bar(app, ui);
    if app.viewport.editing.on {
        editing::form(app, ui);
        ui.separator();
    }
    let Some(mission) = &mut app.viewport.mission else { return };
    let objects = &mut mission.objects;
    ui.horizontal(|ui| {
        let label = ui.label(texts.objects_search).id;
        let edit = TextEdit::singleline(&mut objects.search)
            .hint_text(texts.objects_hint)
            .desired_width(f32::INFINITY);
        ui.add(edit).labelled_by(label);
    });
    let found = objects.found();
    let (shown, all) = (found.len(), objects.rows().len());
    ui.weak(format!("{shown} {} {all}", texts.hits_of));
    ui.separator();
    if found.is_empty() {
        widgets::nothing(ui, texts.objects_none);
        return;
    }
    let selected = objects.selected;
    let place = found.iter().position(|row| Some(row.object) == selected);
    let mut area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("objects");
    if let (true, Some(place)) = (objects.scroll, place) {
        area = widgets::scrolled_to(area, ui, place, ROW);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut clicked = None;
    area.show_rows(ui, ROW, shown, |ui, range| {
        for row in found.get(range).unwrap_or_default() {
            if draw(ui, row, selected == Some(row.object), texts) {
                clicked = Some(row.object);
            }
        }
    });
    objects.scroll = false;
    if let Some(object) = clicked {
        app.viewport.editing.mark = None;
        app.viewport.fly_to(object);
    }
}

/// A row: a dot in the colour of the clan, the name, and whose it is. Says whether it was clicked.
fn draw(ui: &mut Ui, row: &Row, selected: bool, texts: &Texts) -> bool {
    let (rect, response) = widgets::row(ui, ROW, selected, &row.name);
    let [red, green, blue, _] = clan_colour(row.clan);
    let dot = pos2(rect.left() + 10.0, rect.center().y);
    ui.painter().circle_filled(dot, 4.0, Color32::from_rgb(red, green, blue));
    let quiet = ui.visuals().weak_text_color();
    let colour = match (row.is_there, selected) {
        (false, _) => quiet,
        (true, true) => ui.visuals().selection.stroke.color,
        (true, false) => ui.visuals().text_color(),
    };
    let text = Rect::from_min_max(rect.min + vec2(20.0, 0.0), rect.max - vec2(6.0, 0.0));
    let drawn = widgets::cut_text(ui, text, &row.name, FontId::proportional(13.5), colour);
    let behind = Rect::from_min_max(pos2(drawn.right() + 8.0, rect.top()), text.max);
    if behind.width() > 40.0 {
        widgets::cut_text(ui, behind, &row.clan_name, FontId::proportional(11.0), quiet);
    }
    let [x, y, z] = row.position;
    let state = if row.is_there { texts.objects_hover } else { texts.not_there };
    let hover = format!("#{} · {x:.1}, {y:.1}, {z:.1}\n{state}", row.object);
    response.on_hover_text(hover).clicked()
}
