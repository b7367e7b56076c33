//! Changes to an archive in place: put, remove, rename, set, sort.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use ngi_formats::nres::{Archive, Editor, NewEntry, SortMode, TypeId};
use ngi_formats::text;
use ngi_vfs::save::Saved;
use ngi_vfs::{ContainerKind, Node};

use crate::{Error, Result};

/// One change. Entries are named as in paths: `name`, `name@TYPE`, `#INDEX`, a type number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Replaces an entry's payload, or adds an entry.
    Put {
        /// The entry, or the name of the new one.
        entry: String,
        /// The file with the payload.
        file: PathBuf,
        /// Type of a new entry.
        type_id: Option<TypeId>,
        /// Attributes of a new entry.
        attributes: [u32; 3],
    },
    /// Removes an entry.
    Remove {
        /// The entry.
        entry: String,
    },
    /// Gives an entry another name.
    Rename {
        /// The entry.
        entry: String,
        /// Its new name.
        name: String,
    },
    /// Sets fields of an entry.
    Set {
        /// The entry.
        entry: String,
        /// Field and value, such as `attr1` and `7`.
        fields: Vec<(String, String)>,
    },
    /// Sorts the directory.
    Sort {
        /// The engine's mode, by number or by what it compares.
        mode: String,
    },
}

/// How to save.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Whether to keep the old file beside the new one.
    pub backup: bool,
    /// Whether to say only what would change.
    pub dry_run: bool,
}

/// What a change did, or would do.
#[derive(Debug, Clone)]
pub struct Edited {
    /// A line per thing that changes.
    pub lines: Vec<String>,
    /// Where it was saved; `None` for a dry run, or if nothing changes.
    pub saved: Option<Saved>,
}

/// Applies a change to an archive, which may itself be an entry of another, and saves the file
/// that holds it in one step.
pub fn edit(node: &Node, change: &Change, options: Options) -> Result<Edited> {
    let container = node
        .open_container()?
        .ok_or_else(|| ngi_vfs::Error::NotAContainer { path: node.path() })?;
    match container.kind() {
        ContainerKind::NRes => edit_nres(node, change, options),
    }
}

fn edit_nres(node: &Node, change: &Change, options: Options) -> Result<Edited> {
    let bytes = node.bytes()?;
    let archive = Archive::read(&bytes)?;
    let mut editor = Editor::open(&archive);
    let mut lines = apply_nres(&mut editor, node, change)?;
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

fn apply_nres(editor: &mut Editor<'_>, node: &Node, change: &Change) -> Result<Vec<String>> {
    match change {
        Change::Put { entry, file, type_id, attributes } => {
            let payload = fs::read(file).map_err(Error::io("read", file))?;
            put_nres(editor, node, entry, payload, *type_id, *attributes)
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
            fields.iter().map(|(field, value)| set_nres(editor, index, field, value)).collect()
        }
        Change::Sort { mode } => {
            let mode = SortMode::parse(mode).ok_or_else(|| unknown_mode(mode))?;
            editor.sort(mode);
            Ok(vec![format!("sort the directory by {mode} (mode {})", mode.number())])
        }
    }
}

fn put_nres(
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

fn set_nres(editor: &mut Editor<'_>, index: usize, field: &str, value: &str) -> Result<String> {
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

/// Decimal, or hex with `0x`.
pub fn parse_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn find(node: &Node, entry: &str) -> Result<usize> {
    let child = node.child(entry)?;
    let info = child.entry().ok_or_else(|| Error::Usage(format!("\"{entry}\" is no entry")))?;
    Ok(info.index)
}

/// `name@TYPE` as name and type.
fn split_type(entry: &str) -> (&str, Option<TypeId>) {
    match entry.rsplit_once('@').map(|(name, kind)| (name, TypeId::parse(kind))) {
        Some((name, Some(type_id))) => (name, Some(type_id)),
        _ => (entry, None),
    }
}

fn encode(name: &str) -> Result<Vec<u8>> {
    text::encode(name).ok_or_else(|| {
        Error::Usage(format!("\"{name}\" has characters that Windows-1251 does not know"))
    })
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
