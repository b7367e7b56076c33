//! Dialogs: they fit small windows, close with Escape, and keep the keyboard.

use egui::{Key, Modifiers, Rect, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_render::Overlays;
use ngi_verbs::written::{Written, WrittenFile};
use ngi_view::exchange::Report;
use ngi_view::settings::Settings;
use ngi_view::texts::{Language, Texts};
use ngi_view::{Action, App};

use crate::drive::{Window, build, card, demo, select, settings, settle, type_value};

const SCOUT: &str = "bases.rlb/r_scout_0_01.msh";
const SMALL: egui::Vec2 = vec2(1024.0, 640.0);

fn opened(language: Language) -> (tempfile::TempDir, Window) {
    let game = demo();
    let settings = Settings { language, ..settings() };
    let mut window = build(SMALL, Some(card()), settings);
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, SCOUT);
    (game, window)
}

/// A dialog: how it is opened, its default button, and whether it is open.
struct Case {
    open: fn(&mut Window),
    button: fn(&Texts) -> &'static str,
    is_open: fn(&App) -> bool,
}

fn act(window: &mut Window, action: Action) {
    window.state_mut().actions.push(action);
    window.run_steps(4);
}

fn long_report() -> Report {
    let lines = |what: &str| (0..200).map(|line| format!("{what} number {line}")).collect();
    let files = vec![WrittenFile::new(std::path::Path::new("/tmp/a.glb"))];
    let written = Written { files, lost: lines("lost"), told: lines("told"), ..Written::default() };
    Report { title: "A report".to_owned(), written }
}

const CASES: [Case; 6] = [
    Case { open: |window| act(window, Action::Help), button: |t| t.close, is_open: |app| app.help },
    Case {
        open: |window| act(window, Action::AskShot),
        button: |t| t.shot_do,
        is_open: |app| app.shots.dialog.is_some(),
    },
    Case {
        open: |window| act(window, Action::AskExport(None)),
        button: |t| t.export_do,
        is_open: |app| app.exchange.export.is_some(),
    },
    Case {
        open: |window| act(window, Action::AskReplace),
        button: |t| t.replace_do,
        is_open: |app| app.exchange.replace.is_some(),
    },
    Case {
        open: |window| {
            window.state_mut().exchange.report = Some(long_report());
            window.run_steps(4);
        },
        button: |t| t.close,
        is_open: |app| app.exchange.report.is_some(),
    },
    Case {
        open: |window| {
            type_value(window, "nodes[0].flags", "1");
            act(window, Action::Open(std::env::temp_dir()));
            window.run_steps(4);
        },
        button: |t| t.save_and_open,
        is_open: |app| app.is_closing(),
    },
];

fn rect(window: &Window, name: &str) -> Rect {
    let all = window.get_all_by_role_and_label(Role::Button, name);
    all.last().unwrap().rect()
}

#[test]
fn every_dialog_fits_a_small_window_and_closes_with_escape_or_its_cross() {
    for language in [Language::English, Language::Russian] {
        let (_game, mut window) = opened(language);
        let texts = Texts::of(language);
        let whole = Rect::from_min_size(egui::Pos2::ZERO, SMALL);
        for (number, case) in CASES.iter().enumerate() {
            (case.open)(&mut window);
            assert!((case.is_open)(window.state()), "{number}");
            let button = (case.button)(texts);
            for name in [texts.close_window, button] {
                let rect = rect(&window, name);
                assert!(whole.contains_rect(rect), "{number} {language:?}: {name} at {rect}");
            }
            window.key_press(Key::Escape);
            window.run_steps(3);
            assert!(!(case.is_open)(window.state()), "{number}: Escape");
            (case.open)(&mut window);
            let cross = rect(&window, texts.close_window).center();
            crate::drive::click_at(&mut window, cross);
            assert!(!(case.is_open)(window.state()), "{number}: cross");
        }
    }
}

#[test]
fn a_dialog_keeps_the_keyboard() {
    let (_game, mut window) = opened(Language::English);
    let grid = |window: &Window| window.state().viewport.view.overlays.has(Overlays::GRID);
    let before = grid(&window);
    for case in &CASES {
        (case.open)(&mut window);
        window.key_press(Key::G);
        window.event(egui::Event::Text("g".to_owned()));
        window.key_press_modifiers(Modifiers::COMMAND, Key::F);
        window.event(egui::Event::Text("x".to_owned()));
        window.run_steps(3);
        assert!((case.is_open)(window.state()));
        assert_eq!((grid(&window), window.state().search.as_str()), (before, ""));
        window.key_press(Key::Escape);
        window.run_steps(3);
    }
    window.key_press(Key::G);
    window.run_steps(3);
    assert_ne!(grid(&window), before, "without a dialog the key works");
}

#[test]
fn enter_presses_the_default_button() {
    let (_game, mut window) = opened(Language::English);
    act(&mut window, Action::AskShot);
    window.key_press(Key::Enter);
    settle(&mut window);
    let said = window.state().last_said().unwrap().text.clone();
    let path = std::path::PathBuf::from(said.strip_prefix("Saved ").unwrap());
    assert!(path.file_name().unwrap().to_string_lossy().starts_with("r_scout_0_01"), "{path:?}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn the_closing_question_names_the_files() {
    let (_game, mut window) = opened(Language::English);
    type_value(&mut window, "nodes[0].flags", "1");
    select(&mut window, "Material.lib/WATER");
    type_value(&mut window, "phases[0].opacity", "42");
    act(&mut window, Action::Open(std::env::temp_dir()));
    window.run_steps(4);
    for path in [SCOUT, "Material.lib/WATER"] {
        assert!(window.get_all_by_label(path).count() > 0, "{path}");
    }
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(window.state().has_changes() && !window.state().is_closing());
}
