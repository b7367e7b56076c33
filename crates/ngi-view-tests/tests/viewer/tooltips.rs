//! Every button, switch, tab and list has a tooltip, in every panel and dialog.

use egui::{Order, Rect, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable};
use ngi_view::editing::Tool;
use ngi_view::shortcuts::Words;
use ngi_view::tabs::Ask;
use ngi_view::texts::ENGLISH;
use ngi_view::{Action, Tab};

use crate::drive::{Window, build, card, demo, select, settings, settle, type_value};

const MODEL: &str = "bases.rlb/r_scout_0_01.msh";
const TEXTURE: &str = "Textures.lib/PANEL.0";
const MATERIAL: &str = "Material.lib/WATER";
const SOUND: &str = "sounds.lib/shot.wav";
const LAND: &str = "DATA/MAPS/VALLEY/Land.msh";
const AREALS: &str = "DATA/MAPS/VALLEY/Land.map";
const MISSION: &str = "MISSIONS/Single.02/data.tma";

/// Roles of the widgets that a user clicks.
const ROLES: [Role; 5] =
    [Role::Button, Role::CheckBox, Role::RadioButton, Role::Tab, Role::ComboBox];
/// Buttons of egui's own windows.
const OF_EGUI: [&str; 2] = ["Close window", "Hide"];

/// Menus inside the menu *View*.
const SUBMENUS: [Words; 6] =
    [|t| t.looking_from, |t| t.bookmarks, |t| t.backdrop, |t| t.lamp, |t| t.paint, |t| t.layout];

/// A widget that can be clicked: its role, its name, and its number among those of that name.
type Clickable = (Role, String, usize);

/// Returns all widgets that can be clicked now.
fn clickables(window: &mut Window) -> Vec<Clickable> {
    // Panels that grow take a few frames to settle.
    window.run_steps(8);
    let mut found: Vec<Clickable> = Vec::new();
    for role in ROLES {
        for node in window.query_all_by_role(role) {
            let name = node.accesskit_node().label().unwrap_or_default();
            // Keyframes have a number in front; rows of them may be cut off.
            if name.starts_with(|first: char| first.is_ascii_digit()) {
                continue;
            }
            let same = found.iter().filter(|one| one.0 == role && one.1 == name).count();
            found.push((role, name, same));
        }
    }
    found
}

/// Returns the current rectangle of a widget.
fn place(window: &Window, (role, name, number): &Clickable) -> Option<Rect> {
    let all = window.query_all_by_role(*role);
    let mut own = all.filter(|it| it.accesskit_node().label().unwrap_or_default() == *name);
    own.nth(*number).map(|node| node.rect())
}

/// Returns the names of the widgets that show no tooltip while the pointer is on them.
fn silent(window: &mut Window, found: &[Clickable]) -> Vec<String> {
    window.ctx.all_styles_mut(|style| {
        style.interaction.tooltip_delay = 0.0;
        style.interaction.show_tooltips_only_when_still = false;
    });
    let whole = window.ctx.content_rect();
    let mut silent = Vec::new();
    for one in found {
        let rect = place(window, one).filter(|rect| whole.contains(rect.center()));
        let Some(rect) = rect.filter(|_| !OF_EGUI.contains(&one.1.as_str())) else { continue };
        window.hover_at(rect.center());
        window.run_steps(3);
        let areas = window.ctx.memory(|memory| memory.areas().visible_layer_ids());
        let speaks = areas.iter().any(|layer| layer.order == Order::Tooltip);
        // A widget that has moved meanwhile cannot be judged.
        if !speaks && place(window, one) == Some(rect) {
            silent.push(format!("{:?} {}", one.0, one.1));
        }
    }
    window.remove_cursor();
    window.run_steps(2);
    silent
}

fn assert_all_speak(window: &mut Window, place: &str) {
    let found = clickables(window);
    assert!(!found.is_empty(), "{place}");
    let silent = silent(window, &found);
    assert!(silent.is_empty(), "{place}: {silent:#?}");
}

/// Checks the widgets that were not there before: a menu or a question keeps the others silent.
fn assert_new_speak(window: &mut Window, before: &[Clickable], place: &str) {
    // A submenu opens instead of a tooltip.
    let is_menu = |one: &Clickable| SUBMENUS.iter().any(|menu| menu(&ENGLISH) == one.1);
    let is_new = |one: &Clickable| !before.contains(one) && !is_menu(one);
    let inside: Vec<Clickable> = clickables(window).into_iter().filter(is_new).collect();
    assert!(!inside.is_empty(), "{place}");
    let silent = silent(window, &inside);
    assert!(silent.is_empty(), "{place}: {silent:#?}");
}

/// Opens a menu, checks its items, and closes it.
fn assert_menu_speaks(window: &mut Window, name: &str) {
    let before = clickables(window);
    window.get_by_role_and_label(Role::Button, name).click();
    assert_new_speak(window, &before, name);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
}

