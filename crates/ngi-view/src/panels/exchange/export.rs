//! The dialog of an export.

use egui::{ComboBox, DragValue, Grid, TextEdit, Ui};
use ngi_convert::{Axes, FRAMES_PER_SECOND, Mip, Which};
use ngi_formats::kinds::{self, FileKind};

use crate::exchange::ExportDialog;
use crate::panels::tools::Tip as _;
use crate::parts::dialog::{Choice, Dialog, Reply};
use crate::texts::Texts;
use crate::{Action, App};

/// More levels and stages nothing has.
const MOST: u32 = 15;

/// Draws it, if it is open.
pub fn show(app: &mut App, ctx: &egui::Context) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let Some(mut chosen) = app.exchange.export.take() else { return };
    let mut choose = false;
    let ready = !chosen.name.trim().is_empty() && !chosen.folder.trim().is_empty();
    let choices = [
        Choice::new(texts.export_do, tips.export_do).enabled(ready && app.exchange.job.is_none()),
        Choice::new(texts.cancel, tips.cancel),
    ];
    let dialog = Dialog::new("export", texts.export_title, texts).width(500.0);
    let reply = dialog.show(ctx, &choices, |ui| {
        ui.strong(shown_path(&chosen, texts));
        ui.add_space(6.0);
        what(ui, &mut chosen, texts);
        Grid::new("export").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
            format(ui, &mut chosen, texts);
            options(ui, &mut chosen, texts);
            choose = destination(ui, &mut chosen, texts);
        });
        ui.checkbox(&mut chosen.force, texts.export_force).tip(tips.export_force);
        ui.add_space(4.0);
        ui.add(egui::Label::new(egui::RichText::new(chosen.command()).monospace().weak()).wrap());
    });
    let done = reply == Some(Reply::Button(0));
    app.exchange.export = Some(chosen).filter(|_| reply.is_none() || done);
    if choose {
        app.actions.push(Action::ChooseDestination);
    }
    if done {
        app.actions.push(Action::ExportAsChosen);
    }
}

fn shown_path<'a>(chosen: &'a ExportDialog, texts: &'a Texts) -> &'a str {
    if chosen.path.is_empty() { texts.of_everything } else { &chosen.path }
}

/// The thing itself, or everything below it.
fn what(ui: &mut Ui, chosen: &mut ExportDialog, texts: &Texts) {
    if !chosen.is_full {
        return;
    }
    let mut whole = chosen.whole;
    ui.horizontal(|ui| {
        let tips = texts.tips();
        ui.radio_value(&mut whole, true, texts.export_whole).tip(tips.whole);
        ui.add_enabled_ui(!chosen.path.is_empty(), |ui| {
            ui.radio_value(&mut whole, false, texts.export_one).tip(tips.one);
        });
    });
    ui.add_space(4.0);
    if whole != chosen.whole {
        chosen.set_whole(whole);
    }
}

fn format(ui: &mut Ui, chosen: &mut ExportDialog, texts: &Texts) {
    let label = ui.label(texts.export_format).id;
    let told = |suffix: &str, kind: Option<&FileKind>| match suffix {
        "" => texts.export_usual.to_owned(),
        suffix => match texts.formats().of_suffix(kind, suffix) {
            "" => format!(".{suffix}"),
            known => format!(".{suffix} — {known}"),
        },
    };
    let now = told(&chosen.suffix, chosen.kind);
    let combo = ComboBox::from_id_salt("export format").width(300.0).truncate();
    let response = combo.selected_text(now).show_ui(ui, |ui| {
        for suffix in chosen.suffixes() {
            let text = told(suffix, chosen.kind);
            ui.selectable_value(&mut chosen.suffix, suffix.to_owned(), text);
        }
    });
    response.response.labelled_by(label).tip(texts.tips().export_format);
    ui.end_row();
}

/// Whether an option matters for what is chosen.
fn of(chosen: &ExportDialog, kinds: &[&FileKind], suffixes: &[&str]) -> bool {
    let suffix = chosen.suffix.as_str();
    let kind = chosen.kind.is_some_and(|kind| kinds.contains(&kind));
    (chosen.whole || kind) && (suffixes.contains(&suffix) || chosen.whole && suffix.is_empty())
}

