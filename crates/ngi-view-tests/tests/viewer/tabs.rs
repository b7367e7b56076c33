//! Several things open at once.

use egui::{Key, Modifiers, PointerButton, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_view::Action;
use ngi_view::library::ItemKind;
use ngi_view::tabs::Ask;

use crate::drive::{
    Window, build, card, click_row, demo, drag, search, select, settings, settle, type_value, value,
};

const SCOUT: &str = "bases.rlb/r_scout_0_01.msh";
const WATER: &str = "Material.lib/WATER";
const VALLEY: &str = "DATA/MAPS/VALLEY/Land.msh";

fn window() -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = build(vec2(1000.0, 640.0), None, settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    (game, window)
}

fn ask(window: &mut Window, ask: Ask) {
    window.state_mut().actions.push(Action::Tabs(ask));
    settle(window);
}

fn open(window: &mut Window, path: &str) {
    ask(window, Ask::Open(path.to_owned()));
    assert_eq!(window.state().selected.as_deref(), Some(path));
}

fn paths(window: &Window) -> Vec<String> {
    let list = window.state().tabs.list().iter();
    list.map(|tab| tab.path.clone().unwrap_or_default()).collect()
}

fn front(window: &Window) -> String {
    window.state().selected.clone().unwrap_or_default()
}

#[test]
fn clicks_open_tabs_and_keys_go_through_them() {
    let (_game, mut window) = window();
    select(&mut window, "Textures.lib");
    assert!(window.query_by_role(Role::Tab).is_none(), "one tab needs no row");
    // A tile with Ctrl, a row with the middle button.
    let tile = window.get_by_role_and_label(Role::ListItem, "GRASS.0");
    tile.click_modifiers(Modifiers::COMMAND);
    settle(&mut window);
    assert_eq!(paths(&window), ["Textures.lib", "Textures.lib/GRASS.0"]);
    search(&mut window, "r_scout_0_01.msh");
    let row = window.get_by_role_and_label(Role::TreeItem, "r_scout_0_01.msh");
    row.click_button(PointerButton::Middle);
    settle(&mut window);
    assert_eq!(paths(&window), ["Textures.lib", "Textures.lib/GRASS.0", SCOUT]);
    assert_eq!(front(&window), SCOUT);
    // What has a tab gets no second one; a plain click stays in the tab.
    open(&mut window, "Textures.lib");
    assert_eq!(paths(&window).len(), 3);
    search(&mut window, "water");
    click_row(&mut window, "WATER");
    assert_eq!(paths(&window), [WATER, "Textures.lib/GRASS.0", SCOUT]);
    for (modifiers, wanted) in [
        (Modifiers::COMMAND, "Textures.lib/GRASS.0"),
        (Modifiers::COMMAND, SCOUT),
        (Modifiers::COMMAND, WATER),
        (Modifiers::COMMAND | Modifiers::SHIFT, SCOUT),
    ] {
        window.key_press_modifiers(modifiers, Key::Tab);
        settle(&mut window);
        assert_eq!(front(&window), wanted);
    }
    // Moved by key and by mouse; the one in front stays in front.
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::PageUp);
    settle(&mut window);
    assert_eq!(paths(&window), [WATER, SCOUT, "Textures.lib/GRASS.0"]);
    let [first, last] = ["WATER", "GRASS.0"]
        .map(|name| window.get_by_role_and_label(Role::Tab, name).rect().center());
    drag(&mut window, first, last);
    settle(&mut window);
    assert_eq!(paths(&window), [SCOUT, "Textures.lib/GRASS.0", WATER]);
    // Closed by key, by the middle button and by its cross.
    open(&mut window, SCOUT);
    window.key_press_modifiers(Modifiers::COMMAND, Key::W);
    settle(&mut window);
    assert_eq!((paths(&window).len(), front(&window)), (2, "Textures.lib/GRASS.0".to_owned()));
    window.get_by_role_and_label(Role::Tab, "WATER").click_button(PointerButton::Middle);
    settle(&mut window);
    assert_eq!(paths(&window), ["Textures.lib/GRASS.0"]);
    window.key_press_modifiers(Modifiers::COMMAND, Key::W);
    settle(&mut window);
    assert_eq!(window.state().selected, None);
    assert!(window.state().gallery_of().is_some(), "then there is everything to choose from");
}

