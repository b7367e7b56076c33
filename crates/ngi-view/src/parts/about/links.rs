//! Files that the open file uses, and files that use it.

use std::collections::BTreeMap;

use egui::Ui;
use ngi_verbs::facts::Facts;
use ngi_verbs::references::References;

use super::{Relations, Scene, Sheet, section, sections};
use crate::library::{Index, Item, ItemKind};
use crate::panels::tools::Tip as _;
use crate::panels::widgets;
use crate::thumbnails::Thumbnails;
use crate::{Action, Tab};

/// Most links of a group.
const MOST: usize = 8;

/// Users of a file, grouped by what they are.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Users {
    /// Users by kind; those that a person looks for come first.
    pub groups: Vec<(ItemKind, Vec<User>)>,
}

/// User of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    /// Path of the user.
    pub path: String,
    /// Title of a mission or name of a unit, if it has one and is listed.
    pub title: Option<String>,
}

/// Kinds of users, the most telling first: a mission says more than a wear table.
const ORDER: [ItemKind; 8] = [
    ItemKind::Mission,
    ItemKind::Unit,
    ItemKind::Landscape,
    ItemKind::Model,
    ItemKind::Effect,
    ItemKind::Material,
    ItemKind::Texture,
    ItemKind::Data,
];

impl Users {
    /// Finds the direct and indirect users of a file.
    pub fn find(all: &References, index: &Index, path: &str) -> Self {
        let mut groups: BTreeMap<usize, (ItemKind, Vec<User>)> = BTreeMap::new();
        for (_, user) in all.all_users_of(path) {
            let item = index.find(user).and_then(|id| index.get(id));
            let kind = item.map_or(ItemKind::Data, |item| item.kind);
            let place = ORDER.iter().position(|known| *known == kind).unwrap_or(ORDER.len());
            let (_, users) = groups.entry(place).or_insert_with(|| (kind, Vec::new()));
            // Those behind the last that is listed need no title.
            let listed = item.filter(|_| users.len() < MOST);
            let title = listed.and_then(Item::title).map(str::to_owned);
            users.push(User { path: user.to_owned(), title });
        }
        Self { groups: groups.into_values().collect() }
    }
}

/// Draws links to what the open file names, as far as no other section has them.
pub fn uses(ui: &mut Ui, scene: &Scene<'_>, sheet: Option<&Sheet>, actions: &mut Vec<Action>) {
    let t = scene.texts.about();
    let facts = sheet.and_then(|sheet| sheet.facts.as_ref());
    // Materials of these are a section of their own; a mission names too much to be listed.
    let is_told = matches!(
        facts,
        Some(Facts::Mission(_) | Facts::Model(_) | Facts::Unit(_) | Facts::Material(_))
    );
    let is_dressed = sheet.is_some_and(|sheet| !sheet.dress.materials.is_empty());
    let references = &scene.current.references;
    if is_told || is_dressed || references.is_empty() {
        return;
    }
    section(ui, t.uses);
    let mut names: Vec<(&str, &str)> = Vec::new();
    for reference in references {
        let name = (reference.name.as_str(), reference.target.id);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for (name, target) in names.iter().take(MOST) {
        let found = references.iter().find(|it| it.name == *name && it.target.id == *target);
        let path = found.and_then(|reference| scene.meant_by(reference));
        ui.horizontal(|ui| {
            match path {
                Some(path) => {
                    if ui.link(*name).on_hover_text(&path).clicked() {
                        actions.push(Action::Select(path));
                    }
                }
                None => drop(ui.label(*name)),
            }
            ui.weak(*target);
        });
    }
    more(ui, scene, names.len(), actions);
}

/// Draws links to the users of the open file.
pub fn used_by(
    ui: &mut Ui,
    scene: &Scene<'_>,
    users: Option<&Users>,
    thumbnails: &mut Thumbnails,
    actions: &mut Vec<Action>,
) {
    // Nothing names a folder or a file of other programs, and a mission is where all chains end.
    let ends = [ItemKind::Folder, ItemKind::Archive, ItemKind::Mission];
    if ends.contains(&scene.current.kind) || scene.current.document.is_none() {
        return;
    }
    let (t, texts) = (scene.texts.about(), scene.texts);
    section(ui, t.used_by);
    let Some(users) = users else {
        match scene.relations {
            Relations::Unknown => {
                if ui.button(texts.find_uses).tip(texts.tips().find_uses).clicked() {
                    actions.push(Action::FindUses);
                }
            }
            _ => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.weak(texts.uses_searching);
                });
            }
        }
        return;
    };
    if users.groups.is_empty() {
        ui.weak(t.used_by_none);
    }
    for (kind, users) in &users.groups {
        ui.add_space(2.0);
        ui.weak(format!("{} ({})", widgets::sentence(kind.name(texts)), users.len()));
        for User { path, title } in users.iter().take(MOST) {
            ui.horizontal(|ui| {
                if kind.has_thumbnail() {
                    sections::preview(ui, scene, Some(path), None, thumbnails);
                }
                let name = short(path, *kind);
                let name = match title {
                    Some(title) => format!("{title} ({name})"),
                    None => name.to_owned(),
                };
                if ui.link(name).on_hover_text(path).clicked() {
                    actions.push(Action::Select(path.clone()));
                }
            });
        }
        more(ui, scene, users.len(), actions);
    }
}

/// Returns the part of a path that tells things of a kind apart: missions and levels are called by
/// their folders.
fn short(path: &str, kind: ItemKind) -> &str {
    let mut parts = path.rsplit('/');
    let own = parts.next().unwrap_or(path);
    match kind {
        ItemKind::Mission | ItemKind::Landscape | ItemKind::Areals => parts.next().unwrap_or(own),
        _ => own,
    }
}

fn more(ui: &mut Ui, scene: &Scene<'_>, count: usize, actions: &mut Vec<Action>) {
    let Some(more) = count.checked_sub(MOST).filter(|more| *more > 0) else { return };
    if ui.link(format!("… {more} {}", scene.texts.about().more)).clicked() {
        actions.push(Action::ShowTab(Tab::Uses));
    }
}
