//! Draw walk and triangle walk.

use glam::{Mat4, Vec3, Vec3A, Vec4};
use ngi_formats::msh::{
    Aabb, BatchWord, Blueprint, Cylinder, Face, Mesh, Model, Normal, Part, PlainNode, Sphere,
    Track, TriangleFlags, Uv, Vertex, resource,
};
use ngi_formats::nres::Archive;
use proptest::prelude::*;

use super::samples::{key, patch, square, tolerant, written};
use crate::model::draw::{Counters, CullBy, LevelChoice, View, draw, node_is_seen};
use crate::model::slots::LevelDistances;
use crate::model::triangles::{self, Filter, Neighbour};
use crate::model::{Frustum, Instance, Moment, RootTranslation, Skeleton, Transform, bounds};

/// Sees x from −10 to 10, everything else.
fn slice() -> Frustum {
    let open = Vec4::new(0.0, 0.0, 0.0, 1.0);
    let (left, right) = (Vec4::new(2.0, 0.0, 0.0, 20.0), Vec4::new(-1.0, 0.0, 0.0, 10.0));
    Frustum::from_planes([left, right, open, open, open, open])
}

fn posed(model: &Model<'_>) -> (Instance, Vec<Transform>) {
    let skeleton = Skeleton::new(model);
    let mut pose = vec![Transform::IDENTITY; skeleton.len()];
    skeleton.pose(Moment::Rest, RootTranslation::Keep, &mut pose).unwrap();
    (Instance::whole(model), pose)
}

/// Two nodes: one at the origin with levels 0, 1 and 4, one at x = 50 with two batches and two
/// stages.
fn scene() -> Vec<u8> {
    let mut plan = Blueprint::new("scene");
    let near = plan.add_node(PlainNode::new("near"));
    for level in [0, 1, 4] {
        plan.set_mesh(near, 0, level, square(0.0, 0.0, level as u8)).unwrap();
    }
    let track = Track::still(key([50.0, 0.0, 0.0], 0.0, 0.0));
    let far = plan.add_node(PlainNode::new("far").with_track(track));
    let mut mesh = square(0.0, 0.0, 7);
    let mut second = mesh.parts[0].clone();
    second.word = BatchWord::SEE_THROUGH;
    second.faces.truncate(1);
    mesh.parts.push(second);
    plan.set_mesh(far, 0, 0, mesh).unwrap();
    plan.set_mesh(far, 1, 0, square(0.0, 0.0, 9)).unwrap();
    written(&plan)
}

fn drawn(
    bytes: &[u8],
    instance: Option<Instance>,
    view: &View<'_>,
) -> (Vec<(usize, u8)>, Counters) {
    let model = Model::read(bytes).unwrap();
    let (whole, pose) = posed(&model);
    let instance = instance.unwrap_or(whole);
    let mut out = Vec::new();
    let counters = draw(&model, &instance, &pose, &Transform::IDENTITY, view, &mut out);
    for item in &out {
        assert_eq!(model.batches.get(item.batch), Some(item.record));
        assert_eq!(model.slot_index(item.node, item.stage, item.level), Some(item.slot));
    }
    (out.iter().map(|item| (item.node, item.record.material)).collect(), counters)
}

#[test]
fn everything_at_the_finest_level() {
    let (items, counters) = drawn(&scene(), None, &View::default());
    assert_eq!(items, [(0, 0), (1, 7), (1, 7)]);
    let expected = Counters { meshes: 2, primitives: 3, faces: 5, culled: 0, cut_off: false };
    assert_eq!(counters, expected);
}

#[test]
fn batches_and_nodes_are_left_out_on_request() {
    let view = View { skip: BatchWord::SEE_THROUGH, nodes: Some(&[1, 99]), ..View::default() };
    let (items, counters) = drawn(&scene(), None, &view);
    assert_eq!(items, [(1, 7)]);
    assert_eq!((counters.meshes, counters.primitives, counters.faces), (1, 1, 2));
}

