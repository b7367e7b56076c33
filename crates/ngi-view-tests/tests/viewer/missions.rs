//! Missions: the list of objects, the time of day, the briefing, walks.

use egui::{Key, Modifiers, Role, pos2, vec2};
use egui_kittest::kittest::Queryable;
use ngi_render::Overlays;
use ngi_view::Tab;
use ngi_view::mission::Person;

use crate::drive::{
    Window, build, card, click_at, demo, drag, select, settings, settle, type_over,
};

const LAKE: &str = "MISSIONS/Single.01/data.tma";
const CLANS: &str = "MISSIONS/Single.02/data.tma";

fn opened(path: &str) -> (tempfile::TempDir, Window) {
    let game = demo();
    // Small: a software driver draws missions slowly.
    let mut window = build(vec2(900.0, 520.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, path);
    assert!(window.state().viewport.mission.is_some(), "{:?}", window.state().messages);
    window.state_mut().tab = Tab::Objects;
    window.run_steps(2);
    (game, window)
}

fn mission(window: &Window) -> &ngi_view::mission::Mission {
    window.state().viewport.mission.as_ref().unwrap()
}

/// Holds a key down, or lets it go.
fn hold(window: &mut Window, key: Key, pressed: bool) {
    window.event(egui::Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    });
    window.step();
}

fn find(window: &mut Window, text: &str) {
    let field = window.get_by_role_and_label(Role::TextInput, "Search objects");
    field.focus();
    window.step();
    type_over(window, text);
    window.run_steps(2);
}

/// Steps until the camera has arrived.
fn arrive(window: &mut Window) {
    for _ in 0..400 {
        window.step();
        if mission(window).flight.is_none() {
            return;
        }
    }
    panic!("still on its way");
}

#[test]
fn objects_are_listed_searched_and_flown_to() {
    let (_game, mut window) = opened(CLANS);
    // 11 buildings, 7 robots, 84 of the scenery.
    assert_eq!(mission(&window).objects.rows().len(), 102);
    window.get_by_label("102 of 102");
    find(&mut window, "clan i hunter");
    window.get_by_label("3 of 102");
    find(&mut window, "hero");
    window.get_by_label("1 of 102");
    window.get_by_role_and_label(Role::TreeItem, "Hero").click();
    window.run_steps(2);
    arrive(&mut window);
    let app = window.state();
    let object = mission(&window).objects.selected.unwrap();
    let placed = &app.viewport.world().unwrap().objects[object];
    assert_eq!(placed.label(), "Hero");
    let (center, radius) = ngi_view::mission::sphere(placed).unwrap();
    let camera = app.viewport.camera();
    assert!((camera.target - center).length() < 0.01, "{:?} {center}", camera.target);
    assert!(camera.distance > radius && camera.distance < radius * 4.0 + 10.0);
    // It stands in the middle, so a click there picks it, and the list shows what was picked.
    find(&mut window, "");
    window.state_mut().viewport.mission.as_mut().unwrap().objects.selected = None;
    let middle = window.state().viewport.rect().center();
    click_at(&mut window, middle);
    let picked = window.state().viewport.picked.clone().unwrap();
    assert_eq!(picked.object, Some(object), "{picked:?}");
    assert_eq!(mission(&window).objects.selected, Some(object));
}

#[test]
fn the_slider_sets_the_clock_and_the_sky_follows() {
    let (_game, mut window) = opened(LAKE);
    let before = window.state().viewport.sky_state().unwrap().clone();
    let slider = window.get_by_label("Time of day").rect();
    let along = |share: f32| pos2(slider.left() + slider.width() * share, slider.center().y);
    drag(&mut window, along(0.1), along(0.4));
    window.run_steps(2);
    let hours = mission(&window).day.as_ref().unwrap().hours();
    assert!((6.0..13.0).contains(&hours), "{hours}");
    let after = window.state().viewport.sky_state().unwrap().clone();
    assert_ne!(before.moment, after.moment);
    assert!(before.horizon != after.horizon || before.main_light != after.main_light);
    // Time stands still until it is let go on.
    window.run_steps(5);
    assert_eq!(window.state().viewport.sky_state().unwrap().moment, after.moment);
    window.get_by_role_and_label(Role::Button, "Play").click();
    window.run_steps(3);
    let later = window.state().viewport.sky_state().unwrap().moment;
    assert!(later.seconds > after.moment.seconds, "{later:?}");
    assert!(window.state().viewport.view.settings.weather);
    window.get_by_label("Weather").click();
    window.run_steps(2);
    assert!(!window.state().viewport.view.settings.weather);
}

#[test]
fn the_briefing_plays_from_stop_to_stop_and_ends() {
    let (_game, mut window) = opened(LAKE);
    assert_eq!(mission(&window).briefing.len(), 3);
    window.get_by_label("Briefing").click();
    window.run_steps(3);
    assert!(mission(&window).briefed.is_some());
    let first = window.state().viewport.camera().eye();
    // It stays a while before it goes on.
    let moved = |window: &Window| (window.state().viewport.camera().eye() - first).length() > 0.5;
    for _ in 0..100 {
        if moved(&window) {
            break;
        }
        window.step();
    }
    assert!(moved(&window));
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(mission(&window).briefed.is_none());
}

