//! Maps as GeoJSON and back. Coordinates are the game's: x east, y north, z up, in metres.

use ngi_formats::arealmap::{ArealMap, PlannedAreal};
use serde_json::{Value, json};

use super::below::Below;
use super::finish::finish;
use super::svg::is_drawable;
use crate::importer::{ImportOptions, Imported, Source};
use crate::{Error, Result};
use ngi_verbs::document::write::{Layout, write};
use ngi_verbs::json;

/// What no GeoJSON has.
pub const LEFT_OUT: &str =
    "the grid's lists and words nobody reads; importing makes the lists anew";

/// The longest text that is read. The fullest map there can be takes a third of it.
const MOST_BYTES: usize = 1 << 27;

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
    let lost = (left_out > 0).then(|| format!("{left_out} areals without a polygon of numbers"));
    Ok((out, lost.into_iter().collect()))
}

/// A map of the polygons of a feature collection.
pub fn import(source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
    if source.bytes.len() > MOST_BYTES {
        let why = format!("longer than {MOST_BYTES} bytes: no map has so many areals");
        return Err(Error::json("", why));
    }
    let document: Value = serde_json::from_slice(source.bytes)
        .map_err(|error| Error::json("", format!("not JSON: {error}")))?;
    let document = json::Reader::new(&document, "");
    let stored = document.value().pointer("/ngi/cells").and_then(Value::as_array);
    let cell = |at: usize| {
        let number = stored.and_then(|cells| cells.get(at)).and_then(Value::as_u64);
        number.and_then(|number| u32::try_from(number).ok())
    };
    let mut imported = Imported::default();
    let mut drawn = Vec::new();
    for feature in document.need("features")?.elements()? {
        let before = drawn.len();
        areals(&feature, &mut drawn, &mut imported.lost)?;
        if drawn.len() == before {
            imported.lost.push("a feature that is no polygon".into());
        }
    }
    let areals = on_the_ground(drawn, source, options, &mut imported);
    finish(areals, cell(0).zip(cell(1)), options, imported)
}

/// A position, which may have no height.
type Position = ([f32; 2], Option<f32>);

/// A polygon with positions, and what else is known of it.
struct Drawn {
    corners: Vec<Position>,
    areal: PlannedAreal,
}

/// The areals of a feature: none where it is no polygon, several where it is many.
fn areals(feature: &json::Reader<'_>, out: &mut Vec<Drawn>, lost: &mut Vec<String>) -> Result<()> {
    let geometry = feature.need("geometry")?;
    let start = out.len();
    match geometry.text("type")? {
        "Polygon" => polygon(&geometry.need("coordinates")?, out, lost)?,
        "MultiPolygon" => {
            for coordinates in geometry.need("coordinates")?.elements()? {
                polygon(&coordinates, out, lost)?;
            }
        }
        _ => return Ok(()),
    }
    let Some(properties) = feature.get("properties") else { return Ok(()) };
    let given = |key: &str| properties.get(key).filter(|value| !value.value().is_null());
    let several = out.len() > start + 1;
    for drawn in out.iter_mut().skip(start) {
        let areal = &mut drawn.areal;
        if let Some(walkable) = given("walkable") {
            let walkable =
                walkable.value().as_bool().ok_or_else(|| walkable.wrong("true or false"))?;
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
            // One place is in one of them at most.
            if !several {
                areal.anchor([x, y]);
            }
        }
    }
    Ok(())
}

/// The areal of a polygon's rings; none where it has none.
fn polygon(rings: &json::Reader<'_>, out: &mut Vec<Drawn>, lost: &mut Vec<String>) -> Result<()> {
    let mut rings = rings.elements()?;
    let Some(ring) = rings.next() else { return Ok(()) };
    if rings.len() > 0 {
        lost.push("holes of a polygon".into());
    }
    let mut corners: Vec<Position> = Vec::new();
    for corner in ring.elements()? {
        let values: Vec<Option<f32>> =
            corner.elements()?.map(|value| json::parse_float(value.value())).collect();
        corners.push(match values.as_slice() {
            [Some(x), Some(y)] => ([*x, *y], None),
            [Some(x), Some(y), Some(z), ..] => ([*x, *y], Some(*z)),
            _ => return Err(corner.wrong("a position of two or three numbers")),
        });
    }
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    out.push(Drawn { corners, areal: PlannedAreal::new(&[]) });
    Ok(())
}

/// Gives corners without a height that of the ground beside them.
fn on_the_ground(
    drawn: Vec<Drawn>,
    source: &Source<'_>,
    options: &ImportOptions<'_>,
    imported: &mut Imported,
) -> Vec<PlannedAreal> {
    let lacking = drawn.iter().flat_map(|drawn| &drawn.corners).any(|(_, z)| z.is_none());
    let ground = lacking.then(|| Below::find(source, options)).flatten();
    let (mut found, mut missing) = (0usize, 0usize);
    let mut areals = Vec::with_capacity(drawn.len());
    for Drawn { corners, mut areal } in drawn {
        let lake = areal.class.is_lake();
        let place = |([x, y], z): Position| {
            let below = || ground.as_ref()?.height([x, y], lake);
            let height = z.or_else(|| {
                let height = below();
                found += usize::from(height.is_some());
                missing += usize::from(height.is_none());
                height
            });
            [x, y, height.unwrap_or(0.0)]
        };
        areal.polygon = corners.into_iter().map(place).collect();
        areals.push(areal);
    }
    if let Some(ground) = ground.filter(|_| found > 0) {
        imported.computed.push(format!("heights of {found} corners, from {}", ground.name));
    }
    if missing > 0 {
        let why =
            "there is no ground below them; a Land.msh beside the file or beside --like has it";
        imported.told.push(format!("{missing} corners without a height are at 0: {why}"));
    }
    areals
}
