//! A model at a glance: what it consists of, not every vertex.

use std::collections::BTreeMap;
use std::fmt::Write;

use ngi_formats::msh::{LEVELS, Model, NodeFlags, STAGES, resource};
use ngi_formats::{Findings, Mode, Result};
use serde_json::{Value, json};

use crate::json::Object;
use crate::show;
use ngi_formats::tables;

/// Rows of a table that are shown; the rest is counted.
const ROWS: usize = 200;
/// Bytes of a light probe, as one public reading of table 20 has it.
const PROBE: usize = 48;
/// How deep names are indented.
const DEPTH: usize = 16;

/// The summary of a model; fails where it cannot be followed at all.
pub fn summary(bytes: &[u8]) -> Result<String> {
    let mut broken = Findings::new(Mode::Tolerant, false);
    let model = Model::read_tolerant(bytes, &mut broken)?;
    let mut out = String::new();
    let nodes = model.legacy_nodes.map_or(model.nodes.len(), |nodes| nodes.len());
    let counts = [
        ("nodes", nodes),
        ("slots", model.slots.len()),
        ("vertices", model.positions.len()),
        ("triangles", model.indices.len() / 3),
        ("batches", model.batches.len()),
    ];
    let counts = counts.map(|(what, count)| format!("{what} {count}"));
    let _ = writeln!(out, "size: {}", counts.join(", "));
    let _ = writeln!(out, "bounds: {}", bounds(&model));
    let _ = writeln!(out, "animation: {}", animation(&model));
    if model.legacy_nodes.is_some() {
        out.push_str("node records of 24 bytes: kept, but nobody can read them\n");
    }
    let stages = "triangles by level, a column per damage stage";
    section(&mut out, "nodes", stages, &nodes_table(&model), model.nodes.len());
    let materials = materials(&model);
    section(&mut out, "materials", "rows of the wear table", &materials, materials.len());
    section(&mut out, "tables", "", &tables_table(&model), model.archive().len());
    if let Some(probes) = model.probes {
        let _ = writeln!(
            out,
            "table 20: {} bytes nobody knows; if they are light probes of {PROBE} bytes, {} of them (a guess)",
            probes.len(),
            probes.len() / PROBE
        );
    }
    if !broken.is_empty() {
        let _ =
            writeln!(out, "broken references: {} (`ngi check` lists them)", broken.list().len());
    }
    Ok(out)
}

fn section(out: &mut String, title: &str, note: &str, rows: &[Value], all: usize) {
    if rows.is_empty() {
        return;
    }
    let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
    let _ = writeln!(out, "{title}: {all}{note}");
    for line in show::table(rows).unwrap_or_default().lines() {
        let _ = writeln!(out, "  {line}");
    }
    if all > rows.len() {
        let _ = writeln!(out, "  … and {} more", all - rows.len());
    }
}

fn bounds(model: &Model<'_>) -> String {
    let aabb = model.header.aabb();
    let ranges = ["x", "y", "z"].iter().zip(aabb.min.iter().zip(aabb.max));
    let ranges = ranges.map(|(axis, (&min, max))| format!("{axis} {min}..{max}"));
    let sphere = model.header.sphere;
    let center = sphere.center.map(|value| value.to_string()).join(" ");
    let ranges: Vec<String> = ranges.collect();
    format!("{}; sphere of {} around {center}", ranges.join(", "), sphere.radius)
}

fn animation(model: &Model<'_>) -> String {
    let animated = model.nodes.iter().filter(|node| node.is_animated()).count();
    let keys = model.keys.map_or(0, |keys| keys.len());
    if animated == 0 {
        return "none".into();
    }
    format!("frames {}, animated nodes {animated}, keys {keys}", model.frame_count)
}

/// Triangles per slot, from running sums: a file may name the same batches over and over.
struct SlotTriangles(Vec<usize>);

impl SlotTriangles {
    fn new(model: &Model<'_>) -> Self {
        let mut sums = vec![0usize];
        let mut sum = 0;
        for batch in 0..model.batches.len() {
            sum += model.batch_faces(batch).len();
            sums.push(sum);
        }
        let of_slot = |range: std::ops::Range<usize>| {
            Some(sums.get(range.end)?.saturating_sub(*sums.get(range.start)?))
        };
        Self(model.slots.iter().map(|slot| of_slot(slot.batches()).unwrap_or(0)).collect())
    }

