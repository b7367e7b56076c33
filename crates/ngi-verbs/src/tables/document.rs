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

use bytes::Bytes;
use ngi_formats::nres::{Archive, Payloads};
use ngi_formats::tables::{self, Attributes, Before, Content, Encoded, Resource};
use ngi_formats::tree::{Branch, Draft, Made, Need, Node};

use crate::archive::document::Members;
use crate::archive::{Source, payloads_of};
use crate::document::read::{self, Reader, check_schema};
use crate::format::Form;
use crate::{Error, Result};

/// The schema of a model's documents.
pub const SCHEMA: &str = "ngi.msh/1";
/// The schema of a landscape's documents.
pub const LANDSCAPE_SCHEMA: &str = "ngi.land/1";

/// The fields of a model or a landscape.
pub(crate) fn tree(bytes: &[u8], form: Form) -> Result<Node<'_>> {
    let archive = Archive::read(bytes)?;
    // Entries may share bytes: repeated in hex for each of them, a small file would become a huge
    // document.
    let all: u64 = archive.records().map(|record| u64::from(record.size)).sum();
    let repeats = all > archive.bytes().len() as u64;
    let payloads = if repeats { payloads_of(form) } else { Payloads::Inline };
    Ok(tables::tree(&archive, payloads))
}

/// The bytes of a draft of the whole document. What is not in the tables comes from the file the
/// draft was made of.
pub(crate) fn make(draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
    let original = original.ok_or_else(|| Error::Usage("there is no file to change".into()))?;
    Ok(tables::make(draft, original)?)
}

/// A field of the archive changed.
pub(crate) fn edit(bytes: &[u8], path: &str, said: &str) -> Result<Option<Made>> {
    let changed = crate::archive::nres::edit(&Archive::read(bytes)?, path, said)?;
    Ok(changed.map(|bytes| Made { bytes, attributes: None }))
}

/// The model or landscape that a document of this schema describes. Everything goes straight into
/// its bytes.
pub(crate) fn read_json(
    text: &[u8],
    original: Option<&[u8]>,
    schema: &str,
    branches: &'static [Branch],
) -> Result<Made> {
    let (members, draft) = read_members(text, schema, branches)?;
    let encoded = encode_all(&members, &draft, branches)?;
    let counts = follow(&members, &encoded);
    let original = original.map(Bytes::copy_from_slice);
    let load = |source: &Source| match source {
        Source::Table(key) => {
            let found = encoded.iter().find(|(known, _)| known.name == key);
            let none = || Error::json("table", format!("there is no table \"{key}\""));
            let (_, table) = found.ok_or_else(none)?;
            Ok(Bytes::copy_from_slice(&table.payload))
        }
        other => other.resolve(original.as_ref()),
    };
    let bytes = members.finish(load, |mut editor| {
        for (place, Attributes { attr1, attr2, .. }) in counts {
            editor.set_attr1(place, attr1)?;
            editor.set_attr2(place, attr2)?;
        }
        Ok(editor.write()?)
    })?;
    Ok(Made { bytes, attributes: None })
}

/// Reads a document: what the archive says, and the tables.
fn read_members(
    text: &[u8],
    schema: &str,
    branches: &'static [Branch],
) -> Result<(Members, Draft)> {
    let (mut reader, mut members, mut said) = (Reader::new(text), Members::default(), None);
    let mut parts: Vec<Draft> = branches.iter().map(|_| Draft::Absent).collect();
    reader.members(|reader, key| {
        if key == "schema" {
            said = Some(reader.text()?.into_owned());
            return check_schema(Some(schema), said.as_deref());
        }
        if members.read(reader, key)? {
            return Ok(());
        }
        let found = branches.iter().zip(&mut parts).find(|(branch, _)| branch.name == key);
        let Some((branch, part)) = found else {
            return Err(reader.unknown(key, branches.iter().map(|branch| branch.name)));
        };
        if branch.need != Need::Optional || !reader.null()? {
            *part = read::form(reader, &branch.form)?;
        }
        Ok(())
    })?;
    check_schema(Some(schema), said.as_deref())?;
    reader.end()?;
    Ok((members, Draft::Object(branches, parts)))
}

type Tables = Vec<(&'static Resource, Encoded)>;

/// The tables that entries name, as bytes. A table that no entry names would be lost.
fn encode_all(members: &Members, draft: &Draft, branches: &[Branch]) -> Result<Tables> {
    let mut all = Tables::new();
    for known in branches.iter().filter_map(|branch| tables::known(branch.name)) {
        match (members.of_table(known.name).is_empty(), draft.has(known.name)) {
            (true, true) => {
                return Err(Error::json(known.name, "no entry says that this is its table"));
            }
            (true, false) => {}
            (false, _) => {
                let encoded = tables::encode(known, draft)
                    .map_err(|error| Error::json(error.field.clone(), error.kind.to_string()))?;
                all.push((known, encoded));
            }
        }
    }
    Ok(all)
}

/// Returns the attributes of entries whose tables have other records than the directory says.
fn follow(members: &Members, tables: &Tables) -> Vec<(usize, Attributes)> {
    let (mut nodes, mut nodes_now) = (0, 0);
    let mut all = Vec::new();
    for (known, now) in tables {
        for place in members.of_table(known.name) {
            let Some(record) = members.record(place) else { continue };
            let size = usize::try_from(record.size).unwrap_or(usize::MAX);
            if known.name.ends_with("nodes") {
                (nodes, nodes_now) = (known.count_of(size).0, now.count);
            }
            // Other numbers of labels and of hallways may have the same size.
            if now.payload.len() == size && matches!(known.content, Content::Rows(_)) {
                continue;
            }
            let attributes =
                Attributes { attr1: record.attr1, attr2: record.attr2, attr3: record.attr3 };
            let before = Before { attributes, size, nodes: 0, labels: 0 };
            all.push((place, *known, before, now));
        }
    }
    let followed = |(place, known, before, now): (usize, &Resource, Before, &Encoded)| {
        let before = Before { nodes, labels: nodes, ..before };
        (place, tables::followed(known, before, now, nodes_now))
    };
    all.into_iter().map(followed).collect()
}
