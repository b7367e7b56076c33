//! The two panels: the list of files on the left, details of the open file on the right.
//!
//! A wide window shows both, a smaller one the list only, a narrow one a panel at a time. Switches in
//! the bar show and hide them, and the choice is remembered.

use egui::{Panel, Ui};

use super::tools::Tip as _;
use super::{icons, inspector, tools, tree};
use crate::App;
use crate::shortcuts::Command;

/// Narrower than this, both sides would leave less than a third of the window for the picture.
const ROOM_FOR_BOTH: f32 = 700.0;
/// From this width on, a window shows both panels unless the user hid one.
const ROOMY: f32 = 1200.0;
/// How much of a narrow window a side takes, so that the picture stays in sight.
const SHARE: f32 = 0.6;
/// The least that a side is of use with.
const LEAST: f32 = 180.0;

/// A side of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The tree, on the left.
    Tree,
    /// Fields and findings, on the right.
    Fields,
}

/// Which side a narrow window shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unfolded {
    /// The tree until something of it is open, then neither. Neither for a game.
    #[default]
    AsNeeded,
    /// What was chosen; with `None` the picture has all the room.
    Chosen(Option<Side>),
}

/// Whether a window of this width shows one side at a time.
pub fn is_narrow(width: f32) -> bool {
    width < ROOM_FOR_BOTH
}

/// Draws the sides; the rest is the picture's.
pub fn show(app: &mut App, ui: &mut Ui) {
    let width = ui.available_width();
    if !is_narrow(width) {
        both(app, ui, width);
        return;
    }
    let size = (width * SHARE).max(LEAST.min(width));
    match unfolded(app) {
        Some(Side::Tree) => {
            let panel = Panel::left("tree, narrow").exact_size(size);
            panel.show(ui, |ui| tree::show(app, ui));
        }
        Some(Side::Fields) => {
            let panel = Panel::right("inspector, narrow").exact_size(size);
            panel.show(ui, |ui| inspector::show(app, ui));
        }
        None => {}
    }
}

fn both(app: &mut App, ui: &mut Ui, width: f32) {
    // In a small window the middle comes first.
    let (left, right) = ((width * 0.23).clamp(LEAST, 300.0), (width * 0.3).clamp(260.0, 412.0));
    if is_shown(app, Side::Tree, width) {
        let panel = Panel::left("tree").default_size(left).size_range(LEAST..=560.0);
        panel.show(ui, |ui| tree::show(app, ui));
    }
    if is_shown(app, Side::Fields, width) {
        let panel = Panel::right("inspector").default_size(right).size_range(260.0..=720.0);
        panel.show(ui, |ui| inspector::show(app, ui));
    }
}

/// Returns true if a window of this width shows a panel.
pub fn is_shown(app: &App, side: Side, width: f32) -> bool {
    if is_narrow(width) {
        return unfolded(app) == Some(side);
    }
    let panels = app.settings.panels;
    match side {
        Side::Tree => panels.tree.unwrap_or(true),
        Side::Fields => panels.details.unwrap_or(width >= ROOMY),
    }
}

/// Shows or hides a panel in a window of this width.
pub fn set_shown(app: &mut App, side: Side, width: f32, shown: bool) {
    if is_narrow(width) {
        app.unfolded = Unfolded::Chosen(shown.then_some(side));
        return;
    }
    let panels = &mut app.settings.panels;
    match side {
        Side::Tree => panels.tree = Some(shown),
        Side::Fields => panels.details = Some(shown),
    }
}

/// Draws the switch of a panel.
pub fn switch(app: &mut App, ui: &mut Ui, side: Side, width: f32) {
    let (icon, command) = match side {
        Side::Tree => (icons::PANEL_LEFT, Command::TogglePanel { right: false }),
        Side::Fields => (icons::PANEL_RIGHT, Command::TogglePanel { right: true }),
    };
    let on = is_shown(app, side, width);
    if tools::switch(ui, on, icon, command, app.texts()).clicked() {
        set_shown(app, side, width, !on);
    }
}

/// Two buttons that unfold a side of a narrow window, and fold it again.
pub fn switches(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let tips = texts.tips();
    let both = [(Side::Tree, texts.tree, tips.tree), (Side::Fields, texts.fields, tips.side)];
    for (side, name, tip) in both {
        let open = unfolded(app) == Some(side);
        if ui.selectable_label(open, name).tip(tip).clicked() {
            app.unfolded = Unfolded::Chosen((!open).then_some(side));
        }
    }
}

/// The side that a narrow window shows.
fn unfolded(app: &App) -> Option<Side> {
    match app.unfolded {
        Unfolded::Chosen(side) => side,
        Unfolded::AsNeeded => {
            // A start page has all the room: it leads to everything.
            let is_tree = app.place.is_some() && app.selected.is_none() && !app.parts.home.is_game;
            is_tree.then_some(Side::Tree)
        }
    }
}

impl App {
    /// Shows or hides a panel, as its key does.
    pub(crate) fn toggle_panel(&mut self, side: Side) {
        let width = self.window().content_rect().width();
        let shown = is_shown(self, side, width);
        set_shown(self, side, width, !shown);
    }

    /// Shows a panel that the user asked for.
    pub(crate) fn show_panel(&mut self, side: Side) {
        let width = self.window().content_rect().width();
        if !is_shown(self, side, width) {
            set_shown(self, side, width, true);
        }
    }
}
