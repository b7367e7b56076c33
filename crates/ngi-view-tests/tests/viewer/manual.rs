//! The images of the manual that show the window. Each test writes one or more of them:
//! `cargo test --workspace --test viewer -- --ignored manual`.

use egui::{Key, vec2};
use ngi_view::settings::Settings;
use ngi_view::{Action, Tab};

use crate::drive::{Window, build, card, demo, select, settle};

/// A window of the manual: with previews, on the demo game.
fn manual(size: [f32; 2]) -> (tempfile::TempDir, Window) {
    let game = demo();
    let [width, height] = size;
    let mut window = build(vec2(width, height), Some(card()), Settings::default());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    (game, window)
}

/// Writes the window to an image of the manual.
fn keep(window: &mut Window, file: &str) {
    settle(window);
    if let Some(place) = window.state_mut().place.as_mut() {
        place.label = "demo".to_owned();
    }
    // Previews are drawn one after another.
    for _ in 0..100 {
        window.step();
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    window.remove_cursor();
    window.step();
    let image = window.render().unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    image.save(folder.join(file)).unwrap();
}

#[test]
#[ignore = "writes docs/pictures/viewer.png"]
fn manual_viewer() {
    let (_game, mut window) = manual([1360.0, 860.0]);
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    keep(&mut window, "viewer.png");
}

#[test]
#[ignore = "writes docs/pictures/gallery.png"]
fn manual_gallery() {
    let (_game, mut window) = manual([1180.0, 640.0]);
    window.state_mut().actions.push(Action::Select("Textures.lib".to_owned()));
    keep(&mut window, "gallery.png");
}

#[test]
#[ignore = "writes docs/pictures/mission-editor.png"]
fn manual_mission_editor() {
    let (_game, mut window) = manual([1180.0, 680.0]);
    select(&mut window, "MISSIONS/Single.02/data.tma");
    window.state_mut().tab = Tab::Objects;
    window.run_steps(2);
    window.key_press(Key::M);
    window.run_steps(2);
    let mission = window.state_mut().viewport.mission.as_mut().unwrap();
    mission.objects.selected = Some(9);
    keep(&mut window, "mission-editor.png");
}

#[test]
#[ignore = "writes docs/pictures/first-*.png"]
fn manual_first_minutes() {
    let mut empty = build(vec2(1180.0, 700.0), Some(card()), Settings::default());
    keep(&mut empty, "first-1.png");
    let (_game, mut window) = manual([1180.0, 700.0]);
    keep(&mut window, "first-2.png");
    select(&mut window, "MISSIONS/Single.02/data.tma");
    keep(&mut window, "first-3.png");
    select(&mut window, "UNITS/UNITS/scout.dat");
    keep(&mut window, "first-4.png");
    select(&mut window, "effects.rlb/fire");
    keep(&mut window, "first-5.png");
}
