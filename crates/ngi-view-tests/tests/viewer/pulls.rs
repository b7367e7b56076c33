//! What is pulled on a time line or by its handles is seen in the picture while it is pulled.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Role, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use ngi_view::editing::{Gizmo, Handle};

use crate::drive::{
    Window, build, bytes, card, demo, scene_of, select, settings, settle, type_over, undo,
};

/// The upper part of the picture, as it is at rest: what is told of something under the pointer
/// covers some of the rest.
fn picture(window: &mut Window) -> Vec<u8> {
    settle(window);
    let mut part = window.state().viewport.rect().shrink(2.0);
    part.max.y -= part.height() * 0.3;
    let image = window.render().unwrap();
    let own =
        image.enumerate_pixels().filter(|(x, y, _)| part.contains(pos2(*x as f32, *y as f32)));
    own.flat_map(|(_, _, pixel)| pixel.0).collect()
}

fn button(window: &mut Window, pos: Pos2, pressed: bool) {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    window.event(Event::PointerButton { pos, button, pressed, modifiers });
    window.step();
}

/// Takes hold of something and pulls it, without letting go.
fn pull(window: &mut Window, from: Pos2, to: Pos2) {
    window.event(Event::PointerMoved(from));
    button(window, from, true);
    for part in 1..=4 {
        window.event(Event::PointerMoved(from + (to - from) * (part as f32 / 4.0)));
        window.step();
    }
}

fn steps(window: &Window) -> usize {
    let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
    document.history().steps()
}

/// Something of the demo game with its lanes, at a moment.
fn lanes_of(path: &str, time: f32) -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = build(vec2(1000.0, 640.0), Some(card()), settings());
    window.state_mut().open(game.path().to_owned());
    settle(&mut window);
    select(&mut window, path);
    window.get_by_label("Timeline").click();
    // The lanes take their room step by step.
    window.run_steps(40);
    let playback = &mut window.state_mut().viewport.playback;
    (playback.playing, playback.time) = (false, time);
    (game, window)
}

fn place(window: &Window, role: Role, is_meant: impl Fn(&str) -> bool) -> Pos2 {
    let mut all = window.query_all_by_role(role);
    let found = all.find(|it| it.accesskit_node().label().is_some_and(|label| is_meant(&label)));
    found.unwrap().rect().center()
}

/// Pulls something there and takes it back, then there again and lets it go: the picture follows,
/// and only what is let go is a step.
fn follows(window: &mut Window, at: Pos2, to: Pos2) {
    let original = bytes(window);
    let before = picture(window);
    pull(window, at, to);
    let pulled = picture(window);
    assert!(pulled != before, "it is not seen");
    assert!(bytes(window) == original && steps(window) == 0, "it is no step yet");
    window.key_press(Key::Escape);
    assert!(picture(window) == before, "Escape takes it back");
    button(window, to, false);
    assert!(picture(window) == before && bytes(window) == original);

    pull(window, at, to);
    assert!(picture(window) == pulled);
    button(window, to, false);
    assert!(picture(window) == pulled, "it stays when it is let go");
    assert!(bytes(window) != original && steps(window) == 1, "one step");
    undo(window);
    assert!(picture(window) == before && bytes(window) == original);
}

#[test]
fn keys_are_seen_where_they_are_pulled_to() {
    let (_game, mut window) = lanes_of("bases.rlb/r_scout_0_01.msh", 0.0);
    let lanes = ngi_view::lanes::NodeLanes::of(&bytes(&window)).unwrap();
    let node = lanes.shown(None).into_iter().find(|node| lanes.times(*node).len() > 2).unwrap();
    let [first, second] = [lanes.times(node)[0], lanes.times(node)[1]];
    let fps = window.state().viewport.view.settings.fps;
    window.state_mut().viewport.playback.time = (first + second) / 2.0 / fps;
    let named = |time: f32| {
        let (start, end) = (format!("{node} "), format!(" {time}"));
        move |label: &str| label.starts_with(&start) && label.ends_with(&end)
    };
    let from = place(&window, Role::Button, named(first));
    let at = place(&window, Role::Button, named(second));
    follows(&mut window, at, at - vec2((at.x - from.x) * 0.6, 0.0));
}

