//! The middle, where nothing can be drawn: readable text, or the error.

use egui::{RichText, ScrollArea, TextStyle, Ui};

use crate::App;

/// Draws what is open as text.
pub fn show(app: &App, ui: &mut Ui) {
    let Some(current) = &app.current else { return };
    let height = ui.text_style_height(&TextStyle::Monospace);
    let lines = &current.lines;
    ui.add_space(6.0);
    let area = ScrollArea::both().auto_shrink([false, false]).id_salt("text");
    area.show_rows(ui, height, lines.len(), |ui, range| {
        for line in lines.get(range).unwrap_or_default() {
            let text = RichText::new(line.as_str()).monospace();
            ui.add(egui::Label::new(text).extend());
        }
    });
}

/// Draws an error over the whole middle: what went wrong, and that nothing else did.
pub fn error(ui: &mut Ui, title: &str, why: &str) {
    ui.add_space(24.0);
    ui.vertical_centered(|ui| {
        let colour = crate::style::error(ui);
        ui.label(RichText::new(title).heading().color(colour));
        ui.add_space(8.0);
        ui.label(RichText::new(why).monospace());
    });
}
