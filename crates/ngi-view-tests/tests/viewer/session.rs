//! A session: open, search, select, play, pick, edit, undo, redo, save.

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_view::library::ItemKind;
use ngi_view::{Action, Tab};

use crate::drive::{
    Window, click_at, click_row, demo, drag, search, select, settings, settle, type_value, value,
    window, window_on,
};

#[test]
fn a_model_is_found_selected_played_and_picked() {
    let game = demo();
    let mut window = window_on(game.path());
    let all = window.state().index.items().len();
    assert!(all > 100, "{all} items");
    search(&mut window, "SCOUT msh");
    assert!(window.state().tree.hits() < all / 4);
    click_row(&mut window, "r_scout_0_01.msh");
    let current = window.state().current.as_ref().unwrap();
    assert_eq!(
        (current.path.as_str(), current.kind),
        ("bases.rlb/r_scout_0_01.msh", ItemKind::Model)
    );
    assert!(window.state().viewport.has_scene(), "{:?}", current.scene_error);

    assert!(window.state().viewport.playback.duration.is_some(), "the scout walks");
    leave_text(&mut window);
    window.key_press(Key::Space);
    window.run_steps(3);
    let time = window.state().viewport.playback.time;
    assert!(window.state().viewport.playback.playing && time > 0.0, "{time}");
    window.key_press(Key::Space);
    window.step();
    assert!(!window.state().viewport.playback.playing);

    let middle = window.state().viewport.rect().center();
    click_at(&mut window, middle);
    let app = window.state();
    let picked = app.viewport.picked.as_ref().expect("the robot stands in the middle");
    assert!(picked.node.is_some() && picked.batch.is_some(), "{picked:?}");
    let row = app.inspector.selected.as_deref().unwrap_or_default();
    assert_eq!(row, format!("nodes[{}]", picked.node.unwrap()));
}

/// Takes the cursor out of the search, as a click on the viewport does.
fn leave_text(window: &mut Window) {
    window.key_press(Key::Escape);
    window.step();
    window.step();
}

#[test]
fn a_field_is_changed_taken_back_made_again_and_saved() {
    let game = demo();
    let library = game.path().join("Material.lib");
    let before = std::fs::read(&library).unwrap();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    let old = value(&window, "phases[0].opacity");
    assert_ne!(old, 42);
    type_value(&mut window, "phases[0].opacity", "42");
    assert_eq!(value(&window, "phases[0].opacity"), 42, "{:?}", window.state().messages);
    assert!(window.state().has_changes());
    assert_eq!(std::fs::read(&library).unwrap(), before, "nothing is saved yet");

    leave_text(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(value(&window, "phases[0].opacity"), old);
    assert!(!window.state().has_changes());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    settle(&mut window);
    assert_eq!(value(&window, "phases[0].opacity"), 42);

    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    let after = std::fs::read(&library).unwrap();
    let different: Vec<usize> =
        (0..before.len()).filter(|&at| before.get(at) != after.get(at)).collect();
    assert_eq!((after.len(), different.len()), (before.len(), 1), "{different:?}");
    assert_eq!(after[different[0]], 42);
    assert_eq!(u64::from(before[different[0]]), old.as_u64().unwrap());
    assert_eq!(std::fs::read(game.path().join("Material.lib.bak")).unwrap(), before);
    assert!(!window.state().has_changes());

    // Once more: the document lives in the new file now.
    type_value(&mut window, "phases[0].opacity", "43");
    window.state_mut().actions.push(Action::Save);
    settle(&mut window);
    assert_eq!(std::fs::read(&library).unwrap()[different[0]], 43, "{:?}", window.state().messages);
    assert_eq!(std::fs::read(game.path().join("Material.lib.bak1")).unwrap(), after);
}

#[test]
fn attributes_of_the_directory_are_fields_too() {
    let game = demo();
    let mut window = window_on(&game.path().join("Material.lib/WATER"));
    assert_eq!(window.state().selected.as_deref(), Some("Material.lib/WATER"));
    let flags = value(&window, "flags").as_u64().unwrap();
    type_value(&mut window, "flags", &(flags ^ 2).to_string());
    window.state_mut().actions.push(Action::Save);
    settle(&mut window);
    let again = window_on(&game.path().join("Material.lib/WATER"));
    assert_eq!(value(&again, "flags").as_u64(), Some(flags ^ 2), "{:?}", window.state().messages);
}

#[test]
fn what_cannot_be_changed_says_why_and_changes_nothing() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    for (field, text) in
        [("phases[0].opacity", "300"), ("phases[0].opacity", "much"), ("derived.blend", "x")]
    {
        let edit = Action::Edit { field: field.to_owned(), text: text.to_owned() };
        window.state_mut().actions.push(edit);
        settle(&mut window);
        let message = window.state().messages.last().unwrap();
        assert!(
            message.is_error && message.text.contains("phases") || message.text.contains("derived"),
            "{message:?}"
        );
        assert!(!window.state().has_changes());
    }
}

