//! Resolution while the camera moves, and changes that do not open the scene again.
//!
//! In the test harness, a frame takes a quarter of a second of the window's clock, which is a slow
//! machine.

use std::time::Duration;

use ngi_view::editing::Request;
use ngi_view::viewport::Level;
use ngi_view::{Action, settings::Settings};

use crate::drive::{Window, build, card, demo, select, settings, settle, value};

const ROBOT: &str = "bases.rlb/r_scout_0_01.msh";
const MISSION: &str = "MISSIONS/Single.02/data.tma";

fn opened(game: &std::path::Path, path: &str, adapts: bool) -> Window {
    let settings = Settings { adapts, ..settings() };
    let mut window = build(egui::vec2(900.0, 520.0), Some(card()), settings);
    window.state_mut().open(game.to_owned());
    settle(&mut window);
    select(&mut window, path);
    window.run_steps(2);
    window
}

fn level(window: &mut Window) -> Level {
    window.state_mut().viewport.canvas().unwrap().level().unwrap()
}

/// Levels of frames while the mouse turns the camera, without letting go.
fn turn(window: &mut Window, frames: u8) -> Vec<Level> {
    let at = window.state().viewport.rect().center();
    window.event(egui::Event::PointerMoved(at));
    window.event(egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed: true,
        modifiers: egui::Modifiers::NONE,
    });
    let frame = |number: u8| {
        let to = at + egui::vec2(10.0 * f32::from(number + 1), 0.0);
        window.event(egui::Event::PointerMoved(to));
        window.step();
        level(window)
    };
    (0..frames).map(frame).collect()
}

#[test]
fn a_slow_machine_draws_fewer_pixels_while_the_camera_moves() {
    let game = demo();
    let mut window = opened(game.path(), ROBOT, true);
    assert_eq!(level(&mut window), Level::FULL);
    let levels = turn(&mut window, 4);
    assert!(levels[3] > Level::FULL, "{levels:?}");
    let before = window.state_mut().viewport.canvas().unwrap().drawn();
    window.run_steps(3);
    assert_eq!(level(&mut window), Level::FULL, "the camera rests, though the button is down");
    let drawn = window.state_mut().viewport.canvas().unwrap().drawn();
    assert_eq!(drawn, before + 1, "full quality comes in one step");
}

#[test]
fn pixels_that_save_no_time_are_drawn_again() {
    let game = demo();
    let mut window = opened(game.path(), ROBOT, true);
    // Frames of the harness take the same time at each resolution.
    let levels = turn(&mut window, 12);
    assert!(levels.iter().any(|level| *level > Level::FULL), "{levels:?}");
    assert_eq!(levels[11], Level::FULL, "{levels:?}");
}

#[test]
fn a_setting_keeps_full_quality() {
    let game = demo();
    let mut window = opened(game.path(), ROBOT, false);
    assert_eq!(turn(&mut window, 8), [Level::FULL; 8]);
}

#[test]
fn a_screenshot_has_full_quality_while_the_camera_moves() {
    let game = demo();
    let mut window = opened(game.path(), ROBOT, true);
    let levels = turn(&mut window, 4);
    assert!(levels[3] > Level::FULL, "{levels:?}");
    let texts = window.state().texts();
    let size = window.state().viewport.view.size;
    let (coming, gpu) = window.state_mut().viewport.begin_screenshot(texts).unwrap();
    gpu.wait().unwrap();
    let picture = coming.take(&gpu).unwrap().unwrap();
    assert_eq!([picture.width(), picture.height()], size);
}

#[test]
fn changes_of_a_mission_are_drawn_in_the_scene_that_is_there() {
    let game = demo();
    let mut window = opened(game.path(), MISSION, false);
    window.state_mut().follow_changes();
    window.run_steps(2);
    let shown = window.state().viewport.shown();
    let moved = |x: f32| Request::Place {
        object: 0,
        position: Some([x, 264.0, 20.0]),
        turn: None,
        scale: None,
    };
    for request in [
        moved(540.0),
        moved(541.0),
        Request::Copy(0),
        Request::Beside {
            name: "sky.ske".to_owned(),
            fields: vec![("sections[0].keyframes[7].scene".to_owned(), "[255,0,0,255]".to_owned())],
        },
        Request::Set(vec![("clans[0].name".to_owned(), "Us".to_owned())]),
    ] {
        window.state_mut().actions.push(Action::Change(request));
        settle(&mut window);
    }
    assert_eq!(value(&window, "clans[0].name"), serde_json::json!("Us"));
    assert_eq!(window.state().viewport.shown(), shown);
    // Nor does saving open it again, although the files on disk are other ones now.
    window.state_mut().actions.push(Action::Save);
    settle(&mut window);
    assert!(!window.state().has_changes(), "{:?}", window.state().messages);
    for _ in 0..60 {
        std::thread::sleep(Duration::from_millis(10));
        window.step();
    }
    settle(&mut window);
    assert_eq!(window.state().viewport.shown(), shown);
    // Changes by another program are read.
    let descr = game.path().join("MISSIONS/Single.02/descr");
    std::fs::write(&descr, std::fs::read(&descr).unwrap()).unwrap();
    for _ in 0..6_000 {
        window.step();
        if window.state().viewport.shown() > shown {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("a change by another program was not followed");
}