#[test]
fn windows_are_seen_where_they_are_pulled_to() {
    let (_game, mut window) = lanes_of("effects.rlb/exp_medium", 0.0);
    let duration = window.state().viewport.playback.duration.unwrap();
    window.state_mut().viewport.playback.time = duration * 0.3;
    let at =
        place(&window, Role::Slider, |label| label.starts_with("0 ") && label.ends_with(" start"));
    follows(&mut window, at, at + vec2(260.0, 0.0));
}

#[test]
fn curves_are_seen_while_they_are_bent() {
    let (_game, mut window) = lanes_of("effects.rlb/exp_medium", 0.0);
    let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
    let commands = ngi_view::lanes::Commands::of(&document.tree().unwrap()).unwrap();
    let far = |run: &ngi_view::lanes::windows::Run| {
        let [start, end] = &run.ends;
        let far = start.iter().zip(end).map(|(from, to)| (to - from).abs()).fold(0.0, f32::max);
        if run.name == "fade" && run.bend.is_some() { far } else { 0.0 }
    };
    let of = |command: &ngi_view::lanes::windows::Command| {
        command.runs.iter().map(far).fold(0.0, f32::max)
    };
    let rows = commands.rows.iter().enumerate();
    let (number, command) = rows.max_by(|a, b| of(a.1).total_cmp(&of(b.1))).unwrap();
    assert!(of(command) > 0.0, "{commands:?}");
    let shown = command.window.as_ref().unwrap();
    let moment = (shown.lo + shown.hi) / 2.0;
    let run = command.runs.iter().max_by(|a, b| far(a).total_cmp(&far(b))).unwrap().clone();
    let field = run.bend.as_ref().unwrap().0.clone();
    let duration = window.state().viewport.playback.duration.unwrap();
    window.state_mut().viewport.playback.time = duration * moment;
    window.state_mut().viewport.outlined_part = Some(number);
    window.run_steps(40);
    let at = place(&window, Role::Slider, |label| label == field);
    follows(&mut window, at, at + vec2(0.0, 9.0));

    // And typed.
    let original = bytes(&window);
    let before = picture(&mut window);
    window.get_by_role_and_label(Role::SpinButton, &format!("{field} 0")).focus();
    window.run_steps(2);
    type_over(&mut window, "7");
    let typed = picture(&mut window);
    assert!(typed != before && bytes(&window) == original, "it is seen");
    window.key_press(Key::Enter);
    assert!(picture(&mut window) == typed);
    let document = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
    let commands = ngi_view::lanes::Commands::of(&document.tree().unwrap()).unwrap();
    let after = commands.rows[number].runs.iter().find(|run| run.name == "fade").unwrap();
    assert_eq!(after.bend.as_ref().unwrap().1[0], 7.0);
}

#[test]
fn phases_are_seen_where_they_are_pulled_to() {
    let (_game, mut window) = lanes_of("Material.lib/WATER", 0.0);
    let at = place(&window, Role::Slider, |label| label == "tracks[0].keys[0].time_ms");
    let tree = window.state().current.as_ref().unwrap().document.as_ref().unwrap();
    let tracks = ngi_view::lanes::Tracks::of(&tree.tree().unwrap()).unwrap();
    let (_, end) = tracks.tracks[0].keys[0];
    window.state_mut().viewport.playback.time = (end - 20.0).max(1.0) / 1000.0;
    follows(&mut window, at, at - vec2(60.0, 0.0));
}

