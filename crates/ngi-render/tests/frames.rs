//! Frames as values: what is drawn, in which order, and how often. No card needed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::common::demo;
use glam::{Affine3A, Vec2, Vec3};
use ngi_engine::model::{Instance as Whole, Moment, RootTranslation, Skeleton, Transform, draw};
use ngi_formats::mat0::BlendMode;
use ngi_formats::msh::{self, Model};
use ngi_formats::nres::{Archive, Editor};
use ngi_render::camera::Camera;
use ngi_render::frame::{
    Depth, Frame, Instance, Ledger, LogLine, Mesh, MeshId, Pass, Sort, Surface, TextureId, Vertex,
};
use ngi_render::light::{Lighting, MOST_POINTS, PointLight, knee, spill};
use ngi_render::scene::model::{ModelAsset, Placed};
use ngi_render::scene::{Crowd, Looks, ModelScene, Overlays, Scene, Settings, View, build};
use ngi_render::{Bounds, wear_beside};

fn mesh(number: u32) -> Mesh {
    Mesh::Kept(MeshId(number))
}

fn textured(number: u32) -> Surface {
    Surface { texture0: Some(TextureId(number)), ..Surface::default() }
}

#[test]
fn passes_come_in_the_engines_order() {
    let mut frame = Frame::new();
    let passes = [
        Pass::COCKPIT,
        Pass::EFFECTS,
        Pass::SKY,
        Pass::GROUND_SECOND,
        Pass::OPAQUE,
        Pass::SEE_THROUGH,
        Pass::OPAQUE.in_mirror(),
        Pass::LIGHT_DISCS,
        Pass::OWN_VIEW,
        Pass::WEATHER,
    ];
    for pass in passes {
        frame.push(pass, mesh(1), 0..3, Surface::default(), Instance::default(), 1.0);
    }
    frame.finish();
    let found: Vec<Pass> = frame.items.iter().map(|item| item.pass).collect();
    let expected = [
        Pass::OPAQUE.in_mirror(),
        Pass::OPAQUE,
        Pass::GROUND_SECOND,
        Pass::SKY,
        Pass::LIGHT_DISCS,
        Pass::SEE_THROUGH,
        Pass::EFFECTS,
        Pass::WEATHER,
        Pass::OWN_VIEW,
        Pass::COCKPIT,
    ];
    assert_eq!(found, expected);
    assert_eq!(Pass::SEE_THROUGH.sort(), Sort::FarToNear);
}

#[test]
fn see_through_things_go_far_to_near() {
    let mut frame = Frame::new();
    for (number, distance) in [(1, 4.0), (2, 100.0), (3, 0.0), (4, 25.0), (5, f32::NAN)] {
        let instance = Instance::default();
        frame.push(Pass::SEE_THROUGH, mesh(number), 0..3, textured(number), instance, distance);
    }
    frame.finish();
    let found: Vec<Mesh> = frame.items.iter().map(|item| item.mesh).collect();
    assert_eq!(found, [mesh(2), mesh(4), mesh(1), mesh(3), mesh(5)]);
}

#[test]
fn things_alike_are_drawn_in_one_go() {
    let mut frame = Frame::new();
    for place in 0u8..30 {
        // Three meshes, two textures, mixed up: six states.
        let (number, texture) = (u32::from(place % 3), u32::from(place % 2));
        let at = Affine3A::from_translation(Vec3::X * f32::from(place));
        let instance = Instance::default().at(&at);
        frame.push(Pass::OPAQUE, mesh(number), 0..6, textured(texture), instance, 0.0);
    }
    frame.finish();
    assert_eq!((frame.items.len(), frame.counters.batches), (6, 6));
    assert_eq!((frame.counters.primitives, frame.counters.faces), (30, 60));
    let mut places = Vec::new();
    for item in &frame.items {
        assert_eq!(item.instances.len(), 5);
        for at in item.instances.clone() {
            let place = frame.instances[at as usize].rows[0][3];
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let number = place as u32;
            assert_eq!(item.mesh, mesh(number % 3));
            assert_eq!(item.surface, textured(number % 2));
            places.push(number);
        }
    }
    places.sort_unstable();
    assert_eq!(places, (0..30).collect::<Vec<u32>>(), "nothing lost, nothing twice");
}

