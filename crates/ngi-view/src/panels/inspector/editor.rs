//! What a field is changed with. It follows from the kind of the field.

use egui::{Checkbox, ComboBox, FontId, Id, Key, Rect, TextEdit, Ui, pos2, vec2};
use ngi_formats::schema::{Named, plain};
use ngi_verbs::pointers::Pointed;
use ngi_verbs::russian::meanings::meaning;

use super::Sheet;
use super::rows::{ROW, Shown};
use crate::Action;
use crate::document::{Control, Names, colour_text};
use crate::panels::widgets;

/// The font of values.
const FONT: FontId = FontId::monospace(12.0);

/// Draws the value of a row into a rectangle; `label` is the widget that names it.
pub(super) fn show(ui: &mut Ui, sheet: &mut Sheet<'_>, shown: &Shown, at: Rect, label: Id) {
    match shown.view.control {
        Control::Flag(flag) => check_box(ui, sheet, shown, flag, at, label),
        Control::Choice(names) if !is_typed(sheet, shown) => {
            choice(ui, sheet, shown, names, at, label);
        }
        Control::Slider { bounds, now, is_whole } => {
            let (front, rest) = at.split_left_right_at_fraction(0.5);
            let [least, most] = bounds;
            slider(ui, sheet, shown, (least..=most, now, is_whole), front, label);
            typed(ui, sheet, shown, rest, label);
        }
        Control::Colour(colour, fourth) => {
            let side = ROW - 9.0;
            let corner = pos2(at.left() + 2.0, at.center().y - side / 2.0);
            let spot = Rect::from_min_size(corner, vec2(side, side));
            swatch(ui, sheet, shown, (colour, fourth), spot, label);
            let rest = at.with_min_x(spot.right() + 4.0);
            typed(ui, sheet, shown, rest, label);
        }
        _ => {
            typed(ui, sheet, shown, at, label);
            names(ui, sheet, shown, at);
        }
    }
}

/// Whether a row is being typed into.
fn is_typed(sheet: &Sheet<'_>, shown: &Shown) -> bool {
    sheet.inspector.editing.as_ref().is_some_and(|(path, _)| *path == shown.path)
}

/// A place of its own for something that must not change the height of its row. Its id follows
/// from the path, so that what is open in it stays open wherever the row is.
fn place(ui: &mut Ui, shown: &Shown, at: Rect) -> Ui {
    let id = ui.make_persistent_id(("editor", &shown.path));
    let middle = egui::Layout::left_to_right(egui::Align::Center);
    let mut inside = ui.new_child(egui::UiBuilder::new().scope_id(id).max_rect(at).layout(middle));
    let spacing = inside.spacing_mut();
    spacing.interact_size.y = at.height() - 4.0;
    spacing.button_padding = vec2(4.0, 0.0);
    inside
}

fn edit(sheet: &mut Sheet<'_>, shown: &Shown, text: String) {
    sheet.inspector.selected = Some(shown.path.clone());
    sheet.actions.push(Action::Edit { field: shown.path.clone(), text });
}

/// Yes or no.
fn check_box(ui: &mut Ui, sheet: &mut Sheet<'_>, shown: &Shown, flag: bool, at: Rect, label: Id) {
    let mut now = flag;
    let mut inside = place(ui, shown, at.with_min_x(at.left() + 4.0));
    if inside.add(Checkbox::without_text(&mut now)).labelled_by(label).changed() {
        edit(sheet, shown, now.to_string());
    }
}

/// A list of what has names; whoever wants another number types it.
fn choice(ui: &mut Ui, sheet: &mut Sheet<'_>, shown: &Shown, names: Names, at: Rect, label: Id) {
    let text = |known: &Named| match shown.view.text.parse::<i64>() {
        Ok(_) => format!("{} ({})", known.shown(), known.value),
        // What is shown by its name alone has no number that anybody knows.
        Err(_) => known.shown().into_owned(),
    };
    let now = names.name();
    let typed_id = typed_id(ui, shown);
    let mut inside = place(ui, shown, at);
    inside.style_mut().override_font_id = Some(FONT);
    let combo = ComboBox::from_id_salt("choice")
        .width(at.width())
        .truncate()
        .selected_text(now.map_or_else(|| shown.view.text.clone(), text));
    let (mut chosen, mut other) = (None, false);
    let response = combo.show_ui(&mut inside, |ui| {
        for known in names.named {
            let option = ui.selectable_label(now == Some(known), text(known));
            if option.on_hover_text(meaning(plain(known.doc), sheet.language)).clicked() {
                chosen = Some(known);
            }
        }
        other = ui.selectable_label(now.is_none(), sheet.texts.other_value).clicked();
    });
    let response = response.response.labelled_by(label).on_hover_ui(|ui| {
        ui.label(meaning(shown.view.known.meaning.clone(), sheet.language));
    });
    if response.clicked() {
        sheet.inspector.selected = Some(shown.path.clone());
    }
    if let Some(known) = chosen.filter(|known| now != Some(*known)) {
        edit(sheet, shown, names.chosen(known));
    }
    if other {
        sheet.inspector.editing = Some((shown.path.clone(), names.now.to_string()));
        ui.memory_mut(|memory| memory.request_focus(typed_id));
    }
}

