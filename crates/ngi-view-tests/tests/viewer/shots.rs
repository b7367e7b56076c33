//! Pictures from the dialog: the same as the renderer draws without a window.

use std::path::PathBuf;

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::Queryable;
use ngi_render::{Animation, Overlays, Picture, PictureError, Studio, View};
use ngi_vfs::Vfs;
use ngi_view::shots::Shot;

use crate::drive::{Window, build, card, demo, select, settings, settle};

const SCOUT: &str = "bases.rlb/r_scout_0_01.msh";

fn window_on(game: &std::path::Path) -> Window {
    let mut window = build(vec2(900.0, 560.0), Some(card()), settings());
    window.state_mut().open(game.to_owned());
    settle(&mut window);
    select(&mut window, SCOUT);
    window
}

/// Asks for a picture in the dialog; gives what was written.
fn shoot(window: &mut Window, shot: Shot) -> Vec<u8> {
    window.key_press_modifiers(Modifiers::SHIFT, Key::F12);
    settle(window);
    assert!(window.state().shots.dialog.is_some(), "the dialog is open");
    window.state_mut().shots.dialog = Some(shot);
    window.run_steps(2);
    window.get_by_role_and_label(Role::Button, "Save screenshot").click();
    settle(window);
    let said = window.state().last_said().unwrap().clone();
    assert!(!said.is_error, "{said:?}");
    let path = PathBuf::from(said.text.strip_prefix("Saved ").unwrap());
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    bytes
}

/// The same drawn without the window.
fn drawn(window: &mut Window, game: &std::path::Path, views: &[View]) -> Vec<Picture> {
    let gpu = window.state_mut().viewport.canvas().unwrap().gpu().clone();
    let vfs = Vfs::open(game).unwrap();
    let mut scene = ngi_render::open(&vfs.locate(SCOUT).unwrap(), Some(&vfs)).unwrap();
    let mut studio = Studio::on(&gpu, true);
    scene.prepare(studio.renderer());
    views.iter().map(|view| studio.picture(scene.as_mut(), view).unwrap()).collect()
}

#[test]
fn a_picture_has_the_size_and_the_things_that_were_asked_for() {
    let game = demo();
    let mut window = window_on(game.path());
    window.state_mut().viewport.view.overlays = Overlays::NODES | Overlays::GRID;
    window.step();
    let bare = Shot { size: [96, 64], transparent: true, ..Shot::default() };
    for shot in [bare, Shot { overlays: true, transparent: false, ..bare }] {
        let view = shot.view(&window.state().viewport.view);
        let found = Picture::from_png(&shoot(&mut window, shot)).unwrap();
        let expected = drawn(&mut window, game.path(), &[view]);
        assert_eq!(found, expected[0], "{shot:?}");
        let corner = found.pixel(0, 0).unwrap();
        assert_eq!(corner[3] == 0, shot.transparent, "{corner:?}");
    }
    assert!(window.state().settings.shot.overlays, "what was asked for last is remembered");
}

#[test]
fn a_turntable_is_an_animated_picture() {
    let game = demo();
    let mut window = window_on(game.path());
    let shot = Shot { size: [48, 40], turntable: true, count: 5, ..Shot::default() };
    let base = shot.view(&window.state().viewport.view);
    let before = *window.state().viewport.camera();
    let found = shoot(&mut window, shot);
    let views: Vec<View> = (0..5).map(|number| shot.series().view(&base, number)).collect();
    let pictures = drawn(&mut window, game.path(), &views);
    assert_ne!(pictures[0], pictures[1], "it turns");
    let mut expected = Vec::new();
    let animation = Animation { count: 5, fps: 25.0 };
    let draw =
        |number: u32| Ok::<_, PictureError>(pictures[usize::try_from(number).unwrap()].clone());
    animation.write(&mut expected, draw).unwrap();
    assert!(found == expected, "{} bytes, not {}", found.len(), expected.len());
    assert_eq!(*window.state().viewport.camera(), before, "the window looks from where it did");
}

#[test]
fn nothing_is_written_of_something_else_that_was_opened_meanwhile() {
    let game = demo();
    let mut window = window_on(game.path());
    let shot = Shot { size: [48, 40], turntable: true, count: 300, ..Shot::default() };
    window.state_mut().actions.push(ngi_view::Action::Shoot(shot));
    window.run_steps(3);
    assert!(window.state().is_busy());
    select(&mut window, "static.rlb/s_tree_0_01.msh");
    assert!(!window.state().messages.iter().any(|said| said.text.starts_with("Saved")));
}
