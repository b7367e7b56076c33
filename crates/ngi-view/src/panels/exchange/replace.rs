//! The dialog of a file that takes the place of what is open.

use std::path::Path;

use egui::{ComboBox, DragValue, Grid, TextEdit, Ui};
use ngi_convert::Resize;
use ngi_formats::kinds::{self, FileKind};
use ngi_formats::texm::PixelFormat;

use crate::caption::pixel_format;
use crate::exchange::ReplaceDialog;
use crate::panels::tools::Tip as _;
use crate::parts::dialog::{Choice, Dialog, Reply};
use crate::texts::Texts;
use crate::{Action, App, platform};

/// The pixel formats of textures, as `ngi import --pixels` takes them.
const PIXELS: [u32; 7] = [0, 565, 556, 4444, 88, 888, 8888];

/// Draws it, if it is open.
pub fn show(app: &mut App, ctx: &egui::Context) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let (Some(mut chosen), Some(kind)) = (app.exchange.replace.take(), app.open_kind()) else {
        return;
    };
    let path = app.selected.clone().unwrap_or_default();
    let mut choose = false;
    let able = platform::can_replace(kind, Path::new(chosen.file.trim()));
    let (name, tip) = match chosen.into {
        true => (texts.import_do, texts.import_into_hover),
        false => (texts.replace_do, tips.import_do),
    };
    let choices = [Choice::new(name, tip).enabled(able), Choice::new(texts.cancel, tips.cancel)];
    let dialog = Dialog::new("import", texts.replace_title, texts).width(500.0);
    let reply = dialog.show(ctx, &choices, |ui| {
        ui.strong(&path);
        ui.add_space(6.0);
        Grid::new("replace").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
            choose = file(ui, &mut chosen, texts);
            options(ui, &mut chosen, kind, texts);
        });
        ui.checkbox(&mut chosen.into, texts.import_into).tip(texts.import_into_hover);
    });
    let done = reply == Some(Reply::Button(0));
    app.exchange.replace = Some(chosen).filter(|_| reply.is_none() || done);
    if choose {
        app.actions.push(Action::ChooseDestination);
    }
    if done {
        app.actions.push(Action::ReplaceAsChosen);
    }
}

fn file(ui: &mut Ui, chosen: &mut ReplaceDialog, texts: &Texts) -> bool {
    let label = ui.label(texts.replace_file).id;
    let choose = ui
        .horizontal(|ui| {
            let edit = TextEdit::singleline(&mut chosen.file).desired_width(240.0);
            ui.add(edit).labelled_by(label);
            ui.button(texts.choose).tip(texts.tips().choose_file).clicked()
        })
        .inner;
    ui.end_row();
    choose
}

fn options(ui: &mut Ui, chosen: &mut ReplaceDialog, kind: &FileKind, texts: &Texts) {
    match kind {
        _ if kind == &kinds::TEXTURE => texture(ui, chosen, texts),
        _ if kind == &kinds::SOUND => {
            ui.label("");
            ui.checkbox(&mut chosen.how.adpcm, texts.import_adpcm).tip(texts.tips().import_adpcm);
            ui.end_row();
        }
        _ if kind == &kinds::MODEL => {
            ui.label("");
            ui.checkbox(&mut chosen.how.make_lods, texts.import_lods).tip(texts.tips().import_lods);
            ui.end_row();
        }
        _ => {}
    }
}

fn texture(ui: &mut Ui, chosen: &mut ReplaceDialog, texts: &Texts) {
    let (how, tips) = (&mut chosen.how, texts.tips());
    let label = ui.label(texts.import_pixels).id;
    let told = |pixels: Option<u32>| match pixels {
        None => texts.import_as_is.to_owned(),
        Some(pixels) => pixel_format(PixelFormat(pixels), texts),
    };
    let combo = ComboBox::from_id_salt("pixels").selected_text(told(how.pixels));
    let response = combo.show_ui(ui, |ui| {
        for pixels in std::iter::once(None).chain(PIXELS.map(Some)) {
            ui.selectable_value(&mut how.pixels, pixels, told(pixels));
        }
    });
    response.response.labelled_by(label).tip(tips.import_pixels);
    ui.end_row();
    let label = ui.label(texts.import_levels).id;
    let mut levels = how.levels.unwrap_or_default();
    let drag = DragValue::new(&mut levels).range(0..=12).speed(0.05);
    if ui.add(drag).labelled_by(label).tip(texts.import_levels_hover).changed() {
        how.levels = Some(levels).filter(|levels| *levels > 0);
    }
    ui.end_row();
    ui.label("");
    let mut powers = how.resize == Some(Resize::PowersOfTwo);
    if ui.checkbox(&mut powers, texts.import_powers).tip(tips.import_powers).changed() {
        how.resize = powers.then_some(Resize::PowersOfTwo);
    }
    ui.end_row();
    ui.label("");
    ui.checkbox(&mut how.dither, texts.import_dither).tip(tips.import_dither);
    ui.end_row();
}
