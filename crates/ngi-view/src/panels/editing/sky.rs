//! Keyframes of a mission's sky on the clock below the picture: gone to, moved in time, added, taken
//! out, and their colours.

use egui::{Color32, DragValue, Mesh, Rect, Sense, Stroke, Ui, pos2, vec2};
use ngi_engine::sky::SKY_FILE;
use ngi_formats::schema::plain;
use ngi_formats::sky::Sky;
use ngi_verbs::mission::sky::{self, DAY};

use super::clans::choice;
use crate::document::{Control, FieldView, colour_text};
use crate::editing::{Request, Tool};
use crate::panels::tools::Tip as _;
use crate::{Action, App};

/// Height of the clock's strip.
const HEIGHT: f32 = 26.0;
/// Half the width of what a key can be taken hold of by.
const HALF: f32 = 5.0;

/// A keyframe as a mark.
struct Key {
    minutes: u32,
    apex: Color32,
    horizon: Color32,
}

/// What was asked for.
enum Asked {
    Go(u32),
    Select(usize),
    Time(usize, u32),
    New,
    Gone(usize),
    Set(String, String),
}

/// Draws the strip and what the selected key has, where they are open.
pub fn show(app: &mut App, ui: &mut Ui) {
    if !app.desk.shows(Tool::Sky, &app.viewport) {
        return;
    }
    let texts = app.texts().mission();
    let Some(Clock { section, now, bytes }) = clock(app) else {
        ui.weak(texts.sky_none);
        return;
    };
    let keys = keys(&bytes, section).unwrap_or_default();
    let own = app.desk.sky_key.filter(|[of, key]| *of == section && *key < keys.len());
    let own = own.map(|[_, key]| key);
    let mut asked = strip(ui, &keys, now, own, texts.sky_key);
    ui.horizontal_wrapped(|ui| {
        let add = ui.button(texts.sky_key_add).tip(texts.sky_key_add_hover);
        if add.clicked() {
            asked = Some(Asked::New);
        }
        let Some(key) = own else { return };
        if ui.button(texts.sky_key_gone).tip(texts.sky_key_gone_hover).clicked() {
            asked = Some(Asked::Gone(key));
        }
        let at = keys.get(key).map_or(0, |key| key.minutes);
        ui.weak(format!("{} {}", texts.sky_time, told(at)));
        asked = details(app, ui, section, key).or(asked.take());
    });
    if let Some(asked) = asked {
        carry_out(app, asked, &Clock { section, now, bytes });
    }
}

/// The day that is shown, when in it, in minutes, and the file that has its keyframes.
struct Clock {
    section: usize,
    now: u32,
    bytes: Vec<u8>,
}

/// The clock of the mission; `None` where its sky cannot be changed.
fn clock(app: &mut App) -> Option<Clock> {
    let day = app.viewport.mission.as_ref()?.day.as_ref()?;
    let (section, now) = (day.moment.section, minutes_of(day.hours()));
    let bytes = app.document_beside(SKY_FILE)?.bytes().to_vec();
    keys(&bytes, section).map(|_| Clock { section, now, bytes })
}

/// One more keyframe at the time that is shown.
pub fn add_key(app: &mut App) {
    if let Some(clock) = clock(app) {
        carry_out(app, Asked::New, &clock);
    }
}

/// Takes the selected keyframe out.
pub fn delete_key(app: &mut App) {
    let own = app.desk.sky_key;
    if let (Some(clock), Some([section, key])) = (clock(app), own)
        && clock.section == section
    {
        carry_out(app, Asked::Gone(key), &clock);
    }
}

/// Hours of the clock in whole minutes.
fn minutes_of(hours: f32) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "minutes of a day")]
    let minutes = (hours.clamp(0.0, 24.0) * 60.0).round() as u32;
    minutes.min(DAY - 1)
}

fn told(minutes: u32) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// The keyframes of a day, in the order of the file.
fn keys(bytes: &[u8], section: usize) -> Option<Vec<Key>> {
    let sky = Sky::read(bytes).ok()?;
    let own = sky.sections().nth(section)?;
    let opaque = |colour: ngi_formats::sky::Colour| {
        let [red, green, blue, _] = colour.rgba();
        Color32::from_rgb(red, green, blue)
    };
    let key = |key: ngi_formats::sky::Keyframe<'_>| Key {
        minutes: u32::try_from(key.head.time.minutes()).unwrap_or(0).min(DAY - 1),
        apex: opaque(key.slots.apex),
        horizon: opaque(key.slots.horizon_south),
    };
    Some(own.keyframes().map(key).collect())
}

