//! Missions and units of the demo game as frames: what is in them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::HashSet;

use glam::Vec3;
use ngi_engine::arealmap::RouteOptions;
use ngi_engine::model::Ray;
use ngi_engine::resolve::Game;
use ngi_engine::sky::TimeOfDay;
use ngi_engine::walk::Ride;
use ngi_engine::world::World;
use ngi_render::frame::{Frame, Item, Ledger, Mesh, Pass};
use ngi_render::scene::{MissionScene, Picked, Settings, View, build};
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
    let settings = Settings { time_of_day: Some(TimeOfDay::Clock([10, 0])), ..Settings::default() };
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
        let time_of_day = Some(TimeOfDay::Clock([hour, 45]));
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
        let settings =
            Settings { time_of_day: Some(TimeOfDay::Clock(time)), ..Settings::default() };
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
    let at = |hour: u32| Settings {
        time_of_day: Some(TimeOfDay::Clock([hour, 0])),
        ..Settings::default()
    };
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

/// Rays through an image of a mission, by column and row, from −1 to 1.
fn rays(camera: &Camera, scene: &MissionScene) -> Vec<([f32; 2], Option<Picked>)> {
    let sight = camera.sight([640, 480], &scene.bounds());
    let steps = [-0.6f32, -0.3, 0.0, 0.3, 0.6];
    let at = |x: f32, y: f32| [320.0 + x * 320.0, 240.0 + y * 240.0];
    let places = steps.into_iter().flat_map(|y| steps.map(|x| [x, y]));
    places.map(|[x, y]| ([x, y], scene.pick(&sight.ray(at(x, y))))).collect()
}

/// Objects of the player that an image shows: inside of the frame, with nothing in front.
fn seen(camera: &Camera, scene: &MissionScene) -> usize {
    let sight = camera.sight([640, 480], &scene.bounds());
    let world = scene.world();
    let own = world.created().filter(|it| it.clan == Some(0) && it.host.is_none());
    let shows = |object: usize| {
        let corners = scene.outline(object).unwrap();
        let middle = corners.iter().sum::<Vec3>() / 8.0;
        let clip = sight.world * middle.extend(1.0);
        let [x, y] = [clip.x / clip.w, clip.y / clip.w];
        let inside = clip.w > 0.0 && x.abs() < 0.95 && y.abs() < 0.95;
        let direction = (middle - sight.eye).to_array();
        let ray = Ray { origin: sight.eye.to_array(), direction };
        inside && scene.pick(&ray).is_none_or(|it| it.object == Some(object) || it.distance > 0.97)
    };
    own.filter(|it| shows(it.index)).count()
}

#[test]
fn a_mission_opens_on_the_base_of_the_player() {
    for path in ["MISSIONS/Single.01", "MISSIONS/Single.02", "MISSIONS/Single.03"] {
        let scene = mission(path);
        let camera = scene.camera(4.0 / 3.0);
        assert!(seen(&camera, &scene) >= 4, "{path}: {} objects", seen(&camera, &scene));
        let eye = camera.eye();
        let ground = scene.ground_at([eye.x, eye.y]).unwrap();
        assert!(eye.z > ground + 2.0, "{path}: {} above {ground}", eye.z);
        let rays = rays(&camera, &scene);
        let near = rays.iter().filter(|(_, hit)| {
            hit.as_ref().is_some_and(|it| it.object.is_some() && it.distance < 8.0)
        });
        assert_eq!(near.count(), 0, "{path}: an object is before the lens");
        let lower = rays.iter().filter(|([_, y], _)| *y > 0.0);
        assert!(lower.clone().all(|(_, hit)| hit.is_some()), "{path}: it faces nothing");
        // A wide window has the same camera, a narrow one a wider lens.
        assert_eq!(scene.camera(2.0), camera);
        let narrow = scene.camera(0.6);
        assert_eq!((narrow.target, narrow.distance), (camera.target, camera.distance));
        assert!(narrow.fov_y > camera.fov_y);
    }
}

