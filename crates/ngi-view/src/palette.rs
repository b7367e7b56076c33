//! Everything the window can do, found by its name in either language.
//!
//! `needs` has what must be there for something to make sense, `rooms` what is done where things
//! are changed, `rows` what rows of lists have buttons for.

mod needs;
mod rooms;
mod rows;

use ngi_render::Overlays;

use crate::compare::With;
use crate::editing::{ArealKind, BrushKind, MarkKind};
use crate::settings::Theme;
use crate::shortcuts::{Command, SHORTCUTS, Words};
use crate::texts::{ENGLISH, Language, RUSSIAN, Texts};
use crate::{Action, App, Tab, panels};
use needs::Needs;

/// The list of commands, while it is open.
#[derive(Debug, Default)]
pub struct Palette {
    /// Whether it is open.
    pub open: bool,
    /// What is searched for.
    pub text: String,
    /// Which of the hits Enter takes.
    pub at: usize,
}

/// What an entry does.
#[derive(Clone)]
pub enum Act {
    /// What a key does.
    Key(Command),
    /// What a button does.
    Do(Action),
    /// Something of the window itself.
    Set(fn(&mut App)),
    /// Something drawn on top, on and off.
    Overlay(Overlays),
    /// A brush for the ground.
    Brush(BrushKind),
    /// What is done to areals.
    Areals(ArealKind),
    /// A new place of a mission.
    Place(MarkKind),
    /// A view that was remembered.
    View(u8),
    /// The same, to be forgotten.
    ForgetView(u8),
    /// A part of the scene, shown or left out.
    Hide(usize),
    /// A stop of the briefing.
    Stop(usize),
}

/// Something the window can do.
#[derive(Clone)]
pub struct Entry {
    /// What it is called.
    pub says: Words,
    /// What it is done to, where there are several of that; else empty.
    pub of: String,
    /// The key that does it; empty without one.
    pub keys: &'static str,
    /// What it does.
    pub act: Act,
}

impl Entry {
    /// Its whole name.
    pub fn name(&self, texts: &Texts) -> String {
        match self.of.as_str() {
            "" => (self.says)(texts).to_owned(),
            of => format!("{}: {of}", (self.says)(texts)),
        }
    }
}

/// What an action is called, what it needs, and the action.
type NamedAction = (Words, Needs, fn() -> Action);
/// What a choice is called, and what it sets.
pub type Choice = (Words, fn(&mut App));

/// Actions that no key has, and what they need.
const ACTIONS: &[NamedAction] = &[
    (|t| t.open_folder, Needs::Nothing, || Action::ChooseFolder),
    (|t| t.open_file, Needs::Nothing, || Action::ChooseFile),
    (|t| t.demo, Needs::Nothing, || Action::Demo),
    (|t| t.choose_game, Needs::Place, || Action::ChooseGame),
    (|t| t.reload, Needs::Place, || Action::Reload),
    (|t| t.save_all, Needs::Place, || Action::SaveAll),
    (|t| t.check_everything, Needs::Place, || Action::CheckAll),
    (|t| t.palette_uses, Needs::Place, || Action::FindUses),
    (|t| t.export_everything, Needs::Place, || Action::AskExport(Some(String::new()))),
    (|t| t.replace_title, Needs::Document, || Action::AskReplace),
    (|t| t.copy_path, Needs::Place, || Action::CopyPath(None)),
    (|t| t.copy_json, Needs::Document, || Action::CopyJson),
    (|t| t.open_with, Needs::Document, || Action::OpenWith),
    (|t| t.compare_backup, Needs::Place, || Action::Compare(Some(With::Backup))),
    (|t| t.compare_game, Needs::Place, || Action::ChooseCompared { is_mod: false }),
    (|t| t.compare_mod, Needs::Place, || Action::ChooseCompared { is_mod: true }),
    (|t| t.compare_bare, Needs::Mods, || Action::Compare(Some(With::Bare))),
    (|t| t.compare_close, Needs::Compare, || Action::Compare(None)),
    (|t| t.mend, Needs::Document, || Action::Mend),
    (|t| t.undo_written, Needs::Place, || Action::UndoWritten),
    (|t| t.favourite_add, Needs::Plain, || Action::Favourite(None)),
    (|t| t.favourite_remove, Needs::Favourite, || Action::Favourite(None)),
    (|t| t.cancel_all, Needs::Nothing, || Action::Cancel),
];

