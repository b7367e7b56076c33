//! Missions and units of the demo game as frames: what is in them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::HashSet;

use glam::Vec3;
use ngi_engine::resolve::Game;
use ngi_engine::walk::Ride;
use ngi_engine::world::World;
use ngi_render::frame::{Frame, Ledger, Pass};
use ngi_render::scene::{MissionScene, Settings, View, build};
use ngi_render::{Camera, Scene};

use crate::common::demo::{game, open};

fn mission(path: &str) -> MissionScene {
    let world = World::load(&Game::new(game().clone()), path).unwrap();
    assert!(world.problems.is_empty(), "{:?}", world.problems);
    let mut scene = MissionScene::new(world, game());
    scene.prepare(&mut Ledger::default());
    scene
}

fn frame_of(scene: &mut dyn Scene, settings: Settings) -> Frame {
    let view = View { camera: scene.camera(1.6), size: [960, 600], settings, ..View::default() };
    let mut frame = Frame::new();
    build(scene, &view, &mut frame);
    frame
}

/// What is alike is drawn in one go: one call for each state, but for what is see-through and has
/// its own place in the order.
#[test]
fn a_mission_is_drawn_by_states() {
    let mut scene = mission("MISSIONS/Single.02");
    let frame = frame_of(&mut scene, Settings { culling: false, ..Settings::default() });
    let parts: usize = scene.world().created().map(|it| it.assembly.drawn().count()).sum();
    assert!(frame.counters.meshes >= parts, "{parts} parts, {:?}", frame.counters);
    let opaque: Vec<_> = frame.items.iter().filter(|item| item.pass == Pass::OPAQUE).collect();
    let states: HashSet<_> =
        opaque.iter().map(|item| (item.mesh, item.surface, item.indices.start)).collect();
    assert!(
        opaque.len() * 10 <= states.len() * 12,
        "{} calls, {} states",
        opaque.len(),
        states.len()
    );
}

/// The same mission by day and by night: another light, another fog.
#[test]
fn the_time_of_day_is_that_of_the_sky() {
    let mut scene = mission("MISSIONS/Single.01");
    let at = |hour: u32| Settings { time_of_day: Some([hour, 0]), ..Settings::default() };
    let [day, night] = [7, 20].map(|hour| frame_of(&mut scene, at(hour)));
    assert_eq!(day.lighting.suns.len(), 2, "the body and what is across from it");
    assert_ne!(day.lighting, night.lighting);
    assert_ne!(day.background, night.background);
    assert!(day.fog.is_some());
    let sky = day.items.iter().filter(|item| item.pass == Pass::SKY).count();
    assert!(sky >= 2, "{sky} parts of the sky");
    let bare = frame_of(&mut scene, Settings { sky: false, ..Settings::default() });
    assert!(bare.items.iter().all(|item| item.pass != Pass::SKY));
}

#[test]
fn the_briefing_has_stops_to_look_from() {
    let scene = open("MISSIONS/Single.01");
    let stops = scene.stops();
    assert!(stops.len() >= 2);
    let [eye, _] = stops[0];
    assert!(scene.camera(1.6).eye().abs_diff_eq(Vec3::from(eye), 1e-3));
}

/// Rays of the mouse meet objects before the ground behind them.
#[test]
fn what_is_under_the_mouse() {
    let scene = mission("MISSIONS/Single.02");
    let placed = scene.world().created().find(|placed| placed.clan.is_some()).unwrap();
    let at = Vec3::from(placed.world_from_object.translation);
    let camera = Camera::looking(at + Vec3::new(0.0, -40.0, 60.0), at + Vec3::Z);
    let sight = camera.sight([100, 100], &scene.bounds());
    let picked = scene.pick(&sight.ray([50.0, 50.0])).unwrap();
    assert!(picked.node_name.is_some() && !picked.notes.is_empty(), "{picked:?}");
}

/// A unit is one thing of several models, and larger than its chassis.
#[test]
fn a_unit_is_put_together() {
    let mut unit = open("UNITS/UNITS/scout.dat");
    unit.prepare(&mut Ledger::default());
    assert!(unit.log().is_empty(), "{:?}", unit.log());
    let frame = frame_of(unit.as_mut(), Settings::default());
    let mut chassis = open("bases.rlb/r_scout_0_01.msh");
    chassis.prepare(&mut Ledger::default());
    let alone = frame_of(chassis.as_mut(), Settings::default());
    assert!(frame.counters.faces > alone.counters.faces);
    let [unit, chassis] = [unit.bounds(), chassis.bounds()];
    assert!(unit.max[2] > chassis.max[2], "the turret is on top");
}

#[test]
fn overlays_name_what_is_there_in_the_colours_of_its_clan() {
    let mut scene = mission("MISSIONS/Single.02");
    let view = |overlays: &str| View {
        camera: scene.camera(1.6),
        size: [960, 600],
        overlays: overlays.parse().unwrap(),
        ..View::default()
    };
    let [bare, all] = ["", "names,clans,areas,zones,lodes"].map(view);
    let mut frame = Frame::new();
    build(&mut scene, &bare, &mut frame);
    assert_eq!((frame.labels().len(), frame.lines_on_top.len()), (0, 0));
    build(&mut scene, &all, &mut frame);
    let hero = frame.labels().find(|(_, text)| *text == "Hero").unwrap().0.colour;
    assert_eq!(hero, ngi_render::scene::clan_colour(Some(0)));
    assert_ne!(hero, ngi_render::scene::clan_colour(Some(1)));
    let lodes = frame.labels().filter(|(_, text)| *text == "lode").count();
    assert_eq!(lodes, 2);
    // Two areas, 15 footprints, each laid on the ground in pieces.
    assert!(frame.lines_on_top.len() > 4 * 15, "{}", frame.lines_on_top.len());
}

#[test]
fn what_is_ridden_is_drawn_where_it_walks_and_stands_again_afterwards() {
    let mut scene = mission("MISSIONS/Single.01");
    let unit = scene.world().objects.iter().find(|it| it.name == "Scout").unwrap();
    let (object, ride) = (unit.index, Ride::of(unit).unwrap());
    let settings = Settings { culling: false, ..Settings::default() };
    let standing = frame_of(&mut scene, settings);
    let at = Vec3::new(60.0, 70.0, 33.0);
    let matrix = ngi_engine::model::Transform::from_translation(at);
    scene.ride(object, &matrix, &ride.parts(), false);
    let riding = frame_of(&mut scene, settings);
    let near = |frame: &Frame| {
        let place = |it: &ngi_render::frame::Instance| Vec3::from(it.rows.map(|row| row[3]));
        frame.instances.iter().filter(|it| place(it).distance(at) < 5.0).count()
    };
    assert!(near(&riding) > near(&standing), "{} {}", near(&riding), near(&standing));
    scene.ride(object, &matrix, &ride.parts(), true);
    let hidden = frame_of(&mut scene, settings);
    assert!(hidden.instances.len() < riding.instances.len());
    scene.dismount(object);
    assert_eq!(frame_of(&mut scene, settings).instances, standing.instances);
}
