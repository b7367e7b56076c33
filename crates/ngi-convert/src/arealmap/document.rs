//! Areal maps as documents (`ngi.areal/1`).
//!
//! ```json
//! {"schema": "ngi.areal/1", "count": 1, "sort_table": "sorted", "layout": "canonical",
//!  "entries": [{"index": 0, "type": "12", "name": "ArealMap", "attr1": 2, …, "table": "areals"}],
//!  "areals": [{"anchor": [5.0, 5.0, 0.0], "unk_0x0c": 0.0, "area": 100.0, …,
//!              "polygon": [[0.0, 0.0, 0.0], …], "links": [[-1, -1], [1, 3], …], "blocks": []}, …],
//!  "cells_across": 128, "cells_down": 128,
//!  "cells": [[[0], [0, 1], …], …]}
//! ```
//! `cells[x][y]` is the list of a cell. The document of the entry alone has no members of the
//! archive. How many areals there are goes to `attr1` by itself.

use bytes::Bytes;
use ngi_formats::arealmap::{
    Areal, ArealHead, ArealMap, ArealMapBuf, ArealMapFile, ArealRef, Cells, Class, Link,
};
use ngi_formats::nres::Entry;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::is_payload;
use crate::archive::{NresFormat, Payloads, Source, nres};
use crate::format::{Format, Subject};
use crate::json::{self, Object, Reader};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.areal/1";
/// What the entry of the map is marked with.
const TABLE: &str = "areals";

/// The members of a document that are the archive's.
struct Members<'d, 'a>(&'d ArealMapFile<'a>);

impl Serialize for Members<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", SCHEMA)?;
        let file = self.0;
        let row = |entry: &Entry<'_>, shared| {
            if entry.index() != file.entry() {
                return nres::entry_to_json(entry, shared, Payloads::Inline);
            }
            let mut row = nres::record_to_json(entry.index(), entry.record());
            row.insert("table".into(), TABLE.into());
            Value::Object(row)
        };
        nres::serialize_members(&mut map, file.archive(), Payloads::Inline, row)?;
        map.end()
    }
}

/// The document of a map, or of its entry alone. Where the map cannot be followed, that of the
/// archive around it, payloads included.
pub fn to_value(subject: &Subject<'_>) -> Result<Value> {
    if let Some(entry) = subject.entry.filter(|_| is_payload(subject)) {
        let mut object = json::document(SCHEMA);
        put_map(&mut object, &ArealMap::read(subject.bytes, entry.attributes[0])?);
        return Ok(Value::Object(object));
    }
    let Ok(file) = ArealMapFile::read(subject.bytes) else {
        let mut out = Vec::new();
        NresFormat.write_json(subject, crate::format::Form::Full, &mut out)?;
        return serde_json::from_slice(&out).map_err(|error| Error::json("", error.to_string()));
    };
    let mut value = json::to_value(&Members(&file))?;
    if let Some(object) = value.as_object_mut() {
        put_map(object, file.map());
    }
    Ok(value)
}

fn put_map(object: &mut Object, map: &ArealMap<'_>) {
    object.insert("areals".into(), map.areals().map(|areal| areal_value(&areal)).collect());
    object.insert("cells_across".into(), map.across().into());
    object.insert("cells_down".into(), map.down().into());
    // A grid of four billion columns without a cell is a grid without columns.
    let columns = if map.cell_count() == 0 { 0 } else { map.across() };
    let column = |x: u32| -> Value {
        (0..map.down()).map(|y| map.cell(x, y).into_iter().flatten().collect::<Value>()).collect()
    };
    object.insert("cells".into(), (0..columns).map(column).collect());
}

fn floats<'f>(values: impl IntoIterator<Item = &'f f32>) -> Value {
    values.into_iter().map(|value| json::float(*value)).collect()
}

pub(super) fn areal_value(areal: &ArealRef<'_>) -> Value {
    let ArealHead { anchor, unk_0x0c, area, normal, walkable, unk_0x24, class, unk_0x2c } =
        areal.head;
    let blocks = areal.blocks().map(|block| block.iter().map(floats).collect::<Value>());
    json!({
        "anchor": floats(&anchor),
        "unk_0x0c": json::float(unk_0x0c),
        "area": json::float(area),
        "normal": floats(&normal),
        "walkable": walkable,
        "unk_0x24": unk_0x24,
        "class": class.0,
        "unk_0x2c": unk_0x2c,
        "polygon": areal.polygon().map(|corner| floats(&corner)).collect::<Value>(),
        "links": areal.links().map(|link| json!([link.areal, link.edge])).collect::<Value>(),
        "blocks": blocks.collect::<Value>(),
    })
}