#[test]
fn levels_are_chosen() {
    let level = |level| drawn(&scene(), None, &View { level, ..View::default() }).0;
    // The far node has no coarser level.
    assert_eq!(level(LevelChoice::Fixed(3)), [(0, 1), (1, 7), (1, 7)]);
    assert_eq!(level(LevelChoice::Fixed(99)), [(0, 1), (1, 7), (1, 7)]);
    assert_eq!(level(LevelChoice::FirstPerson), [(0, 4)]);
    let distances = LevelDistances::default();
    let by = |x| level(LevelChoice::ByDistance { eye: [x, 0.0, 0.0], distances });
    assert_eq!(by(59.0), [(0, 0), (1, 7), (1, 7)]);
    assert_eq!(by(61.0), [(0, 1), (1, 7), (1, 7)]);
}

#[test]
fn stages_are_chosen() {
    let bytes = scene();
    let model = Model::read(&bytes).unwrap();
    let mut instance = Instance::whole(&model);
    instance.set_life(1, 0.5);
    assert_eq!(drawn(&bytes, Some(instance.clone()), &View::default()).0, [(0, 0), (1, 9)]);
    instance.set_life(1, 0.0);
    assert_eq!(drawn(&bytes, Some(instance), &View::default()).0, [(0, 0)]);
}

#[test]
fn what_is_not_seen_is_not_drawn() {
    let frustum = slice();
    for cull_by in [CullBy::Box, CullBy::Sphere] {
        let view = View { frustum: Some(&frustum), cull_by, ..View::default() };
        let (items, counters) = drawn(&scene(), None, &view);
        assert_eq!(items, [(0, 0)]);
        assert_eq!((counters.meshes, counters.culled), (1, 1));
    }
}

#[test]
fn spheres_grow_by_the_largest_scale() {
    let sphere = Sphere { center: [1.0, 0.0, 0.0], radius: 2.0 };
    let scaled = Transform::from_scale(Vec3::new(1.0, 3.0, 0.5));
    let (center, radius) = bounds::world_sphere(&scaled, &sphere);
    assert_eq!((center.to_array(), radius), ([1.0, 0.0, 0.0], 6.0));
    let at = |x: f32| Transform::from_translation(Vec3::new(x, 0.0, 0.0)) * scaled;
    assert!(bounds::sees_sphere(&slice(), &at(14.9), &sphere));
    assert!(!bounds::sees_sphere(&slice(), &at(15.1), &sphere));
}

#[test]
fn nodes_without_a_slot_go_by_the_model() {
    let mut plan = Blueprint::new("bare");
    plan.add_node(PlainNode::new("bare"));
    let track = Track::still(key([30.0, 0.0, 0.0], 0.0, 0.0));
    let node = plan.add_node(PlainNode::new("node").with_track(track));
    plan.set_mesh(node, 0, 0, square(0.0, 0.0, 0)).unwrap();
    let bytes = written(&plan);
    let model = Model::read(&bytes).unwrap();
    let (instance, pose) = posed(&model);
    // The bare node is at the origin, but the model's bounds are at x = 30.
    for bound in [bounds::ModelBound::Box, bounds::ModelBound::Sphere, bounds::ModelBound::Cylinder]
    {
        for (x, seen) in [(0.0, false), (-30.0, true), (-60.0, false)] {
            let world = Transform::from_translation(Vec3::new(x, 0.0, 0.0));
            let answer = node_is_seen(&model, &instance, &pose, &world, &slice(), 0, bound);
            assert_eq!(answer, seen, "{bound:?} {x}");
        }
    }
}

