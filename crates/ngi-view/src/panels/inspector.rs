//! The right side: every field of what is open, findings, and who uses what.

use egui::{Color32, FontId, Key, Rect, RichText, ScrollArea, TextEdit, Ui, pos2, vec2};
use ngi_verbs::location::{FieldKnown, FieldLocation};
use ngi_verbs::show;
use serde_json::Value;

use super::{findings, uses, widgets};
use crate::document::{FieldRow, Shape};
use crate::{Action, App, Tab};

/// Height of a row.
const ROW: f32 = 23.0;
/// Of raw bytes this many are shown in one line.
const RAW: usize = 24;

/// Draws the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.selectable_value(&mut app.tab, Tab::Fields, texts.fields);
        let found = app.current.as_ref().map_or(0, |current| current.findings.len());
        let title = match found {
            0 => texts.findings.to_owned(),
            some => format!("{} ({some})", texts.findings),
        };
        ui.selectable_value(&mut app.tab, Tab::Findings, title);
        ui.selectable_value(&mut app.tab, Tab::Uses, texts.uses_tab);
        ui.selectable_value(&mut app.tab, Tab::Bytes, texts.bytes);
    });
    ui.separator();
    match app.tab {
        Tab::Fields => fields(app, ui),
        Tab::Findings => findings::show(app, ui),
        Tab::Uses => uses::show(app, ui),
        Tab::Bytes => bytes(app, ui),
    }
}

fn fields(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(current) = &app.current else {
        widgets::nothing(ui, texts.nothing_open);
        return;
    };
    header(app, ui);
    if current.document.is_none() {
        let why = current.error.clone();
        match why {
            Some(why) => super::text::error(ui, texts.cannot_read, &why),
            None => widgets::nothing(ui, texts.no_fields),
        }
        return;
    }
    ui.horizontal(|ui| {
        let label = ui.label(texts.filter).id;
        let edit = TextEdit::singleline(&mut app.inspector.filter).desired_width(f32::INFINITY);
        ui.add(edit.hint_text(texts.filter_hint)).labelled_by(label);
    });
    ui.add_space(4.0);
    let details = 150.0;
    let height = (ui.available_height() - details).max(80.0);
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| rows(app, ui, height));
    ui.separator();
    ScrollArea::vertical()
        .id_salt("details")
        .auto_shrink([false, false])
        .show(ui, |ui| detail(app, ui));
}

/// Name, format and size of what is open, and what can be done with its changes.
fn header(app: &App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(current) = &app.current else { return };
    let name = current.path.rsplit('/').next().unwrap_or(&current.path);
    ui.horizontal(|ui| {
        ui.add(egui::Label::new(RichText::new(name).strong().size(15.0)).truncate())
            .on_hover_text(&current.path);
    });
    ui.horizontal(|ui| {
        let format = current
            .document
            .as_ref()
            .map_or(texts.unknown_format, |document| document.format.title());
        let size = widgets::size_text(current.bytes.len() as u64);
        ui.weak(format!("{format}, {size}"));
        if current.document.as_ref().is_some_and(|document| document.is_changed()) {
            ui.colored_label(crate::style::warning(ui), format!("• {}", texts.changed));
        }
    });
}

