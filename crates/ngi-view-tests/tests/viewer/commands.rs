//! The list of commands has what the rooms of the editor can do, where there is something to do it
//! to.

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_view::editing::{ArealKind, BrushKind};
use ngi_view::palette;
use ngi_view::settings::Settings;
use ngi_view::texts::ENGLISH;

use crate::drive::{
    Window, build, bytes, demo, enter, select, set, settings, settle, undo, window_on,
};

const LAND: &str = "DATA/MAPS/VALLEY/Land.msh";
const AREALS: &str = "DATA/MAPS/VALLEY/Land.map";
const MODEL: &str = "bases.rlb/r_scout_0_01.msh";
const MATERIAL: &str = "Material.lib/WATER";

/// What there is to do, by name; nothing means two things.
fn names(window: &Window) -> Vec<String> {
    let entries = palette::entries(window.state());
    let mut names: Vec<String> = entries.iter().map(|entry| entry.name(&ENGLISH)).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
    names
}

fn assert_only(window: &Window, there: &[&str], elsewhere: &[&str]) {
    let names = names(window);
    let has = |name: &str| names.iter().any(|own| own == name);
    for name in there {
        assert!(has(name), "{name} is not offered in {names:?}");
    }
    for name in elsewhere {
        assert!(!has(name), "{name} is offered");
    }
}

/// Takes something from the list with the keyboard.
fn take(window: &mut Window, name: &str) {
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    settle(window);
    assert!(window.state().palette.open);
    window.event(egui::Event::Text(name.to_owned()));
    window.step();
    window.key_press(Key::Enter);
    settle(window);
    assert!(!window.state().palette.open);
}

const OF_GROUND: &[&str] =
    &["Raise", "Set height", "Paint second material", "Water level", "New mission"];
const OF_AREALS: &[&str] = &["Move corners", "Split", "Join", "Paint class"];
const OF_KEYS: &[&str] = &["Paste keyframes", "Select all keyframes"];
const OF_MISSIONS: &[&str] = &["Objects to add", "Add clan", "mission.cfg"];
const OF_OBJECTS: &[&str] = &["Duplicate", "Delete"];

#[test]
fn rooms_offer_what_they_can_do_and_nothing_else() {
    let game = demo();
    let mut window = window_on(game.path());
    let all = [OF_GROUND, OF_AREALS, OF_KEYS, OF_MISSIONS, OF_OBJECTS].concat();
    assert_only(&window, &[], &all);
    let kinds = [(LAND, OF_GROUND), (AREALS, OF_AREALS), (MODEL, OF_KEYS)];
    for (path, own) in kinds {
        select(&mut window, path);
        let others: Vec<&str> = all.iter().copied().filter(|name| !own.contains(name)).collect();
        assert_only(&window, own, &others);
    }
    assert_only(&window, &[], &["Add keyframe", "Delete keyframes", "Stretch", "Show all"]);
    window.state_mut().viewport.hide(1, true);
    window.state_mut().viewport.outlined_part = Some(1);
    assert_only(&window, &["Add keyframe", "Show all"], &["Stretch"]);
    take(&mut window, "Show all");
    assert!(window.state().viewport.editing.hidden.is_empty());
}

#[test]
fn brushes_tools_and_numbers_are_taken_by_name() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, LAND);
    take(&mut window, "Flatten");
    let editing = &window.state().viewport.editing;
    assert!(editing.on && editing.ground.kind == BrushKind::Flatten);
    let before = bytes(&window);
    take(&mut window, "Water level");
    enter(&mut window, "1.25");
    assert!(bytes(&window) != before, "the number was typed");
    undo(&mut window);
    assert!(bytes(&window) == before);
    take(&mut window, "New mission");
    assert!(window.query_by_role_and_label(Role::Button, "Create").is_some());
    window.get_by_role_and_label(Role::Button, "Cancel").click();
    settle(&mut window);

    select(&mut window, AREALS);
    take(&mut window, "Join");
    assert_eq!(window.state().viewport.editing.areals.kind, ArealKind::Join);
    take(&mut window, "Move corners");
    assert_only(&window, &[], &["Add corner"]);
    window.state_mut().viewport.outlined_part = Some(3);
    let before = bytes(&window);
    take(&mut window, "Add corner");
    let count = |bytes: &[u8]| {
        let map = ngi_formats::arealmap::read_file(bytes).unwrap().to_buf();
        map.areals[3].polygon.len()
    };
    assert_eq!(count(&bytes(&window)), count(&before) + 1);
}

#[test]
fn phases_are_cut_by_name() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, MATERIAL);
    take(&mut window, "Timeline");
    assert_only(&window, &[], &["Split at the current time", "Delete"]);
    window.get_by_role_and_label(Role::Button, "tracks[0].keys[0]").click();
    window.run_steps(3);
    window.state_mut().viewport.playback.playing = false;
    window.state_mut().viewport.playback.time = 0.05;
    let before = bytes(&window);
    take(&mut window, "Split at the current time");
    let cut = bytes(&window);
    assert!(cut != before);
    take(&mut window, "Delete");
    assert!(bytes(&window) == before, "both halves show the same phase");
}

