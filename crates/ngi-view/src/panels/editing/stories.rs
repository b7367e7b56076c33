//! What a mission tells: its title, what is to be done, what may be done besides, its hints.

use egui::{Button, Context, ScrollArea, TextEdit, Ui, vec2};
use ngi_formats::cfg::view::{BONUS, PRIMARY};
use ngi_formats::cfg::{Cfg, names};
use ngi_formats::{text, tips};

use crate::editing::{Request, Tool};
use crate::panels::tools::Tip as _;
use crate::texts::mission;
use crate::{Action, App};

/// The hints of a mission.
const HINTS: &str = "Mistips.mis";

/// A change of a file: its name, fields.
type Asked = (String, Vec<(String, String)>);

/// A line that can be typed into: where it is, and what it says.
struct Line {
    field: String,
    text: String,
    /// The field that takes it out, where it can go.
    gone: Option<String>,
}

/// Draws the window, where it is open.
pub fn show(app: &mut App, ctx: &Context) {
    let texts = app.texts().mission();
    if !app.desk.shows(Tool::Stories, &app.viewport) {
        return;
    }
    let mut open = true;
    let room = app.viewport.rect();
    let window = egui::Window::new(texts.stories)
        .id(egui::Id::unique("texts of a mission"))
        .open(&mut open)
        .default_pos(room.left_top() + vec2(40.0, 30.0))
        .default_size(vec2(380.0, 300.0));
    let mut asked = None;
    window.show(ctx, |ui| {
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| asked = all(app, ui));
    });
    if let Some((name, fields)) = asked {
        app.actions.push(Action::Change(Request::Beside { name, fields }));
    }
    if !open {
        app.desk.toggle(Tool::Stories);
    }
}

fn all(app: &mut App, ui: &mut Ui) -> Option<Asked> {
    let texts = app.texts().mission();
    let mut asked = None;
    ui.strong(texts.story_title);
    asked = texts_of(app, ui, tips::TITLE_FILE, texts.story_title).or(asked);
    for (object, title) in [(PRIMARY, texts.story_primary), (BONUS, texts.story_bonus)] {
        ui.add_space(6.0);
        ui.strong(title);
        asked = aims(app, ui, object, title).or(asked);
    }
    ui.add_space(6.0);
    ui.strong(texts.story_hints);
    texts_of(app, ui, HINTS, texts.story_hint).or(asked)
}

/// Texts of a file without its marks: the title of a mission, its hints.
fn texts_of(app: &mut App, ui: &mut Ui, name: &str, label: &str) -> Option<Asked> {
    let texts = app.texts().mission();
    let Some(document) = app.document_beside(name) else {
        ui.weak(format!("{name}: {}", texts.story_missing));
        return None;
    };
    let read = tips::Tips::read(document.bytes()).ok()?;
    let mut lines = Vec::new();
    for (place, (_, part)) in read.parts().enumerate() {
        let tips::Part::Text(said) = part else { continue };
        let said = text::decode(said);
        // The end of a line is none of the text.
        if !said.trim().is_empty() {
            lines.push((format!("parts[{place}].text"), said));
        }
    }
    let mut asked = None;
    for (place, (field, said)) in lines.into_iter().enumerate() {
        let (front, end) = said.split_at(said.trim_end_matches(['\r', '\n']).len());
        let label = format!("{label} {}", place + 1);
        let line = Line { field: field.clone(), text: front.to_owned(), gone: None };
        if let Some(Typed::Text(typed)) = edit(ui, name, &line, &label, texts) {
            asked = Some((name.to_owned(), vec![(field, format!("{typed}{end}"))]));
        }
    }
    asked
}