fn rows(app: &mut App, ui: &mut Ui, height: f32) {
    let App { current, inspector, actions, .. } = app;
    let Some(document) = current.as_ref().and_then(|current| current.document.as_ref()) else {
        return;
    };
    inspector.fields.filter(&inspector.filter);
    let count = inspector.fields.rows(&document.value).len();
    let mut area =
        ScrollArea::vertical().auto_shrink([false, false]).max_height(height).id_salt("fields");
    if let Some(wanted) = inspector.scroll_to.take() {
        let rows = inspector.fields.rows(&document.value);
        if let Some(place) = rows.iter().position(|row| row.path == wanted) {
            area = area.vertical_scroll_offset((place as f32 * ROW - height / 2.0).max(0.0));
        }
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut visible = Vec::new();
    area.show_rows(ui, ROW, count, |ui, range| {
        let rows = inspector.fields.rows(&document.value);
        let shown: Vec<FieldRow> = rows.get(range).unwrap_or_default().to_vec();
        for row in shown {
            let value = show::at(&document.value, &row.path).unwrap_or(&Value::Null);
            field(ui, inspector, actions, &row, value);
            if !matches!(row.shape, Shape::Group(_)) {
                visible.push(row.path);
            }
        }
    });
    inspector.visible = visible;
}

fn field(
    ui: &mut Ui,
    inspector: &mut super::super::app::Inspector,
    actions: &mut Vec<Action>,
    row: &FieldRow,
    value: &Value,
) {
    let selected = inspector.selected.as_deref() == Some(row.path.as_str());
    let (rect, response) = widgets::row(ui, ROW, selected, &row.path);
    let colour = ui.visuals().text_color();
    let quiet = ui.visuals().weak_text_color();
    let left = rect.left() + 16.0 + 12.0 * row.depth as f32;
    let split = (rect.left() + rect.width() * 0.42).max(left + 60.0);
    let key = Rect::from_min_max(pos2(left, rect.top()), pos2(split - 6.0, rect.bottom()));
    if let Shape::Group(_) = row.shape {
        let center = pos2(left - 9.0, rect.center().y);
        widgets::triangle(ui, center, inspector.fields.is_open(&row.path), colour);
    }
    widgets::cut_text(ui, key, &row.key, FontId::proportional(13.0), colour);
    let place_width = if rect.width() > 300.0 { 58.0 } else { 0.0 };
    let at = Rect::from_min_max(
        pos2(split, rect.top()),
        pos2(rect.right() - place_width - 6.0, rect.bottom()),
    );
    if let (Some(place), true) = (inspector.places.get(&row.path), place_width > 0.0) {
        let text = short_place(&place.location);
        let right = pos2(rect.right() - 6.0, rect.center().y);
        let font = FontId::monospace(10.5);
        ui.painter().text(right, egui::Align2::RIGHT_CENTER, text, font, quiet);
    }
    match row.shape {
        Shape::Group(count) => {
            let text = if row.hint.is_empty() { format!("{count}") } else { row.hint.clone() };
            widgets::cut_text(ui, at, &text, FontId::proportional(12.0), quiet);
            if response.clicked() {
                inspector.fields.toggle(&row.path);
            }
        }
        Shape::Scalar | Shape::ShortList => {
            let mut at = at;
            if let Some(swatch) = swatch(&row.key, value) {
                let side = ROW - 9.0;
                let spot = Rect::from_min_size(
                    pos2(at.left(), at.center().y - side / 2.0),
                    vec2(side, side),
                );
                ui.painter().rect_filled(spot, 3.0, swatch);
                at.min.x += side + 5.0;
            }
            edit(ui, inspector, actions, row, value, at, response.id);
        }
    }
    if response.clicked() {
        inspector.selected = Some(row.path.clone());
    }
}

/// The value as something that can be changed. Enter or leaving it counts, Escape does not.
fn edit(
    ui: &mut Ui,
    inspector: &mut super::super::app::Inspector,
    actions: &mut Vec<Action>,
    row: &FieldRow,
    value: &Value,
    at: Rect,
    label: egui::Id,
) {
    let shown = written(value);
    let fixed = inspector.places.get(&row.path).is_some_and(|known| !known.can_be_set)
        || row.path == "schema";
    let editing = inspector.editing.as_ref().filter(|(path, _)| *path == row.path);
    let mut text = editing.map_or_else(|| shown.clone(), |(_, text)| text.clone());
    let id = ui.make_persistent_id(("field", &row.path));
    let plain = egui::Frame::NONE;
    let widget = TextEdit::singleline(&mut text)
        .id(id)
        .font(FontId::monospace(12.0))
        .desired_width(at.width())
        .interactive(!fixed)
        .frame(plain)
        .text_color_opt(fixed.then(|| ui.visuals().weak_text_color()))
        .align(egui::Align2::LEFT_CENTER)
        .min_size(vec2(0.0, at.height()))
        .margin(egui::Margin::symmetric(4, 0));
    // In an own place, so that the rows keep their height.
    let middle = egui::Layout::left_to_right(egui::Align::Center);
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(at).layout(middle));
    let response = inside.add(widget).labelled_by(label);
    if response.has_focus() || response.hovered() && !fixed {
        let colour = if response.has_focus() {
            crate::style::ACCENT
        } else {
            ui.visuals().weak_text_color()
        };
        ui.painter().rect_stroke(
            at.shrink(1.5),
            3.0,
            egui::Stroke::new(1.0, colour),
            egui::StrokeKind::Inside,
        );
    }
    if response.gained_focus() {
        inspector.selected = Some(row.path.clone());
    }
    if response.changed() || response.gained_focus() {
        inspector.editing = Some((row.path.clone(), text.clone()));
    }
    if response.lost_focus() {
        let escaped = ui.input(|input| input.key_pressed(Key::Escape));
        if inspector.editing.take_if(|(path, _)| *path == row.path).is_some()
            && !escaped
            && text != shown
        {
            actions.push(Action::Edit { field: row.path.clone(), text });
        }
    }
}

/// A value as `ngi set` takes it.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The colour that a value is.
fn swatch(key: &str, value: &Value) -> Option<Color32> {
    if !matches!(key, "ambient" | "diffuse" | "specular" | "emissive" | "colour" | "color") {
        return None;
    }
    let byte = |value: &Value| value.as_u64().and_then(|number| u8::try_from(number).ok());
    match value.as_array()?.as_slice() {
        [red, green, blue, ..] => Some(Color32::from_rgb(byte(red)?, byte(green)?, byte(blue)?)),
        _ => None,
    }
}

