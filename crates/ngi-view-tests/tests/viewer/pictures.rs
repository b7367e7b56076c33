//! A few pictures of the whole window. `UPDATE_SNAPSHOTS=true` makes them anew.

use egui_kittest::SnapshotOptions;
use ngi_view::settings::{Settings, Theme};

use crate::drive::{Window, build, card, demo, select, settings, settle};

fn small(settings: Settings) -> Window {
    build(egui::vec2(960.0, 560.0), Some(card()), settings)
}

/// Drivers smooth edges differently.
fn tolerant() -> SnapshotOptions {
    SnapshotOptions::new().threshold(2.0).max_failed_pixels(540)
}

/// Waits until the places of all fields in sight are known, too.
fn rest(window: &mut Window) {
    settle(window);
    for _ in 0..200 {
        std::thread::sleep(std::time::Duration::from_millis(3));
        window.step();
    }
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
