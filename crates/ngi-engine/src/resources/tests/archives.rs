//! The engine's calls: cache, references, the ten seconds, changes, saving.

use std::time::Duration;

use ngi_formats::nres::TypeId;
use ngi_vfs::{Error, Fault, MemoryRoot, Vfs};

use super::{archive, library};
use crate::resources::{OpenFlags, ResourceManager};

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn start() -> (Vfs, ResourceManager) {
    let root = MemoryRoot::new()
        .with("DATA/Static.rlb", library())
        .and_then(|root| root.with("other.lib", archive(&[(1, b"x", b"1"), (2, b"y", b"2")])))
        .and_then(|root| root.with("readme.txt", "this is not an archive"))
        .unwrap();
    let vfs = Vfs::in_memory(root);
    (vfs.clone(), ResourceManager::new(vfs))
}

const NOW: Duration = Duration::ZERO;

#[test]
fn finds_by_name_and_by_type() {
    let (_, mut manager) = start();
    let model = manager.open("data/static.rlb/s_tree_0_04.msh", OpenFlags::NONE, NOW).unwrap();
    let by_type = |id: u32, nth, start| manager.find_by_type(model, TypeId(id), nth, start);
    assert_eq!(by_type(21, 0, 0).unwrap(), Some(2));
    assert_eq!(by_type(21, 1, 0).unwrap(), None);
    assert_eq!(by_type(1, 0, 1).unwrap(), None);
    assert_eq!(by_type(1, 0, usize::MAX).unwrap(), None);
    assert_eq!(manager.find_by_name(model, b"TREE").unwrap(), Some(0));
    assert_eq!(manager.find_by_name(model, b"bush").unwrap(), None);
    assert_eq!(manager.data(model, 1).unwrap(), b"positions".as_slice());
    let attributes = manager.attributes(model, 1).unwrap();
    assert_eq!((attributes.type_id, attributes.size), (TypeId(3), 9));
    assert_eq!(attributes.name.name(), b"tree");
    assert!(matches!(manager.data(model, 3), Err(Error::NotFound { .. })));
    assert!(matches!(manager.attributes(model, 3), Err(Error::NotFound { .. })));
}

#[test]
fn an_archive_is_cached_by_path_until_it_was_idle_for_ten_seconds() {
    let (_, mut manager) = start();
    let first = manager.open(r"DATA\STATIC.RLB", OpenFlags::NONE, NOW).unwrap();
    let second = manager.open("data/static.rlb", OpenFlags::NONE, NOW).unwrap();
    assert_ne!(first, second);
    assert_eq!((manager.cached(), manager.references(first).unwrap()), (1, 2));
    manager.close(first, seconds(1)).unwrap();
    assert_eq!(manager.references(second).unwrap(), 1);
    assert_eq!(manager.tick(seconds(100)), 0, "it is still referred to");
    manager.close(second, seconds(100)).unwrap();
    assert_eq!(manager.tick(seconds(109)), 0);
    // Opened again in time, the ten seconds start anew.
    let third = manager.open("data/static.rlb", OpenFlags::NONE, seconds(109)).unwrap();
    manager.close(third, seconds(109)).unwrap();
    assert_eq!(manager.tick(seconds(5)), 0, "a clock that goes back drops nothing");
    assert_eq!(manager.tick(seconds(118)), 0);
    assert_eq!(manager.tick(seconds(119)), 1);
    assert_eq!(manager.cached(), 0);
    let fourth = manager.open("data/static.rlb", OpenFlags::NONE, seconds(119)).unwrap();
    assert!(manager.data(fourth, 0).is_ok());
}

#[test]
fn a_cacheable_archive_stays() {
    let (_, mut manager) = start();
    let plain = manager.open("other.lib", OpenFlags::NONE, NOW).unwrap();
    let kept = manager.open("OTHER.lib", OpenFlags::CACHEABLE, NOW).unwrap();
    manager.close(plain, NOW).unwrap();
    manager.close(kept, NOW).unwrap();
    assert_eq!(manager.tick(seconds(1_000_000)), 0);
    assert_eq!(manager.cached(), 1);
}

