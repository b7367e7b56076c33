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
//! archive. How many areals there are goes to `attr1` by itself. The document of a map that cannot
//! be followed is that of the archive around it, payloads included.

use bytes::Bytes;
use ngi_formats::arealmap::{
    AREAL_FORM, Areal, ArealMap, ArealMapBuf, ArealMapFile, Grid, TABLE, areal_of, file_tree, tree,
};
use ngi_formats::nres::{self, Archive};
use ngi_formats::schema::Kind;
use ngi_formats::tree::{Draft, Form, Made, Node};

use super::is_payload;
use crate::archive::document::Members;
use crate::archive::{self, NresDocument, Source};
use crate::document::Reader;
use crate::document::read::{check_schema, form, schema_of};
use crate::format::{Document as _, Subject};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.areal/1";

/// A map as a tree. Where it cannot be followed, the archive around it.
pub fn tree_of<'a>(subject: &Subject<'a>) -> Result<Node<'a>> {
    if let Some(entry) = subject.entry.filter(|_| is_payload(subject)) {
        return Ok(tree(&ArealMap::read(subject.bytes, entry.attributes[0])?));
    }
    match ArealMapFile::read(subject.bytes) {
        Ok(file) => Ok(file_tree(&file)),
        Err(_) => Ok(nres::tree(&Archive::read(subject.bytes)?, nres::Payloads::Inline)),
    }
}

/// The schema of a subject's document.
pub fn schema_for(subject: &Subject<'_>) -> &'static str {
    let broken = !is_payload(subject) && ArealMapFile::read(subject.bytes).is_err();
    if broken { archive::nres::SCHEMA } else { SCHEMA }
}

/// What a document describes: a file, or the payload alone where it has no `entries`.
pub fn read(text: &[u8], original: Option<&[u8]>) -> Result<Made> {
    if schema_of(text).is_ok_and(|schema| schema == archive::nres::SCHEMA) {
        let original = original.map(|bytes| Subject::file("", bytes));
        return NresDocument.read_json(text, original.as_ref());
    }
    let (members, map) = read_members(text)?;
    if !members.has_entries() {
        return Ok(Made { bytes: map.write()?, attributes: None });
    }
    let places = members.of_table(TABLE);
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
    let bytes = members.finish(load, |mut editor| {
        editor.set_attr1(place, map.count()?)?;
        Ok(editor.write()?)
    })?;
    Ok(Made { bytes, attributes: None })
}

/// The archive's members and the map of a document.
fn read_members(text: &[u8]) -> Result<(Members, ArealMapBuf)> {
    let (mut reader, mut members, mut said) = (Reader::new(text), Members::default(), None);
    let (mut areals, mut grid) = (None, None);
    let (mut across, mut down) = (None, None);
    reader.members(|reader, key| {
        match key {
            "schema" => {
                said = Some(reader.text()?.into_owned());
                check_schema(Some(SCHEMA), said.as_deref())?;
            }
            "areals" => areals = Some(read_areals(reader)?),
            "cells_across" => across = Some(reader.number()?),
            "cells_down" => down = Some(reader.number()?),
            "cells" => grid = Some(read_cells(reader)?),
            _ => {
                if !members.read(reader, key)? {
                    let own = ["areals", "cells_across", "cells_down", "cells"];
                    return Err(reader.unknown(key, Members::keys().chain(own)));
                }
            }
        }
        Ok(())
    })?;
    check_schema(Some(SCHEMA), said.as_deref())?;
    reader.end()?;
    let missing = |key: &str| Error::json(key, "missing");
    let areals = areals.ok_or_else(|| missing("areals"))?;
    let across = across.ok_or_else(|| missing("cells_across"))?;
    let down = down.ok_or_else(|| missing("cells_down"))?;
    let (grid, columns) = grid.ok_or_else(|| missing("cells"))?;
    Ok((members, ArealMapBuf { areals, cells: sized(grid, &columns, across, down)? }))
}

fn read_areals(reader: &mut Reader<'_>) -> Result<Vec<Areal>> {
    let mut areals = Vec::new();
    reader.elements(|reader, _| {
        areals.push(areal_of(&form(reader, &AREAL_FORM)?)?);
        Ok(())
    })?;
    Ok(areals)
}

/// All cells, and how many there were by the end of each column.
fn read_cells(reader: &mut Reader<'_>) -> Result<(Grid, Vec<usize>)> {
    static CELL: Form = Form::Rows(Kind::U16);
    let (mut grid, mut columns) = (Grid::new(0, 0), Vec::new());
    reader.elements(|reader, _| {
        reader.elements(|reader, _| {
            if let Draft::Rows(_, ids) = form(reader, &CELL)? {
                grid.push(&ids);
            }
            Ok(())
        })?;
        columns.push(grid.len());
        Ok(())
    })?;
    Ok((grid, columns))
}

/// The grid of a document that says how large it is.
fn sized(
    grid: Grid,
    columns: &[usize],
    across: u32,
    down: u32,
) -> Result<ngi_formats::arealmap::Cells> {
    let expected = if down == 0 { 0 } else { u64::from(across) };
    if columns.len() as u64 != expected {
        return Err(Error::json("cells", format!("is not a list of {expected} columns")));
    }
    let mut end = 0u64;
    for (index, cells) in columns.iter().enumerate() {
        end += u64::from(down);
        if *cells as u64 != end {
            let why = format!("is not a list of {down} cells");
            return Err(Error::json(format!("cells[{index}]"), why));
        }
    }
    Ok(grid.sized(across, down).finish()?)
}