#[test]
fn changes_are_kept_while_something_else_is_looked_at() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    type_value(&mut window, "phases[0].opacity", "42");
    select(&mut window, "Textures.lib/GRASS.0");
    assert!(window.state().has_changes());
    select(&mut window, "Material.lib/WATER");
    assert_eq!(value(&window, "phases[0].opacity"), 42);
    let history = window.state().current.as_ref().unwrap().document.as_ref().unwrap().history();
    assert_eq!(history.next(), (Some("phases[0].opacity"), None));
}

#[test]
fn keys_step_through_files_and_change_the_view() {
    let game = demo();
    let mut window = window_on(&game.path().join("Textures.lib"));
    window.key_press(Key::ArrowDown);
    settle(&mut window);
    let first = window.state().selected.clone().unwrap();
    window.key_press(Key::ArrowDown);
    settle(&mut window);
    assert_ne!(window.state().selected, Some(first.clone()));
    window.key_press(Key::ArrowUp);
    settle(&mut window);
    assert_eq!(window.state().selected, Some(first));

    let mut window = window_on(&game.path().join("bases.rlb/r_scout_0_01.msh"));
    let camera = *window.state().viewport.camera();
    let rect = window.state().viewport.rect();
    drag(&mut window, rect.center(), rect.center() + vec2(80.0, 20.0));
    let turned = *window.state().viewport.camera();
    assert_ne!(turned.yaw, camera.yaw);
    assert_eq!(turned.target, camera.target, "orbiting keeps the middle");
    window.key_press(Key::Home);
    window.run_steps(2);
    assert_eq!(*window.state().viewport.camera(), camera);
    for key in [Key::W, Key::G, Key::Num2, Key::F, Key::C] {
        window.key_press(key);
        window.run_steps(2);
    }
    use ngi_render::Overlays;
    let view = window.state().viewport.view;
    assert!(view.overlays.has(Overlays::WIRE) && !view.overlays.has(Overlays::GRID));
    assert_eq!(view.level, Some(1));
    assert!(view.settings.cut_away);
    window.key_press(Key::H);
    window.run_steps(2);
    assert!(window.state().help);
    assert!(window.query_by_label("Keyboard and mouse").is_some());
}

#[test]
fn findings_lead_to_their_fields() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    // A texture that is not there.
    type_value(&mut window, "phases[0].texture", "NOWHERE.0");
    let found = window.state().current.as_ref().unwrap().findings.len();
    assert!(found > 0, "a name that leads nowhere");
    window.state_mut().tab = Tab::Findings;
    window.step();
    let finding = window.state().current.as_ref().unwrap().findings[0].clone();
    window.get_by_role_and_label(Role::TreeItem, &finding.sentence()).click();
    settle(&mut window);
    assert_eq!(window.state().tab, Tab::Fields);
    let selected = window.state().inspector.selected.clone().unwrap();
    assert!(finding.field.starts_with(&selected), "{} {selected}", finding.field);

    window.state_mut().actions.push(Action::CheckAll);
    settle(&mut window);
    assert!(window.state().report.checked > 50);
}

#[test]
fn who_uses_what() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "bases.rlb/r_scout_0_01.wea");
    window.state_mut().tab = Tab::Uses;
    window.state_mut().actions.push(Action::FindUses);
    settle(&mut window);
    let app = window.state();
    let (known, current) = (app.relations.as_ref().unwrap(), app.current.as_ref().unwrap());
    let users = known.users_of(&current.path);
    assert!(users.iter().any(|user| user.path == "bases.rlb/r_scout_0_01.msh"), "{users:?}");
    let material = &current.references[0];
    let meant = known.meant_by(&current.path, material).unwrap();
    assert!(meant.path.starts_with("Material.lib/"), "{}", meant.path);
    window.get_by_label("bases.rlb/r_scout_0_01.msh").click();
    settle(&mut window);
    assert_eq!(window.state().selected.as_deref(), Some("bases.rlb/r_scout_0_01.msh"));
}

#[test]
fn small_pictures_are_made_in_the_background() {
    let game = demo();
    let mut window = window(ngi_view::settings::Settings { thumbnails: true, ..settings() });
    window.state_mut().open(game.path().join("Textures.lib"));
    settle(&mut window);
    search(&mut window, "grass");
    for _ in 0..10_000 {
        window.step();
        if window.state().thumbnail_count() > 0 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("no picture came");
}
