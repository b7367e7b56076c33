//! What a field is changed with: boxes to check, lists to choose from, a swatch, text.

use egui::{Key, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_view::{Action, Tab};

use crate::drive::{Window, demo, drag, select, settle, type_value, value, window_on};

/// Shows a field of what is open.
fn reveal(window: &mut Window, field: &str) {
    let path = window.state().current.as_ref().unwrap().path.clone();
    window.state_mut().actions.push(Action::Reveal { path, field: field.to_owned() });
    settle(window);
}

fn click(window: &mut Window, role: Role, label: &str) {
    window.get_by_role_and_label(role, label).click();
    settle(window);
}

/// How many changes can be taken back.
fn undo_all(window: &mut Window) -> usize {
    let mut steps = 0;
    while window.state().has_changes() {
        window.state_mut().actions.push(Action::Undo);
        settle(window);
        steps += 1;
    }
    steps
}

#[test]
fn bits_have_boxes_and_those_without_a_name_stay() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    type_value(&mut window, "flags", "0x102");
    assert!(window.query_by_label("0x100").is_some(), "bits without a name are told");
    click(&mut window, Role::CheckBox, "second_stage");
    assert_eq!(value(&window, "flags"), 0x103);
    click(&mut window, Role::CheckBox, "lit_skin");
    assert_eq!(value(&window, "flags"), 0x101);
    // Blend modes share their bits: one of them holds.
    click(&mut window, Role::RadioButton, "additive");
    assert_eq!(value(&window, "flags"), 0x109);
    click(&mut window, Role::RadioButton, "alpha");
    assert_eq!(value(&window, "flags"), 0x105);
    assert_eq!(value(&window, "derived.blend"), "alpha");
}

#[test]
fn a_choice_is_a_list_of_names_and_of_any_other_number() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    reveal(&mut window, "tracks[0].mode");
    click(&mut window, Role::ComboBox, "tracks[0].mode");
    window.get_by_label("random (3)").click();
    settle(&mut window);
    assert_eq!(value(&window, "tracks[0].mode"), 3, "{:?}", window.state().messages);
    assert_eq!(window.state().inspector.selected.as_deref(), Some("tracks[0].mode"));

    click(&mut window, Role::ComboBox, "tracks[0].mode");
    window.get_by_label("other…").click();
    window.run_steps(3);
    let input = window.get_by_role_and_label(Role::TextInput, "tracks[0].mode");
    assert!(input.is_focused());
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    window.step();
    window.event(egui::Event::Text("5".to_owned()));
    window.step();
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(value(&window, "tracks[0].mode"), 5, "{:?}", window.state().messages);
    assert!(window.query_by_role_and_label(Role::ComboBox, "tracks[0].mode").is_some());

    // By name, where that is how it is shown.
    reveal(&mut window, "derived.blend");
    click(&mut window, Role::ComboBox, "derived.blend");
    window.get_by_label("multiply").click();
    settle(&mut window);
    assert_eq!(value(&window, "derived.blend"), "multiply", "{:?}", window.state().messages);
    assert_eq!(undo_all(&mut window), 3);
}

#[test]
fn yes_or_no_is_a_box() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "effects.rlb/fire");
    reveal(&mut window, "commands[0].overlay");
    let before = value(&window, "commands[0].overlay").as_bool().unwrap();
    click(&mut window, Role::CheckBox, "commands[0].overlay");
    assert_eq!(value(&window, "commands[0].overlay"), !before, "{:?}", window.state().messages);
}

#[test]
fn a_colour_is_picked_and_a_drag_is_one_change() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    reveal(&mut window, "phases[0].diffuse");
    let before = value(&window, "phases[0].diffuse");
    click(&mut window, Role::ColorWell, "phases[0].diffuse");
    let red = window.get_by_role_and_label(Role::SpinButton, "R").rect().center();
    drag(&mut window, red, red - vec2(60.0, 0.0));
    settle(&mut window);
    let after = value(&window, "phases[0].diffuse");
    assert!(after[0].as_u64() < before[0].as_u64(), "{after} {:?}", window.state().messages);
    for byte in 1..4 {
        assert_eq!(after[byte], before[byte], "green, blue and what is no colour stay");
    }
    assert!(window.query_by_role_and_label(Role::SpinButton, "R").is_some(), "still open");
    assert_eq!(undo_all(&mut window), 1, "a drag is one change");
    assert_eq!(value(&window, "phases[0].diffuse"), before);
}

#[test]
fn what_follows_from_others_is_not_changed() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    reveal(&mut window, "derived.flags");
    let input = window.get_by_role_and_label(Role::TextInput, "derived.flags");
    input.click();
    window.run_steps(2);
    assert!(window.state().inspector.editing.is_none());
}

#[test]
fn bytes_show_the_selected_field_and_can_be_scrolled_away() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    reveal(&mut window, "entries[3].attr1");
    window.state_mut().tab = Tab::Bytes;
    window.run_steps(3);
    let first = |window: &Window| {
        let lines = window.query_all_by_label_contains("  ").filter_map(|line| line.value());
        lines.into_iter().find(|line| line.len() > 30).unwrap_or_default()
    };
    let shown = first(&window);
    let at = window.get_by_label_contains(&shown).rect().center();
    window.hover_at(at);
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 20.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    });
    window.run_steps(20);
    assert_ne!(first(&window), shown, "the wheel is not undone by the selected field");
}
