//! What is drawn around the picture while things are changed in it.
//!
//! `palette` has what can be placed, `ground` the brush, `areals` what is done to areals, `place` three
//! numbers, `clans` who is there, `guests` who is inside a building, `sky` keyframes of the sky,
//! `stories` aims and texts.

pub mod areals;
pub mod clans;
pub mod ground;
pub(crate) mod guests;
pub mod palette;
pub mod place;
pub mod sky;
pub mod stops;
pub mod stories;

use egui::{Color32, ComboBox, DragValue, Grid, TextEdit, Ui};
use ngi_engine::world::World;
use ngi_render::scene::clan_colour;
use ngi_verbs::mission::edit;

use crate::editing::{Mark, MarkKind, Now, Request, Subject, Tool, marks};
use crate::panels::tools::{Tip as _, with_key};
use crate::shortcuts::{Command, Words};
use crate::texts::Texts;
use crate::{Action, App};

/// The other files of a mission. They are called the same in every language.
pub const FILES: [Words; 6] = [
    |_| "mission.cfg",
    |_| "sky.ske",
    |_| "sky.wea",
    |_| "descr",
    |_| "briefing.cfg",
    |_| "messages.cfg",
];

/// The line above the list of objects.
pub fn bar(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    ui.horizontal_wrapped(|ui| {
        let mut on = app.viewport.editing.on;
        let hover = with_key(texts.edit_hover, Command::Edit);
        if ui.toggle_value(&mut on, texts.edit).tip(hover).changed() {
            app.switch_editing(on);
        }
        if !on {
            return;
        }
        let open = app.desk.palette;
        if ui.selectable_label(open, texts.add_object).tip(texts.add_hover).clicked() {
            app.toggle_placeables();
        }
        let menu = ui.menu_button(texts.add_place, |ui| add_place(app, ui));
        menu.response.tip(texts.tips().add_place);
    });
    if !app.viewport.editing.on {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let menu = ui.menu_button(texts.mission_tools, |ui| tools(app, ui));
        menu.response.tip(texts.tips().mission_tools);
        files(app, ui);
        ui.checkbox(&mut app.viewport.editing.on_ground, texts.keep_height)
            .tip(texts.keep_height_hover);
    });
    // In a row of its own: its text changes at any time, and must not move the others.
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y);
        troubles(app, ui);
    });
}

/// Windows of the mission editor.
fn tools(app: &mut App, ui: &mut Ui) {
    let words = app.texts().mission();
    let tools = [
        (Tool::Clans, words.clans, words.clans_hover),
        (Tool::Sky, words.sky_keys, words.sky_keys_hover),
        (Tool::Stories, words.stories, words.stories_hover),
        (Tool::Stops, words.stops, words.stops_hover),
    ];
    for (tool, name, hover) in tools {
        let open = app.desk.shows(tool, &app.viewport);
        if ui.selectable_label(open, name).tip(hover).clicked() {
            app.toggle_tool(tool);
            ui.close();
        }
    }
}

/// How many findings the mission has, with all that lies beside it.
fn troubles(app: &mut App, ui: &mut Ui) {
    let texts = app.texts().mission();
    let is_asking = app.desk.troubles.is_asking();
    let Some(count) = app.trouble_count() else {
        if is_asking {
            ui.add(egui::Spinner::new().size(12.0));
        }
        return;
    };
    let (colour, text) = match count {
        0 => (crate::style::good(ui), texts.troubles_none.to_owned()),
        _ => (crate::style::warning(ui), format!("{} {count}", texts.troubles_count)),
    };
    let text = egui::RichText::new(text).color(colour);
    let button = ui.add(egui::Button::new(text).small()).tip(texts.troubles_hover);
    let label = format!("{}: {count}", texts.troubles);
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
    if button.clicked() {
        app.show_troubles();
    }
    if is_asking {
        ui.add(egui::Spinner::new().size(12.0));
    }
}

/// The other files of a mission, a click away.
fn files(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(path) = app.current.as_ref().map(|current| current.path.clone()) else { return };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let menu = ui.menu_button(texts.mission_files, |ui| {
        for name in FILES.map(|name| name(texts)) {
            let path = format!("{folder}/{name}");
            let there = app.index.find(&path).is_some();
            let button = ui.add_enabled(there, egui::Button::new(name));
            if button.tip(texts.tips().mission_file).clicked() {
                app.actions.push(Action::Select(path));
                ui.close();
            }
        }
        ui.separator();
        ui.set_max_width(320.0);
        ui.weak(texts.mission_hint);
    });
    menu.response.tip(texts.tips().mission_files);
}

