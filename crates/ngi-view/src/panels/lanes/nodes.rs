//! Lanes of a model: the keys of its nodes, as diamonds.

use std::collections::BTreeSet;

use egui::{Color32, DragValue, Rect, ScrollArea, Sense, Shape, Stroke, Ui, pos2, vec2};

use super::axis::{Axis, axis, ruler};
use super::{MOST, ROW, lane, moment};
use crate::editing::{Number, Parts, Request};
use crate::lanes::{KeyAt, Lanes, NodeLanes, What};
use crate::library::ItemKind;
use crate::panels::tools::{Tip as _, with_key};
use crate::shortcuts::Command;
use crate::texts::Texts;
use crate::{Action, App};

/// Half a diamond.
const HALF: f32 = 5.0;
/// Frames that are shown at least.
const FEWEST: f32 = 20.0;

/// What was asked for on the lanes.
enum Asked {
    /// Select a node.
    Node(usize),
    /// Select a key and go there, or one more key.
    Key(KeyAt, bool),
    /// Go to a frame.
    Seek(f32),
    /// Change fields.
    Set(Vec<(String, String)>),
}

/// Draws buttons, ruler and lanes.
pub fn show(app: &mut App, ui: &mut Ui, keys: &NodeLanes) {
    bar(app, ui);
    let texts = app.texts();
    let mut lanes = std::mem::take(&mut app.desk.lanes);
    let now = app.shown_frame();
    // Some room behind the last key, so that it can be pulled there.
    #[expect(clippy::cast_precision_loss, reason = "frames are few")]
    let last = (keys.frames as f32 * 1.2 + 4.0).max(FEWEST);
    let axis = axis(ui, &mut lanes.zoom, last);
    let mut asked = ruler(ui, &axis, now, 1.0, texts).map(|frame| Asked::Seek(frame.round()));
    let selected = app.viewport.outlined_part;
    let nodes = keys.shown(selected);
    let tree = app.current.as_ref().and_then(|it| it.document.as_ref()?.tree().ok());
    let parts = Parts::of(ItemKind::Model);
    let name = |node: usize| {
        let named = parts.zip(tree.as_ref()).map(|(parts, tree)| parts.name(tree, node));
        format!("{node} {}", named.unwrap_or_default())
    };
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().max_height(MOST).id_salt("lanes of nodes");
    area.show_rows(ui, ROW, nodes.len(), |ui, range| {
        for &node in nodes.get(range).unwrap_or_default() {
            let name = name(node);
            let (room, response) = lane(ui, &axis, (&name, "◆"), selected == Some(node));
            moment(ui, &axis, room, now);
            if response.clicked() {
                asked = Some(Asked::Node(node));
            }
            let row = Row { node, name: &name, keys, axis: &axis, room };
            asked = row.draw(ui, &mut lanes).or(asked.take());
        }
    });
    drop(tree);
    app.desk.lanes = lanes;
    match asked {
        Some(Asked::Node(node)) => select(app, node),
        Some(Asked::Key(at, more)) => {
            pick(&mut app.desk.lanes.keys, at, more);
            if let (false, Some(time)) = (more, keys.time(at)) {
                select(app, at.0);
                app.seek(time / app.viewport.view.settings.fps.max(0.1));
            }
        }
        Some(Asked::Seek(frame)) => app.seek(frame / app.viewport.view.settings.fps.max(0.1)),
        Some(Asked::Set(fields)) if !fields.is_empty() => {
            app.actions.push(Action::Change(Request::Set(fields)));
        }
        Some(Asked::Set(_)) | None => {}
    }
}

fn select(app: &mut App, node: usize) {
    if let Some(parts) = Parts::of(ItemKind::Model) {
        app.select_part(&parts, node);
        app.desk.scroll_scene = true;
    }
}

/// Selects a key: alone, or one more or less.
fn pick(keys: &mut BTreeSet<KeyAt>, at: KeyAt, more: bool) {
    match more {
        false => *keys = BTreeSet::from([at]),
        true if keys.remove(&at) => {}
        true => {
            keys.insert(at);
        }
    }
}

