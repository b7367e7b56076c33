//! Any bytes, mounted as a file: everything below it can be walked, read, named and rewritten.

use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::rsli;
use ngi_vfs::{Error, MAX_DEPTH, MemoryRoot, Node, NodeKind, Vfs, rewritten};

use crate::Outcome;

/// The name the bytes are mounted under.
const NAME: &str = "x.lib";
/// How many nodes are looked up again by their path; every one is read.
const LOOKED_UP: usize = 64;
/// How many entries get another payload.
const REWRITTEN: usize = 4;

/// A walk ends, reads every entry, and gives paths that lead back; a rewritten entry holds what
/// was put there.
pub fn vfs_walk(input: &[u8]) -> Outcome {
    let vfs = mount(input.to_vec());
    // What the walk promises for a file of this size.
    let most = input.len() / 32 * 16 + 4096 + 2;
    let (mut nodes, mut entries) = (0, 0);
    for found in vfs.root().walk() {
        nodes += 1;
        assert!(nodes <= 2 * most, "the walk does not end");
        let Ok(node) = found else { continue };
        assert!(node.depth() <= MAX_DEPTH);
        let _ = node.bytes();
        if nodes <= LOOKED_UP {
            leads_back(&vfs, &node);
        }
        if node.kind() == NodeKind::Entry {
            entries += 1;
            if entries <= REWRITTEN {
                can_be_rewritten(&node);
            }
        }
    }
    if entries == 0 { Outcome::Rejected } else { Outcome::Accepted }
}

/// Inputs that [`vfs_walk`] accepts.
pub fn vfs_seeds() -> Vec<Vec<u8>> {
    let model = archive(&[(1, b"tree", b"nodes"), (3, b"tree", b"positions")]);
    let library = archive(&[
        (0x4853_454d, b"tree.msh", &model),
        (7, b"WATER", b"wet"),
        (7, b"water", b"blue"),
        (4, b"../x", b""),
        (5, b"#1", b"hash"),
        (5, b"", b"nameless"),
        (9, b"\xcf\xe0@3", b"cyrillic"),
    ]);
    let nested = (0..20).fold(b"core".to_vec(), |inner, _| archive(&[(1, b"in", &inner)]));
    let packed = rsli_library(&model);
    let both = archive(&[(1, b"font.rlb", &packed), (2, b"rest", b"")]);
    vec![model, library, nested, packed, both]
}

/// A library with one entry per method, the first of them an archive.
fn rsli_library(model: &[u8]) -> Vec<u8> {
    let mut editor = rsli::Editor::new();
    for (index, (method, _)) in rsli::Method::ALL.into_iter().enumerate() {
        let payload = if index == 0 { model } else { b"pixels pixels pixels" };
        let added = rsli::NewEntry::new(format!("E{index}.TEX"), method)
            .and_then(|entry| editor.add(entry, payload));
        assert!(added.is_ok(), "{added:?}");
    }
    editor.write().unwrap_or_default()
}

fn archive(entries: &[(u32, &[u8], &[u8])]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, payload) in entries {
        let added = NewEntry::new(*type_id, name).and_then(|entry| editor.add(entry, *payload));
        assert!(added.is_ok(), "{added:?}");
    }
    editor.write().unwrap_or_default()
}

fn mount(bytes: Vec<u8>) -> Vfs {
    let root = MemoryRoot::new();
    let inserted = root.insert(NAME, bytes);
    assert!(inserted.is_ok(), "{inserted:?}");
    Vfs::in_memory(root)
}

#[allow(clippy::panic)] // a body says so where something does not hold
fn leads_back(vfs: &Vfs, node: &Node) {
    match vfs.locate(&node.path()) {
        Ok(again) => assert_eq!((again.path(), again.entry()), (node.path(), node.entry())),
        Err(error) => panic!("{node:?} does not lead back: {error}"),
    }
}

/// Puts another payload into an entry and reads it back through its place in the directory.
#[allow(clippy::panic)] // as above
fn can_be_rewritten(node: &Node) {
    const PAYLOAD: &[u8] = b"another payload";
    let bytes = match rewritten(node, PAYLOAD) {
        Ok(bytes) => bytes,
        Err(Error::Format { .. } | Error::Limit { .. }) => return,
        Err(error) => panic!("{node:?} cannot be rewritten: {error}"),
    };
    let places: Vec<String> = std::iter::successors(Some(node.clone()), Node::parent)
        .map_while(|node| node.entry().map(|entry| format!("#{}", entry.index)))
        .collect();
    let path = places.iter().rev().fold(NAME.to_owned(), |path, place| path + "/" + place);
    let read = mount(bytes).read(&path);
    assert!(read.as_ref().is_ok_and(|read| read == PAYLOAD), "{node:?} reads back as {read:?}");
}
