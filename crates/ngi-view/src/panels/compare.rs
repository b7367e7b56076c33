//! What is open and what it is compared with, side by side, and what differs.

use egui::{Align2, Color32, FontId, Panel, Rect, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2};
use ngi_verbs::diff::{Difference, Wording};

use super::tools::Tip as _;
use super::widgets;
use crate::compare::{Compare, line};
use crate::texts::Texts;
use crate::{Action, App, style};

/// Height of a row of the list.
const ROW: f32 = 20.0;
/// Room between the pictures.
const GAP: f32 = 2.0;

/// Draws it. The app hands itself over without what is compared, and gets it back.
pub fn show(app: &mut App, ui: &mut Ui, compare: &mut Compare, typing: bool) {
    let texts = app.texts();
    Panel::top("compared").show(ui, |ui| bar(app, ui, compare));
    let has_picture = app.viewport.has_scene();
    if has_picture {
        let height = (ui.available_height() * 0.28).clamp(60.0, 200.0);
        let panel = Panel::bottom("differences").resizable(true).default_size(height);
        panel.show(ui, |ui| list(app, ui, compare));
        pictures(app, ui, compare, typing, texts);
    } else {
        list(app, ui, compare);
    }
}

fn bar(app: &mut App, ui: &mut Ui, compare: &Compare) {
    let texts = app.texts();
    ui.horizontal(|ui| {
        if ui.button(texts.compare_close).tip(texts.tips().compare_close).clicked() {
            app.actions.push(Action::Compare(None));
        }
        ui.separator();
        match &compare.error {
            Some(why) => drop(ui.colored_label(style::error(ui), texts.error(why))),
            None if compare.is_busy() => drop(ui.spinner()),
            None if compare.is_same() => drop(ui.strong(texts.compare_same)),
            None => {
                let count = compare.differences.len() + compare.more;
                ui.colored_label(style::warning(ui), format!("{} {count}", texts.compare_found));
            }
        }
        if let Some((_, pixels)) = &compare.picture {
            ui.weak(format!("{} {pixels}", texts.compare_pixels));
        }
        if !compare.marks.parts.is_empty() {
            ui.weak(format!("{} {}", texts.compare_parts, compare.marks.parts.len()));
        }
    });
}

/// The two pictures; of textures a third one between them, with what differs.
fn pictures(app: &mut App, ui: &mut Ui, compare: &mut Compare, typing: bool, texts: &Texts) {
    let room = ui.available_rect_before_wrap();
    let third = compare.picture.as_ref().map(|(texture, _)| texture.clone());
    let count = if third.is_some() { 3.0 } else { 2.0 };
    let width = (room.width() - GAP * (count - 1.0)) / count;
    let column = |number: f32| {
        let left = room.left() + (width + GAP) * number;
        Rect::from_min_max(pos2(left, room.top()), pos2(left + width, room.bottom()))
    };
    let within = |ui: &mut Ui, rect: Rect| ui.new_child(UiBuilder::new().max_rect(rect));
    let left = column(0.0);
    app.viewport.ui(&mut within(ui, left), typing, texts);
    let parts = || compare.marks.parts.iter().copied();
    app.viewport.mark_parts(ui, left, parts());
    let right = column(count - 1.0);
    compare.viewport.follow(&app.viewport);
    // Keys move the camera once, not twice.
    compare.viewport.ui(&mut within(ui, right), true, texts);
    compare.viewport.mark_parts(ui, right, parts());
    if *compare.viewport.camera() != *app.viewport.camera() {
        app.viewport.look_as(*compare.viewport.camera());
        ui.ctx().request_repaint();
    }
    if let Some(texture) = third {
        let middle = column(1.0);
        ui.painter().rect_filled(middle, 0.0, ui.visuals().extreme_bg_color);
        let scale = (middle.width() / texture.size_vec2().x.max(1.0))
            .min(middle.height() / texture.size_vec2().y.max(1.0));
        let rect = Rect::from_center_size(middle.center(), texture.size_vec2() * scale * 0.94);
        egui::Image::new((texture.id(), rect.size())).paint_at(ui, rect);
        caption(ui, middle, texts.compare_difference);
    }
    caption(ui, left, texts.compare_here);
    caption(ui, right, &compare.title);
    if compare.is_busy() {
        within(ui, Rect::from_center_size(right.center(), vec2(24.0, 24.0))).spinner();
    }
}

/// What a picture is of, at its upper edge.
fn caption(ui: &Ui, rect: Rect, text: &str) {
    let painter = ui.painter().with_clip_rect(rect);
    let font = FontId::proportional(12.5);
    let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::WHITE);
    // The end of a long path says more than its beginning.
    let most = rect.width() - 24.0;
    let size = vec2(galley.size().x.min(most), galley.size().y);
    let frame = Align2::CENTER_TOP.anchor_size(rect.center_top() + vec2(0.0, 8.0), size);
    painter.rect_filled(frame.expand2(vec2(6.0, 3.0)), 4.0, Color32::from_black_alpha(170));
    let at = pos2(frame.right() - galley.size().x, frame.top());
    painter.with_clip_rect(frame).galley(at, galley, Color32::WHITE);
}

fn list(app: &mut App, ui: &mut Ui, compare: &Compare) {
    let texts = app.texts();
    if compare.is_same() {
        widgets::nothing(ui, texts.compare_same);
    }
    let more = usize::from(compare.more > 0);
    let count = compare.differences.len();
    let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("differences");
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_rows(ui, ROW, count + more, |ui, range| {
        for place in range {
            match compare.differences.get(place).zip(compare.wordings.get(place)) {
                Some((difference, wording)) => row(app, ui, difference, wording),
                None => drop(ui.weak(format!("… {}", compare.more))),
            }
        }
    });
}

/// A click leads to the field, or to what lies in an archive or a folder.
fn row(app: &mut App, ui: &mut Ui, difference: &Difference, wording: &Wording) {
    let text = line(wording, app.texts().about());
    let (rect, response) = widgets::row(ui, ROW, false, &text);
    let colour = ui.visuals().text_color();
    widgets::cut_text(ui, rect.shrink2(vec2(8.0, 0.0)), &text, FontId::proportional(13.0), colour);
    if response.clicked()
        && let Some(current) = &app.current
    {
        let path = current.path.clone();
        let action = match difference.path.is_empty() {
            true => Action::Reveal { path, field: difference.field.clone() },
            false => Action::Select(format!("{path}/{}", difference.path)),
        };
        app.actions.push(action);
    }
    let place = match (difference.path.is_empty(), difference.field.is_empty()) {
        (true, _) => difference.field.clone(),
        (false, true) => difference.path.clone(),
        (false, false) => format!("{} {}", difference.path, difference.field),
    };
    response.on_hover_ui(|ui| {
        ui.label(&text);
        ui.label(RichText::new(place).monospace().weak());
    });
}
