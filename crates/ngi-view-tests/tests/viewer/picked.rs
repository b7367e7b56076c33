//! The card of what was clicked, the menu of a right click, and presentation mode.

use egui::{Key, PointerButton, Pos2, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_view::Tab;
use ngi_view::texts::ENGLISH;

use crate::drive::{Window, build, card, click_at, demo, select, settings, settle};

const MISSION: &str = "MISSIONS/Single.02/data.tma";
const SCOUT: &str = "bases.rlb/r_scout_0_01.msh";

fn opened(path: &str) -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = build(vec2(1000.0, 560.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, path);
    (game, window)
}

/// Flies to an object of the mission, which is in the middle then.
fn fly_to(window: &mut Window, name: &str) -> (usize, Pos2) {
    let mission = window.state().viewport.mission.as_ref().unwrap();
    let row = mission.objects.rows().iter().find(|row| row.name == name).unwrap();
    let object = row.object;
    window.state_mut().viewport.fly_to(object);
    for _ in 0..400 {
        window.step();
        if window.state().viewport.mission.as_ref().unwrap().flight.is_none() {
            break;
        }
    }
    (object, window.state().viewport.rect().center())
}

fn right_click(window: &mut Window, at: Pos2) {
    for pressed in [true, false] {
        window.event(egui::Event::PointerMoved(at));
        window.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
    }
    window.run_steps(4);
}

fn press(window: &mut Window, name: &str) {
    window.get_by_role_and_label(Role::Button, name).click();
    settle(window);
}

#[test]
fn a_click_on_an_object_says_what_it_is_and_leads_on() {
    let (_game, mut window) = opened(MISSION);
    let (object, middle) = fly_to(&mut window, "Hero");
    click_at(&mut window, middle);
    let title = window.state().picked_title().unwrap();
    assert!(title.starts_with("Hero (") && title.ends_with(", scout"), "{title}");
    assert!(window.query_by_label(&title).is_some());
    press(&mut window, ENGLISH.hide);
    assert!(window.state().viewport.editing.hidden.contains(&object));
    assert_eq!(window.state().viewport.picked, None);
    window.state_mut().viewport.show_all();
    click_at(&mut window, middle);
    press(&mut window, ENGLISH.isolate);
    let hidden = &window.state().viewport.editing.hidden;
    assert!(!hidden.contains(&object) && hidden.len() > 20, "{}", hidden.len());
    window.state_mut().viewport.show_all();
    press(&mut window, ENGLISH.walk_as);
    let walk = window.state().viewport.mission.as_ref().unwrap().walk.as_ref().unwrap();
    assert_eq!(walk.ride.as_ref().map(|(unit, _)| *unit), Some(object));
    window.key_press(Key::Escape);
    window.run_steps(3);
    click_at(&mut window, middle);
    press(&mut window, ENGLISH.open_unit);
    assert_eq!(window.state().selected.as_deref(), Some("UNITS/UNITS/scout.dat"));
}

#[test]
fn the_cross_of_the_card_and_escape_select_nothing() {
    let (_game, mut window) = opened(SCOUT);
    let middle = window.state().viewport.rect().center();
    click_at(&mut window, middle);
    assert!(window.state().viewport.picked.is_some());
    press(&mut window, ENGLISH.deselect);
    assert_eq!(window.state().viewport.picked, None);
    click_at(&mut window, middle);
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert_eq!(window.state().viewport.picked, None);
}

#[test]
fn a_right_click_opens_a_menu_for_what_is_under_the_pointer() {
    let (_game, mut window) = opened(MISSION);
    let (_, middle) = fly_to(&mut window, "Hero");
    window.state_mut().viewport.forget_pick();
    right_click(&mut window, middle);
    // The card and the menu.
    assert_eq!(window.get_all_by_role_and_label(Role::Button, ENGLISH.open_model).count(), 2);
    let item = window.get_all_by_role_and_label(Role::Button, ENGLISH.open_model).last();
    item.unwrap().click();
    settle(&mut window);
    let open = window.state().selected.clone().unwrap();
    assert!(open.ends_with(".msh"), "{open}");
    // A texture of a model, by its material.
    let middle = window.state().viewport.rect().center();
    click_at(&mut window, middle);
    press(&mut window, ENGLISH.open_texture);
    let open = window.state().selected.clone().unwrap();
    assert!(open.starts_with("Textures.lib/"), "{open}");
}

#[test]
fn nothing_is_selected_after_an_object_was_deleted() {
    let (_game, mut window) = opened(MISSION);
    window.state_mut().tab = Tab::Objects;
    let (object, middle) = fly_to(&mut window, "Hero");
    click_at(&mut window, middle);
    window.key_press(Key::M);
    window.run_steps(2);
    let count = |window: &Window| window.state().viewport.world().unwrap().objects.len();
    let before = count(&window);
    let mission = window.state().viewport.mission.as_ref().unwrap();
    assert_eq!(mission.objects.selected, Some(object));
    // Twice in one slow frame: the second key has nothing to delete.
    for _ in 0..2 {
        for pressed in [true, false] {
            window.input_mut().events.push(egui::Event::Key {
                key: Key::Delete,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: egui::Modifiers::NONE,
            });
        }
    }
    window.run_steps(6);
    settle(&mut window);
    assert_eq!(count(&window), before - 1);
    let mission = window.state().viewport.mission.as_ref().unwrap();
    assert_eq!(mission.objects.selected, None);
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(count(&window), before - 1);
}

#[test]
fn presentation_mode_shows_the_scene_alone_until_escape() {
    let (_game, mut window) = opened(MISSION);
    assert!(!window.state().viewport.shows_counters, "counters are hidden at first");
    window.key_press(Key::F11);
    window.run_steps(3);
    assert_eq!(window.state().viewport.rect().size(), vec2(1000.0, 560.0));
    for name in [ENGLISH.play, ENGLISH.open, ENGLISH.walk] {
        assert!(window.query_by_label(name).is_none(), "{name}");
    }
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(!window.state().full_screen);
}

#[test]
fn time_stops_with_the_walk_and_messages_end_with_their_file() {
    let (_game, mut window) = opened(MISSION);
    let playing = |window: &Window| window.state().viewport.mission.as_ref().unwrap().playing;
    window.key_press(Key::P);
    window.run_steps(2);
    assert!(playing(&window));
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(!playing(&window));
    window.state_mut().tell("Saved something".to_owned(), false);
    select(&mut window, SCOUT);
    assert_eq!(window.state().last_said(), None);
}
