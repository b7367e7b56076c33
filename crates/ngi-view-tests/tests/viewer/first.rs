//! The first view of everything: missions by day on the base of the player, effects that play,
//! textures without alpha, and messages on what is missing.

use std::path::Path;

use egui::{Key, Role, pos2, vec2};
use egui_kittest::kittest::Queryable;
use ngi_formats::sky::{Sky, SkyBuf, Stamp};
use ngi_formats::tma::Mission;
use ngi_render::Overlays;
use ngi_render::frame::Channels;
use ngi_view::settings::Settings;

use crate::drive::{Window, build, card, click_at, demo, drag, select, settings, settle};

const LAKE: &str = "MISSIONS/Single.01/data.tma";
const OTHER: &str = "Textures.lib/PANEL.0";

fn opened_with(game: &Path, path: &str, settings: Settings) -> Window {
    let mut window = build(vec2(900.0, 520.0), Some(card()), settings);
    window.state_mut().open(game.to_owned());
    settle(&mut window);
    select(&mut window, path);
    window.run_steps(2);
    window
}

fn opened(game: &Path, path: &str) -> Window {
    opened_with(game, path, settings())
}

/// Lets the first mission start at an hour.
fn start_at(game: &Path, hour: u32) {
    let path = game.join("MISSIONS/Single.01/sky.ske");
    let bytes = std::fs::read(&path).unwrap();
    let mut sky = SkyBuf::of(&Sky::read(&bytes).unwrap());
    sky.trailer.start = Stamp::at(hour, 0);
    std::fs::write(&path, sky.write().unwrap()).unwrap();
}

fn clock(window: &Window) -> String {
    window.state().viewport.mission.as_ref().unwrap().day.as_ref().unwrap().text()
}

#[test]
fn a_mission_that_starts_in_the_dark_opens_by_day_and_says_so() {
    let game = demo();
    start_at(game.path(), 1);
    let mut window = opened(game.path(), LAKE);
    assert_eq!(clock(&window), "09:30");
    let note = "This mission starts at 01:00";
    window.get_by_label(note).click();
    window.run_steps(2);
    assert_eq!(clock(&window), "01:00");
    for (name, hour) in
        [("Dawn", "06:25"), ("Daylight", "09:30"), ("Dusk", "19:35"), ("Night", "01:00")]
    {
        window.get_by_role_and_label(Role::Button, name).click();
        window.run_steps(2);
        assert_eq!(clock(&window), hour, "{name}");
        let state = window.state().viewport.sky_state().unwrap().moment;
        assert_eq!(window.state().viewport.view.settings.moment, Some(state));
    }
    start_at(game.path(), 9);
    let window = opened(game.path(), LAKE);
    assert_eq!(clock(&window), "09:00");
    assert!(window.query_by_label("This mission starts at 09:00").is_none(), "it opens so");
}

#[test]
fn the_clock_is_set_by_a_click_within_a_frame_and_by_dragging() {
    let game = demo();
    let mut window = opened(game.path(), LAKE);
    let strip = window.get_by_label("Time of day").rect();
    let along = |share: f32| pos2(strip.left() + strip.width() * share, strip.center().y);
    // Press and release are in one frame.
    click_at(&mut window, along(0.5));
    let hours = |window: &Window| {
        window.state().viewport.mission.as_ref().unwrap().day.as_ref().unwrap().hours()
    };
    assert!((hours(&window) - 12.0).abs() < 0.2, "{}", clock(&window));
    drag(&mut window, along(0.5), along(0.75));
    assert!((hours(&window) - 18.0).abs() < 0.2, "{}", clock(&window));
}

