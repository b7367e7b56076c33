//! What a field is changed with. It follows from the kind of the field.

use egui::{Color32, FontId, Key, Rect, TextEdit, Ui, pos2, vec2};

use super::rows::{ROW, Sheet, Shown};
use crate::Action;
use crate::document::Control;

/// Draws the value of a row into a rectangle; `label` is the widget that names it.
pub(super) fn show(ui: &mut Ui, sheet: &mut Sheet<'_>, shown: &Shown, at: Rect, label: egui::Id) {
    let mut at = at;
    if let Control::Colour([red, green, blue], _) = shown.view.control {
        let side = ROW - 9.0;
        let spot =
            Rect::from_min_size(pos2(at.left(), at.center().y - side / 2.0), vec2(side, side));
        ui.painter().rect_filled(spot, 3.0, Color32::from_rgb(red, green, blue));
        at.min.x += side + 5.0;
    }
    typed(ui, sheet, shown, at, label);
}

/// The value as text. Enter or leaving it counts, Escape does not.
fn typed(ui: &mut Ui, sheet: &mut Sheet<'_>, shown: &Shown, at: Rect, label: egui::Id) {
    let Shown { path, view, .. } = shown;
    let inspector = &mut *sheet.inspector;
    let fixed = view.control == Control::Fixed;
    let editing = inspector.editing.as_ref().filter(|(edited, _)| edited == path);
    let mut text = editing.map_or_else(|| view.text.clone(), |(_, text)| text.clone());
    let widget = TextEdit::singleline(&mut text)
        .id(ui.make_persistent_id(("field", path)))
        .font(FontId::monospace(12.0))
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
    let response = inside.add(widget).labelled_by(label);
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
