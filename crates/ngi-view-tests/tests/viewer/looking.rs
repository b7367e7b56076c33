//! Looking: the axes in the corner, bookmarks, light and background, what surfaces show, measuring;
//! and what findings say in Russian.

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_render::Camera;
use ngi_render::frame::{Background, Paint};
use ngi_render::scene::Light;
use ngi_view::looking::{Backdrop, Lamp};
use ngi_view::platform::Place;
use ngi_view::settings::Settings;
use ngi_view::texts::Language;
use ngi_view::{Action, Tab};

use crate::drive::{
    Window, build, card, click_at, demo, drag, select, settings, settle, type_value,
};

const SCOUT: &str = "bases.rlb/r_scout_0_01.msh";

/// A small window on something of a game.
fn small_on(game: &std::path::Path, path: &str, settings: Settings) -> Window {
    let mut window = build(vec2(900.0, 560.0), Some(card()), settings);
    window.state_mut().open(game.to_owned());
    settle(&mut window);
    select(&mut window, path);
    window
}

fn camera(window: &Window) -> Camera {
    *window.state().viewport.camera()
}

/// Does what the list of commands calls so.
pub fn perform(window: &mut Window, name: &str) {
    window.key_press_modifiers(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::P);
    settle(window);
    window.event(egui::Event::Text(name.to_owned()));
    window.step();
    window.key_press(Key::Enter);
    settle(window);
}

#[test]
fn the_viewport_is_drawn_only_when_its_image_changes() {
    let game = demo();
    let mut window = small_on(game.path(), SCOUT, settings());
    let drawn = |window: &mut Window| window.state_mut().viewport.canvas().unwrap().drawn();
    let before = drawn(&mut window);
    window.run_steps(5);
    assert_eq!(drawn(&mut window), before, "nothing moved");
    window.get_by_role_and_label(Role::Button, "Top view (+z)").click();
    settle(&mut window);
    let turned = drawn(&mut window);
    assert!(turned > before, "the camera moved");
    type_value(&mut window, "nodes[3].flags", "1");
    assert!(drawn(&mut window) > turned, "the model changed");
}

#[test]
fn a_click_on_an_axis_looks_along_it_and_a_drag_turns() {
    let game = demo();
    let mut window = small_on(game.path(), SCOUT, settings());
    let before = camera(&window);
    for (name, axis) in [
        ("Right view (+x)", [1.0, 0.0, 0.0]),
        ("Back view (−y)", [0.0, -1.0, 0.0]),
        ("Top view (+z)", [0.0, 0.0, 1.0]),
    ] {
        window.get_by_role_and_label(Role::Button, name).click();
        settle(&mut window);
        let now = camera(&window);
        let back = (-now.forward()).to_array();
        let near = back.iter().zip(axis).all(|(a, b): (&f32, f32)| (a - b).abs() < 1e-4);
        assert!(near, "{name}: {back:?}");
        assert_eq!((now.target, now.distance), (before.target, before.distance), "{name}");
    }
    let rect = window.state().viewport.rect();
    let middle = rect.right_top() + vec2(-51.0, 51.0);
    let picked = window.state().viewport.picked.clone();
    drag(&mut window, middle + vec2(14.0, 14.0), middle + vec2(-26.0, -6.0));
    let turned = camera(&window);
    assert!(turned.yaw != 0.0 && turned.pitch < 1.5, "{turned:?}");
    assert_eq!(turned.target, before.target);
    assert_eq!(window.state().viewport.picked, picked, "nothing is picked through it");
    // A texture lies flat: there are no sides.
    select(&mut window, "Textures.lib/GRASS.0");
    assert!(window.query_by_label("Top view (+z)").is_none());
}

#[test]
fn a_view_that_was_remembered_comes_back_with_the_game() {
    let game = demo();
    let mut window = small_on(game.path(), SCOUT, settings());
    window.state_mut().viewport.aim_at(|camera| {
        camera.orbit(0.7, 0.1);
        camera.zoom(0.6);
    });
    window.step();
    let remembered = camera(&window);
    window.key_press_modifiers(Modifiers::ALT, Key::Num3);
    settle(&mut window);
    perform(&mut window, "Top view (+z)");
    assert_ne!(camera(&window), remembered);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    settle(&mut window);
    assert_eq!(camera(&window), remembered);
    // Not the level of detail 3, which is the same key alone.
    assert_eq!(window.state().viewport.view.level, None);
    // Nothing under another number, and nothing for another file.
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num4);
    settle(&mut window);
    assert!(window.state().last_said().is_some_and(|said| said.is_error));
    select(&mut window, "static.rlb/s_tree_0_01.msh");
    assert!(window.state().bookmarks().is_empty());
    // The next start.
    let text = serde_json::to_string(&window.state().settings).unwrap();
    let kept: Settings = serde_json::from_str(&text).unwrap();
    drop(window);
    let mut window = small_on(game.path(), SCOUT, kept);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    settle(&mut window);
    assert_eq!(camera(&window), remembered);
    window.state_mut().drop_bookmark(3);
    assert!(window.state().bookmarks().is_empty());
}

