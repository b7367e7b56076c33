//! What a field is changed with: boxes to check, lists to choose from, a swatch, text.

use egui::{Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_view::{Action, Tab};

use crate::drive::{Window, demo, drag, enter, select, settle, type_value, value, window_on};

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
    window.get_by_label("Other value…").click();
    window.run_steps(3);
    let input = window.get_by_role_and_label(Role::TextInput, "tracks[0].mode");
    assert!(input.is_focused());
    enter(&mut window, "5");
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
    // Below the first line, which may be cut off at the top.
    let at = window.get_by_label_contains(&shown).rect().center() + vec2(0.0, 60.0);
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

fn has(window: &Window, field: &str) -> bool {
    let current = window.state().current.as_ref();
    let document = current.and_then(|current| current.document.as_ref());
    document.is_some_and(|document| document.tree().unwrap().find(field).is_ok())
}

#[test]
fn a_change_in_one_of_several_marked_rows_is_made_in_all() {
    let game = demo();
    let mut window = window_on(game.path());
    let items = window.state().index.items().iter();
    let materials: Vec<String> = items
        .filter(|item| item.kind == ngi_view::library::ItemKind::Material)
        .map(|item| item.path.clone())
        .collect();
    let several = materials.into_iter().find(|path| {
        select(&mut window, path);
        has(&window, "phases[3]")
    });
    let path = several.unwrap();
    let original = window.state().current.as_ref().unwrap().bytes.to_vec();
    reveal(&mut window, "phases[0]");
    // Closed, so that all rows are in sight.
    window.get_by_role_and_label(Role::TreeItem, "phases[0]").click();
    window.run_steps(2);
    let ctrl = egui::Modifiers::COMMAND;
    window.get_by_role_and_label(Role::TreeItem, "phases[1]").click_modifiers(ctrl);
    window.run_steps(2);
    window.get_by_role_and_label(Role::TreeItem, "phases[3]").click_modifiers(ctrl);
    window.run_steps(2);
    window.get_by_role_and_label(Role::TreeItem, "phases[1]").click_modifiers(ctrl);
    window.run_steps(2);
    let marked: Vec<&str> = window.state().inspector.marked.iter().map(String::as_str).collect();
    assert_eq!(marked, ["phases[0]", "phases[3]"]);
    let opacities = |window: &Window| {
        [0, 1, 2, 3]
            .map(|phase| value(window, &format!("phases[{phase}].opacity")).as_u64().unwrap())
    };
    let before = opacities(&window);
    window.state_mut().inspector.fields.toggle("phases[3]");
    window.run_steps(2);
    let field = "phases[3].opacity".to_owned();
    let text = "17".to_owned();
    window.state_mut().actions.push(Action::Edit { field, text });
    settle(&mut window);
    assert_eq!(opacities(&window), [17, before[1], before[2], 17], "{:?}", window.state().messages);
    // What `ngi set` makes of both, and one step.
    let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
    let fields =
        ["phases[0].opacity", "phases[3].opacity"].map(|it| (it.to_owned(), "17".to_owned()));
    let subject = ngi_verbs::format::Subject { bytes: &original, ..document.subject() };
    let wanted = ngi_verbs::set::change(document.format.document, &subject, &fields).unwrap();
    assert!(document.bytes() == wanted.bytes);
    assert_eq!(undo_all(&mut window), 1);
    // With Shift: from one to the other.
    window.get_by_role_and_label(Role::TreeItem, "phases[0]").click();
    window.run_steps(2);
    window
        .get_by_role_and_label(Role::TreeItem, "phases[2]")
        .click_modifiers(egui::Modifiers::SHIFT);
    window.run_steps(2);
    assert_eq!(window.state().inspector.marked.len(), 3, "{:?}", window.state().inspector.marked);
    window.get_by_role_and_label(Role::TreeItem, "phases[1]").click();
    window.run_steps(2);
    assert!(window.state().inspector.marked.is_empty(), "{path}");
}

#[test]
fn a_number_with_bounds_is_slid_in_one_step() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    reveal(&mut window, "phases[0].opacity");
    let before = value(&window, "phases[0].opacity");
    let rect = window.get_by_role_and_label(Role::Slider, "phases[0].opacity").rect();
    drag(&mut window, rect.center(), rect.left_center() + vec2(8.0, 0.0));
    settle(&mut window);
    let after = value(&window, "phases[0].opacity").as_u64().unwrap();
    assert!(after < 30 && Some(after) != before.as_u64(), "{before} {after}");
    assert_eq!(undo_all(&mut window), 1);
    // What is typed may be beyond: then there is no slider to bring it back.
    type_value(&mut window, "phases[0].opacity", "150");
    assert_eq!(value(&window, "phases[0].opacity"), 150, "{:?}", window.state().messages);
    assert!(window.query_by_role_and_label(Role::Slider, "phases[0].opacity").is_none());
}
