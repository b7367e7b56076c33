//! The two sides: beside the picture where there is room for both, one at a time where there is not.

use egui::{Panel, Ui};

use super::tools::Tip as _;
use super::{inspector, tree};
use crate::App;

/// Narrower than this, both sides would leave less than a third of the window for the picture.
const ROOM_FOR_BOTH: f32 = 700.0;
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
    let (left, right) = ((width * 0.23).clamp(LEAST, 300.0), (width * 0.29).clamp(260.0, 380.0));
    let panel = Panel::left("tree").default_size(left).size_range(LEAST..=560.0);
    panel.show(ui, |ui| tree::show(app, ui));
    let panel = Panel::right("inspector").default_size(right).size_range(260.0..=720.0);
    panel.show(ui, |ui| inspector::show(app, ui));
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
