//! The welcome page, the start page of a game, and what leads to them.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable};
use ngi_view::gallery::Of;
use ngi_view::library::ItemKind;
use ngi_view::parts::home::Section;
use ngi_view::settings::Settings;
use ngi_view::texts::ENGLISH;

use crate::drive::{Window, build, card, click_row, demo, enter, search, select, settings, settle};

const MISSION: &str = "MISSIONS/Single.01/data.tma";

fn empty() -> Window {
    let mut window = build(egui::vec2(1000.0, 640.0), None, settings());
    settle(&mut window);
    window
}

/// Types a path into the field of the welcome page and presses Enter.
fn enter_path(window: &mut Window, path: &str) {
    window.get_by_role_and_label(Role::TextInput, ENGLISH.start().path).focus();
    window.run_steps(2);
    enter(window, path);
}

#[test]
fn the_welcome_page_opens_a_typed_path_and_says_what_is_wrong_with_another() {
    let game = demo();
    let mut window = empty();
    let is_there = |window: &Window, name: &str| window.query_by_label(name).is_some();
    // Nothing around the page that makes no sense yet.
    for name in [ENGLISH.search, ENGLISH.fields, ENGLISH.key_undo] {
        assert!(!is_there(&window, name), "{name}");
    }
    assert!(is_there(&window, ENGLISH.start().open_folder));
    enter_path(&mut window, "/no/such/folder");
    assert!(window.state().place.is_none());
    let said = window.state().last_said().unwrap().text.clone();
    assert!(said.contains("not found"), "{said}");
    assert!(window.query_all_by_label(&said).count() > 0, "beside the field");
    enter_path(&mut window, &format!("\"{}\"", game.path().display()));
    assert!(window.state().place.is_some());
    assert!(is_there(&window, ENGLISH.search));
}

#[test]
fn the_demo_game_is_made_where_the_button_was() {
    let mut window = empty();
    let button = window.get_by_role_and_label(Role::Button, ENGLISH.demo).rect();
    window.get_by_role_and_label(Role::Button, ENGLISH.demo).click();
    window.run_steps(2);
    if window.state().place.is_none() {
        let bars = window.query_all_by_role(Role::ProgressIndicator);
        assert!(bars.into_iter().any(|bar| bar.rect().intersects(button)));
    }
    settle(&mut window);
    assert_eq!(window.state().place.as_ref().unwrap().label, ENGLISH.demo);
    window.key_press(Key::Escape);
    settle(&mut window);
}

/// A window on the demo game.
fn game_window() -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = empty();
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    (game, window)
}

fn of(window: &Window) -> Option<Of> {
    window.state().gallery_of()
}

/// The cards that begin with a text.
fn cards(window: &Window, start: &str) -> usize {
    let all = window.query_all_by_role(Role::ListItem);
    all.filter(|card| card.accesskit_node().label().unwrap_or_default().starts_with(start)).count()
}

/// Clicks the first card that begins with a text. Returns all of its text.
fn click_card(window: &Window, start: &str) -> String {
    let all = window.query_all_by_role(Role::ListItem);
    let is_own = |label: &String| label.starts_with(start);
    let own = |card: egui_kittest::Node<'_>| {
        let label = card.accesskit_node().label().filter(is_own)?;
        card.click();
        Some(label)
    };
    all.into_iter().find_map(own).unwrap()
}

fn press(window: &mut Window, name: &str) {
    window.get_by_role_and_label(Role::Button, name).click();
    settle(window);
}

#[test]
fn a_game_begins_with_its_start_page_and_home_returns_to_it() {
    let (_game, mut window) = game_window();
    assert_eq!(of(&window), Some(Of::Home));
    let own = ENGLISH.start();
    for title in [own.missions, own.maps, own.units] {
        assert!(window.query_by_label(title).is_some(), "{title}");
    }
    let index = &window.state().index;
    let mission = index.get(index.find(MISSION).unwrap()).unwrap();
    let title = mission.title().unwrap().to_owned();
    assert_eq!(cards(&window, &title), 1, "{title}");
    let spoken = click_card(&window, &title);
    assert!(spoken.contains("VALLEY") && spoken.contains(own.objects), "{spoken}");
    settle(&mut window);
    assert_eq!(window.state().selected.as_deref(), Some(MISSION));
    press(&mut window, ENGLISH.key_home);
    assert_eq!((of(&window), window.state().selected.as_deref()), (Some(Of::Home), None));
    // The mission was viewed last, so it has a second card.
    assert_eq!(cards(&window, &title), 2);
    // Back and forward lead through the start page too.
    let go = |window: &mut Window, key: Key| {
        window.key_press_modifiers(Modifiers::ALT, key);
        settle(window);
    };
    go(&mut window, Key::ArrowLeft);
    assert_eq!(window.state().selected.as_deref(), Some(MISSION));
    go(&mut window, Key::ArrowLeft);
    assert_eq!(of(&window), Some(Of::Home));
    go(&mut window, Key::ArrowRight);
    go(&mut window, Key::Home);
    assert_eq!(of(&window), Some(Of::Home));
}

