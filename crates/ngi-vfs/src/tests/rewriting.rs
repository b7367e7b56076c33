//! Another payload for something deep inside: every other byte stays.

use std::fs;

use super::{archive, library};
use crate::{Error, MemoryRoot, Vfs, locate, rewrite, rewrite_with, rewritten};

/// `library()` with junk that only a lossless editor keeps: a byte after a name's NUL.
fn untidy() -> Vec<u8> {
    let mut bytes = library();
    let last_name_end = bytes.len() - 64 + 20 + 35;
    bytes[last_name_end] = 0x5a;
    bytes
}

#[test]
fn a_payload_of_the_same_size_changes_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Static.rlb");
    fs::write(&path, untidy()).unwrap();
    let node = locate(&path.join("s_tree_0_04.msh/3")).unwrap();
    let before = fs::read(&path).unwrap();
    assert_eq!(node.bytes().unwrap(), b"positions".as_slice());
    let saved = rewrite(&node, b"POSITIONS", true).unwrap();
    assert_eq!(saved.path, path);
    assert_eq!(fs::read(saved.backup.unwrap()).unwrap(), before);
    let after = fs::read(&path).unwrap();
    let at = before.windows(9).position(|window| window == b"positions").unwrap();
    let mut expected = before.clone();
    expected[at..at + 9].copy_from_slice(b"POSITIONS");
    assert_eq!(after, expected);
}

#[test]
fn a_payload_of_another_size_keeps_all_entries() {
    let vfs = Vfs::in_memory(MemoryRoot::new().with("s.rlb", untidy()).unwrap());
    let long = vec![b'x'; 1000];
    let node = vfs.locate("s.rlb/s_tree_0_04.msh/tree@1").unwrap();
    let preview = rewritten(&node, &long).unwrap();
    let saved = rewrite(&node, &long, true).unwrap();
    assert_eq!(saved.backup.unwrap().to_str(), Some("s.rlb.bak"));
    assert_eq!(vfs.read("s.rlb.bak").unwrap(), untidy());
    assert_eq!(vfs.read("s.rlb").unwrap(), preview);
    let old = Vfs::in_memory(MemoryRoot::new().with("s.rlb", untidy()).unwrap());
    let walk = |vfs: &Vfs| {
        let nodes = vfs.locate("s.rlb").unwrap().walk();
        nodes.map(Result::unwrap).collect::<Vec<_>>()
    };
    for (old, new) in walk(&old).iter().zip(walk(&vfs)) {
        assert_eq!(old.path(), new.path());
        match old.path().as_str() {
            "s.rlb/s_tree_0_04.msh" => {}
            "s.rlb/s_tree_0_04.msh/tree@1" => assert_eq!(new.bytes().unwrap(), long),
            _ => assert_eq!(old.bytes().unwrap(), new.bytes().unwrap(), "{}", old.path()),
        }
    }
    assert_eq!(preview[preview.len() - 9], 0x5a, "junk after the name is kept");
}

#[test]
fn the_old_payload_gives_the_old_file() {
    let vfs = Vfs::in_memory(MemoryRoot::new().with("s.rlb", untidy()).unwrap());
    for node in vfs.locate("s.rlb").unwrap().walk() {
        let node = node.unwrap();
        assert_eq!(rewritten(&node, &node.bytes().unwrap()).unwrap(), untidy(), "{node:?}");
    }
}

#[test]
fn a_whole_file_is_rewritten_through_its_own_node() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.lib");
    fs::write(&path, archive(&[(1, b"x", b"1")])).unwrap();
    let other = archive(&[(1, b"y", b"2")]);
    rewrite_with(&locate(&path).unwrap(), false, |out| out.write_all(&other)).unwrap();
    assert_eq!(fs::read(&path).unwrap(), other);
    let inner = locate(&path.join("y")).unwrap();
    rewrite_with(&inner, false, |out| out.write_all(b"three")).unwrap();
    assert_eq!(locate(&path.join("y")).unwrap().bytes().unwrap(), b"three".as_slice());
    assert!(matches!(
        rewrite(&locate(folder.path()).unwrap(), b"", false),
        Err(Error::IsAFolder { .. })
    ));
}

#[test]
fn what_somebody_else_changed_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.lib");
    fs::write(&path, archive(&[(1, b"x", b"1")])).unwrap();
    let node = locate(&path.join("x")).unwrap();
    node.bytes().unwrap();
    let theirs = archive(&[(1, b"x", b"theirs")]);
    fs::write(&path, &theirs).unwrap();
    assert!(matches!(rewrite(&node, b"2", true), Err(Error::Changed { .. })));
    assert_eq!(fs::read(&path).unwrap(), theirs);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no backup, no leftover");
}

#[test]
fn a_mapped_file_can_be_rewritten_while_it_is_mapped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big.lib");
    let big = vec![1u8; 300_000];
    fs::write(&path, archive(&[(1, b"big", &big), (2, b"small", b"s")])).unwrap();
    let file = locate(&path).unwrap();
    let mapped = file.child("big").unwrap().bytes().unwrap();
    rewrite(&file.child("small").unwrap(), b"changed", false).unwrap();
    assert_eq!(mapped, big, "the mapping shows the old file");
    let vfs = Vfs::open(folder.path()).unwrap();
    assert_eq!(vfs.read("BIG.LIB/small").unwrap(), b"changed".as_slice());
    assert_eq!(vfs.read("BIG.LIB/big").unwrap(), big);
    rewrite(&vfs.locate("big.lib/big").unwrap(), b"short", false).unwrap();
    assert_eq!(vfs.read("BIG.LIB/big").unwrap(), b"short".as_slice());
}
