//! What is not a model in a glTF: the triangles of a ground, the polygons of areals.

use std::collections::HashMap;

use gltf_json::Index;
use gltf_json::mesh::{Primitive, Semantic};
use gltf_json::validation::Checked;

use super::axes::Turn;
use super::extras::{self, ArealsExtras, ClassExtras, PieceExtras, PlaceExtras, RowExtras};
use super::names::base_name;
use super::open::Opened;
use super::scene::Scene;
use crate::Result;
use crate::importer::Source;
use crate::level::{Soup, SoupFace};

/// A polygon of an areal map, as a mesh has it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MeshAreal {
    /// The corners, in the game's axes.
    pub polygon: Vec<[f32; 3]>,
    /// The number it had when it was exported.
    pub number: Option<usize>,
    /// The class, where its material says so.
    pub class: Option<u32>,
    /// Whether it is walked on, where its material says so.
    pub walkable: Option<bool>,
}

/// The areals of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct MeshAreals {
    pub areals: Vec<MeshAreal>,
    /// Cells across and down.
    pub cells: Option<[u32; 2]>,
    pub lost: Vec<String>,
}

/// Where the nodes of a scene are.
fn worlds(scene: &Scene) -> Vec<glam::Affine3A> {
    let mut worlds = vec![None; scene.nodes.len()];
    for start in 0..scene.nodes.len() {
        // Up to the first node that is known, then down again.
        let (mut way, mut at) = (Vec::new(), Some(start));
        while let Some(node) = at.filter(|&node| worlds.get(node) == Some(&None)) {
            way.push(node);
            at = scene.nodes.get(node).and_then(|node| node.parent);
            if way.len() > scene.nodes.len() {
                break;
            }
        }
        let known = at.and_then(|at| worlds.get(at).copied().flatten());
        let mut above: glam::Affine3A = known.unwrap_or(glam::Affine3A::IDENTITY);
        for node in way.into_iter().rev() {
            above *= scene.nodes.get(node).map_or(glam::Affine3A::IDENTITY, |node| node.local);
            if let Some(place) = worlds.get_mut(node) {
                *place = Some(above);
            }
        }
    }
    worlds.into_iter().map(Option::unwrap_or_default).collect()
}

/// How the file's axes become the game's.
fn turn_of(opened: &Opened<'_>) -> Turn {
    let mut places = opened.root.scenes.iter();
    let place = places.find_map(|scene| extras::get::<PlaceExtras>(&scene.extras));
    if place.is_some_and(|place| place.up == "z") { Turn::Keep } else { Turn::YUp }
}

/// Whether a node holds areals.
fn is_areals(opened: &Opened<'_>, node: usize) -> bool {
    let Some(node) = opened.root.nodes.get(node) else { return false };
    extras::get::<ArealsExtras>(&node.extras).is_some()
        || node.name.as_deref().is_some_and(|name| base_name(name) == "areals")
}

/// The triangles of level 0 of a ground: all that is not marked as another level or as areals.
pub(crate) fn read_soup(source: &Source<'_>) -> Result<Soup> {
    let opened = Opened::new(source)?;
    let scene = Scene::read(&opened, None)?;
    let turn = turn_of(&opened);
    let mut soup = Soup { lost: scene.lost.clone(), ..Soup::default() };
    let mut far = 0;
    for (index, (node, world)) in scene.nodes.iter().zip(worlds(&scene)).enumerate() {
        let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh)).filter(|_| node.reachable);
        let Some(mesh) = mesh.filter(|_| !is_areals(&opened, index)) else { continue };
        let extras = opened.root.nodes.get(index);
        let piece = extras.and_then(|node| extras::get::<PieceExtras>(&node.extras));
        let named = node.name.as_deref().is_some_and(|name| name.contains(".lod1."));
        if piece.map_or(named, |piece| piece.level > 0) {
            far += 1;
            continue;
        }
        let plain = world == glam::Affine3A::IDENTITY;
        for primitive in &mesh.primitives {
            let (name, over) = material_name(&opened, primitive.material);
            let material = soup.material(&name, over);
            // Only what lies over something else is see-through.
            let colours = primitive.colours.filter(|_| over);
            let colours = colours.map(|index| opened.vectors::<4>(index)).transpose()?;
            let alpha = |vertex: u32| {
                let [.., alpha] = colours.as_ref()?.get(usize::try_from(vertex).ok()?)?;
                Some(*alpha)
            };
            for face in &primitive.faces {
                let at = |vertex: u32| {
                    let place = primitive.vertices.positions.get(usize::try_from(vertex).ok()?)?;
                    // As they are where nothing moves them: not a bit is lost.
                    let world_place = match plain {
                        true => *place,
                        false => world.transform_point3(glam::Vec3::from_array(*place)).to_array(),
                    };
                    Some(turn.back(world_place))
                };
                let [a, b, c] = face.map(at);
                if let (Some(a), Some(b), Some(c)) = (a, b, c) {
                    let alphas = face.map(alpha);
                    soup.faces.push(SoupFace { corners: [a, b, c], alphas, material });
                }
            }
        }
    }
    if far > 0 {
        soup.lost.push(format!("{far} meshes of level 1: it follows from level 0"));
    }
    Ok(soup)
}

