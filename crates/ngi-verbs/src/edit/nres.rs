//! Changes to NRes archives.

use ngi_formats::nres::{Archive, Editor, NewEntry, SortMode, TypeId};
use ngi_vfs::Node;

use super::{Change, Goal, NewFields, encode, find, guess, is_index, parse_number, removals, save};
use crate::{Error, Result};

pub fn edit(node: &Node, changes: &[Change], goal: Goal<'_>) -> Result<Vec<String>> {
    let bytes = node.bytes()?;
    let archive = Archive::read(&bytes)?;
    archive.require_count().map_err(|error| Error::about(node.path())(error.into()))?;
    let mut editor = Editor::open(&archive);
    let mut lines = Vec::new();
    for change in changes {
        lines.extend(apply(&mut editor, node, change)?);
    }
    for index in removals(node, changes)? {
        editor.remove(index)?;
    }
    let moved = editor.regions().moved();
    match moved {
        0 => {}
        1 => lines.push("1 other payload moves".into()),
        more => lines.push(format!("{more} other payloads move")),
    }
    save(node, goal, lines, &bytes, |mut out| editor.write_to(&mut out))
}

fn apply<'c>(editor: &mut Editor<'c>, node: &Node, change: &'c Change) -> Result<Vec<String>> {
    match change {
        Change::Put { entry, payload, fields } => put(editor, node, entry, payload, fields),
        // Done last, so that the others are where the archive says.
        Change::Remove { entry } => {
            let index = find(node, entry)?;
            Ok(vec![format!("remove {} ({} bytes)", shown(editor, index), len(editor, index))])
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

fn put<'c>(
    editor: &mut Editor<'c>,
    node: &Node,
    entry: &str,
    payload: &'c [u8],
    fields: &NewFields,
) -> Result<Vec<String>> {
    let size = payload.len();
    if fields.method.is_some() {
        return Err(Error::Usage("an NRes archive packs nothing: --method is for RsLi".into()));
    }
    let index = match find(node, entry) {
        Err(Error::Vfs(ngi_vfs::Error::NotFound { .. })) if !is_index(entry) => {
            return add(editor, entry, payload, fields);
        }
        found => found?,
    };
    let (name, old) = (shown(editor, index), len(editor, index));
    let mut lines = vec![format!("replace {name}: {old} bytes become {size}")];
    editor.replace(index, payload)?;
    let there = editor.records().get(index).copied().unwrap_or_default();
    let given = [
        ("attr1", fields.attr1, there.attr1),
        ("attr2", fields.attr2, there.attr2),
        ("attr3", fields.attr3, there.attr3),
    ];
    for (field, value, old) in given {
        if let Some(value) = value.filter(|value| *value != old) {
            lines.push(set(editor, index, field, &value.to_string())?);
        }
    }
    if let Some(type_id) = fields.type_id.filter(|type_id| *type_id != there.type_id) {
        lines.push(set(editor, index, "type", &type_id.to_string())?);
    }
    Ok(lines)
}

fn add<'c>(
    editor: &mut Editor<'c>,
    entry: &str,
    payload: &'c [u8],
    fields: &NewFields,
) -> Result<Vec<String>> {
    let size = payload.len();
    let (name, spelt) = split_type(entry);
    let neighbours = editor.records();
    let type_id = match fields.type_id.or(spelt) {
        Some(type_id) => type_id,
        None => guess::type_of(name, payload, neighbours)?,
    };
    let encoded = encode(name)?;
    // Within one step a name can come up twice; the archive itself only knows those it had.
    if neighbours.iter().any(|there| there.type_id == type_id && there.name.is(&encoded)) {
        return Err(Error::Usage(format!("{name} of type {type_id} would be put in twice")));
    }
    let [first, second, third] = guess::attributes_of(type_id, neighbours);
    let attr1 = fields.attr1.unwrap_or(first);
    let attr2 = fields.attr2.unwrap_or(second);
    let attr3 = fields.attr3.unwrap_or(third);
    let fresh = NewEntry::new(type_id, encoded)?.attributes(attr1, attr2, attr3);
    let index = editor.add(fresh, payload)?;
    let attributes = format!("attributes {attr1} {attr2} {attr3}");
    Ok(vec![format!("add #{index} {name} of type {type_id} ({size} bytes, {attributes})")])
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
pub fn split_type(entry: &str) -> (&str, Option<TypeId>) {
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
