//! Lanes of an effect: the windows of its commands, and the curves of the selected one.

use egui::{Color32, DragValue, Mesh, Rect, ScrollArea, Sense, Shape, Stroke, Ui, pos2, vec2};

use super::axis::{Axis, axis, ruler};
use super::{MOST, ROW, lane, moment};
use crate::editing::{Parts, Request};
use crate::lanes::windows::{BEND, Command, End, Run, Window};
use crate::lanes::{Commands, Lanes, What};
use crate::library::ItemKind;
use crate::panels::widgets::LEADS;
use crate::texts::Texts;
use crate::{Action, App};

/// How wide the end of a window is to the hand.
const GRIP: f32 = 8.0;
/// Points of a curve.
const POINTS: u8 = 24;
/// The size of a curve.
const CURVE: egui::Vec2 = vec2(96.0, 30.0);
/// Colours of the numbers of a value: red, green, blue, white.
const COLOURS: [Color32; 4] = [
    Color32::from_rgb(235, 80, 75),
    Color32::from_rgb(100, 205, 95),
    Color32::from_rgb(85, 140, 255),
    Color32::from_rgb(220, 220, 220),
];

enum Asked {
    Select(usize),
    Seek(f32),
    Set(Vec<(String, String)>),
}

/// Draws ruler, lanes and curves.
pub fn show(app: &mut App, ui: &mut Ui, commands: &Commands) {
    let texts = app.texts();
    let duration = app.viewport.playback.duration.unwrap_or(1.0).max(1e-3);
    // Windows are shares of the effect's time; what drives that in the game may be something else.
    let now = app.viewport.playback.time / duration;
    let mut lanes = std::mem::take(&mut app.desk.lanes);
    let axis = axis(ui, &mut lanes.zoom, 1.0);
    let mut asked = ruler(ui, &axis, now, 0.0, texts).map(Asked::Seek);
    let selected = app.viewport.outlined_part;
    let tree = app.current.as_ref().and_then(|it| it.document.as_ref()?.tree().ok());
    let parts = Parts::of(ItemKind::Effect);
    let name = |command: usize| {
        let named = parts.zip(tree.as_ref()).map(|(parts, tree)| parts.name(tree, command));
        format!("{command} {}", named.unwrap_or_default())
    };
    let space = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let area = ScrollArea::vertical().max_height(MOST).id_salt("lanes of commands");
    area.show_rows(ui, ROW, commands.rows.len(), |ui, range| {
        for (number, command) in commands.rows.iter().enumerate().take(range.end).skip(range.start)
        {
            let name = name(number);
            let is_selected = selected == Some(number);
            let (room, response) = lane(ui, &axis, (&name, "▬"), is_selected);
            if response.clicked() {
                asked = Some(Asked::Select(number));
            }
            if let Some(window) = &command.window {
                let bar = Bar { number, name: &name, window, axis: &axis, room, is_selected };
                asked = bar.draw(ui, &mut lanes, texts).or(asked.take());
            }
            moment(ui, &axis, room, now);
        }
    });
    drop(tree);
    ui.spacing_mut().item_spacing.y = space;
    app.desk.lanes = lanes;
    if let Some(command) = selected.and_then(|it| commands.rows.get(it)) {
        asked = curves(app, ui, command, now).or(asked);
    }
    match asked {
        Some(Asked::Select(number)) => {
            if let Some(parts) = Parts::of(ItemKind::Effect) {
                app.select_part(&parts, number);
                app.desk.scroll_scene = true;
            }
        }
        Some(Asked::Seek(share)) => app.seek(share.min(1.0) * duration),
        Some(Asked::Set(fields)) if !fields.is_empty() => {
            app.actions.push(Action::Change(Request::Set(fields)));
        }
        Some(Asked::Set(_)) | None => {}
    }
}

/// The window of a command.
struct Bar<'a> {
    number: usize,
    name: &'a str,
    window: &'a Window,
    axis: &'a Axis,
    room: Rect,
    is_selected: bool,
}