/// Files in memory, as a page has them.
fn page_on(game: &std::path::Path, label: &str, settings: Settings) -> Window {
    let names = ["bases.rlb", "Material.lib", "Textures.lib", "palettes.lib"];
    let file = |name: &str| Some((name.to_owned(), std::fs::read(game.join(name)).ok()?));
    let files = names.into_iter().filter_map(file).collect();
    let place = Place { label: label.to_owned(), ..Place::in_memory(files).unwrap() };
    let mut window = build(vec2(900.0, 560.0), Some(card()), settings);
    window.state_mut().open_place(Place { select: None, ..place });
    settle(&mut window);
    window
}

#[test]
fn a_page_remembers_views_and_favourites_but_not_what_was_open() {
    let game = demo();
    let mut window = page_on(game.path(), "my game", settings());
    assert_eq!(window.state().settings.games, [], "nothing to remember yet");
    select(&mut window, SCOUT);
    assert_eq!(window.state().settings.games, [], "what is open is in the address");
    window.state_mut().viewport.aim_at(|camera| camera.orbit(0.7, 0.1));
    window.step();
    let remembered = camera(&window);
    window.key_press_modifiers(Modifiers::ALT, Key::Num2);
    settle(&mut window);
    let said = window.state().last_said();
    assert!(said.is_some_and(|said| !said.is_error), "{said:?}");
    window.state_mut().actions.push(Action::Favourite(Some(SCOUT.to_owned())));
    settle(&mut window);

    // The next visit.
    let text = serde_json::to_string(&window.state().settings).unwrap();
    let kept: Settings = serde_json::from_str(&text).unwrap();
    drop(window);
    let mut window = page_on(game.path(), "my game", kept.clone());
    assert!(window.state().selected.is_none());
    select(&mut window, SCOUT);
    assert!(window.state().is_favourite(SCOUT));
    assert_ne!(camera(&window), remembered);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num2);
    settle(&mut window);
    assert_eq!(camera(&window), remembered);
    drop(window);
    // Something else that was brought has none.
    let mut window = page_on(game.path(), "another", kept);
    select(&mut window, SCOUT);
    assert!(window.state().bookmarks().is_empty());
}

