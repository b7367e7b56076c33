//! What a directory says of an entry, beside a file that is none: `WATER.mat0.ngi.json`.
//!
//! ```json
//! {"schema": "ngi.entry/1", "type": "MAT0", "attr1": 8, "attr2": 6, "attr3": 0}
//! ```
//! Some of a material is kept in the directory of its archive: how it blends. A loose file has no
//! directory, so `import` writes this beside it where `put` could not work it out, and `put` takes
//! it from there.

use std::fs;
use std::path::{Path, PathBuf};

use ngi_formats::nres::TypeId;
use serde::{Deserialize, Serialize};

use crate::edit::usual_attributes;
use crate::format::EntryMeta;
use crate::{Error, Result};

/// What the name of such a file has behind that of the file it belongs to.
pub const SUFFIX: &str = ".ngi.json";
const SCHEMA: &str = "ngi.entry/1";
/// The most bytes such a file may have.
const MOST_BYTES: u64 = 4096;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    schema: String,
    #[serde(rename = "type")]
    type_id: String,
    attr1: u32,
    attr2: u32,
    attr3: u32,
}

/// Where it is for a file.
pub fn path_for(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(SUFFIX);
    name.into()
}

/// Whether an entry has something that content and neighbours do not tell.
pub fn is_needed(entry: &EntryMeta) -> bool {
    entry.attributes != usual_attributes(entry.type_id)
}

/// Its text.
pub fn text(entry: &EntryMeta) -> String {
    let [attr1, attr2, attr3] = entry.attributes;
    let type_id = entry.type_id;
    format!(
        "{{\"schema\": \"{SCHEMA}\", \"type\": {}, \"attr1\": {attr1}, \"attr2\": {attr2}, \
         \"attr3\": {attr3}}}\n",
        serde_json::Value::from(type_id.to_string())
    )
}

/// What it says of a file; `None` where there is none.
pub fn read(file: &Path) -> Result<Option<EntryMeta>> {
    let path = path_for(file);
    match fs::metadata(&path) {
        Ok(found) if found.is_file() && found.len() <= MOST_BYTES => {}
        Ok(_) => return Err(wrong(&path, "is no such file")),
        Err(_) => return Ok(None),
    }
    let bytes = ngi_vfs::read_input(&path)?;
    let said: Said = serde_json::from_slice(&bytes).map_err(|error| wrong(&path, error))?;
    let type_id = TypeId::parse(&said.type_id).filter(|_| said.schema == SCHEMA);
    let type_id = type_id.ok_or_else(|| wrong(&path, "has another schema, or no type"))?;
    Ok(Some(EntryMeta { type_id, attributes: [said.attr1, said.attr2, said.attr3] }))
}

fn wrong(path: &Path, why: impl ToString) -> Error {
    Error::json(ngi_vfs::shown(path), why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_there_and_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("WATER.mat0");
        assert_eq!(read(&file).unwrap(), None);
        for type_id in [TypeId::from(*b"MAT0"), TypeId(3), TypeId(0xffff_ff22)] {
            let entry = EntryMeta { type_id, attributes: [8, 6, u32::MAX] };
            assert!(is_needed(&entry));
            fs::write(path_for(&file), text(&entry)).unwrap();
            assert_eq!(read(&file).unwrap(), Some(entry));
        }
        let usual = EntryMeta { type_id: TypeId::from(*b"Texm"), attributes: [0, 0, 1] };
        assert!(!is_needed(&usual));
    }

    #[test]
    fn anything_else_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x");
        let long = format!("{{\"schema\": \"{}\"}}", "x".repeat(5000));
        for text in [
            "",
            "{}",
            "[1]",
            &long,
            r#"{"schema": "ngi.entry/2", "type": "MAT0", "attr1": 0, "attr2": 0, "attr3": 0}"#,
            r#"{"schema": "ngi.entry/1", "type": "?", "attr1": 0, "attr2": 0, "attr3": 0}"#,
            r#"{"schema": "ngi.entry/1", "type": "MAT0", "attr1": -1, "attr2": 0, "attr3": 0}"#,
            r#"{"schema": "ngi.entry/1", "type": "MAT0", "attr1": 0, "attr2": 0, "attr3": 0, "x": 1}"#,
        ] {
            fs::write(path_for(&file), text).unwrap();
            let error = read(&file).unwrap_err().to_string();
            assert!(error.contains("x.ngi.json"), "{text}: {error}");
        }
    }
}
