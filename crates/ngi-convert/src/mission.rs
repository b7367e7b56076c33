//! Missions and units in other programs' formats.

use std::fmt::Write as _;

use ngi_engine::landscape::Managers;
use ngi_engine::model::stage_of_life;
use ngi_engine::resolve::LevelNames;
use ngi_engine::world::{Placed, Stock, World};
use ngi_formats::fxid::Effect;
use ngi_formats::landscape::{LEVELS as LAND_LEVELS, Landscape};
use ngi_formats::msh::{LEVELS, STAGES};
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Findings, Mode};
use serde_json::{Value, json};

use crate::exporter::{Axes, DependsOn, Destination, ExportOptions, Exported, Exporter, OutFile};
use crate::gltf::{
    self, Assembler, Choice, Container, Ground, ObjectExtras, Surfaces, Turn, first_texture,
};
use crate::model::cells;
use crate::{Error, Result};
use ngi_verbs::document::write::{Layout, write};
use ngi_verbs::format::Subject;
use ngi_verbs::json;
use ngi_verbs::surroundings::{Game, Surroundings};

/// What a mission can be exported to.
pub(crate) const MISSIONS: &[Exporter] = &[
    Exporter { suffix: "glb", holds: GLB, depends_on: DependsOn::Looks, run: mission_gltf },
    Exporter { suffix: "gltf", holds: GLTF, depends_on: DependsOn::Looks, run: mission_gltf },
    Exporter { suffix: "csv", holds: CSV, depends_on: DependsOn::Looks, run: mission_csv },
    Exporter {
        suffix: "geojson",
        holds: GEOJSON,
        depends_on: DependsOn::Looks,
        run: mission_geojson,
    },
];

/// What a unit can be exported to.
pub(crate) const UNITS: &[Exporter] = &[
    Exporter { suffix: "glb", holds: GLB, depends_on: DependsOn::Looks, run: unit_gltf },
    Exporter { suffix: "gltf", holds: GLTF, depends_on: DependsOn::Looks, run: unit_gltf },
];

const GLB: &str = "glTF in one file: everything put together, in its place";
const GLTF: &str = "glTF as JSON, with geometry and pictures beside it";
const CSV: &str = "a row for each object: what, whose, where";
const GEOJSON: &str = "objects, routes, zones and lodes on the map";

/// The game that a mission or a unit is made out of.
fn game_of<'a>(subject: &Subject<'_>, around: &'a Surroundings) -> Result<&'a Game> {
    let why = "it needs its game; name its folder with --game";
    around.game().ok_or_else(|| Error::Usage(format!("{}: {why}", subject.name)))
}

fn load(subject: &Subject<'_>, around: &Surroundings) -> Result<World> {
    let game = game_of(subject, around)?;
    let managers = &mut Managers::default();
    World::of_bytes(game, subject.name, subject.bytes, around, managers)
        .map_err(|error| Error::Usage(error.to_string()))
}

fn turn_of(options: &ExportOptions) -> Turn {
    if options.axes == Some(Axes::ZUp) { Turn::Keep } else { Turn::YUp }
}

fn choice_of(options: &ExportOptions) -> Result<Choice> {
    Ok(Choice {
        levels: cells(options.lod, LEVELS, "lod")?,
        stages: cells(options.stage, STAGES, "stage")?,
        frame: None,
        clip: false,
        turn: turn_of(options),
        fps: options.fps.unwrap_or(gltf::FRAMES_PER_SECOND),
    })
}

/// What missions have that no such file holds.
const LEFT_OUT: [&str; 3] = [
    "animations: everything stands as it does when the mission begins",
    "the sky (`--sky` has a picture), scripts, zones and routes (`-o FILE.geojson`)",
    "what a script lets appear later",
];

/// A unit as one model.
fn unit_gltf(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let unit = Stock::new(game_of(subject, around)?).unit_of(subject.name, subject.bytes);
    let container = Container::of(to);
    let choice = choice_of(options)?;
    let pictures = container.pictures(to, options);
    let mut document = Assembler::new(gltf::Builder::default(), around, pictures, choice, false);
    let name = if unit.name().is_empty() { subject.name } else { unit.name() };
    let extras = ObjectExtras { path: subject.name.to_owned(), ..ObjectExtras::default() };
    let stage = options.stage.number().and_then(|stage| usize::try_from(stage).ok()).unwrap_or(0);
    let node =
        document.object(&unit, (name, stage), &ngi_engine::model::Transform::IDENTITY, &extras)?;
    document.lost.extend(unit.problems.iter().map(ToString::to_string));
    let (builder, pictures, lost) = document.finish("unit", name, vec![node])?;
    let files = gltf::write_file(builder, pictures, container, to)?;
    Ok(Exported { files, lost, told: vec![LEFT_OUT[0].to_owned()], ..Exported::default() })
}

