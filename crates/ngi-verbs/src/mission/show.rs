//! A mission as people read it.

use std::fmt::Write as _;

use ngi_formats::text;
use ngi_formats::tma::{
    ClanRef, ClanVersion, Mission, ObjectRef, ObjectVersion, PlacedKind, Range, StartFlag,
};
use serde_json::{Value, json};

use super::hours::MissionHours;
use crate::show::{printable, table};

/// The mission: what it is called, where it is, who is there, what stands where.
pub(super) fn text(mission: &Mission<'_>, hours: Option<&MissionHours>) -> String {
    let mut out = String::new();
    let title = readable(mission.title());
    let _ = writeln!(out, "title: {}", if title.is_empty() { "-" } else { &title });
    let _ = writeln!(out, "land: {}", readable(mission.land()));
    if let Some(hours) = hours {
        out.push_str(&hours.text());
    }
    let (ClanVersion(clans), ObjectVersion(objects)) =
        (mission.clan_version(), mission.object_version());
    let version = mission.version();
    let _ = writeln!(out, "versions: file {version}, clans {clans}, objects {objects}");
    if let Some(word) = mission.map_word() {
        let _ = writeln!(out, "map word: {word}");
    }
    let names: Vec<String> = mission.clans().map(|clan| readable(clan.name)).collect();
    put_table(&mut out, "clans", &clan_rows(mission, &names));
    put_table(&mut out, "zones", &zone_rows(mission));
    for (kind, title) in [
        (PlacedKind::BUILDING, "buildings"),
        (PlacedKind::UNIT, "units"),
        (PlacedKind::VEGETATION, "vegetation"),
        (PlacedKind::ROCK, "rocks"),
    ] {
        let rows = object_rows(mission, &names, |object| object.head.kind == kind);
        put_table(&mut out, title, &rows);
    }
    let others = object_rows(mission, &names, |object| !object.head.kind.is_known());
    if !others.is_empty() {
        put_table(&mut out, "objects of no known kind", &others);
    }
    put_table(&mut out, "routes", &route_rows(mission));
    put_table(&mut out, "lodes", &lode_rows(mission));
    if !mission.tail().is_empty() {
        let _ = writeln!(out, "bytes behind the last lode: {}", mission.tail().len());
    }
    out
}

fn readable(bytes: &[u8]) -> String {
    printable(&text::decode(bytes))
}

/// A count, and a line for each.
fn put_table(out: &mut String, title: &str, rows: &[Value]) {
    let _ = writeln!(out, "{title}: {}", rows.len());
    let lines = if rows.is_empty() { None } else { table(rows) };
    for line in lines.unwrap_or_default().lines() {
        let _ = writeln!(out, "  {line}");
    }
}

/// A name, or nothing where it is empty.
fn some(text: Option<&[u8]>) -> Value {
    let text = text.map(readable).filter(|text| !text.is_empty());
    text.map_or(Value::Null, Value::from)
}

fn place(floats: &[f32]) -> Value {
    floats.iter().map(f32::to_string).collect::<Vec<_>>().join(" ").into()
}

fn clan_rows(mission: &Mission<'_>, names: &[String]) -> Vec<Value> {
    let row = |(index, clan): (usize, ClanRef<'_>)| {
        let seen = |ally: bool| {
            let others = mission.relations(index).filter(|relation| {
                let is_other = names.get(index) != Some(&readable(relation.name));
                is_other && (relation.stance == ngi_formats::tma::Stance::ALLY) == ally
            });
            let list: Vec<String> = others.map(|relation| readable(relation.name)).collect();
            Some(list.join(", ")).filter(|list| !list.is_empty())
        };
        let kind = clan.head.kind;
        let kind = kind.name().map_or_else(|| kind.0.to_string(), str::to_ascii_lowercase);
        json!({
            "clan": index,
            "name": readable(clan.name),
            "kind": kind,
            "base": place(&clan.head.base),
            "minds": clan.minds,
            "allies": seen(true),
            "enemies": seen(false),
            "script": some(clan.script),
            "tree": some(clan.tree),
        })
    };
    mission.clans().enumerate().map(row).collect()
}