/// A colour that opens a picker. The fourth byte is no part of it and stays.
fn swatch(
    ui: &mut Ui,
    sheet: &mut Sheet<'_>,
    shown: &Shown,
    (colour, fourth): ([u8; 3], Option<u8>),
    spot: Rect,
    label: Id,
) {
    let mixing = &mut sheet.inspector.mixing;
    let own = mixing.as_ref().filter(|(path, _)| *path == shown.path);
    let mut mixed = own.map_or(colour, |(_, mixed)| *mixed);
    let mut inside = place(ui, shown, spot);
    inside.spacing_mut().interact_size = spot.size();
    if inside.color_edit_button_srgb(&mut mixed).labelled_by(label).changed() {
        *mixing = Some((shown.path.clone(), mixed));
    }
    // What is dragged through on the way is no change of its own.
    if ui.input(|input| input.pointer.any_down()) {
        return;
    }
    let mixed = mixing.take_if(|(path, _)| *path == shown.path);
    if let Some((_, mixed)) = mixed.filter(|(_, mixed)| *mixed != colour) {
        edit(sheet, shown, colour_text(mixed, fourth));
    }
}

/// A number between its bounds. What is slid through on the way is no change of its own.
fn slider(
    ui: &mut Ui,
    sheet: &mut Sheet<'_>,
    shown: &Shown,
    (range, now, is_whole): (std::ops::RangeInclusive<f64>, f64, bool),
    at: Rect,
    label: Id,
) {
    let sliding = &mut sheet.inspector.sliding;
    let own = sliding.as_ref().filter(|(path, _)| *path == shown.path);
    let mut slid = own.map_or(now, |(_, slid)| *slid);
    let mut inside = place(ui, shown, at);
    inside.spacing_mut().slider_width = (at.width() - 12.0).max(20.0);
    let slider = egui::Slider::new(&mut slid, range).show_value(false);
    let slider = if is_whole { slider.integer() } else { slider };
    let response = inside.add(slider).labelled_by(label);
    if response.changed() {
        *sliding = Some((shown.path.clone(), slid));
        let text = told(slid, is_whole);
        response.clone().on_hover_text(text);
    }
    // By mouse when it is let go, by keys at once.
    if response.is_pointer_button_down_on() {
        return;
    }
    let slid = sliding.take_if(|(path, _)| *path == shown.path);
    if let Some((_, slid)) = slid.filter(|(_, slid)| *slid != now) {
        edit(sheet, shown, told(slid, is_whole));
    }
}

/// A number as it is typed: three places are enough for a slider.
fn told(number: f64, is_whole: bool) -> String {
    match is_whole {
        true => format!("{number:.0}"),
        false => ((number * 1000.0).round() / 1000.0).to_string(),
    }
}

/// What a number or its bits are called, or what it counts, behind it.
fn names(ui: &Ui, sheet: &Sheet<'_>, shown: &Shown, at: Rect) {
    let view = &shown.view;
    let is_number = view.text.parse::<i64>().is_ok();
    let meant = match view.pointed.as_slice() {
        [one] => format!("{} {}", widgets::LEADS, meant(one)),
        _ => view.known.named.join(" "),
    };
    if meant.is_empty() || !is_number || is_typed(sheet, shown) {
        return;
    }
    let quiet = ui.visuals().weak_text_color();
    let number = ui.painter().layout_no_wrap(view.text.clone(), FONT, quiet).size().x;
    let rest = at.with_min_x(at.left() + number + 14.0);
    if rest.width() > ROW {
        widgets::cut_text(ui, rest, &meant, FontId::proportional(12.0), quiet);
    }
}

/// What a number means, in words: the name of it, else where it is.
pub(super) fn meant(pointed: &Pointed) -> &str {
    if pointed.name.is_empty() { &pointed.path } else { &pointed.name }
}

fn typed_id(ui: &Ui, shown: &Shown) -> Id {
    ui.make_persistent_id(("field", &shown.path))
}

/// The value as text. Enter or leaving it counts, Escape does not.
fn typed(ui: &mut Ui, sheet: &mut Sheet<'_>, shown: &Shown, at: Rect, label: Id) {
    let Shown { path, view, .. } = shown;
    let inspector = &mut *sheet.inspector;
    let fixed = view.control == Control::Fixed;
    let editing = inspector.editing.as_ref().filter(|(edited, _)| edited == path);
    let mut text = editing.map_or_else(|| view.text.clone(), |(_, text)| text.clone());
    let widget = TextEdit::singleline(&mut text)
        .id(typed_id(ui, shown))
        .font(FONT)
        .desired_width(at.width())
        .interactive(!fixed)
        .frame(egui::Frame::NONE)
        .text_color_opt(fixed.then(|| ui.visuals().weak_text_color()))
        .align(egui::Align2::LEFT_CENTER)
        .min_size(vec2(0.0, at.height()))
        .margin(egui::Margin::symmetric(4, 0));
    // In an own place, so that the rows keep their height.
    let middle = egui::Layout::left_to_right(egui::Align::Center);
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(at).layout(middle));
    let mut response = inside.add(widget).labelled_by(label);
    if response.hovered() && !response.has_focus() {
        let plain = egui::Color32::PLACEHOLDER;
        let whole = ui.painter().layout_no_wrap(view.text.clone(), FONT, plain).size().x;
        if whole > at.width() - 8.0 {
            response = response.on_hover_text(&view.text);
        }
    }
    if response.has_focus() || response.hovered() && !fixed {
        let quiet = ui.visuals().weak_text_color();
        let colour = if response.has_focus() { crate::style::ACCENT } else { quiet };
        let stroke = egui::Stroke::new(1.0, colour);
        ui.painter().rect_stroke(at.shrink(1.5), 3.0, stroke, egui::StrokeKind::Inside);
    }
    if response.gained_focus() {
        inspector.selected = Some(path.clone());
    }
    if response.changed() || response.gained_focus() {
        inspector.editing = Some((path.clone(), text.clone()));
    }
    if response.lost_focus() {
        let escaped = ui.input(|input| input.key_pressed(Key::Escape));
        let typed = inspector.editing.take_if(|(edited, _)| edited == path).is_some();
        if typed && !escaped && text != view.text {
            sheet.actions.push(Action::Edit { field: path.clone(), text });
        }
    }
}
