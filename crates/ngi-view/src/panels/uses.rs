//! What the open thing names in other files, and who names it.

use egui::{RichText, ScrollArea, Ui};
use ngi_verbs::format::Subject;
use ngi_verbs::references::{Reference, References, Scope};

use super::tools::Tip as _;
use super::widgets;
use crate::library::{Index, Item};
use crate::{Action, App};

/// Draws the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let wants = app.relations.is_none() && app.uses_job.is_none() && !app.is_reading();
    if wants && app.current.is_some() && app.parts.about.wants_search() {
        app.actions.push(Action::FindUses);
    }
    let Some(current) = &app.current else {
        widgets::nothing(ui, texts.nothing_open);
        return;
    };
    let mut actions = Vec::new();
    let known = app.known_relations();
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("uses").show(ui, |ui| {
        ui.add_space(4.0);
        ui.label(RichText::new(texts.uses).strong());
        if current.references.is_empty() {
            ui.weak(texts.uses_nothing);
        }
        for (place, reference) in current.references.iter().enumerate() {
            let target = meant(&app.index, known, &current.path, reference);
            let note = format!("{} · {}", reference.target.id, reference.field);
            let name = &reference.name;
            let found = target.is_some() || known.is_none();
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
        match known {
            None if app.uses_job.is_some() => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.weak(texts.uses_searching);
                });
            }
            None => {
                ui.weak(texts.uses_unknown);
                if ui.button(texts.find_uses).tip(texts.tips().find_uses).clicked() {
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

impl App {
    /// Returns the references of the game, once all of them were read.
    pub(crate) fn known_relations(&self) -> Option<&References> {
        self.relations.as_ref().filter(|_| self.uses_job.is_none())
    }
}

/// The path of what a reference means: as the whole game says, or, before that was read, the first
/// thing of such a name and kind.
pub(crate) fn meant(
    index: &Index,
    relations: Option<&References>,
    from: &str,
    reference: &Reference,
) -> Option<String> {
    if let Some(known) = relations {
        return known.meant_by(from, reference).map(|found| found.path.clone());
    }
    let mut named = index.named(&reference.name);
    named.find(|item| is_target(item, reference)).map(|item| item.path.clone())
}

/// Whether something of that name is what a reference means: of its kind, and in its library.
fn is_target(item: &Item, reference: &Reference) -> bool {
    let Ok(bytes) = item.node.bytes() else { return false };
    let entry = ngi_verbs::check::entry_meta(&item.node);
    let subject = Subject { name: &item.name, bytes: &bytes, entry };
    let library = match reference.target.scope {
        Scope::Library(name) => Some(name),
        _ => reference.archive.as_deref(),
    };
    let around = item.path.rsplit('/').nth(1).unwrap_or_default();
    let lies_there = library.is_none_or(|library| library.eq_ignore_ascii_case(around));
    lies_there && (reference.target.is)(&subject)
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
