//! The middle, where nothing can be drawn: readable text, or the error.

use egui::{RichText, ScrollArea, TextStyle, Ui};

use super::coloured;
use crate::App;
use crate::sound::Wave;
use crate::texts::Texts;

/// Draws what is open as text.
pub fn show(app: &mut App, ui: &mut Ui) {
    wave(app, ui);
    let Some(current) = &app.current else { return };
    let font = TextStyle::Monospace.resolve(ui.style());
    let height = ui.text_style_height(&TextStyle::Monospace);
    let lines = &current.lines;
    ui.add_space(6.0);
    let area = ScrollArea::both().auto_shrink([false, false]).id_salt("text");
    area.show_rows(ui, height, lines.len(), |ui, range| {
        for line in lines.get(range).unwrap_or_default() {
            ui.add(egui::Label::new(coloured::line(ui, line, &font)).extend());
        }
    });
}

/// The wave of a sound, above what is told of it.
fn wave(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(wave) = app.wave() else { return };
    let size = egui::vec2(ui.available_width() - 24.0, 120.0);
    ui.add_space(10.0);
    let (rect, _) = ui.allocate_exact_size(size.max(egui::Vec2::ZERO), egui::Sense::hover());
    let rect = rect.translate(egui::vec2(12.0, 0.0));
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 6.0, ui.visuals().extreme_bg_color);
    let step = rect.width() / wave.peaks.len().max(1) as f32;
    let stroke = egui::Stroke::new(step.clamp(1.0, 3.0), crate::style::ACCENT);
    for (place, [low, high]) in wave.peaks.iter().enumerate() {
        let x = rect.left() + (place as f32 + 0.5) * step;
        let y = |share: f32| rect.center().y - share * (rect.height() / 2.0 - 6.0);
        painter.vline(x, y(*high) - 0.5..=y(*low) + 0.5, stroke);
    }
    ui.add_space(4.0);
    let told = described(wave, texts);
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        ui.weak(told);
    });
}

/// Describes the length, rate and channels of a sound, as in "0.15 s, 22.05 kHz, mono".
fn described(wave: &Wave, texts: &Texts) -> String {
    let channels = match wave.channels {
        1 => texts.mono.to_owned(),
        2 => texts.stereo.to_owned(),
        other => format!("{other} {}", texts.channels),
    };
    let kilohertz = f64::from(wave.rate) / 1000.0;
    format!("{:.2} {}, {kilohertz} {}, {channels}", wave.seconds, texts.seconds, texts.hertz)
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
