//! A few pictures of the whole window. `UPDATE_SNAPSHOTS=true` makes them anew.

use egui_kittest::SnapshotOptions;
use ngi_view::Action;
use ngi_view::settings::{Settings, Theme};

use crate::drive::{Window, build, card, demo, select, settings, settle};

fn small(settings: Settings) -> Window {
    build(egui::vec2(800.0, 460.0), Some(card()), settings)
}

/// Drivers smooth edges differently.
fn tolerant() -> SnapshotOptions {
    SnapshotOptions::new().threshold(2.0).max_failed_pixels(540)
}

/// Nothing is under way and nothing is pointed at.
fn rest(window: &mut Window) {
    settle(window);
    window.remove_cursor();
    window.step();
}

#[test]
fn the_empty_window() {
    let mut window = small(settings());
    settle(&mut window);
    window.snapshot_options("empty", &tolerant());
}

#[test]
fn a_model() {
    let game = demo();
    let mut window = small(settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    // The line at the bottom names the folder, which is another one each time.
    window.state_mut().place.as_mut().unwrap().label = "demo".to_owned();
    rest(&mut window);
    window.snapshot_options("model", &tolerant());
}

#[test]
fn a_material_in_the_light() {
    let game = demo();
    let mut window = small(Settings { theme: Theme::Light, ..settings() });
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "Material.lib/WATER");
    window.state_mut().place.as_mut().unwrap().label = "demo".to_owned();
    rest(&mut window);
    window.snapshot_options("material", &tolerant());
}

#[test]
fn fields_with_names() {
    let game = demo();
    let mut window = build(egui::vec2(800.0, 760.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    let path = "Material.lib/M_GLASS".to_owned();
    select(&mut window, &path);
    window.state_mut().actions.push(Action::Reveal { path, field: "flags".to_owned() });
    settle(&mut window);
    window.state_mut().place.as_mut().unwrap().label = "demo".to_owned();
    rest(&mut window);
    window.snapshot_options("fields", &tolerant());
}
