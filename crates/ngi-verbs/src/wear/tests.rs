use ngi_formats::wear::{Parser, Wear};
use serde_json::{Value, json};

use super::*;
use crate::document::{self, edit};

const FULL: &[u8] = b"2\r\n0  WALL\r\n7 DOOR\r\n\r\nLIGHTMAPS\r\n1\r\n0 HALL.0\r\n junk";

fn to_value(bytes: &[u8]) -> Value {
    document::to_value(&WearDocument, &Subject::file("a.wea", bytes)).unwrap()
}

fn from_value(value: &Value) -> Result<Vec<u8>> {
    Ok(document::from_value(&WearDocument, value, None)?.bytes)
}

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
    let value = json!({"schema": "ngi.wear/1", "rows": [{"name": "A"}, {"id": 9, "name": "B"}],
                       "lightmaps": [{"name": "L.0"}]});
    let bytes = from_value(&value).unwrap();
    assert_eq!(bytes, b"2\r\n0 A\r\n9 B\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\n");
}

#[test]
fn wrong_documents_are_refused_by_path() {
    for (wrong, told) in [
        (json!({"rows": [{"nam": "A"}]}), "nam"),
        (json!({"rows": [{"id": "x", "name": "A"}]}), "rows[0].id"),
        (json!({"rows": [{"id": 4294967296u64, "name": "A"}]}), "rows[0].id"),
        (json!({"rows": [{"id": 1}]}), "rows[0].name"),
        (json!({"rows": 3}), "rows"),
        (json!({}), "text"),
    ] {
        let mut document = json!({"schema": "ngi.wear/1"});
        document.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let error = from_value(&document).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

/// The text after fields were set.
fn set(bytes: &[u8], path: &str, said: &str) -> Result<String> {
    let subject = Subject::file("a.wea", bytes);
    let edited = edit::set(&WearDocument, &subject, &[(path.into(), said.into())])?;
    Ok(String::from_utf8(edited.bytes).unwrap())
}

#[test]
fn rows_are_set_added_and_taken_out() {
    const PLAIN: &[u8] = b"2\n0 A\n1 B\n";
    assert_eq!(set(PLAIN, "rows[0].name", "X").unwrap(), "2\n0 X\n1 B\n");
    assert_eq!(set(PLAIN, "rows[1].id", "-77").unwrap(), "2\n0 A\n-77 B\n");
    assert_eq!(set(PLAIN, "rows[+]", r#"{"name": "X"}"#).unwrap(), "3\n0 A\n1 B\n2 X\n");
    assert_eq!(set(PLAIN, "rows[0]", "-").unwrap(), "1\n1 B\n");
    let lit = set(PLAIN, "lightmaps[+]", r#"{"name": "L.0"}"#).unwrap();
    assert_eq!(lit, "2\n0 A\n1 B\n\nLIGHTMAPS\n1\n0 L.0\n");
    let other = set(lit.as_bytes(), "lightmaps[0].name", "M.0").unwrap();
    assert_eq!(other, lit.replace("L.0", "M.0"));
    assert_eq!(set(lit.as_bytes(), "lightmaps", "null").unwrap().trim_end(), "2\n0 A\n1 B");
    for (path, said) in [("rows[0].name", "two words"), ("rows[0].id", "x"), ("text", "1\n0 C\n")] {
        let error = set(PLAIN, path, said).unwrap_err().to_string();
        assert!(error.contains(path.rsplit('.').next().unwrap()), "{error}");
    }
}

#[test]
fn rows_of_a_sky_have_roles() {
    let nine: String = (0..9).map(|row| format!("{row} M{row}\n")).collect();
    let bytes = format!("9\n{nine}").into_bytes();
    let shown = |name: &str| WearDocument.show(&Subject::file(name, &bytes)).unwrap();
    let sky = shown("SKY.WEA");
    for role in ["nebula", "second flare", "rain"] {
        assert!(sky.contains(role) && !shown("land1.wea").contains(role), "{sky}");
    }
    let found = |name: &str, bytes: &[u8]| {
        let mut findings = Findings::new(ngi_formats::Mode::Strict, true);
        check_alone(&Subject::file(name, bytes), &mut findings);
        findings.list().iter().map(|one| (one.code.id, one.message.clone())).collect::<Vec<_>>()
    };
    assert_eq!(found("sky.wea", &bytes), []);
    let few = b"7\n0 A\n1 B\n2 C\n3 D\n4 E\n5 F\n6 G\n";
    let told = ("wear.sky.rows", "7 rows, without snow, rain".to_owned());
    assert_eq!((found("sky.wea", few), found("other.wea", few)), (vec![told], vec![]));
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
