//! The right side: every field of what is open, findings, and who uses what.
//!
//! [`rows`] draws the fields, [`editor`] what each of them is changed with, [`details`] what is
//! known of the one that is selected, [`bytes`] the raw bytes.

mod bytes;
mod details;
mod editor;
mod rows;

use egui::{RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{findings, uses, widgets};
use crate::{App, Tab};

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
        Tab::Bytes => bytes::show(app, ui),
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
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| rows::show(app, ui, height));
    ui.separator();
    ScrollArea::vertical()
        .id_salt("details")
        .auto_shrink([false, false])
        .show(ui, |ui| details::show(app, ui));
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
