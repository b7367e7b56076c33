//! The middle as a grid of pictures; back and forward; what is remembered of each game.

use std::path::Path;

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_view::Action;
use ngi_view::gallery::Of;
use ngi_view::library::{FileType, ItemKind};
use ngi_view::settings::Settings;

use crate::drive::{Window, build, card, demo, search, select, settings, settle};

fn window_on(path: &Path, settings: Settings) -> Window {
    let mut window = build(vec2(1000.0, 640.0), None, settings);
    window.state_mut().open(path.to_owned());
    settle(&mut window);
    window
}

fn tiles(window: &Window) -> usize {
    window.query_all_by_role(Role::ListItem).count()
}

#[test]
fn archives_folders_and_searches_are_grids_one_walks_through() {
    let game = demo();
    let mut window = window_on(game.path(), Settings { tile: 80.0, ..settings() });
    // Nothing is selected: the start page, and from there all files.
    assert_eq!(window.state().gallery_of(), Some(Of::Home));
    window.state_mut().actions.push(Action::Browse(None));
    settle(&mut window);
    assert_eq!(window.state().gallery_of(), Some(Of::Below(String::new())));
    assert!(tiles(&window) > 3);
    window.get_by_role_and_label(Role::ListItem, "Textures.lib").click();
    settle(&mut window);
    assert_eq!(window.state().gallery_of(), Some(Of::Below("Textures.lib".to_owned())));
    window.get_by_role_and_label(Role::ListItem, "GRASS.0").click();
    settle(&mut window);
    assert_eq!(window.state().selected.as_deref(), Some("Textures.lib/GRASS.0"));
    assert_eq!(window.state().gallery_of(), None);
    // Back and forward, with keys and with the mouse.
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    settle(&mut window);
    assert_eq!(window.state().selected.as_deref(), Some("Textures.lib"));
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    settle(&mut window);
    assert_eq!(window.state().selected.as_deref(), Some("Textures.lib/GRASS.0"));
    for pressed in [true, false] {
        window.event(egui::Event::PointerButton {
            pos: egui::pos2(500.0, 300.0),
            button: egui::PointerButton::Extra1,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    settle(&mut window);
    assert_eq!(window.state().selected.as_deref(), Some("Textures.lib"));
    // A folder is one, too; all below it are only what has a picture.
    select(&mut window, "DATA");
    let shallow = tiles(&window);
    window.get_by_label("Include subfolders and archives").click();
    settle(&mut window);
    assert!(tiles(&window) > shallow, "{shallow}");
    // A search.
    search(&mut window, "panel");
    window.state_mut().gallery.of_search = true;
    settle(&mut window);
    let hits = window.state().tree.hits();
    assert_eq!(window.state().gallery_of(), Some(Of::Search("panel".to_owned())));
    assert_eq!(tiles(&window), hits);
    window.get_by_role_and_label(Role::ListItem, "PANEL.0").click();
    settle(&mut window);
    assert_eq!(window.state().gallery_of(), None);
}

#[test]
fn arrows_open_and_close_rows() {
    let game = demo();
    let mut window = window_on(game.path(), settings());
    select(&mut window, "Textures.lib");
    let row = |window: &Window| window.query_by_role_and_label(Role::TreeItem, "GRASS.0").is_some();
    assert!(!row(&window));
    let press = |window: &mut Window, key: Key| {
        window.key_press(key);
        settle(window);
    };
    press(&mut window, Key::ArrowRight);
    assert!(row(&window));
    press(&mut window, Key::ArrowRight);
    let inside = window.state().selected.clone().unwrap();
    assert!(inside.starts_with("Textures.lib/"), "{inside}");
    press(&mut window, Key::ArrowLeft);
    assert_eq!(window.state().selected.as_deref(), Some("Textures.lib"));
    press(&mut window, Key::ArrowLeft);
    assert!(!row(&window));
}

#[test]
fn of_thirteen_thousand_tiles_only_those_in_sight_are_laid_out() {
    let mut editor = Editor::new();
    for number in 0..13_000 {
        let name = format!("ITEM{number:05}");
        editor.add(NewEntry::new(*b"TEXT", name).unwrap(), b"x".as_slice()).unwrap();
    }
    let mut window = build(vec2(1000.0, 640.0), None, settings());
    let files = vec![("many.lib".to_owned(), editor.write().unwrap())];
    window.state_mut().actions.push(Action::OpenFiles(files));
    settle(&mut window);
    assert_eq!(window.state().selected.as_deref(), Some("many.lib"));
    let shown = tiles(&window);
    assert!((6..120).contains(&shown), "{shown}");
    // Sorted by something else it is the same.
    window.state_mut().settings.sort = ngi_view::gallery::Sort::Size;
    window.state_mut().gallery.kind = Some(FileType::Kind(ItemKind::Unknown));
    window.run_steps(3);
    assert!(tiles(&window) < 120);
}

#[test]
fn pictures_are_kept_on_disk_by_what_they_show() {
    let (game, cache) = (demo(), tempfile::tempdir().unwrap());
    let kept = || -> Vec<(std::ffi::OsString, std::time::SystemTime)> {
        let files = std::fs::read_dir(cache.path()).unwrap().map(Result::unwrap);
        let told = |file: std::fs::DirEntry| {
            (file.file_name(), file.metadata().unwrap().modified().unwrap())
        };
        let mut all: Vec<_> = files.map(told).collect();
        all.sort();
        all
    };
    let start = |wanted: usize| {
        let settings = Settings { thumbnails: true, ..settings() };
        let mut window = build(vec2(640.0, 300.0), Some(card()), settings);
        window.state_mut().keep_pictures(Some(cache.path().to_owned()));
        window.state_mut().open(game.path().join("Textures.lib"));
        settle(&mut window);
        for _ in 0..2_000 {
            window.step();
            if window.state().thumbnail_count() >= wanted {
                return window;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("{} pictures", window.state().thumbnail_count());
    };
    drop(start(3));
    let first = kept();
    assert!(first.len() >= 3);
    drop(start(3));
    let second = kept();
    assert!(first.iter().all(|file| second.contains(file)), "none of them was made again");
}

#[test]
fn each_game_is_remembered_with_its_favourites() {
    let (game, other) = (demo(), demo());
    let mut window = window_on(game.path(), settings());
    select(&mut window, "Material.lib/WATER");
    window.state_mut().actions.push(Action::Favourite(None));
    settle(&mut window);
    assert!(window.state().is_favourite("Material.lib/WATER"));
    window.state_mut().open(other.path().to_owned());
    settle(&mut window);
    assert!(!window.state().is_favourite("Material.lib/WATER"));
    assert_eq!(window.state().selected, None);
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    assert_eq!(window.state().selected.as_deref(), Some("Material.lib/WATER"));
    assert!(window.state().is_favourite("Material.lib/WATER"));
    // What went away in the meantime is not waited for.
    let mut remembered = window.state().settings.clone();
    remembered.games.iter_mut().for_each(|game| game.last = Some("GONE.lib".to_owned()));
    let window = window_on(game.path(), remembered);
    assert_eq!(window.state().selected, None);
}

#[test]
fn effects_play_under_the_pointer_and_only_there() {
    let game = demo();
    let settings = Settings { thumbnails: true, ..settings() };
    let mut window = build(vec2(700.0, 400.0), Some(card()), settings);
    window.state_mut().open(game.path().join("effects.rlb"));
    settle(&mut window);
    let shown = |window: &Window| window.state().motion.as_ref().is_some_and(|it| it.is_shown());
    assert!(!shown(&window));
    let first = window.query_all_by_role(Role::ListItem).next().unwrap().rect().center();
    window.event(egui::Event::PointerMoved(first));
    for _ in 0..2_000 {
        window.step();
        if shown(&window) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(shown(&window), "{:?}", window.state().messages);
    window.event(egui::Event::PointerMoved(egui::pos2(350.0, 395.0)));
    window.run_steps(3);
    assert!(!shown(&window), "what the pointer has left is not kept");
    // A click opens it all the same.
    window.event(egui::Event::PointerMoved(first));
    window.run_steps(2);
    crate::drive::click_at(&mut window, first);
    let selected = window.state().selected.clone().unwrap();
    assert!(selected.starts_with("effects.rlb/"), "{selected}");
}
