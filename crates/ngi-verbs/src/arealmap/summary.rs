//! A map at a glance.

use std::collections::BTreeMap;
use std::fmt::Write;

use ngi_formats::arealmap::{ArealMap, Class, Summary};
use serde_json::{Value, json};

use crate::show;

/// Areals that are shown; the rest is counted.
const ROWS: usize = 200;

/// The summary of a map.
pub fn summary(map: &ArealMap<'_>) -> String {
    let facts = Summary::of(map);
    let mut out = String::new();
    let lakes = facts.lakes.len();
    let _ = writeln!(
        out,
        "areals: {}, {} walkable, {lakes} {}",
        facts.areals,
        facts.walkable,
        if lakes == 1 { "lake" } else { "lakes" }
    );
    if let (Some([x, y]), Some([x2, y2])) = (facts.min, facts.max) {
        let _ =
            writeln!(out, "bounds: x {x}..{x2}, y {y}..{y2}; areas sum up to {:.1}", facts.area);
    }
    let _ = writeln!(out, "links: {}", links(map));
    let _ = writeln!(out, "cells: {}", cells(map));
    section(&mut out, "classes", &classes(map), None);
    let rows: Vec<Value> = map.areals().take(ROWS).enumerate().map(row).collect();
    section(&mut out, "areals", &rows, Some(map.len()));
    out
}

fn section(out: &mut String, title: &str, rows: &[Value], all: Option<usize>) {
    let _ = writeln!(out, "{title}: {}", all.unwrap_or(rows.len()));
    for line in show::table(rows).unwrap_or_default().lines() {
        let _ = writeln!(out, "  {line}");
    }
    if let Some(more) = all.and_then(|all| all.checked_sub(rows.len())).filter(|more| *more > 0) {
        let _ = writeln!(out, "  … and {more} more");
    }
}

fn links(map: &ArealMap<'_>) -> String {
    let edges = || map.areals().flat_map(|areal| areal.links().take(areal.corner_count()));
    let shared = edges().filter(|link| !link.is_none()).count();
    format!("{} edges, {shared} with a neighbour", edges().count())
}

fn cells(map: &ArealMap<'_>) -> String {
    let lengths =
        || (0..map.cell_count()).map(|cell| map.cell_list(cell).map_or(0, |list| list.len()));
    let (total, most) = (lengths().sum::<usize>(), lengths().max().unwrap_or(0));
    format!(
        "{} across, {} down; they name {total} areals, one cell at most {most}",
        map.across(),
        map.down()
    )
}

fn classes(map: &ArealMap<'_>) -> Vec<Value> {
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for areal in map.areals() {
        let (count, walkable) = counts.entry(areal.head.class.0).or_default();
        *count += 1;
        *walkable += usize::from(areal.head.is_walkable());
    }
    let row = |(class, (count, walkable)): (u32, (usize, usize))| {
        let meaning = if Class(class).is_lake() { "lake" } else { "" };
        json!({"class": class, "areals": count, "walkable": walkable, "meaning": meaning})
    };
    counts.into_iter().take(ROWS).map(row).collect()
}

fn row((index, areal): (usize, ngi_formats::arealmap::ArealRef<'_>)) -> Value {
    let [x, y, _] = areal.head.anchor;
    let mut neighbours: Vec<i32> = areal
        .links()
        .take(areal.corner_count())
        .map(|link| link.areal)
        .filter(|a| *a >= 0)
        .collect();
    neighbours.sort_unstable();
    neighbours.dedup();
    let shown: Vec<String> = neighbours.iter().take(8).map(i32::to_string).collect();
    let more = if neighbours.len() > 8 { " …" } else { "" };
    json!({
        "areal": index,
        "class": areal.head.class.0,
        "walkable": areal.head.is_walkable(),
        "corners": areal.corner_count(),
        "area": crate::json::float(areal.head.area),
        "anchor": format!("{x} {y}"),
        "neighbours": format!("{}{more}", shown.join(" ")),
    })
}
