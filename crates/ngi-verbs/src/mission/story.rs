//! A mission told as a story: who is there, what stands where, what is to be done.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ngi_engine::landscape::Managers;
use ngi_engine::world::{Clan, Later, LaterKind, Placed, World, file_in};
use ngi_formats::tma::{ClanKind, PlacedKind};
use ngi_vfs::Node;

use super::hours::MissionHours;
use crate::show::{counted, printable};
use crate::surroundings::Game;
use crate::{Error, Result};

/// Whether a folder holds a mission.
pub fn is_in(folder: &Node) -> bool {
    file_in(folder).is_some()
}

/// The mission in a folder of a game, told.
pub fn story(folder: &Node, game: &Game) -> Result<String> {
    let world = World::load_with(game, folder, &mut Managers::default())
        .map_err(|error| Error::Usage(error.to_string()))?;
    Ok(told(&world))
}

/// Problems that are told one by one; of more there is a number.
const MOST_TOLD: usize = 10;

fn told(world: &World) -> String {
    let mut out = String::new();
    let title = if world.story.title.is_empty() { "Without a title" } else { &world.story.title };
    let _ = writeln!(out, "{}", printable(title));
    let _ = writeln!(out, "on {}{}", printable(&world.land_base), size(world));
    if let Some(sky) = &world.sky {
        MissionHours::of(sky).text().lines().for_each(|line| {
            let _ = writeln!(out, "{line}");
        });
    }
    for (title, aims) in [("to be done", &world.story.primary), ("besides", &world.story.bonus)] {
        if !aims.is_empty() {
            let _ = writeln!(out, "\n{title}:");
        }
        aims.iter().for_each(|aim| {
            let _ = writeln!(out, "  {}", printable(aim));
        });
    }
    let _ = writeln!(out, "\nwho is there:");
    for (index, clan) in world.clans.iter().enumerate() {
        clan_told(world, index, clan, &mut out);
    }
    let _ = writeln!(out, "\nthe land: {}", scenery(world));
    if !world.story.later.is_empty() {
        let _ = writeln!(out, "\nlater, when scripts say so:");
    }
    for later in &world.story.later {
        let _ = writeln!(out, "  {}", later_told(world, later));
    }
    problems(world, &mut out);
    out
}

fn size(world: &World) -> String {
    let bounds = world.level.as_ref().and_then(|level| level.ground.bounds());
    bounds.map_or_else(String::new, |[[x0, y0, _], [x1, y1, _]]| {
        format!(", {:.0} by {:.0} metres", x1 - x0, y1 - y0)
    })
}

fn clan_told(world: &World, index: usize, clan: &Clan, out: &mut String) {
    let kind = match clan.kind {
        ClanKind::PLAYER => "played by the player",
        ClanKind::ENEMY => "an enemy",
        ClanKind::NEUTRAL => "neutral",
        ClanKind::NATURE => "nature",
        _ => "of no known kind",
    };
    let [x, y] = clan.base;
    let _ = writeln!(out, "  {}, {kind}, based at {x:.0} {y:.0}", printable(&clan.name));
    let own = || world.objects.iter().filter(|placed| placed.clan == Some(index));
    for (kind, one) in [(PlacedKind::BUILDING, "building"), (PlacedKind::UNIT, "unit")] {
        let of_kind: Vec<&Placed> = own().filter(|placed| placed.kind == kind).collect();
        if !of_kind.is_empty() {
            let _ = writeln!(out, "    {}:", counted(of_kind.len(), one));
        }
        of_kind.into_iter().for_each(|placed| {
            let _ = writeln!(out, "      {}", placed_told(world, placed));
        });
    }
}

fn placed_told(world: &World, placed: &Placed) -> String {
    let [x, y, z] = placed.world_from_object.translation.to_array();
    let mut line = format!("{} at {x:.1} {y:.1} {z:.1}", printable(placed.label()));
    let parts = placed.assembly.drawn().count();
    if parts > 1 {
        let _ = write!(line, ", of {parts} parts");
    }
    if let Some(host) = placed.host.and_then(|host| world.objects.get(host)) {
        let _ = write!(line, ", inside {}", printable(host.label()));
    }
    if placed.life < 1.0 {
        let _ = write!(line, ", {:.0} % of its life left", placed.life * 100.0);
    }
    if !placed.is_there {
        line.push_str(", which the game does not create");
    }
    line
}

/// What is nobody's, by name.
fn scenery(world: &World) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for placed in world.objects.iter().filter(|placed| placed.kind.is_scenery()) {
        *kinds.entry(&placed.path).or_default() += 1;
    }
    let mut parts: Vec<String> =
        kinds.iter().map(|(name, count)| format!("{count} {}", printable(name))).collect();
    if !world.lodes.is_empty() {
        let found = world.lodes.iter().filter(|lode| lode.is_seen).count();
        parts.push(format!("{} ({found} found)", counted(world.lodes.len(), "lode")));
    }
    if !world.cuts.is_empty() {
        parts.push(format!("cut by {}", counted(world.cuts.len(), "building")));
    }
    if parts.is_empty() { "nothing on it".to_owned() } else { parts.join(", ") }
}

fn later_told(world: &World, later: &Later) -> String {
    let [x, y] = later.at;
    let whose = later.clan.and_then(|clan| world.clans.get(clan));
    let whose = whose.map_or_else(String::new, |clan| format!(" of {}", printable(&clan.name)));
    let file = printable(&later.file);
    match later.kind {
        LaterKind::Unit => format!("{file}{whose} appears at {x:.0} {y:.0}"),
        LaterKind::Building => format!("the building {file}{whose} appears at {x:.0} {y:.0}"),
        _ => format!("what is within {:.0} of {x:.0} {y:.0} dies", later.third),
    }
}

fn problems(world: &World, out: &mut String) {
    if world.problems.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nmissing or wrong:");
    for problem in world.problems.iter().take(MOST_TOLD) {
        let _ = writeln!(out, "  {}", printable(&problem.to_string()));
    }
    if let Some(more) = world.problems.len().checked_sub(MOST_TOLD).filter(|more| *more > 0) {
        let _ = writeln!(out, "  and {more} more; `ngi report missions` tells them all");
    }
}
