//! Things that are written together, wherever each of them goes: a file of its own, or an entry of
//! an archive, however deep.
//!
//! A path that goes on behind an archive names an entry there (`bases.rlb/robot.msh`), an existing
//! one or a new one. [`Delivery::stage`] puts everything into one [`Transaction`]: each archive is
//! rebuilt once, whatever is put into it and into archives inside it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ngi_vfs::save::Save;
use ngi_vfs::transaction::Transaction;
use ngi_vfs::{Node, NodeKind, locate};

use crate::edit::{self, Change, NewFields};
use crate::{Error, Result};

/// Where something goes.
#[derive(Debug, Clone)]
pub enum Output {
    /// A file.
    File(PathBuf),
    /// An entry of an archive.
    Entry {
        /// The archive.
        archive: Node,
        /// The entry, as paths name it; it need not exist.
        entry: String,
    },
}

impl Output {
    /// Where a path leads: into an archive if what it is in is one.
    pub fn of(path: &Path) -> Result<Self> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Ok(Self::File(path.to_owned()));
        };
        if parent.as_os_str().is_empty() || parent.is_dir() {
            return Ok(Self::File(path.to_owned()));
        }
        match locate(parent) {
            // Spelt as on disk.
            Ok(folder) if folder.kind() == NodeKind::Folder => {
                let folder = folder.disk_path().unwrap_or_else(|| parent.to_owned());
                Ok(Self::File(folder.join(name)))
            }
            Ok(archive) => {
                if archive.open_container()?.is_none() {
                    return Err(ngi_vfs::Error::NotAContainer { path: archive.path() }.into());
                }
                let entry = name.to_str().ok_or_else(|| {
                    Error::Usage(format!(
                        "{}: not Unicode; name the entry #INDEX",
                        ngi_vfs::shown(path)
                    ))
                })?;
                Ok(Self::Entry { archive, entry: entry.to_owned() })
            }
            // The folder does not exist, which whoever writes there finds out.
            Err(ngi_vfs::Error::NotFound { .. }) => Ok(Self::File(path.to_owned())),
            Err(error) => Err(error.into()),
        }
    }

    /// What is there now; `None` where nothing is.
    pub fn existing(&self) -> Result<Option<Node>> {
        match self {
            Self::File(path) => Ok(locate(path).ok()),
            Self::Entry { archive, entry } => match archive.child(entry) {
                Ok(node) => Ok(Some(node)),
                Err(ngi_vfs::Error::NotFound { .. }) => Ok(None),
                Err(error) => Err(error.into()),
            },
        }
    }
}

/// Whether what is in the way may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replace {
    /// No.
    Never,
    /// Yes; of an archive a backup is kept all the same.
    Force,
    /// Yes, and a backup is kept.
    WithBackup,
}

/// Things to be written together.
#[derive(Debug, Default)]
pub struct Delivery {
    files: Vec<(PathBuf, Vec<u8>, Replace)>,
    archives: Vec<Archive>,
    /// Archives that paths led to, so that each is opened once.
    outputs: HashMap<PathBuf, Node>,
}

/// An archive and what changes in it.
#[derive(Debug)]
struct Archive {
    node: Node,
    place: Place,
    changes: Vec<Change>,
}

/// Which archive it is, however its path was spelt: the real file, and the entries on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    file: PathBuf,
    /// From the outside in.
    entries: Vec<usize>,
}

impl Place {
    pub fn of(archive: &Node) -> Self {
        let file = archive.file();
        let path = file.disk_path().unwrap_or_else(|| file.path().into());
        let mut entries = Vec::new();
        let mut node = archive.clone();
        while let (Some(info), Some(owner)) = (node.entry(), node.parent()) {
            entries.push(info.index);
            node = owner;
        }
        entries.reverse();
        Self { file: path.canonicalize().unwrap_or(path), entries }
    }

    /// Whether this is another place, or lies in it.
    pub fn is_within(&self, other: &Self) -> bool {
        self.file == other.file && self.entries.starts_with(&other.entries)
    }
}

/// Adds a change to those of its archive.
fn add(archives: &mut Vec<Archive>, node: &Node, change: Change) {
    let place = Place::of(node);
    match archives.iter_mut().find(|known| known.place == place) {
        Some(known) => known.changes.push(change),
        None => archives.push(Archive { node: node.clone(), place, changes: vec![change] }),
    }
}

impl Delivery {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds something that goes where `path` says. `fields` are those of its entry, where it
    /// becomes one; what they leave out follows from content and neighbours.
    pub fn put(
        &mut self,
        path: &Path,
        bytes: Vec<u8>,
        fields: NewFields,
        replace: Replace,
    ) -> Result<()> {
        match self.output(path)? {
            Output::File(path) => self.files.push((path, bytes, replace)),
            Output::Entry { archive, entry } => {
                let output = Output::Entry { archive: archive.clone(), entry: entry.clone() };
                if replace == Replace::Never && output.existing()?.is_some() {
                    return Err(ngi_vfs::Error::Exists { path: path.to_owned() }.into());
                }
                self.change(&archive, Change::Put { entry, payload: bytes, fields });
            }
        }
        Ok(())
    }

    /// Adds a change of an archive. Entries are named as they are before all changes.
    pub fn change(&mut self, archive: &Node, change: Change) {
        add(&mut self.archives, archive, change);
    }

    /// The files that are no archives, and how long they are.
    pub fn files(&self) -> Vec<(PathBuf, usize)> {
        self.files.iter().map(|(path, bytes, _)| (path.clone(), bytes.len())).collect()
    }

