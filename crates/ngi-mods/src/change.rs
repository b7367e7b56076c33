//! `changes.json`: what a mod changes, a line each.
//!
//! ```json
//! {"schema":"ngi.changes/1","files":[
//! {"path":"Material.lib","changes":[
//! {"entry":"WATER","set":"phases[0].opacity","from":60,"to":50}
//! ]}
//! ]}
//! ```
//! A file is named by its path in the game, an entry by its path in the file. Fields go by the
//! paths that `ngi show` prints. What no field says is a *delta* against the original, or bytes of
//! its own; both lie in the mod beside this list, and the list has their checksums.

use std::fmt::Write;

use ngi_formats::nres::TypeId;
use ngi_verbs::{Error, Result};
use ngi_vfs::transaction::is_inside;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::hash::Digest;

/// The schema of a list of changes.
const SCHEMA: &str = "ngi.changes/1";
/// The most bytes a list may have.
pub(crate) const MOST_BYTES: u64 = 64 << 20;
/// The most bytes that one payload may have: the formats count in 32 bits.
pub(crate) const LARGEST: u64 = u32::MAX as u64;

/// Everything that a mod changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Changes {
    /// File by file, in the order of their paths.
    pub files: Vec<FileChanges>,
}

/// What changes in one file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileChanges {
    /// Its path in the game, parts separated by `/`.
    pub path: String,
    /// What changes.
    pub changes: Vec<Change>,
}

/// One change.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The path of an entry in the file; empty for the file itself.
    pub entry: String,
    /// What becomes of it.
    pub what: What,
}

/// What becomes of a file or an entry.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// A field gets another value. `list[+]` adds to a list; no value for `list[n]` takes it out.
    /// `@attr1` to `@attr3` are the attributes of an entry.
    Set {
        /// Its path.
        field: String,
        /// What it was; nobody looks where that is not said.
        from: Option<Value>,
        /// What it becomes.
        to: Value,
    },
    /// It is as it was, but for a delta.
    Delta {
        /// Where the delta is in the mod.
        blob: Blob,
        /// The bytes that it is against.
        before: Digest,
        /// The bytes that it makes.
        after: Digest,
        /// How many these are.
        size: u64,
    },
    /// It gets other bytes, or is a new file.
    Put {
        /// Where they are in the mod.
        blob: Blob,
        /// The bytes there were; `None` for a file that was not there.
        before: Option<Digest>,
    },
    /// The archive gets one more entry.
    Add {
        /// Its name.
        name: String,
        /// Its type.
        type_id: TypeId,
        /// Its attributes.
        attributes: [u32; 3],
        /// Its bytes in the mod.
        blob: Blob,
    },
    /// It goes.
    Remove {
        /// The bytes there were.
        before: Digest,
    },
    /// It gets another name: an entry within its archive, a file anywhere in the game.
    Rename {
        /// The name, or the path.
        to: String,
    },
}

/// Bytes that lie in a mod.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blob {
    /// Their file in the mod.
    pub file: String,
    /// How many they are.
    pub size: u64,
    /// Their checksum.
    pub sha256: Digest,
}

/// A line of the list, before it is known whether it says one thing.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    entry: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rename: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    add: Option<String>,
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    type_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attributes: Option<[u32; 3]>,
    #[serde(default, skip_serializing_if = "is_false")]
    remove: bool,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    from: Option<Value>,
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    to: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    delta: Option<Blob>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bytes: Option<Blob>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<Digest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Digest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

/// `null` is a value too.
fn there<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileLines {
    path: String,
    changes: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: String,
    files: Vec<FileLines>,
}

