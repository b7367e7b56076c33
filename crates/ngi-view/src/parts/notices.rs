//! A line above the drawing that says which parts of it are missing or broken.

use egui::{RichText, ScrollArea, Ui};

use crate::panels::tools::Tip as _;
use crate::style;
use crate::texts::Texts;
use crate::viewport::Viewport;

/// Lines that are listed; of more there is a number.
const MOST: usize = 200;

/// State of the line.
#[derive(Debug, Default)]
pub struct Notices {
    /// Lines for which it was closed; it returns for others.
    closed: Option<Vec<String>>,
    /// True if all lines are listed.
    is_open: bool,
}

/// Problems of the drawing to report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// The first lines.
    pub lines: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

impl Told {
    /// Collects what is missing or broken in what is drawn.
    pub fn of(viewport: &Viewport, texts: &Texts) -> Self {
        let mut lines = Vec::new();
        if let Some(mission) = &viewport.mission {
            if mission.day.is_none() {
                lines.push(texts.no_sky.to_owned());
            }
            if mission.objects.rows().is_empty() {
                lines.push(texts.no_objects.to_owned());
            }
        }
        let log = viewport.scene_log();
        let more = log.len().saturating_sub(MOST);
        lines.extend(log.iter().take(MOST).map(|line| texts.error(&line.to_string())));
        Self { lines, more }
    }
}

/// Draws the line, if there is something to tell.
pub fn show(notices: &mut Notices, ui: &mut Ui, told: &Told, texts: &Texts) {
    let Some(first) = told.lines.first() else { return };
    if notices.closed.as_ref() == Some(&told.lines) {
        return;
    }
    let count = told.lines.len() + told.more;
    let colour = style::warning(ui);
    egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 4)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.small_button("×").tip(texts.tips().notices_close).clicked() {
                    notices.closed = Some(told.lines.clone());
                }
                if count > 1 {
                    let text = match notices.is_open {
                        true => texts.notices_less.to_owned(),
                        false => format!("{} {}", texts.notices_more, count - 1),
                    };
                    if ui.small_button(text).tip(texts.tips().notices).clicked() {
                        notices.is_open = !notices.is_open;
                    }
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let text = RichText::new(first).color(colour);
                    ui.add(egui::Label::new(text).truncate()).tip(first);
                });
            });
        });
        if notices.is_open && count > 1 {
            ScrollArea::vertical().id_salt("notices").max_height(120.0).show(ui, |ui| {
                for line in told.lines.iter().skip(1) {
                    ui.label(RichText::new(line).color(colour).small());
                }
                if told.more > 0 {
                    ui.weak(format!("{} {}", texts.notices_more, told.more));
                }
            });
        }
    });
}