fn zone_rows(mission: &Mission<'_>) -> Vec<Value> {
    let zones = mission.clans().enumerate().flat_map(|(index, clan)| {
        let zones = clan.zones.unwrap_or_default();
        zones.into_iter().map(move |zone| (index, zone))
    });
    let row = |(clan, zone): (usize, ngi_formats::tma::Zone)| {
        json!({
            "clan": clan,
            "kind": zone.kind,
            "center": place(&zone.center),
            "inner": f64::from(zone.inner),
            "outer": f64::from(zone.outer),
        })
    };
    zones.map(row).collect()
}

fn object_rows(
    mission: &Mission<'_>,
    names: &[String],
    is_meant: impl Fn(&ObjectRef<'_>) -> bool,
) -> Vec<Value> {
    let meant = mission.objects().enumerate().filter(|(_, object)| is_meant(object));
    meant.map(|(index, object)| object_row(mission, names, index, &object)).collect()
}

fn object_row(
    mission: &Mission<'_>,
    names: &[String],
    index: usize,
    object: &ObjectRef<'_>,
) -> Value {
    let kind = object.head.kind;
    let owner = object.owner.filter(|_| kind.is_owned());
    let clan = owner.map(|owner| {
        let name = usize::try_from(owner).ok().and_then(|owner| names.get(owner));
        name.map_or_else(|| owner.to_string(), String::clone)
    });
    let [_, _, turn] = object.placement.turn;
    let scale = object.scale.filter(|scale| *scale != [1.0; 3]).map(|scale| {
        let [x, y, z] = scale;
        if x == y && y == z { Value::from(x.to_string()) } else { place(&scale) }
    });
    let host = object.host.filter(|host| host.host != -1);
    let keeps = object.start.is_some_and(|start| start != StartFlag::SETTLE);
    json!({
        "object": index,
        "kind": (!kind.is_known()).then_some(kind.0),
        "path": readable(object.path),
        "name": some(object.name),
        "clan": clan,
        "id": object.logical_id.filter(|_| kind.is_owned()),
        "position": place(&object.placement.position),
        "turn": turn.to_string(),
        "scale": scale,
        "start": keeps.then_some("keeps its height"),
        "inside": host.map(|host| format!("{} at {}", host.host, host.host_vertex)),
        "life": life(mission, index),
    })
}

/// How much life is left, where it is not all.
fn life(mission: &Mission<'_>, object: usize) -> Option<String> {
    match mission.property_named(object, b"Life state")?.range() {
        Range::Float(range) if range.value != range.max => Some(range.value.to_string()),
        _ => None,
    }
}

fn route_rows(mission: &Mission<'_>) -> Vec<Value> {
    let row = |(index, route): (usize, ngi_formats::tma::RouteRef<'_>)| {
        let corners: Vec<[f32; 3]> = route.points.iter().collect();
        let side = |axis: usize, pick: fn(f32, f32) -> f32| {
            corners.iter().filter_map(|corner| corner.get(axis).copied()).reduce(pick)
        };
        let reach = |pick: fn(f32, f32) -> f32| Some(place(&[side(0, pick)?, side(1, pick)?]));
        json!({
            "route": index,
            "id": route.id,
            "corners": corners.len(),
            "from": reach(f32::min),
            "to": reach(f32::max),
        })
    };
    mission.routes().enumerate().map(row).collect()
}

fn lode_rows(mission: &Mission<'_>) -> Vec<Value> {
    let row = |(index, lode): (usize, ngi_formats::tma::Lode)| {
        let kind = lode.kind;
        let kind = kind.name().map_or_else(|| format!("{:#x}", kind.0), str::to_ascii_lowercase);
        json!({
            "lode": index,
            "position": place(&lode.position),
            "of": kind,
            "amount": lode.amount.to_string(),
            "found": if lode.found == 0 { "no" } else { "yes" },
        })
    };
    mission.lodes().iter().enumerate().map(row).collect()
}