impl Changes {
    /// Reads a list.
    pub fn parse(text: &[u8]) -> Result<Self> {
        let parsed: Result<Document, _> = serde_json::from_slice(text);
        let Document { schema, files } = parsed.map_err(|error| wrong(error.to_string()))?;
        if schema != SCHEMA {
            return Err(wrong(format!("schema is \"{schema}\", and {SCHEMA} is known")));
        }
        let files = files.into_iter().map(FileChanges::read).collect::<Result<Vec<_>>>()?;
        let mut seen = std::collections::HashSet::new();
        if let Some(twice) = files.iter().find(|file| !seen.insert(file.path.to_lowercase())) {
            return Err(wrong(format!("{} is there twice", twice.path)));
        }
        Ok(Self { files })
    }

    /// The text of the file: a line for every change.
    pub fn to_text(&self) -> Result<String> {
        let mut text = format!("{{\"schema\":\"{SCHEMA}\",\"files\":[");
        for (place, FileChanges { path, changes }) in self.files.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let path = ngi_verbs::json::line(path)?;
            let _ = write!(text, "{comma}\n{{\"path\":{path},\"changes\":[");
            for (place, change) in changes.iter().enumerate() {
                let comma = if place == 0 { "" } else { "," };
                let line = ngi_verbs::json::line(&Line::of(change))?;
                let _ = write!(text, "{comma}\n{line}");
            }
            text.push_str("\n]}");
        }
        text.push_str("\n]}\n");
        Ok(text)
    }

    /// Every blob that a change names.
    pub fn blobs(&self) -> impl Iterator<Item = &Blob> {
        self.files.iter().flat_map(|file| &file.changes).filter_map(|change| change.what.blob())
    }
}

impl FileChanges {
    fn read(FileLines { path, changes }: FileLines) -> Result<Self> {
        if !is_inside(&path) {
            return Err(wrong(format!("{path:?} is no path inside of a game")));
        }
        let change = |line: Line| {
            let entry = line.entry.clone();
            line.read().map_err(|why| wrong(format!("{path}/{entry}: {why}")))
        };
        let changes = changes.into_iter().map(change).collect::<Result<_>>()?;
        Ok(Self { path, changes })
    }
}

impl What {
    /// The bytes that it brings.
    pub fn blob(&self) -> Option<&Blob> {
        match self {
            Self::Delta { blob, .. } | Self::Put { blob, .. } | Self::Add { blob, .. } => {
                Some(blob)
            }
            Self::Set { .. } | Self::Remove { .. } | Self::Rename { .. } => None,
        }
    }

    /// The bytes that it was made of.
    pub(crate) fn before(&self) -> Option<Digest> {
        match self {
            Self::Delta { before, .. } | Self::Remove { before } => Some(*before),
            Self::Put { before, .. } => *before,
            Self::Set { .. } | Self::Add { .. } | Self::Rename { .. } => None,
        }
    }

    /// Whether all of a file or entry becomes something else.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self, Self::Delta { .. } | Self::Put { .. } | Self::Remove { .. })
    }
}

impl Line {
    fn of(Change { entry, what }: &Change) -> Self {
        let mut line = Self { entry: entry.clone(), ..Self::default() };
        match what.clone() {
            What::Set { field, from, to } => {
                (line.set, line.from, line.to) = (Some(field), from, Some(to));
            }
            What::Delta { blob, before, after, size } => {
                (line.delta, line.before) = (Some(blob), Some(before));
                (line.after, line.size) = (Some(after), Some(size));
            }
            What::Put { blob, before } => (line.bytes, line.before) = (Some(blob), before),
            What::Add { name, type_id, attributes, blob } => {
                (line.add, line.bytes) = (Some(name), Some(blob));
                line.type_id = Some(type_id.to_string());
                line.attributes = Some(attributes);
            }
            What::Remove { before } => (line.remove, line.before) = (true, Some(before)),
            What::Rename { to } => line.rename = Some(to),
        }
        line
    }

