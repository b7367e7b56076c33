//! Frames of levels: what is in them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::common::demo::{level, level_view as view};
use glam::Vec3;
use ngi_render::frame::{Frame, Mesh, Pass};
use ngi_render::scene::{LevelScene, Settings, Water, build};
use ngi_render::{Camera, Scene};

#[test]
fn draw_calls_are_bounded_by_states_not_by_squares() {
    let mut level = level(0, 0);
    let mut frame = Frame::new();
    let view = view(&level);
    build(&mut level, &view, &mut frame);
    let coats = level.painter().mesh.coats.len();
    let ground =
        frame.items.iter().filter(|item| matches!(item.mesh, Mesh::KeptVertices(_))).count();
    assert!(frame.counters.meshes > 50, "{:?}", frame.counters);
    // Each coat has at most two passes, seen and mirrored.
    assert!(ground >= 4 && ground <= coats * 4, "{ground} of {coats} coats");
    let states: std::collections::HashSet<_> =
        frame.items.iter().map(|item| (item.pass, item.mesh, item.surface)).collect();
    assert_eq!(frame.items.len(), states.len(), "one call for each state");
    // Both levels of detail are there, and the far one is coarse.
    let levels: Vec<u8> = level.painter().chosen.squares.iter().map(|drawn| drawn.level).collect();
    assert!(levels.contains(&0) && levels.contains(&1));
}

#[test]
fn the_order_is_that_of_the_engine() {
    let mut level = level(3, 2);
    let mut frame = Frame::new();
    let view = view(&level);
    build(&mut level, &view, &mut frame);
    let passes: Vec<Pass> = frame.items.iter().map(|item| item.pass).collect();
    let place = |pass: Pass| passes.iter().position(|at| *at == pass).unwrap();
    let order = [
        Pass::OPAQUE.in_mirror(),
        Pass::SKY.in_mirror(),
        Pass::OPAQUE,
        Pass::GROUND_SECOND,
        Pass::SKY,
        Pass::EFFECTS,
    ];
    for pair in order.windows(2) {
        assert!(place(pair[0]) < place(pair[1]), "{:?} before {:?}", pair[0], pair[1]);
    }
}

#[test]
fn beds_are_hidden_from_above_and_mirrors_from_below() {
    let mut level = level(0, 0);
    let water = *level.ground().water().unwrap();
    let mut frame = Frame::new();
    let faces_with = |level: &mut LevelScene, frame: &mut Frame, z: f32, water: Water| {
        let eye = Vec3::new(200.0, 230.0, z);
        let mut view = view(level);
        view.camera = Camera::looking(eye, eye + Vec3::new(1.0, 1.0, -0.2));
        view.settings = Settings { water, ..view.settings };
        build(level, &view, frame);
        (frame.mirror.is_some(), frame.counters.faces)
    };
    let above = faces_with(&mut level, &mut frame, water.level + 20.0, Water::Reflecting);
    let below = faces_with(&mut level, &mut frame, water.level - 3.0, Water::Reflecting);
    let plain = faces_with(&mut level, &mut frame, water.level + 20.0, Water::Plain);
    assert!(above.0 && !below.0 && !plain.0);
}

#[test]
fn a_mirror_that_no_surface_shows_is_left_out() {
    let mut level = level(0, 0);
    let water = *level.ground().water().unwrap();
    let mut frame = Frame::new();
    let eye = Vec3::new(water.min[0] - 80.0, water.min[1] - 80.0, water.level + 40.0);
    let lake = Vec3::new(water.max[0], water.max[1], water.level);
    for (target, is_seen) in [(lake, true), (eye * 2.0 - lake, false)] {
        let mut view = view(&level);
        view.camera = Camera::looking(eye, target);
        build(&mut level, &view, &mut frame);
        assert_eq!(frame.mirror.is_some(), is_seen, "towards {target}");
        assert_eq!(frame.items.iter().any(|item| item.pass.mirrored), is_seen);
    }
}

#[test]
fn picking_names_square_face_material_and_areal() {
    let mut level = level(0, 0);
    let mut frame = Frame::new();
    let view = view(&level);
    build(&mut level, &view, &mut frame);
    let picked = level.pick(&frame.sight.ray([480.0, 400.0])).unwrap();
    assert!(picked.triangle.is_some() && picked.slot.is_some() && picked.areal.is_some());
    assert!(picked.material_name.is_some_and(|name| !name.is_empty()));
    let [x, y, _] = picked.position;
    assert_eq!(picked.slot, level.ground().grid().square([x, y]));
}

#[test]
fn a_way_is_shown() {
    let mut level = level(0, 0);
    let areals = level.areals().unwrap();
    let walkable: Vec<[f32; 2]> =
        areals.areals().iter().filter(|areal| areal.walkable).map(|areal| areal.centre).collect();
    let from = walkable[0];
    let found = walkable.iter().rev().find_map(|&to| level.find_route(from, to).ok());
    assert!(found.is_some_and(|route| route.points.len() > 2));
    let mut frame = Frame::new();
    let mut view = view(&level);
    view.overlays = "route,squares,areals,areal-grid,faces,wire,bounds".parse().unwrap();
    build(&mut level, &view, &mut frame);
    assert!(frame.lines_on_top.len() > 4 && frame.lines.len() > 1000);
}
