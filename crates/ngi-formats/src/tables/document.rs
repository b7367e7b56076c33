//! Models, landscapes and single tables as trees of fields, and back.

use std::sync::LazyLock;

use super::Attributes;
use super::declare::{Content, Resource};
use super::table::{Encoded, Table, encode, known, tables};
use crate::landscape::{chunk, is_landscape};
use crate::msh::resource::{self, LEGACY_NODES};
use crate::nres::{self, Archive, Editor, Payloads};
use crate::tree::{At, Branch, Draft, Form, Made, Member, Node, branches};
use crate::{Error, Result};

branches! {
    /// Members of a single table's document before the table.
    static TABLE = {
        /// Name of the table, which is also the key of its records.
        table: Form::Text, never;
    }
}

/// Members of a document and of the tables it may have, each name once.
fn document<'r>(before: &[Branch], tables: impl IntoIterator<Item = &'r Resource>) -> Vec<Branch> {
    let mut all = before.to_vec();
    for branch in tables.into_iter().flat_map(Resource::branches) {
        if all.iter().all(|known| known.name != branch.name) {
            all.push(branch);
        }
    }
    all
}

/// What a document of a model has.
pub fn model_document() -> &'static [Branch] {
    static ALL: LazyLock<Vec<Branch>> = LazyLock::new(|| {
        document(nres::DOCUMENT, resource::RESOURCES.iter().chain([&LEGACY_NODES]))
    });
    &ALL
}

/// What a document of a landscape has.
pub fn landscape_document() -> &'static [Branch] {
    static ALL: LazyLock<Vec<Branch>> = LazyLock::new(|| document(nres::DOCUMENT, &chunk::CHUNKS));
    &ALL
}

/// What a document of a single table has: one of the tables.
pub fn table_document() -> &'static [Branch] {
    static ALL: LazyLock<Vec<Branch>> = LazyLock::new(|| {
        let models = resource::RESOURCES.iter().chain([&LEGACY_NODES]);
        document(TABLE, models.chain(&chunk::CHUNKS))
    });
    &ALL
}

/// The fields of a model or a landscape, with their places.
pub fn tree<'a>(archive: &Archive<'a>, payloads: Payloads<'a>) -> Node<'a> {
    let all = if is_landscape(archive) { landscape_document() } else { model_document() };
    let tables = tables(archive);
    let keys: Vec<_> = tables.iter().map(|table| (table.entry, table.key())).collect();
    let key = move |index: usize| keys.iter().find(|(at, _)| *at == index).map(|(_, key)| *key);
    // The archive's members stand at the front of both lists.
    let own = all.iter().zip(nres::members(archive, payloads, key));
    let own = own.filter_map(|(branch, node)| Some(Member { branch, node: node? }));
    Node::Members(own.chain(tables.iter().flat_map(|table| table.members(all))).collect())
}

/// The fields of a single table.
pub fn table_tree<'a>(table: &Table<'a>) -> Node<'a> {
    let all = table_document();
    let name = Node::Text(table.key().as_bytes().into(), At::Nowhere);
    let own = all.first().map(|branch| Member { branch, node: name });
    Node::Members(own.into_iter().chain(table.members(all)).collect())
}

/// State of a table before its records changed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Before {
    /// Attributes of its directory entry.
    pub attributes: Attributes,
    /// Size in bytes.
    pub size: usize,
    /// Number of nodes in the model.
    pub nodes: usize,
    /// Number of labels in the model.
    pub labels: usize,
}

/// Returns the attributes of a changed table in a model that now has so many nodes. Counts that
/// were right follow the change, others stay.
pub fn followed(known: &Resource, before: Before, now: &Encoded, nodes_now: usize) -> Attributes {
    let Before { attributes, size, nodes, labels } = before;
    let was = |count: usize, attribute: u32| u32::try_from(count) == Ok(attribute);
    let follow = |attribute: u32, right: bool, count: usize| {
        let new = u32::try_from(count).unwrap_or(u32::MAX);
        if right { new } else { attribute }
    };
    let Attributes { attr1, attr2, attr3 } = attributes;
    match known.content {
        Content::Rows(_) => {
            let right = was(known.count_of(size).0, attr1);
            Attributes { attr1: follow(attr1, right, now.count), ..attributes }
        }
        // The number of nodes, not of labels.
        Content::Labels => {
            let right = was(nodes, attr1) || was(labels, attr1);
            Attributes { attr1: follow(attr1, right, nodes_now), ..attributes }
        }
        // Without them nobody knows where the places end.
        Content::Paths => Attributes {
            attr1: follow(attr1, true, now.count),
            attr2: follow(attr2, true, now.links),
            attr3,
        },
        Content::Unknown => attributes,
    }
}

