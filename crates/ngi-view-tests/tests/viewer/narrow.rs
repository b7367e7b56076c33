//! A window as narrow as a telephone: one side at a time, and the picture has the rest. A wide one:
//! all tools in one row.

use egui::Role;
use egui_kittest::kittest::Queryable;

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
fn tools_stand_in_one_row_where_there_is_room_and_else_in_two() {
    let game = demo();
    for (width, one_row) in [(1500.0, true), (1000.0, false)] {
        let mut window = build(egui::vec2(width, 600.0), Some(card()), settings());
        window.state_mut().open(game.path().to_owned());
        settle(&mut window);
        select(&mut window, "bases.rlb/r_scout_0_01.msh");
        let top = |name: &str| window.get_by_role_and_label(Role::Button, name).rect().center().y;
        assert_eq!(
            (top("Show interiors") - top("Export / Import")).abs() < 8.0,
            one_row,
            "{width}"
        );
    }
}
