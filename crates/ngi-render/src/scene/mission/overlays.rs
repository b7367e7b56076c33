//! What is drawn on top of a mission: names, clans, areas, zones, lodes.

use glam::Vec3;
use ngi_engine::portable;
use ngi_engine::world::{Placed, World};

use crate::frame::{Frame, Line};
use crate::overlay::land::Drape;
use crate::scene::Overlays;

/// Lines are so wide, in pixels.
const WIDTH: f32 = 2.0;
/// Names farther away than this are left out, in metres.
const FARTHEST_NAME: f32 = 900.0;
/// Areas that scripts ask about.
const AREA: [u8; 4] = [255, 210, 90, 255];
/// Where animals graze.
const ZONE: [u8; 4] = [120, 230, 140, 255];
/// Lodes that are found, and those that are not.
const LODES: [[u8; 4]; 2] = [[120, 200, 255, 255], [120, 130, 150, 255]];
/// What is nobody's.
const NOBODY: [u8; 4] = [190, 190, 190, 200];
/// Clans by their number, as their signs go.
const CLANS: [[u8; 4]; 8] = [
    [90, 160, 255, 255],
    [255, 95, 85, 255],
    [250, 205, 70, 255],
    [110, 220, 120, 255],
    [215, 130, 255, 255],
    [80, 220, 220, 255],
    [255, 150, 60, 255],
    [240, 130, 180, 255],
];

/// The colour of a clan by its number; grey for what is nobody's.
pub fn clan_colour(clan: Option<usize>) -> [u8; 4] {
    let own = clan.and_then(|clan| CLANS.get(clan % CLANS.len()));
    own.copied().unwrap_or(NOBODY)
}

/// One of the overlays.
type AddTo = fn(&World, &Drape<'_>, &mut Frame);

/// Adds what was asked for.
pub(super) fn add(world: &World, wanted: Overlays, frame: &mut Frame) {
    let drape = Drape::over(world.level.as_ref().map(|level| &level.ground));
    let all: [(Overlays, AddTo); 5] = [
        (Overlays::CLANS, clans),
        (Overlays::AREAS, areas),
        (Overlays::ZONES, zones),
        (Overlays::LODES, lodes),
        (Overlays::NAMES, names),
    ];
    for (_, add) in all.into_iter().filter(|(which, _)| wanted.has(*which)) {
        add(world, &drape, frame);
    }
}

/// A closed line on the ground.
fn ring(points: &[[f32; 3]], colour: [u8; 4], drape: &Drape<'_>, lines: &mut Vec<Line>) {
    for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
        drape.line([*from, *to], colour, WIDTH, lines);
    }
}

fn circle([x, y, z]: [f32; 3], radius: f32) -> Vec<[f32; 3]> {
    const PIECES: u8 = 32;
    let at = |piece: u8| {
        let turn = f32::from(piece) / f32::from(PIECES) * std::f32::consts::TAU;
        let (sin, cos) = portable::sin_cos(turn);
        [x + radius * cos, y + radius * sin, z]
    };
    (0..PIECES).map(at).collect()
}

fn clans(world: &World, drape: &Drape<'_>, frame: &mut Frame) {
    for placed in world.created().filter(|placed| placed.clan.is_some()) {
        let Some(footprint) = placed.footprint() else { continue };
        let [_, _, z] = placed.position;
        let corners = footprint.map(|[x, y]| [x, y, z]);
        ring(&corners, clan_colour(placed.clan), drape, &mut frame.lines_on_top);
    }
}

fn areas(world: &World, drape: &Drape<'_>, frame: &mut Frame) {
    for (number, area) in world.routes.iter().enumerate() {
        ring(area, AREA, drape, &mut frame.lines_on_top);
        if let Some(first) = area.first() {
            frame.label(drape.point(*first).into(), &format!("area {number}"), AREA);
        }
    }
}

fn zones(world: &World, drape: &Drape<'_>, frame: &mut Frame) {
    for clan in &world.clans {
        for zone in &clan.zones {
            for radius in [zone.inner, zone.outer] {
                ring(&circle(zone.center, radius), ZONE, drape, &mut frame.lines_on_top);
            }
            frame.label(drape.point(zone.center).into(), &clan.name, ZONE);
        }
    }
}

fn lodes(world: &World, drape: &Drape<'_>, frame: &mut Frame) {
    for lode in &world.lodes {
        let [seen, hidden] = LODES;
        let colour = if lode.is_seen { seen } else { hidden };
        ring(&circle(lode.position, 6.0), colour, drape, &mut frame.lines_on_top);
        let at = Vec3::from(lode.position);
        frame.line_on_top(at, at + Vec3::Z * 12.0, colour);
        frame.label(at + Vec3::Z * 12.0, "lode", colour);
    }
}

/// The middle of an object's upper side.
fn top(placed: &Placed) -> Vec3 {
    let sphere = placed.assembly.root().map(|root| root.header.sphere);
    let local = sphere.map_or(Vec3::Z, |it| Vec3::from(it.center) + Vec3::Z * it.radius);
    placed.world_from_object.transform_point3(local)
}

fn names(world: &World, _: &Drape<'_>, frame: &mut Frame) {
    let eye = frame.sight.eye;
    for placed in world.created() {
        let at = top(placed);
        let near = at.is_finite() && at.distance(eye) < FARTHEST_NAME;
        // Trees and stones are many and say little.
        if near && (placed.clan.is_some() || at.distance(eye) < FARTHEST_NAME / 6.0) {
            frame.label(at, placed.label(), clan_colour(placed.clan));
        }
    }
}