/// The bytes of a document: a file, or the payload alone where it has no `entries`.
pub fn from_value(value: &Value, original: Option<&[u8]>) -> Result<Vec<u8>> {
    if value.get("schema").and_then(Value::as_str) == Some(nres::SCHEMA) {
        return NresFormat.bytes_from_json(value, original);
    }
    let document = Reader::document(value, SCHEMA)?;
    let map = map_of(&document)?;
    let Some(entries) = document.get("entries") else { return Ok(map.write()?) };
    let is_map = |entry: Reader<'_>| entry.text("table").is_ok_and(|table| table == TABLE);
    let places: Vec<usize> = entries
        .elements()?
        .enumerate()
        .filter(|(_, entry)| is_map(entry.clone()))
        .map(|(at, _)| at)
        .collect();
    let &[place] = places.as_slice() else {
        let why = format!("{} of them say that they hold the areals; one does", places.len());
        return Err(Error::json("entries", why));
    };
    let original = original.map(Bytes::copy_from_slice);
    let load = |source: &Source| match source {
        Source::Table(key) if key == TABLE => Ok(Bytes::from(map.write()?)),
        Source::Table(key) => Err(Error::json("entries", format!("there is no table \"{key}\""))),
        other => other.resolve(original.as_ref()),
    };
    nres::from_members(&document, load, |editor| {
        let mut editor = editor.clone();
        editor.set_attr1(place, map.count()?)?;
        Ok(editor.write()?)
    })
}

/// The map of a document.
fn map_of(document: &Reader<'_>) -> Result<ArealMapBuf> {
    let areals =
        document.need("areals")?.elements()?.map(|row| areal_of(&row)).collect::<Result<_>>()?;
    let (across, down) = (document.number("cells_across")?, document.number("cells_down")?);
    let columns = document.need("cells")?;
    // Compared before anything is made of the numbers.
    let expected = if down == 0 { 0 } else { u64::from(across) };
    if columns.elements()?.len() as u64 != expected {
        return Err(columns.wrong(&format!("a list of {expected} columns")));
    }
    let mut lists: Vec<Vec<u16>> = Vec::new();
    for column in columns.elements()? {
        if column.elements()?.len() as u64 != u64::from(down) {
            return Err(column.wrong(&format!("a list of {down} cells")));
        }
        for cell in column.elements()? {
            lists.push(cell.elements()?.map(|id| whole(&id)).collect::<Result<_>>()?);
        }
    }
    let mut cells = if lists.is_empty() && down != 0 && across != 0 {
        return Err(columns.wrong("a grid"));
    } else {
        Cells::empty(across, down)?
    };
    cells.fill(lists)?;
    Ok(ArealMapBuf { areals, cells })
}

fn areal_of(row: &Reader<'_>) -> Result<Areal> {
    let head = ArealHead {
        anchor: point(&row.need("anchor")?)?,
        unk_0x0c: float(&row.need("unk_0x0c")?)?,
        area: float(&row.need("area")?)?,
        normal: point(&row.need("normal")?)?,
        walkable: row.number("walkable")?,
        unk_0x24: row.number("unk_0x24")?,
        class: Class(row.number("class")?),
        unk_0x2c: row.number("unk_0x2c")?,
    };
    let link = |link: Reader<'_>| {
        let [areal, edge] = link.list()?;
        Ok(Link { areal, edge })
    };
    Ok(Areal {
        head,
        polygon: points(&row.need("polygon")?)?,
        links: row.need("links")?.elements()?.map(link).collect::<Result<_>>()?,
        blocks: row
            .need("blocks")?
            .elements()?
            .map(|block| points(&block))
            .collect::<Result<_>>()?,
    })
}

fn points(list: &Reader<'_>) -> Result<Vec<[f32; 3]>> {
    list.elements()?.map(|row| point(&row)).collect()
}

fn point(list: &Reader<'_>) -> Result<[f32; 3]> {
    let values: Vec<f32> = list.elements()?.map(|value| float(&value)).collect::<Result<_>>()?;
    values.try_into().map_err(|_| list.wrong("a list of 3"))
}

fn float(value: &Reader<'_>) -> Result<f32> {
    json::parse_float(value.value()).ok_or_else(|| value.wrong("a number"))
}

fn whole(value: &Reader<'_>) -> Result<u16> {
    let number = value.value().as_u64().and_then(|number| u16::try_from(number).ok());
    number.ok_or_else(|| value.wrong("the number of an areal"))
}
