//! Missions and units of the demo game as frames: what is in them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::HashSet;

use glam::Vec3;
use ngi_engine::arealmap::RouteOptions;
use ngi_engine::resolve::Game;
use ngi_engine::walk::Ride;
use ngi_engine::world::World;
use ngi_render::frame::{Frame, Item, Ledger, Mesh, Pass};
use ngi_render::scene::{MissionScene, Settings, View, build};
use ngi_render::{Camera, Scene};

use crate::common::crowded;
use crate::common::demo::{game, open};
use crate::common::golden::{compare, shoot};

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

/// All of the crowded mission at once: what has no order is drawn in as many calls as there are
/// states, and hardly more.
#[test]
fn a_crowded_mission_is_drawn_by_states() {
    let vfs = crowded::game();
    let world = World::load(&Game::new(vfs.clone()), crowded::MISSION).unwrap();
    let mut scene = MissionScene::new(world, &vfs);
    scene.prepare(&mut Ledger::default());
    let camera = Camera::looking(Vec3::new(-60.0, -120.0, 160.0), Vec3::new(320.0, 320.0, 0.0));
    let settings = Settings { time_of_day: Some([10, 0]), ..Settings::default() };
    let view = View { camera, size: [1280, 720], settings, time: 1.0, ..View::default() };
    let mut frame = Frame::new();
    build(&mut scene, &view, &mut frame);
    assert!(frame.lighting.points.len() > 16, "{} lights", frame.lighting.points.len());
    let sorted = [Pass::SEE_THROUGH, Pass::EFFECTS, Pass::WEATHER];
    let is_sorted = |pass: Pass| sorted.iter().any(|it| *it == pass || it.in_mirror() == pass);
    let state = |item: &Item| {
        let part = matches!(item.mesh, Mesh::Kept(_)).then_some(item.indices.start);
        (item.pass, item.mesh, item.surface, part)
    };
    let (ordered, free): (Vec<&Item>, Vec<&Item>) =
        frame.items.iter().partition(|item| is_sorted(item.pass));
    let counts = [&free, &ordered].map(|items| {
        let states: HashSet<_> = items.iter().map(|item| state(item)).collect();
        (items.len(), states.len())
    });
    println!("free and ordered, calls and states: {counts:?}, {:?}", frame.counters);
    let [(calls, states), _] = counts;
    assert!(calls * 10 <= states * 12, "{calls} calls, {states} states, {:?}", frame.counters);
    // What is seen through is drawn from far to near, whatever its state: there are as many calls as
    // it changes on the way.
    let changes = ordered.windows(2).filter(|pair| state(pair[0]) != state(pair[1])).count();
    assert_eq!(changes + 1, ordered.len(), "neighbours of the same state are one call");
}

/// Rooms are seen through doors by who is near, and left out for who is far away.
#[test]
fn rooms_are_seen_through_doors() {
    let mut bunker = open("UNITS/BUILDS/Bunker_Small_1.dat");
    bunker.prepare(&mut Ledger::default());
    let mut meshes = |distance: f32, culling: bool| {
        let target = bunker.bounds().center();
        let camera = Camera::looking(target + Vec3::new(0.2, -1.0, 0.1) * distance, target);
        let settings = Settings { culling, ..Settings::default() };
        let view = View { camera, settings, size: [640, 400], level: Some(0), ..View::default() };
        let mut frame = Frame::new();
        build(bunker.as_mut(), &view, &mut frame);
        frame.counters.meshes
    };
    let (near, far) = (meshes(40.0, true), meshes(600.0, true));
    let [all_near, all_far] = [40.0, 600.0].map(|distance| meshes(distance, false));
    assert_eq!(all_near, all_far);
    assert_eq!(near, all_far, "the hall, the room and both leaves of the door");
    assert_eq!(far, 1, "the shell alone");
}

/// Lightning strikes where the sky says so, for a moment, and not where weather is off.
#[test]
fn lightning_strikes() {
    let mut scene = mission("MISSIONS/Single.01");
    let camera = Camera::looking(Vec3::new(384.0, 384.0, 90.0), Vec3::new(384.0, 500.0, 40.0));
    let mut frame = Frame::new();
    let mut drawn = |hour: u32, weather: bool| {
        let time_of_day = Some([hour, 45]);
        let settings = Settings { time_of_day, weather, ..Settings::default() };
        let moments = (0u16..300).map(|tenth| f32::from(tenth) * 0.1);
        let mut seen = Vec::new();
        for time in moments {
            let view = View { camera, settings, time, size: [640, 400], ..View::default() };
            build(&mut scene, &view, &mut frame);
            seen.push(frame.items.iter().filter(|item| item.pass == Pass::EFFECTS).count());
        }
        seen
    };
    let (calm, storm, day) = (drawn(2, false), drawn(2, true), drawn(8, true));
    let strokes = storm.iter().zip(&calm).filter(|(storm, calm)| storm > calm).count();
    assert!((5..150).contains(&strokes), "{strokes} of 300 moments");
    assert_eq!(day, calm, "by day the sky is clear");
}