/// Choices of the window itself.
const CHOICES: &[Choice] = &[
    (|t| t.about().palette_about, |app| app.tab = Tab::About),
    (|t| t.palette_fields, |app| app.tab = Tab::Fields),
    (|t| t.palette_findings, |app| app.tab = Tab::Findings),
    (|t| t.palette_bytes, |app| app.tab = Tab::Bytes),
    (|t| t.palette_dark, |app| app.settings.theme = Theme::Dark),
    (|t| t.palette_light, |app| app.settings.theme = Theme::Light),
    (|t| t.palette_system, |app| app.settings.theme = Theme::System),
    (|t| t.palette_english, |app| app.settings.language = Language::English),
    (|t| t.palette_russian, |app| app.settings.language = Language::Russian),
    (|t| t.gallery_search, |app| app.gallery.of_search = !app.gallery.of_search),
    (|t| t.gallery_text, |app| app.gallery.as_text = !app.gallery.as_text),
    (|t| t.gallery_deep, |app| app.gallery.deep = !app.gallery.deep),
    (|t| t.thumbnails, |app| app.settings.thumbnails = !app.settings.thumbnails),
];

/// Everything that can be done now.
pub fn entries(app: &App) -> Vec<Entry> {
    let keys = SHORTCUTS.iter().map(|shortcut| Entry {
        says: shortcut.says,
        of: String::new(),
        keys: shortcut.written,
        act: Act::Key(shortcut.command),
    });
    let actions = ACTIONS.iter().filter(|(_, needs, _)| needs.are_met(app));
    let entry = |says: Words, act: Act| Entry { says, of: String::new(), keys: "", act };
    let actions = actions.map(|(says, _, make)| entry(*says, Act::Do(make())));
    let choices = CHOICES.iter().chain(crate::looking::CHOICES);
    let choices = choices.map(|(says, set)| entry(*says, Act::Set(*set)));
    let overlays = panels::toolbar::overlays(app).into_iter();
    let overlays = overlays.map(|(which, says, _)| entry(says, Act::Overlay(which)));
    let rooms = rooms::entries(app);
    keys.chain(actions)
        .chain(choices)
        .chain(overlays)
        .chain(rooms)
        .chain(rows::entries(app))
        .collect()
}

/// Whether all words occur in the name of an entry, in one of the languages.
fn matches(entry: &Entry, words: &[String]) -> bool {
    [&ENGLISH, &RUSSIAN].into_iter().any(|texts| {
        let name = entry.name(texts).to_lowercase();
        words.iter().all(|word| name.contains(word.as_str()))
    })
}

/// What a text finds. The name itself comes first, then names that begin with it.
pub fn found(app: &App, text: &str) -> Vec<Entry> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<Entry> =
        entries(app).into_iter().filter(|entry| matches(entry, &words)).collect();
    let start = text.trim().to_lowercase();
    let far = |entry: &Entry| {
        let names = [&ENGLISH, &RUSSIAN].map(|texts| entry.name(texts).to_lowercase());
        let begins = names.iter().any(|name| name.starts_with(&start));
        (!names.contains(&start), !begins)
    };
    found.sort_by_key(far);
    found
}

impl App {
    /// Opens the list of commands, or closes it.
    pub(crate) fn toggle_palette(&mut self) {
        self.palette = Palette { open: !self.palette.open, ..Palette::default() };
    }

    /// Does what an entry of the list says.
    pub(crate) fn perform(&mut self, act: Act) {
        match act {
            Act::Key(command) => self.run_command(command),
            Act::Do(action) => self.actions.push(action),
            Act::Set(set) => set(self),
            Act::Brush(kind) => self.take_brush(kind),
            Act::Areals(kind) => self.take_areal_tool(kind),
            Act::Place(kind) => self.add_place(kind),
            Act::View(number) => self.go_to_bookmark(number),
            Act::ForgetView(number) => self.drop_bookmark(number),
            Act::Hide(part) => {
                let is_hidden = self.viewport.editing.hidden.contains(&part);
                self.viewport.hide(part, !is_hidden);
            }
            Act::Stop(stop) => {
                let camera = *self.viewport.camera();
                if let Some(mission) = &mut self.viewport.mission {
                    mission.go_to_stop(stop, &camera);
                }
            }
            Act::Overlay(which) => {
                let overlays = &mut self.viewport.view.overlays;
                *overlays = overlays.with(which, !overlays.has(which));
            }
        }
    }
}