#[test]
fn cylinders_reach_as_far_as_they_lean() {
    let cylinder = Cylinder { low: [0.0, 0.0, -5.0], high: [0.0, 0.0, 5.0], radius: 2.0 };
    let at = |x: f32, turn: f32| {
        Transform::from_translation(Vec3::new(x, 0.0, 0.0)) * Transform::from_rotation_y(turn)
    };
    let sees = |x, turn: f32| bounds::sees_cylinder(&slice(), &at(x, turn), &cylinder);
    assert!(sees(11.9, 0.0) && !sees(12.1, 0.0));
    let quarter = std::f32::consts::FRAC_PI_2;
    assert!(sees(14.9, quarter) && !sees(15.1, quarter));
}

fn points() -> impl Strategy<Value = [f32; 3]> {
    [-20.0f32..20.0, -20.0..20.0, -20.0..20.0]
}

/// A camera that looks at the origin, right-handed, down −z.
fn camera(eye: Vec3) -> Mat4 {
    let forward = (-eye).normalize_or(Vec3::Y);
    let right = forward.cross(Vec3::new(0.1, 0.2, 1.0)).normalize_or(Vec3::X);
    let up = right.cross(forward);
    let [x, y, z] = [right, up, -forward].map(|axis| axis.extend(-axis.dot(eye)));
    Mat4::from_cols(x, y, z, Vec4::W).transpose()
}

/// 90° up and down, from 0.5 to 100, depth from 0 to 1.
fn projection() -> Mat4 {
    let (near, far) = (0.5f32, 100.0f32);
    let scale = far / (near - far);
    Mat4::from_cols(
        Vec4::X,
        Vec4::Y,
        Vec4::new(0.0, 0.0, scale, -1.0),
        Vec4::new(0.0, 0.0, near * scale, 0.0),
    )
}

proptest! {
    #[test]
    fn what_is_inside_is_never_hidden(
        a in points(), b in points(), share in [0.0f32..=1.0, 0.0..=1.0, 0.0..=1.0],
        axis in points(), angle in -3.0f32..3.0, shift in points(), eye in points(),
    ) {
        let (a, b) = (Vec3A::from_array(a), Vec3A::from_array(b));
        let (min, max) = (a.min(b), a.max(b));
        let axis = Vec3::from_array(axis).normalize_or(Vec3::Z);
        let world = Transform::from_axis_angle(axis, angle);
        let world = Transform::from_translation(Vec3::from_array(shift)) * world;
        let inner = min + (max - min) * Vec3A::from_array(share);
        let point = world.transform_point3a(inner);
        let view = camera(Vec3::from_array(eye));
        let clip = projection() * view;
        let seen = clip.project_point3(point.into());
        let behind = (view * Vec3::from(point).extend(1.0)).z > -0.5;
        let inside = !behind && seen.x.abs() <= 1.0 && seen.y.abs() <= 1.0 && seen.z <= 1.0;
        let frustum = Frustum::new(&clip);
        if inside {
            let aabb = Aabb { min: min.to_array(), max: max.to_array() };
            prop_assert!(bounds::sees_box(&frustum, &world, &aabb));
            let center = ((min + max) * 0.5).to_array();
            let sphere = Sphere { center, radius: (max - min).length() * 0.5 };
            prop_assert!(bounds::sees_sphere(&frustum, &world, &sphere));
        } else if (seen.x.abs() > 1.001 || seen.y.abs() > 1.001 || seen.z > 1.001) || behind {
            // A point outside is hidden.
            let dot = Aabb { min: inner.to_array(), max: inner.to_array() };
            let far = (view * Vec3::from(point).extend(1.0)).z;
            if !(-0.51..=-0.49).contains(&far) {
                prop_assert!(!bounds::sees_box(&frustum, &world, &dot));
            }
        }
    }
}

