//! What the page calls, and what it is asked for.

use std::cell::{Cell, RefCell};
use std::panic;

use ngi_view::platform::{Place, Request, take_requests};
use ngi_view::settings::{self, Settings};
use ngi_view::texts::Language;
use ngi_view::{Action, App};
use wasm_bindgen::prelude::*;

use crate::files::Brought;

/// The page's script, which answers what only a page can.
#[wasm_bindgen(module = "/page/host.js")]
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
    Select(String),
    Message { text: String, is_error: bool },
    Work(Option<(String, f32)>),
}

thread_local! {
    static TOLD: RefCell<Vec<Told>> = const { RefCell::new(Vec::new()) };
    static BROUGHT: RefCell<Brought> = RefCell::new(Brought::new());
    static WINDOW: RefCell<Option<egui::Context>> = const { RefCell::new(None) };
    static UNSAVED: Cell<bool> = const { Cell::new(false) };
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
        let stored = context.storage.and_then(|storage| eframe::get_value(storage, settings::KEY));
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
    tell(Told::Select(path));
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

impl eframe::App for Page {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        for told in TOLD.take() {
            match told {
                Told::Place(place) => self.app.open_place(place),
                Told::Select(path) => self.app.actions.push(Action::Select(path)),
                Told::Message { text, is_error } => self.app.tell(text, is_error),
                Told::Work(work) => self.app.outside = work,
            }
        }
        self.app.ui(ui, frame);
        UNSAVED.set(self.app.has_changes());
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
