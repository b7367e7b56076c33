//! What an exported tree was made of, so that the next run knows what is there already.
//!
//! `index.json` lies in the finished tree. While a tree is being made it is a folder of its own,
//! with a journal that gets a line for each thing as soon as its files are written; a run that was
//! stopped goes on from there.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use ngi_verbs::document::read;
use ngi_verbs::document::write::{Layout, write};
use ngi_verbs::placement::Placement;

use crate::exporter::{Axes, ExportOptions, FRAMES_PER_SECOND, Mip, Which};
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
    /// A number of its bytes, which tells whether somebody edited it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// A file or entry and what was made of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Thing {
    /// Its path below what was exported.
    pub source: String,
    /// Whether that path begins at the game folder: a picture that exported things share, and that
    /// does not lie below what was exported.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_game: bool,
    /// Its format; absent where nobody knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// A number of its own bytes and attributes.
    #[serde(default)]
    pub content: String,
    /// The same number of what the last import made of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<String>,
    /// A number of all that its files depend on.
    pub hash: String,
    /// The files; what the thing is, is in the first.
    pub files: Vec<Written>,
    /// What should have gone along and did not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
    /// What its files do not hold, whatever they are made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// What of it is broken and was left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// What else there is to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Where a thing comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    /// Its path below what was exported, or below the game folder.
    pub path: String,
    /// Whether it is below the game folder.
    pub of_game: bool,
}

/// The options that files depend on, in the words of the command line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Asked {
    /// The only kind of file that was asked for.
    pub to: Option<String>,
    /// Levels of detail: a number or `all`.
    pub lod: String,
    /// Damage stages: a number or `all`.
    pub stage: String,
    /// The moment whose pose was exported, in frames.
    pub frame: Option<f32>,
    /// Whether the animation came along although a moment was asked for.
    pub animations: bool,
    /// Frames per second.
    pub fps: f32,
    /// `z-up` or `y-up`; as usual for the kind of file if absent.
    pub axes: Option<String>,
    /// Levels of textures: `usual`, a number or `all`.
    pub mip: String,
}

impl Asked {
    pub fn of(suffix: Option<&str>, each: &ExportOptions) -> Self {
        let which = |which: Which| which.number().map_or_else(|| "all".into(), |n| n.to_string());
        let axes = each.axes.map(|axes| match axes {
            Axes::ZUp => "z-up".to_owned(),
            Axes::YUp => "y-up".to_owned(),
        });
        Self {
            to: suffix.map(Into::into),
            lod: which(each.lod),
            stage: which(each.stage),
            frame: each.frame,
            animations: each.animations,
            fps: each.fps.unwrap_or(FRAMES_PER_SECOND),
            axes,
            mip: match each.mip {
                Mip::Usual => "usual".into(),
                Mip::Level(level) => level.to_string(),
                Mip::All => "all".into(),
            },
        }
    }
}

/// A folder or archive that sources are counted from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Base {
    /// Its path below the game folder, or its name where no game is around it. Empty for the game
    /// folder itself.
    pub path: String,
    /// Whether it is an archive.
    pub is_archive: bool,
}

/// What was exported, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    schema: String,
    /// The program.
    generator: String,
    /// The folder or archive that was exported, or that holds the one thing that was.
    #[serde(default)]
    pub of: Base,
    /// The options that files depend on.
    options: Asked,
}

impl Head {
    pub fn new(of: Base, options: Asked) -> Self {
        let generator = concat!("ngi ", env!("CARGO_PKG_VERSION")).into();
        Self { schema: SCHEMA.into(), generator, of, options }
    }

    /// Whether files are made alike; what of is another question.
    fn makes_the_same(&self, other: &Self) -> bool {
        self.generator == other.generator && self.options == other.options
    }
}

/// The whole document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Index {
    #[serde(flatten)]
    pub head: Head,
    pub things: Vec<Thing>,
}

impl Index {
    /// Reads the index of an exported folder.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(INDEX);
        let text = ngi_vfs::read_input(&path).map_err(|error| match error {
            ngi_vfs::Error::Io { source, .. } if source.kind() == ErrorKind::NotFound => {
                let shown = ngi_vfs::shown(folder);
                Error::Usage(format!(
                    "{shown} has no {INDEX}; only folders that `ngi export` made can be imported"
                ))
            }
            error => error.into(),
        })?;
        let named = |why: String| Error::json(ngi_vfs::shown(&path), why);
        let schema = read::schema_of(&text).map_err(|error| named(error.to_string()))?;
        if schema != SCHEMA {
            return Err(named(format!("\"{schema}\" is not {SCHEMA}")));
        }
        serde_json::from_slice(&text).map_err(|error| named(error.to_string()))
    }
}

