//! What new users stumbled over, each mended and kept so.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use ngi_render::Overlays;
use ngi_view::library::ItemKind;
use ngi_view::settings::Settings;
use ngi_view::{Action, Tab};

use crate::drive::{
    Window, click_row, demo, search, select, settle, type_value, value, window, window_on,
};

#[test]
fn the_wear_of_an_object_is_found_in_the_archive_it_names() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "objects.rlb/r_scout_0_01");
    window.state_mut().actions.push(Action::FindUses);
    settle(&mut window);
    let app = window.state();
    let (current, known) = (app.current.as_ref().unwrap(), app.relations.as_ref().unwrap());
    assert!(current.references.len() > 2, "{:?}", current.references);
    for reference in &current.references {
        let meant = known.meant_by(&current.path, reference);
        assert!(meant.is_some(), "{} {}", reference.name, reference.field);
    }
    window.state_mut().tab = Tab::Uses;
    window.run_steps(2);
    assert_eq!(window.query_all_by_label("missing").count(), 0);
}

#[test]
fn a_level_is_found_by_its_name_and_its_folder_opens_it() {
    let game = demo();
    let mut window = window_on(game.path());
    search(&mut window, "valley landscape");
    assert_eq!(window.state().tree.hits(), 1);
    // Missions have a folder of that name, too, so that the path says which.
    window.state_mut().actions.push(Action::Select("DATA/MAPS/VALLEY".to_owned()));
    settle(&mut window);
    let current = window.state().current.as_ref().unwrap();
    assert_eq!(current.kind, ItemKind::Landscape, "{}", current.path);
    assert!(current.path.to_lowercase().ends_with("valley/land.msh"), "{}", current.path);
    search(&mut window, "single.02 dir");
    click_row(&mut window, "Single.02");
    assert_eq!(window.state().current.as_ref().unwrap().kind, ItemKind::Mission);
}

#[test]
fn backups_are_neither_in_the_tree_nor_found() {
    let game = demo();
    let bytes = std::fs::read(game.path().join("Material.lib")).unwrap();
    for name in ["Material.lib.bak", "Material.lib.bak1"] {
        std::fs::write(game.path().join(name), &bytes).unwrap();
    }
    let mut window = window_on(game.path());
    let items = window.state().index.items();
    let kept: Vec<&str> =
        items.iter().map(|item| item.path.as_str()).filter(|path| path.contains(".bak")).collect();
    assert!(kept.is_empty(), "{kept:?}");
    // One that is opened by itself is shown.
    window = window_on(&game.path().join("Material.lib.bak"));
    assert!(window.state().index.items().len() > 1 || window.state().current.is_some());
}

fn press_in_search(window: &mut Window, key: Key) {
    window.key_press(key);
    settle(window);
}

#[test]
fn keys_of_the_search_lead_to_what_is_found() {
    let game = demo();
    let mut window = window_on(game.path());
    search(&mut window, "scout msh");
    press_in_search(&mut window, Key::Enter);
    let first = window.state().selected.clone().unwrap();
    assert!(first.contains("scout") && first.ends_with(".msh"), "{first}");
    // Arrows go on from there while the search keeps the cursor.
    search(&mut window, "mat0");
    press_in_search(&mut window, Key::ArrowDown);
    let one = window.state().selected.clone().unwrap();
    press_in_search(&mut window, Key::ArrowDown);
    let two = window.state().selected.clone().unwrap();
    press_in_search(&mut window, Key::ArrowUp);
    assert_ne!(one, two);
    assert_eq!(window.state().selected.as_ref(), Some(&one));
    assert!(one.starts_with("Material.lib/"), "{one}");
    press_in_search(&mut window, Key::Escape);
    assert!(window.state().search.is_empty() && !window.state().tree.is_searching());
}

#[test]
fn what_changed_on_disk_and_here_is_read_again_when_asked() {
    let game = demo();
    let library = game.path().join("Material.lib");
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    let old = value(&window, "phases[0].opacity");
    type_value(&mut window, "phases[0].opacity", "42");
    // Somebody else changes the same material.
    let mut other = window_on(game.path());
    select(&mut other, "Material.lib/WATER");
    type_value(&mut other, "phases[0].opacity", "17");
    other.state_mut().actions.push(Action::Save);
    settle(&mut other);
    window.state_mut().actions.push(Action::Save);
    settle(&mut window);
    assert!(window.state().has_changes(), "saving over another's change is refused");
    window.state_mut().actions.push(Action::Reload);
    settle(&mut window);
    window.get_by_label("Load the version on disk").click();
    settle(&mut window);
    assert_eq!(value(&window, "phases[0].opacity"), 17, "{old}");
    type_value(&mut window, "phases[0].opacity", "43");
    window.state_mut().actions.push(Action::Save);
    settle(&mut window);
    assert!(!window.state().has_changes(), "{:?}", window.state().messages);
    let again = window_on(&library.join("WATER"));
    assert_eq!(value(&again, "phases[0].opacity"), 43);
}