/// The day from midnight to midnight, with its keys.
fn strip(ui: &mut Ui, keys: &[Key], now: u32, own: Option<usize>, name: &str) -> Option<Asked> {
    let width = ui.available_width().max(60.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click());
    let inner = rect.shrink2(vec2(HALF, 0.0));
    let x_of = |minutes: u32| inner.left() + inner.width() * share(minutes);
    paint(ui, inner, keys, &x_of);
    let mut asked = None;
    if let (true, Some(at)) = (response.clicked(), response.interact_pointer_pos()) {
        asked = Some(Asked::Go(minutes_at(inner, at.x)));
    }
    let line = [pos2(x_of(now), rect.top()), pos2(x_of(now), rect.bottom())];
    ui.painter().line_segment(line, Stroke::new(1.5, ui.visuals().text_color()));
    for (index, key) in keys.iter().enumerate() {
        let id = ui.scope_id().with(("sky key", index));
        let pulled = ui.data(|data| data.get_temp::<u32>(id));
        let x = x_of(pulled.unwrap_or(key.minutes));
        let grip = Rect::from_center_size(pos2(x, rect.center().y), vec2(HALF * 2.0, HEIGHT));
        let mark = ui.interact(grip, id, Sense::click_and_drag());
        let label = format!("{name} {}", told(key.minutes));
        let is_own = own == Some(index);
        mark.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_own, &label));
        draw_mark(ui, grip, is_own || mark.hovered());
        if let (true, Some(at)) = (mark.dragged(), mark.interact_pointer_pos()) {
            let to = within(keys, index, minutes_at(inner, at.x));
            ui.data_mut(|data| data.insert_temp(id, to));
            ui.painter().text(
                pos2(x, rect.top()),
                egui::Align2::CENTER_BOTTOM,
                told(to),
                egui::FontId::monospace(11.0),
                ui.visuals().strong_text_color(),
            );
        }
        if mark.drag_stopped() {
            let to = ui.data_mut(|data| data.remove_temp::<u32>(id));
            let to = to.filter(|to| *to != key.minutes);
            asked = Some(to.map_or(Asked::Select(index), |to| Asked::Time(index, to)));
        } else if mark.on_hover_text(label).clicked() {
            asked = Some(Asked::Select(index));
        }
    }
    asked
}

/// The part of a day that has passed.
fn share(minutes: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "minutes of a day")]
    let share = minutes as f32 / DAY as f32;
    share
}

fn minutes_at(rect: Rect, x: f32) -> u32 {
    minutes_of((x - rect.left()) / rect.width().max(1.0) * 24.0)
}

/// A time between the neighbours of a key: keyframes stay in the order of time.
fn within(keys: &[Key], index: usize, minutes: u32) -> u32 {
    let before = index.checked_sub(1).and_then(|at| keys.get(at)).map_or(0, |it| it.minutes + 1);
    let behind = keys.get(index + 1).map_or(DAY - 1, |it| it.minutes.saturating_sub(1));
    minutes.clamp(before.min(behind), behind)
}

/// The colours of the sky over the day: apex above, horizon below.
fn paint(ui: &Ui, rect: Rect, keys: &[Key], x_of: &dyn Fn(u32) -> f32) {
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return };
    let mut mesh = Mesh::default();
    let mut column = |x: f32, key: &Key| {
        mesh.colored_vertex(pos2(x, rect.top()), key.apex);
        mesh.colored_vertex(pos2(x, rect.bottom()), key.horizon);
    };
    column(rect.left(), last);
    keys.iter().for_each(|key| column(x_of(key.minutes), key));
    column(rect.right(), first);
    let columns = u32::try_from(keys.len() + 1).unwrap_or(0);
    for at in (0..columns).map(|column| column * 2) {
        mesh.add_triangle(at, at + 1, at + 2);
        mesh.add_triangle(at + 1, at + 2, at + 3);
    }
    ui.painter().add(mesh);
}

fn draw_mark(ui: &Ui, grip: Rect, is_lit: bool) {
    let colour = if is_lit { crate::style::ACCENT } else { Color32::from_gray(230) };
    let middle = grip.center();
    let line = [pos2(middle.x, grip.top() + 2.0), pos2(middle.x, grip.bottom())];
    ui.painter().line_segment(line, Stroke::new(1.0, Color32::from_black_alpha(160)));
    let tip = pos2(middle.x, grip.top() + 9.0);
    let corners = vec![pos2(middle.x - 4.0, grip.top()), pos2(middle.x + 4.0, grip.top()), tip];
    let edge = Stroke::new(1.0, Color32::from_black_alpha(200));
    ui.painter().add(egui::Shape::convex_polygon(corners, colour, edge));
}