/// A mission as one scene: its ground, everything that stands on it, its lights.
fn mission_gltf(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let world = load(subject, around)?;
    let container = Container::of(to);
    let choice = choice_of(options)?;
    let mut builder = gltf::Builder::default();
    let pictures = container.pictures(to, options);
    let Land { node, mut lost, mut files } =
        add_land(&world, around, pictures, options, &mut builder)?;
    let mut nodes: Vec<_> = node.into_iter().collect();
    let mut document = Assembler::new(builder, around, pictures, choice, options.instances);
    let mut objects = Vec::new();
    for placed in world.created() {
        let stage = stage_of_life(STAGES, placed.life, 1.0).min(STAGES - 1);
        let extras = extras_of(&world, placed);
        let name = (placed.label(), stage);
        objects.push(document.object(
            &placed.assembly,
            name,
            &placed.world_from_object,
            &extras,
        )?);
    }
    nodes.extend(document.group("objects", objects));
    let mut lights = Vec::new();
    for (_, hung, frame) in world.hung().filter(|(_, hung, _)| hung.is_on) {
        let [archive, member] =
            [hung.effect.archive, hung.effect.member].map(|name| name.to_string());
        let found = around.entry(&archive, &member);
        if let Some(effect) = found.as_ref().and_then(|found| Effect::read(&found.bytes).ok()) {
            lights.extend(document.lights(&effect, &frame));
        }
    }
    nodes.extend(document.group("lights", lights));
    let title = world.story.title.clone();
    let (builder, more, others) = document.finish("mission", &title, nodes)?;
    lost.extend(others);
    lost.extend(world.problems.iter().map(ToString::to_string));
    lost.dedup();
    let known: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    files.extend(more.into_iter().filter(|file| !known.contains(&file.name)));
    let mut files = gltf::write_file(builder, files, container, to)?;
    if let Some(sky) = world.sky.as_ref().filter(|_| options.sky) {
        files.push(crate::sky::baked(sky, options.time_of_day, game_of(subject, around)?, to)?);
    } else if options.sky {
        lost.push("the mission has no sky that can be read".to_owned());
    }
    let told = LEFT_OUT.map(String::from).to_vec();
    Ok(Exported { files, lost, told, ..Exported::default() })
}

/// The ground in a document.
#[derive(Default)]
struct Land {
    node: Option<gltf_json::Index<gltf_json::Node>>,
    lost: Vec<String>,
    files: Vec<OutFile>,
}

/// Adds the ground as the buildings have cut it, where there is one.
fn add_land(
    world: &World,
    around: &Surroundings,
    pictures: gltf::Pictures<'_>,
    options: &ExportOptions,
    builder: &mut gltf::Builder,
) -> Result<Land> {
    let mut findings = Findings::new(Mode::Tolerant, false);
    let land = world.land.as_ref();
    let land = land.and_then(|land| Landscape::read_tolerant(land, &mut findings).ok());
    let Some(land) = land else { return Ok(Land::default()) };
    let names = LevelNames::new(&world.land_base);
    let read = |name: &String| around.game()?.file(name)?.bytes().ok();
    let [first, second] = names.wears.each_ref().map(read);
    let [name, _] = &names.wears;
    let surfaces = Surfaces::of_wear(name, first.as_deref(), around, pictures);
    let microtextures: Vec<Option<String>> =
        match second.as_ref().and_then(|wear| Wear::read(wear, Parser::File).ok()) {
            Some(wear) => wear.rows().map(|row| first_texture(around, row.name)).collect(),
            None => Vec::new(),
        };
    // Models have more levels than the ground, whose last one stands for those.
    let levels = cells(options.lod, LAND_LEVELS, "lod").unwrap_or(gltf::Cells::One(1));
    let ground = Ground { land: &land, levels, surfaces: &surfaces, microtextures: &microtextures };
    let (node, lost) = gltf::add_land(builder, &ground, turn_of(options))?;
    Ok(Land { node: Some(node), lost, files: surfaces.files() })
}

