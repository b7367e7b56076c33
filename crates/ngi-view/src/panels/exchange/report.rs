//! The report of an export or an import: files written, data lost, notes, values recomputed, values
//! kept.

use egui::{Color32, RichText, ScrollArea, Ui};

use super::dialog;
use crate::panels::tools::Tip as _;
use crate::{App, style};

/// Draws it, until it is closed.
pub fn show(app: &mut App, ctx: &egui::Context) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let Some(report) = app.exchange.report.take() else { return };
    let (mut open, mut copied, mut closed) = (true, false, false);
    dialog(texts.report, &mut open).show(ctx, |ui| {
        ui.strong(&report.title);
        ui.add_space(4.0);
        let written = &report.written;
        let (plain, quiet) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
        let files: Vec<String> = written.files.iter().map(|file| file.path.clone()).collect();
        let groups = [
            (texts.report_lost, tips.report_lost, &written.lost, style::error(ui)),
            (texts.report_files, tips.report_files, &files, plain),
            (texts.report_told, tips.report_told, &written.told, plain),
            (texts.report_computed, tips.report_computed, &written.computed, quiet),
            (texts.report_carried, tips.report_carried, &written.carried, quiet),
        ];
        ScrollArea::vertical().max_height(320.0).auto_shrink([false, true]).show(ui, |ui| {
            for (name, tip, lines, colour) in groups {
                group(ui, (name, tip), lines, colour);
            }
            if groups.iter().all(|(_, _, lines, _)| lines.is_empty()) {
                ui.weak(texts.report_nothing);
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            closed = ui.button(texts.close).tip(tips.report_close).clicked();
            copied = ui.button(texts.copy).tip(tips.report_copy).clicked();
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

fn group(ui: &mut Ui, (name, tip): (&str, &str), lines: &[String], colour: Color32) {
    if lines.is_empty() {
        return;
    }
    ui.label(RichText::new(format!("{name} ({})", lines.len())).strong()).tip(tip);
    for line in lines {
        let text = RichText::new(line).monospace().color(colour);
        ui.add(egui::Label::new(text).wrap());
    }
    ui.add_space(6.0);
}