/// New places: where the camera looks.
fn add_place(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let words = [texts.mark_area, texts.mark_lode, texts.mark_zone];
    for (name, (says, kind)) in words.into_iter().zip(app.new_places()) {
        let button = ui.add_enabled(kind.is_some(), egui::Button::new(name));
        if let (true, Some(kind)) = (button.tip(says(texts)).clicked(), kind) {
            app.add_place(kind);
            ui.close();
        }
    }
}

/// Numbers and choices of what is selected, below the list.
pub fn form(app: &mut App, ui: &mut Ui) {
    if !app.viewport.editing.on {
        return;
    }
    let texts = app.texts();
    if let Some(what) = &app.viewport.editing.placing {
        let text = format!("{}: {}", texts.placing, what.name);
        ui.colored_label(crate::style::warning(ui), text);
        if ui.button(texts.cancel).tip(texts.tips().placing_cancel).clicked() {
            app.viewport.editing.placing = None;
        }
        return;
    }
    match app.viewport.subject() {
        Some((Subject::Object(object), now)) => object_form(app, ui, object, now),
        Some((Subject::Mark(mark), _)) => mark_form(app, ui, mark),
        _ => {
            ui.weak(texts.edit_nothing);
        }
    }
}

fn object_form(app: &mut App, ui: &mut Ui, object: usize, now: Now) {
    let texts = app.texts();
    let Some(world) = app.viewport.world() else { return };
    let Some(placed) = world.objects.get(object) else { return };
    let (kind, clan, name) = (placed.kind, placed.clan, placed.name.clone());
    let title = format!("#{object} {}", placed.label());
    let clans: Vec<String> = world.clans.iter().map(|clan| clan.name.clone()).collect();
    ui.strong(title).on_hover_text(&placed.path);
    let typed = app.viewport.editing.typed.filter(|(own, _)| *own == object);
    let mut new = typed.map_or(now, |(_, typed)| typed);
    let mut settled = false;
    Grid::new("placement").num_columns(4).show(ui, |ui| {
        let mut number = |ui: &mut Ui, label: &str, value: &mut f32, speed: f64, suffix: &str| {
            let label = ui.label(label).id;
            let field = DragValue::new(value).speed(speed).suffix(suffix).max_decimals(3);
            let response = ui.add(field).labelled_by(label);
            settled |= response.drag_stopped() || response.lost_focus();
        };
        let [x, y, z] = &mut new.position;
        number(ui, "x", x, 0.1, "");
        number(ui, "y", y, 0.1, "");
        ui.end_row();
        number(ui, "z", z, 0.05, "");
        let mut degrees = new.turn.to_degrees();
        number(ui, texts.turn, &mut degrees, 0.5, "°");
        if degrees != new.turn.to_degrees() {
            new.turn = degrees.to_radians();
        }
        ui.end_row();
        if kind.is_scenery() {
            number(ui, texts.size, &mut new.scale, 0.01, "×");
            ui.end_row();
        }
    });
    if new != typed.map_or(now, |(_, typed)| typed) {
        app.viewport.editing.typed = Some((object, new));
        app.viewport.show_held(&Subject::Object(object), &now, &new);
    }
    if settled && let Some((_, new)) = app.viewport.editing.typed.take() {
        app.actions.push(Action::Change(placed_at(object, &now, &new)));
    }
    if kind.is_owned() {
        owner(app, ui, object, clan, &clans);
        called(app, ui, object, &name);
        guests::show(app, ui, object);
    }
    object_buttons(app, ui, object, &now);
}

/// What of a placement is another one.
fn placed_at(object: usize, now: &Now, new: &Now) -> Request {
    Request::Place {
        object,
        position: (new.position != now.position).then_some(new.position),
        turn: (new.turn != now.turn).then_some(new.turn),
        scale: (new.scale != now.scale).then_some(new.scale),
    }
}