/// A strip of four triangles in two batches, then one more with flags.
fn strip() -> Vec<u8> {
    let point =
        |x: u8, y: u8| Vertex { position: [f32::from(x), f32::from(y), 0.0], ..Vertex::default() };
    let vertices = (0..3).flat_map(|x| [point(x, 0), point(x, 1)]).collect();
    let faces = [[0u32, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5]].map(Face::from);
    let mut flagged = faces[3];
    flagged.flags = TriangleFlags::FOLIAGE;
    let first = Part::new(1, faces[..2].to_vec());
    let mut second = Part::new(2, vec![faces[2], flagged]);
    second.word = BatchWord::TWO_SIDED;
    let mut plan = Blueprint::new("strip");
    let other = plan.add_node(PlainNode::new("other"));
    let node = plan.add_node(PlainNode::new("strip"));
    plan.set_mesh(other, 0, 0, square(0.0, 0.0, 0)).unwrap();
    let mesh = Mesh { vertices, parts: vec![first, second], ..Mesh::default() };
    plan.set_mesh(node, 0, 0, mesh).unwrap();
    written(&plan)
}

#[test]
fn triangles_in_order() {
    let bytes = strip();
    let model = Model::read(&bytes).unwrap();
    let slot = model.slot(1, 0, 0).unwrap();
    let walk = |filter| -> Vec<(usize, u8)> {
        triangles::walk(&model, &slot, filter).map(|t| (t.triangle, t.record.material)).collect()
    };
    assert_eq!(walk(Filter::ALL), [(2, 1), (3, 1), (4, 2), (5, 2)]);
    assert_eq!(walk(Filter::SHOT), [(2, 1), (3, 1), (4, 2)]);
    let two_sided = Filter { batches: BatchWord::TWO_SIDED, ..Filter::ALL };
    assert_eq!(walk(two_sided), [(2, 1), (3, 1)]);
    // What is left out takes its descriptors all the same.
    let foliage = Filter { triangles: TriangleFlags::FOLIAGE, ..Filter::ALL };
    assert_eq!(walk(foliage).last(), Some(&(4, 2)));
    for met in triangles::walk(&model, &slot, Filter::ALL) {
        assert_eq!(triangles::find(&model, &slot, met.triangle), Some(met));
        assert_eq!(met.positions, met.vertices.map(|v| model.positions.get(v).unwrap()));
        assert!(triangles::owns(&slot, met.triangle));
        assert_eq!(triangles::owner(&model, met.triangle), model.slot_index(1, 0, 0));
    }
    assert_eq!(triangles::find(&model, &slot, 1), None);
    assert_eq!(triangles::find(&model, &slot, 6), None);
    assert_eq!(triangles::owner(&model, 6), None);
}

/// Ten triangles in five batches: flags 0, 2, 4, 0x10 and 0x20 in a plain batch, then one without
/// flags in each batch with the words 2, 8, 0x100 and 0x200, then one with all flags.
fn flagged() -> Vec<u8> {
    let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        .map(|position| Vertex { position, ..Vertex::default() });
    let face = |flags: u16| Face { flags: TriangleFlags(flags), ..Face::from([0u32, 1, 2]) };
    let part = |word: u32, faces: Vec<Face>| Part { word: BatchWord(word), ..Part::new(0, faces) };
    let mut parts = vec![part(0, [0, 0x2, 0x4, 0x10, 0x20].map(face).to_vec())];
    parts.extend([0x2, 0x8, 0x100, 0x200].map(|word| part(word, vec![face(0)])));
    parts.push(part(0, vec![face(0x36)]));
    let mut plan = Blueprint::new("flagged");
    let node = plan.add_node(PlainNode::new("flagged"));
    let mesh = Mesh { vertices: vertices.to_vec(), parts, ..Mesh::default() };
    plan.set_mesh(node, 0, 0, mesh).unwrap();
    written(&plan)
}