#[test]
fn small_pictures_are_made_anew_after_saving() {
    let game = demo();
    let mut window = window(Settings { thumbnails: true, ..Settings::default() });
    window.state_mut().open(game.path().join("Material.lib/WATER"));
    settle(&mut window);
    let picture = |window: &mut Window| {
        for _ in 0..2_000 {
            window.step();
            if let Some(id) = window.state().thumbnail("Material.lib/WATER") {
                return id;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        panic!("there is no picture of it");
    };
    let before = picture(&mut window);
    type_value(&mut window, "phases[0].opacity", "42");
    window.state_mut().actions.push(Action::Save);
    window.step();
    window.step();
    assert_ne!(window.state().thumbnail("Material.lib/WATER"), Some(before));
    assert_ne!(picture(&mut window), before);
}

#[test]
fn the_level_of_a_texture_ends_with_its_levels() {
    let game = demo();
    let mut window = window_on(game.path());
    let textures = window.state().index.items().iter();
    let path = textures.filter(|item| item.kind == ItemKind::Texture).map(|it| it.path.clone());
    let path = path.collect::<Vec<_>>().into_iter().next().unwrap();
    select(&mut window, &path);
    let mips = window.state().viewport.facts().unwrap().mips;
    assert!((1..=12).contains(&mips), "{mips}");
    window.state_mut().viewport.view.settings.mip = 99;
    window.run_steps(3);
    assert_eq!(window.state().viewport.view.settings.mip, mips - 1);
}

#[test]
fn the_menu_of_overlays_stays_open_while_one_ticks() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "bases.rlb/r_scout_0_01.msh");
    window.get_by_label("Overlays").click();
    window.run_steps(2);
    for name in ["Normals", "Bounding boxes"] {
        window.get_by_label(name).click();
        window.run_steps(2);
    }
    let overlays = window.state().viewport.view.overlays;
    assert!(overlays.has(Overlays::NORMALS | Overlays::BOUNDS), "{overlays}");
}

#[test]
fn the_title_names_what_is_open() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "Material.lib/WATER");
    let title = window.state().title();
    assert!(title.starts_with("Material.lib/WATER") && title.ends_with("ngi view"), "{title}");
    type_value(&mut window, "phases[0].opacity", "42");
    assert!(window.state().title().starts_with("• "), "{}", window.state().title());
}

#[test]
fn the_camera_stays_where_there_is_something_to_see() {
    let game = demo();
    let mut window = window_on(game.path());
    select(&mut window, "DATA/MAPS/VALLEY/Land.msh");
    let middle = window.state().viewport.rect().center();
    window.event(egui::Event::PointerMoved(middle));
    window.step();
    window.state_mut().viewport.view.camera.distance = 5e5;
    for _ in 0..3 {
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, -20.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        window.step();
    }
    let far = window.state().viewport.camera().distance;
    assert!(far < 60_000.0, "{far}");
    // Down through the ground, over the map and beside it: it ends above it.
    for place in [[100.0, 100.0], [-3000.0, 0.0]] {
        let camera = &mut window.state_mut().viewport.view.camera;
        camera.distance = 50.0;
        camera.target = [place[0], place[1], -500.0].into();
        window.key_down(Key::Q);
        window.run_steps(3);
        window.key_up(Key::Q);
        window.step();
        let eye = window.state().viewport.camera().eye();
        let ground = window.state().viewport.ground_at([eye.x, eye.y]).unwrap_or(-100.0);
        assert!(eye.z > ground + 1.0, "{eye} {ground}");
    }
}

#[test]
fn an_error_is_old_news_where_something_else_is_opened() {
    let game = demo();
    let mut window = crate::drive::build(egui::vec2(800.0, 500.0), None, crate::drive::settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "Material.lib/WATER");
    let edit = |text: &str| Action::Edit { field: "phases[0].opacity".into(), text: text.into() };
    window.state_mut().actions.push(edit("much"));
    settle(&mut window);
    assert!(window.state().last_said().is_some_and(|said| said.is_error));
    select(&mut window, "Textures.lib/GRASS.0");
    assert_eq!(window.state().last_said(), None);
    // Every button of the bar has a name and says its key.
    for name in ["Back", "Undo", "Keyboard shortcuts"] {
        assert!(window.query_by_role_and_label(egui::Role::Button, name).is_some(), "{name}");
    }
    // What cannot be saved is said when it is changed, not when it is lost.
    let file = game.path().join("Material.lib");
    let mut rights = std::fs::metadata(&file).unwrap().permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&file, rights.clone()).unwrap();
    select(&mut window, "Material.lib/WATER");
    window.state_mut().actions.push(edit("42"));
    settle(&mut window);
    let said = window.state().last_said().unwrap();
    assert!(said.is_error && said.text.contains("read-only"), "{said:?}");
    assert_eq!(value(&window, "phases[0].opacity"), 42, "it is changed all the same");
    #[expect(clippy::permissions_set_readonly_false, reason = "a folder of its own")]
    rights.set_readonly(false);
    std::fs::set_permissions(&file, rights).unwrap();
}