impl Bar<'_> {
    fn draw(&self, ui: &Ui, lanes: &mut Lanes, texts: &Texts) -> Option<Asked> {
        let steps = ui.input(|input| input.modifiers.command);
        let pulled = lanes.pulled.and_then(|pulled| match pulled.what {
            What::Window(number, end) if number == self.number => Some((end, pulled.by)),
            _ => None,
        });
        let after = |end: End, by: f32| self.window.pulled(end, by, steps);
        let shown = pulled.map_or_else(|| self.window.clone(), |(end, by)| after(end, by));
        let [left, right] = [shown.lo, shown.hi].map(|time| self.axis.x(time));
        let (top, bottom) = (self.room.top() + 4.0, self.room.bottom() - 4.0);
        let bar = Rect::from_min_max(pos2(left, top), pos2(right.max(left + 2.0), bottom));
        let fill = match self.is_selected {
            true => Color32::from_rgb(255, 200, 60),
            false => ui.visuals().widgets.active.bg_fill,
        };
        let painter = ui.painter().with_clip_rect(self.room.intersect(ui.clip_rect()));
        painter.rect_filled(bar, 3.0, fill.gamma_multiply(0.8));
        let mut asked = None;
        let ends = [
            (End::Whole, self.name.to_owned()),
            (End::Lo, format!("{} {}", self.name, texts.lane_start)),
            (End::Hi, format!("{} {}", self.name, texts.lane_end)),
        ];
        for (end, label) in ends {
            let touch = match end {
                End::Whole => bar,
                End::Lo => grip(left, bar),
                End::Hi => grip(right, bar),
            };
            let id = ui.scope_id().with(("window", self.number, end));
            let response = ui.interact(touch.expand2(vec2(0.0, 3.0)), id, Sense::click_and_drag());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, &label));
            if response.hovered() && end != End::Whole {
                painter.rect_filled(touch, 2.0, Color32::WHITE);
            }
            let what = What::Window(self.number, end);
            if let Some(pulled) = lanes.follow(ui, &response, what, |x| self.axis.time(x)) {
                asked = Some(Asked::Set(after(end, pulled.by).set(self.window)));
            }
            let told = format!("{} {:.3} – {:.3}", self.name, shown.lo, shown.hi);
            if response.on_hover_text(told).clicked() {
                asked = Some(Asked::Select(self.number));
            }
        }
        asked
    }
}

/// The end of a window, to the hand.
fn grip(x: f32, bar: Rect) -> Rect {
    Rect::from_center_size(pos2(x, bar.center().y), vec2(GRIP, bar.height()))
}

/// What runs from a start to an end in a command: curves, and the numbers at both ends.
fn curves(app: &mut App, ui: &mut Ui, command: &Command, now: f32) -> Option<Asked> {
    let (mut asked, texts) = (None, app.texts());
    let share = command.window.as_ref().map(|window| (now - window.lo) / (window.hi - window.lo));
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    ui.add_space(4.0);
    let area = ScrollArea::both().max_height(MOST).id_salt("curves");
    area.show(ui, |ui| {
        for run in &command.runs {
            ui.horizontal(|ui| {
                let (rect, bent) = bend(&mut app.desk.lanes, ui, run);
                asked = bent.or(asked.take());
                if let Some(share) = share {
                    let x = rect.left() + rect.width() * share;
                    ui.painter().vline(x, rect.y_range(), (1.0, crate::style::warning(ui)));
                }
                ui.label(&run.name);
                for end in 0..run.ends.len() {
                    if end > 0 {
                        ui.weak(LEADS);
                    }
                    asked = numbers(app, ui, run, end).or(asked.take());
                }
                if run.bend.is_some() {
                    ui.weak("^").on_hover_text(texts.lane_bend);
                    asked = numbers(app, ui, run, BEND).or(asked.take());
                }
            });
        }
    });
    asked
}

/// Draws a run, and bends it where it is pulled; gives where it was drawn, and what it came to when
/// it is let go.
fn bend(lanes: &mut Lanes, ui: &mut Ui, run: &Run) -> (Rect, Option<Asked>) {
    let Some((field, _)) = run.bend.as_ref().filter(|_| run.through(0.5, 0.0).is_some()) else {
        let (rect, _) = ui.allocate_exact_size(CURVE, Sense::hover());
        match run.is_colour {
            true => swatch(ui, rect, run),
            false => curve(ui, rect, run),
        }
        return (rect, None);
    };
    let (rect, response) = ui.allocate_exact_size(CURVE, Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, field));
    if response.drag_started() {
        lanes.bent = Some((field.clone(), 1.0));
    }
    let mut own = lanes.bent.take_if(|(own, _)| own == field);
    if ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        own = None;
    }
    let at = response.interact_pointer_pos().and_then(|at| exponent(run, rect, at));
    let now = own.map(|(_, before)| at.unwrap_or(before));
    let shown = now.map_or_else(|| run.clone(), |exponent| run.bent(exponent));
    curve(ui, rect, &shown);
    if response.drag_stopped() {
        return (rect, now.and(shown.set_bend(run)).map(|field| Asked::Set(vec![field])));
    }
    lanes.bent = now.map(|exponent| (field.clone(), exponent)).or_else(|| lanes.bent.take());
    response.on_hover_cursor(egui::CursorIcon::ResizeVertical);
    (rect, None)
}

