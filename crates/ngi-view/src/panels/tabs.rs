//! The tabs above the middle, where there are several.

use egui::{FontId, Panel, Rect, ScrollArea, Sense, Stroke, Ui, pos2, vec2};

use super::tools::{Tip as _, with_key};
use super::widgets;
use crate::shortcuts::Command;
use crate::tabs::{Ask, OpenTab};
use crate::texts::Texts;
use crate::{Action, App, library, style};

/// Height of the row.
const HEIGHT: f32 = 28.0;
/// A tab is so wide at most, and at least.
const WIDTHS: [f32; 2] = [190.0, 76.0];
/// Room for the cross.
const CROSS: f32 = 20.0;

/// Draws them.
pub fn show(app: &mut App, ui: &mut Ui) {
    if app.tabs.list().len() < 2 {
        return;
    }
    let frame = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(4, 0));
    Panel::top("tabs").frame(frame).exact_size(HEIGHT).show(ui, |ui| {
        let area = ScrollArea::horizontal().id_salt("tabs").auto_shrink([false, false]);
        area.show(ui, |ui| row(app, ui));
    });
}

fn row(app: &mut App, ui: &mut Ui) {
    let count = app.tabs.list().len();
    let [most, least] = WIDTHS;
    #[expect(clippy::cast_precision_loss, reason = "a few tabs")]
    let width = (ui.available_width() / count as f32 - 3.0).clamp(least, most);
    let mut asked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for place in 0..count {
            asked = tab(app, ui, place, width).or(asked.take());
        }
    });
    app.actions.extend(asked.map(Action::Tabs));
}

/// What a tab is called: the end of its path, or the folder where files are called alike.
fn name_of(path: Option<&str>, texts: &Texts) -> String {
    let Some(path) = path else { return texts.of_everything.to_owned() };
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or(path);
    let stands_for_folder =
        library::index::main_of(|main| main.eq_ignore_ascii_case(name).then_some(()));
    match parts.next().filter(|_| stands_for_folder.is_some()) {
        Some(folder) => folder.to_owned(),
        None => name.to_owned(),
    }
}

fn tab(app: &mut App, ui: &mut Ui, place: usize, width: f32) -> Option<Ask> {
    let texts = app.texts();
    let path = app.tabs.list().get(place).and_then(|tab| tab.path.clone());
    let (name, is_front) = (name_of(path.as_deref(), texts), place == app.tabs.at());
    let (rect, _) = ui.allocate_exact_size(vec2(width, HEIGHT - 2.0), Sense::hover());
    // One that is dragged stays the same wherever it is.
    let id = egui::Id::unique(("tab", app.tabs.list().get(place).map(OpenTab::number)));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_front, &name));
    let visuals = ui.visuals();
    let (fill, colour) = match (is_front, response.hovered()) {
        (true, _) => (visuals.extreme_bg_color, visuals.strong_text_color()),
        (false, true) => (visuals.widgets.hovered.weak_bg_fill, visuals.text_color()),
        (false, false) => (visuals.faint_bg_color, visuals.weak_text_color()),
    };
    ui.painter().rect_filled(rect, 4.0, fill);
    if is_front {
        let line = [rect.left_top(), rect.right_top()];
        ui.painter().line_segment(line, Stroke::new(2.0, style::ACCENT));
    }
    let mut text = rect.shrink2(vec2(8.0, 0.0));
    text.max.x -= CROSS - 4.0;
    if app.tab_is_changed(place) {
        ui.painter().circle_filled(
            pos2(text.left() + 3.0, text.center().y),
            3.0,
            style::warning(ui),
        );
        text.min.x += 11.0;
    }
    widgets::cut_text(ui, text, &name, FontId::proportional(12.5), colour);
    let shut = cross(ui, rect, place, &name, texts);
    let asked = asked_of(app, ui, &response, place);
    if let Some(path) = &path {
        response.clone().on_hover_text(path);
    }
    response.context_menu(|ui| menu(app, ui, place, path.as_deref()));
    if shut || response.middle_clicked() { Some(Ask::Close(Some(place))) } else { asked }
}

/// A click shows it; one that is dragged goes where the pointer is.
fn asked_of(app: &App, ui: &Ui, response: &egui::Response, place: usize) -> Option<Ask> {
    if response.clicked() {
        return Some(Ask::Go(place));
    }
    let pointer = response.dragged().then(|| ui.ctx().pointer_interact_pos()).flatten()?;
    let rect = response.rect;
    let step = rect.width() + ui.spacing().item_spacing.x;
    #[expect(clippy::cast_possible_truncation, reason = "a few tabs")]
    let by = ((pointer.x - rect.center().x) / step).round() as isize;
    let to = place.saturating_add_signed(by).min(app.tabs.list().len() - 1);
    (to != place).then_some(Ask::Move { from: place, to })
}

fn cross(ui: &mut Ui, tab: Rect, place: usize, name: &str, texts: &Texts) -> bool {
    let middle = pos2(tab.right() - CROSS / 2.0 - 1.0, tab.center().y);
    let rect = Rect::from_center_size(middle, vec2(CROSS - 4.0, CROSS - 4.0));
    let response = ui.interact(rect, ui.scope_id().with(("shut", place)), Sense::click());
    let says = format!("{}: {name}", texts.tab_close);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &says));
    if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.bg_fill);
    }
    let stroke = Stroke::new(1.2, ui.visuals().weak_text_color());
    let arm = vec2(3.5, 3.5);
    ui.painter().line_segment([middle - arm, middle + arm], stroke);
    let arm = vec2(3.5, -3.5);
    ui.painter().line_segment([middle - arm, middle + arm], stroke);
    let clicked = response.clicked();
    response.tip(with_key(texts.tab_close, Command::CloseTab));
    clicked
}

fn menu(app: &mut App, ui: &mut Ui, place: usize, path: Option<&str>) {
    let texts = app.texts();
    let close = with_key(texts.tab_close, Command::CloseTab);
    for (name, tip, ask) in [
        (texts.tab_close, close.as_str(), Ask::Close(Some(place))),
        (texts.tab_close_others, texts.tips().tab_close_others, Ask::CloseOthers(place)),
    ] {
        if ui.button(name).tip(tip).clicked() {
            app.actions.push(Action::Tabs(ask));
        }
    }
    if let Some(path) = path {
        ui.separator();
        widgets::item_menu(app, ui, path);
    }
}
