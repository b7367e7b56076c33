//! The welcome page, the start page of a game, and what leads to them.

use egui::{Key, Role};
use egui_kittest::kittest::Queryable;
use ngi_view::texts::ENGLISH;

use crate::drive::{Window, build, demo, enter, settings, settle};

fn empty() -> Window {
    let mut window = build(egui::vec2(1000.0, 640.0), None, settings());
    settle(&mut window);
    window
}

/// Types a path into the field of the welcome page and presses Enter.
fn enter_path(window: &mut Window, path: &str) {
    window.get_by_role_and_label(Role::TextInput, ENGLISH.start().path).focus();
    window.run_steps(2);
    enter(window, path);
}

#[test]
fn the_welcome_page_opens_a_typed_path_and_says_what_is_wrong_with_another() {
    let game = demo();
    let mut window = empty();
    let is_there = |window: &Window, name: &str| window.query_by_label(name).is_some();
    // Nothing around the page that makes no sense yet.
    for name in [ENGLISH.search, ENGLISH.fields, ENGLISH.key_undo] {
        assert!(!is_there(&window, name), "{name}");
    }
    assert!(is_there(&window, ENGLISH.start().open_folder));
    enter_path(&mut window, "/no/such/folder");
    assert!(window.state().place.is_none());
    let said = window.state().last_said().unwrap().text.clone();
    assert!(said.contains("not found"), "{said}");
    assert!(window.query_all_by_label(&said).count() > 0, "beside the field");
    enter_path(&mut window, &format!("\"{}\"", game.path().display()));
    assert!(window.state().place.is_some());
    assert!(is_there(&window, ENGLISH.search));
}

#[test]
fn the_demo_game_is_made_where_the_button_was() {
    let mut window = empty();
    let button = window.get_by_role_and_label(Role::Button, ENGLISH.demo).rect();
    window.get_by_role_and_label(Role::Button, ENGLISH.demo).click();
    window.run_steps(2);
    if window.state().place.is_none() {
        let bars = window.query_all_by_role(Role::ProgressIndicator);
        assert!(bars.into_iter().any(|bar| bar.rect().intersects(button)));
    }
    settle(&mut window);
    assert_eq!(window.state().place.as_ref().unwrap().label, ENGLISH.demo);
    window.key_press(Key::Escape);
    settle(&mut window);
}
