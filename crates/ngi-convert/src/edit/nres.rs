//! Changes to NRes archives.

use std::collections::HashMap;
use std::fs;

use ngi_formats::nres::{Archive, Editor, NewEntry, SortMode, TypeId};
use ngi_vfs::Node;

use super::{Change, Edited, Options, encode, find, parse_number};
use crate::{Error, Result};

pub fn edit(node: &Node, change: &Change, options: Options) -> Result<Edited> {
    let bytes = node.bytes()?;
    let archive = Archive::read(&bytes)?;
    let mut editor = Editor::open(&archive);
    let mut lines = apply(&mut editor, node, change)?;
    let moved = moved_entries(&archive, &editor)?;
    if moved > 0 {
        lines.push(format!("{moved} other payloads move"));
    }
    if options.dry_run {
        return Ok(Edited { lines, saved: None });
    }
    let saved = ngi_vfs::rewrite_with(node, options.backup, |mut out| editor.write_to(&mut out))?;
    Ok(Edited { lines, saved: Some(saved) })
}

/// How many payloads that were kept will be elsewhere.
fn moved_entries(archive: &Archive<'_>, editor: &Editor<'_>) -> Result<usize> {
    let before: HashMap<_, _> = archive
        .records()
        .map(|record| ((record.type_id, record.name.0, record.size), record.offset))
        .collect();
    let after = editor.offsets()?;
    let moved = editor.records().iter().zip(after).filter(|(record, after)| {
        let key = (record.type_id, record.name.0, record.size);
        before.get(&key).is_some_and(|before| before != after)
    });
    Ok(moved.count())
}

fn apply(editor: &mut Editor<'_>, node: &Node, change: &Change) -> Result<Vec<String>> {
    match change {
        Change::Put { entry, file, type_id, attributes, method: _ } => {
            let payload = fs::read(file).map_err(Error::io("read", file))?;
            put(editor, node, entry, payload, *type_id, *attributes)
        }
        Change::Remove { entry } => {
            let index = find(node, entry)?;
            let line = format!("remove {} ({} bytes)", shown(editor, index), len(editor, index));
            editor.remove(index)?;
            Ok(vec![line])
        }
        Change::Rename { entry, name } => {
            let index = find(node, entry)?;
            let line = format!("rename {} to {name}", shown(editor, index));
            editor.rename(index, &encode(name)?)?;
            Ok(vec![line])
        }
        Change::Set { entry, fields } => {
            let index = find(node, entry)?;
            fields.iter().map(|(field, value)| set(editor, index, field, value)).collect()
        }
        Change::Sort { mode } => {
            let mode = SortMode::parse(mode).ok_or_else(|| unknown_mode(mode))?;
            editor.sort(mode);
            Ok(vec![format!("sort the directory by {mode} (mode {})", mode.number())])
        }
    }
}

fn put(
    editor: &mut Editor<'_>,
    node: &Node,
    entry: &str,
    payload: Vec<u8>,
    type_id: Option<TypeId>,
    attributes: [u32; 3],
) -> Result<Vec<String>> {
    let size = payload.len();
    match find(node, entry) {
        Ok(index) => {
            let line = format!(
                "replace {}: {} bytes become {size}",
                shown(editor, index),
                len(editor, index)
            );
            editor.replace(index, payload)?;
            Ok(vec![line])
        }
        Err(Error::Vfs(ngi_vfs::Error::NotFound { .. })) => {
            let (name, spelt) = split_type(entry);
            let type_id = type_id.or(spelt).ok_or_else(|| {
                Error::Usage(format!(
                    "\"{entry}\" is new and needs a type: name it \"{entry}@TYPE\" or give --type"
                ))
            })?;
            let [attr1, attr2, attr3] = attributes;
            let fresh = NewEntry::new(type_id, encode(name)?)?.attributes(attr1, attr2, attr3);
            let index = editor.add(fresh, payload)?;
            Ok(vec![format!("add #{index} {name} of type {type_id} ({size} bytes)")])
        }
        Err(error) => Err(error),
    }
}

fn set(editor: &mut Editor<'_>, index: usize, field: &str, value: &str) -> Result<String> {
    let record = editor.records().get(index).copied().unwrap_or_default();
    let number = || {
        parse_number(value)
            .ok_or_else(|| Error::Usage(format!("{field}: \"{value}\" is no number 0..4294967295")))
    };
    let old = match field {
        "type" | "type_id" => {
            let type_id = TypeId::parse(value).ok_or_else(|| {
                Error::Usage(format!("type: \"{value}\" is neither a number nor four characters"))
            })?;
            editor.set_type(index, type_id)?;
            record.type_id.to_string()
        }
        "attr1" => {
            editor.set_attr1(index, number()?)?;
            record.attr1.to_string()
        }
        "attr2" => {
            editor.set_attr2(index, number()?)?;
            record.attr2.to_string()
        }
        "attr3" => {
            editor.set_attr3(index, number()?)?;
            record.attr3.to_string()
        }
        "name" => {
            editor.rename(index, &encode(value)?)?;
            record.name.to_string()
        }
        _ => {
            let known = "type, attr1, attr2, attr3, name";
            return Err(Error::Usage(format!("\"{field}\" cannot be set; these can: {known}")));
        }
    };
    Ok(format!("set {field} of {}: {old} becomes {value}", shown(editor, index)))
}

/// `name@TYPE` as name and type.
fn split_type(entry: &str) -> (&str, Option<TypeId>) {
    match entry.rsplit_once('@').map(|(name, kind)| (name, TypeId::parse(kind))) {
        Some((name, Some(type_id))) => (name, Some(type_id)),
        _ => (entry, None),
    }
}

fn shown(editor: &Editor<'_>, index: usize) -> String {
    let name = editor.records().get(index).map(|record| record.name.to_string());
    format!("#{index} {}", name.unwrap_or_default())
}

fn len(editor: &Editor<'_>, index: usize) -> usize {
    editor.payload(index).map_or(0, <[u8]>::len)
}

fn unknown_mode(mode: &str) -> Error {
    let known: Vec<String> =
        SortMode::all().map(|mode| format!("{} ({mode})", mode.number())).collect();
    Error::Usage(format!("\"{mode}\" is no sort mode; these are: {}", known.join(", ")))
}