fn ground(window: &Window, at: [f32; 3]) -> f32 {
    let level = window.state().viewport.world().unwrap().level.as_ref().unwrap();
    let [x, y, _] = at;
    level.ground.height([x, y], &ngi_engine::landscape::walker()).unwrap().z
}

#[test]
fn p_puts_one_on_the_ground_and_escape_takes_one_back() {
    let (_game, mut window) = opened(LAKE);
    let before = *window.state().viewport.camera();
    window.key_press(Key::P);
    window.run_steps(2);
    let start = mission(&window).walk.as_ref().unwrap().walker.position;
    assert!((start[2] - ground(&window, start)).abs() < 0.01);
    hold(&mut window, Key::W, true);
    for _ in 0..12 {
        window.step();
        let walk = mission(&window).walk.as_ref().unwrap();
        let at = walk.walker.position;
        assert!(at[2] >= ground(&window, at) - 0.01, "{at:?}");
    }
    hold(&mut window, Key::W, false);
    let walk = mission(&window).walk.as_ref().unwrap();
    let [x, y, _] = walk.walker.position;
    assert!(vec2(x - start[0], y - start[1]).length() > 0.5, "{x} {y}");
    assert!((window.state().viewport.camera().eye().z - ground(&window, [x, y, 0.0])) < 3.0);
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(mission(&window).walk.is_none());
    assert_eq!(*window.state().viewport.camera(), before);
}

#[test]
fn a_unit_that_is_selected_is_ridden_and_goes_where_one_clicks() {
    let (_game, mut window) = opened(LAKE);
    let scout = mission(&window).objects.rows().iter().find(|row| row.name == "Scout").unwrap();
    let (object, place) = (scout.object, scout.position);
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(object);
    window.key_press(Key::P);
    window.run_steps(2);
    let walk = mission(&window).walk.as_ref().unwrap();
    assert_eq!(walk.ride.as_ref().map(|(object, _)| *object), Some(object));
    assert_eq!(walk.person, Person::Third);
    let standing = walk.ride.as_ref().unwrap().1.gait;
    // The camera is behind and above it, and shows it in the lower part, below the way ahead.
    let (center, radius) = walk.ride.as_ref().unwrap().1.sphere();
    let center = glam::Vec3::from(walk.walker.position) + center;
    let camera = window.state().viewport.camera();
    let away = center - camera.eye();
    assert!(away.length() > radius * 4.0 && camera.eye().z > center.z + radius, "{camera:?}");
    let below = away.dot(camera.up()) / away.dot(camera.forward());
    assert!((-0.3..-0.1).contains(&below), "{below}");
    hold(&mut window, Key::W, true);
    window.run_steps(6);
    let walk = mission(&window).walk.as_ref().unwrap();
    let moving = walk.ride.as_ref().unwrap().1.gait;
    assert_ne!(moving.state, standing.state, "it walks by another state");
    hold(&mut window, Key::W, false);
    let [x, y, _] = mission(&window).walk.as_ref().unwrap().walker.position;
    assert!(vec2(x - place[0], y - place[1]).length() > 0.5, "{x} {y}");
    // A click on the ground leads there, and the way is shown.
    window.run_steps(8);
    let before = mission(&window).walk.as_ref().unwrap().walker.clone();
    let rect = window.state().viewport.rect();
    click_at(&mut window, pos2(rect.center().x + 90.0, rect.bottom() - 70.0));
    window.run_steps(4);
    assert!(window.state().viewport.view.overlays.has(Overlays::ROUTE));
    let after = &mission(&window).walk.as_ref().unwrap().walker;
    assert!(after.heading != before.heading, "{before:?} {after:?}");
    window.key_press(Key::V);
    window.run_steps(2);
    assert_eq!(mission(&window).walk.as_ref().unwrap().person, Person::First);
    window.key_press(Key::R);
    window.run_steps(2);
    assert!(mission(&window).walk.as_ref().unwrap().ride.is_none(), "out of it");
    window.key_press(Key::P);
    window.run_steps(2);
    assert!(mission(&window).walk.is_none());
}

#[test]
fn what_is_heard_needs_no_device() {
    let (_game, mut window) = opened(LAKE);
    window.run_steps(2);
    let mixer = mission(&window).sounds.as_ref().unwrap().mixer();
    assert!(mixer.lock().unwrap().is_empty(), "time stands still");
    window.key_press(Key::Space);
    window.run_steps(3);
    assert!(!mixer.lock().unwrap().is_empty(), "the theme is repeated");
    let heard: f32 = {
        let mut mixer = mixer.lock().unwrap();
        (0..22_050).map(|_| mixer.next(22_050.0)[0].abs()).fold(0.0, f32::max)
    };
    assert!(heard > 0.01 && heard <= 1.0, "{heard}");
    window.key_press(Key::Space);
    window.run_steps(3);
    assert!(mixer.lock().unwrap().is_empty());
}