#[test]
fn light_background_and_surfaces_are_chosen_and_the_first_two_remembered() {
    let game = demo();
    let mut window = small_on(game.path(), SCOUT, settings());
    perform(&mut window, "White background");
    perform(&mut window, "No shading: original texture colours");
    perform(&mut window, "Texel density");
    let app = window.state();
    let shown = app.viewport.view.settings;
    assert_eq!(shown.background, Background::Plain([1.0; 3]));
    assert_eq!((shown.light, shown.paint), (Light::Flat, Paint::Density));
    assert_eq!(app.settings.looking.backdrop, Backdrop::White);
    assert_eq!(app.settings.looking.lamp, Lamp::Flat);
    let rect = app.viewport.rect();
    window.remove_cursor();
    window.step();
    let picture = window.render().unwrap();
    let corner = rect.left_center() + vec2(3.0, 0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in the window")]
    let pixel = picture.get_pixel(corner.x as u32, corner.y as u32).0;
    assert_eq!(pixel, [255; 4], "the picture is white where nothing is");
    // The menu says the same.
    window.get_by_role_and_label(Role::Button, "View").click();
    window.run_steps(3);
    window.get_by_label_contains("Background").click();
    window.run_steps(3);
    let usual = window.get_by_role_and_label(Role::RadioButton, "Default background");
    usual.click();
    settle(&mut window);
    assert_eq!(window.state().settings.looking.backdrop, Backdrop::Usual);
}

#[test]
fn two_clicks_measure() {
    let game = demo();
    let mut window = small_on(game.path(), SCOUT, settings());
    window.key_press(Key::L);
    window.step();
    let texts = window.state().texts();
    assert_eq!(window.state().viewport.ruler.says(texts), "Click two points");
    let middle = window.state().viewport.rect().center();
    click_at(&mut window, middle);
    click_at(&mut window, middle + vec2(0.0, -8.0));
    let said = window.state().viewport.ruler.says(texts);
    let way: f32 = said.split(' ').next().unwrap().parse().unwrap();
    assert!(way > 0.0 && said.contains("units"), "{said}");
    assert_eq!(window.state().viewport.picked, None, "nothing is picked while measuring");
    // In pixels on a texture.
    select(&mut window, "Textures.lib/GRASS.0");
    let middle = window.state().viewport.rect().center();
    click_at(&mut window, middle);
    click_at(&mut window, middle);
    assert_eq!(window.state().viewport.ruler.says(texts), "0 × 0 pixels");
    window.key_press(Key::L);
    window.step();
    assert!(!window.state().viewport.ruler.on);
}

#[test]
fn texture_layouts_are_shown_one_after_another_and_then_the_model_again() {
    let game = demo();
    let mut window = small_on(game.path(), SCOUT, settings());
    let rows = window.state().viewport.layouts();
    assert!(rows.len() > 1, "{rows:?}");
    let before = camera(&window);
    for (row, name) in rows {
        perform(&mut window, "Texture layout of the next material");
        assert_eq!(window.state().viewport.view.settings.layout, Some(row), "{name}");
        assert!(camera(&window).flat, "{name}");
        let middle = window.state().viewport.rect().center();
        click_at(&mut window, middle);
        assert_eq!(window.state().viewport.picked, None, "the model is not there to be picked");
    }
    perform(&mut window, "Texture layout of the next material");
    assert_eq!(window.state().viewport.view.settings.layout, None);
    // Its target comes from the bounds, which are computed again.
    let after = camera(&window);
    assert!(after.target.abs_diff_eq(before.target, 1e-5), "{after:?} {before:?}");
    assert_eq!(Camera { target: before.target, ..after }, before);
}

#[test]
fn findings_are_told_in_russian() {
    let game = demo();
    let russian = Settings { language: Language::Russian, ..settings() };
    let mut window = small_on(game.path(), "Material.lib/M_GLASS", russian);
    type_value(&mut window, "phases[0].cell", "-5");
    window.state_mut().tab = Tab::Findings;
    window.run_steps(3);
    let told = window
        .get_by_label_contains("Ячейка — -1 для всей текстуры или номер с 0 — -5 — не ячейка");
    told.hover();
    window.run_steps(30);
    window.get_by_label_contains("предупреждение");
    window.get_by_label_contains("Движок с этим справляется");
    let english = ngi_verbs::explain::explain("mat0.phase.cell").unwrap();
    assert!(window.query_by_label_contains(english.rule.trim_end_matches('.')).is_none());
    // The field says the same.
    let path = "Material.lib/M_GLASS".to_owned();
    window.state_mut().actions.push(Action::Reveal { path, field: "phases[0].cell".to_owned() });
    settle(&mut window);
    let told = "Ячейка — -1 для всей текстуры или номер с 0 — -5 — не ячейка [mat0.phase.cell]";
    window.get_by_label_contains(told);
    // So does what it means.
    window.get_by_label_contains("Ячейка страницы текстуры; −1 — вся текстура.");
}

#[test]
fn errors_are_told_in_russian() {
    let game = demo();
    let russian = || Settings { language: Language::Russian, ..settings() };
    // A model that was cut off.
    let model = ngi_vfs::Vfs::open(game.path()).unwrap().read(SCOUT).unwrap();
    std::fs::write(game.path().join("cut.msh"), &model[..40]).unwrap();
    let mut window = small_on(game.path(), "cut.msh", russian());
    let error = window.state().current.as_ref().unwrap().error.clone().unwrap();
    assert!(window.query_by_label_contains(&error).is_none(), "{error}");
    let told = ngi_verbs::russian::errors::error(&error).unwrap();
    window.get_all_by_label_contains(&told).next().unwrap();
    window.get_all_by_label_contains("Файл не читается").next().unwrap();
    // What cannot be set.
    select(&mut window, "Material.lib/M_GLASS");
    window.state_mut().actions.push(Action::Edit { field: "oops".into(), text: "1".into() });
    settle(&mut window);
    let said = window.state().last_said().unwrap().text.clone();
    assert!(said.contains("такого поля нет"), "{said}");
    // What is not there.
    window.state_mut().open("no/such/folder".into());
    settle(&mut window);
    let said = window.state().last_said().unwrap();
    assert!(said.is_error && said.text.contains("не найдено"), "{said:?}");
    // In English it stays what it is.
    let mut window = small_on(game.path(), "cut.msh", settings());
    window.get_all_by_label_contains(&error).next().unwrap();
    window.state_mut().open("no/such/folder".into());
    settle(&mut window);
    assert!(window.state().last_said().unwrap().text.contains("not found"));
}
