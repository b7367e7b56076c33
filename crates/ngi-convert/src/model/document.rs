//! Models (`ngi.msh/1`) and landscapes (`ngi.land/1`) as documents: the archive's directory, and every table in rows.
//!
//! ```json
//! {"schema": "ngi.msh/1", "count": 14, "sort_table": "sorted", "layout": "canonical",
//!  "entries": [{"index": 0, "type": "1", "name": "flag", "attr1": 1, …, "table": "nodes"}, …],
//!  "nodes": [{"flags": 0, "parent": 65535, …}],
//!  "header": {"corners": […], …}, "slots": […], "positions": [[0.0, 0.0, 0.0], …], …}
//! ```
//! An entry whose payload is a table says which; any other has its `payload` in hex: unknown
//! types, a second entry of a type, tables that cannot be cut into records. Bytes behind the last
//! whole record are in `<table>_tail`. A document stands alone, unless it is the short form of a
//! file whose entries overlap: then only tables are in it.

use std::io::Write;

use bytes::Bytes;
use ngi_formats::landscape;
use ngi_formats::nres::{Archive, Entry};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::rows::Row;
use super::tables::{self, Table};
use crate::archive::{Payloads, Source, nres};
use crate::format::Form;
use crate::json::{Reader, Rows, hex};
use crate::{Error, Result, json};

/// The schema of a model's documents.
pub const SCHEMA: &str = "ngi.msh/1";
/// The schema of a landscape's documents.
pub const LANDSCAPE_SCHEMA: &str = "ngi.land/1";

/// Writes the document of a model or a landscape.
pub(crate) fn write(bytes: &[u8], form: Form, out: &mut dyn Write) -> Result<()> {
    let archive = Archive::read(bytes)?;
    json::write_rows(&Document::new(&archive, form), out)
}

/// The short document of a model or a landscape.
pub(crate) fn to_value(bytes: &[u8]) -> Result<Value> {
    let archive = Archive::read(bytes)?;
    json::to_value(&Document::new(&archive, Form::Short))
}

/// A model or a landscape as a document, written piece by piece.
pub struct Document<'d, 'a> {
    archive: &'d Archive<'a>,
    tables: Vec<Table<'a>>,
    payloads: Payloads<'static>,
}

impl<'d, 'a> Document<'d, 'a> {
    /// The document of an archive.
    pub fn new(archive: &'d Archive<'a>, form: Form) -> Self {
        // Entries may share bytes: repeated in hex for each of them, a small file would become a
        // huge document.
        let all: u64 = archive.records().map(|record| u64::from(record.size)).sum();
        let repeats = all > archive.bytes().len() as u64;
        let payloads = if repeats { form.into() } else { Payloads::Inline };
        Self { archive, tables: tables::tables(archive), payloads }
    }

    fn entry(&self, entry: &Entry<'a>, shared: bool) -> Value {
        let table = self.tables.iter().find(|table| table.entry == entry.index());
        let Some(table) = table else { return nres::entry_to_json(entry, shared, self.payloads) };
        let mut row = nres::record_to_json(entry.index(), entry.record());
        row.insert("table".into(), table.key.into());
        Value::Object(row)
    }
}

impl Serialize for Document<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let ground = landscape::is_landscape(self.archive);
        map.serialize_entry("schema", if ground { LANDSCAPE_SCHEMA } else { SCHEMA })?;
        let row = |entry: &Entry<'_>, shared| self.entry(entry, shared);
        nres::serialize_members(&mut map, self.archive, self.payloads, row)?;
        for table in &self.tables {
            serialize_table(&mut map, table)?;
        }
        map.end()
    }
}

/// The members of a document that are a table: its rows under its key, what is before and behind.
pub(super) fn serialize_table<M: SerializeMap>(
    map: &mut M,
    table: &Table<'_>,
) -> Result<(), M::Error> {
    if let Some(header) = table.header() {
        map.serialize_entry("header", &header.to_value())?;
    }
    match table.composite() {
        Some(value) => map.serialize_entry(table.key, &value)?,
        None => map.serialize_entry(table.key, &Rows(|| table.rows()))?,
    }
    if !table.tail().is_empty() {
        map.serialize_entry(&format!("{}_tail", table.key), &hex(table.tail()))?;
    }
    Ok(())
}

/// The model or landscape that a document of this schema describes.
pub fn from_document(value: &Value, original: Option<&[u8]>, schema: &str) -> Result<Vec<u8>> {
    let document = Reader::document(value, schema)?;
    let mut used = Vec::new();
    let original = original.map(Bytes::copy_from_slice);
    let load = |source: &Source| match source {
        Source::Table(key) => {
            used.push(key.clone());
            Ok(Bytes::from(tables::encode(value, key)?))
        }
        other => other.resolve(original.as_ref()),
    };
    let bytes = nres::from_members(&document, load, |editor| Ok(editor.write()?))?;
    let keys = value.as_object().into_iter().flat_map(|members| members.keys());
    match keys.into_iter().find(|key| tables::is_table(key) && !used.contains(key)) {
        Some(key) => Err(Error::json(key, "no entry says that this is its table")),
        None => Ok(bytes),
    }
}
