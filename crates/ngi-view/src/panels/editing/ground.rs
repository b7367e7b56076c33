//! Below a landscape: the brush, the water, a new mission.

use egui::{ComboBox, Context, DragValue, TextEdit, Ui};

use crate::editing::{BrushKind, Number, Request, ground};
use crate::panels::tools::{Tip as _, with_key};
use crate::shortcuts::Command;
use crate::{Action, App};

/// Draws the line.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.toggle_value(&mut app.viewport.editing.on, texts.edit)
            .tip(with_key(texts.edit_ground_hover, Command::Edit));
        if app.viewport.editing.on {
            brush(app, ui);
            ui.separator();
            water(app, ui);
            slopes(app, ui);
            ui.separator();
        }
        if ui.button(texts.new_mission).tip(texts.new_mission_hover).clicked() {
            app.ask_for_mission();
        }
    });
    if let Some(why) = app.viewport.editing.ground.trouble.clone() {
        ui.colored_label(crate::style::error(ui), texts.error(&why));
    }
    ui.add_space(2.0);
    ask_for_title(app, ui.ctx());
}

fn brush(app: &mut App, ui: &mut Ui) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let tool = &mut app.viewport.editing.ground;
    for kind in BrushKind::ALL {
        ui.selectable_value(&mut tool.kind, kind, (kind.words())(texts)).tip((kind.tip())(texts));
    }
    let label = ui.label(texts.brush_radius).id;
    let radius = DragValue::new(&mut tool.radius).range(ground::RADII).speed(0.5);
    ui.add(radius).labelled_by(label).tip(tips.radius);
    if tool.kind.has_strength() {
        let label = ui.label(texts.brush_strength).id;
        let mut percent = tool.strength * 100.0;
        let field = DragValue::new(&mut percent).range(2.0..=100.0).suffix(" %").max_decimals(0);
        if ui.add(field).labelled_by(label).tip(tips.strength).changed() {
            tool.strength = percent / 100.0;
        }
    }
    if tool.kind == BrushKind::SetHeight {
        let label = ui.label(texts.brush_height).id;
        ui.add(DragValue::new(&mut tool.height).speed(0.1)).labelled_by(label).tip(tips.height);
    }
    if tool.kind == BrushKind::Blend {
        let label = ui.label(texts.brush_share).id;
        let share = DragValue::new(&mut tool.share).range(0.0..=1.0).speed(0.01);
        ui.add(share).labelled_by(label).tip(tips.share);
    }
    if tool.kind.paints() {
        let own = tool.materials.get(usize::from(tool.row)).cloned().unwrap_or_default();
        let combo = ComboBox::from_id_salt("ground material").width(110.0);
        let label = ui.label(texts.picked_material).id;
        let combo = combo.selected_text(format!("{} {own}", tool.row));
        let response = combo.show_ui(ui, |ui| {
            // Row 0 is the footing of buildings.
            for (row, name) in (0u8..=254).zip(&tool.materials).skip(1) {
                ui.selectable_value(&mut tool.row, row, format!("{row} {name}"));
            }
        });
        response.response.labelled_by(label).tip(tips.material);
    }
}

/// The level of the liquid, where there is one.
fn water(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(level) = app.viewport.water_level() else { return };
    let typed = app.viewport.editing.ground.water;
    let mut new = typed.unwrap_or(level);
    let label = ui.label(texts.water_level).id;
    let response = ui.add(DragValue::new(&mut new).speed(0.05)).labelled_by(label);
    let response = response.tip(texts.tips().water);
    app.desk.give_cursor(Number::Water, &response);
    if response.changed() {
        app.viewport.editing.ground.water = Some(new);
    }
    if response.drag_stopped() || response.lost_focus() {
        let typed = app.viewport.editing.ground.water.take();
        if let Some(new) = typed.filter(|new| *new != level) {
            app.actions.push(Action::Change(Request::Water(new)));
        }
    }
}

/// From which slope on areals are not walked on.
fn slopes(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let tool = &mut app.viewport.editing.ground;
    let before = tool.steepest();
    ui.checkbox(&mut tool.minds_slopes, texts.minds_slopes).tip(texts.minds_slopes_hover);
    let field = DragValue::new(&mut tool.slope).range(ground::SLOPES).suffix("°").max_decimals(0);
    let response = ui.add_enabled(tool.minds_slopes, field).tip(texts.minds_slopes_hover);
    let is_other = tool.steepest() != before;
    app.desk.give_cursor(Number::Slope, &response);
    if is_other {
        app.areals_follow_again();
    }
}

/// Asks what a new mission shall be called.
fn ask_for_title(app: &mut App, ctx: &Context) {
    let Some(mut title) = app.desk.title.take() else { return };
    let texts = app.texts();
    let mut answer = None;
    egui::Modal::new(egui::Id::unique("new mission")).show(ctx, |ui| {
        ui.set_max_width(360.0);
        ui.heading(texts.new_mission);
        ui.add_space(6.0);
        ui.label(texts.mission_hint);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let label = ui.label(texts.mission_title).id;
            ui.add(TextEdit::singleline(&mut title)).labelled_by(label);
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button(texts.create).tip(texts.tips().create).clicked() {
                answer = Some(true);
            }
            if ui.button(texts.cancel).tip(texts.tips().cancel).clicked() {
                answer = Some(false);
            }
        });
    });
    match answer {
        Some(true) => app.actions.push(Action::Change(Request::NewMission(title))),
        Some(false) => {}
        None => app.desk.title = Some(title),
    }
}