fn extras_of(world: &World, placed: &Placed) -> ObjectExtras {
    ObjectExtras {
        object: Some(placed.index),
        kind: placed.kind.name().map(str::to_ascii_lowercase),
        path: placed.path.clone(),
        name: placed.name.clone(),
        clan: placed.clan,
        clan_name: world.clan_of(placed.index).map(|clan| clan.name.clone()),
    }
}

/// What each row of a table says, in order.
const COLUMNS: &str =
    "object,kind,path,name,clan,clan_name,id,x,y,z,turn_degrees,scale,life,host,there\n";

/// A row for each object.
fn mission_csv(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    _: &ExportOptions,
) -> Result<Exported> {
    let world = load(subject, around)?;
    let mut out = COLUMNS.to_owned();
    for placed in &world.objects {
        let [x, y, z] = placed.world_from_object.translation.to_array();
        let (turn, scale) = turn_and_scale(placed);
        let or_empty = |text: Option<String>| text.unwrap_or_default();
        let clan = world.clan_of(placed.index).map(|clan| clan.name.clone());
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{},{x},{y},{z},{turn},{scale},{},{},{}",
            placed.index,
            placed.kind.name().unwrap_or_default().to_ascii_lowercase(),
            quoted(&placed.path),
            quoted(&placed.name),
            or_empty(placed.clan.map(|clan| clan.to_string())),
            quoted(&or_empty(clan)),
            or_empty(placed.logical_id.map(|id| id.to_string())),
            placed.life,
            or_empty(placed.host.map(|host| host.to_string())),
            if placed.is_there { "yes" } else { "no" },
        );
    }
    let lost = world.problems.iter().map(ToString::to_string).collect();
    Ok(Exported { lost, ..Exported::file(to, out.into_bytes()) })
}

/// How far an object is turned about z, in degrees, and how large it is: as the mission says.
fn turn_and_scale(placed: &Placed) -> (f32, f32) {
    let axis = placed.world_from_object.matrix3.x_axis;
    let turn = ngi_engine::portable::atan2(axis.y, axis.x).to_degrees();
    (turn, placed.scale[0])
}

/// A field of a table: in quotes where it has to be. What a spreadsheet would take for a formula is
/// kept from that by an apostrophe.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// Everything that is somewhere, as features. Coordinates are the game's.
fn mission_geojson(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    _: &ExportOptions,
) -> Result<Exported> {
    let world = load(subject, around)?;
    let mut features = Vec::new();
    for placed in world.objects.iter().filter(|placed| placed.is_there) {
        let (turn, scale) = turn_and_scale(placed);
        let properties = json!({
            "what": "object",
            "object": placed.index,
            "kind": placed.kind.name().map(str::to_ascii_lowercase),
            "path": placed.path,
            "name": placed.name,
            "clan": placed.clan,
            "clan_name": world.clan_of(placed.index).map(|clan| clan.name.clone()),
            "turn_degrees": json::float(turn),
            "scale": json::float(scale),
            "life": json::float(placed.life),
        });
        features.push(point(placed.world_from_object.translation.to_array(), properties));
    }
    for (index, lode) in world.lodes.iter().enumerate() {
        let properties = json!({
            "what": "lode", "lode": index, "amount": json::float(lode.lode.amount),
            "found": lode.is_seen,
        });
        features.push(point(lode.position, properties));
    }
    for (index, route) in world.routes.iter().enumerate() {
        let ring: Vec<Value> =
            route.iter().chain(route.first()).map(|at| json!(at.map(json::float))).collect();
        features.push(json!({
            "type": "Feature",
            "properties": {"what": "route", "route": index},
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }));
    }
    for (clan, own) in world.clans.iter().enumerate() {
        let [x, y] = own.base;
        let base = json!({"what": "base", "clan": clan, "clan_name": own.name});
        features.push(point([x, y, 0.0], base));
        for zone in &own.zones {
            let properties = json!({
                "what": "zone", "clan": clan, "inner": json::float(zone.inner),
                "outer": json::float(zone.outer),
            });
            features.push(point(zone.center, properties));
        }
    }
    let document = json!({
        "type": "FeatureCollection",
        "ngi": {"mission": world.story.title, "units": "metres: x east, y north, z up"},
        "features": features,
    });
    let mut out = Vec::new();
    write(&document, Layout::Rows, &mut out)?;
    let lost = world.problems.iter().map(ToString::to_string).collect();
    Ok(Exported { lost, ..Exported::file(to, out) })
}

fn point(at: [f32; 3], properties: Value) -> Value {
    json!({
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": "Point", "coordinates": at.map(json::float)},
    })
}
