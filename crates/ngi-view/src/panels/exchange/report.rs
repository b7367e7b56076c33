//! The report of an export or an import: files written, data lost, notes, values recomputed, values
//! kept.

use std::path::PathBuf;

use egui::{Color32, RichText, Ui};

use crate::exchange::Report;
use crate::panels::tools::Tip as _;
use crate::parts::dialog::{Choice, Dialog, Reply};
use crate::{Action, App, style};

/// Draws it, until it is closed.
pub fn show(app: &mut App, ctx: &egui::Context) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let Some(report) = app.exchange.report.take() else { return };
    let folder = folder_of(&report);
    let choices = [
        Choice::new(texts.close, tips.report_close),
        Choice::new(texts.copy, tips.report_copy),
        Choice::new(texts.show_in_folder, tips.show_in_folder).enabled(folder.is_some()),
    ];
    let shown = if folder.is_some() { &choices[..] } else { &choices[..2] };
    let dialog = Dialog::new("report", texts.report, texts).width(560.0);
    let reply = dialog.show(ctx, shown, |ui| {
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
        for (name, tip, lines, colour) in groups {
            group(ui, (name, tip), lines, colour);
        }
        if groups.iter().all(|(_, _, lines, _)| lines.is_empty()) {
            ui.weak(texts.report_nothing);
        }
    });
    let stays = match reply {
        None => true,
        Some(Reply::Button(1)) => {
            let files = report.written.files.iter().map(|file| file.path.clone());
            let lines: Vec<String> = files.chain(report.written.lines()).collect();
            ctx.copy_text(lines.join("\n"));
            true
        }
        Some(Reply::Button(2)) => {
            app.actions.extend(folder.map(Action::ShowFolder));
            true
        }
        Some(_) => false,
    };
    app.exchange.report = Some(report).filter(|_| stays);
}

/// Returns the folder of the last file that was written.
fn folder_of(report: &Report) -> Option<PathBuf> {
    let file = PathBuf::from(&report.written.files.last()?.path);
    let folder = file.parent()?;
    (cfg!(not(target_arch = "wasm32")) && folder.is_dir()).then(|| folder.to_owned())
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
