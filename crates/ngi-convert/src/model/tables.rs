//! Which tables the archive of a model or a landscape holds, and each of them as rows and back.

use ngi_formats::landscape::{self, Cell, DrawEntry, Face, GroundUv, Square, chunk};
use ngi_formats::msh::resource::{self, LEGACY_STRIDE};
use ngi_formats::msh::{
    Batch, Header, Key, Label, Labels, LegacyNode, LightmapUv, Node, NodeName, Normal, PathGraph,
    PathLink, PathNode, Record, Slot, Stream, Tangents, Triangle, Uv,
};
use ngi_formats::nres::{Archive, Entry};
use serde_json::{Value, json};

use super::rows::{Row, Wrong, parse_rows};
use crate::json;
use crate::{Error, Result};

/// A table of a model or a landscape, as it lies in its archive.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    /// Its key in a document.
    pub key: &'static str,
    /// Place of its entry in the directory.
    pub entry: usize,
    /// Bytes before the records.
    head: &'a [u8],
    /// The records, and what is behind them.
    body: &'a [u8],
    /// How many records are read, where only other tables say so.
    limit: usize,
}

/// The tables of an archive in directory order: of each known type the first entry, if its
/// payload can be cut into records.
pub fn tables<'a>(archive: &Archive<'a>) -> Vec<Table<'a>> {
    let mut seen = Vec::new();
    let mut tables = Vec::new();
    let ground = landscape::is_landscape(archive);
    for entry in archive.iter() {
        let id = entry.type_id().0;
        let known =
            if ground { chunk::chunk_of(id).is_some() } else { resource::resource(id).is_some() };
        if seen.contains(&id) || !known {
            continue;
        }
        seen.push(id);
        tables.extend(if ground { chunk_table(&entry) } else { table(&entry) });
    }
    let nodes = tables.iter().find(|table: &&Table<'_>| table.key.ends_with("nodes"));
    let count = nodes.map_or(0, Table::count);
    tables.iter_mut().filter(|table| table.key == "labels").for_each(|table| table.limit = count);
    tables
}

fn table<'a>(entry: &Entry<'a>) -> Option<Table<'a>> {
    let record = entry.record();
    let known = resource::resource(record.type_id.0)?;
    let (head, body) = entry.payload().ok()?.split_at_checked(known.head)?;
    let key = match known.type_id {
        resource::NODES if record.attr3 == LEGACY_STRIDE => "legacy_nodes",
        resource::PATHS => {
            PathGraph::new(body, record.attr1, record.attr2)?;
            known.name
        }
        resource::PROBES => return None,
        _ => known.name,
    };
    let limit = usize::try_from(record.attr1).unwrap_or_default();
    Some(Table { key, entry: entry.index(), head, body, limit })
}

fn chunk_table<'a>(entry: &Entry<'a>) -> Option<Table<'a>> {
    let known = chunk::chunk_of(entry.type_id().0)?;
    let (head, body) = entry.payload().ok()?.split_at_checked(known.head)?;
    Some(Table { key: known.name, entry: entry.index(), head, body, limit: 0 })
}

/// Runs `$body` with `$record` as the record type of a table; `None` for the tables whose records
/// are not all alike.
macro_rules! with_record {
    ($key:expr, $record:ident => $body:expr) => {
        with_record!($key, $record => $body,
            "nodes" Node, "legacy_nodes" LegacyNode, "slots" Slot, "positions" [f32; 3],
            "normals" Normal, "uvs" Uv, "indices" u16, "triangles" Triangle, "keys" Key,
            "names" NodeName, "batches" Batch, "extra" [u8; 8], "tangents" Tangents,
            "lightmap_uvs" LightmapUv, "map" u16,
            "squares" Square, "cells" Cell, "material_uvs" GroundUv, "micro_uvs" GroundUv,
            "alphas" f32, "order" DrawEntry, "faces" Face)
    };
    ($key:expr, $record:ident => $body:expr, $($name:literal $type:ty),+) => {
        match $key {
            $( $name => { type $record = $type; Some($body) } )+
            _ => None,
        }
    };
}

impl<'a> Table<'a> {
    /// A table alone: `head` bytes, then its records; `None` where it is shorter than that. The
    /// limit is how many records other tables say there are.
    pub fn single(key: &'static str, bytes: &'a [u8], head: usize, limit: usize) -> Option<Self> {
        let (head, body) = bytes.split_at_checked(head)?;
        Some(Self { key, entry: 0, head, body, limit })
    }

