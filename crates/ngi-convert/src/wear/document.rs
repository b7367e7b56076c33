//! Wears as documents (`ngi.wear/1`).
//!
//! ```json
//! {"schema": "ngi.wear/1", "rows": [{"id": 0, "name": "WALL"}, {"id": 1, "name": "DOOR_01"}],
//!  "lightmaps": [{"id": 0, "name": "HALL.0"}], "text": "2\r\n0 WALL\r\n1 DOOR_01\r\n…"}
//! ```
//! `text` is the whole file, so that line ends, spaces and whatever nothing reads come back. Where
//! the rows say something else than the text, the rows count, and the rest of the text stays.
//! Without a text one is made. A file that cannot be followed has its text and no rows.

use std::borrow::Cow;

use ngi_formats::text;
use ngi_formats::wear::{Editor, Parser, Row, Section, Wear};
use serde_json::{Value, json};

use crate::json::{self, Reader};
use crate::{Error, Result};

/// The schema of the documents.
pub const SCHEMA: &str = "ngi.wear/1";

/// The document of a wear.
pub fn to_value(bytes: &[u8]) -> Value {
    let wear = Wear::read(bytes, Parser::File).ok();
    let row = |row: Row<'_>| json!({"id": row.id_number(), "name": text::decode(row.name)});
    let rows = wear.as_ref().map(|wear| wear.rows().map(row).collect::<Value>());
    let lightmaps = wear.as_ref().and_then(Wear::lightmaps);
    let lightmaps = lightmaps.map(|rows| rows.map(row).collect::<Value>());
    let mut object = json::document(SCHEMA);
    object.insert("rows".into(), rows.into());
    object.insert("lightmaps".into(), lightmaps.into());
    object.insert("text".into(), text::decode(bytes).into());
    Value::Object(object)
}

/// A row of a document. Without a number it keeps the one it has.
struct Wanted<'v> {
    id: Option<i32>,
    name: Cow<'v, [u8]>,
}

/// The bytes of a document.
pub fn from_value(value: &Value) -> Result<Vec<u8>> {
    let document = Reader::document(value, SCHEMA)?;
    let rows = wanted(&document, "rows")?;
    let lightmaps = wanted(&document, "lightmaps")?;
    let there = |key: &str| document.get(key).is_some_and(|value| !value.value().is_null());
    let Some(rows) = rows else {
        let shown = document.text("text")?;
        return encode(&document, shown);
    };
    let mut editor = if there("text") {
        let bytes = encode(&document, document.text("text")?)?;
        let wear = Wear::read(&bytes, Parser::File)?;
        Editor::open(&wear)
    } else {
        let names = |rows: &[Wanted<'_>]| -> Vec<Vec<u8>> {
            rows.iter().map(|row| row.name.to_vec()).collect()
        };
        Editor::of_names(&names(&rows), &names(lightmaps.as_deref().unwrap_or_default()))?
    };
    change(&mut editor, Section::Materials, &rows)?;
    match lightmaps {
        Some(lightmaps) => change(&mut editor, Section::Lightmaps, &lightmaps)?,
        None if editor.wear()?.lightmaps().is_some() => editor.remove_lightmaps()?,
        None => {}
    }
    Ok(editor.into_bytes())
}

fn encode(document: &Reader<'_>, shown: &str) -> Result<Vec<u8>> {
    text::encode(shown).ok_or_else(|| {
        let why = "has characters that Windows-1251 does not know";
        document.need("text").map_or_else(|error| error, |at| at.error(Error::Usage(why.into())))
    })
}

/// The rows under `key`; `None` where there are none, or null.
fn wanted<'v>(document: &Reader<'v>, key: &str) -> Result<Option<Vec<Wanted<'v>>>> {
    let Some(list) = document.get(key).filter(|list| !list.value().is_null()) else {
        return Ok(None);
    };
    let row = |row: Reader<'v>| {
        let id = row.get("id").filter(|id| !id.value().is_null());
        let id = id.map(|_| row.number("id")).transpose()?;
        let name = row.text("name")?;
        let name = text::encode(name)
            .ok_or_else(|| row.error(Error::Usage(format!("\"{name}\" is not Windows-1251"))))?;
        Ok(Wanted { id, name: name.into() })
    };
    list.elements()?.map(row).collect::<Result<_>>().map(Some)
}