fn opened(path: &str) -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = build(vec2(1500.0, 900.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    if !path.is_empty() {
        select(&mut window, path);
    }
    (game, window)
}

fn act(window: &mut Window, action: Action) {
    window.state_mut().actions.push(action);
    settle(window);
}

#[test]
fn the_empty_window_and_the_gallery() {
    let mut window = build(vec2(1300.0, 800.0), Some(card()), settings());
    settle(&mut window);
    assert_all_speak(&mut window, "empty");
    let (_game, mut window) = opened("");
    assert_all_speak(&mut window, "gallery");
    act(&mut window, Action::Favourite(Some(MODEL.to_owned())));
    for menu in [ENGLISH.open, ENGLISH.appearance, ENGLISH.favourites] {
        assert_menu_speaks(&mut window, menu);
    }
    select(&mut window, "bases.rlb");
    assert_all_speak(&mut window, "archive");
    crate::drive::search(&mut window, "scout");
    window.state_mut().gallery.of_search = true;
    window.run_steps(2);
    assert_all_speak(&mut window, "search");
}

#[test]
fn a_model_with_its_menus_and_tabs() {
    let (_game, mut window) = opened(MODEL);
    act(&mut window, Action::Tabs(Ask::Open(MATERIAL.to_owned())));
    act(&mut window, Action::Tabs(Ask::Go(0)));
    window.get_by_label(ENGLISH.lanes).click();
    window.run_steps(2);
    for tab in [Tab::About, Tab::Fields, Tab::Findings, Tab::Uses, Tab::Bytes, Tab::Scene] {
        window.state_mut().tab = tab;
        window.run_steps(2);
        assert_all_speak(&mut window, &format!("{tab:?}"));
    }
    window.state_mut().viewport.outlined_part = Some(1);
    window.state_mut().viewport.editing.on = true;
    window.state_mut().viewport.hide(2, true);
    window.get_by_label(ENGLISH.lane_all).click();
    window.run_steps(3);
    assert_all_speak(&mut window, "editing");
    for menu in [ENGLISH.overlays, ENGLISH.looking, ENGLISH.export_import] {
        assert_menu_speaks(&mut window, menu);
    }
    type_value(&mut window, "nodes[0].flags", "0");
    act(&mut window, Action::Compare(Some(ngi_view::compare::With::Entry(TEXTURE.to_owned()))));
    assert_all_speak(&mut window, "compared");
}

#[test]
fn textures_grounds_and_areals() {
    let (_game, mut window) = opened(TEXTURE);
    assert_all_speak(&mut window, "texture");
    select(&mut window, MATERIAL);
    window.get_by_label(ENGLISH.lanes).click();
    window.run_steps(3);
    window.get_by_role_and_label(Role::Button, "tracks[0].keys[0]").click();
    window.run_steps(3);
    assert_all_speak(&mut window, "material");
    select(&mut window, LAND);
    window.state_mut().viewport.editing.on = true;
    for kind in ngi_view::editing::BrushKind::ALL {
        window.state_mut().viewport.editing.ground.kind = kind;
        window.run_steps(2);
        assert_all_speak(&mut window, &format!("{kind:?}"));
    }
    select(&mut window, AREALS);
    window.state_mut().viewport.editing.on = true;
    for kind in ngi_view::editing::ArealKind::ALL {
        window.state_mut().viewport.editing.areals.kind = kind;
        window.run_steps(2);
        assert_all_speak(&mut window, &format!("{kind:?}"));
    }
}

#[test]
fn a_mission_and_its_editor() {
    let (_game, mut window) = opened(MISSION);
    window.state_mut().tab = Tab::Objects;
    window.run_steps(2);
    assert_all_speak(&mut window, "mission");
    window.state_mut().viewport.editing.on = true;
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(0);
    settle(&mut window);
    assert_all_speak(&mut window, "object");
    let host = {
        let world = window.state().viewport.world().unwrap();
        world.objects.iter().find_map(|placed| placed.host).unwrap()
    };
    window.state_mut().viewport.mission.as_mut().unwrap().objects.select(host);
    window.run_steps(3);
    assert_all_speak(&mut window, "building");
    for menu in [ENGLISH.add_place, ENGLISH.mission_files] {
        assert_menu_speaks(&mut window, menu);
    }
    for tool in [Tool::Clans, Tool::Sky, Tool::Stories, Tool::Stops] {
        window.state_mut().toggle_tool(tool);
        window.run_steps(3);
        assert_all_speak(&mut window, &format!("{tool:?}"));
        window.state_mut().toggle_tool(tool);
        window.run_steps(2);
    }
}

#[test]
fn the_dialogs() {
    let (_game, mut window) = opened(MODEL);
    // Widgets behind a dialog cannot be clicked.
    let before = clickables(&mut window);
    for path in [MODEL, TEXTURE, MISSION, "bases.rlb", ""] {
        act(&mut window, Action::AskExport(Some(path.to_owned())));
        assert_new_speak(&mut window, &before, &format!("export of {path}"));
        act(&mut window, Action::CloseDialog);
    }
    for path in [MODEL, TEXTURE, SOUND] {
        select(&mut window, path);
        let before = clickables(&mut window);
        act(&mut window, Action::AskReplace);
        assert_new_speak(&mut window, &before, &format!("import for {path}"));
        act(&mut window, Action::CloseDialog);
    }
    select(&mut window, MODEL);
    let before = clickables(&mut window);
    act(&mut window, Action::AskShot);
    assert_new_speak(&mut window, &before, "screenshot");
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    type_value(&mut window, "nodes[0].flags", "1");
    let (other, before) = (demo(), clickables(&mut window));
    act(&mut window, Action::Open(other.path().to_owned()));
    assert!(window.query_by_label(ENGLISH.stay).is_some());
    assert_new_speak(&mut window, &before, "unsaved changes");
}