/// What the selected key has: colours as swatches, what has names as lists, what has bounds as
/// numbers.
fn details(app: &mut App, ui: &mut Ui, section: usize, key: usize) -> Option<Asked> {
    let prefix = format!("sections[{section}].keyframes[{key}]");
    let mut fields: Vec<(String, FieldView)> = Vec::new();
    let tree = app.document_beside(SKY_FILE)?.tree().ok()?;
    tree.find(&prefix).ok()?.node.leaves(&mut |leaf| {
        let path = format!("{prefix}.{}", leaf.path);
        fields.extend(FieldView::of(&tree, &path).map(|view| (path, view)));
    });
    drop(tree);
    let mut asked = None;
    for (path, view) in &fields {
        let name = path.rsplit('.').next().unwrap_or_default();
        let set = |text: String| Some(Asked::Set(path.clone(), text));
        match view.control {
            // Times have their marks.
            _ if path.contains(".time.") => {}
            Control::Colour(colour, fourth) => {
                let mixed = swatch(ui, path, colour, &format!("{name}\n{}", view.known.meaning));
                asked = mixed.and_then(|mixed| set(colour_text(mixed, fourth))).or(asked);
            }
            Control::Choice(names) => {
                let chosen = choice(ui, name, names.named, names.now);
                asked = chosen.and_then(|chosen| set(chosen.to_string())).or(asked);
            }
            Control::Slider { bounds, .. } => {
                let number = number(ui, path, name, view, bounds);
                asked = number.and_then(set).or(asked);
            }
            _ => {}
        }
    }
    asked
}

/// A colour that opens a picker; gives another one once the mouse lets it go.
fn swatch(ui: &mut Ui, path: &str, colour: [u8; 3], hover: &str) -> Option<[u8; 3]> {
    let id = egui::Id::unique(("sky colour", path));
    let mixing = ui.data(|data| data.get_temp::<[u8; 3]>(id));
    let mut mixed = mixing.unwrap_or(colour);
    let response = ui.color_edit_button_srgb(&mut mixed);
    let label = path.to_owned();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ColorWell, true, &label));
    if response.on_hover_text(plain(hover)).changed() {
        ui.data_mut(|data| data.insert_temp(id, mixed));
    }
    // What is dragged through on the way is no change of its own.
    if ui.input(|input| input.pointer.any_down()) {
        return None;
    }
    let mixed = ui.data_mut(|data| data.remove_temp::<[u8; 3]>(id));
    mixed.filter(|mixed| *mixed != colour)
}

/// A number with bounds; gives another one once it is let go.
fn number(
    ui: &mut Ui,
    path: &str,
    name: &str,
    view: &FieldView,
    [least, most]: [f64; 2],
) -> Option<String> {
    let stored: f64 = view.text.parse().ok()?;
    let id = egui::Id::unique(("sky number", path));
    let mut now = ui.data(|data| data.get_temp::<f64>(id)).unwrap_or(stored);
    let label = ui.weak(name).id;
    // What is beyond its bounds is not brought back by being looked at.
    let range = least.min(stored)..=most.max(stored);
    let speed = (most - least) / 200.0;
    let field = DragValue::new(&mut now).range(range).speed(speed).max_decimals(3);
    let response = ui.add(field).labelled_by(label).on_hover_text(&view.known.meaning);
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, now));
    }
    if !response.drag_stopped() && !response.lost_focus() {
        return None;
    }
    let now = ui.data_mut(|data| data.remove_temp::<f64>(id));
    now.filter(|now| *now != stored).map(|now| now.to_string())
}

fn carry_out(app: &mut App, asked: Asked, clock: &Clock) {
    let Clock { section, now, ref bytes } = *clock;
    let go = |app: &mut App, minutes: u32| {
        let mission = app.viewport.mission.as_mut();
        if let Some(day) = mission.and_then(|mission| mission.day.as_mut()) {
            #[expect(clippy::cast_precision_loss, reason = "minutes of a day")]
            day.set_hours(minutes as f32 / 60.0);
        }
    };
    let time = |key: usize| {
        let keys = keys(bytes, section).unwrap_or_default();
        keys.get(key).map(|key| key.minutes)
    };
    let fields = match asked {
        Asked::Go(minutes) => return go(app, minutes),
        Asked::Select(key) => {
            app.desk.sky_key = Some([section, key]);
            if let Some(minutes) = time(key) {
                go(app, minutes);
            }
            return;
        }
        Asked::Time(key, minutes) => {
            app.desk.sky_key = Some([section, key]);
            go(app, minutes);
            sky::timed(section, key, minutes)
        }
        Asked::Gone(key) => {
            app.desk.sky_key = None;
            sky::without_key(section, key)
        }
        Asked::Set(field, text) => vec![(field, text)],
        Asked::New => match Sky::read(bytes).ok().map(|read| sky::with_key(&read, section, now)) {
            Some(Ok((fields, key))) => {
                app.desk.sky_key = Some([section, key]);
                fields
            }
            Some(Err(_)) => return app.complain(app.texts().mission().sky_taken),
            None => return,
        },
    };
    let request = Request::Beside { name: SKY_FILE.to_owned(), fields };
    app.actions.push(Action::Change(request));
}
