//! A single table of a model or a landscape, by its path: `s_tree_0_04.msh/3`.
//!
//! ```json
//! {"schema": "ngi.table/1", "table": "positions", "positions": [[0.0, 0.0, 0.0], …]}
//! ```
//! The rows are those of the whole document, under the same key, and go back to the same bytes.
//! Only the archive around it tells that an entry of type 3 is a table of positions, so this is
//! not in the table of formats: [`format::of_node`](crate::format::of_node) looks around.

use std::io::Write;

use ngi_formats::landscape::is_landscape;
use ngi_formats::msh::Kind;
use ngi_formats::nres::Archive;
use ngi_formats::{Code, Findings};
use ngi_vfs::{Node, NodeKind};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::diff::compare;
use super::document::serialize_table;
use super::tables::{self, Table};
use crate::diff::Difference;
use crate::format::{Form, Format, Subject};
use crate::json::Reader;
use crate::{Error, Result, json};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.table/1";

/// Entries of an archive that is looked at: a model has at most a score, and an archive of a
/// hundred thousand entries is not read again for each of them.
const FEW: usize = 64;

/// A table, and how its bytes are cut into records.
#[derive(Debug, Clone, Copy)]
pub struct TableFormat {
    key: &'static str,
    head: usize,
    limit: usize,
}

/// What reads the documents: they say themselves which table they are.
pub static ANY_TABLE: TableFormat = TableFormat { key: "", head: 0, limit: 0 };

/// The table that an entry is; `None` for anything that is no table of a model or a landscape.
pub fn table_of(node: &Node) -> Option<TableFormat> {
    let owner = node.parent().filter(|_| node.kind() == NodeKind::Entry)?;
    let container = owner.open_container().ok()??;
    if container.len() > FEW {
        return None;
    }
    let bytes = owner.bytes().ok()?;
    let archive = Archive::read(&bytes).ok()?;
    if !is_landscape(&archive) && Kind::of_bytes(&bytes) != Some(Kind::Model) {
        return None;
    }
    let index = node.entry()?.index;
    let tables = tables::tables(&archive);
    let table = tables.iter().find(|table| table.entry == index)?;
    Some(TableFormat { key: table.key, head: table.head().len(), limit: table.limit() })
}

impl TableFormat {
    fn table<'a>(&self, subject: &Subject<'a>) -> Result<Table<'a>> {
        let table = Table::single(self.key, subject.bytes, self.head, self.limit);
        table.ok_or_else(|| Error::Usage(format!("too short for {}", self.key)))
    }

    /// How this table and another one of the same kind differ.
    pub fn diff_with(
        &self,
        other: &Self,
        a: &Subject<'_>,
        b: &Subject<'_>,
    ) -> Option<Vec<Difference>> {
        let (left, right) = (self.table(a).ok()?, other.table(b).ok()?);
        let mut out = Vec::new();
        (left.key == right.key).then(|| compare(&left, &right, &mut out))?;
        Some(out)
    }
}

/// The table as a document, written row by row.
struct Document<'d, 'a>(&'d Table<'a>);

impl Serialize for Document<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", SCHEMA)?;
        map.serialize_entry("table", self.0.key)?;
        serialize_table(&mut map, self.0)?;
        map.end()
    }
}

impl Format for TableFormat {
    fn id(&self) -> &'static str {
        "table"
    }

    fn page(&self) -> &'static str {
        "msh"
    }

    fn title(&self) -> &'static str {
        "table of a model or a landscape"
    }

    /// Its bytes alone do not tell.
    fn recognises(&self, _: &Subject<'_>) -> bool {
        false
    }

    fn codes(&self) -> &'static [&'static Code] {
        &[]
    }

    /// The rules are those of the whole model.
    fn check(&self, _: &Subject<'_>, _: &mut Findings) {}

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        json::to_value(&Document(&self.table(subject)?))
    }

    fn write_json(&self, subject: &Subject<'_>, _: Form, out: &mut dyn Write) -> Result<()> {
        json::write_rows(&Document(&self.table(subject)?), out)
    }

    fn bytes_from_json(&self, value: &Value, _: Option<&[u8]>) -> Result<Vec<u8>> {
        let document = Reader::document(value, SCHEMA)?;
        tables::encode(value, document.text("table")?)
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        self.diff_with(self, a, b)
    }
}
