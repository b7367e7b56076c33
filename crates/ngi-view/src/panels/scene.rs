//! What the scene consists of, as a list: shown and hidden, selected here and in the picture.

use egui::{Color32, DragValue, FontId, Rect, ScrollArea, Ui, pos2, vec2};

use super::editing::place;
use super::tools::{Tip as _, with_key};
use super::widgets;
use crate::editing::{NodeKeys, Parts, Request};
use crate::library::ItemKind;
use crate::shortcuts::Command;
use crate::texts::Texts;
use crate::{Action, App, Tab};

/// Height of a row.
const ROW: f32 = 22.0;
/// How far a part stands in below what it hangs on.
const STEP: f32 = 12.0;

/// What was asked for in the list.
enum Asked {
    Select(usize),
    Hide(usize),
    Fields(usize),
}

/// Draws the list.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let parts = app.current.as_ref().and_then(|current| Parts::of(current.kind));
    let document = app.current.as_ref().and_then(|current| current.document.as_ref());
    let (Some(parts), Some(document)) = (parts, document) else {
        widgets::nothing(ui, texts.scene_nothing);
        return;
    };
    let Ok(tree) = document.tree() else { return };
    let count = parts.count(&tree);
    let hidden = app.viewport.editing.hidden.clone();
    let mut all = false;
    let is_model = app
        .current
        .as_ref()
        .is_some_and(|it| matches!(it.kind, ItemKind::Model | ItemKind::Points));
    ui.horizontal(|ui| {
        if is_model {
            ui.toggle_value(&mut app.viewport.editing.on, texts.edit)
                .tip(with_key(texts.edit_nodes_hover, Command::Edit));
        }
        ui.weak(format!("{} {count}", parts.title(texts)));
        let shows = !hidden.is_empty();
        all = shows && ui.small_button(texts.show_all).tip(texts.tips().show_all).clicked();
    });
    ui.separator();
    let selected = app.selected_part();
    let editing = &mut app.viewport.editing;
    let asked_key = keys(editing.node.as_ref(), &mut editing.typed_place, ui, texts);
    let point = editing.spots.iter().find(|it| it.is_point && Some(it.part) == selected);
    let asked_point = point.and_then(|point| {
        let (field, vector) = (point.field(), point.vector_field());
        let typed = &mut editing.typed_place;
        let asked = place::numbers(ui, typed, place::PLACE, (&field, point.position));
        let pointed = place::numbers(ui, typed, place::VECTOR, (&vector, point.vector));
        ui.separator();
        asked.or(pointed)
    });
    let mut area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("scene");
    if let (true, Some(part)) = (app.desk.scroll_scene, selected) {
        area = widgets::scrolled_to(area, ui, part, ROW);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut asked = None;
    area.show_rows(ui, ROW, count, |ui, range| {
        for part in range {
            let row = Row {
                part,
                name: parts.name(&tree, part),
                depth: parts.depth(&tree, part),
                is_hidden: parts.can_hide.then(|| hidden.contains(&part)),
                is_selected: selected == Some(part),
            };
            asked = row.draw(ui, texts).or(asked.take());
        }
    });
    drop(tree);
    app.desk.scroll_scene = false;
    if all {
        app.viewport.show_all();
    }
    if let Some(fields) = asked_point {
        app.actions.push(Action::Change(Request::Set(fields)));
    }
    match asked_key {
        Some(AskedKey::Show(frame)) => {
            app.viewport.playback.playing = false;
            let fps = app.viewport.view.settings.fps.max(0.1);
            app.viewport.playback.time = frame / fps;
        }
        Some(AskedKey::Set(fields)) => {
            app.actions.push(Action::Change(Request::Set(fields)));
        }
        None => {}
    }
    match asked {
        Some(Asked::Select(part)) => app.select_part(&parts, part),
        Some(Asked::Hide(part)) => app.viewport.hide(part, !hidden.contains(&part)),
        Some(Asked::Fields(part)) => {
            app.select_part(&parts, part);
            app.tab = Tab::Fields;
        }
        None => {}
    }
}