/// The name of a ground's material, and whether it lies over another.
fn material_name(opened: &Opened<'_>, material: Option<usize>) -> (String, bool) {
    let found = material.and_then(|material| opened.root.materials.get(material));
    let Some(found) = found else { return (String::new(), false) };
    let shown = base_name(found.name.as_deref().unwrap_or_default());
    let over = shown.strip_suffix(" over");
    // A name that was changed in an editor counts more than what was exported.
    let said = extras::get::<RowExtras>(&found.extras);
    let same = said.filter(|row| row.material.as_deref() == Some(over.unwrap_or(shown)));
    match same {
        Some(row) => (row.material.unwrap_or_default(), row.over),
        None => (over.unwrap_or(shown).to_owned(), over.is_some()),
    }
}

/// The areals of a file: a polygon for each number that vertices have, or for each piece of a mesh
/// that hangs together.
pub(crate) fn read_areals(source: &Source<'_>) -> Result<MeshAreals> {
    let opened = Opened::new(source)?;
    let scene = Scene::read(&opened, None)?;
    let turn = turn_of(&opened);
    let mut found = MeshAreals { lost: scene.lost.clone(), ..MeshAreals::default() };
    let marked = (0..scene.nodes.len()).any(|node| is_areals(&opened, node));
    let mut holes = 0;
    for (index, (node, world)) in scene.nodes.iter().zip(worlds(&scene)).enumerate() {
        let Some(mesh_index) = node.mesh.filter(|_| node.reachable) else { continue };
        if marked && !is_areals(&opened, index) {
            continue;
        }
        let said = opened.root.nodes.get(index);
        let said = said.and_then(|node| extras::get::<ArealsExtras>(&node.extras));
        found.cells = found.cells.or(said.map(|said| said.cells));
        let stored = opened.root.meshes.get(mesh_index).map(|mesh| &mesh.primitives);
        let meshes = scene.meshes.get(mesh_index).map(|mesh| &mesh.primitives);
        for (primitive, stored) in meshes.into_iter().flatten().zip(stored.into_iter().flatten()) {
            let (class, walkable) = class_of(&opened, primitive.material);
            let numbers = numbers_of(&opened, stored)?;
            let positions = &primitive.vertices.positions;
            for (number, faces) in pieces(&primitive.faces, positions, numbers.as_deref()) {
                let (ring, more) = outline(&faces, positions);
                holes += more;
                if ring.len() < 3 {
                    continue;
                }
                let plain = world == glam::Affine3A::IDENTITY;
                let place = |vertex: u32| {
                    let at = usize::try_from(vertex).ok().and_then(|at| positions.get(at));
                    let at = at.copied().unwrap_or_default();
                    let moved = world.transform_point3(glam::Vec3::from_array(at)).to_array();
                    turn.back(if plain { at } else { moved })
                };
                let polygon = ring.into_iter().map(place).collect();
                found.areals.push(MeshAreal { polygon, number, class, walkable });
            }
        }
    }
    if holes > 0 {
        found.lost.push(format!("{holes} holes or second pieces of polygons"));
    }
    // As they were counted, those without a number last.
    found.areals.sort_by_key(|areal| areal.number.unwrap_or(usize::MAX));
    Ok(found)
}

/// Class, and whether it is walked on, of a material.
fn class_of(opened: &Opened<'_>, material: Option<usize>) -> (Option<u32>, Option<bool>) {
    let found = material.and_then(|material| opened.root.materials.get(material));
    let Some(found) = found else { return (None, None) };
    let name = base_name(found.name.as_deref().unwrap_or_default());
    let by_name = name.strip_prefix("class ").and_then(|rest| {
        let (number, rest) = rest.split_once(',').unwrap_or((rest, ""));
        Some((number.trim().parse().ok()?, rest.trim().is_empty()))
    });
    let said = extras::get::<ClassExtras>(&found.extras).map(|said| (said.class, said.walkable));
    match by_name.or(said) {
        Some((class, walkable)) => (Some(class), Some(walkable)),
        None => (None, None),
    }
}