/// The exponent that leads a curve through a point of where it is drawn.
fn exponent(run: &Run, rect: Rect, at: egui::Pos2) -> Option<f32> {
    let inner = rect.shrink(3.0);
    let all = || run.ends.iter().flatten().copied().filter(|number| number.is_finite());
    let (low, high) = (all().fold(f32::MAX, f32::min), all().fold(f32::MIN, f32::max));
    let share = (at.x - inner.left()) / inner.width();
    run.through(share, low + (high - low) * (inner.bottom() - at.y) / inner.height())
}

/// The numbers of one end, or of what bends it.
fn numbers(app: &mut App, ui: &mut Ui, run: &Run, end: usize) -> Option<Asked> {
    let (field, stored) = run.numbers(end)?;
    let mut asked = None;
    for (number, &stored) in stored.iter().enumerate() {
        let typed = app.desk.lanes.typed.as_ref();
        let typed = typed.filter(|(own, at, _)| own == field && *at == number);
        let mut value = typed.map_or(stored, |(_, _, value)| *value);
        let response = ui.add(DragValue::new(&mut value).speed(0.01).max_decimals(3));
        let label = format!("{field} {number}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, &label));
        if response.changed() {
            app.desk.lanes.typed = Some((field.to_owned(), number, value));
        }
        if response.drag_stopped() || response.lost_focus() {
            let typed = app.desk.lanes.typed.take();
            let typed =
                typed.filter(|(own, at, new)| own == field && *at == number && *new != stored);
            let set = typed.and_then(|(_, _, new)| run.set(end, number, new));
            asked = set.map(|field| Asked::Set(vec![field])).or(asked.take());
        }
    }
    asked
}

/// A colour from start to end.
fn swatch(ui: &Ui, rect: Rect, run: &Run) {
    let colour = |share: f32| {
        let numbers = run.at(share);
        let most = numbers.iter().take(3).copied().fold(1.0, f32::max);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
        let part =
            |at: usize| (numbers.get(at).copied().unwrap_or(0.0).max(0.0) / most * 255.0) as u8;
        Color32::from_rgb(part(0), part(1), part(2))
    };
    let mut mesh = Mesh::default();
    for (x, share) in [(rect.left(), 0.0), (rect.right(), 1.0)] {
        mesh.colored_vertex(pos2(x, rect.top()), colour(share));
        mesh.colored_vertex(pos2(x, rect.bottom()), colour(share));
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    ui.painter().add(Shape::mesh(mesh));
}

/// Numbers from start to end.
fn curve(ui: &Ui, rect: Rect, run: &Run) {
    ui.painter().rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let shares = (0..=POINTS).map(|point| f32::from(point) / f32::from(POINTS));
    let points: Vec<(f32, Vec<f32>)> = shares.map(|share| (share, run.at(share))).collect();
    let all = || points.iter().flat_map(|(_, numbers)| numbers.iter().copied());
    let finite = || all().filter(|number| number.is_finite());
    let (low, high) = (finite().fold(f32::MAX, f32::min), finite().fold(f32::MIN, f32::max));
    if low > high {
        return;
    }
    let inner = rect.shrink(3.0);
    let place = |share: f32, number: f32| {
        let up = if high > low { (number - low) / (high - low) } else { 0.5 };
        pos2(inner.left() + inner.width() * share, inner.bottom() - inner.height() * up)
    };
    for (number, colour) in COLOURS.into_iter().enumerate() {
        let line = points.iter().filter_map(|(share, numbers)| {
            let number = numbers.get(number).copied().filter(|number| number.is_finite())?;
            Some(place(*share, number))
        });
        let line: Vec<egui::Pos2> = line.collect();
        if line.len() > 1 {
            ui.painter().add(Shape::line(line, Stroke::new(1.5, colour)));
        }
    }
}
