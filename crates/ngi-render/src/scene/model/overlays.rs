//! What is drawn on top of a model: edges, normals, bounds, nodes, links, sockets.

use std::collections::HashMap;

use glam::{Affine3A, Vec3};

use super::asset::ModelAsset;
use super::draw::{Placed, Posed, Shown};
use crate::Bounds;
use crate::frame::{Frame, Vertex};
use crate::numbers::to_usize;
use crate::overlay::{axes, boxed, colours, cylinder, sphere};
use crate::scene::view::{Overlays, View};

/// Lines an overlay of one kind has at most; a picture shows no more.
const MOST_LINES: usize = 400_000;

/// Draws the overlays of a view.
pub fn draw(asset: &ModelAsset, posed: &Posed, placed: &Placed, view: &View, frame: &mut Frame) {
    let has = |overlay| view.overlays.has(overlay);
    let size = asset.bounds().or_unit().radius();
    if has(Overlays::WIRE) {
        wire(asset, posed, frame);
    }
    if has(Overlays::NORMALS) {
        normals(asset, posed, size * 0.025, frame);
    }
    if has(Overlays::BOUNDS) {
        bounds(asset, posed, placed, frame);
    }
    if has(Overlays::LINKS) {
        links(asset, posed, frame);
    }
    if has(Overlays::NODES) {
        nodes(asset, posed, placed, size * 0.08, frame);
    }
    if has(Overlays::SOCKETS) {
        sockets(asset, posed, placed, size * 0.06, frame);
    }
}

/// Calls `visit` with the corners of every triangle that is shown, in the world, and the number
/// of its descriptor.
fn triangles(
    asset: &ModelAsset,
    shown: &Shown,
    mut visit: impl FnMut([(Vec3, &Vertex); 3], usize),
) {
    let Some(slot) = asset.slots.get(shown.slot) else { return };
    for &(batch, first) in &slot.batches {
        let Some(batch) = asset.batches.get(batch) else { continue };
        let range = to_usize(batch.indices.start)..to_usize(batch.indices.end);
        let faces = asset.mesh.indices.get(range).unwrap_or_default().as_chunks::<3>().0;
        for (face, triangle) in faces.iter().zip(first..) {
            let corner = |index: u32| {
                let vertex = asset.mesh.vertices.get(to_usize(index))?;
                let at = Vec3::from_array(vertex.position);
                Some((shown.world_from_node.transform_point3(at), vertex))
            };
            let [a, b, c] = face.map(corner);
            if let (Some(a), Some(b), Some(c)) = (a, b, c) {
                visit([a, b, c], triangle);
            }
        }
    }
}

fn wire(asset: &ModelAsset, posed: &Posed, frame: &mut Frame) {
    for shown in &posed.shown {
        triangles(asset, shown, |[(a, _), (b, _), (c, _)], _| {
            if frame.lines.len() < MOST_LINES {
                frame.line(a, b, colours::WIRE);
                frame.line(b, c, colours::WIRE);
                frame.line(c, a, colours::WIRE);
            }
        });
    }
}

fn normals(asset: &ModelAsset, posed: &Posed, length: f32, frame: &mut Frame) {
    for shown in &posed.shown {
        triangles(asset, shown, |corners, _| {
            for (at, vertex) in corners {
                let [x, y, z, _] = vertex.normal.map(f32::from);
                let way = shown.world_from_node.transform_vector3(Vec3::new(x, y, z));
                if frame.lines.len() < MOST_LINES {
                    frame.line(at, at + way.normalize_or_zero() * length, colours::NORMALS);
                }
            }
        });
    }
}