#[test]
fn streamed_triangles_follow_the_order_of_drawing() {
    let mut frame = Frame::new();
    let surface = Surface { depth: Depth::Test, ..Surface::default() };
    let vertices = [Vertex::default(); 4];
    for distance in [1.0, 9.0, 4.0] {
        let range = frame.stream(&vertices, &[0, 1, 2, 0, 2, 3]);
        frame.push(Pass::EFFECTS, Mesh::Streamed, range, surface, Instance::default(), distance);
    }
    frame.finish();
    assert_eq!(frame.items.len(), 1, "one surface, one instance, one draw call");
    assert_eq!(frame.items[0].indices, 0..18);
    let firsts: Vec<u32> = frame.indices.chunks(6).map(|quad| quad[0]).collect();
    assert_eq!(firsts, [4, 8, 0], "far to near");
}

#[test]
fn empty_primitives_are_lines_in_the_log() {
    let mut frame = Frame::new();
    frame.push(Pass::OPAQUE, mesh(1), 5..5, Surface::default(), Instance::default(), 0.0);
    frame.push(Pass::OPAQUE, Mesh::Streamed, 0..3, Surface::default(), Instance::default(), 0.0);
    frame.finish();
    assert!(frame.items.is_empty());
    assert_eq!(frame.log, [LogLine::EmptyPrimitive, LogLine::EmptyPrimitive2]);
    let told: Vec<String> = frame.log.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["Rendering empty primitive!", "Rendering empty primitive2!"]);
}

#[test]
fn modes_do_not_run_into_each_other() {
    use ngi_render::frame::{Channels, Combine, Shade};
    let mut seen = std::collections::BTreeSet::new();
    for shade in [Shade::Lit, Shade::Baked, Shade::Glow, Shade::Plain] {
        for combine in [Combine::Modulate, Combine::Lightmap, Combine::Micro, Combine::Ripple] {
            for blend in 0..6 {
                for channels in [Channels::Rgba, Channels::Alpha] {
                    for (alpha_test, fog) in [(false, false), (true, false), (false, true)] {
                        let surface = Surface {
                            shade,
                            combine,
                            blend: BlendMode(blend),
                            alpha_test,
                            fog,
                            channels,
                            ..Surface::default()
                        };
                        assert!(seen.insert(surface.mode()));
                    }
                }
            }
        }
    }
}

#[test]
fn the_knee_and_the_spill_join_without_a_step() {
    for (at, value) in [(1.0, 1.0), (7.0, 2.0), (100.0, 2.0), (0.0, 0.0), (4.0, 1.5)] {
        assert!((knee(at) - value).abs() < 1e-5, "{at}");
    }
    for (at, value) in [(0.0, 0.0), (1.0, 0.8), (3.0, 1.0), (9.0, 1.0), (2.0, 0.9)] {
        assert!((spill(at) - value).abs() < 1e-5, "{at}");
    }
}

#[test]
fn the_nearest_lights_stay() {
    let mut lighting = Lighting::without_sky();
    let count = MOST_POINTS + 24;
    for place in 0..u16::try_from(count).unwrap() {
        let position = [f32::from(place), 0.0, 0.0];
        let light = PointLight { position, range: 1.0, colour: [1.0; 3], attenuation: [1.0; 3] };
        lighting.points.push(light);
    }
    let eye = [2000.0, 0.0, 0.0];
    assert_eq!(lighting.keep_nearest(eye), 24);
    let first = lighting.points.iter().map(|light| light.position[0]).fold(f32::MAX, f32::min);
    assert_eq!((lighting.points.len(), first), (MOST_POINTS, 24.0));
}

#[test]
fn a_framed_box_fills_the_picture_and_no_more() {
    let bounds = Bounds::new([-3.0, -1.0, 0.0], [5.0, 2.0, 9.0]);
    for (yaw, pitch, aspect, flat) in [
        (0.0, 0.0, 1.0, false),
        (2.2, 0.4, 1.6, false),
        (4.0, -1.2, 0.5, false),
        (1.0, 0.7, 1.0, true),
    ] {
        let mut camera = Camera { yaw, pitch, flat, ..Camera::default() };
        camera.frame(&bounds, aspect);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let size = [(1000.0 * aspect) as u32, 1000];
        let sight = camera.sight(size, &bounds);
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for corner in bounds.corners() {
            let [x, y] = sight.project(corner).unwrap();
            let (x, y) = (x / (500.0 * aspect) - 1.0, y / 500.0 - 1.0);
            assert!(x.abs() <= 1.0 && y.abs() <= 1.0, "{corner} at {x} {y}");
            let clip = sight.world * corner.extend(1.0);
            assert!(clip.z >= 0.0 && clip.z <= clip.w, "within near and far");
            (low, high) = (low.min(Vec2::new(x, y)), high.max(Vec2::new(x, y)));
        }
        assert!((low + high).abs().max_element() < 0.15, "in the middle: {low} {high}");
        assert!(high.max_element() > 0.9, "and it fills the picture: {high}");
    }
}