#[test]
fn a_closed_handle_is_an_error_everywhere() {
    let (vfs, mut manager) = start();
    let gone = manager.open("other.lib", OpenFlags::READ_WRITE, NOW).unwrap();
    manager.close(gone, NOW).unwrap();
    // The slot is used again; the old handle must not reach the new archive.
    let other = manager.open("data/static.rlb", OpenFlags::READ_WRITE, NOW).unwrap();
    let errors = [
        manager.data(gone, 0).err(),
        manager.attributes(gone, 0).err(),
        manager.len(gone).err(),
        manager.bytes(gone).err(),
        manager.references(gone).err(),
        manager.find_by_name(gone, b"x").err(),
        manager.find_by_type(gone, TypeId(1), 0, 0).err(),
        manager.set_data(gone, 0, "z").err(),
        manager.set_attributes(gone, 0, TypeId(1), [0; 3]).err(),
        manager.add(gone, TypeId(1), b"z", [0; 3], "z").err(),
        manager.flush(gone).err(),
        manager.close(gone, NOW).err(),
        manager.close_without_saving(gone, NOW).err(),
        ResourceManager::new(vfs).len(other).err(),
    ];
    for (place, error) in errors.into_iter().enumerate() {
        let error = error.unwrap_or_else(|| panic!("call {place} took a stale handle"));
        assert!(matches!(error, Error::StaleHandle { .. }), "{place}: {error}");
    }
    assert_eq!(manager.len(other).unwrap(), 14);
}

#[test]
fn changes_are_saved_by_the_last_close() {
    let (vfs, mut manager) = start();
    let before = vfs.read("other.lib").unwrap();
    let write = manager.open("other.lib", OpenFlags::READ_WRITE, NOW).unwrap();
    let read = manager.open("other.lib", OpenFlags::NONE, NOW).unwrap();
    assert!(matches!(manager.set_data(read, 0, "no"), Err(Error::ReadOnly { .. })));
    manager.set_data(write, 0, "changed").unwrap();
    manager.set_attributes(write, 1, TypeId(7), [1, 2, 3]).unwrap();
    let added = manager.add(write, TypeId(9), b"new", [4, 5, 6], "fresh").unwrap();
    manager.set_data(write, added, "fresher").unwrap();
    // Whoever has the archive open sees the changes at once.
    assert_eq!(manager.data(read, 0).unwrap(), "changed");
    assert_eq!(manager.attributes(read, 0).unwrap().size, 7);
    assert_eq!(manager.find_by_type(read, TypeId(7), 0, 0).unwrap(), Some(1));
    assert_eq!(manager.find_by_type(read, TypeId(2), 0, 0).unwrap(), None);
    assert_eq!(manager.find_by_type(read, TypeId(9), 0, 0).unwrap(), Some(2));
    assert_eq!(manager.find_by_name(read, b"NEW").unwrap(), Some(added));
    assert_eq!(manager.attributes(read, added).unwrap().size, 7);
    manager.close(write, NOW).unwrap();
    assert_eq!(vfs.read("other.lib").unwrap(), before, "a handle is still open");
    let expected = manager.bytes(read).unwrap();
    manager.close(read, NOW).unwrap();
    assert_eq!(vfs.read("other.lib").unwrap(), expected);
    assert_eq!(vfs.read("other.lib/x").unwrap(), "changed");
    assert_eq!(vfs.read("other.lib/new@9").unwrap(), "fresher");
    let entry = vfs.locate("other.lib/y").unwrap().entry().unwrap();
    assert_eq!((entry.type_id(), entry.attributes()), (Some(TypeId(7)), Some([1, 2, 3])));
    // The cached archive is the saved one.
    let again = manager.open("other.lib", OpenFlags::NONE, NOW).unwrap();
    assert_eq!((manager.len(again).unwrap(), manager.cached()), (3, 1));
    assert_eq!(manager.find_by_name(again, b"new").unwrap(), Some(2));
}

#[test]
fn an_archive_nobody_changed_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.lib");
    std::fs::write(&path, archive(&[(1, b"x", b"1")])).unwrap();
    let before = std::fs::metadata(&path).unwrap().modified().unwrap();
    let mut manager = ResourceManager::new(Vfs::open(folder.path()).unwrap());
    let handle = manager.open("a.lib", OpenFlags::READ_WRITE, NOW).unwrap();
    manager.flush(handle).unwrap();
    manager.close(handle, NOW).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), before);
}

#[test]
fn a_save_that_fails_keeps_the_handle_and_the_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.lib");
    std::fs::write(&path, archive(&[(1, b"x", b"1")])).unwrap();
    let mut manager = ResourceManager::new(Vfs::open(folder.path()).unwrap());
    let handle = manager.open("a.lib", OpenFlags::READ_WRITE, NOW).unwrap();
    manager.set_data(handle, 0, "mine").unwrap();
    let theirs = archive(&[(1, b"x", b"theirs")]);
    std::fs::write(&path, &theirs).unwrap();
    assert!(matches!(manager.close(handle, NOW), Err(Error::Changed { .. })));
    assert_eq!(manager.data(handle, 0).unwrap(), "mine");
    assert_eq!(std::fs::read(&path).unwrap(), theirs);
    manager.close_without_saving(handle, NOW).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), theirs);
}

