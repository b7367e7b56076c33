//! Below an areal map: what a click does to areals.

use egui::{DragValue, Ui};

use super::place;
use crate::editing::{ArealKind, Request};
use crate::panels::tools::{Tip as _, with_key};
use crate::shortcuts::Command;
use crate::texts::Texts;
use crate::{Action, App};

/// Sizes that the brush may have, in units of the world.
const RADII: std::ops::RangeInclusive<f32> = 0.0..=500.0;

/// Draws the line.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.toggle_value(&mut app.viewport.editing.on, texts.edit)
            .tip(with_key(texts.edit_areals_hover, Command::Edit));
        if !app.viewport.editing.on {
            return;
        }
        let tool = &mut app.viewport.editing.areals;
        for kind in ArealKind::ALL {
            let response = ui.selectable_label(tool.kind == kind, (kind.words())(texts));
            if response.tip(told(kind, texts)).clicked() {
                tool.choose(kind);
            }
        }
        ui.separator();
        match tool.kind {
            ArealKind::Paint => brush(app, ui),
            ArealKind::Corners => corner(app, ui),
            ArealKind::Split | ArealKind::Join => {
                ui.weak(told(tool.kind, texts));
            }
        }
    });
    ui.add_space(2.0);
}

/// What is to be done with the mouse.
fn told(kind: ArealKind, texts: &Texts) -> &'static str {
    match kind {
        ArealKind::Corners => texts.areal_corners_hover,
        ArealKind::Split => texts.areal_split_hover,
        ArealKind::Join => texts.areal_join_hover,
        ArealKind::Paint => texts.areal_paint_hover,
    }
}

fn brush(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let tool = &mut app.viewport.editing.areals;
    let label = ui.label(texts.areal_class).id;
    ui.add(DragValue::new(&mut tool.class).speed(0.1)).labelled_by(label).tip(tips.class);
    ui.checkbox(&mut tool.walkable, texts.areal_walkable).tip(tips.walkable);
    let label = ui.label(texts.brush_radius).id;
    let radius = DragValue::new(&mut tool.radius).range(RADII).speed(0.5);
    ui.add(radius).labelled_by(label).tip(tips.radius);
}

/// The numbers of the selected corner, and one more corner.
fn corner(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(areal) = app.viewport.outlined_part else {
        ui.weak(texts.areal_corners_hover);
        return;
    };
    let editing = &mut app.viewport.editing;
    let own = editing.areals.corner;
    let stored = own.and_then(|own| Some((own, *editing.areals.shape(areal)?.polygon.get(own)?)));
    if let Some((own, at)) = stored {
        let field = format!("areals[{areal}].polygon[{own}]");
        let typed = &mut editing.typed_place;
        if let Some(fields) = place::numbers(ui, typed, place::PLACE, (&field, at)) {
            app.actions.push(Action::Change(Request::Set(fields)));
        }
    }
    let more = app.corner_of_areal();
    let button = ui.add_enabled(more.is_some(), egui::Button::new(texts.add_corner));
    if button.tip(texts.areal_more_hover).clicked() {
        app.actions.extend(more.map(Action::Change));
    }
}