#[test]
fn what_is_turned_stays_in_the_picture() {
    // A long thing off the middle of the world, seen end on at first.
    let points = [[20.0, 3.0, 1.0], [22.0, 43.0, 1.0], [21.0, 20.0, 6.0]].map(Vec3::from_array);
    for (pitch, aspect) in [(0.2f32, 1.0f32), (0.9, 1.5), (-0.3, 0.7), (1.5, 1.0)] {
        let mut camera = Camera { yaw: 0.0, pitch, ..Camera::default() };
        camera.fit_turning(&points, aspect);
        let axis = camera.target.truncate();
        assert!(axis.distance(Vec2::new(21.0, 23.0)) < 0.1 || pitch > 1.2, "{axis}");
        let mut widest = 0.0f32;
        for turn in 0..48u8 {
            camera.yaw = f32::from(turn) / 48.0 * std::f32::consts::TAU;
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let sight = camera.sight([(1000.0 * aspect) as u32, 1000], &Bounds::of([[20.0; 3]]));
            for point in points {
                let [x, y] = sight.project(point).unwrap();
                let (x, y) = ((x / (500.0 * aspect) - 1.0).abs(), (y / 500.0 - 1.0).abs());
                assert!(x <= 1.0 && y <= 1.0, "{point} at {x} {y} after {turn}");
                widest = widest.max(x).max(y);
            }
        }
        assert!(widest > 0.85, "and fills it once: {widest}");
    }
}

#[test]
fn points_that_are_nowhere_do_not_matter() {
    let mut camera = Camera::default();
    camera.fit(&[Vec3::NAN, Vec3::INFINITY], f32::NAN);
    assert!(camera.target.is_finite() && camera.distance.is_finite());
    let alone = camera;
    camera.fit(&[], 1.0);
    assert_eq!(camera, alone);
}

#[test]
fn a_pixel_and_its_ray_belong_together() {
    let bounds = Bounds::UNIT;
    for flat in [false, true] {
        let mut camera = Camera { flat, ..Camera::default() };
        camera.frame(&bounds, 1.5);
        let sight = camera.sight([600, 400], &bounds);
        for point in [Vec3::ZERO, Vec3::new(0.5, -0.5, 0.9), Vec3::new(-0.9, 0.2, -0.4)] {
            let ray = sight.ray(sight.project(point).unwrap());
            let (origin, direction) = (Vec3::from(ray.origin), Vec3::from(ray.direction));
            let nearest = origin + direction * (point - origin).dot(direction);
            assert!(nearest.distance(point) < 1e-3, "{point} {nearest}");
        }
    }
}

#[test]
fn cameras_turn_the_way_they_say() {
    let north = Camera { yaw: 0.0, pitch: 0.0, ..Camera::default() };
    assert!(north.forward().distance(Vec3::Y) < 1e-6);
    assert!(north.right().distance(Vec3::X) < 1e-6);
    let down = Camera::from_above(Vec3::ZERO, 5.0);
    assert!(down.forward().distance(-Vec3::Z) < 1e-6);
    assert!(down.up().distance(Vec3::Y) < 1e-6, "north is up on a map");
    let (eye, target) = (Vec3::new(3.0, -4.0, 5.0), Vec3::new(1.0, 1.0, 1.0));
    let aimed = Camera::looking(eye, target);
    assert!(aimed.eye().distance(eye) < 1e-4);
    let mut turned = aimed;
    turned.look(0.3, 0.1);
    assert!(turned.eye().distance(eye) < 1e-4, "on the spot");
}

/// Everything the engine's own walk draws is in the frame, and nothing else.
#[test]
fn a_model_draws_what_the_engines_walk_draws() {
    let node = demo::game().locate(demo::WALKER).unwrap();
    let bytes = node.bytes().unwrap();
    let model = Model::read(&bytes).unwrap();
    let skeleton = Skeleton::new(&model);
    let mut pose = vec![Transform::IDENTITY; skeleton.len()];
    let mut scene = demo::open(demo::WALKER);
    scene.prepare(&mut Ledger::default());
    let mut frame = Frame::new();
    for level in 0..5 {
        let time = 0.52f32;
        let moment = Moment::At(time * 25.0);
        skeleton.pose(moment, RootTranslation::Clear, &mut pose).unwrap();
        let asked = draw::View {
            level: if level == 4 {
                draw::LevelChoice::FirstPerson
            } else {
                draw::LevelChoice::Fixed(level)
            },
            ..draw::View::default()
        };
        let mut items = Vec::new();
        let whole = Whole::whole(&model);
        let at = Transform::IDENTITY;
        let counters = draw::draw(&model, &whole, &pose, &at, &asked, &mut items);
        let settings = Settings { culling: false, ..Settings::default() };
        let view = View { level: Some(level), time, settings, ..View::default() };
        build(&mut *scene, &view, &mut frame);
        assert_eq!(frame.counters.meshes, counters.meshes, "level {level}");
        assert_eq!(frame.counters.primitives, counters.primitives, "level {level}");
        assert_eq!(frame.counters.faces, counters.faces, "level {level}");
        assert!(counters.primitives > 0 || level == 4);
    }
}

