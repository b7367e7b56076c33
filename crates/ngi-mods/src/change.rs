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

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use ngi_formats::nres::TypeId;
use ngi_verbs::{Error, Result};
use ngi_vfs::MAX_DEPTH;
use ngi_vfs::transaction::is_inside;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::hash::Digest;

/// The schema of a list of changes.
const SCHEMA: &str = "ngi.changes/1";
/// The most bytes a list may have. In memory it takes some ten times as much.
pub(crate) const MOST_BYTES: u64 = 16 << 20;
/// The most files that one mod may change: more than the game has.
const MOST_FILES: usize = 10_000;
/// The most fields of one thing that one mod may set: each is held against those of other mods.
const MOST_SETS: usize = 2_000;
/// The most bytes that one payload may have: the formats count in 32 bits.
pub(crate) const LARGEST: u64 = u32::MAX as u64;

/// Everything that a mod changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Changes {
    /// File by file, in the order of their paths.
    pub files: Vec<FileChanges>,
}

/// What changes in one file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileChanges {
    /// Its path in the game, parts separated by `/`.
    pub path: String,
    /// What changes.
    pub changes: Vec<Change>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Line")]
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: String,
    files: Vec<FileChanges>,
}

impl Changes {
    /// Reads a list.
    pub fn parse(text: &[u8]) -> Result<Self> {
        let parsed: Result<Document, _> = serde_json::from_slice(text);
        let Document { schema, files } = parsed.map_err(|error| wrong(error.to_string()))?;
        if schema != SCHEMA {
            return Err(wrong(format!("schema is \"{schema}\", and {SCHEMA} is known")));
        }
        if files.len() > MOST_FILES {
            return Err(wrong(format!("changes more than {MOST_FILES} files")));
        }
        files.iter().try_for_each(FileChanges::judged)?;
        let mut seen = HashSet::new();
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
        if text.len() as u64 > MOST_BYTES {
            return Err(wrong(format!("would be larger than {MOST_BYTES} bytes")));
        }
        Ok(text)
    }

    /// Every blob that a change names.
    pub fn blobs(&self) -> impl Iterator<Item = &Blob> {
        self.files.iter().flat_map(|file| &file.changes).filter_map(|change| change.what.blob())
    }
}

impl FileChanges {
    /// Whether its path and the number of its changes are such that can be.
    fn judged(&self) -> Result<()> {
        if !is_path_of_a_game(&self.path) {
            return Err(wrong(format!("{:?} is no path inside of a game", self.path)));
        }
        let mut sets: HashMap<&str, usize> = HashMap::new();
        for change in self.changes.iter().filter(|each| matches!(each.what, What::Set { .. })) {
            let count = sets.entry(&change.entry).or_default();
            *count += 1;
            if *count > MOST_SETS {
                let place = format!("{}/{}", self.path, change.entry);
                return Err(wrong(format!("{place}: sets more than {MOST_SETS} fields")));
            }
        }
        Ok(())
    }
}

/// Whether a path can be one of a game's files on every system: it stays inside, and Windows takes
/// no part of it for a device (`NUL`) or for the short name of something else (`NGI~1`).
fn is_path_of_a_game(path: &str) -> bool {
    let is_plain = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default().trim_end();
        let digits = stem.rsplit_once('~').map(|(_, digits)| digits);
        let is_short =
            digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit()));
        !is_short && !is_device(stem)
    };
    is_inside(path) && path.split('/').all(is_plain)
}

fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_lowercase();
    let numbered = ["com", "lpt"].iter().find_map(|device| stem.strip_prefix(device));
    let is_number =
        |it: &str| matches!(it.as_bytes(), [b'0'..=b'9']) || matches!(it, "¹" | "²" | "³");
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
        || numbered.is_some_and(is_number)
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
    fn change(self) -> Result<Change, String> {
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

impl TryFrom<Line> for Change {
    type Error = String;

    /// One by one, so that no long list of lines is read before the first of them is looked at.
    fn try_from(line: Line) -> Result<Self, String> {
        let entry = line.entry.clone();
        line.change().map_err(|why| format!("{entry:?}: {why}"))
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
            What::Rename { to } if self.entry.is_empty() && !is_path_of_a_game(to) => {
                Err(format!("{to:?} is no path inside of a game"))
            }
            _ if self.entry.split('/').count() > MAX_DEPTH => {
                Err(format!("more than {MAX_DEPTH} archives inside each other"))
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
        let aliases =
            ["NGI~1/mods/x", "DATA/MATERI~12.LIB", "nul", "DATA/Aux.txt", "COM1", "a/lpt9 .x"];
        let outside =
            ["../a", "/a", "C:/a", "a/../../b", ".ngi/1.done", ".ngi/mods/x", "", "a\\\\b"];
        for path in outside.into_iter().chain(aliases) {
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
        for path in ["a~/b", "~a", "con.d/x", "lpt10", "common.lib"] {
            assert_eq!(read(&good(path, "")).is_ok(), path != "con.d/x", "{path}");
        }
        let deep = format!(r#"{{"entry":"{}","set":"a","to":1}}"#, ["a"; 17].join("/"));
        let told = read(&good("a.lib", &deep)).unwrap_err().to_string();
        assert!(told.contains("more than 16 archives"), "{told}");
        let line = r#"{"set":"a","to":1}"#;
        let many = vec![line; MOST_SETS + 1].join(",");
        let told = read(&good("a.lib", &many)).unwrap_err().to_string();
        assert!(told.contains("more than 2000 fields"), "{told}");
        let twice = r#"{"schema":"ngi.changes/1","files":[{"path":"a","changes":[]},{"path":"A","changes":[]}]}"#;
        assert!(read(twice).unwrap_err().to_string().contains("twice"));
        assert!(read(r#"{"schema":"ngi.changes/9","files":[]}"#).is_err());
    }
}
