//! The window.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use crate::App;
use crate::measure::Measure;
use crate::platform::{self, Over};
use crate::settings::Settings;

/// How often a card may be lost before that is the end.
const LOSSES: usize = 3;

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no display to open a window on.
    #[error("the viewer needs a display: {0}. `ngi render` works without one")]
    NoDisplay(String),
    /// There is nothing to draw with.
    #[error(
        "there is no graphics adapter that can draw in a window: {0}. {advice}",
        advice = ngi_render::DRIVER_ADVICE
    )]
    NoAdapter(String),
    /// The card was lost again and again.
    #[error(
        "the graphics device was lost {LOSSES} times; unsaved changes are offered at the next start"
    )]
    Lost,
    /// Anything else.
    #[error("the viewer cannot open its window: {0}")]
    Window(String),
}

impl From<eframe::Error> for Error {
    fn from(error: eframe::Error) -> Self {
        let why = error.to_string();
        // Paths in front of the reason are those of the machine that the program was built on.
        let why = why.rsplit_once(".rs:").map_or(why.as_str(), |(_, rest)| rest);
        let why = why.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ');
        let why = why.trim_end_matches(['.', ' ']).to_owned();
        match error {
            eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => Self::NoDisplay(why),
            eframe::Error::Wgpu(_) => Self::NoAdapter(why),
            _ => Self::Window(why),
        }
    }
}

/// Opens the viewer on folders, archives or files. Returns when the window is closed.
pub fn run(paths: Vec<PathBuf>) -> Result<(), Error> {
    run_over(paths, None)
}

/// The same, with games seen through mods.
pub fn run_over(paths: Vec<PathBuf>, over: Option<Over>) -> Result<(), Error> {
    let left = Rc::new(RefCell::new(None));
    open_window(Begin::With(paths, over), &left)?;
    // A window whose card is lost leaves its app behind, and another one takes it over.
    for _ in 0..LOSSES {
        let Some(app) = left.take() else { return Ok(()) };
        open_window(Begin::Again(app), &left)?;
    }
    if left.take().is_some() { Err(Error::Lost) } else { Ok(()) }
}

/// What a window begins with.
enum Begin {
    With(Vec<PathBuf>, Option<Over>),
    Again(Box<App>),
}

type Left = Rc<RefCell<Option<Box<App>>>>;

fn open_window(begin: Begin, left: &Left) -> Result<(), Error> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("ngi view")
        .with_app_id("ngi-view")
        .with_inner_size([1360.0, 860.0])
        .with_min_inner_size([640.0, 400.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions {
        viewport,
        persist_window: true,
        // The colours of the window are flat, and a software driver pays for it with each pixel.
        dithering: false,
        wgpu_options: crate::wgpu_configuration(),
        ..eframe::NativeOptions::default()
    };
    let (taken, left) = (left, Rc::clone(left));
    let create = move |context: &eframe::CreationContext<'_>| {
        let state = context.wgpu_render_state.clone();
        let app = match begin {
            Begin::With(paths, over) => {
                let stored = context.storage.and_then(Settings::stored);
                // The first time everything is as the system has it.
                let settings = stored.unwrap_or_else(|| Settings {
                    language: platform::system_language(),
                    ..Settings::default()
                });
                let mut app = Box::new(App::new(&context.egui_ctx, state, settings));
                context.storage.into_iter().for_each(|storage| app.remember(storage));
                over.into_iter().for_each(|over| app.see_through(over));
                app.follow_changes();
                app.keep_pictures(platform::PictureCache::of_user());
                if paths.is_empty() {
                    app.find_games();
                }
                paths.into_iter().for_each(|path| app.open(path));
                app
            }
            Begin::Again(mut app) => {
                app.move_to(&context.egui_ctx, state);
                app
            }
        };
        let measure = Measure::asked();
        Ok(Box::new(Window { app: Some(app), left, measure }) as Box<dyn eframe::App>)
    };
    let run = || eframe::run_native("ngi-view", options, Box::new(create));
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(ended) => Ok(ended?),
        // What draws the panels panics where its card is lost in the middle of a frame. The app was
        // left behind then, and nothing else is broken.
        Err(_) if taken.borrow().is_some() => Ok(()),
        Err(panic) => resume_unwind(panic),
    }
}

/// The app in a window.
struct Window {
    app: Option<Box<App>>,
    left: Left,
    measure: Option<Measure>,
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let Some(app) = &mut self.app else { return };
        if app.card_is_lost() {
            // Nothing can be drawn here any more; another window takes over.
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
            return;
        }
        let begun = Instant::now();
        app.ui(ui, frame);
        let Some(measure) = &mut self.measure else { return };
        ui.ctx().request_repaint();
        if measure.take(app, begun.elapsed()) {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if let Some(app) = &mut self.app {
            app.save(storage);
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        if let Some(mut app) = self.app.take()
            && app.card_is_lost()
        {
            self.left.replace(Some(app));
        }
    }
}