/// A mission of the demo game with changed objects.
fn changed(path: &str, change: impl Fn(&mut ngi_formats::tma::MissionBuf)) -> MissionScene {
    let file = format!("{path}/data.tma");
    let bytes = game().read(&file).unwrap();
    let mut mission = ngi_formats::tma::Mission::read(&bytes).unwrap().to_buf();
    change(&mut mission);
    let game_of_world = Game::new(game().clone());
    let node = game_of_world.file(&file).unwrap();
    let around = ngi_engine::resolve::Surroundings::of(&node, Some(&game_of_world));
    let bytes = mission.write().unwrap();
    let world = World::of_bytes(&game_of_world, &file, &bytes, &around, &mut Default::default());
    MissionScene::new(world.unwrap(), game())
}

/// Trees are put where the camera of a mission is: another camera has to be found.
#[test]
fn trees_before_the_lens_move_the_camera() {
    let path = "MISSIONS/Single.01";
    let before = mission(path).camera(4.0 / 3.0);
    let scene = changed(path, |mission| {
        let tree = mission.objects.iter().find(|it| it.path == b"s_tree_0_01").unwrap().clone();
        for step in [0.1, 0.2, 0.3] {
            let at = before.eye().lerp(before.target, step);
            for aside in [-9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0] {
                // As high as the eye: the camera looks from above most trees.
                let at = at + before.right() * aside - Vec3::Z * 5.0;
                let position = at.to_array();
                mission.objects.push(ngi_formats::tma::Object { position, ..tree.clone() });
            }
        }
    });
    assert!(seen(&before, &scene) < 4, "the trees are in the way");
    let camera = scene.camera(4.0 / 3.0);
    assert!(seen(&camera, &scene) >= 4, "{camera:?}");
}

#[test]
fn a_mission_without_objects_or_ground_has_a_camera() {
    let empty = changed("MISSIONS/Single.01", |mission| mission.objects.clear());
    let [eye, target] = empty.stops()[0];
    let camera = empty.camera(1.6);
    assert!(camera.eye().abs_diff_eq(Vec3::from(eye), 1e-3), "the first stop of the briefing");
    assert!(camera.target.abs_diff_eq(Vec3::from(target), 1e-3));
    let nowhere = changed("MISSIONS/Single.01", |mission| mission.land = b"NOWHERE".to_vec());
    assert!(nowhere.world().level.is_none());
    assert!(nowhere.camera(1.6).eye().is_finite());
    assert!(seen(&nowhere.camera(1.6), &nowhere) >= 4);
}

#[test]
fn a_mission_that_starts_in_the_dark_opens_by_day() {
    let scene = mission("MISSIONS/Single.01");
    let view = View::first(&scene, [320, 240]);
    assert_eq!(view.settings.moment, None, "it starts in the morning");
    assert_eq!(view.camera, scene.camera(4.0 / 3.0));
    let path = "MISSIONS/Single.01/data.tma";
    let bytes = game().read("MISSIONS/Single.01/sky.ske").unwrap();
    let mut sky = ngi_formats::sky::SkyBuf::of(&ngi_formats::sky::Sky::read(&bytes).unwrap());
    sky.trailer.start = ngi_formats::sky::Stamp::at(1, 0);
    let wear = game().read("MISSIONS/Single.01/sky.wea").unwrap();
    let mut world = World::load(&Game::new(game().clone()), path).unwrap();
    world.sky = Some(ngi_engine::sky::Sky::read(&sky.write().unwrap()).unwrap().wearing(&wear));
    let dark = MissionScene::new(world, game());
    let opening = dark.opening_moment().unwrap();
    assert!(!opening.is_start());
    let sky = dark.sky().unwrap();
    assert_eq!((sky.clock(opening.start), sky.clock(opening.moment)), ([1, 0], [9, 30]));
    let mut settings = View::first(&dark, [320, 240]).settings;
    assert_eq!(settings.moment, Some(opening.moment));
    // An hour that was chosen counts.
    settings = Settings { time_of_day: "night".parse().ok(), ..Settings::default() };
    settings.open_by_day(&dark);
    assert_eq!(settings.moment, None);
}

#[test]
fn the_briefing_has_stops_to_look_from() {
    assert!(open("MISSIONS/Single.01").stops().len() >= 2);
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