#[test]
fn camera_and_hour_of_a_mission_are_remembered() {
    let game = demo();
    let mut window = opened(game.path(), LAKE);
    let opening = *window.state().viewport.camera();
    window.get_by_role_and_label(Role::Button, "Dusk").click();
    window.run_steps(2);
    let middle = window.state().viewport.rect().center();
    drag(&mut window, middle, middle + vec2(60.0, 10.0));
    let (camera, dusk) = (*window.state().viewport.camera(), clock(&window));
    assert_ne!(camera, opening);
    // Within the session.
    select(&mut window, OTHER);
    select(&mut window, LAKE);
    window.run_steps(2);
    assert_eq!((*window.state().viewport.camera(), clock(&window)), (camera, dusk.clone()));
    // And the next time.
    let stored = serde_json::to_string(&window.state().settings).unwrap();
    drop(window);
    let mut window = opened_with(game.path(), LAKE, serde_json::from_str(&stored).unwrap());
    let again = *window.state().viewport.camera();
    assert!(again.eye().distance(camera.eye()) < 0.01, "{again:?} {camera:?}");
    assert_eq!(clock(&window), dusk);
    // The opening view is remembered as nothing.
    window.key_press(Key::Home);
    window.get_by_role_and_label(Role::Button, "Daylight").click();
    window.run_steps(10);
    assert_eq!(*window.state().viewport.camera(), opening);
    let views = &window.state().of_game().unwrap().views;
    assert!(views.is_empty(), "{views:?} {opening:?}");
}

#[test]
fn effects_play_textures_have_no_alpha_and_the_grid_is_not_over_land() {
    let game = demo();
    let mut window = opened(game.path(), "effects.rlb/fire");
    assert!(window.state().viewport.playback.playing);
    assert!(window.state().viewport.playback.looping);
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    window.run_steps(2);
    let viewport = &window.state().viewport;
    assert!(!viewport.playback.playing, "nobody let it play");
    assert!(viewport.view.overlays.has(Overlays::GRID));
    assert!(viewport.view.settings.shadow);
    select(&mut window, OTHER);
    window.run_steps(2);
    assert_eq!(window.state().viewport.view.settings.channels, Channels::Rgb);
    window.get_by_label("Transparency").click();
    window.run_steps(2);
    assert_eq!(window.state().viewport.view.settings.channels, Channels::Rgba);
    select(&mut window, LAKE);
    window.run_steps(2);
    assert!(!window.state().viewport.view.overlays.has(Overlays::GRID));
    window.key_press(Key::G);
    window.run_steps(2);
    assert!(window.state().viewport.view.overlays.has(Overlays::GRID));
    let settings = &window.state().settings;
    assert!(settings.grid && settings.grid_on_land);
}

/// Text of the line above the drawing.
fn told(window: &Window) -> Vec<String> {
    let app = window.state();
    ngi_view::parts::notices::Told::of(&app.viewport, app.texts()).lines
}

#[test]
fn missions_without_sky_level_or_objects_open_with_a_message() {
    let whole = demo();
    let window = opened(whole.path(), LAKE);
    assert!(told(&window).is_empty(), "{:?}", told(&window));

    let no_sky = demo();
    std::fs::remove_file(no_sky.path().join("MISSIONS/Single.01/sky.ske")).unwrap();
    let mut window = opened(no_sky.path(), LAKE);
    assert!(window.state().viewport.has_scene());
    assert_eq!(told(&window), ["This mission has no sky"]);
    // The bar says it as well.
    assert!(window.query_all_by_label("This mission has no sky").count() >= 1);
    window.get_by_label("×").click();
    window.run_steps(2);
    assert!(window.query_by_label("×").is_none());

    let no_level = demo();
    std::fs::remove_file(no_level.path().join("DATA/MAPS/VALLEY/Land.msh")).unwrap();
    let window = opened(no_level.path(), LAKE);
    assert!(window.state().viewport.has_scene());
    let lines = told(&window);
    assert!(lines.iter().any(|line| line.to_lowercase().contains("land")), "{lines:?}");

    let no_objects = demo();
    let path = no_objects.path().join(LAKE);
    let mut mission = Mission::read(&std::fs::read(&path).unwrap()).unwrap().to_buf();
    mission.objects.clear();
    std::fs::write(&path, mission.write().unwrap()).unwrap();
    let window = opened(no_objects.path(), LAKE);
    assert!(window.state().viewport.has_scene());
    assert_eq!(told(&window), ["This mission has no objects"]);
}