#[test]
fn a_name_leads_to_what_it_names() {
    let game = demo();
    let mut window = crate::drive::build(egui::vec2(1000.0, 700.0), None, crate::drive::settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    let path = "Material.lib/WATER".to_owned();
    select(&mut window, &path);
    let name = value(&window, "phases[0].texture").as_str().unwrap().to_owned();
    let field = "phases[0].texture".to_owned();
    window.state_mut().actions.push(Action::Reveal { path, field });
    settle(&mut window);
    window.get_by_label(&format!("» {name}")).click();
    settle(&mut window);
    assert_eq!(window.state().selected, Some(format!("Textures.lib/{name}")));
    // And who else names it.
    select(&mut window, "Material.lib/WATER");
    let text = name.clone();
    let field = "phases[0].texture".to_owned();
    window.state_mut().actions.push(Action::FindValue { field, text });
    settle(&mut window);
    let shown = window.state().gallery_of();
    let asked = format!("phases[*].texture={name}");
    assert_eq!(shown, Some(ngi_view::gallery::Of::Found(asked)), "{:?}", window.state().messages);
    assert!(window.query_by_role_and_label(egui::Role::ListItem, "WATER").is_some());
    // In Russian everything says what it is in Russian, and a sound shows its wave.
    window.state_mut().settings.language = ngi_view::texts::Language::Russian;
    select(&mut window, "sounds.lib/shot.wav");
    assert!(window.query_all_by_label_contains("звук").next().is_some());
    let wave = window.state_mut().wave().cloned().unwrap();
    assert!(wave.peaks.len() > 100 && wave.seconds > 0.0);
    assert!(wave.peaks.iter().any(|[low, high]| high - low > 0.05));
}

#[test]
fn an_archive_without_a_game_asks_for_one_and_remembers_it() {
    let (game, alone) = (demo(), tempfile::tempdir().unwrap());
    let archive = alone.path().join("bases.rlb");
    std::fs::copy(game.path().join("bases.rlb"), &archive).unwrap();
    let open = |settings: Settings| {
        let mut window = crate::drive::build(egui::vec2(700.0, 460.0), None, settings);
        window.state_mut().open(archive.clone());
        settle(&mut window);
        window
    };
    let mut window = open(crate::drive::settings());
    assert!(window.state().last_said().is_some_and(|said| said.text.contains("No game folder")));
    window.state_mut().set_game(alone.path().to_owned());
    assert!(window.state().last_said().is_some_and(|said| said.text.contains("Material.lib")));
    window.state_mut().set_game(game.path().to_owned());
    settle(&mut window);
    assert_eq!(window.state().last_said(), None);
    assert_eq!(window.state().place.as_ref().unwrap().game.as_deref(), Some(game.path()));
    let window = open(window.state().settings.clone());
    assert_eq!(window.state().last_said(), None, "it is remembered");
    assert_eq!(window.state().place.as_ref().unwrap().game.as_deref(), Some(game.path()));
}

#[test]
fn what_was_chosen_for_one_thing_ends_with_it() {
    let game = demo();
    let mut window = crate::drive::build(egui::vec2(700.0, 460.0), None, crate::drive::settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, "Textures.lib/GRASS.0");
    window.state_mut().viewport.view.settings.channels = ngi_render::frame::Channels::Red;
    window.state_mut().viewport.view.settings.cut_away = true;
    select(&mut window, "Textures.lib/ROCK.0");
    let view = window.state().viewport.view.settings;
    assert_eq!(view.channels, Default::default());
    assert!(!view.cut_away);
    // The picture alone, and back.
    let sides = |window: &Window| window.query_all_by_label("Fields").count();
    assert!(sides(&window) > 0);
    window.key_press(Key::F11);
    window.run_steps(2);
    assert!(window.state().full_screen && sides(&window) == 0);
    window.key_press(Key::F11);
    window.run_steps(2);
    assert!(sides(&window) > 0);
}