/// A model of two nodes without animation, and those of its tables that `keep` names.
fn still(keep: impl Fn(u32) -> bool) -> Result<(usize, Vec<[f32; 3]>), ngi_formats::Error> {
    let mut plan = msh::Blueprint::new("still");
    for x in [0.0, 5.0] {
        let node = plan.add_node(msh::PlainNode::new("part"));
        let corners = [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 0.0, 1.0]];
        plan.set_mesh(node, 0, 0, msh::Mesh::from_triangles(&corners, 0)).unwrap();
    }
    let bytes = plan.build().unwrap().write().unwrap();
    let archive = Archive::read(&bytes).unwrap();
    let mut editor = Editor::open(&archive);
    for entry in (0..archive.len()).rev() {
        if !keep(editor.records()[entry].type_id.0) {
            editor.remove(entry).unwrap();
        }
    }
    let asset = ModelAsset::read("still.msh", &editor.write().unwrap())?;
    let positions = asset.mesh.vertices.iter().map(|vertex| vertex.position).collect();
    let mut scene = ModelScene::new(asset, Looks::new(None), None);
    scene.prepare(&mut Ledger::default());
    let settings = Settings { culling: false, ..Settings::default() };
    let mut frame = Frame::new();
    build(&mut scene, &View { level: Some(0), settings, ..View::default() }, &mut frame);
    Ok((frame.counters.faces, positions))
}

/// Tables 1, 2, 3, 6 and 13 are required; every other one may be missing.
#[test]
fn a_still_model_is_drawn_from_five_tables() {
    const REQUIRED: [u32; 5] = [1, 2, 3, 6, 13];
    let whole = still(|_| true).unwrap();
    assert_eq!((whole.0, whole.1.len()), (2, 6));
    assert_eq!(still(|table| REQUIRED.contains(&table)).unwrap(), whole);
    for table in 1..=20 {
        let rest = still(|other| other != table);
        if REQUIRED.contains(&table) {
            assert!(rest.is_err(), "drawn without table {table}");
        } else {
            assert_eq!(rest.unwrap(), whole, "without table {table}");
        }
    }
}

#[test]
fn what_the_camera_does_not_see_is_left_out() {
    let mut scene = demo::open(demo::WALKER);
    scene.prepare(&mut Ledger::default());
    let mut frame = Frame::new();
    let camera = scene.camera(1.0);
    let mut view = View { camera, level: Some(0), size: [64, 64], ..View::default() };
    build(&mut *scene, &view, &mut frame);
    assert_eq!(frame.counters.culled, 0);
    let (meshes, all) = (frame.counters.meshes, frame.counters.primitives);
    assert!(meshes > 5 && all >= meshes);
    view.camera.yaw += std::f32::consts::PI;
    view.camera.target = view.camera.eye() + view.camera.forward() * 10.0;
    view.camera.set_eye(scene.bounds().center() + Vec3::new(500.0, 0.0, 0.0));
    view.camera.target = scene.bounds().center() + Vec3::new(900.0, 0.0, 0.0);
    view.camera.set_eye(scene.bounds().center() + Vec3::new(500.0, 0.0, 0.0));
    build(&mut *scene, &view, &mut frame);
    assert_eq!((frame.counters.primitives, frame.counters.culled), (0, meshes));
}

fn crowd(count: u8) -> Crowd {
    let mut crowd = Crowd::new(Looks::new(Some(demo::game())));
    let node = demo::game().locate(demo::WALKER).unwrap();
    let asset = ModelAsset::read("walker.msh", &node.bytes().unwrap()).unwrap();
    let walker = crowd.add_breed(asset, wear_beside(&node).as_deref());
    for place in 0..count {
        let at = Affine3A::from_translation(Vec3::new(f32::from(place) * 5.0, 0.0, 0.0));
        crowd.place(walker, Placed { world_from_model: at, ahead: f32::from(place) });
    }
    crowd.prepare(&mut Ledger::default());
    crowd
}

