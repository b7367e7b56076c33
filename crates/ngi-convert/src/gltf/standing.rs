//! Which way is up in a glTF file: y, as the format wants it, unless somebody exported it otherwise.

use glam::{Affine3A, Quat, Vec3};

use super::axes::Turn;
use super::clip::Pose;
use super::draft::parents_first;
use super::fit::{self, Fit, Pair};
use super::names::without_number;
use super::reference::Reference;
use super::scene::{Scene, SceneNode};

/// Which way is up: as somebody said, as the file says, as it stands like the reference; else y.
/// And what should be known about that.
pub(super) fn turn(
    scene: &Scene,
    asked: Option<Turn>,
    reference: Option<&Reference>,
) -> (Turn, Option<String>) {
    let said = scene.extras.as_ref().map(|extras| match extras.up.as_str() {
        "z" => Turn::Keep,
        _ => Turn::YUp,
    });
    // Files with everything in them say it rightly, and most have it.
    if let Some(turn) = asked.or(said) {
        return (turn, None);
    }
    let fits = reference.and_then(|reference| fitting(scene, reference));
    match fits {
        Some(Fit { turn: Turn::Keep, is_near: true }) => {
            let line = "axes: z is up, for so it stands like the reference; --axes y-up if y is";
            (Turn::Keep, Some(line.into()))
        }
        _ => (Turn::YUp, None),
    }
}

/// The way up in which a file stands like its reference.
fn fitting(scene: &Scene, reference: &Reference) -> Option<Fit> {
    let worlds = worlds(scene);
    let rests = rests(reference);
    let places = |node: usize| places_of(reference, &rests, node);
    let mut pairs = Vec::new();
    for (node, world) in scene.nodes.iter().zip(&worlds).filter(|(node, _)| node.reachable) {
        let name = node.name.as_deref().unwrap_or_default();
        let known = |name: &str| reference.names.iter().position(|known| known == name);
        let Some(old) = known(name).or_else(|| known(without_number(name)?)) else { continue };
        pairs.push(Pair { file: vertices_of(scene, node, world), reference: places(old) });
    }
    pairs.retain(Pair::is_whole);
    if pairs.is_empty() {
        let nodes = scene.nodes.iter().zip(&worlds).filter(|(node, _)| node.reachable);
        let file = nodes.flat_map(|(node, world)| vertices_of(scene, node, world)).collect();
        let reference = (0..reference.names.len()).flat_map(places).collect();
        pairs.extend(Some(Pair { file, reference }).filter(Pair::is_whole));
    }
    fit::fitting(&pairs)
}

/// Where the nodes of a scene are, in the file's axes.
fn worlds(scene: &Scene) -> Vec<Affine3A> {
    let mut worlds = vec![Affine3A::IDENTITY; scene.nodes.len()];
    for index in scene.parents_first() {
        let Some(node) = scene.nodes.get(index) else { continue };
        let above = node.parent.and_then(|parent| worlds.get(parent)).copied();
        let world = above.unwrap_or_default() * node.local;
        worlds.get_mut(index).into_iter().for_each(|place| *place = world);
    }
    worlds
}

/// Where the vertices of a node are; nowhere if a skin says so.
fn vertices_of(scene: &Scene, node: &SceneNode, world: &Affine3A) -> Vec<Vec3> {
    let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh)).filter(|_| node.skin.is_none());
    let mut places = Vec::new();
    let mut last = None;
    for primitive in mesh.into_iter().flat_map(|mesh| &mesh.primitives) {
        // Primitives of one mesh usually share all their vertices.
        let shared = std::rc::Rc::as_ptr(&primitive.vertices);
        if last.replace(shared) != Some(shared) {
            let all = primitive.vertices.positions.iter();
            places.extend(all.map(|place| world.transform_point3(Vec3::from_array(*place))));
        }
    }
    places
}

/// Where the nodes of the reference rest.
fn rests(reference: &Reference) -> Vec<Affine3A> {
    let nodes = &reference.plan.nodes;
    let local = |node: usize| {
        let Pose { position, rotation: [w, x, y, z] } = reference.rests.get(node).copied()?;
        let rotation = Quat::from_xyzw(x, y, z, w);
        Some(Affine3A::from_rotation_translation(rotation, Vec3::from_array(position)))
    };
    let parent = |node: usize| nodes.get(node)?.parent;
    let mut worlds = vec![Affine3A::IDENTITY; nodes.len()];
    for node in parents_first(nodes.len(), parent) {
        let above = parent(node).and_then(|parent| worlds.get(parent)).copied();
        let world = above.unwrap_or_default() * local(node).unwrap_or_default();
        worlds.get_mut(node).into_iter().for_each(|place| *place = world);
    }
    worlds
}

/// Where the finest geometry of a node of the reference stands.
fn places_of(reference: &Reference, rests: &[Affine3A], node: usize) -> Vec<Vec3> {
    let slot = reference.plan.nodes.get(node).and_then(|node| node.meshes.first().copied()?);
    let mesh = slot.and_then(|slot| reference.plan.meshes.get(slot));
    let world = rests.get(node).copied().unwrap_or_default();
    let vertices = mesh.into_iter().flat_map(|mesh| &mesh.vertices);
    vertices.map(|v| world.transform_point3(Vec3::from_array(v.position))).collect()
}
