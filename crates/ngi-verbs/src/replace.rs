//! Other bytes for many files and entries at once: each file that holds some is written once.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use ngi_formats::{nres, rsli};
use ngi_vfs::save::{Saved, write_error};
use ngi_vfs::transaction::Transaction;
use ngi_vfs::{ContainerKind, Node, NodeKind};

use crate::{Error, Result};

/// Other bytes for a file or an entry.
#[derive(Debug, Clone)]
pub struct Replacement {
    /// What gets them.
    pub node: Node,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Other attributes for its directory entry; as they are if `None`.
    pub attributes: Option<[u32; 3]>,
}

impl Replacement {
    /// Whether this would change anything.
    pub fn changes(&self) -> bool {
        let now = self.node.entry().and_then(|entry| entry.attributes());
        let attributes = self.attributes.is_some_and(|new| now.is_some_and(|now| now != new));
        attributes || self.node.bytes().map_or(true, |now| now != self.bytes)
    }
}

/// Writes all of it in one step that can be taken back: every file once, with every other byte
/// kept. `title` says what it is for.
pub fn replace_all(
    replacements: Vec<Replacement>,
    backup: bool,
    title: &str,
) -> Result<Vec<Saved>> {
    let files = by_file(replacements)?;
    let near = files.first().and_then(|change| change.file.disk_path());
    let mut transaction = match near {
        Some(near) => Transaction::begin(&near, title)?,
        None => Transaction::loose(),
    };
    for FileChange { file, inner } in &files {
        transaction.rewrite_with(file, backup, |out| inner.write(file, out))?;
    }
    Ok(transaction.commit()?)
}

/// What changes in one file.
struct FileChange {
    file: Node,
    inner: Inner,
}

enum Inner {
    /// All of it.
    Whole(Vec<u8>),
    /// Entries of the archive that it is.
    Entries(Vec<Replacement>),
}

impl Inner {
    fn write(&self, file: &Node, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Whole(bytes) => out.write_all(bytes),
            Self::Entries(entries) => write_archive(file, entries, out),
        }
    }
}

/// Puts what is inside each other together, from the inside out, and sorts it by file.
fn by_file(replacements: Vec<Replacement>) -> Result<Vec<FileChange>> {
    let mut named = BTreeSet::new();
    for each in &replacements {
        let path = each.node.path();
        if !named.insert(path.clone()) {
            return Err(Error::Usage(format!("{path}: would be replaced twice")));
        }
    }
    let mut waiting = replacements;
    // Archives inside archives: their own entries first, and then they are entries themselves.
    while let Some(deepest) = waiting.iter().map(|each| each.node.depth()).max().filter(|d| *d > 1)
    {
        let (deep, rest): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|each| each.node.depth() == deepest);
        waiting = rest;
        for (owner, entries) in by_owner(deep) {
            let path = owner.path();
            if waiting.iter().any(|each| each.node.path() == path) {
                return Err(inside_too(&path));
            }
            let mut bytes = Vec::new();
            write_archive(&owner, &entries, &mut bytes)
                .map_err(|error| write_error(path.as_ref(), error))?;
            waiting.push(Replacement { node: owner, bytes, attributes: None });
        }
    }
    let (entries, whole): (Vec<_>, Vec<_>) =
        waiting.into_iter().partition(|each| each.node.kind() == NodeKind::Entry);
    let mut files: BTreeMap<String, FileChange> = by_owner(entries)
        .into_iter()
        .map(|(file, entries)| (file.path(), FileChange { file, inner: Inner::Entries(entries) }))
        .collect();
    for Replacement { node: file, bytes, .. } in whole {
        let path = file.path();
        let change = FileChange { file, inner: Inner::Whole(bytes) };
        if files.insert(path.clone(), change).is_some() {
            return Err(inside_too(&path));
        }
    }
    Ok(files.into_values().collect())
}

fn inside_too(path: &str) -> Error {
    Error::Usage(format!("{path}: would be replaced, and so would what is inside"))
}

/// Entries by the archive they are in, in the order of the archives' paths.
fn by_owner(entries: Vec<Replacement>) -> Vec<(Node, Vec<Replacement>)> {
    let mut owners: BTreeMap<String, (Node, Vec<Replacement>)> = BTreeMap::new();
    for each in entries {
        let Some(owner) = each.node.parent() else { continue };
        owners.entry(owner.path()).or_insert_with(|| (owner, Vec::new())).1.push(each);
    }
    owners.into_values().collect()
}