    /// Stages everything; says what becomes of the archives.
    pub fn stage(self, transaction: &mut Transaction, backup: bool) -> Result<Vec<String>> {
        for (path, bytes, replace) in &self.files {
            let save = Save::new(path)
                .overwrite(*replace != Replace::Never)
                .backup(*replace == Replace::WithBackup);
            transaction.stage(save, |out| out.write_all(bytes))?;
        }
        let mut lines = Vec::new();
        for archive in together(self.archives, &mut lines)? {
            lines.extend(edit::stage(transaction, &archive.node, &archive.changes, backup)?);
        }
        Ok(lines)
    }

    /// What [`Delivery::stage`] would do to archives; nothing is staged.
    pub fn tell(self) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        let options = edit::Options { backup: false, dry_run: true };
        for archive in together(self.archives, &mut lines)? {
            lines.extend(edit::edit_all(&archive.node, &archive.changes, options)?.lines);
        }
        Ok(lines)
    }

    /// Where a path leads, each archive opened once.
    fn output(&mut self, path: &Path) -> Result<Output> {
        let known = path.parent().and_then(|parent| self.outputs.get(parent));
        if let (Some(archive), Some(entry)) = (known, path.file_name().and_then(|n| n.to_str())) {
            return Ok(Output::Entry { archive: archive.clone(), entry: entry.to_owned() });
        }
        let output = Output::of(path)?;
        if let (Output::Entry { archive, .. }, Some(parent)) = (&output, path.parent()) {
            self.outputs.insert(parent.to_owned(), archive.clone());
        }
        Ok(output)
    }
}

/// Archives of which no two lie in the same file: where several do, the inner ones are rebuilt and
/// become changes of what they lie in.
fn together(mut archives: Vec<Archive>, lines: &mut Vec<String>) -> Result<Vec<Archive>> {
    while let Some(place) = innermost(&archives) {
        let inner = archives.remove(place);
        let (Some(owner), Some(info)) = (inner.node.parent(), inner.node.entry()) else {
            let path = inner.node.path();
            return Err(Error::Usage(format!("{path}: would be written twice")));
        };
        let (payload, told) = edit::rebuilt(&inner.node, &inner.changes)?;
        lines.extend(told);
        let (entry, fields) = (format!("#{}", info.index), NewFields::default());
        add(&mut archives, &owner, Change::Put { entry, payload, fields });
    }
    Ok(archives)
}

/// The archive that lies deepest, of those that share their file with another.
fn innermost(archives: &[Archive]) -> Option<usize> {
    let shares = |archive: &Archive| {
        archives.iter().filter(|other| other.place.file == archive.place.file).count() > 1
    };
    let shared = archives.iter().enumerate().filter(|(_, archive)| shares(archive));
    shared.max_by_key(|(_, archive)| archive.node.depth()).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use ngi_formats::nres::{Editor, NewEntry};

    use super::*;

    fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut editor = Editor::new();
        for (name, payload) in entries {
            editor.add(NewEntry::new(*b"TEXT", name).unwrap(), *payload).unwrap();
        }
        editor.write().unwrap()
    }

    fn read(path: &Path) -> Vec<u8> {
        locate(path).unwrap().bytes().unwrap().to_vec()
    }

    #[test]
    fn everything_lands_where_its_path_says_and_each_archive_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        let inner = archive(&[("deep", b"old deep"), ("deeper", b"old")]);
        fs::write(at("a.lib"), archive(&[("inner", &inner), ("flat", b"old flat")])).unwrap();
        let mut delivery = Delivery::new();
        let mut put = |path: &str, bytes: &[u8]| {
            let fields = NewFields::default();
            delivery.put(&at(path), bytes.to_vec(), fields, Replace::Force).unwrap();
        };
        put("A.lib/flat", b"new flat");
        put("a.lib/inner/deep", b"new deep");
        put("a.lib/inner/another", b"new");
        put("loose", b"loose");
        let mut transaction = Transaction::loose();
        delivery.stage(&mut transaction, true).unwrap();
        let saved = transaction.commit().unwrap();
        assert_eq!(saved.len(), 2, "{saved:?}");
        assert_eq!(read(&at("a.lib/flat")), b"new flat");
        assert_eq!(read(&at("a.lib/inner/deep")), b"new deep");
        assert_eq!(read(&at("a.lib/inner/deeper")), b"old");
        assert_eq!(read(&at("a.lib/inner/another")), b"new");
        assert_eq!(read(&at("loose")), b"loose");
        assert_eq!(read(&at("a.lib.bak/flat")), b"old flat");
    }

    #[test]
    fn what_is_in_the_way_stays() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::write(at("a.lib"), archive(&[("flat", b"old")])).unwrap();
        fs::write(at("text"), b"no archive").unwrap();
        let mut delivery = Delivery::new();
        let mut put =
            |path: &str| delivery.put(&at(path), Vec::new(), NewFields::default(), Replace::Never);
        assert!(matches!(put("a.lib/FLAT"), Err(Error::Vfs(ngi_vfs::Error::Exists { .. }))));
        assert!(matches!(put("text/x"), Err(Error::Vfs(ngi_vfs::Error::NotAContainer { .. }))));
        put("a.lib/new@TEXT").unwrap();
        put("a.lib/new@TEXT").unwrap();
        let twice = delivery.stage(&mut Transaction::loose(), true).unwrap_err();
        assert!(twice.to_string().contains("twice"), "{twice}");
    }
}
