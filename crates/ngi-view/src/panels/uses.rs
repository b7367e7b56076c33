//! What the open thing names in other files, and who names it.

use egui::{RichText, ScrollArea, Ui};

use super::widgets;
use crate::{Action, App};

/// Draws the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(current) = &app.current else {
        widgets::nothing(ui, texts.nothing_open);
        return;
    };
    let mut actions = Vec::new();
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("uses").show(ui, |ui| {
        ui.add_space(4.0);
        ui.label(RichText::new(texts.uses).strong());
        if current.references.is_empty() {
            ui.weak(texts.uses_nothing);
        }
        for (place, reference) in current.references.iter().enumerate() {
            let target = app
                .relations
                .as_ref()
                .and_then(|known| known.meant_by(&current.path, reference))
                .map(|found| found.path.clone());
            let note = format!("{} · {}", reference.target.id, reference.field);
            let name = &reference.name;
            let found = target.is_some() || app.relations.is_none();
            ui.push_id(("uses", place), |ui| {
                if link(ui, name, &note, found, texts.missing) {
                    match target {
                        Some(path) => actions.push(Action::Select(path)),
                        None => actions.push(Action::FindUses),
                    }
                }
            });
        }
        ui.add_space(10.0);
        ui.label(RichText::new(texts.used_by).strong());
        match &app.relations {
            None if app.uses_job.is_some() => {
                ui.spinner();
            }
            None => {
                ui.weak(texts.uses_unknown);
                if ui.button(texts.find_uses).clicked() {
                    actions.push(Action::FindUses);
                }
            }
            Some(known) => {
                let users = known.users_of(&current.path);
                if users.is_empty() {
                    ui.weak(texts.used_by_nobody);
                }
                for (place, user) in users.into_iter().enumerate() {
                    let note = user.reference.field.clone();
                    ui.push_id(("users", place), |ui| {
                        if link(ui, &user.path, &note, true, texts.missing) {
                            let (path, field) = (user.path.clone(), user.reference.field.clone());
                            actions.push(Action::Reveal { path, field });
                        }
                    });
                }
            }
        }
    });
    app.actions.extend(actions);
}

fn link(ui: &mut Ui, name: &str, note: &str, found: bool, missing: &str) -> bool {
    ui.horizontal(|ui| {
        let clicked = ui.link(name).clicked();
        ui.weak(note);
        if !found {
            ui.colored_label(crate::style::error(ui), missing);
        }
        clicked
    })
    .inner
}
