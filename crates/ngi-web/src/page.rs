//! What the page calls, and what it is asked for.

use std::cell::{Cell, RefCell};
use std::panic;

use ngi_view::platform::{Place, Request, take_requests};
use ngi_view::settings::Settings;
use ngi_view::texts::Language;
use ngi_view::{Action, App};
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::files::Brought;

/// The page's script, which answers what only a page can.
#[wasm_bindgen(raw_module = "./host.js")]
extern "C" {
    fn choose_folder();
    fn choose_file();
    fn make_demo();
    fn cancel_work();
    fn download(name: &str, bytes: &[u8]);
    fn selected(path: &str);
    fn panicked(message: &str);
}

/// Something the page tells the viewer.
enum Told {
    Place(Place),
    Do(Action),
    Message { text: String, is_error: bool },
    Work(Option<(String, f32)>),
    BringBack,
    Crash,
}

thread_local! {
    static TOLD: RefCell<Vec<Told>> = const { RefCell::new(Vec::new()) };
    static BROUGHT: RefCell<Brought> = RefCell::new(Brought::new());
    static WINDOW: RefCell<Option<egui::Context>> = const { RefCell::new(None) };
    static UNSAVED: Cell<bool> = const { Cell::new(false) };
    static LOOK: RefCell<String> = const { RefCell::new(String::new()) };
    static TIMES: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

fn tell(told: Told) {
    TOLD.with_borrow_mut(|all| all.push(told));
    WINDOW.with_borrow(|window| window.iter().for_each(egui::Context::request_repaint));
}

/// Opens the viewer on a canvas.
#[wasm_bindgen]
pub async fn start(canvas: web_sys::HtmlCanvasElement, russian: bool) -> Result<(), JsValue> {
    let runner = eframe::WebRunner::new();
    // After the runner's own, which only writes to the console.
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        before(info);
        panicked(&info.to_string());
    }));
    let options = eframe::WebOptions {
        wgpu_options: ngi_view::wgpu_configuration(),
        ..eframe::WebOptions::default()
    };
    let create = move |context: &eframe::CreationContext<'_>| {
        let stored = context.storage.and_then(Settings::stored);
        let language = if russian { Language::Russian } else { Language::English };
        let settings = stored.unwrap_or(Settings { language, ..Settings::default() });
        let mut app = App::new(&context.egui_ctx, context.wgpu_render_state.clone(), settings);
        context.storage.into_iter().for_each(|storage| app.remember(storage));
        WINDOW.set(Some(context.egui_ctx.clone()));
        Ok(Box::new(Page { app }) as Box<dyn eframe::App>)
    };
    runner.start(canvas, options, Box::new(create)).await
}

/// Brings a file; it waits for [`open_brought`].
#[wasm_bindgen]
pub fn bring(name: &str, bytes: Vec<u8>) {
    BROUGHT.with_borrow_mut(|brought| brought.add(name, bytes));
}

/// Notes that a file could not be brought.
#[wasm_bindgen]
pub fn refuse(name: &str, why: &str) {
    BROUGHT.with_borrow_mut(|brought| brought.refuse(name, why));
}

/// Opens what was brought, and selects something in it.
#[wasm_bindgen]
pub fn open_brought(label: &str, select: Option<String>) {
    let brought = BROUGHT.take();
    if brought.is_empty() {
        return;
    }
    let mounted = brought.mount();
    if mounted.count > 0 {
        let select = select.or(mounted.only);
        tell(Told::Place(Place {
            label: label.to_owned(),
            vfs: mounted.vfs,
            inside: String::new(),
            select,
            game: None,
        }));
    }
    let more = mounted.refused.len().saturating_sub(SHOWN);
    for line in mounted.refused.iter().take(SHOWN) {
        complain(line);
    }
    if more > 0 {
        complain(&format!("… {more} more"));
    }
}

/// Refused files that are told one by one.
const SHOWN: usize = 5;

/// Forgets what was brought.
#[wasm_bindgen]
pub fn forget_brought() {
    BROUGHT.take();
}

/// Selects something.
#[wasm_bindgen]
pub fn select(path: String) {
    tell(Told::Do(Action::Select(path)));
}

/// Gives a field of what is open another value, as `ngi set` takes it. For scripts and tests, like
/// the next ones.
#[wasm_bindgen]
pub fn edit(field: String, text: String) {
    tell(Told::Do(Action::Edit { field, text }));
}

/// Takes the last change back.
#[wasm_bindgen]
pub fn undo() {
    tell(Told::Do(Action::Undo));
}