fn short_place(location: &FieldLocation) -> String {
    match location {
        FieldLocation::Bytes(range) => format!("{:#x}", range.start),
        FieldLocation::Directory => "dir".to_owned(),
        FieldLocation::Derived => "–".to_owned(),
    }
}

/// Everything about the selected field.
fn detail(app: &App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(current) = &app.current else { return };
    let Some(document) = &current.document else { return };
    let Some(path) = &app.inspector.selected else {
        ui.weak(texts.select_field);
        return;
    };
    ui.label(RichText::new(path).monospace().strong());
    let line = |ui: &mut Ui, name: &str, text: String| {
        ui.horizontal_wrapped(|ui| {
            ui.weak(name);
            ui.label(RichText::new(text).monospace().size(12.0));
        });
    };
    // Flags and offsets say more in the other way of writing numbers.
    let number = show::at(&document.value, path).ok().and_then(Value::as_u64);
    if let Some(number) = number.filter(|number| *number > 9) {
        line(ui, texts.value, format!("{number} = {number:#x}"));
    }
    let known = app.inspector.places.get(path);
    match known.map(|known| &known.location) {
        Some(FieldLocation::Bytes(range)) => {
            let end = range.end.saturating_sub(1);
            let length = range.len();
            line(ui, texts.offset, format!("{:#x}–{end:#x} ({length} B)", range.start));
            let raw = document.bytes().get(range.clone()).unwrap_or_default();
            let mut text: Vec<String> =
                raw.iter().take(RAW).map(|byte| format!("{byte:02x}")).collect();
            if raw.len() > RAW {
                text.push("…".to_owned());
            }
            line(ui, texts.raw, text.join(" "));
        }
        Some(FieldLocation::Directory) => line(ui, texts.offset, texts.in_directory.to_owned()),
        Some(FieldLocation::Derived) => line(ui, texts.offset, texts.derived.to_owned()),
        None => line(ui, texts.offset, texts.no_place.to_owned()),
    }
    if let Some(known) = known {
        let named = known.named.join(", ");
        let dot = if named.is_empty() || known.stored.is_empty() { "" } else { " · " };
        if !known.stored.is_empty() || !named.is_empty() {
            line(ui, texts.stored, format!("{}{dot}{named}", known.stored));
        }
        ui.label(&known.meaning);
        if let Some(game) = &known.game {
            ui.weak(game);
        }
    }
    for finding in
        current.findings.iter().filter(|finding| finding.field.starts_with(path.as_str()))
    {
        ui.colored_label(
            crate::style::warning(ui),
            format!("{}: {}", finding.code.id, finding.message),
        );
    }
}

/// The raw bytes of what is open.
fn bytes(app: &App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(current) = &app.current else {
        widgets::nothing(ui, texts.nothing_open);
        return;
    };
    let bytes = match &current.document {
        Some(document) => document.bytes(),
        None => &current.bytes,
    };
    let marked =
        app.inspector.selected.as_ref().and_then(|path| match app.inspector.places.get(path) {
            Some(FieldKnown { location: FieldLocation::Bytes(range), .. }) => Some(range.clone()),
            _ => None,
        });
    const LINE: usize = 8;
    let height = 18.0;
    let mut area = ScrollArea::both().auto_shrink([false, false]).id_salt("bytes");
    if let (Some(range), true) = (&marked, app.inspector.selected != app.inspector.bytes_at) {
        area = area.vertical_scroll_offset((range.start / LINE) as f32 * height);
    }
    area.show_rows(ui, height, bytes.len().div_ceil(LINE), |ui, range| {
        for line in range {
            let start = line * LINE;
            let chunk = bytes.get(start..bytes.len().min(start + LINE)).unwrap_or_default();
            let mut job = egui::text::LayoutJob::default();
            let font = FontId::monospace(12.0);
            let (quiet, plain) = (ui.visuals().weak_text_color(), ui.visuals().text_color());
            let part = |colour| egui::TextFormat::simple(font.clone(), colour);
            job.append(&format!("{start:06x} "), 0.0, part(quiet));
            for (place, byte) in chunk.iter().enumerate() {
                let hit = marked.as_ref().is_some_and(|range| range.contains(&(start + place)));
                let colour = if hit { crate::style::ACCENT } else { plain };
                job.append(&format!(" {byte:02x}"), 0.0, part(colour));
            }
            let text: String =
                chunk
                    .iter()
                    .map(|&byte| {
                        if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' }
                    })
                    .collect();
            let pad = " ".repeat((LINE - chunk.len()) * 3 + 2);
            job.append(&format!("{pad}{text}"), 0.0, part(quiet));
            ui.add(egui::Label::new(job).extend());
        }
    });
}