#[test]
fn numbers_are_seen_while_they_are_typed() {
    let (_game, mut window) = lanes_of("bases.rlb/r_scout_0_01.msh", 0.5);
    window.get_by_label("Select all keyframes").click();
    window.run_steps(2);
    let original = bytes(&window);
    let before = picture(&mut window);
    window.get_by_role_and_label(Role::SpinButton, "Stretch").focus();
    window.run_steps(2);
    type_over(&mut window, "200");
    let typed = picture(&mut window);
    assert!(typed != before, "it is not seen");
    assert!(bytes(&window) == original && steps(&window) == 0, "it is no step yet");
    window.key_press(Key::Enter);
    assert!(picture(&mut window) == typed, "it stays");
    assert!(bytes(&window) != original && steps(&window) == 1, "one step");
}

/// A model whose node is selected to be changed.
fn node_of(path: &str, node: &str) -> (tempfile::TempDir, Window) {
    let game = demo();
    let mut window = scene_of(game.path(), path);
    window.key_press(Key::M);
    window.run_steps(2);
    let row = window
        .query_all_by_role(Role::TreeItem)
        .find(|row| row.accesskit_node().label().is_some_and(|label| label.starts_with(node)));
    row.unwrap().click();
    settle(&mut window);
    (game, window)
}

/// Where the node that is selected is drawn.
fn drawn_at(window: &mut Window) -> glam::Vec3 {
    settle(window);
    window.state().viewport.subject().unwrap().1.position.into()
}

#[test]
fn nodes_are_seen_where_they_are_pulled_to() {
    let (_game, mut window) = node_of("bases.rlb/r_scout_0_01.msh", "2 ");
    let original = bytes(&window);
    let start = drawn_at(&mut window);
    let viewport = &window.state().viewport;
    let sight = viewport.view.camera.sight(viewport.view.size, &ngi_render::Bounds::UNIT);
    let gizmo = Gizmo::new(start, &sight, &[Handle::Z]);
    let [near, far] = gizmo.lines(Handle::Z)[0];
    let [at, to] = [0.7, 2.2].map(|share| {
        let [x, y] = sight.project(near.lerp(far, share)).unwrap();
        viewport.rect().min + vec2(x, y)
    });
    let before = picture(&mut window);
    pull(&mut window, at, to);
    let pulled = drawn_at(&mut window);
    let held = window.state().viewport.editing.held.as_ref().unwrap().now.position;
    assert!(pulled.z > start.z + 0.05, "the model stays behind: {pulled} {start}");
    assert!(pulled.distance(held.into()) < 1e-3, "{pulled} {held:?}");
    assert!(bytes(&window) == original && steps(&window) == 0, "it is no step yet");
    window.key_press(Key::Escape);
    assert!(drawn_at(&mut window).distance(start) < 1e-5, "Escape takes it back");
    button(&mut window, to, false);
    assert!(picture(&mut window) == before && bytes(&window) == original);

    pull(&mut window, at, to);
    assert!(drawn_at(&mut window).distance(pulled) < 1e-3);
    button(&mut window, to, false);
    assert!(drawn_at(&mut window).distance(pulled) < 1e-3, "it stays when it is let go");
    assert!(bytes(&window) != original && steps(&window) == 1, "one step");
    undo(&mut window);
    assert!(drawn_at(&mut window).distance(start) < 1e-5 && bytes(&window) == original);
}

#[test]
fn the_place_of_a_node_is_seen_while_it_is_typed() {
    let (_game, mut window) = node_of("bases.rlb/r_scout_0_01.msh", "2 ");
    let original = bytes(&window);
    let start = drawn_at(&mut window);
    let own = window.state().viewport.editing.node.as_ref().unwrap().position[2];
    window.get_by_role_and_label(Role::SpinButton, "z").focus();
    window.run_steps(2);
    type_over(&mut window, &(own + 0.5).to_string());
    let typed = drawn_at(&mut window);
    assert!(typed.distance(start) > 0.4, "it is not seen: {typed} {start}");
    assert!(bytes(&window) == original && steps(&window) == 0, "it is no step yet");
    window.key_press(Key::Enter);
    assert!(drawn_at(&mut window).distance(typed) < 1e-5, "it stays");
    assert!(bytes(&window) != original && steps(&window) == 1, "one step");
}