/// The model or landscape that a draft of the whole document describes, out of the one it was made
/// from.
pub fn make(draft: &Draft, original: &[u8]) -> Result<Made> {
    let archive = Archive::read(original)?;
    let mut editor = Editor::open(&archive);
    put_entries(draft, &mut editor)?;
    let tables = tables(&archive);
    let is_nodes = |table: &&Table<'_>| table.resource.type_id == resource::NODES;
    let node_table = tables.iter().find(is_nodes);
    let nodes = node_table.map_or(0, Table::count);
    let nodes_now = node_table.map_or(Ok(0), |table| Ok(encode(table.resource, draft)?.count))?;
    for table in &tables {
        let now = encode(table.resource, draft)?;
        let is_labels = table.resource.content == Content::Labels;
        let is_changed = now.payload != table.payload;
        if !is_changed && (!is_labels || nodes == nodes_now) {
            continue;
        }
        let Some(record) = editor.records().get(table.entry).copied() else { continue };
        let attributes =
            Attributes { attr1: record.attr1, attr2: record.attr2, attr3: record.attr3 };
        let labels = if is_labels { table.count() } else { 0 };
        let before = Before { attributes, size: table.payload.len(), nodes, labels };
        let Attributes { attr1, attr2, .. } = followed(table.resource, before, &now, nodes_now);
        if is_changed {
            editor.replace(table.entry, now.payload)?;
        }
        editor.set_attr1(table.entry, attr1)?;
        editor.set_attr2(table.entry, attr2)?;
    }
    Ok(Made { bytes: editor.write()?, attributes: None })
}

/// Updates the number of nodes that the labels' directory entry stores, after the payload of a
/// table was replaced. A number that was wrong before stays.
pub fn follow_node_count(before: &Archive<'_>, editor: &mut Editor<'_>) -> Result<()> {
    let tables = tables(before);
    let is_nodes = |table: &&Table<'_>| table.resource.type_id == resource::NODES;
    let nodes = tables.iter().find(is_nodes);
    let labels = tables.iter().find(|table| table.resource.content == Content::Labels);
    let (Some(nodes), Some(labels)) = (nodes, labels) else { return Ok(()) };
    let now = nodes.resource.count_of(editor.payload(nodes.entry)?.len()).0;
    let attr1 = editor.records().get(labels.entry).map(|record| record.attr1);
    let was_right = attr1.is_some_and(|attr1| u32::try_from(nodes.count()) == Ok(attr1));
    if was_right && now != nodes.count() {
        editor.set_attr1(labels.entry, u32::try_from(now).unwrap_or(u32::MAX))?;
    }
    Ok(())
}

/// The table that a draft of its document describes, and what it is.
pub fn make_table(draft: &Draft) -> Result<(&'static Resource, Encoded)> {
    let name = crate::text::decode(draft.bytes("table")?);
    let table = known(&name);
    let table =
        table.ok_or_else(|| Error::usage("table", format!("there is no table \"{name}\"")))?;
    Ok((table, encode(table, draft)?))
}

/// Brings what a draft says of the directory into an archive.
fn put_entries(draft: &Draft, editor: &mut Editor<'_>) -> Result<()> {
    let entries = draft.items("entries");
    if entries.len() != editor.len() {
        let why = "entries come and go with `ngi add` and `ngi remove`";
        return Err(Error::usage("entries", why));
    }
    for (index, entry) in entries.iter().enumerate() {
        let Some(old) = editor.records().get(index).copied() else { continue };
        let name = entry.bytes("name")?;
        if name != old.name.0 {
            editor.rename(index, crate::text::until_nul(name))?;
        }
        let [attr1, attr2, attr3] = ["attr1", "attr2", "attr3"].map(|name| entry.number(name));
        editor.set_attr1(index, attr1?)?;
        editor.set_attr2(index, attr2?)?;
        editor.set_attr3(index, attr3?)?;
    }
    Ok(())
}