/// Descriptors are numbered in order; filtered triangles and batches keep their numbers.
#[test]
fn filters_of_the_engine_pass_the_right_triangles() {
    let bytes = flagged();
    let model = Model::read(&bytes).unwrap();
    let slot = model.slot(0, 0, 0).unwrap();
    let passed = |filter| -> Vec<usize> {
        triangles::walk(&model, &slot, filter).map(|met| met.triangle).collect()
    };
    assert_eq!(passed(Filter::ALL), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(passed(Filter::SHOT), [0, 1, 3, 5, 7]);
    assert_eq!(passed(Filter::SHOT.doors_open()), [0, 1, 5, 7]);
    assert_eq!(passed(Filter::push_out(false)), [0, 3, 4, 5, 6, 7, 8]);
    assert_eq!(passed(Filter::push_out(true)), [0, 1, 3, 4, 5, 6, 7, 8]);
    assert_eq!(passed(Filter::push_out(true).doors_open()), [0, 1, 4, 5, 6, 7, 8]);
    let required = Filter { required_triangles: TriangleFlags(0x12), ..Filter::ALL };
    assert_eq!(passed(required), [9]);
    let required = Filter { required_batches: BatchWord(0x8), ..Filter::ALL };
    assert_eq!(passed(required), [6]);
}

/// A link is 0xFFFF or the index of a descriptor; any other leads nowhere.
#[test]
fn links_outside_the_descriptors_lead_nowhere() {
    let mut bytes = strip();
    let model = Model::read(&bytes).unwrap();
    let count = model.triangles.unwrap().len();
    let edge = triangles::neighbours(&model, 3).iter().position(Option::is_some).unwrap();
    let link = 3 * 16 + 2 + 2 * edge;
    for (value, found) in [(2, Some(2)), (count as u16, None), (0xFFFE, None), (0xFFFF, None)] {
        patch(&mut bytes, resource::TRIANGLES, link, &value.to_le_bytes());
        let model = tolerant(&bytes);
        let neighbour = triangles::neighbours(&model, 3)[edge];
        assert_eq!(neighbour.map(|at| at.triangle), found, "{value:#x}");
    }
}

/// Node, position, normal and texture coordinates.
type DrawnVertex = (usize, [f32; 3], [f32; 3], [f32; 2]);

/// Reference walk over the raw tables, as the description of the format gives it: node, slot,
/// batch, index, vertex.
fn raw_walk(bytes: &[u8], stage: usize, level: usize) -> Vec<DrawnVertex> {
    let archive = Archive::read(bytes).unwrap();
    let table = |id: u32| archive.of_type(id.into(), 0).next().unwrap().payload().unwrap();
    let [nodes, slots, positions, normals, uvs, indices, batches] =
        [1, 2, 3, 4, 5, 6, 13].map(table);
    let u16_at =
        |table: &[u8], at: usize| usize::from(u16::from_le_bytes([table[at], table[at + 1]]));
    let u32_at =
        |table: &[u8], at: usize| u32::from_le_bytes(table[at..at + 4].try_into().unwrap());
    let mut found = Vec::new();
    for node in 0..nodes.len() / 38 {
        let slot = u16_at(nodes, 2 * (4 + node * 19 + stage * 5 + level));
        if slot == 0xFFFF {
            continue;
        }
        let slot = &slots[0x8C + slot * 68..];
        let first = u16_at(slot, 4);
        for batch in first..first + u16_at(slot, 6) {
            let batch = &batches[batch * 20..];
            let start = u32_at(batch, 10) as usize;
            for index in start..start + u16_at(batch, 8) {
                let vertex = u32_at(batch, 16) as usize + u16_at(indices, index * 2);
                let position =
                    [0, 4, 8].map(|at| f32::from_bits(u32_at(positions, vertex * 12 + at)));
                let normal =
                    [0, 1, 2].map(|at| f32::from(normals[vertex * 4 + at].cast_signed()) / 127.0);
                let uv = [0, 2].map(|at| (u16_at(uvs, vertex * 4 + at) as u16).cast_signed());
                found.push((node, position, normal, uv.map(|part| f32::from(part) / 1024.0)));
            }
        }
    }
    found
}

/// The draw walk names the vertices that the reference walk reaches, in the same order.
#[test]
fn drawn_vertices_are_those_of_the_raw_tables() {
    let mut plan = Blueprint::new("drawn");
    let mut number = 0i16;
    for (name, stages) in [("a", 2), ("b", 1), ("none", 0), ("c", 1)] {
        let node = plan.add_node(PlainNode::new(name));
        for stage in 0..stages {
            for level in 0..2 {
                let mut mesh = square(f32::from(number), stage as f32, level as u8);
                mesh.parts
                    .push(Part { faces: vec![mesh.parts[0].faces[1]], ..mesh.parts[0].clone() });
                for vertex in &mut mesh.vertices {
                    number += 1;
                    vertex.uv = Uv { u: number * 7, v: -number };
                    vertex.normal = Normal { xyz: [number as i8, 3, 100], unk_0x03: 0 };
                }
                plan.set_mesh(node, stage, level, mesh).unwrap();
            }
        }
    }
    let bytes = written(&plan);
    let model = Model::read(&bytes).unwrap();
    let (instance, pose) = posed(&model);
    for level in 0..2 {
        let view = View { level: LevelChoice::Fixed(level), ..View::default() };
        let mut items = Vec::new();
        draw(&model, &instance, &pose, &Transform::IDENTITY, &view, &mut items);
        let mut drawn = Vec::new();
        for item in &items {
            for vertex in model.batch_faces(item.batch).flatten() {
                let normal = model.normals.unwrap().get(vertex).unwrap().decode();
                let uv = model.uvs.unwrap().get(vertex).unwrap().decode();
                drawn.push((item.node, model.positions.get(vertex).unwrap(), normal, uv));
            }
        }
        assert_eq!(drawn.len(), 3 * 9, "three nodes of three triangles");
        assert_eq!(drawn, raw_walk(&bytes, 0, level));
    }
}

#[test]
fn a_batch_takes_a_descriptor_for_a_broken_triangle() {
    let mut bytes = strip();
    // The strip's first batch is the model's second: four indices are (4 + 2) / 3 = 2 triangles.
    patch(&mut bytes, resource::BATCHES, 20 + 8, &4u16.to_le_bytes());
    let model = tolerant(&bytes);
    let slot = model.slot(1, 0, 0).unwrap();
    let met: Vec<_> = triangles::walk(&model, &slot, Filter::ALL).collect();
    // Its missing corners are the indices behind the four, which are still there.
    assert_eq!(met.iter().map(|t| t.triangle).collect::<Vec<_>>(), [2, 3, 4, 5]);
    patch(&mut bytes, resource::BATCHES, 20 + 8, &3u16.to_le_bytes());
    let model = tolerant(&bytes);
    let met = triangles::walk(&model, &slot, Filter::ALL);
    assert_eq!(
        met.map(|t| (t.triangle, t.record.material)).collect::<Vec<_>>(),
        [(2, 1), (3, 2), (4, 2)]
    );
}

#[test]
fn neighbours_hang_together() {
    let bytes = strip();
    let model = Model::read(&bytes).unwrap();
    let slot = model.slot(1, 0, 0).unwrap();
    for triangle in 0..6 {
        for (edge, neighbour) in triangles::neighbours(&model, triangle).into_iter().enumerate() {
            let Some(Neighbour { triangle: other, edge: Some(twin) }) = neighbour else { continue };
            let back = triangles::neighbours(&model, other)[twin];
            assert_eq!(back, Some(Neighbour { triangle, edge: Some(edge) }));
        }
    }
    let set = |start, skip, most| triangles::neighbour_set(&model, &slot, start, skip, most);
    assert_eq!(set(2, TriangleFlags(0), 9), [2, 3, 4, 5]);
    assert_eq!(set(2, TriangleFlags::FOLIAGE, 9), [2, 3, 4]);
    assert_eq!(set(4, TriangleFlags(0), 3).len(), 3);
    assert_eq!(set(2, TriangleFlags(0), 0), [0usize; 0]);
    assert_eq!(set(0, TriangleFlags(0), 9), [0usize; 0], "another slot's");
    assert_eq!(set(5, TriangleFlags::FOLIAGE, 9), [0usize; 0]);
}