/// Saves what is open: its archive is downloaded.
#[wasm_bindgen]
pub fn save() {
    tell(Told::Do(Action::Save));
}

/// Downloads what is open as another kind of file.
#[wasm_bindgen]
pub fn export_as(suffix: String) {
    tell(Told::Do(Action::Export(suffix)));
}

/// Downloads a picture of what is drawn.
#[wasm_bindgen]
pub fn take_picture() {
    tell(Told::Do(Action::Screenshot));
}

/// Checks everything.
#[wasm_bindgen]
pub fn check() {
    tell(Told::Do(Action::CheckAll));
}

/// Stops what is at work.
#[wasm_bindgen]
pub fn cancel() {
    tell(Told::Do(Action::Cancel));
}

/// The milliseconds that each frame since the last call took, without what the card does.
#[wasm_bindgen]
pub fn frame_times() -> Vec<f64> {
    TIMES.take()
}

/// Frames whose times are kept until somebody asks.
const TIMED: usize = 1000;

/// Asks for another frame.
#[wasm_bindgen]
pub fn redraw() {
    WINDOW.with_borrow(|window| window.iter().for_each(egui::Context::request_repaint));
}

/// What the viewer shows, as JSON.
#[wasm_bindgen]
pub fn look() -> String {
    LOOK.with_borrow(Clone::clone)
}

/// Brings back what was not saved at an earlier time.
#[wasm_bindgen]
pub fn bring_back() {
    tell(Told::BringBack);
}

/// Ends the program as a mistake in it would: to see that nothing is lost by one.
#[wasm_bindgen]
pub fn crash() {
    tell(Told::Crash);
}

/// Says something at the bottom.
#[wasm_bindgen]
pub fn complain(text: &str) {
    tell(Told::Message { text: text.to_owned(), is_error: true });
}

/// Says what the page is at work on, and how far it has come; nothing where it has ended.
#[wasm_bindgen]
pub fn working(what: Option<String>, share: f32) {
    tell(Told::Work(what.map(|what| (what, share))));
}

/// Whether something would be lost if the page were closed.
#[wasm_bindgen]
pub fn has_changes() -> bool {
    UNSAVED.get()
}

/// The viewer on a canvas.
struct Page {
    app: App,
}

impl Page {
    fn look(&self) -> String {
        let app = &self.app;
        let current = app.current.as_ref();
        let state = serde_json::json!({
            "place": app.place.as_ref().map(|place| &place.label),
            "items": app.index.items().len(),
            "selected": app.selected,
            "open": current.map(|current| &current.path),
            "error": current.and_then(|current| current.error.as_ref()),
            "findings": app.report.findings.len(),
            "drawn": app.viewport.has_scene(),
            "picture": [app.viewport.rect().width(), app.viewport.rect().height()],
            "picked": app.viewport.picked.is_some(),
            "search": app.search,
            "busy": app.is_busy() || app.outside.is_some(),
            "changed": app.has_changes(),
            "thumbnails": app.thumbnail_count(),
            "kept": app.kept().len(),
            "offered": app.offers_unsaved(),
            "language": format!("{:?}", app.settings.language),
            "messages": app.messages.iter().map(|message| &message.text).collect::<Vec<_>>(),
        });
        state.to_string()
    }
}

impl eframe::App for Page {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let begun = Instant::now();
        for told in TOLD.take() {
            match told {
                Told::Place(place) => self.app.open_place(place),
                Told::Do(action) => self.app.actions.push(action),
                Told::Message { text, is_error } => self.app.tell(text, is_error),
                Told::Work(work) => self.app.outside = work,
                Told::BringBack => self.app.bring_unsaved_back(),
                #[expect(clippy::panic, reason = "that is what it is for")]
                Told::Crash => panic!("asked for"),
            }
        }
        self.app.ui(ui, frame);
        TIMES.with_borrow_mut(|times| {
            if times.len() < TIMED {
                times.push(begun.elapsed().as_secs_f64() * 1000.0);
            }
        });
        UNSAVED.set(self.app.has_changes());
        LOOK.set(self.look());
        for request in take_requests() {
            match request {
                Request::ChooseFolder => choose_folder(),
                Request::ChooseFile => choose_file(),
                Request::Demo => make_demo(),
                Request::Cancel => cancel_work(),
                Request::Download { name, bytes } => download(&name, &bytes),
                Request::Selected(path) => selected(&path),
            }
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.app.save(storage);
    }
}
