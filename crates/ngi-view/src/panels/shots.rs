//! The dialog of a picture.

use egui::{ComboBox, DragValue, Grid, Ui};

use super::tools::Tip as _;
use crate::parts::dialog::{Choice, Dialog, Reply};
use crate::shots::{MOST_SIDE, MOST_TURNS, SIZES, Shot};
use crate::texts::Texts;
use crate::{Action, App};

/// Draws it, if it is open.
pub fn show(app: &mut App, ctx: &egui::Context) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let Some(mut shot) = app.shots.dialog else { return };
    let window_size = app.viewport.view.size;
    let ready = app.hand_out_job.is_none();
    let choices = [
        Choice::new(texts.shot_do, tips.shot_do).enabled(ready),
        Choice::new(texts.cancel, tips.cancel),
    ];
    let dialog = Dialog::new("screenshot", texts.shot_title, texts);
    let reply = dialog.show(ctx, &choices, |ui| {
        Grid::new("shot").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
            size(ui, &mut shot, window_size, texts);
            turntable(ui, &mut shot, texts);
        });
        ui.checkbox(&mut shot.transparent, texts.shot_transparent).tip(tips.shot_transparent);
        ui.checkbox(&mut shot.overlays, texts.shot_overlays).tip(texts.shot_overlays_hover);
    });
    app.shots.dialog = reply.is_none().then_some(shot);
    if reply == Some(Reply::Button(0)) {
        app.actions.push(Action::Shoot(shot));
    }
}

fn size(ui: &mut Ui, shot: &mut Shot, window: [u32; 2], texts: &Texts) {
    let label = ui.label(texts.shot_size).id;
    ui.horizontal(|ui| {
        let [width, height] = &mut shot.size;
        for (side, name) in [(width, texts.shot_width), (height, texts.shot_height)] {
            let value = DragValue::new(side).range(1..=MOST_SIDE);
            ui.add(value).tip(name).labelled_by(label);
        }
        let shown = |[width, height]: [u32; 2]| format!("{width} × {height}");
        let combo = ComboBox::from_id_salt("shot size").selected_text(texts.shot_sizes);
        let response = combo.show_ui(ui, |ui| {
            let as_window = format!("{}: {}", texts.shot_as_window, shown(window));
            ui.selectable_value(&mut shot.size, window, as_window);
            for size in SIZES {
                ui.selectable_value(&mut shot.size, size, shown(size));
            }
        });
        response.response.tip(texts.tips().shot_sizes);
    });
    ui.end_row();
}

fn turntable(ui: &mut Ui, shot: &mut Shot, texts: &Texts) {
    ui.label(texts.shot_what);
    ui.horizontal(|ui| {
        ui.radio_value(&mut shot.turntable, false, texts.shot_one).tip(texts.tips().shot_one);
        ui.radio_value(&mut shot.turntable, true, texts.shot_turntable)
            .tip(texts.shot_turntable_hover);
    });
    ui.end_row();
    if shot.turntable {
        let label = ui.label(texts.shot_count).id;
        ui.add(DragValue::new(&mut shot.count).range(2..=MOST_TURNS)).labelled_by(label);
        ui.end_row();
        let label = ui.label(texts.export_fps).id;
        ui.add(DragValue::new(&mut shot.fps).range(1..=60)).labelled_by(label);
        ui.end_row();
    }
}