fn options(ui: &mut Ui, chosen: &mut ExportDialog, texts: &Texts) {
    if chosen.whole {
        let label = ui.label(texts.export_only).id;
        let edit = TextEdit::singleline(&mut chosen.only).hint_text("msh texm MAT0");
        ui.add(edit.desired_width(300.0)).labelled_by(label);
        ui.end_row();
    }
    let meshes = ["glb", "gltf", "obj"];
    let shaped = [&kinds::MODEL, &kinds::LANDSCAPE];
    if of(chosen, &shaped, &meshes) {
        which(ui, [texts.export_level, texts.export_levels], &mut chosen.options.lod, texts);
    }
    if of(chosen, &[&kinds::MODEL], &meshes) {
        which(ui, [texts.export_stage, texts.export_stages], &mut chosen.options.stage, texts);
        moment(ui, chosen, texts);
    }
    if of(chosen, &[&kinds::MODEL, &kinds::LANDSCAPE, &kinds::AREALS], &meshes) {
        axes(ui, chosen, texts);
    }
    if of(chosen, &[&kinds::TEXTURE], &["png", "dds"]) {
        mips(ui, &mut chosen.options.mip, texts);
    }
    if of(chosen, &[&kinds::MISSION], &["glb", "gltf"]) {
        ui.label("");
        ui.checkbox(&mut chosen.options.instances, texts.export_instances)
            .tip(texts.tips().export_instances);
        ui.end_row();
        ui.label("");
        ui.checkbox(&mut chosen.options.sky, texts.export_sky).tip(texts.tips().export_sky);
        ui.end_row();
    }
}

/// A number, or every one.
fn which(ui: &mut Ui, [name, all]: [&str; 2], chosen: &mut Which, texts: &Texts) {
    let label = ui.label(name).id;
    ui.horizontal(|ui| {
        let mut number = chosen.number().unwrap_or_default();
        let mut every = *chosen == Which::All;
        let drag = DragValue::new(&mut number).range(0..=MOST).speed(0.05);
        let response = ui.add_enabled(!every, drag).labelled_by(label);
        if response.changed() {
            *chosen = if number == 0 { Which::Usual } else { Which::One(number) };
        }
        if ui.checkbox(&mut every, all).tip(texts.tips().all_of).changed() {
            *chosen = if every { Which::All } else { Which::Usual };
        }
    });
    ui.end_row();
}

/// The pose, and the rate of the animation.
fn moment(ui: &mut Ui, chosen: &mut ExportDialog, texts: &Texts) {
    let options = &mut chosen.options;
    let label = ui.label(texts.export_frame).id;
    ui.horizontal(|ui| {
        let mut posed = options.frame.is_some();
        let check = ui.checkbox(&mut posed, "").labelled_by(label);
        if check.tip(texts.tips().export_frame).changed() {
            options.frame = posed.then_some(0.0);
        }
        if let Some(frame) = &mut options.frame {
            ui.add(DragValue::new(frame).speed(0.1).prefix(texts.export_frame_number));
            ui.checkbox(&mut options.animations, texts.export_animations)
                .tip(texts.tips().export_animations);
        }
    });
    ui.end_row();
    let label = ui.label(texts.export_fps).id;
    let mut fps = options.fps.unwrap_or(FRAMES_PER_SECOND);
    let drag = DragValue::new(&mut fps).range(1.0..=240.0).speed(0.2);
    if ui.add(drag).labelled_by(label).changed() {
        options.fps = Some(fps);
    }
    ui.end_row();
}

fn axes(ui: &mut Ui, chosen: &mut ExportDialog, texts: &Texts) {
    let axes = &mut chosen.options.axes;
    ui.label(texts.export_axes);
    ui.horizontal(|ui| {
        for (choice, name) in
            [(None, texts.export_axes_usual), (Some(Axes::ZUp), "Z"), (Some(Axes::YUp), "Y")]
        {
            ui.selectable_value(axes, choice, name).tip(texts.tips().export_axes);
        }
    });
    ui.end_row();
}

fn mips(ui: &mut Ui, mip: &mut Mip, texts: &Texts) {
    let label = ui.label(texts.export_mip).id;
    ui.horizontal(|ui| {
        let mut level = if let Mip::Level(level) = *mip { level } else { 0 };
        let mut every = *mip == Mip::All;
        let drag = DragValue::new(&mut level).range(0..=MOST).speed(0.05);
        if ui.add_enabled(!every, drag).labelled_by(label).changed() {
            *mip = if level == 0 { Mip::Usual } else { Mip::Level(level) };
        }
        if ui.checkbox(&mut every, texts.export_levels).tip(texts.tips().all_of).changed() {
            *mip = if every { Mip::All } else { Mip::Usual };
        }
    });
    ui.end_row();
}

/// Folder and name; says whether the folder is to be chosen with the system's dialog.
fn destination(ui: &mut Ui, chosen: &mut ExportDialog, texts: &Texts) -> bool {
    let label = ui.label(texts.export_folder).id;
    let choose = ui
        .horizontal(|ui| {
            let edit = TextEdit::singleline(&mut chosen.folder).desired_width(220.0);
            ui.add(edit).labelled_by(label);
            ui.button(texts.choose).tip(texts.tips().choose_folder).clicked()
        })
        .inner;
    ui.end_row();
    let label = ui.label(texts.export_name).id;
    let edit = TextEdit::singleline(&mut chosen.name).desired_width(220.0);
    ui.add(edit).labelled_by(label);
    ui.end_row();
    choose
}
