//! What the tests share: the demo game on disk, a window, and waiting.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::Duration;

use egui::{Key, Modifiers, PointerButton, Role, Vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use egui_kittest::{Harness, HarnessBuilder};
use egui_wgpu::{RenderState, RendererOptions};
use ngi_verbs::format::{Subject, recognise};
use ngi_view::App;
use ngi_view::settings::{Panels, Settings};

/// The files of the demo game, made once.
static DEMO: LazyLock<Vec<ngi_demo::DemoFile>> = LazyLock::new(|| ngi_demo::files().unwrap());

/// The demo game in a folder of its own.
pub fn demo() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in DEMO.iter() {
        let path = folder.path().join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.bytes).unwrap();
    }
    folder
}

pub type Window = Harness<'static, Shown>;

/// The app in a window. It is made before the first frame, with the window's context.
#[derive(Default)]
pub struct Shown(Option<App>);

impl Deref for Shown {
    type Target = App;
    fn deref(&self) -> &App {
        self.0.as_ref().unwrap()
    }
}

impl DerefMut for Shown {
    fn deref_mut(&mut self) -> &mut App {
        self.0.as_mut().unwrap()
    }
}

/// A card of its own, as a window has one.
pub fn card() -> RenderState {
    create_render_state(default_wgpu_setup(), RendererOptions::PREDICTABLE)
}

/// How the tests' windows are set up; without a card nothing is drawn.
pub fn build(size: Vec2, card: Option<RenderState>, settings: Settings) -> Window {
    let mut builder: HarnessBuilder<Shown> = Harness::builder()
        .with_size(size)
        .with_max_steps(64)
        .with_render_cursor(false)
        .with_wait_for_pending_images(false)
        .allow_missing_glyphs();
    if let Some(card) = &card {
        builder = builder.renderer(WgpuTestRenderer::from_render_state(card.clone()));
    }
    let made = Rc::new(RefCell::new(None));
    let make = Rc::clone(&made);
    let builder = builder.with_context_setup(move |context| {
        *make.borrow_mut() = Some(App::new(context, card, settings));
    });
    let show = move |ui: &mut egui::Ui, shown: &mut Shown| {
        let app = shown.0.get_or_insert_with(|| made.take().unwrap());
        // The whole window: the harness leaves a margin.
        let whole = ui.ctx().content_rect();
        let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(whole));
        ui.set_clip_rect(whole);
        app.show(&mut ui);
    };
    builder.build_ui_state(show, Shown::default())
}

/// A window without anything open.
pub fn window(settings: Settings) -> Window {
    build(egui::vec2(1280.0, 800.0), Some(card()), settings)
}

/// Settings of the tests: nothing that comes and goes by itself, all images in full quality, both
/// panels at every width, and screenshots in a temporary folder.
pub fn settings() -> Settings {
    Settings {
        thumbnails: false,
        adapts: false,
        panels: Panels { tree: Some(true), details: Some(true) },
        picture_folder: Some(std::env::temp_dir()),
        ..Settings::default()
    }
}

/// A window on a path.
pub fn window_on(path: &Path) -> Window {
    let mut window = window(settings());
    window.state_mut().open(PathBuf::from(path));
    settle(&mut window);
    window
}

/// Steps until nothing is under way any more.
pub fn settle(window: &mut Window) {
    // Longer and longer, so that what is waited for gets the processor. A hang is a failure, not a
    // test that never ends.
    for round in 0..6_000 {
        window.step();
        if !window.state().is_busy() {
            window.step();
            window.step();
            return;
        }
        std::thread::sleep(Duration::from_millis(1 << round.min(4)));
    }
    panic!("still busy: {:?}", window.state().running());
}

/// Types over what the field that has the keyboard says.
pub fn type_over(window: &mut Window, text: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.step();
    window.event(egui::Event::Text(text.to_owned()));
}

/// Types over what the field that has the keyboard says, and is done with it.
pub fn enter(window: &mut Window, text: &str) {
    type_over(window, text);
    window.step();
    window.key_press(Key::Enter);
    settle(window);
}

/// Types another number into a field.
pub fn enter_number(window: &mut Window, label: &str, number: &str) {
    window.get_by_role_and_label(Role::SpinButton, label).focus();
    window.run_steps(2);
    enter(window, number);
}

/// A window on something of a game, with the list of what it consists of.
pub fn scene_of(game: &Path, path: &str) -> Window {
    let mut window = build(egui::vec2(900.0, 520.0), Some(card()), settings());
    window.state_mut().open(game.to_owned());
    settle(&mut window);
    select(&mut window, path);
    window.state_mut().tab = ngi_view::Tab::Scene;
    window.run_steps(2);
    window
}

/// Types into the search.
pub fn search(window: &mut Window, text: &str) {
    let field = window.get_by_role_and_label(Role::TextInput, "Search");
    field.focus();
    window.step();
    type_over(window, text);
    settle(window);
}

/// Clicks a row of the tree.
pub fn click_row(window: &mut Window, name: &str) {
    window.get_by_role_and_label(Role::TreeItem, name).click();
    settle(window);
}

/// Clicks a place of the window.
pub fn click_at(window: &mut Window, at: egui::Pos2) {
    for pressed in [true, false] {
        window.event(egui::Event::PointerMoved(at));
        window.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    settle(window);
}

/// Selects by path, as a click on something that is out of sight would.
pub fn select(window: &mut Window, path: &str) {
    window.state_mut().actions.push(ngi_view::Action::Select(path.to_owned()));
    settle(window);
    let app = window.state();
    let current = app.current.as_ref().unwrap_or_else(|| panic!("{path}: {:?}", app.messages));
    assert_eq!(current.path, path);
}

/// Types a value into a field of the inspector.
pub fn type_value(window: &mut Window, field: &str, value: &str) {
    let path = window.state().current.as_ref().unwrap().path.clone();
    let field_shown = ngi_view::Action::Reveal { path, field: field.to_owned() };
    window.state_mut().actions.push(field_shown);
    settle(window);
    let input = window.get_by_role_and_label(Role::TextInput, field);
    input.focus();
    window.step();
    enter(window, value);
}

/// Drags the mouse.
pub fn drag(window: &mut Window, from: egui::Pos2, to: egui::Pos2) {
    let press = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.event(egui::Event::PointerMoved(from));
    window.event(press(from, true));
    for part in 1..=4 {
        window.event(egui::Event::PointerMoved(from + (to - from) * (part as f32 / 4.0)));
    }
    window.event(press(to, false));
    window.step();
    window.step();
}

/// The value of a field of what is open.
pub fn value(window: &Window, field: &str) -> serde_json::Value {
    let current = window.state().current.as_ref().unwrap();
    let document = current.document.as_ref().unwrap();
    let found = document.tree().unwrap().find(field).unwrap();
    ngi_verbs::json::to_value(&ngi_verbs::document::write::Part(&found.node)).unwrap()
}

/// The bytes of what is open, changes that are not saved included.
pub fn bytes(window: &Window) -> Vec<u8> {
    let current = window.state().current.as_ref().unwrap();
    current.document.as_ref().unwrap().bytes().to_vec()
}

/// Fields of what is open, set in other bytes of it as `ngi set` does it.
pub fn set(window: &Window, before: &[u8], fields: &[(String, String)]) -> Vec<u8> {
    let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
    let subject = Subject { bytes: before, ..document.subject() };
    let format = recognise(&subject).unwrap();
    ngi_verbs::set::change(format.document, &subject, fields).unwrap().bytes
}

/// Takes the last change back.
pub fn undo(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(window);
}
