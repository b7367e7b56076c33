//! Two surveys held against each other.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::SCHEMA;
use crate::{Error, Result, show};

/// Where two surveys differ: `ngi.survey-diff/1`.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    schema: &'static str,
    /// What differs.
    pub differences: Vec<Difference>,
}

/// One thing in which two surveys differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// What: `claims effects.opcode-1`, `fields fxid commands[].opcode`, `census`, …
    pub what: String,
    /// What the first says; null where it does not have it.
    pub a: Value,
    /// What the second says.
    pub b: Value,
}

/// Compares two surveys as they were written.
pub fn compare(a: &[u8], b: &[u8]) -> Result<Comparison> {
    let (a, b) = (read(a, "the first")?, read(b, "the second")?);
    let mut differences = Vec::new();
    for key in ["edition", "census", "unread"] {
        put(&mut differences, key.to_owned(), a.get(key), b.get(key));
    }
    for (list, keys) in [
        ("claims", &["id"][..]),
        ("fields", &["format", "path"]),
        ("unknown_types", &["type"]),
        ("unknown_suffixes", &["suffix"]),
    ] {
        let (a, b) = (rows(&a, list, keys), rows(&b, list, keys));
        all(&mut differences, list, &a, &b);
    }
    for map in ["formats", "unreadable", "findings", "retail_findings"] {
        let (a, b) = (members(&a, map), members(&b, map));
        all(&mut differences, map, &a, &b);
    }
    Ok(Comparison { schema: "ngi.survey-diff/1", differences })
}

fn read(text: &[u8], which: &str) -> Result<Value> {
    let wrong = |why: String| Error::Usage(format!("{which} file is no survey: {why}"));
    let value: Value = serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
    match value.get("schema").and_then(Value::as_str) {
        Some(SCHEMA) => Ok(value),
        Some(other) => Err(wrong(format!("it is {}", show::printable(other)))),
        None => Err(wrong("it has no schema".into())),
    }
}

type ByName = BTreeMap<String, Value>;

/// The rows of a list by what they are known by.
fn rows(survey: &Value, list: &str, keys: &[&str]) -> ByName {
    let rows = survey.get(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let name = |row: &Value| -> String {
        let parts = keys.iter().filter_map(|key| row.get(key)?.as_str());
        parts.collect::<Vec<_>>().join(" ")
    };
    rows.iter().map(|row| (name(row), row.clone())).collect()
}

fn members(survey: &Value, map: &str) -> ByName {
    let own = survey.get(map).and_then(Value::as_object);
    own.into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn all(differences: &mut Vec<Difference>, list: &str, a: &ByName, b: &ByName) {
    let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        put(differences, format!("{list} {name}"), a.get(name), b.get(name));
    }
}

fn put(differences: &mut Vec<Difference>, what: String, a: Option<&Value>, b: Option<&Value>) {
    if a != b {
        let [a, b] = [a, b].map(|value| value.cloned().unwrap_or_default());
        differences.push(Difference { what, a, b });
    }
}

impl Difference {
    /// On one line: only what is different in it.
    pub fn line(&self) -> String {
        let (Some(a), Some(b)) = (self.a.as_object(), self.b.as_object()) else {
            return format!("{}: {} becomes {}", self.what, told(&self.a), told(&self.b));
        };
        let changed = a.iter().filter(|(key, value)| b.get(*key) != Some(*value));
        let changed = changed.map(|(key, value)| {
            format!("{key} {} becomes {}", told(value), told(b.get(key).unwrap_or(&Value::Null)))
        });
        let added = b.iter().filter(|(key, _)| !a.contains_key(*key));
        let added = added.map(|(key, value)| format!("{key} becomes {}", told(value)));
        format!("{}: {}", self.what, changed.chain(added).collect::<Vec<_>>().join(", "))
    }
}

/// A value on one line, however large the file that says it.
fn told(value: &Value) -> String {
    let text = show::printable(&value.to_string());
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