#[test]
fn draw_calls_are_bounded_by_states_not_by_models() {
    let view = View {
        level: Some(0),
        settings: Settings { culling: false, ..Settings::default() },
        ..View::default()
    };
    let mut frame = Frame::new();
    build(&mut crowd(1), &view, &mut frame);
    let one = frame.counters;
    build(&mut crowd(50), &view, &mut frame);
    let many = frame.counters;
    assert_eq!(many.primitives, one.primitives * 50);
    assert_eq!(many.faces, one.faces * 50);
    assert_eq!(many.batches, one.batches, "the same draw calls, fifty times as many instances");
}

#[test]
fn the_same_moment_gives_the_same_frame_and_no_list_grows() {
    let mut crowd = crowd(20);
    let mut frame = Frame::new();
    let view = |time| View { time, overlays: Overlays::GRID, ..View::default() };
    build(&mut crowd, &view(0.7), &mut frame);
    let first = (frame.items.clone(), frame.instances.clone(), frame.counters);
    for step in 0u8..50 {
        build(&mut crowd, &view(f32::from(step) * 0.1), &mut frame);
    }
    let room = (frame.items.capacity(), frame.instances.capacity(), frame.lines_below.capacity());
    for step in 0u8..50 {
        build(&mut crowd, &view(f32::from(step) * 0.1), &mut frame);
    }
    let later = (frame.items.capacity(), frame.instances.capacity(), frame.lines_below.capacity());
    assert_eq!(room, later);
    build(&mut crowd, &view(0.7), &mut frame);
    assert_eq!(first, (frame.items.clone(), frame.instances.clone(), frame.counters));
}

#[test]
fn overlays_are_lines_and_texts() {
    let mut scene = demo::open(demo::WALKER);
    scene.prepare(&mut Ledger::default());
    let mut frame = Frame::new();
    let mut count = |overlays: Overlays| {
        let view = View { overlays, level: Some(0), ..View::default() };
        build(&mut *scene, &view, &mut frame);
        (frame.lines.len(), frame.lines_on_top.len(), frame.labels().len(), frame.counters)
    };
    let (lines, on_top, labels, counters) = count(Overlays::NONE);
    assert_eq!((lines, on_top, labels), (0, 0, 0));
    assert_eq!(count(Overlays::WIRE).0, counters.faces * 3);
    assert_eq!(count(Overlays::NORMALS).0, counters.faces * 3);
    assert!(count(Overlays::BOUNDS).0 > 12);
    assert!(count(Overlays::LINKS).0 > 0);
    let (_, on_top, names, _) = count(Overlays::NODES);
    assert!(on_top >= names * 3 && names > 5);
    assert_eq!("wire, NODES".parse(), Ok(Overlays::WIRE | Overlays::NODES));
    assert!("wires".parse::<Overlays>().unwrap_err().contains("wire, normals"));
}

#[test]
fn a_ray_through_the_middle_picks_the_walker() {
    let mut scene = demo::open(demo::WALKER);
    scene.prepare(&mut Ledger::default());
    let mut frame = Frame::new();
    let view =
        View { camera: scene.camera(1.0), size: [200, 200], level: Some(0), ..View::default() };
    build(&mut *scene, &view, &mut frame);
    let picked = scene.pick(&frame.sight.ray([100.0, 100.0])).unwrap();
    assert!(picked.node_name.is_some_and(|name| !name.is_empty()));
    assert!(picked.material_name.is_some());
    assert!(picked.batch.is_some() && picked.triangle.is_some());
    let bounds = scene.bounds();
    for (axis, at) in picked.position.into_iter().enumerate() {
        assert!((bounds.min[axis] - 0.5..=bounds.max[axis] + 0.5).contains(&at));
    }
    assert!(scene.pick(&frame.sight.ray([1.0, 1.0])).is_none(), "the corner is empty");
}

#[test]
fn what_is_prepared_is_released() {
    for path in [demo::WALKER, "Textures.lib/FIRE.0", "Material.lib/WATER"] {
        let mut scene = demo::open(path);
        let mut ledger = Ledger::default();
        scene.prepare(&mut ledger);
        assert!(ledger.textures > 0, "{path}");
        let kept = (ledger.textures, ledger.meshes);
        scene.prepare(&mut ledger);
        assert_eq!(kept, (ledger.textures, ledger.meshes), "{path}: twice is once");
        scene.release(&mut ledger);
        assert_eq!((ledger.textures, ledger.meshes), (0, 0), "{path}");
    }
}