/// The areal of each vertex, where the mesh still says so.
fn numbers_of(opened: &Opened<'_>, primitive: &Primitive) -> Result<Option<Vec<usize>>> {
    let is_ours = |semantic: &Checked<Semantic>| {
        matches!(semantic, Checked::Valid(Semantic::Extras(name))
            if name.trim_start_matches('_') == "AREAL")
    };
    let accessor = primitive.attributes.iter().find(|(semantic, _)| is_ours(semantic));
    let Some((_, accessor)) = accessor else { return Ok(None) };
    let numbers = opened.vectors::<1>(Index::new(u32::try_from(accessor.value()).unwrap_or(0)))?;
    // Whole numbers below 65,536; saturates.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Ok(Some(numbers.iter().map(|[number]| number.max(0.0) as usize).collect()))
}

type PieceFaces = (Option<usize>, Vec<[u32; 3]>);

/// Faces by the number of their vertices, else by what hangs together.
fn pieces(
    faces: &[[u32; 3]],
    positions: &[[f32; 3]],
    numbers: Option<&[usize]>,
) -> Vec<PieceFaces> {
    let mut order: Vec<usize> = Vec::new();
    let mut by_key: HashMap<usize, Vec<[u32; 3]>> = HashMap::new();
    let roots = if numbers.is_none() { joined(faces, positions.len()) } else { Vec::new() };
    for face in faces {
        let vertex = face.first().and_then(|&vertex| usize::try_from(vertex).ok()).unwrap_or(0);
        let key = match numbers {
            Some(numbers) => numbers.get(vertex).copied().unwrap_or(0),
            None => roots.get(vertex).copied().unwrap_or(vertex),
        };
        by_key
            .entry(key)
            .or_insert_with(|| {
                order.push(key);
                Vec::new()
            })
            .push(*face);
    }
    let number = |key: usize| numbers.map(|_| key);
    order.into_iter().map(|key| (number(key), by_key.remove(&key).unwrap_or_default())).collect()
}

/// For each vertex one that stands for everything it hangs together with.
fn joined(faces: &[[u32; 3]], count: usize) -> Vec<usize> {
    let mut roots: Vec<usize> = (0..count).collect();
    fn root(roots: &mut [usize], mut at: usize) -> usize {
        while let Some(&up) = roots.get(at).filter(|&&up| up != at) {
            let above = roots.get(up).copied().unwrap_or(up);
            if let Some(place) = roots.get_mut(at) {
                *place = above;
            }
            at = above;
        }
        at
    }
    for face in faces {
        let [a, b, c] = face.map(|vertex| usize::try_from(vertex).unwrap_or(0));
        for (one, other) in [(a, b), (b, c)] {
            let (one, other) = (root(&mut roots, one), root(&mut roots, other));
            if let Some(place) = roots.get_mut(one) {
                *place = other;
            }
        }
    }
    (0..count).map(|at| root(&mut roots, at)).collect()
}

/// The longest ring of edges that only one face has, and how many rings there are besides.
fn outline(faces: &[[u32; 3]], positions: &[[f32; 3]]) -> (Vec<u32>, usize) {
    // Vertices may be doubled: what lies at one place is one corner.
    let mut first_at: HashMap<[u32; 3], u32> = HashMap::new();
    let mut corner = |vertex: u32| {
        let at = usize::try_from(vertex).ok().and_then(|at| positions.get(at));
        let key = at.copied().unwrap_or_default().map(|value| (value + 0.0).to_bits());
        *first_at.entry(key).or_insert(vertex)
    };
    let mut edges: Vec<(u32, u32)> = Vec::with_capacity(faces.len() * 3);
    for face in faces {
        let [a, b, c] = face.map(&mut corner);
        edges.extend([(a, b), (b, c), (c, a)].into_iter().filter(|(from, to)| from != to));
    }
    let mut count: HashMap<(u32, u32), usize> = HashMap::new();
    for (from, to) in &edges {
        *count.entry((*from.min(to), *from.max(to))).or_default() += 1;
    }
    edges.retain(|(from, to)| count.get(&(*from.min(to), *from.max(to))) == Some(&1));
    let mut next: HashMap<u32, Vec<u32>> = HashMap::new();
    edges.iter().for_each(|(from, to)| next.entry(*from).or_default().push(*to));
    let (mut rings, mut left) = (Vec::new(), edges.len());
    for (start, _) in &edges {
        let (mut ring, mut at) = (Vec::new(), *start);
        while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
            ring.push(at);
            left = left.saturating_sub(1);
            at = to;
            if at == *start {
                break;
            }
        }
        if ring.len() >= 3 {
            rings.push(ring);
        }
        if left == 0 {
            break;
        }
    }
    let more = rings.len().saturating_sub(1);
    let longest = rings.into_iter().reduce(|a, b| if b.len() > a.len() { b } else { a });
    (longest.unwrap_or_default(), more)
}