/// Writes an archive with other bytes for some of its entries.
fn write_archive(owner: &Node, entries: &[Replacement], mut out: &mut dyn Write) -> io::Result<()> {
    let bytes = owner.bytes().map_err(io::Error::other)?;
    let container = owner.open_container().map_err(io::Error::other)?;
    let index = |each: &Replacement| each.node.entry().map_or(usize::MAX, |entry| entry.index);
    if container.is_some_and(|container| container.kind() == ContainerKind::RsLi) {
        let archive = rsli::Archive::read(&bytes).map_err(io::Error::other)?;
        let mut editor = rsli::Editor::open(&archive);
        for each in entries {
            editor.replace(index(each), each.bytes.as_slice()).map_err(io::Error::other)?;
        }
        return editor.write_to(&mut out);
    }
    let archive = nres::Archive::read(&bytes).map_err(io::Error::other)?;
    let mut editor = nres::Editor::open(&archive);
    for each in entries {
        let index = index(each);
        let set = |editor: &mut nres::Editor<'_>, [first, second, third]: [u32; 3]| {
            editor.set_attr1(index, first)?;
            editor.set_attr2(index, second)?;
            editor.set_attr3(index, third)
        };
        let replaced = editor.replace(index, each.bytes.as_slice());
        let set = replaced.and_then(|()| each.attributes.map_or(Ok(()), |to| set(&mut editor, to)));
        set.map_err(io::Error::other)?;
    }
    editor.write_to(&mut out)
}

#[cfg(test)]
mod tests {
    use ngi_formats::nres::{Editor, NewEntry};
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::*;

    fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut editor = Editor::new();
        for (name, bytes) in entries {
            editor.add(NewEntry::new(*b"TEXT", name).unwrap(), *bytes).unwrap();
        }
        editor.write().unwrap()
    }

    fn game() -> Vfs {
        let inner = archive(&[("a", b"one"), ("b", b"two")]);
        let outer = archive(&[("inner", &inner), ("c", b"three")]);
        let root = MemoryRoot::new();
        root.insert("outer.lib", outer).unwrap();
        root.insert("plain.txt", b"text".as_slice()).unwrap();
        Vfs::in_memory(root)
    }

    fn replacement(game: &Vfs, path: &str, bytes: &[u8]) -> Replacement {
        let node = game.locate(path).unwrap();
        Replacement { node, bytes: bytes.to_vec(), attributes: None }
    }

    #[test]
    fn everything_lands_where_it_should_and_each_file_is_written_once() {
        let game = game();
        let mut all = vec![
            replacement(&game, "outer.lib/inner/a", b"first"),
            replacement(&game, "plain.txt", b"other"),
            replacement(&game, "outer.lib/c", b"third"),
            replacement(&game, "outer.lib/inner/b", b"second"),
        ];
        all[2].attributes = Some([1, 2, 3]);
        assert!(all.iter().all(Replacement::changes));
        let saved = replace_all(all, false, "test").unwrap();
        assert_eq!(saved.len(), 2);
        let read = |path: &str| game.read(path).unwrap();
        assert_eq!(read("outer.lib/inner/a"), "first");
        assert_eq!(read("outer.lib/inner/b"), "second");
        assert_eq!(read("outer.lib/c"), "third");
        assert_eq!(read("plain.txt"), "other");
        let entry = game.locate("outer.lib/c").unwrap().entry().unwrap();
        assert_eq!(entry.attributes(), Some([1, 2, 3]));
    }

    #[test]
    fn what_is_asked_twice_is_refused() {
        let game = game();
        let twice = ["outer.lib/c", "outer.lib/C"];
        let within = ["outer.lib/inner", "outer.lib/inner/a"];
        let file = ["outer.lib", "outer.lib/c"];
        for paths in [twice, within, file] {
            let all = paths.map(|path| replacement(&game, path, b"x")).to_vec();
            let refused = replace_all(all, false, "test").unwrap_err().to_string();
            assert!(refused.contains("would be replaced"), "{refused}");
        }
        assert_eq!(game.read("outer.lib/c").unwrap(), "three");
    }

    #[test]
    fn what_is_there_already_changes_nothing() {
        let game = game();
        let mut same = replacement(&game, "outer.lib/c", b"three");
        assert!(!same.changes());
        same.attributes = Some([0, 0, 0]);
        assert!(!same.changes());
        same.attributes = Some([0, 1, 0]);
        assert!(same.changes());
    }
}