    /// The change that it is, if it is one and nothing else.
    fn read(self) -> Result<Change, String> {
        let said = self.said();
        let Self { entry, set, rename, add, type_id, attributes, remove, .. } = self;
        let Self { from, to, delta, bytes, before, after, size, .. } = self;
        let what = match (said.as_slice(), set, rename, add, remove) {
            (["set", rest @ ..], Some(field), None, None, false) if only(rest, &["from", "to"]) => {
                let to = to.ok_or("says not what to set it to")?;
                What::Set { field, from, to }
            }
            (["rename"], None, Some(to), None, false) => What::Rename { to },
            (["add", "type", "attributes", "bytes"], None, None, Some(name), false) => {
                let type_id = type_id.as_deref().and_then(TypeId::parse);
                let type_id = type_id.ok_or("type: neither a number nor four characters")?;
                let blob = bytes.ok_or("has no bytes")?;
                What::Add { name, type_id, attributes: attributes.unwrap_or_default(), blob }
            }
            (["remove", "before"], None, None, None, true) => {
                What::Remove { before: before.ok_or("says not what was there")? }
            }
            (["delta", "before", "after", "size"], None, None, None, false) => {
                let all = (delta, before, after, size);
                let (Some(blob), Some(before), Some(after), Some(size)) = all else {
                    return Err("a delta without its checksums".to_owned());
                };
                What::Delta { blob, before, after, size }
            }
            (["bytes"] | ["bytes", "before"], None, None, None, false) => {
                What::Put { blob: bytes.ok_or("has no bytes")?, before }
            }
            _ => return Err(format!("says {} at once, or too little", said.join(", "))),
        };
        Change { entry, what }.judged()
    }

    /// Which keys there are.
    fn said(&self) -> Vec<&'static str> {
        let keys = [
            ("set", self.set.is_some()),
            ("rename", self.rename.is_some()),
            ("add", self.add.is_some()),
            ("type", self.type_id.is_some()),
            ("attributes", self.attributes.is_some()),
            ("remove", self.remove),
            ("from", self.from.is_some()),
            ("to", self.to.is_some()),
            ("delta", self.delta.is_some()),
            ("bytes", self.bytes.is_some()),
            ("before", self.before.is_some()),
            ("after", self.after.is_some()),
            ("size", self.size.is_some()),
        ];
        keys.into_iter().filter(|(_, there)| *there).map(|(key, _)| key).collect()
    }
}

fn only(keys: &[&str], allowed: &[&str]) -> bool {
    keys.iter().all(|key| allowed.contains(key))
}

impl Change {
    /// The change, if its names and sizes are such that can be.
    fn judged(self) -> Result<Self, String> {
        if let Some(blob) = self.what.blob() {
            if !is_inside(&blob.file) || !blob.file.contains('/') {
                return Err(format!("{:?} is no file of the mod's folders", blob.file));
            }
            let made = if let What::Delta { size, .. } = self.what { size } else { 0 };
            if blob.size > LARGEST || made > LARGEST {
                return Err("larger than the formats can count".to_owned());
            }
        }
        match &self.what {
            What::Rename { to } if self.entry.is_empty() && !is_inside(to) => {
                Err(format!("{to:?} is no path inside of a game"))
            }
            _ if self.entry.split('/').any(|part| matches!(part, "." | "..")) => {
                Err("no path of an entry".to_owned())
            }
            _ => Ok(self),
        }
    }
}

