//! Questions about a mission: the ground as its buildings cut it, and what stands on it.

use std::path::Path;

use ngi_engine::arealmap::RouteOptions;
use ngi_engine::landscape::{Level, Managers, Ray, Sides};
use ngi_engine::world::{Met, ObjectHit, Placed, RayFilter, Way, World, file_in};
use ngi_formats::landscape::FaceFilter;
use ngi_vfs::{Node, NodeKind, locate};
use serde::Serialize;

use super::Question;
use super::answer::{Answer, FaceMet, Found, RouteFound, area, footing, in_box, met};
use crate::json::Float;
use crate::surroundings::Game;
use crate::{Error, Result};

/// An object that was met, and where.
#[derive(Debug, Clone, Serialize)]
pub(super) struct ObjectMet {
    hit: bool,
    point: [Float; 3],
    #[serde(flatten)]
    object: ObjectLooks,
    part: usize,
    /// The record of the part.
    part_object: String,
    node: usize,
    node_name: String,
    triangle: usize,
    batch: usize,
    material: u8,
    distance: Float,
    front: bool,
}

/// What an object says of itself.
#[derive(Debug, Clone, Default, Serialize)]
struct ObjectLooks {
    /// Its number in the mission.
    object: usize,
    name: String,
    path: String,
    /// Whose it is, and what that clan is called; scenery is nobody's.
    clan: Option<usize>,
    clan_name: Option<String>,
}

/// What stands at a point.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Standing {
    hit: bool,
    /// The height of the ground; none inside a building.
    ground: Option<Float>,
    objects: Vec<ObjectLooks>,
}

/// The file of the mission that a path is the folder or the file of; `None` for anything else.
pub fn mission_at(path: &Path) -> Option<Node> {
    let node = locate(path).ok()?;
    let file = file_in(&node)?;
    let is_meant =
        node.kind() == NodeKind::Folder || file.name().to_ascii_lowercase().ends_with(".tma");
    is_meant.then_some(file)
}

/// Answers a question about a mission. The filter applies to the ground and, for rays and segments,
/// to the faces of objects. The answer lists what is missing in the mission.
pub fn ask_mission(
    game: &Game,
    mission: &Node,
    question: &Question,
    filter: &RayFilter,
) -> Result<Answer> {
    let world = World::load_with(game, mission, &mut Managers::default())
        .map_err(|error| Error::Usage(error.to_string()))?;
    let found = ask_world(&world, question, filter)?;
    // Materials that are missing change no answer; whatever else is missing may.
    let matters = |line: &String| {
        !["material", "texture", "lightmap"]
            .iter()
            .any(|kind| line.rsplit(" > ").next().is_some_and(|last| last.starts_with(kind)))
    };
    let problems = world.problems.iter().map(ToString::to_string).filter(matters);
    Ok(Answer::new(question, found, problems.collect()))
}

/// Answers a question about a mission that is loaded.
fn ask_world(world: &World, question: &Question, filter: &RayFilter) -> Result<Found> {
    let level = world.level.as_ref();
    let level = level.ok_or_else(|| Error::Usage(format!("{}: it has no ground", world.path)))?;
    let ground = &level.ground;
    Ok(match *question {
        Question::Height { at } => {
            Found::Face(footing(ground, at, ground.height(at, &filter.ground)))
        }
        Question::Walk { at, radius } => {
            let [x, y, _] = at;
            Found::Face(footing(ground, [x, y], ground.walk(at, radius, &filter.ground)))
        }
        Question::Ray { from, direction } => {
            let ray = Ray { origin: from, direction };
            first(world, level, from, world.ray(&ray, f32::MAX, filter, Sides::Engine))
        }
        Question::Segment { from, to } => {
            let ([ax, ay, az], [bx, by, bz]) = (from, to);
            let ray = Ray { origin: from, direction: [bx - ax, by - ay, bz - az] };
            first(world, level, from, world.ray(&ray, 1.0, filter, Sides::Engine))
        }
        Question::Box { from, to } => in_box(ground, from, to, &filter.ground),
        Question::Area { at } => {
            let none = || Error::Usage(format!("{}: its level has no areals", world.path));
            Found::Areal(area(level.areals.as_ref().ok_or_else(none)?, at))
        }
        Question::At { at } => Found::Standing(standing(world, level, at, &filter.ground)),
        Question::Route { from, to, seed, limit } => {
            let options = RouteOptions { seed, limit };
            let none = || Error::Usage(format!("{}: its level has no areals", world.path));
            let way = world.route(from, to, &options).ok_or_else(none)?;
            Found::Route(way.map_or_else(no_way, |way| route(&way)))
        }
    })
}

fn no_way(why: ngi_engine::arealmap::NoRoute) -> RouteFound {
    RouteFound { why: Some(why.to_string()), ..RouteFound::default() }
}

fn route(way: &Way) -> RouteFound {
    RouteFound {
        areals: way.route.areals.clone(),
        points: way.points.iter().map(|point| point.map(Float::of)).collect(),
        cost: Some(way.route.cost),
        around: Some(way.around.clone()),
        why: None,
    }
}

/// What was met first: ground or object.
fn first(world: &World, level: &Level, from: [f32; 3], found: Option<Met>) -> Found {
    match found {
        Some(Met::Object(hit)) => Found::Object(object_met(world, from, &hit)),
        Some(Met::Ground(hit)) => Found::Face(met(&level.ground, from, Some(hit))),
        None => Found::Face(FaceMet::default()),
    }
}

fn object_met(world: &World, from: [f32; 3], hit: &ObjectHit) -> ObjectMet {
    let placed = world.objects.get(hit.object);
    let part = placed.and_then(|placed| placed.assembly.parts.get(hit.part));
    let node_name = part.and_then(|part| part.model.as_ref()?.node_names.get(hit.node).cloned());
    let apart = from.into_iter().zip(hit.point).map(|(a, b)| f64::from(b) - f64::from(a));
    let distance = apart.map(|by| by * by).sum::<f64>().sqrt();
    // A distance on a map fits.
    #[allow(clippy::cast_possible_truncation)]
    let distance = Float(distance as f32);
    ObjectMet {
        hit: true,
        point: hit.point.map(Float::of),
        object: placed.map(|placed| looks(world, placed)).unwrap_or_default(),
        part: hit.part,
        part_object: part.map(|part| part.object.clone()).unwrap_or_default(),
        node: hit.node,
        node_name: node_name.unwrap_or_default(),
        triangle: hit.triangle,
        batch: hit.batch,
        material: hit.material,
        distance,
        front: hit.front,
    }
}

fn looks(world: &World, placed: &Placed) -> ObjectLooks {
    ObjectLooks {
        object: placed.index,
        name: placed.label().to_owned(),
        path: placed.path.clone(),
        clan: placed.clan,
        clan_name: world.clan_of(placed.index).map(|clan| clan.name.clone()),
    }
}

fn standing(world: &World, level: &Level, at: [f32; 2], filter: &FaceFilter) -> Standing {
    let there = world.standing_at(at);
    let objects: Vec<ObjectLooks> =
        there.iter().filter_map(|&index| Some(looks(world, world.objects.get(index)?))).collect();
    let ground = level.ground.height(at, filter).map(|footing| Float::of(footing.z));
    Standing { hit: !objects.is_empty(), ground, objects }
}