fn owner(app: &mut App, ui: &mut Ui, object: usize, clan: Option<usize>, clans: &[String]) {
    let texts = app.texts();
    ui.horizontal(|ui| {
        let label = ui.label(texts.owner).id;
        let shown = clan.and_then(|clan| clans.get(clan)).map_or("–", String::as_str);
        let combo = ComboBox::from_id_salt("owner").selected_text(shown);
        let response = combo.show_ui(ui, |ui| {
            for (number, name) in clans.iter().enumerate() {
                if ui.selectable_label(clan == Some(number), name).clicked()
                    && let Ok(to) = i32::try_from(number)
                {
                    let fields = edit::given_to(object, to);
                    app.actions.push(Action::Change(Request::Set(fields)));
                }
            }
        });
        response.response.labelled_by(label).tip(texts.tips().owner);
    });
}

/// The object's own name.
fn called(app: &mut App, ui: &mut Ui, object: usize, name: &str) {
    let texts = app.texts();
    ui.horizontal(|ui| {
        let label = ui.label(texts.object_name).id;
        let id = egui::Id::unique(("object name", object));
        let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| name.into());
        let response = ui.add(TextEdit::singleline(&mut text).desired_width(160.0));
        let response = response.labelled_by(label);
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            if text != name {
                let field = (format!("objects[{object}].name"), text);
                app.actions.push(Action::Change(Request::Set(vec![field])));
            }
        } else if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, text));
        }
    });
}

fn object_buttons(app: &mut App, ui: &mut Ui, object: usize, now: &Now) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    ui.horizontal_wrapped(|ui| {
        let hover = with_key(tips.duplicate, Command::Duplicate);
        if ui.button(texts.duplicate).tip(hover).clicked() {
            app.actions.push(Action::Change(Request::Copy(object)));
        }
        if ui.button(texts.delete).tip(with_key(tips.delete, Command::Delete)).clicked() {
            app.actions.push(Action::Change(Request::Remove(object)));
        }
        let lowered = app.viewport.to_ground(object, now);
        let button = ui.add_enabled(lowered.is_some(), egui::Button::new(texts.to_ground));
        if button.tip(tips.to_ground).clicked() {
            app.actions.extend(lowered.map(Action::Change));
        }
        if ui.button(texts.fields).tip(tips.object_fields).clicked() {
            app.show_field(&format!("objects[{object}]"));
        }
    });
}

fn mark_form(app: &mut App, ui: &mut Ui, mark: Mark) {
    let (texts, tips) = (app.texts(), app.texts().tips());
    let Some(world) = app.viewport.world() else { return };
    let (_, name) = mark_look(&mark, world, texts);
    let is_there = marks(world).iter().any(|it| it.kind == mark.kind);
    ui.strong(name);
    let [x, y, z] = mark.at;
    ui.weak(format!("{x:.1}, {y:.1}, {z:.1}"));
    ui.horizontal_wrapped(|ui| {
        let corner = |ui: &mut Ui| ui.add_enabled(is_there, egui::Button::new(texts.add_corner));
        if mark.has_corners() && corner(ui).tip(tips.mark_corner).clicked() {
            app.actions.push(Action::Change(Request::NewMark(mark.kind, mark.at)));
        }
        let goes = mark.can_go() && is_there;
        let delete = ui.add_enabled(goes, egui::Button::new(texts.delete));
        if delete.tip(with_key(tips.mark_delete, Command::Delete)).clicked() {
            app.actions.push(Action::Change(Request::RemoveMark(mark)));
            app.viewport.editing.mark = None;
        }
        if ui.button(texts.fields).tip(tips.object_fields).clicked() {
            app.show_field(&mark.row());
        }
    });
}

/// The colour of a place, and what it is called.
pub fn mark_look(mark: &Mark, world: &World, texts: &Texts) -> (Color32, String) {
    let of_clan = |clan: usize| world.clans.get(clan).map_or("", |clan| clan.name.as_str());
    match mark.kind {
        MarkKind::Base { clan } => {
            let [red, green, blue, _] = clan_colour(Some(clan));
            let name = format!("{} {}", texts.mark_base, of_clan(clan));
            (Color32::from_rgb(red, green, blue), name)
        }
        MarkKind::Zone { clan, zone } => {
            let name = format!("{} {zone} {}", texts.mark_zone, of_clan(clan));
            (Color32::from_rgb(120, 230, 140), name)
        }
        MarkKind::Lode { lode } => {
            (Color32::from_rgb(120, 200, 255), format!("{} {lode}", texts.mark_lode))
        }
        MarkKind::Corner { route, corner } => {
            (Color32::from_rgb(255, 210, 90), format!("{} {route}.{corner}", texts.mark_area))
        }
    }
}