#[test]
fn a_nested_archive_is_saved_through_the_one_around_it() {
    let (vfs, mut manager) = start();
    let path = "data/static.rlb/s_tree_0_04.msh";
    let handle = manager.open(path, OpenFlags::READ_WRITE, NOW).unwrap();
    manager.set_data(handle, 0, "other nodes").unwrap();
    manager.close(handle, NOW).unwrap();
    assert_eq!(vfs.read("data/static.rlb/s_tree_0_04.msh/1").unwrap(), "other nodes");
    assert_eq!(vfs.read("data/static.rlb/a@3").unwrap(), "at");
}

#[test]
fn raw_makes_the_whole_file_one_entry() {
    let (vfs, mut manager) = start();
    let refused = manager.open("readme.txt", OpenFlags::NONE, NOW).unwrap_err();
    assert_eq!(refused.fault(), Fault::File);
    assert!(
        refused.to_string().starts_with("readme.txt: magic at 0x0: \"this\" is not"),
        "{refused}"
    );
    let flags = OpenFlags::RAW | OpenFlags::READ_WRITE;
    let raw = manager.open("readme.txt", flags, NOW).unwrap();
    assert_eq!(manager.len(raw).unwrap(), 1);
    assert_eq!(manager.data(raw, 0).unwrap(), "this is not an archive");
    assert_eq!(manager.attributes(raw, 0).unwrap().size, 22);
    assert!(manager.add(raw, TypeId(1), b"x", [0; 3], "y").is_err());
    assert!(manager.set_attributes(raw, 0, TypeId(1), [0; 3]).is_err());
    manager.set_data(raw, 0, "text").unwrap();
    manager.close(raw, NOW).unwrap();
    assert_eq!(vfs.read("readme.txt").unwrap(), "text");
    // Raw and not raw are different things in the cache.
    let whole = manager.open("other.lib", OpenFlags::RAW, NOW).unwrap();
    let entries = manager.open("other.lib", OpenFlags::NONE, NOW).unwrap();
    assert_eq!((manager.len(whole).unwrap(), manager.len(entries).unwrap()), (1, 2));
}

#[test]
fn an_archive_in_memory_lives_as_long_as_its_handle() {
    let (_, mut manager) = start();
    let bytes = archive(&[(1, b"x", b"1")]);
    let handle = manager.open_in_memory(bytes.clone(), OpenFlags::READ_WRITE, NOW).unwrap();
    assert_eq!(manager.bytes(handle).unwrap(), bytes);
    manager.set_data(handle, 0, "2").unwrap();
    assert_eq!(manager.bytes(handle).unwrap(), archive(&[(1, b"x", b"2")]));
    manager.close(handle, NOW).unwrap();
    assert_eq!(manager.cached(), 0);
    let broken = manager.open_in_memory("NRes", OpenFlags::NONE, NOW).unwrap_err();
    assert_eq!(broken.fault(), Fault::File);
}

#[test]
fn a_created_archive_is_there_after_it_is_closed() {
    let (vfs, mut manager) = start();
    assert!(matches!(manager.create("OTHER.lib", NOW), Err(Error::Exists { .. })));
    let handle = manager.create("DATA/new.lib", NOW).unwrap();
    assert!(matches!(manager.create("data/NEW.lib", NOW), Err(Error::Exists { .. })));
    let same = manager.open("data/new.lib", OpenFlags::NONE, NOW).unwrap();
    manager.add(handle, TypeId(1), b"x", [1, 2, 3], "data").unwrap();
    assert_eq!(manager.data(same, 0).unwrap(), "data");
    assert!(manager.add(handle, TypeId(1), &[b'n'; 36], [0; 3], "").is_err(), "a long name");
    manager.close(same, NOW).unwrap();
    assert!(vfs.locate("data/new.lib").is_err());
    manager.close(handle, NOW).unwrap();
    assert_eq!(vfs.read("data/new.lib/x").unwrap(), "data");
    let dropped = manager.create("unwanted.lib", NOW).unwrap();
    manager.close_without_saving(dropped, NOW).unwrap();
    assert!(vfs.locate("unwanted.lib").is_err());
    assert!(manager.create("unwanted.lib", NOW).is_ok());
}