/// Buttons for keys.
fn bar(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let has_node = app.viewport.outlined_part.is_some();
    let count = app.desk.lanes.keys.len();
    ui.horizontal_wrapped(|ui| {
        let button = |ui: &mut Ui, able: bool, name: &str, hover: &str| {
            ui.add_enabled(able, egui::Button::new(name).small()).tip(hover).clicked()
        };
        if button(ui, has_node, texts.lane_add, &with_key(texts.lane_add_hover, Command::AddKey)) {
            app.add_key();
        }
        let hover = with_key(texts.tips().lane_delete, Command::Delete);
        if button(ui, count > 0, texts.lane_delete, &hover) {
            app.delete_keys();
        }
        let hover = format!("{} (Ctrl+C)", texts.tips().lane_copy);
        if button(ui, count > 0, texts.lane_copy, &hover) {
            app.copy_keys();
        }
        if button(ui, true, texts.lane_paste, texts.lane_paste_hover) {
            app.paste_keys();
        }
        if button(ui, true, texts.lane_all, texts.lane_all_hover) {
            app.select_keys();
        }
        if count > 1 {
            stretch(app, ui, texts);
        }
        ui.weak(format!("{} {count}", texts.lane_selected));
    });
}

/// How many times as long the selected keys shall last.
fn stretch(app: &mut App, ui: &mut Ui, texts: &Texts) {
    let mut percent = app.desk.lanes.stretch.unwrap_or(1.0) * 100.0;
    let label = ui.label(texts.lane_stretch).id;
    let field = DragValue::new(&mut percent).range(1.0..=1000.0).suffix(" %").max_decimals(0);
    // A fixed width, so that the rest of the row does not wrap while the number changes.
    let size = vec2(64.0, ui.spacing().interact_size.y);
    let response = ui.add_sized(size, field).labelled_by(label).tip(texts.lane_stretch_hover);
    app.desk.give_cursor(Number::Stretch, &response);
    if response.changed() {
        app.desk.lanes.stretch = Some(percent / 100.0);
    }
    if (response.drag_stopped() || response.lost_focus())
        && let Some(by) = app.desk.lanes.stretch.take()
    {
        app.stretch_keys(by);
    }
}

/// The keys of a node on their lane.
struct Row<'a> {
    node: usize,
    name: &'a str,
    keys: &'a NodeLanes,
    axis: &'a Axis,
    room: Rect,
}

impl Row<'_> {
    fn draw(&self, ui: &Ui, lanes: &mut Lanes) -> Option<Asked> {
        let mut asked = None;
        for (key, &time) in self.keys.times(self.node).iter().enumerate() {
            asked = self.key(ui, lanes, (self.node, key), time).or(asked.take());
        }
        asked
    }

    fn key(&self, ui: &Ui, lanes: &mut Lanes, at: KeyAt, time: f32) -> Option<Asked> {
        let is_selected = lanes.keys.contains(&at);
        let shown = match lanes.pulled {
            Some(pulled) if matches!(pulled.what, What::Keys(_)) && is_selected => {
                let [back, forth] = self.keys.room(&lanes.keys);
                time + pulled.by.round().clamp(back, forth)
            }
            _ => time,
        };
        let x = self.axis.x(shown);
        // What is pulled stays, wherever it is.
        let is_held = lanes.pulled.is_some_and(|pulled| pulled.what == What::Keys(at));
        if !is_held && !self.room.expand(HALF).x_range().contains(x) {
            return None;
        }
        let middle = pos2(x, self.room.center().y);
        let touch = Rect::from_center_size(middle, vec2(2.0 * HALF + 2.0, ROW));
        let id = ui.scope_id().with(("key", at));
        let response = ui.interact(touch, id, Sense::click_and_drag());
        let label = format!("{} {time}", self.name);
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, &label)
        });
        diamond(ui, middle, is_selected, response.hovered());
        if response.drag_started() && !is_selected {
            lanes.keys = BTreeSet::from([at]);
        }
        if let Some(pulled) = lanes.follow(ui, &response, What::Keys(at), |x| self.axis.time(x)) {
            return Some(Asked::Set(self.keys.moved(&lanes.keys, pulled.by)));
        }
        let more = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        let response = response.on_hover_text(&label);
        response.clicked().then_some(Asked::Key(at, more))
    }
}

fn diamond(ui: &Ui, at: egui::Pos2, is_selected: bool, is_hovered: bool) {
    let size = if is_hovered { HALF + 1.0 } else { HALF };
    let corners = [vec2(0.0, -size), vec2(size, 0.0), vec2(0.0, size), vec2(-size, 0.0)];
    let fill = match is_selected {
        true => Color32::from_rgb(255, 200, 60),
        false => ui.visuals().widgets.inactive.fg_stroke.color,
    };
    let edge = Stroke::new(1.0, ui.visuals().extreme_bg_color);
    let corners = corners.map(|by| at + by).to_vec();
    ui.painter().add(Shape::convex_polygon(corners, fill, edge));
}