#[test]
fn objects_of_a_mission_are_copied_and_deleted_by_name() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "MISSIONS/Single.01/data.tma");
    assert_only(&window, OF_MISSIONS, &[OF_GROUND, OF_AREALS, OF_KEYS, OF_OBJECTS].concat());
    take(&mut window, "Objects to add");
    assert!(window.state().viewport.editing.on);
    assert!(window.query_by_label("Find").is_some());
    take(&mut window, "Objects to add");
    let count = |window: &Window| window.state().viewport.world().unwrap().objects.len();
    let (before, stored) = (count(&window), bytes(&window));
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(0);
    window.step();
    take(&mut window, "Duplicate");
    assert_eq!(count(&window), before + 1);
    take(&mut window, "Delete");
    assert_eq!(count(&window), before);
    assert!(bytes(&window) == stored, "the copy is gone");
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(0);
    window.step();
    take(&mut window, "Delete");
    let less = ngi_verbs::mission::edit::without(0);
    assert!(bytes(&window) == set(&window, &stored, &less), "as the button does it");
    let aims = "MISSIONS/Single.01/mission.cfg";
    assert!(!window.state().changed.contains_key(aims));
    take(&mut window, "Add a bonus objective");
    assert!(window.state().changed[aims].is_changed());
    assert!(window.query_by_label("Mission title 1").is_some(), "where it is typed");
    take(&mut window, "Objectives and texts");
    let lodes = |window: &Window| window.state().viewport.world().unwrap().lodes.len();
    let before = lodes(&window);
    take(&mut window, "Add a lode where the camera looks");
    assert_eq!(lodes(&window), before + 1);
}

#[test]
fn rows_of_lists_are_found_by_what_they_are_called() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, MODEL);
    assert_only(&window, &["Export as: .glb"], &["Go to bookmark: 2", "Delete bookmark: 2"]);
    window.state_mut().set_bookmark(2);
    let before = *window.state().viewport.camera();
    take(&mut window, "Top view (+z)");
    take(&mut window, "Go to bookmark: 2");
    assert_eq!(*window.state().viewport.camera(), before);
    take(&mut window, "Delete bookmark: 2");
    assert!(window.state().bookmarks().is_empty());
    window.state_mut().viewport.outlined_part = Some(2);
    let eye = format!("{}: 2", ENGLISH.show_or_hide);
    take(&mut window, &eye);
    assert!(window.state().viewport.editing.hidden.contains(&2));
    take(&mut window, &eye);
    assert!(window.state().viewport.editing.hidden.is_empty());
    window.state_mut().actions.push(ngi_view::Action::Favourite(None));
    settle(&mut window);

    // Another tab, and back.
    let tab = ngi_view::tabs::Ask::Open(MATERIAL.to_owned());
    window.state_mut().actions.push(ngi_view::Action::Tabs(tab));
    settle(&mut window);
    take(&mut window, &format!("Go to tab: 1 {MODEL}"));
    assert_eq!(window.state().selected.as_deref(), Some(MODEL));
    select(&mut window, AREALS);
    take(&mut window, &format!("Go to favourite: {MODEL}"));
    assert_eq!(window.state().selected.as_deref(), Some(MODEL));

    // Who is in a building comes out.
    select(&mut window, "MISSIONS/Single.02/data.tma");
    window.key_press(Key::M);
    window.run_steps(2);
    let original = bytes(&window);
    let world = window.state().viewport.world().unwrap();
    let guest = world.objects.iter().find(|it| it.host.is_some()).unwrap();
    let (host, of) = (guest.host.unwrap(), format!("#{} {}", guest.index, guest.label()));
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(host);
    window.run_steps(2);
    take(&mut window, &format!("Take out of the building: {of}"));
    assert!(bytes(&window) != original, "{:?}", window.state().messages);
    take(&mut window, &format!("Put into the building: {of}"));
    assert!(window.state().viewport.world().unwrap().objects.iter().any(|it| it.host.is_some()));
    undo(&mut window);
    undo(&mut window);
    assert!(bytes(&window) == original);
    let clans = names(&window).into_iter().filter(|name| name.starts_with("Delete clan: "));
    assert!(clans.count() > 1);
}

#[test]
fn what_is_exported_at_once_goes_where_exports_go() {
    let (game, out) = (demo(), tempfile::tempdir().unwrap());
    let settings = Settings { export_folder: Some(out.path().to_owned()), ..settings() };
    let mut window = build(vec2(900.0, 600.0), None, settings);
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, MATERIAL);
    for name in ["WATER.json", "WATER (2).json"] {
        window.state_mut().actions.push(ngi_view::Action::Export("json".to_owned()));
        settle(&mut window);
        assert!(out.path().join(name).is_file(), "{:?}", window.state().messages);
    }
}