#[test]
fn a_tab_behind_others_keeps_how_it_was_looked_at_and_what_was_changed() {
    let (_game, mut window) = window();
    select(&mut window, WATER);
    type_value(&mut window, "phases[0].opacity", "42");
    open(&mut window, SCOUT);
    let viewport = &mut window.state_mut().viewport;
    viewport.view.camera.yaw += 1.0;
    viewport.playback.time = 0.7;
    viewport.view.level = Some(1);
    viewport.hide(2, true);
    window.state_mut().inspector.filter = "nodes".to_owned();
    window.step();
    let camera = *window.state().viewport.camera();
    let before = |window: &Window| {
        let viewport = &window.state().viewport;
        assert_eq!(*viewport.camera(), camera);
        assert_eq!((viewport.playback.time, viewport.view.level), (0.7, Some(1)));
        assert!(viewport.editing.hidden.contains(&2));
        assert_eq!(window.state().inspector.filter, "nodes");
    };
    open(&mut window, WATER);
    assert_eq!(value(&window, "phases[0].opacity"), 42);
    assert!(window.state().tab_is_changed(0) && !window.state().tab_is_changed(1));
    assert_eq!(window.state().tabs.held().0, 1, "the scene of the model is there");
    open(&mut window, SCOUT);
    before(&window);
    // A change may be seen on other things: their scenes are made again, and looked at as before.
    open(&mut window, WATER);
    type_value(&mut window, "phases[0].opacity", "43");
    assert_eq!(window.state().tabs.held().0, 0);
    open(&mut window, SCOUT);
    before(&window);
    assert!(window.state().has_changes(), "what is not saved is so in any tab");
    assert_eq!(window.state().kept().len(), 1);
    // A tab that is closed takes nothing with it.
    ask(&mut window, Ask::Close(Some(0)));
    assert!(window.state().has_changes());
    select(&mut window, WATER);
    assert_eq!(value(&window, "phases[0].opacity"), 43);
    window.state_mut().actions.push(Action::Undo);
    settle(&mut window);
    assert_eq!(value(&window, "phases[0].opacity"), 42);
}

#[test]
fn tabs_are_remembered_for_each_game() {
    let (game, mut window) = window();
    select(&mut window, WATER);
    open(&mut window, VALLEY);
    open(&mut window, SCOUT);
    open(&mut window, VALLEY);
    let other = demo();
    window.state_mut().open(other.path().to_owned());
    settle(&mut window);
    assert_eq!(paths(&window), [""]);
    let remembered = window.state().settings.clone();
    std::fs::remove_file(game.path().join("bases.rlb")).unwrap();
    let mut again = build(vec2(1000.0, 640.0), None, remembered);
    again.state_mut().open(game.path().to_owned());
    settle(&mut again);
    assert_eq!(paths(&again), [WATER, VALLEY], "what is gone has no tab any more");
    assert_eq!(front(&again), VALLEY);
    window.state_mut().open(game.path().join("Material.lib/M_GLASS"));
    settle(&mut window);
    assert_eq!(front(&window), "Material.lib/M_GLASS", "what was asked for is in front");
    assert_eq!(paths(&window), [WATER, VALLEY, "Material.lib/M_GLASS"]);
}

/// Counted, not measured: bytes of textures and meshes on the card, and scenes that are kept.
#[test]
fn scenes_of_many_tabs_leave_when_there_is_no_room_and_nothing_stays_behind() {
    let game = demo();
    let mut window = build(vec2(500.0, 300.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    let items = window.state().index.items().iter();
    let drawn: Vec<(String, ItemKind)> =
        items.filter(|it| it.kind.is_drawn()).map(|it| (it.path.clone(), it.kind)).collect();
    let mut some: Vec<String> = Vec::new();
    for kind in drawn.iter().map(|(_, kind)| *kind).collect::<std::collections::BTreeSet<_>>() {
        let of_kind = drawn.iter().filter(|(_, it)| *it == kind).map(|(path, _)| path.clone());
        some.extend(of_kind.take(3));
    }
    assert!(some.len() > 15, "{some:?}");
    let mut most = 0;
    for path in &some {
        open(&mut window, path);
        let (scenes, bytes) = window.state().tabs.held();
        assert!(scenes <= 6 && bytes <= 64 << 20, "{path}: {scenes} scenes, {bytes} bytes");
        most = most.max(scenes);
    }
    assert_eq!(most, 6, "as many as may be");
    assert!(window.state().viewport.held() > 0);
    while window.state().selected.is_some() {
        ask(&mut window, Ask::Close(None));
    }
    assert_eq!((window.state().viewport.held(), window.state().tabs.held()), (0, (0, 0)));
    // Without tabs, one after the other: only what is looked at is there.
    for path in &some {
        select(&mut window, path);
    }
    select(&mut window, "Textures.lib");
    assert_eq!(window.state().viewport.held(), 0);
}