#[test]
fn a_section_shows_all_of_it_and_the_row_above_the_tree_leads_back() {
    let (game, mut window) = game_window();
    let all = format!("{}: {}", ENGLISH.start().show_all, ENGLISH.start().buildings);
    window.get_by_role_and_label(Role::Button, &all).click_accesskit();
    settle(&mut window);
    assert_eq!(of(&window), Some(Of::Section(Section::Buildings)));
    assert!(cards(&window, "") > 4);
    let name = game.path().file_name().unwrap().to_string_lossy().into_owned();
    click_row(&mut window, &name);
    assert_eq!(of(&window), Some(Of::Home));
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    settle(&mut window);
    assert_eq!(of(&window), Some(Of::Section(Section::Buildings)));
    press(&mut window, ENGLISH.key_home);
    press(&mut window, ENGLISH.start().all_files);
    assert_eq!(of(&window), Some(Of::Below(String::new())));
    assert_eq!(cards(&window, "BuildDat.lst"), 1);
}

#[test]
fn enter_opens_the_level_of_a_name_and_titles_of_missions_are_found() {
    let (_game, mut window) = game_window();
    let enter_search = |window: &mut Window, text: &str| {
        window.get_by_role_and_label(Role::TextInput, ENGLISH.start().search).focus();
        window.run_steps(2);
        enter(window, text);
    };
    enter_search(&mut window, "valley");
    assert_eq!(window.state().selected.as_deref(), Some("DATA/MAPS/VALLEY/Land.msh"));
    press(&mut window, ENGLISH.key_home);
    let index = &window.state().index;
    let title = index.get(index.find(MISSION).unwrap()).unwrap().title().unwrap().to_owned();
    enter_search(&mut window, &title);
    assert_eq!(window.state().selected.as_deref(), Some(MISSION));
}

#[test]
fn side_files_follow_their_model_and_tables_inside_it_are_listed_on_demand() {
    let (_game, mut window) = game_window();
    let row = |window: &Window, name: &str| {
        window.query_all_by_role_and_label(Role::TreeItem, name).count()
    };
    search(&mut window, "scout");
    let hits = window.state().tree.hits();
    window.state_mut().settings.internals = true;
    window.run_steps(2);
    assert!(window.state().tree.hits() > hits, "{hits}");
    window.state_mut().settings.internals = false;
    window.key_press(Key::Escape);
    window.run_steps(2);
    select(&mut window, "bases.rlb");
    window.key_press(Key::ArrowRight);
    settle(&mut window);
    assert_eq!((row(&window, "r_scout_0_01.msh"), row(&window, "r_scout_0_01.ctl")), (1, 0));
    assert_eq!(cards(&window, "r_scout_0_01"), 1, "the gallery");
    select(&mut window, "bases.rlb/r_scout_0_01.ctl");
    assert_eq!(row(&window, "r_scout_0_01.ctl"), 1, "below its model");
    // A table that is asked for by its path is in the tree.
    let index = &window.state().index;
    let inner = (0..index.items().len()).find(|id| index.is_inner(*id)).unwrap();
    let inner = index.get(inner).unwrap().path.clone();
    select(&mut window, &inner);
    assert!(window.state().tree.shows_internals());
}

#[test]
fn missions_are_cards_with_titles_also_below_other_folders() {
    let (_game, mut window) = game_window();
    select(&mut window, "MISSIONS");
    let index = &window.state().index;
    let missions = index.items().iter().filter(|item| item.kind == ItemKind::Mission);
    let titles: Vec<String> = missions.map(|item| item.title().unwrap().to_owned()).collect();
    assert_eq!(titles.len(), 3);
    let all = |window: &Window| titles.iter().all(|title| cards(window, title) == 1);
    assert!(all(&window), "{titles:?}");
    window.get_by_label(ENGLISH.gallery_deep).click();
    settle(&mut window);
    assert!(all(&window), "{titles:?}");
}

#[test]
fn missions_have_thumbnails() {
    let game = demo();
    let settings = Settings { thumbnails: true, ..settings() };
    let mut window = build(egui::vec2(700.0, 420.0), Some(card()), settings);
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "MISSIONS");
    for _ in 0..20_000 {
        window.step();
        if window.state().thumbnail(MISSION).is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("no thumbnail came");
}

#[test]
fn a_folder_that_is_not_a_game_says_what_was_looked_for_and_offers_the_game_inside() {
    let disk = tempfile::tempdir().unwrap();
    let inside = disk.path().join("Games/Iron Strategy");
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::write(inside.join("Material.lib"), b"").unwrap();
    std::fs::write(disk.path().join("readme.txt"), b"hello").unwrap();
    let mut window = empty();
    window.state_mut().open(disk.path().to_owned());
    settle(&mut window);
    let own = ENGLISH.start();
    assert!(own.not_a_game.contains("Material.lib"));
    assert!(window.query_all_by_label(own.not_a_game).count() > 0);
    press(&mut window, &inside.display().to_string());
    assert_eq!(window.state().place.as_ref().unwrap().folder().unwrap(), inside);
    assert_eq!(of(&window), Some(Of::Home));
    assert!(window.query_by_label(own.not_a_game).is_none());
}
