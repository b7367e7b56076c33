//! Input of slow frames: everything that was typed and clicked during a frame arrives at once.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Role, pos2, vec2};
use egui_kittest::kittest::Queryable;
use ngi_render::Overlays;

use crate::drive::{Window, build, card, demo, select, settings, settle};

const SCOUT: &str = "bases.rlb/r_scout_0_01.msh";
const MISSION: &str = "MISSIONS/Single.01/data.tma";

fn opened(path: &str) -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = build(vec2(1000.0, 520.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, path);
    (game, window)
}

/// Lets all events arrive in one frame, and draws a few more.
fn one_frame(window: &mut Window, events: impl IntoIterator<Item = Event>) {
    window.input_mut().events.extend(events);
    window.run_steps(8);
}

fn key(key: Key, modifiers: Modifiers) -> [Event; 2] {
    [true, false].map(|pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers,
    })
}

/// Keys and letters of a word, as a window sends them.
fn typed(word: &str) -> Vec<Event> {
    let letters = word.chars().flat_map(|letter| {
        let name = letter.to_ascii_uppercase().to_string();
        let [press, release] = key(Key::from_name(&name).unwrap(), Modifiers::NONE);
        [press, Event::Text(letter.to_string()), release]
    });
    letters.collect()
}

fn button(at: Pos2, pressed: bool) -> Event {
    let button = PointerButton::Primary;
    Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE }
}

fn click(at: Pos2) -> [Event; 3] {
    [Event::PointerMoved(at), button(at, true), button(at, false)]
}

/// Settings that letters of "single" switch: the grid (G) and the ruler (L).
fn switches(window: &Window) -> (bool, bool) {
    let viewport = &window.state().viewport;
    (viewport.view.overlays.has(Overlays::GRID), viewport.ruler.on)
}

#[test]
fn letters_after_ctrl_f_go_to_the_search_field() {
    let (_game, mut window) = opened(SCOUT);
    let before = switches(&window);
    let events = key(Key::F, Modifiers::COMMAND).into_iter().chain(typed("single"));
    one_frame(&mut window, events);
    assert_eq!(window.state().search, "single");
    assert_eq!(switches(&window), before);
    // In the next frame, too, and while another field has the keyboard.
    window.state_mut().search.clear();
    window.state_mut().tab = ngi_view::Tab::Fields;
    window.run_steps(2);
    window.get_by_role_and_label(Role::TextInput, "Filter").focus();
    window.run_steps(2);
    window.input_mut().events.extend(key(Key::F, Modifiers::COMMAND));
    window.step();
    one_frame(&mut window, typed("lgl"));
    assert_eq!(window.state().search, "lgl");
    assert_eq!(switches(&window), before);
}

#[test]
fn letters_after_a_click_on_a_field_go_to_the_field() {
    let (_game, mut window) = opened(SCOUT);
    let before = switches(&window);
    let at = window.get_by_role_and_label(Role::TextInput, "Search").rect().center();
    one_frame(&mut window, click(at).into_iter().chain(typed("gl")));
    assert_eq!((window.state().search.as_str(), switches(&window)), ("gl", before));
    // A click on a number turns it into a field first.
    select(&mut window, "Textures.lib/GRASS.0");
    let at = window.get_by_role_and_label(Role::SpinButton, "Mip level").rect().center();
    one_frame(&mut window, click(at).into_iter().chain([Event::Text("2".to_owned())]));
    one_frame(&mut window, key(Key::Enter, Modifiers::NONE));
    assert_eq!(window.state().viewport.view.settings.mip, 2);
}

#[test]
fn letters_after_ctrl_shift_p_go_to_the_command_palette() {
    let (_game, mut window) = opened(SCOUT);
    let before = switches(&window);
    let open = key(Key::P, Modifiers::COMMAND | Modifiers::SHIFT);
    one_frame(&mut window, open.into_iter().chain(typed("glide")));
    assert_eq!(window.state().palette.text, "glide");
    assert_eq!(switches(&window), before);
}

#[test]
fn a_press_and_a_release_in_one_frame_set_a_slider() {
    let (_game, mut window) = opened(MISSION);
    let slider = window.get_by_label("Time of day").rect();
    let at = |share: f32| pos2(slider.left() + slider.width() * share, slider.center().y);
    let hours = |window: &Window| {
        window.state().viewport.mission.as_ref().unwrap().day.as_ref().unwrap().hours()
    };
    for share in [0.25, 0.75] {
        one_frame(&mut window, click(at(share)));
        assert!((hours(&window) - 24.0 * share).abs() < 4.0, "{share}: {}", hours(&window));
    }
    // A drag, too: it ends where the button was released.
    let drag = [Event::PointerMoved(at(0.2)), button(at(0.2), true)];
    let end = [Event::PointerMoved(at(0.5)), button(at(0.5), false)];
    one_frame(&mut window, drag.into_iter().chain(end));
    assert!((hours(&window) - 12.0).abs() < 4.0, "{}", hours(&window));
}

#[test]
fn a_quick_drag_turns_the_camera() {
    let (_game, mut window) = opened(SCOUT);
    let before = window.state().viewport.camera().yaw;
    let middle = window.state().viewport.rect().center();
    let to = middle + vec2(60.0, 0.0);
    let drag = [Event::PointerMoved(middle), button(middle, true)];
    let end = [Event::PointerMoved(to), button(to, false)];
    one_frame(&mut window, drag.into_iter().chain(end));
    assert_ne!(window.state().viewport.camera().yaw, before);
}

#[test]
fn two_shortcuts_in_one_frame_both_count() {
    let (_game, mut window) = opened(SCOUT);
    let (grid, ruler) = switches(&window);
    let both = [Key::G, Key::L].into_iter().flat_map(|it| key(it, Modifiers::NONE));
    one_frame(&mut window, both);
    assert_eq!(switches(&window), (!grid, !ruler));
    one_frame(&mut window, [Key::G, Key::G].into_iter().flat_map(|it| key(it, Modifiers::NONE)));
    assert_eq!(switches(&window), (!grid, !ruler), "twice is back again");
}
