//! A landscape at a glance: what it consists of, not every face.

use std::collections::BTreeMap;
use std::fmt::Write;

use ngi_formats::landscape::{FaceFlags, Landscape, chunk, straddling};
use ngi_formats::{Findings, Mode, Result};
use serde_json::{Value, json};

use crate::show;

/// Rows of a table that are shown; the rest is counted.
const ROWS: usize = 200;

/// The summary of a landscape; fails where it cannot be followed at all.
pub fn summary(bytes: &[u8]) -> Result<String> {
    let mut broken = Findings::new(Mode::Tolerant, false);
    let land = Landscape::read_tolerant(bytes, &mut broken)?;
    let mut out = String::new();
    let (near, far) = (land.level_faces(0).len(), land.level_faces(1).len());
    let vertices = land.positions.len();
    let _ = writeln!(out, "size: vertices {vertices}, faces {near} on level 0, {far} on level 1");
    let _ = writeln!(out, "bounds: {}", bounds(&land));
    let _ = writeln!(out, "grid: {}", grid(&land));
    let _ = writeln!(out, "liquid: {}", liquid(&land));
    let wrapped = straddling(&land);
    if wrapped.material_uvs + wrapped.micro_uvs > 0 {
        let _ = writeln!(
            out,
            "wrapped texture coordinates: faces {} of the materials, {} of the microtexture",
            wrapped.material_uvs, wrapped.micro_uvs
        );
    }
    let materials = materials(&land);
    section(&mut out, "materials", " (rows of the level's first wear)", &materials);
    section(&mut out, "flags", "", &flags(&land));
    section(&mut out, "chunks", "", &chunks(&land));
    if !broken.is_empty() {
        let count = broken.list().len();
        let _ = writeln!(out, "broken references: {count} (`ngi check` lists them)");
    }
    Ok(out)
}

fn section(out: &mut String, title: &str, note: &str, rows: &[Value]) {
    let _ = writeln!(out, "{title}: {}{note}", rows.len());
    let shown = rows.get(..ROWS).unwrap_or(rows);
    for line in show::table(shown).unwrap_or_default().lines() {
        let _ = writeln!(out, "  {line}");
    }
    if rows.len() > shown.len() {
        let _ = writeln!(out, "  … and {} more", rows.len() - shown.len());
    }
}

fn bounds(land: &Landscape<'_>) -> String {
    let aabb = land.header.aabb();
    let ranges = ["x", "y", "z"].iter().zip(aabb.min.iter().zip(aabb.max));
    let ranges = ranges.map(|(axis, (&min, max))| format!("{axis} {min}..{max}"));
    ranges.collect::<Vec<String>>().join(", ")
}

fn grid(land: &Landscape<'_>) -> String {
    match land.grid() {
        Some(grid) => {
            let [width, height] = grid.size;
            format!("{} × {} squares of {width} × {height}", grid.across, grid.down)
        }
        None => "unknown".into(),
    }
}

fn liquid(land: &Landscape<'_>) -> String {
    let liquids = land.faces.iter().filter(|face| face.is_liquid());
    let count = liquids.clone().count();
    let first = liquids.clone().find_map(|face| land.corners(&face));
    let beds = land.faces.iter().filter(|face| face.flags.has(FaceFlags::BED)).count();
    match first {
        Some([[_, _, level], _, _]) => format!("faces {count} at {level}, beds {beds}"),
        None => "none".into(),
    }
}

/// Faces and batches by pair of materials.
fn materials(land: &Landscape<'_>) -> Vec<Value> {
    let mut sums: BTreeMap<[u8; 2], [usize; 3]> = BTreeMap::new();
    let split = land.split();
    for (index, face) in land.faces.iter().enumerate() {
        let [near, far, _] = sums.entry(face.pair()).or_default();
        *(if index < split { near } else { far }) += 1;
    }
    for entry in land.order.iter().filter(|entry| entry.starts_batch()) {
        let face = land.faces.get(usize::from(entry.face));
        if let Some([_, _, batches]) = face.and_then(|face| sums.get_mut(&face.pair())) {
            *batches += 1;
        }
    }
    let row = |([first, second], [near, far, batches]): ([u8; 2], [usize; 3])| {
        let second = (second != 0xFF).then_some(second);
        json!({"first": first, "second": second, "level 0": near, "level 1": far,
               "batches": batches})
    };
    sums.into_iter().map(row).collect()
}

/// Faces by flags: the raw word beside what its bits mean.
fn flags(land: &Landscape<'_>) -> Vec<Value> {
    let mut sums: BTreeMap<u32, usize> = BTreeMap::new();
    land.faces.iter().for_each(|face| *sums.entry(face.flags.0).or_default() += 1);
    let row = |(word, count): (u32, usize)| {
        let named = FaceFlags(word).names();
        let names: Vec<String> = named.map(|name| name.to_lowercase().replace('_', "-")).collect();
        json!({"word": format!("{word:#x}"), "faces": count, "meaning": names.join(",")})
    };
    sums.into_iter().map(row).collect()
}

fn chunks(land: &Landscape<'_>) -> Vec<Value> {
    let row = |entry: ngi_formats::nres::Entry<'_>| {
        let record = entry.record();
        let known = chunk::chunk_of(record.type_id.0);
        let size = usize::try_from(record.size).unwrap_or_default();
        json!({
            "type": record.type_id.to_string(),
            "table": known.map_or("unknown", |known| known.name),
            "records": known.map(|known| known.count_of(size).0),
            "bytes": record.size,
        })
    };
    land.archive().iter().map(row).collect()
}