/// The aims of an object of `mission.cfg`.
fn aims(app: &mut App, ui: &mut Ui, object: &str, title: &str) -> Option<Asked> {
    let texts = app.texts();
    let name = names::MISSION;
    let Some(document) = app.document_beside(name) else {
        ui.weak(format!("{name}: {}", texts.mission().story_missing));
        return None;
    };
    let bytes = document.bytes().to_vec();
    let cfg = Cfg::read(&bytes).ok()?;
    let mut lines = Vec::new();
    let is_own = |one: &ngi_formats::cfg::Object<'_>| text::same(one.name(), object.as_bytes());
    for (at, one) in cfg.objects().enumerate().filter(|(_, one)| is_own(one)) {
        for (place, property) in one.properties().enumerate() {
            let path = format!("objects[{at}].properties[{place}]");
            lines.push(Line {
                field: format!("{path}.value"),
                text: text::decode(property.value),
                gone: Some(path),
            });
        }
    }
    let mut asked = None;
    for (place, line) in lines.iter().enumerate() {
        let label = format!("{title} {}", place + 1);
        asked = match edit(ui, name, line, &label, texts.mission()) {
            Some(Typed::Text(text)) => Some(vec![(line.field.clone(), text)]),
            Some(Typed::Gone) => line.gone.clone().map(|path| vec![(path, "-".to_owned())]),
            None => asked,
        };
    }
    let add_tip = match object {
        PRIMARY => texts.mission().story_add_primary,
        _ => texts.mission().story_add_bonus,
    };
    let add = ui.button(texts.mission().story_add).tip(add_tip);
    let label = format!("{}: {title}", texts.mission().story_add);
    add.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
    if add.clicked() {
        asked = Some(one_more(&cfg, object, texts.mission().story_aim));
    }
    asked.map(|fields| (name.to_owned(), fields))
}

/// The fields that give an object of `mission.cfg` one more aim, under a key that is free.
fn one_more(cfg: &Cfg<'_>, object: &str, aim: &str) -> Vec<(String, String)> {
    let there = cfg.objects().any(|one| text::same(one.name(), object.as_bytes()));
    let taken: Vec<String> = cfg.merged(object).iter().map(|one| text::decode(one.key)).collect();
    let is_free = |key: &String| !taken.iter().any(|own| own.eq_ignore_ascii_case(key));
    let key = (1..).map(|number| format!("objective{number}")).find(is_free);
    let key = key.unwrap_or_default();
    if there {
        return vec![(format!("{object}.{key}"), aim.to_owned())];
    }
    let [name, key, aim] = [object, &key, aim].map(serde_json::Value::from);
    let pair = format!(r#"{{"key":{key},"value":{aim}}}"#);
    vec![("objects[+]".to_owned(), format!(r#"{{"name":{name},"properties":[{pair}]}}"#))]
}

/// One more aim, and the window in which it is typed.
fn add_aim(app: &mut App, object: &str) {
    if !app.desk.shows(Tool::Stories, &app.viewport) {
        app.toggle_tool(Tool::Stories);
    }
    let (name, aim) = (names::MISSION.to_owned(), app.texts().mission().story_aim);
    let bytes = app.document_beside(&name).map(|document| document.bytes().to_vec());
    if let Some(Ok(cfg)) = bytes.as_deref().map(Cfg::read) {
        let fields = one_more(&cfg, object, aim);
        app.actions.push(Action::Change(Request::Beside { name, fields }));
    }
}

/// One more aim that is to be done.
pub fn add_primary(app: &mut App) {
    add_aim(app, PRIMARY);
}

/// One more aim besides.
pub fn add_bonus(app: &mut App) {
    add_aim(app, BONUS);
}

/// What was done with a line.
enum Typed {
    Text(String),
    Gone,
}

/// A line to be typed into; it counts once the cursor leaves it.
fn edit(
    ui: &mut Ui,
    file: &str,
    line: &Line,
    label: &str,
    texts: &mission::Texts,
) -> Option<Typed> {
    let id = egui::Id::unique(("text of a mission", file, &line.field));
    let mut typed = ui.data(|data| data.get_temp::<String>(id));
    let mut text = typed.take().unwrap_or_else(|| line.text.clone());
    let mut done = None;
    ui.horizontal(|ui| {
        if line.gone.is_some() {
            let gone = ui.add(Button::new("×").small()).tip(texts.story_gone_hover);
            let label = format!("× {label}");
            gone.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
            done = gone.clicked().then_some(Typed::Gone);
        }
        let field = TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
        let response = ui.add(field);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, label));
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            let escaped = ui.input(|input| input.key_pressed(egui::Key::Escape));
            if text != line.text && !escaped {
                done = Some(Typed::Text(text.clone()));
            }
        } else if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, text.clone()));
        }
    });
    done
}
