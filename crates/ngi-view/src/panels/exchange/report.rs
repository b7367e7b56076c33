//! What became of an export or an import: written, carried, computed, lost, told.

use egui::{Color32, RichText, ScrollArea, Ui};

use super::dialog;
use crate::{App, style};

/// Draws it, until it is closed.
pub fn show(app: &mut App, ctx: &egui::Context) {
    let texts = app.texts();
    let Some(report) = app.exchange.report.take() else { return };
    let (mut open, mut copied, mut closed) = (true, false, false);
    dialog(texts.report, &mut open).show(ctx, |ui| {
        ui.strong(&report.title);
        ui.add_space(4.0);
        let written = &report.written;
        let files: Vec<String> = written.files.iter().map(|file| file.path.clone()).collect();
        let groups = [
            (texts.report_lost, &written.lost, style::error(ui)),
            (texts.report_files, &files, ui.visuals().text_color()),
            (texts.report_told, &written.told, ui.visuals().text_color()),
            (texts.report_computed, &written.computed, ui.visuals().weak_text_color()),
            (texts.report_carried, &written.carried, ui.visuals().weak_text_color()),
        ];
        ScrollArea::vertical().max_height(320.0).auto_shrink([false, true]).show(ui, |ui| {
            for (name, lines, colour) in groups {
                group(ui, name, lines, colour);
            }
            if groups.iter().all(|(_, lines, _)| lines.is_empty()) {
                ui.weak(texts.report_nothing);
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            closed = ui.button(texts.close).clicked();
            copied = ui.button(texts.copy).clicked();
        });
    });
    if copied {
        let files = report.written.files.iter().map(|file| file.path.clone());
        let lines: Vec<String> = files.chain(report.written.lines()).collect();
        ctx.copy_text(lines.join("\n"));
    }
    let escaped = ctx.input(|input| input.key_pressed(egui::Key::Escape));
    app.exchange.report = Some(report).filter(|_| open && !closed && !escaped);
}

fn group(ui: &mut Ui, name: &str, lines: &[String], colour: Color32) {
    if lines.is_empty() {
        return;
    }
    ui.label(RichText::new(format!("{name} ({})", lines.len())).strong());
    for line in lines {
        let text = RichText::new(line).monospace().color(colour);
        ui.add(egui::Label::new(text).wrap());
    }
    ui.add_space(6.0);
}
