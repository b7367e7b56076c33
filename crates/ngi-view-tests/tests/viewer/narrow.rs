//! A window as narrow as a telephone: one side at a time, and the picture has the rest. A wide one:
//! all tools in one row.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;
use ngi_view::settings::{Panels, Settings};
use ngi_view::texts::{ENGLISH, Language};

use crate::drive::{Window, build, card, click_row, demo, select, settings, settle};

const WIDTH: f32 = 480.0;

fn window_on_the_demo() -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = build(egui::vec2(WIDTH, 800.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    (game, window)
}

fn press(window: &mut Window, name: &str) {
    window.get_by_role_and_label(Role::Button, name).click();
    settle(window);
}

/// How wide the picture is.
fn picture(window: &Window) -> f32 {
    window.state().viewport.rect().width()
}

#[test]
fn the_tree_is_there_until_something_is_open() {
    let (_game, mut window) = window_on_the_demo();
    // The start page of a game has all the room.
    assert!(window.query_by_role_and_label(Role::TreeItem, "Material.lib").is_none());
    press(&mut window, "Files");
    click_row(&mut window, "Material.lib");
    press(&mut window, "Files");
    assert_eq!(window.state().selected.as_deref(), Some("Material.lib"));
    assert!(window.query_by_role_and_label(Role::TreeItem, "Material.lib").is_none());
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    assert_eq!(picture(&window), WIDTH);
}

#[test]
fn one_side_is_unfolded_at_a_time_and_the_picture_stays_in_sight() {
    let (_game, mut window) = window_on_the_demo();
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    let row = |window: &Window| {
        window.query_by_role_and_label(Role::TreeItem, "r_scout_0_01.msh").is_some()
    };
    press(&mut window, "Files");
    assert!(row(&window) && picture(&window) >= WIDTH / 3.0, "{}", picture(&window));
    press(&mut window, "Fields");
    assert!(!row(&window) && picture(&window) >= WIDTH / 3.0, "{}", picture(&window));
    assert!(window.query_by_label("Problems").is_some() || window.query_by_label("Uses").is_some());
    // The tab of the same name is a part of what it unfolded; the switch comes first.
    let switch = window.get_all_by_role_and_label(Role::Button, "Fields").next();
    switch.unwrap().click();
    settle(&mut window);
    assert_eq!(picture(&window), WIDTH);
}

#[test]
fn a_small_window_shows_the_details_when_its_switch_is_pressed() {
    let game = demo();
    for (width, shown) in [(1100.0, false), (1250.0, true)] {
        let by_width = Settings { panels: Panels::default(), ..settings() };
        let mut window = build(egui::vec2(width, 600.0), None, by_width);
        window.state_mut().open(game.path().to_owned());
        settle(&mut window);
        select(&mut window, "bases.rlb/r_scout_0_01.msh");
        let details = |window: &Window| {
            window.query_all_by_role_and_label(Role::Button, "Problems").count() > 0
        };
        let tree = |window: &Window| window.query_by_label("Search").is_some();
        assert_eq!((tree(&window), details(&window)), (true, shown), "{width}");
        press(&mut window, ENGLISH.key_toggle_side);
        assert_eq!(details(&window), !shown, "{width}");
        press(&mut window, ENGLISH.key_toggle_tree);
        assert!(!tree(&window), "{width}");
        // The search is in the list of files.
        window.key_press_modifiers(Modifiers::COMMAND, Key::F);
        settle(&mut window);
        assert!(tree(&window), "{width}");
        window.key_press_modifiers(Modifiers::COMMAND, Key::B);
        settle(&mut window);
        assert!(!tree(&window), "{width}");
        let chosen = window.state().settings.panels;
        assert_eq!(chosen, Panels { tree: Some(false), details: Some(!shown) });
    }
}

#[test]
fn no_bar_has_more_than_one_row_in_any_language() {
    let game = demo();
    for (width, language) in [
        (1024.0, Language::English),
        (1024.0, Language::Russian),
        (1366.0, Language::English),
        (1366.0, Language::Russian),
    ] {
        let settings = Settings { panels: Panels::default(), language, ..settings() };
        let mut window = build(egui::vec2(width, 640.0), Some(card()), settings);
        window.state_mut().open(game.path().to_owned());
        settle(&mut window);
        let texts = window.state().texts();
        for path in [
            "bases.rlb/r_scout_0_01.msh",
            "Textures.lib/GRASS.0",
            "MISSIONS/Single.03/data.tma",
            "sounds.lib/shot.wav",
        ] {
            select(&mut window, path);
            let top =
                |name: &str| window.get_by_role_and_label(Role::Button, name).rect().center().y;
            // From the first tool to the last.
            for name in [texts.appearance, texts.key_help, texts.export_import] {
                let by = (top(name) - top(texts.open)).abs();
                assert!(by < 4.0, "{width} {language:?} {path}: {name} is {by} below");
            }
            let last = window.get_by_role_and_label(Role::Button, texts.key_toggle_side).rect();
            assert!(last.right() <= width, "{width} {language:?} {path}: {last}");
            let exchange = window.get_by_role_and_label(Role::Button, texts.export_import).rect();
            let first = window.get_by_role_and_label(Role::Button, texts.appearance).rect();
            assert!(exchange.right() < first.left(), "{width} {language:?} {path}");
            let tools = window.query_by_role_and_label(Role::Button, texts.key_screenshot);
            if let Some(tools) = tools {
                let tools = tools.rect();
                assert!(tools.right() <= width, "{width} {language:?} {path}: {tools}");
                let overlaps = (tools.center().y - first.center().y).abs() < 4.0
                    && tools.right() > first.left();
                assert!(!overlaps, "{width} {language:?} {path}: {tools} over {first}");
            }
        }
    }
}

#[test]
fn tools_stand_in_one_row_where_there_is_room_and_else_in_two() {
    let game = demo();
    for (width, one_row) in [(1500.0, true), (1000.0, false)] {
        let mut window = build(egui::vec2(width, 600.0), Some(card()), settings());
        window.state_mut().open(game.path().to_owned());
        settle(&mut window);
        select(&mut window, "bases.rlb/r_scout_0_01.msh");
        let top = |name: &str| window.get_by_role_and_label(Role::Button, name).rect().center().y;
        assert_eq!((top("View") - top("Export / Import")).abs() < 8.0, one_row, "{width}");
    }
}