/// What was asked for in the list of keys.
enum AskedKey {
    /// Go to a frame.
    Show(f32),
    /// Change fields.
    Set(Vec<(String, String)>),
}

/// The keys of a node: shown with a click, put at another time, and their numbers typed.
fn keys(
    node: Option<&NodeKeys>,
    typed_place: &mut Option<(String, [f32; 3])>,
    ui: &mut Ui,
    texts: &Texts,
) -> Option<AskedKey> {
    let node = node?;
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        ui.weak(texts.keys);
        for (key, time) in &node.keys {
            let is_shown = *key == node.shown;
            let hover = format!("{} (keys[{key}])", texts.tips().key);
            if ui.selectable_label(is_shown, time.to_string()).tip(hover).clicked() {
                asked = Some(AskedKey::Show(*time));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        let time = node.keys.iter().find(|(key, _)| *key == node.shown).map_or(0.0, |it| it.1);
        let id = ui.scope_id().with(("key time", node.shown));
        let mut typed = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(time);
        let label = ui.label(texts.key_frame_number).id;
        let response = ui.add(DragValue::new(&mut typed).speed(0.1)).labelled_by(label);
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, typed));
        }
        if response.drag_stopped() || response.lost_focus() {
            ui.data_mut(|data| data.remove::<f32>(id));
            let fields = node.timed(node.shown, typed);
            asked = (typed != time && !fields.is_empty()).then_some(AskedKey::Set(fields));
        }
    });
    let own = (node.field(), node.position);
    let placed = place::numbers(ui, typed_place, place::PLACE, (&own.0, own.1));
    asked = placed.map(AskedKey::Set).or(asked);
    ui.separator();
    asked
}

struct Row {
    part: usize,
    name: String,
    depth: u16,
    /// `None` for what cannot be hidden.
    is_hidden: Option<bool>,
    is_selected: bool,
}

impl Row {
    fn draw(&self, ui: &mut Ui, texts: &Texts) -> Option<Asked> {
        let label = format!("{} {}", self.part, self.name);
        let (rect, response) = widgets::row(ui, ROW, self.is_selected, &label);
        let eye = Rect::from_min_size(rect.min, vec2(22.0, ROW));
        let quiet = ui.visuals().weak_text_color();
        let colour = match (self.is_hidden, self.is_selected) {
            (Some(true), _) => quiet,
            (_, true) => ui.visuals().selection.stroke.color,
            _ => ui.visuals().text_color(),
        };
        let mut asked = None;
        if let Some(is_hidden) = self.is_hidden {
            let id = ui.scope_id().with(("eye", self.part));
            let switch = ui.interact(eye, id, egui::Sense::click());
            let name = format!("{} {}", texts.show_or_hide, self.part);
            switch.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::CheckBox, true, !is_hidden, &name)
            });
            draw_eye(ui, eye, is_hidden, colour);
            if switch.tip(texts.show_or_hide).clicked() {
                asked = Some(Asked::Hide(self.part));
            }
        }
        let left = rect.left() + 26.0 + STEP * f32::from(self.depth.min(12));
        let text = Rect::from_min_max(pos2(left, rect.top()), rect.max - vec2(4.0, 0.0));
        let shown = if self.name.is_empty() { format!("[{}]", self.part) } else { label };
        widgets::cut_text(ui, text, &shown, FontId::proportional(13.0), colour);
        if response.double_clicked() {
            return Some(Asked::Fields(self.part));
        }
        if response.clicked() {
            asked = asked.or(Some(Asked::Select(self.part)));
        }
        asked
    }
}

/// An eye, open or shut.
fn draw_eye(ui: &Ui, rect: Rect, is_shut: bool, colour: Color32) {
    let (painter, middle) = (ui.painter(), rect.center());
    let stroke = egui::Stroke::new(1.2, colour);
    match is_shut {
        true => {
            painter.line_segment([middle - vec2(5.0, 0.0), middle + vec2(5.0, 0.0)], stroke);
        }
        false => {
            painter.add(egui::Shape::ellipse_stroke(middle, vec2(6.0, 3.5), stroke));
            painter.circle_filled(middle, 1.8, colour);
        }
    }
}