fn wrong(why: impl Into<String>) -> Error {
    Error::Usage(format!("changes.json: {}", why.into()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn blob(file: &str) -> Blob {
        Blob { file: file.to_owned(), size: 3, sha256: Digest::of(b"abc") }
    }

    fn changes() -> Changes {
        let set = |field: &str, from: Option<Value>, to: Value| What::Set {
            field: field.to_owned(),
            from,
            to,
        };
        let all = [
            ("WATER", set("phases[0].opacity", Some(json!(60)), json!(50))),
            ("WATER", set("phases[+]", None, json!({"a": 1}))),
            ("WATER", set("phases[3]", Some(json!([1, 2])), Value::Null)),
            ("a/b@3", What::Rename { to: "c".to_owned() }),
            ("OLD", What::Remove { before: Digest::of(b"old") }),
            (
                "",
                What::Add {
                    name: "Дом".to_owned(),
                    type_id: TypeId::parse("MAT0").unwrap(),
                    attributes: [1, 2, u32::MAX],
                    blob: blob("payload/1"),
                },
            ),
            (
                "x",
                What::Delta {
                    blob: blob("delta/1"),
                    before: Digest::of(b"1"),
                    after: Digest::of(b"2"),
                    size: 7,
                },
            ),
            ("y", What::Put { blob: blob("payload/2"), before: Some(Digest::of(b"3")) }),
            ("", What::Put { blob: blob("payload/3"), before: None }),
        ];
        let changes = all.map(|(entry, what)| Change { entry: entry.to_owned(), what }).to_vec();
        let file = |path: &str, changes| FileChanges { path: path.to_owned(), changes };
        Changes { files: vec![file("Material.lib", changes), file("DATA/x y.txt", Vec::new())] }
    }

    #[test]
    fn goes_there_and_back_a_line_each() {
        let text = changes().to_text().unwrap();
        assert_eq!(Changes::parse(text.as_bytes()).unwrap(), changes());
        let line = "\n{\"entry\":\"WATER\",\"set\":\"phases[0].opacity\",\"from\":60,\"to\":50},\n";
        assert!(text.contains(line), "{text}");
        assert_eq!(text.lines().count(), 1 + 2 + 9 + 2 + 1);
    }

    #[test]
    fn hostile_lists_are_refused() {
        let hash = Digest::of(b"");
        let blob = |file: &str| format!(r#"{{"file":"{file}","size":1,"sha256":"{hash}"}}"#);
        let good = |path: &str, change: &str| {
            format!(r#"{{"schema":"{SCHEMA}","files":[{{"path":"{path}","changes":[{change}]}}]}}"#)
        };
        let read = |text: &str| Changes::parse(text.as_bytes());
        assert!(read(&good("a.lib", r#"{"set":"a","to":1}"#)).is_ok());
        for path in ["../a", "/a", "C:/a", "a/../../b", ".ngi/1.done", ".ngi/mods/x", "", "a\\\\b"]
        {
            let told = read(&good(path, "")).unwrap_err().to_string();
            assert!(told.contains("no path inside"), "{path}: {told}");
            let told = read(&good("a", &format!(r#"{{"rename":"{path}"}}"#))).unwrap_err();
            assert!(told.to_string().contains("no path inside"), "{path}: {told}");
        }
        for change in [
            "{}".to_owned(),
            r#"{"set":"a"}"#.to_owned(),
            r#"{"set":"a","to":1,"remove":true}"#.to_owned(),
            r#"{"set":"a","to":1,"run":"rm"}"#.to_owned(),
            r#"{"remove":true}"#.to_owned(),
            r#"{"entry":"../x","set":"a","to":1}"#.to_owned(),
            format!(r#"{{"bytes":{}}}"#, blob("../x")),
            format!(r#"{{"bytes":{}}}"#, blob("mod.toml")),
            format!(r#"{{"bytes":{}}}"#, blob("/etc/passwd")),
            format!(r#"{{"delta":{},"before":"{hash}"}}"#, blob("delta/1")),
            format!(
                r#"{{"delta":{},"before":"{hash}","after":"{hash}","size":99999999999}}"#,
                blob("delta/1")
            ),
            format!(
                r#"{{"add":"x","type":"long name","attributes":[0,0,0],"bytes":{}}}"#,
                blob("p/1")
            ),
        ] {
            assert!(read(&good("a.lib", &change)).is_err(), "{change}");
        }
        let twice = r#"{"schema":"ngi.changes/1","files":[{"path":"a","changes":[]},{"path":"A","changes":[]}]}"#;
        assert!(read(twice).unwrap_err().to_string().contains("twice"));
        assert!(read(r#"{"schema":"ngi.changes/9","files":[]}"#).is_err());
    }
}