/// By day, by night, in the rain: small pictures, because they are kept.
#[test]
fn golden_missions() {
    let pictures = [
        ("mission_day", "MISSIONS/Single.02", [8, 0], [[640.0, 190.0, 60.0], [560.0, 270.0, 24.0]]),
        (
            "mission_night",
            "MISSIONS/Single.02",
            [20, 30],
            [[640.0, 190.0, 60.0], [560.0, 270.0, 24.0]],
        ),
        (
            "mission_rain",
            "MISSIONS/Single.01",
            [2, 15],
            [[420.0, 120.0, 40.0], [450.0, 170.0, 26.0]],
        ),
    ];
    for (name, path, time, [eye, target]) in pictures {
        let mut scene = mission(path);
        let settings = Settings { time_of_day: Some(time), ..Settings::default() };
        let camera = Camera::looking(Vec3::from(eye), Vec3::from(target));
        let view = View { camera, settings, time: 1.0, size: [96, 72], ..View::default() };
        scene.release(&mut Ledger::default());
        compare(name, &shoot(&mut scene, |_| view));
    }
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

/// The straight line between these points leads through a tree.
#[test]
fn a_route_in_a_mission_leads_around_objects() {
    let mut scene = mission("MISSIONS/Single.01");
    let (from, to) = ([372.0, 200.0], [412.0, 200.0]);
    let way = scene.world().route(from, to, &RouteOptions::default()).unwrap().unwrap();
    assert!(!way.around.is_empty());
    scene.show_route(from, to).unwrap();
    let view = View {
        camera: scene.camera(1.6),
        size: [96, 60],
        overlays: "route".parse().unwrap(),
        ..View::default()
    };
    let mut frame = Frame::new();
    build(&mut scene, &view, &mut frame);
    let flat = |[x, y, _]: [f32; 3]| [x, y];
    let ends: Vec<[f32; 2]> =
        frame.lines_on_top.iter().flat_map(|line| [line.from, line.to]).map(flat).collect();
    for point in way.points {
        assert!(ends.contains(&flat(point)), "{point:?} is not on the line");
    }
    for [x, y] in ends {
        assert!(scene.world().standing_at([x, y]).is_empty(), "an object stands at {x}, {y}");
    }
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

/// A mission in another state is drawn as if it had been opened so.
#[test]
fn a_changed_mission_is_drawn_as_one_that_is_opened() {
    let path = "MISSIONS/Single.02/data.tma";
    let bytes = game().read(path).unwrap();
    let mut changed = ngi_formats::tma::Mission::read(&bytes).unwrap().to_buf();
    let house = changed.objects.iter().position(|it| it.kind.is_owned()).unwrap();
    changed.objects[house].position[0] += 14.0;
    let tree = changed.objects.iter().position(|it| it.kind.is_scenery()).unwrap();
    let mut copy = changed.objects[tree].clone();
    changed.objects[tree].position[1] -= 5.0;
    copy.path = b"s_stone_0_03".to_vec();
    changed.objects.push(copy);
    let world = |bytes: &[u8]| {
        let game = Game::new(game().clone());
        let node = game.file(path).unwrap();
        let around = ngi_engine::resolve::Surroundings::of(&node, Some(&game));
        World::of_bytes(&game, path, bytes, &around, &mut Default::default()).unwrap()
    };
    let after = changed.write().unwrap();
    let mut opened = MissionScene::new(world(&after), game());
    opened.prepare(&mut Ledger::default());
    let mut scene = mission(path);
    let settings = Settings { culling: false, ..Settings::default() };
    let before = frame_of(&mut scene, settings);
    let mut store = Ledger::default();
    scene.take_world(world(&after), game()).unwrap();
    scene.renew(&mut store);
    let [now, wanted] = [&mut scene, &mut opened].map(|scene| frame_of(scene, settings));
    // Ids of meshes differ; what is drawn where does not.
    assert_eq!(now.instances, wanted.instances);
    assert_eq!(now.counters.faces, wanted.counters.faces);
    assert_ne!(now.instances, before.instances);
    scene.take_world(world(&bytes), game()).unwrap();
    scene.renew(&mut store);
    assert_eq!(frame_of(&mut scene, settings).instances, before.instances, "and back again");
}

#[test]
fn what_is_hidden_is_neither_drawn_nor_picked() {
    let mut scene = mission("MISSIONS/Single.02");
    let settings = Settings { culling: false, ..Settings::default() };
    let all = frame_of(&mut scene, settings).instances.len();
    let placed = scene.world().created().find(|placed| placed.clan.is_some()).unwrap();
    let (object, at) = (placed.index, Vec3::from(placed.world_from_object.translation));
    let camera = Camera::looking(at + Vec3::new(0.0, -40.0, 60.0), at + Vec3::Z);
    let ray = camera.sight([100, 100], &scene.bounds()).ray([50.0, 50.0]);
    assert_eq!(scene.pick(&ray).unwrap().object, Some(object));
    let corners = scene.outline(object).unwrap();
    let around = ngi_render::Bounds::of(corners.iter().map(Vec3::to_array));
    let (low, high) = (Vec3::from(around.min), Vec3::from(around.max));
    assert!(low.x < at.x && at.x < high.x && low.y < at.y && at.y < high.y, "{around:?} {at}");
    scene.hide(&[object].into());
    assert!(frame_of(&mut scene, settings).instances.len() < all);
    assert_ne!(scene.pick(&ray).and_then(|picked| picked.object), Some(object));
    scene.hide(&Default::default());
    assert_eq!(frame_of(&mut scene, settings).instances.len(), all);
}
