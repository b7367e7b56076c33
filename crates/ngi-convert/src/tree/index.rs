//! What an exported tree was made of, so that the next run knows what is there already.
//!
//! `index.json` lies in the finished tree. While a tree is being made it is a folder of its own,
//! with a journal that gets a line for each thing as soon as its files are written; a run that was
//! stopped goes on from there.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use ngi_verbs::document::write::{Layout, write};
use ngi_verbs::placement::Placement;

use crate::{Error, Result};

/// The document in a finished tree.
pub(super) const INDEX: &str = "index.json";
/// The document in a tree that is being made.
pub(super) const JOURNAL: &str = "index.jsonl";
/// Its schema.
const SCHEMA: &str = "ngi.index/2";

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Written {
    /// Path below the root, with slashes.
    pub path: String,
    /// Its bytes.
    pub size: u64,
}

/// A file or entry and what was made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Thing {
    /// Its path below what was exported.
    pub source: String,
    /// Its format; absent where nobody knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// A number of what its files depend on.
    pub hash: String,
    /// The files.
    pub files: Vec<Written>,
    /// What did not go along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
    /// What else there is to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// How a tree was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    schema: String,
    /// The program.
    generator: String,
    /// The options that files depend on.
    options: String,
}

impl Head {
    pub fn new(options: String) -> Self {
        let generator = concat!("ngi ", env!("CARGO_PKG_VERSION")).into();
        Self { schema: SCHEMA.into(), generator, options }
    }
}

/// The whole document.
#[derive(Debug, Serialize, Deserialize)]
struct Index {
    #[serde(flatten)]
    head: Head,
    things: Vec<Thing>,
}

/// What an earlier run left.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    things: HashMap<String, Thing>,
    /// Whether it was asked for in the same way.
    same: bool,
}

impl Earlier {
    /// What the index of a finished tree says; `None` where there is none.
    pub fn of_tree(folder: &Path, head: &Head) -> Option<Self> {
        let text = fs::read(folder.join(INDEX)).ok()?;
        let index: Index = serde_json::from_slice(&text).ok()?;
        if index.head.schema != SCHEMA {
            return None;
        }
        let mut earlier = Self::new(index.things, index.head == *head);
        // A run that completed the tree and was stopped left a journal besides.
        if let Some(later) = Self::of_journal(folder, head).filter(|later| later.same) {
            earlier.things.retain(|_, _| earlier.same);
            earlier.things.extend(later.things);
            earlier.same = true;
        }
        Some(earlier)
    }

    /// What the journal of an unfinished tree says; `None` where there is none. A line that is cut
    /// off ends it.
    pub fn of_journal(folder: &Path, head: &Head) -> Option<Self> {
        let mut lines = BufReader::new(File::open(folder.join(JOURNAL)).ok()?).lines();
        let first: Head = serde_json::from_str(&lines.next()?.ok()?).ok()?;
        let things = lines.map_while(|line| serde_json::from_str(&line.ok()?).ok());
        (first.schema == SCHEMA).then(|| Self::new(things.collect(), first == *head))
    }

    fn new(things: Vec<Thing>, same: bool) -> Self {
        let things = things.into_iter().map(|thing| (thing.source.clone(), thing));
        Self { things: things.collect(), same }
    }

    /// What became of a thing that has not changed since, where all its files are still there.
    pub fn unchanged(&self, root: &Path, source: &str, hash: &str) -> Option<&Thing> {
        let thing = self.things.get(source).filter(|thing| self.same && thing.hash == hash)?;
        let there = |file: &Written| {
            let found = fs::symlink_metadata(root.join(&file.path));
            found.is_ok_and(|found| found.is_file() && found.len() == file.size)
        };
        thing.files.iter().all(there).then_some(thing)
    }
}

/// The list of what is done, kept on disk while the tree is being made.
pub(super) struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Begins a journal with what an earlier run has done already.
    pub fn open(folder: &Path, head: &Head, earlier: &Earlier) -> Result<Self> {
        let path = folder.join(JOURNAL);
        // In one step: a journal without a beginning is none, and what was done would be lost.
        Placement::InUse { replace: true }.write_with(&path, |out| {
            write_line(out, head).map_err(Error::io("write", &path))?;
            let mut done = earlier.things.values().filter(|_| earlier.same);
            let written = done.try_for_each(|thing| write_line(out, thing));
            written.map_err(Error::io("write", &path))
        })?;
        let file = File::options().append(true).open(&path).map_err(Error::io("write", &path))?;
        Ok(Self { path, file: Mutex::new(file) })
    }

    /// Notes that a thing is done.
    pub fn add(&self, thing: &Thing) -> Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        write_line(&mut *file, thing).map_err(Error::io("write", &self.path))
    }

    /// Takes the journal away: the index says the same now.
    pub fn remove(self) -> Result<()> {
        drop(self.file);
        fs::remove_file(&self.path).map_err(Error::io("remove", &self.path))
    }
}

