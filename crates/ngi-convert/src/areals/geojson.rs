//! Maps as GeoJSON and back. Coordinates are the game's: x east, y north, z up, in metres.

use ngi_formats::arealmap::{ArealMap, Plan, PlannedAreal};
use serde_json::{Value, json};

use super::svg::is_drawable;
use crate::importer::{ImportOptions, Imported, Source};
use crate::{Error, Result};
use ngi_verbs::document::write::{Layout, write};
use ngi_verbs::json;

/// The polygons as features, and what is not among them.
pub fn features(map: &ArealMap<'_>) -> Result<(Vec<u8>, Vec<String>)> {
    let mut left_out = 0usize;
    let mut features = Vec::with_capacity(map.len());
    for (index, areal) in map.areals().enumerate() {
        if !is_drawable(&areal) {
            left_out += 1;
            continue;
        }
        // A ring ends where it began.
        let ring = areal.polygon().chain(areal.corner(0));
        let ring: Value = ring.map(|corner| corner.map(json::float)).collect::<Vec<_>>().into();
        let edges: Vec<Value> = areal
            .links()
            .take(areal.corner_count())
            .map(|link| link.target().map_or(Value::Null, |(areal, edge)| json!([areal, edge])))
            .collect();
        features.push(json!({
            "type": "Feature",
            "id": index,
            "properties": {
                "areal": index,
                "class": areal.head.class.0,
                "walkable": areal.head.is_walkable(),
                "lake": areal.head.class.is_lake(),
                "area": json::float(areal.head.area),
                "anchor": areal.head.anchor.map(json::float),
                "normal": areal.head.normal.map(json::float),
                "links": edges,
            },
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }));
    }
    let document = json!({
        "type": "FeatureCollection",
        "ngi": {"cells": [map.across(), map.down()], "units": "metres: x east, y north, z up"},
        "features": features,
    });
    let mut out = Vec::new();
    write(&document, Layout::Rows, &mut out)?;
    let mut lost =
        vec!["the grid's lists and words nobody reads; importing makes the lists anew".to_owned()];
    if left_out > 0 {
        lost.push(format!("{left_out} areals without a polygon of numbers"));
    }
    Ok((out, lost))
}

/// A map of the polygons of a feature collection.
pub fn import(source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
    let document: Value = serde_json::from_slice(source.bytes)
        .map_err(|error| Error::json("", format!("not JSON: {error}")))?;
    let document = json::Reader::new(&document, "");
    let like = options.like.as_ref().map(super::read).transpose()?;
    let stored = document.value().pointer("/ngi/cells").and_then(Value::as_array);
    let cell = |at: usize| {
        let number = stored.and_then(|cells| cells.get(at)).and_then(Value::as_u64);
        number.and_then(|number| u32::try_from(number).ok())
    };
    let like_cells = like.as_ref().map(|map| (map.across(), map.down()));
    let (across, down) = cell(0).zip(cell(1)).or(like_cells).unwrap_or((128, 128));
    // Before lists are made of the numbers.
    if u64::from(across) * u64::from(down) > 1 << 22 {
        return Err(Error::json("ngi.cells", format!("{across} × {down} are too many")));
    }
    let mut plan = Plan::new(across, down);
    let mut lost = Vec::new();
    for feature in document.need("features")?.elements()? {
        match areal(&feature, &mut lost)? {
            Some(areal) => plan.areals_mut().push(areal),
            None => lost.push("a feature that is no polygon".into()),
        }
    }
    let map = plan.build()?;
    let count = map.areals.len();
    let bytes = match options.like {
        Some(like) => ngi_formats::arealmap::ArealMapFile::read(like.bytes)?.write_with(&map)?,
        None => map.write_file()?,
    };
    let carried = vec![format!("{count} polygons with class, walkable and anchor")];
    let mut computed = vec![
        "areas, normals, links and their twins".into(),
        format!("the lists of {across} × {down} cells"),
    ];
    let planned: usize = plan.areals().iter().map(|areal| areal.polygon.len()).sum();
    let made: usize = map.areals.iter().map(|areal| areal.polygon.len()).sum();
    if made > planned {
        computed.push(format!("corners where edges meet in a T: {}", made - planned));
    }
    Ok(Imported { bytes, carried, computed, lost, ..Imported::default() })
}

/// An areal of a feature; `None` where it is no polygon.
fn areal(feature: &json::Reader<'_>, lost: &mut Vec<String>) -> Result<Option<PlannedAreal>> {
    let geometry = feature.need("geometry")?;
    if geometry.text("type")? != "Polygon" {
        return Ok(None);
    }
    let rings = geometry.need("coordinates")?;
    let mut rings = rings.elements()?;
    let Some(ring) = rings.next() else { return Ok(None) };
    if rings.len() > 0 {
        lost.push("holes of a polygon".into());
    }
    let mut corners = Vec::new();
    for corner in ring.elements()? {
        let values: Vec<Option<f32>> =
            corner.elements()?.map(|value| json::parse_float(value.value())).collect();
        corners.push(match values.as_slice() {
            [Some(x), Some(y)] => [*x, *y, 0.0],
            [Some(x), Some(y), Some(z), ..] => [*x, *y, *z],
            _ => return Err(corner.wrong("a position of two or three numbers")),
        });
    }
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    let mut areal = PlannedAreal::new(&corners);
    let Some(properties) = feature.get("properties") else { return Ok(Some(areal)) };
    let given = |key: &str| properties.get(key).filter(|value| !value.value().is_null());
    if let Some(walkable) = given("walkable") {
        let walkable = walkable.value().as_bool().ok_or_else(|| walkable.wrong("true or false"))?;
        areal.walkable(walkable);
    }
    if given("class").is_some() {
        areal.class(properties.number("class")?);
    }
    if let Some(anchor) = given("anchor") {
        let values: Vec<Option<f32>> =
            anchor.elements()?.map(|value| json::parse_float(value.value())).collect();
        let [Some(x), Some(y), ..] = *values.as_slice() else {
            return Err(anchor.wrong("a position"));
        };
        areal.anchor([x, y]);
    }
    Ok(Some(areal))
}
