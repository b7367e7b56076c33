//! A single table of a model or a landscape, by its path: `s_tree_0_04.msh/3`.
//!
//! ```json
//! {"schema": "ngi.table/1", "table": "positions", "positions": [[0.0, 0.0, 0.0], …]}
//! ```
//! The rows are those of the whole document, under the same key, and go back to the same bytes.
//! Only the archive around it tells that an entry of type 3 is a table of positions, so this is
//! not in the table of formats: [`format::of_node`](crate::format::of_node) looks around.

use ngi_formats::landscape::is_landscape;
use ngi_formats::msh::MeshKind;
use ngi_formats::nres::Archive;
use ngi_formats::tables::{self, Attributes, Before, Content, Resource, Table};
use ngi_formats::tree::{Branch, Draft, Made, Node as TreeNode, Step, steps};
use ngi_vfs::{Node, NodeKind};

use super::diff::compare;
use crate::diff::Difference;
use crate::document::write::Layout;
use crate::format::{Document, Form, Subject};
use crate::{Error, Result};

/// Entries of an archive that is looked at: a model has at most a score, and an archive of a
/// hundred thousand entries is not read again for each of them.
const FEW: usize = 64;

/// A table, and how its bytes are cut into records.
#[derive(Debug, Clone, Copy)]
pub struct TableDocument {
    /// What is known of it; `None` where its document says so itself.
    resource: Option<&'static Resource>,
    limit: usize,
    /// What the directory said of it.
    before: Before,
}

/// What reads the documents: they say themselves which table they are.
pub static ANY_TABLE: TableDocument = TableDocument {
    resource: None,
    limit: 0,
    before: Before {
        attributes: Attributes { attr1: 0, attr2: 0, attr3: 0 },
        size: 0,
        nodes: 0,
        labels: 0,
    },
};

/// The table that an entry is; `None` for anything that is no table of a model or a landscape.
pub fn table_of(node: &Node) -> Option<TableDocument> {
    let owner = node.parent().filter(|_| node.kind() == NodeKind::Entry)?;
    let container = owner.open_container().ok()??;
    if container.len() > FEW {
        return None;
    }
    let bytes = owner.bytes().ok()?;
    let archive = Archive::read(&bytes).ok()?;
    if !is_landscape(&archive) && MeshKind::of_bytes(&bytes) != Some(MeshKind::Model) {
        return None;
    }
    let index = node.entry()?.index;
    let tables = tables::tables(&archive);
    let table = tables.iter().find(|table| table.entry == index)?;
    let nodes = tables.iter().find(|table| table.key().ends_with("nodes"));
    let record = archive.iter().nth(index).map(|entry| *entry.record())?;
    let attributes = Attributes { attr1: record.attr1, attr2: record.attr2, attr3: record.attr3 };
    let labels = if table.resource.content == Content::Labels { table.count() } else { 0 };
    let nodes = nodes.map_or(0, Table::count);
    let before = Before { attributes, size: table.payload.len(), nodes, labels };
    Some(TableDocument { resource: Some(table.resource), limit: table.limit, before })
}

impl TableDocument {
    fn table<'a>(&self, subject: &Subject<'a>) -> Result<Table<'a>> {
        let none = || Error::Usage("nothing says which table this is".into());
        let resource = self.resource.ok_or_else(none)?;
        let payload = subject.bytes;
        if payload.len() < resource.head {
            return Err(Error::Usage(format!("too short for {}", resource.name)));
        }
        // Of hallways the directory says how many places there are, and it may have changed.
        let places = subject.entry.filter(|_| resource.content == Content::Paths);
        let places = places.and_then(|entry| usize::try_from(entry.attributes[0]).ok());
        let limit = places.unwrap_or(self.limit);
        Ok(Table { resource, entry: 0, offset: 0, payload, limit })
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
        (left.key() == right.key()).then(|| compare(&left, &right, &mut out))?;
        Some(out)
    }
}

impl Document for TableDocument {
    fn id(&self) -> &'static str {
        "table"
    }

    fn branches(&self) -> &'static [Branch] {
        tables::table_document()
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<TreeNode<'a>> {
        Ok(tables::table_tree(&self.table(subject)?))
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    /// Refuses to remove nodes and slots: other tables of the model refer to them by number.
    fn rearrange(&self, _: &Subject<'_>, path: &str, said: &str) -> Result<Option<(Made, String)>> {
        let all = steps(path).unwrap_or_default();
        let is_referenced = matches!(
            all.as_slice(),
            [Step::Key("nodes" | "legacy_nodes" | "slots"), Step::Index(_)]
        );
        if said == "-" && is_referenced {
            let why = "other tables refer to it by number; remove it from the whole model";
            return Err(Error::Usage(format!("{path}: {why}")));
        }
        Ok(None)
    }

    /// The table, and the counts in its directory entry where these were right.
    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        let (known, encoded) = tables::make_table(draft)
            .map_err(|error| Error::json(error.field.clone(), error.kind.to_string()))?;
        let own = self.resource.filter(|own| own.name == known.name);
        let attributes = own.map(|own| {
            let new = tables::followed(own, self.before, &encoded, self.before.nodes);
            [new.attr1, new.attr2, new.attr3]
        });
        Ok(Made { bytes: encoded.payload, attributes })
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        self.diff_with(self, a, b)
    }
}
