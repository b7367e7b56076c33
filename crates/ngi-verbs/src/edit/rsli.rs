//! Changes to RsLi archives.

use ngi_formats::rsli::{Archive, Editor, Method, NewEntry};
use ngi_vfs::Node;

use super::{Change, Goal, NewFields, encode, find, is_index, parse_number, removals, save};
use crate::{Error, Result};

pub fn edit(node: &Node, changes: &[Change], goal: Goal<'_>) -> Result<Vec<String>> {
    let bytes = node.bytes()?;
    let archive = Archive::read(&bytes)?;
    let mut editor = Editor::open(&archive);
    let mut lines = Vec::new();
    for change in changes {
        lines.extend(apply(&mut editor, node, change)?);
    }
    for index in removals(node, changes)? {
        editor.remove(index)?;
    }
    save(node, goal, lines, &bytes, |mut out| editor.write_to(&mut out))
}

fn apply<'c>(editor: &mut Editor<'c>, node: &Node, change: &'c Change) -> Result<Vec<String>> {
    match change {
        Change::Put { entry, payload, fields } => put(editor, node, entry, payload, fields),
        Change::Remove { entry } => {
            let index = find(node, entry)?;
            Ok(vec![format!("remove {}", shown(editor, index))])
        }
        Change::Rename { entry, name } => {
            let index = find(node, entry)?;
            let line = format!("rename {} to {}", shown(editor, index), name.to_ascii_uppercase());
            editor.rename(index, &encode(name)?)?;
            Ok(vec![line])
        }
        Change::Set { entry, fields } => {
            let index = find(node, entry)?;
            fields.iter().map(|(field, value)| set(editor, index, field, value)).collect()
        }
        Change::Sort { mode } if mode == "name" || mode == "8" => {
            editor.sort();
            Ok(vec!["sort the directory by name".into()])
        }
        Change::Sort { mode } => {
            Err(Error::Usage(format!("\"{mode}\": an RsLi archive can be sorted by name only")))
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
    let NewFields { type_id, attr1, attr2, attr3, method } = *fields;
    if type_id.is_some() || [attr1, attr2, attr3].iter().any(Option::is_some) {
        return Err(Error::Usage("an RsLi archive has neither types nor attributes".into()));
    }
    match find(node, entry) {
        Ok(index) => {
            let old = editor.records().get(index).map_or(0, |record| record.unpacked_size);
            let line = format!("replace {}: {old} bytes become {size}", shown(editor, index));
            match method {
                Some(method) => editor.replace_with(index, payload, method)?,
                None => editor.replace(index, payload)?,
            }
            Ok(vec![line])
        }
        Err(Error::Vfs(ngi_vfs::Error::NotFound { .. })) if !is_index(entry) => {
            // Within one step a name can come up twice; the archive only knows those it had.
            if editor.position(&encode(entry)?).is_some() {
                return Err(Error::Usage(format!("{entry} would be put in twice")));
            }
            let method = method.unwrap_or(Method::LZSS);
            let index = editor.add(NewEntry::new(encode(entry)?, method)?, payload)?;
            let name = entry.to_ascii_uppercase();
            Ok(vec![format!("add #{index} {name}, packed with {method} ({size} bytes)")])
        }
        Err(error) => Err(error),
    }
}

fn set(editor: &mut Editor<'_>, index: usize, field: &str, value: &str) -> Result<String> {
    let record = editor.records().get(index).copied();
    let flags = record.map_or(0, |record| record.flags);
    let old = match field {
        "method" => {
            let method = Method::parse(value).ok_or_else(|| {
                let names: Vec<&str> = Method::ALL.iter().map(|(_, name)| *name).collect();
                Error::Usage(format!("method: \"{value}\" is none of {}", names.join(", ")))
            })?;
            editor.set_method(index, method)?;
            Method::of(flags).to_string()
        }
        "flags" => {
            let number = parse_number(value).and_then(|number| u16::try_from(number).ok());
            let number = number
                .ok_or_else(|| Error::Usage(format!("flags: \"{value}\" is no number 0..65535")))?;
            editor.set_flags(index, number.cast_signed())?;
            format!("{flags:#x}")
        }
        "name" => {
            editor.rename(index, &encode(value)?)?;
            record.map_or_else(String::new, |record| record.name.to_string())
        }
        _ => {
            let known = "method, flags, name";
            return Err(Error::Usage(format!("\"{field}\" cannot be set; these can: {known}")));
        }
    };
    Ok(format!("set {field} of {}: {old} becomes {value}", shown(editor, index)))
}

fn shown(editor: &Editor<'_>, index: usize) -> String {
    let name = editor.records().get(index).map(|record| record.name.to_string());
    format!("#{index} {}", name.unwrap_or_default())
}