/// What an earlier run left.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// By source, and whether that begins at the game folder.
    things: HashMap<(bool, String), Thing>,
    /// Whether it was asked for in the same way.
    same: bool,
}

impl Earlier {
    /// What the index of a finished tree says; `None` where there is none.
    pub fn of_tree(folder: &Path, head: &Head) -> Option<Self> {
        let text = ngi_vfs::read_input(&folder.join(INDEX)).ok()?;
        let index: Index = serde_json::from_slice(&text).ok()?;
        if index.head.schema != SCHEMA {
            return None;
        }
        let mut earlier = Self::new(index.things, index.head.makes_the_same(head));
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
        let file = File::open(folder.join(JOURNAL)).ok()?.take(ngi_vfs::MOST_INPUT_BYTES);
        let mut lines = BufReader::new(file).lines();
        let first: Head = serde_json::from_str(&lines.next()?.ok()?).ok()?;
        let things = lines.map_while(|line| serde_json::from_str(&line.ok()?).ok());
        (first.schema == SCHEMA).then(|| Self::new(things.collect(), first.makes_the_same(head)))
    }

    fn new(things: Vec<Thing>, same: bool) -> Self {
        let things = things.into_iter().map(|thing| ((thing.of_game, thing.source.clone()), thing));
        Self { things: things.collect(), same }
    }

    /// What became of a thing that has not changed since, where all its files are still there.
    pub fn unchanged(&self, root: &Path, source: &Source, hash: &str) -> Option<&Thing> {
        let known = self.things.get(&(source.of_game, source.path.clone()));
        let thing = known.filter(|thing| self.same && thing.hash == hash)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn thing(source: &str, hash: &str, path: &str, size: u64) -> Thing {
        Thing {
            source: source.into(),
            format: Some("msh".into()),
            hash: hash.into(),
            files: vec![Written { path: path.into(), size, hash: None }],
            ..Thing::default()
        }
    }

    fn source(path: &str) -> Source {
        Source { path: path.into(), of_game: false }
    }

    fn head(lod: &str) -> Head {
        Head::new(Base::default(), Asked { lod: lod.into(), ..Asked::default() })
    }

    #[test]
    fn a_cut_journal_says_what_was_done_before() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("a.glb"), b"abc").unwrap();
        fs::write(at.join("b.glb"), b"abc").unwrap();
        let (head, others) = (head("0"), head("1"));
        let journal = Journal::open(at, &head, &Earlier::default()).unwrap();
        journal.add(&thing("a", "1", "a.glb", 3)).unwrap();
        journal.add(&thing("b", "1", "b.glb", 4)).unwrap();
        // Whoever was cut off has it open no longer.
        drop(journal);
        let path = at.join(JOURNAL);
        let mut text = fs::read(&path).unwrap();
        text.extend(b"{\"source\":\"c\",\"ha");
        fs::write(&path, text).unwrap();

        let earlier = Earlier::of_journal(at, &head).unwrap();
        assert!(earlier.unchanged(at, &source("a"), "1").is_some());
        assert!(earlier.unchanged(at, &source("a"), "2").is_none(), "the source changed");
        assert!(earlier.unchanged(at, &source("b"), "1").is_none(), "the file has another size");
        assert!(earlier.unchanged(at, &source("c"), "1").is_none(), "cut off");
        // A journal that goes on has no cut line in its middle.
        let journal = Journal::open(at, &head, &earlier).unwrap();
        journal.add(&thing("d", "1", "a.glb", 3)).unwrap();
        let earlier = Earlier::of_journal(at, &head).unwrap();
        assert!(earlier.unchanged(at, &source("a"), "1").is_some());
        assert!(earlier.unchanged(at, &source("d"), "1").is_some());
        let other = Earlier::of_journal(at, &others).unwrap();
        assert!(other.unchanged(at, &source("a"), "1").is_none(), "other options");
        assert!(Earlier::of_tree(at, &head).is_none());
        write_index(at, head.clone(), vec![thing("a", "1", "a.glb", 3)]).unwrap();
        assert!(Earlier::of_tree(at, &head).unwrap().unchanged(at, &source("a"), "1").is_some());
        assert!(
            Earlier::of_tree(at, &head).unwrap().unchanged(at, &source("d"), "1").is_some(),
            "the journal"
        );
        // Windows removes a file when nobody has it open any more.
        drop(journal);
        fs::remove_file(at.join(JOURNAL)).unwrap();
        assert!(Earlier::of_tree(at, &head).unwrap().unchanged(at, &source("d"), "1").is_none());
    }
}