/// Makes a table say what is wanted, and touches nothing that says it already.
fn change(editor: &mut Editor, section: Section, wanted: &[Wanted<'_>]) -> Result<()> {
    if section == Section::Lightmaps && editor.wear()?.lightmaps().is_none() {
        let names: Vec<&[u8]> = wanted.iter().map(|row| &*row.name).collect();
        editor.add_lightmaps(&names)?;
    }
    let there: Vec<(Option<i32>, Vec<u8>)> = {
        let wear = editor.wear()?;
        wear.section(section).map(|row| (row.id_number(), row.name.to_vec())).collect()
    };
    for index in (wanted.len()..there.len()).rev() {
        editor.remove(section, index)?;
    }
    for (index, row) in wanted.iter().enumerate() {
        let (id, name) = match there.get(index) {
            Some((id, name)) => (*id, name.as_slice()),
            None => {
                editor.push(section, &row.name)?;
                let wear = editor.wear()?;
                let made = wear.section(section).nth(index);
                (made.and_then(|made| made.id_number()), &*row.name)
            }
        };
        if name != &*row.name {
            editor.rename(section, index, &row.name)?;
        }
        if let Some(wanted) = row.id.filter(|wanted| Some(*wanted) != id) {
            editor.set_id(section, index, wanted)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &[u8] = b"2\r\n0  WALL\r\n7 DOOR\r\n\r\nLIGHTMAPS\r\n1\r\n0 HALL.0\r\n junk";

    #[test]
    fn texts_come_back() {
        for bytes in [FULL, b"1\n0 A", b"", b"\0\xff\x98", b"3\n0 A\n", b"1 0 \xcf\xe0\0rest"] {
            assert_eq!(from_value(&to_value(bytes)).unwrap(), bytes);
        }
    }

    #[test]
    fn a_changed_row_changes_nothing_else() {
        let mut value = to_value(FULL);
        value["rows"][1]["name"] = "GATE".into();
        value["rows"][0]["id"] = 5.into();
        let changed = from_value(&value).unwrap();
        assert_eq!(
            changed,
            FULL.to_vec().replace_once(b"DOOR", b"GATE").replace_once(b"0  W", b"5  W")
        );
    }

    #[test]
    fn rows_come_and_go() {
        let mut value = to_value(FULL);
        value["rows"].as_array_mut().unwrap().push(json!({"name": "ROOF"}));
        value["lightmaps"] = Value::Null;
        let bytes = from_value(&value).unwrap();
        let wear = Wear::read(&bytes, Parser::File).unwrap();
        let names: Vec<_> = wear.rows().map(|row| row.name.to_vec()).collect();
        assert_eq!(names, [b"WALL".to_vec(), b"DOOR".to_vec(), b"ROOF".to_vec()]);
        assert!(wear.lightmaps().is_none());
        value["rows"].as_array_mut().unwrap().truncate(1);
        let bytes = from_value(&value).unwrap();
        assert_eq!(Wear::read(&bytes, Parser::File).unwrap().rows().len(), 1);
    }

    #[test]
    fn one_can_be_made_from_rows_alone() {
        let value = json!({"schema": SCHEMA, "rows": [{"name": "A"}, {"id": 9, "name": "B"}],
                           "lightmaps": [{"name": "L.0"}]});
        let bytes = from_value(&value).unwrap();
        assert_eq!(bytes, b"2\r\n0 A\r\n9 B\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\n");
    }

    trait ReplaceOnce {
        fn replace_once(self, from: &[u8], to: &[u8]) -> Self;
    }

    impl ReplaceOnce for Vec<u8> {
        fn replace_once(self, from: &[u8], to: &[u8]) -> Self {
            let at = self.windows(from.len()).position(|window| window == from).unwrap();
            [&self[..at], to, &self[at + from.len()..]].concat()
        }
    }
}