    /// Triangles of a node by level, such as `12/6/2/-`; `None` where the stage has no slot.
    fn of_stage(&self, model: &Model<'_>, node: usize, stage: usize) -> Option<String> {
        let level = |level: usize| {
            let slot = model.slot_index(node, stage, level)?;
            self.0.get(slot).map(usize::to_string)
        };
        let levels: Vec<Option<String>> = (0..LEVELS).map(level).collect();
        let last = levels.iter().rposition(Option::is_some)?;
        let shown = levels.into_iter().take(last + 1);
        let shown: Vec<String> = shown.map(|count| count.unwrap_or_else(|| "-".into())).collect();
        Some(shown.join("/"))
    }
}

/// Nodes with their depths, parents before children, roots in order.
fn hierarchy(model: &Model<'_>) -> Vec<(usize, usize)> {
    let count = model.nodes.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut open = Vec::new();
    for node in (0..count).rev() {
        match model.parent(node).and_then(|parent| children.get_mut(parent)) {
            Some(siblings) => siblings.push(node),
            None => open.push((node, 0)),
        }
    }
    let mut order = Vec::with_capacity(count);
    while let Some((node, depth)) = open.pop() {
        order.push((node, depth));
        let below = children.get(node).into_iter().flatten();
        open.extend(below.map(|&child| (child, depth + 1)));
    }
    order
}

fn nodes_table(model: &Model<'_>) -> Vec<Value> {
    let triangles = SlotTriangles::new(model);
    let row = |(node, depth): (usize, usize)| {
        let record = model.nodes.get(node)?;
        let mut row = Object::new();
        row.insert("index".into(), node.into());
        let name = model.node_name(node);
        row.insert("name".into(), format!("{}{name}", "  ".repeat(depth.min(DEPTH))).into());
        let label = model.label(node).and_then(|label| label.as_text());
        row.insert("label".into(), label.into());
        row.insert("flags".into(), flags(record.flags).into());
        row.insert("motion".into(), motion(model, node).into());
        for stage in 0..STAGES {
            let shown = triangles.of_stage(model, node, stage);
            row.insert(format!("stage {stage}"), shown.into());
        }
        Some(Value::Object(row))
    };
    hierarchy(model).into_iter().take(ROWS).filter_map(row).collect()
}

fn flags(flags: NodeFlags) -> Option<String> {
    let mut words: Vec<String> =
        flags.names().map(|name| name.to_lowercase().replace('_', "-")).collect();
    let named = NodeFlags::KNOWN;
    if flags.0 & !named != 0 {
        words.push(format!("{:#x}", flags.0 & !named));
    }
    (!words.is_empty()).then(|| words.join(","))
}

/// How a node moves: where its keys begin and end.
fn motion(model: &Model<'_>, node: usize) -> Option<String> {
    let fallback = usize::from(model.nodes.get(node)?.fallback_key);
    let first = usize::from(model.map_block(node)?.get(0)?).min(fallback);
    Some(format!("{} keys", fallback - first + 1))
}

/// Batches and triangles by material and lightmap.
fn materials(model: &Model<'_>) -> Vec<Value> {
    let mut sums: BTreeMap<(u8, Option<u8>), (usize, usize)> = BTreeMap::new();
    for (index, batch) in model.batches.iter().enumerate() {
        let sum = sums.entry((batch.material, batch.lightmap())).or_default();
        sum.0 += 1;
        sum.1 += model.batch_faces(index).len();
    }
    let row = |((material, lightmap), (batches, triangles))| {
        json!({"material": material, "lightmap": lightmap, "batches": batches,
               "triangles": triangles})
    };
    sums.into_iter().take(ROWS).map(row).collect()
}

fn tables_table(model: &Model<'_>) -> Vec<Value> {
    let tables = tables::tables(model.archive());
    let row = |entry: ngi_formats::nres::Entry<'_>| {
        let record = entry.record();
        let table = tables.iter().find(|table| table.entry == entry.index());
        let known = resource::resource(record.type_id.0).map_or("unknown", |known| known.name);
        json!({
            "type": record.type_id.to_string(),
            "table": table.map_or(known, |table| table.key()),
            "records": table.map(tables::Table::count),
            "bytes": record.size,
        })
    };
    model.archive().iter().take(ROWS).map(row).collect()
}
