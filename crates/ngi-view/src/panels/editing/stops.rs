//! Stops of a briefing's camera: gone to, put where the picture looks from, timed, more and less.

use egui::{Button, ComboBox, Context, DragValue, Grid, ScrollArea, Ui, vec2};
use ngi_formats::cfg::view::is_stop;
use ngi_formats::cfg::{Cfg, Object, names};
use ngi_formats::text;
use ngi_render::Camera;

use crate::editing::{Request, Tool};
use crate::panels::tools::Tip as _;
use crate::texts::mission::Texts;
use crate::{Action, App};

/// Where the camera is and what it looks at, as the file calls it.
const CAMERA: [&str; 3] = ["CameraX", "CameraY", "CameraZ"];
const TARGET: [&str; 3] = ["TargetX", "TargetY", "TargetZ"];
/// What it does at a stop, and how it goes on to the next: the words that files have.
const WAITS: (&str, [&str; 3]) = ("WaitType", ["continuous", "stay", "flyaround"]);
const EDGES: (&str, [&str; 3]) = ("EdgeType", ["linear", "spline", "jump"]);
/// And for how long each, in seconds.
const WAIT_TIME: &str = "WaypointTime";
const EDGE_TIME: &str = "EdgeTime";

/// Fields, as `ngi set` takes them.
type Fields = Vec<(String, String)>;

/// What was asked for.
enum Asked {
    /// Go to a stop, by its place among them.
    Go(usize),
    /// Change the file.
    Set(Fields),
}

/// Draws the window, where it is open.
pub fn show(app: &mut App, ctx: &Context) {
    let texts = app.texts().mission();
    if !app.desk.shows(Tool::Stops, &app.viewport) {
        return;
    }
    let mut open = true;
    let room = app.viewport.rect();
    let window = egui::Window::new(texts.stops)
        .id(egui::Id::unique("stops of a briefing"))
        .open(&mut open)
        .default_pos(room.left_top() + vec2(24.0, 24.0))
        .default_size(vec2(620.0, 220.0));
    let mut asked = None;
    window.show(ctx, |ui| asked = all(app, ui));
    match asked {
        Some(Asked::Go(stop)) => {
            let camera = *app.viewport.camera();
            if let Some(mission) = &mut app.viewport.mission {
                mission.go_to_stop(stop, &camera);
            }
        }
        Some(Asked::Set(fields)) => change(app, fields),
        None => {}
    }
    if !open {
        app.desk.toggle(Tool::Stops);
    }
}

fn change(app: &mut App, fields: Fields) {
    let name = names::BRIEFING.to_owned();
    app.actions.push(Action::Change(Request::Beside { name, fields }));
}

fn all(app: &mut App, ui: &mut Ui) -> Option<Asked> {
    let texts = app.texts().mission();
    let camera = *app.viewport.camera();
    let Some(document) = app.document_beside(names::BRIEFING) else {
        ui.weak(format!("{}: {}", names::BRIEFING, texts.story_missing));
        return None;
    };
    let bytes = document.bytes().to_vec();
    let cfg = Cfg::read(&bytes).ok()?;
    let mut asked = None;
    ScrollArea::both().show(ui, |ui| {
        Grid::new("stops").striped(true).show(ui, |ui| {
            let stops = cfg.objects().enumerate().filter(|(_, object)| is_stop(object));
            for (place, (at, object)) in stops.enumerate() {
                let row = Row { place, at, object: &object, texts };
                asked = row.draw(ui, &camera).or(asked.take());
                ui.end_row();
            }
        });
        let more = ui.button(texts.stop_new).tip(texts.stop_new_hover);
        if more.clicked() {
            asked = Some(Asked::Set(one_more(&cfg, &camera)));
        }
    });
    asked
}

/// One more stop where the picture looks from.
pub fn add(app: &mut App) {
    let camera = *app.viewport.camera();
    let document = app.document_beside(names::BRIEFING);
    let bytes = document.map(|document| document.bytes().to_vec());
    let fields = bytes.and_then(|bytes| Some(one_more(&Cfg::read(&bytes).ok()?, &camera)));
    if let Some(fields) = fields {
        change(app, fields);
    }
}

/// A stop of the file.
struct Row<'a> {
    /// Its place among the stops.
    place: usize,
    /// Its number among the objects.
    at: usize,
    object: &'a Object<'a>,
    texts: &'static Texts,
}