fn write_line(out: &mut dyn Write, value: &impl Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.write_all(&line)
}

/// Writes the index of a finished tree in one step.
pub(super) fn write_index(folder: &Path, head: Head, things: Vec<Thing>) -> Result<()> {
    let mut text = Vec::new();
    write(&Index { head, things }, Layout::Values, &mut text)?;
    let path = folder.join(INDEX);
    ngi_vfs::save::write_new(&path, true, |out| out.write_all(&text))?;
    Ok(())
}

/// A number of some bytes, the same on every machine. FNV-1a by words of eight bytes: a whole game
/// goes through it, and byte by byte that takes as long as writing its documents. The high half is
/// folded back each time, for a product carries only upwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hash(u64);

impl Hash {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds some bytes; where they end counts too.
    pub fn add(self, bytes: &[u8]) -> Self {
        let (words, rest) = bytes.as_chunks();
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
        let length = self.word((bytes.len() as u64).to_le_bytes());
        words.iter().fold(length, |hash, word| hash.word(*word)).word(last)
    }

    fn word(self, word: [u8; 8]) -> Self {
        let product = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(product ^ product >> 32)
    }

    pub fn number(self) -> u64 {
        self.0
    }

    pub fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thing(source: &str, hash: &str, path: &str, size: u64) -> Thing {
        Thing {
            source: source.into(),
            format: Some("msh".into()),
            hash: hash.into(),
            files: vec![Written { path: path.into(), size }],
            lost: Vec::new(),
            note: None,
        }
    }

    #[test]
    fn a_cut_journal_says_what_was_done_before() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("a.glb"), b"abc").unwrap();
        fs::write(at.join("b.glb"), b"abc").unwrap();
        let head = Head::new("lod=0".into());
        let journal = Journal::open(at, &head, &Earlier::default()).unwrap();
        journal.add(&thing("a", "1", "a.glb", 3)).unwrap();
        journal.add(&thing("b", "1", "b.glb", 4)).unwrap();
        let path = at.join(JOURNAL);
        let mut text = fs::read(&path).unwrap();
        text.extend(b"{\"source\":\"c\",\"ha");
        fs::write(&path, text).unwrap();

        let earlier = Earlier::of_journal(at, &head).unwrap();
        assert!(earlier.unchanged(at, "a", "1").is_some());
        assert!(earlier.unchanged(at, "a", "2").is_none(), "the source changed");
        assert!(earlier.unchanged(at, "b", "1").is_none(), "the file has another size");
        assert!(earlier.unchanged(at, "c", "1").is_none(), "cut off");
        // A journal that goes on has no cut line in its middle.
        let journal = Journal::open(at, &head, &earlier).unwrap();
        journal.add(&thing("d", "1", "a.glb", 3)).unwrap();
        let earlier = Earlier::of_journal(at, &head).unwrap();
        assert!(earlier.unchanged(at, "a", "1").is_some());
        assert!(earlier.unchanged(at, "d", "1").is_some());
        let other = Earlier::of_journal(at, &Head::new("lod=1".into())).unwrap();
        assert!(other.unchanged(at, "a", "1").is_none(), "other options");
        assert!(Earlier::of_tree(at, &head).is_none());
        write_index(at, head.clone(), vec![thing("a", "1", "a.glb", 3)]).unwrap();
        assert!(Earlier::of_tree(at, &head).unwrap().unchanged(at, "a", "1").is_some());
        assert!(
            Earlier::of_tree(at, &head).unwrap().unchanged(at, "d", "1").is_some(),
            "the journal"
        );
        fs::remove_file(at.join(JOURNAL)).unwrap();
        assert!(Earlier::of_tree(at, &head).unwrap().unchanged(at, "d", "1").is_none());
    }

    #[test]
    fn where_bytes_end_counts() {
        let two = |a: &[u8], b: &[u8]| Hash::new().add(a).add(b);
        assert_ne!(two(b"ab", b"c"), two(b"a", b"bc"));
        assert_eq!(two(b"ab", b"c"), two(b"ab", b"c"));
        assert_ne!(two(b"ab\0", b""), two(b"ab", b""));
    }

    #[test]
    fn every_bit_counts() {
        let bytes: Vec<u8> = (0..45).collect();
        let mut seen = std::collections::HashSet::from([Hash::new().add(&bytes).number()]);
        for bit in 0..bytes.len() * 8 {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(Hash::new().add(&other).number()), "{bit}");
        }
        assert_eq!(Hash::new().add(b"the same on every machine").text(), "7e98b257630626c4");
    }
}