    /// Bytes before the records.
    pub fn head(&self) -> &'a [u8] {
        self.head
    }

    /// How many records are read, where only other tables say so.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// How many records there are.
    pub fn count(&self) -> usize {
        let fixed = with_record!(self.key, Rec => Stream::<Rec>::new(self.body).len());
        fixed.unwrap_or_else(|| self.rows().count())
    }

    /// The records, each as a value. Of the hallways first the places, then the links.
    pub fn rows(&self) -> Box<dyn Iterator<Item = Value> + 'a> {
        if self.key == "labels" {
            let labels = Labels::new(self.body).iter().take(self.limit);
            return Box::new(labels.map(|label| label.to_owned().to_value()));
        }
        if let Some(paths) = self.paths() {
            let places = paths.nodes.into_iter().map(|place| place.to_value());
            return Box::new(places.chain(paths.links.into_iter().map(|link| link.to_value())));
        }
        let rows = with_record!(self.key, Rec => {
            let rows = Stream::<Rec>::new(self.body).into_iter().map(|record| record.to_value());
            Box::new(rows) as Box<dyn Iterator<Item = Value> + 'a>
        });
        rows.unwrap_or_else(|| Box::new(std::iter::empty()))
    }

    /// One record as a value.
    pub fn row(&self, index: usize) -> Option<Value> {
        let fixed =
            with_record!(self.key, Rec => Stream::<Rec>::new(self.body).get(index)?.to_value());
        fixed.or_else(|| self.rows().nth(index))
    }

    /// The stored bytes of each record; `None` where records are not all of one size.
    pub fn raw_rows(&self) -> Option<(&'a [u8], usize)> {
        let size = with_record!(self.key, Rec => Rec::SIZE)?;
        Some((self.body.get(..self.body.len() / size * size)?, size))
    }

    /// The bounds before slots or cells.
    pub fn header(&self) -> Option<Header> {
        self.head.first_chunk().map(Header::read)
    }

    /// The hallways; `None` for any other table.
    pub fn paths(&self) -> Option<PathGraph<'a>> {
        if self.key != "paths" {
            return None;
        }
        // Table 17 is one only where attr1 places and as many links as are left fill it.
        let places = u32::try_from(self.limit).ok()?;
        let rest = self.body.len().checked_sub(self.limit.checked_mul(PathNode::SIZE)?)?;
        PathGraph::new(self.body, places, u32::try_from(rest / PathLink::SIZE).ok()?)
    }

    /// Bytes behind the last record.
    pub fn tail(&self) -> &'a [u8] {
        match self.raw_rows() {
            Some((rows, _)) => self.body.get(rows.len()..).unwrap_or_default(),
            None if self.key == "labels" => {
                let mut labels = Labels::new(self.body).iter();
                labels.by_ref().take(self.limit).for_each(drop);
                labels.rest()
            }
            None => &[],
        }
    }

    /// What belongs under the table's key, where it is not a plain list of rows.
    pub fn composite(&self) -> Option<Value> {
        let paths = self.paths()?;
        let places: Vec<Value> = paths.nodes.iter().map(|place| place.to_value()).collect();
        let links: Vec<Value> = paths.links.iter().map(|link| link.to_value()).collect();
        Some(json!({"nodes": places, "links": links}))
    }
}

/// The payload that the table under `key` of a document describes.
pub fn encode(document: &Value, key: &str) -> Result<Vec<u8>> {
    let table = need(document, key)?;
    let mut payload = Vec::new();
    match key {
        "labels" => {
            for label in list::<Label>(table, key)? {
                label.write(&mut payload)?;
            }
        }
        "paths" => {
            append(
                &list::<PathNode>(need_below(table, key, "nodes")?, "paths.nodes")?,
                &mut payload,
            );
            append(
                &list::<PathLink>(need_below(table, key, "links")?, "paths.links")?,
                &mut payload,
            );
        }
        _ => {
            if matches!(key, "slots" | "cells") {
                let header = Header::parse(need(document, "header")?);
                payload.extend(header.map_err(|wrong| wrong.below("header"))?.write());
            }
            let known = with_record!(key, Rec => append(&list::<Rec>(table, key)?, &mut payload));
            known.ok_or_else(|| Error::json("table", format!("there is no table \"{key}\"")))?;
        }
    }
    let tail_key = format!("{key}_tail");
    if let Some(tail) = document.get(&tail_key) {
        let bytes = tail.as_str().and_then(json::unhex);
        payload.extend(bytes.ok_or_else(|| Error::json(tail_key, "no hex digits"))?);
    }
    Ok(payload)
}

/// Whether a document may have a table under this key.
pub fn is_table(key: &str) -> bool {
    matches!(key, "labels" | "paths") || with_record!(key, Rec => Rec::SIZE).is_some()
}

fn need<'v>(document: &'v Value, key: &str) -> Result<&'v Value> {
    document.get(key).ok_or_else(|| Error::json(key, "missing"))
}

fn need_below<'v>(value: &'v Value, path: &str, key: &str) -> Result<&'v Value> {
    value.get(key).ok_or_else(|| Error::json(format!("{path}.{key}"), "missing"))
}

fn list<T: Row>(value: &Value, path: &str) -> Result<Vec<T>> {
    let rows = value.as_array().ok_or_else(|| Error::json(path, "not a list"))?;
    Ok(parse_rows(rows).map_err(|wrong: Wrong| wrong.below(path))?)
}

fn append<T: Record>(records: &[T], payload: &mut Vec<u8>) {
    records.iter().for_each(|record| payload.extend_from_slice(record.write().as_ref()));
}