impl Row<'_> {
    fn draw(&self, ui: &mut Ui, camera: &Camera) -> Option<Asked> {
        let (texts, mut asked) = (self.texts, None);
        let name = text::decode(self.object.name());
        if ui.button(&name).tip(texts.stop_go_hover).clicked() {
            asked = Some(Asked::Go(self.place));
        }
        let here = ui.button(texts.stop_here).tip(texts.stop_here_hover);
        let label = format!("{} {name}", texts.stop_here);
        here.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        if here.clicked() {
            let fields = looks(camera).into_iter().map(|(key, value)| self.set(key, &value));
            asked = Some(Asked::Set(fields.collect()));
        }
        for ((key, words), time) in [(WAITS, WAIT_TIME), (EDGES, EDGE_TIME)] {
            let chosen = self.choice(ui, key, words).map(|word| self.set(key, word));
            let typed = self.seconds(ui, time).map(|value| self.set(time, &value.to_string()));
            asked = chosen.or(typed).map(|field| Asked::Set(vec![field])).or(asked);
        }
        let gone = ui.add(Button::new("×").small()).tip(texts.stop_gone_hover);
        let label = format!("× {name}");
        gone.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        if gone.clicked() {
            let field = (format!("objects[{}]", self.at), "-".to_owned());
            asked = Some(Asked::Set(vec![field]));
        }
        asked
    }

    /// The field that gives a key a value; one that is not there is added.
    fn set(&self, key: &str, value: &str) -> (String, String) {
        let own = |property: &[u8]| text::same(property, key.as_bytes());
        let path = format!("objects[{}].properties", self.at);
        match self.object.properties().position(|property| own(property.key)) {
            Some(place) => (format!("{path}[{place}].value"), value.to_owned()),
            None => (format!("{path}[+]"), pair(key, value)),
        }
    }

    fn stored(&self, key: &str) -> String {
        self.object.value(key).map(text::decode).unwrap_or_default()
    }

    /// One of a few words.
    fn choice(&self, ui: &mut Ui, key: &str, words: [&'static str; 3]) -> Option<&'static str> {
        let stored = self.stored(key);
        let combo = ComboBox::from_id_salt((key, self.at)).width(88.0).selected_text(&stored);
        let mut chosen = None;
        let response = combo.show_ui(ui, |ui| {
            for word in words {
                let is_own = stored.eq_ignore_ascii_case(word);
                if ui.selectable_label(is_own, word).clicked() && !is_own {
                    chosen = Some(word);
                }
            }
        });
        let label = self.label(key);
        let response = response.response.tip(self.tip(key));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
        chosen
    }

    /// Seconds, typed or dragged: they count when that is done.
    fn seconds(&self, ui: &mut Ui, key: &str) -> Option<f32> {
        let stored: f32 = self.stored(key).trim().parse().unwrap_or_default();
        let id = egui::Id::unique(("stop of a briefing", self.at, key));
        let mut now = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(stored);
        let field = DragValue::new(&mut now).speed(0.1).range(0.0..=600.0).suffix(" s");
        let (label, response) = (self.label(key), ui.add(field));
        let response = response.tip(self.tip(key));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, &label));
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, now));
        }
        if response.drag_stopped() || response.lost_focus() {
            ui.data_mut(|data| data.remove::<f32>(id));
            return (now != stored).then_some(now);
        }
        None
    }

    /// Returns the tooltip of a key of the file: its meaning and the key.
    fn tip(&self, key: &str) -> String {
        let means = match key {
            _ if key == WAITS.0 => self.texts.stop_wait,
            _ if key == EDGES.0 => self.texts.stop_edge,
            WAIT_TIME => self.texts.stop_wait_time,
            _ => self.texts.stop_edge_time,
        };
        format!("{means} ({})", self.label(key))
    }

    fn label(&self, key: &str) -> String {
        format!("{}.{key}", text::decode(self.object.name()))
    }
}

/// A key with its value, for a new property.
fn pair(key: &str, value: &str) -> String {
    serde_json::json!({ "key": key, "value": value }).to_string()
}

/// Where a camera is and what it looks at, to thousandths.
fn looks(camera: &Camera) -> Vec<(&'static str, String)> {
    let places = [(CAMERA, camera.eye()), (TARGET, camera.target)];
    let numbers =
        places.into_iter().flat_map(|(keys, place)| keys.into_iter().zip(place.to_array()));
    numbers.map(|(key, number)| (key, format!("{number:.3}"))).collect()
}

/// The fields that add a stop behind the last, where a camera looks from.
fn one_more(cfg: &Cfg<'_>, camera: &Camera) -> Fields {
    let digits = |object: Object<'_>| text::decode(object.name()).get(8..)?.parse::<u32>().ok();
    let last = cfg.objects().filter(is_stop).filter_map(digits).max();
    let name = format!("WayPoint{}", last.map_or(0, |last| last.saturating_add(1)));
    let mut all = looks(camera);
    for (key, value) in [(EDGES.0, "linear"), (EDGE_TIME, "3"), (WAITS.0, "stay"), (WAIT_TIME, "2")]
    {
        all.push((key, value.to_owned()));
    }
    let pairs: Vec<String> = all.iter().map(|(key, value)| pair(key, value)).collect();
    let name = serde_json::Value::from(name);
    let object = format!(r#"{{"name":{name},"properties":[{}]}}"#, pairs.join(","));
    vec![("objects[+]".to_owned(), object)]
}
