//! The middle, where nothing can be drawn: readable text, or the error.

use egui::{RichText, ScrollArea, TextStyle, Ui};

use super::coloured;
use crate::App;
use crate::parts;
use crate::texts::Texts;

/// Margin around a text.
const MARGIN: i8 = 12;

/// Draws what is open as text; above it, a sound as its wave, and colours as colours.
pub fn show(app: &mut App, ui: &mut Ui) {
    player(app, ui);
    parts::swatches::show(app, ui);
    let Some(current) = &app.current else { return };
    let font = TextStyle::Monospace.resolve(ui.style());
    let height = ui.text_style_height(&TextStyle::Monospace);
    let lines = &current.lines;
    egui::Frame::new().inner_margin(MARGIN).show(ui, |ui| {
        let area = ScrollArea::both().auto_shrink([false, false]).id_salt("text");
        area.show_rows(ui, height, lines.len(), |ui, range| {
            for line in lines.get(range).unwrap_or_default() {
                ui.add(egui::Label::new(coloured::line(ui, line, &font)).extend());
            }
        });
    });
}

/// Draws the player of a sound.
fn player(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    if app.wave().is_none() {
        return;
    }
    let App { wave, parts, current, actions, .. } = app;
    let document = current.as_ref().and_then(|current| current.document.as_ref());
    if let (Some(Some(wave)), Some(document)) = (wave, document) {
        actions.extend(parts.player.show(ui, document.bytes(), wave, texts));
    }
}

/// Draws an error over the whole middle: what went wrong, and that nothing else did.
pub fn error(ui: &mut Ui, texts: &Texts, why: &str) {
    ui.add_space(24.0);
    ui.vertical_centered(|ui| {
        let colour = crate::style::error(ui);
        ui.label(RichText::new(texts.cannot_read).heading().color(colour));
        ui.add_space(8.0);
        ui.label(RichText::new(texts.error(why)).monospace());
    });
}
