//! What checks found: of what is open, and of everything.

use egui::{RichText, ScrollArea, Ui};
use ngi_formats::{Finding, Severity};
use ngi_verbs::explain::{explain_in, sentence};
use ngi_verbs::language::Language;
use ngi_verbs::russian;

use super::tools::Tip as _;
use super::widgets;
use crate::{Action, App, style};

/// Height of a row: two lines.
const ROW: f32 = 40.0;

/// A finding as a row.
struct Row<'a> {
    severity: Severity,
    finding: &'a Finding,
    path: &'a str,
}

/// Draws the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    ui.horizontal_wrapped(|ui| {
        let of_mission = of_mission(app);
        let sides =
            [(false, texts.of_this, tips.of_this), (true, texts.of_everything, tips.of_everything)];
        for (all, name, tip) in sides {
            let is_shown = !of_mission && app.findings_of_all == all;
            if ui.selectable_label(is_shown, name).tip(tip).clicked() {
                (app.findings_of_all, app.desk.troubles.is_shown) = (all, false);
            }
        }
        if app.trouble_count().is_some() {
            let name = texts.mission().troubles;
            ui.selectable_value(&mut app.desk.troubles.is_shown, true, name)
                .tip(texts.mission().troubles_hover);
        }
        if of_mission {
            return;
        }
        if app.findings_of_all {
            if app.check_job.is_some() {
                ui.spinner();
            } else if ui.button(texts.check_everything).tip(tips.check_everything).clicked() {
                app.actions.push(Action::CheckAll);
            }
        } else if is_mendable(app) {
            let button = ui.button(texts.mend).tip(texts.mend_hover);
            if button.clicked() {
                app.actions.push(Action::Mend);
            }
        }
    });
    ui.add_space(4.0);
    let of_mission = of_mission(app);
    let report = if of_mission { &app.desk.troubles.report } else { &app.report };
    let rows: Vec<Row<'_>> = if app.findings_of_all || of_mission {
        report
            .findings
            .iter()
            .map(|located| Row {
                severity: located.severity,
                finding: &located.finding,
                path: &located.path,
            })
            .collect()
    } else {
        let current = app.current.iter();
        current
            .flat_map(|current| {
                current.findings.iter().map(|finding| Row {
                    severity: finding.code.severity,
                    finding,
                    path: &current.path,
                })
            })
            .collect()
    };
    if rows.is_empty() {
        let text = if app.findings_of_all && report.checked == 0 {
            texts.not_checked
        } else {
            texts.no_findings
        };
        widgets::nothing(ui, text);
        return;
    }
    let mut actions = Vec::new();
    let with_path = app.findings_of_all || of_mission;
    let language = app.settings.language;
    let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("findings");
    area.show_rows(ui, ROW, rows.len(), |ui, range| {
        for row in rows.get(range).unwrap_or_default() {
            if finding(ui, row, with_path, language) {
                let (path, field) = (row.path.to_owned(), row.finding.field.clone());
                actions.push(Action::Reveal { path, field });
            }
        }
    });
    drop(rows);
    app.actions.extend(actions);
}

/// Whether findings of the mission as a whole are shown.
fn of_mission(app: &App) -> bool {
    app.desk.troubles.is_shown && app.trouble_count().is_some()
}

/// Whether `ngi fix` mends some of what is wrong with what is open.
fn is_mendable(app: &App) -> bool {
    let current = app.current.iter();
    current.flat_map(|current| &current.findings).any(|finding| finding.code.derived)
}

fn finding(ui: &mut Ui, row: &Row<'_>, with_path: bool, language: Language) -> bool {
    let sentence = sentence(row.finding, language);
    let (rect, response) = widgets::row(ui, ROW, false, &sentence);
    let colour =
        if row.severity == Severity::Error { style::error(ui) } else { style::warning(ui) };
    let bar = egui::Rect::from_min_size(rect.min, egui::vec2(3.0, rect.height()))
        .shrink2(egui::vec2(0.0, 4.0));
    ui.painter().rect_filled(bar, 2.0, colour);
    let inner = rect.shrink2(egui::vec2(10.0, 2.0));
    let (top, bottom) = inner.split_top_bottom_at_fraction(0.52);
    let text = ui.visuals().text_color();
    widgets::cut_text(ui, top, &sentence, egui::FontId::proportional(13.0), text);
    let place = place(row, with_path);
    let quiet = ui.visuals().weak_text_color();
    widgets::cut_text(ui, bottom, &place, egui::FontId::monospace(10.5), quiet);
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(420.0);
        ui.label(RichText::new(severity(row.severity, language)).color(colour).strong());
        ui.label(&sentence);
        ui.label(RichText::new(&place).monospace().weak());
        explanation(ui, row.finding.code.id, language);
    });
    response.clicked()
}

/// How bad it is, in words.
fn severity(severity: Severity, language: Language) -> &'static str {
    match language {
        Language::English => severity.as_str(),
        Language::Russian => russian::severity(severity),
    }
}

/// Where a finding is: path, code, field, offset.
fn place(row: &Row<'_>, with_path: bool) -> String {
    let Finding { code, field, offset, .. } = row.finding;
    let place = match offset {
        Some(offset) => format!("{} · {field} · {offset:#x}", code.id),
        None => format!("{} · {field}", code.id),
    };
    if with_path { format!("{} · {place}", row.path) } else { place }
}

/// What the game does with it and what mends it.
fn explanation(ui: &mut Ui, code: &str, language: Language) {
    let Some(about) = explain_in(code, language) else { return };
    ui.separator();
    ui.label(about.game);
    for way in &about.mend {
        ui.label(RichText::new(way).monospace().size(12.0));
    }
}