/// Boxes of the slots that are shown, and the model's own box, sphere and cylinder.
fn bounds(asset: &ModelAsset, posed: &Posed, placed: &Placed, frame: &mut Frame) {
    let [r, g, b, _] = colours::BOX;
    for shown in &posed.shown {
        let Some(slot) = asset.slots.get(shown.slot) else { continue };
        let bounds = Bounds::new(slot.aabb.min, slot.aabb.max);
        boxed(frame, &shown.world_from_node, &bounds, [r, g, b, 90]);
    }
    let world = &placed.world_from_model;
    boxed(frame, world, &asset.header_bounds(), colours::BOX);
    let scale = ngi_engine::model::bounds::largest_scale(world);
    let point = |at: [f32; 3]| world.transform_point3(Vec3::from_array(at));
    let round = &asset.header.sphere;
    sphere(frame, point(round.center), round.radius * scale, colours::SPHERE);
    let tall = &asset.header.cylinder;
    cylinder(frame, point(tall.low), point(tall.high), tall.radius * scale, colours::CYLINDER);
}

/// Axes of all nodes, lines to their parents, and their names.
fn nodes(asset: &ModelAsset, posed: &Posed, placed: &Placed, length: f32, frame: &mut Frame) {
    let place = |node: usize| -> Option<Affine3A> {
        Some(placed.world_from_model * *posed.pose.get(node)?)
    };
    for (index, node) in asset.nodes.iter().enumerate() {
        let Some(world_from_node) = place(index) else { continue };
        let at = Vec3::from(world_from_node.translation);
        if let Some(parent) = node.parent.and_then(place) {
            frame.line_on_top(at, parent.translation.into(), colours::BONES);
        }
        axes(frame, &world_from_node, length);
        frame.label(at, &node.name, colours::NAMES);
    }
}

/// Nodes with a label: where other parts are mounted.
fn sockets(asset: &ModelAsset, posed: &Posed, placed: &Placed, length: f32, frame: &mut Frame) {
    for (node, model_from_node) in asset.nodes.iter().zip(&posed.pose) {
        if node.label.is_empty() {
            continue;
        }
        let world_from_node = placed.world_from_model * *model_from_node;
        let at = Vec3::from(world_from_node.translation);
        let mark = Bounds::new([-length * 0.3; 3], [length * 0.3; 3]);
        let before = frame.lines.len();
        boxed(frame, &world_from_node, &mark, colours::SOCKETS);
        // On top: sockets lie inside the hull.
        let lines = frame.lines.drain(before..);
        frame.lines_on_top.extend(lines);
        let forward = world_from_node.transform_vector3(Vec3::Y).normalize_or_zero();
        frame.line_on_top(at, at + forward * length, colours::SOCKETS);
        frame.label(at, &node.label, colours::SOCKETS);
    }
}

/// Lines between the middles of triangles that are neighbours; open edges red.
fn links(asset: &ModelAsset, posed: &Posed, frame: &mut Frame) {
    for shown in &posed.shown {
        let mut middles: HashMap<usize, ([Vec3; 3], Vec3)> = HashMap::new();
        triangles(asset, shown, |[(a, _), (b, _), (c, _)], triangle| {
            middles.insert(triangle, ([a, b, c], (a + b + c) / 3.0));
        });
        let mut numbers: Vec<&usize> = middles.keys().collect();
        numbers.sort_unstable();
        for &number in numbers {
            let (Some((corners, middle)), Some(descriptor)) =
                (middles.get(&number), asset.triangles.get(number))
            else {
                continue;
            };
            if frame.lines.len() >= MOST_LINES {
                return;
            }
            let [a, b, c] = *corners;
            for (edge, (from, to)) in [(a, b), (b, c), (c, a)].into_iter().enumerate() {
                match descriptor.neighbour(edge) {
                    None => frame.line(from, to, colours::OPEN),
                    Some(other) if other > number => {
                        if let Some((_, there)) = middles.get(&other) {
                            let across = (from + to) * 0.5;
                            frame.line(*middle, across, colours::LINKS);
                            frame.line(across, *there, colours::LINKS);
                        }
                    }
                    Some(_) => {}
                }
            }
        }
    }
}
