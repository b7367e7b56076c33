//! RsLi archives in the tree: packed entries, archives inside them, limits.

use ngi_formats::rsli::{Editor, Method, NewEntry};

use super::{archive, model};
use crate::{ContainerKind, Error, Fault, MemoryRoot, Record, Vfs, rewrite, rewritten};

const METHODS: [Method; 7] = [
    Method::RAW,
    Method::XOR,
    Method::LZSS,
    Method::XOR_LZSS,
    Method::LZHUF,
    Method::XOR_LZHUF,
    Method::DEFLATE,
];

fn library(entries: &[(&str, Method, &[u8])]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (name, method, payload) in entries {
        editor.add(NewEntry::new(name, *method).unwrap(), *payload).unwrap();
    }
    editor.write().unwrap()
}

/// One entry per method, and a model that is packed.
fn all_methods() -> Vec<u8> {
    let names: Vec<String> = (0..METHODS.len()).map(|index| format!("E{index}.TEX")).collect();
    let model = model();
    let mut rows: Vec<(&str, Method, &[u8])> = names
        .iter()
        .zip(METHODS)
        .map(|(name, method)| (name.as_str(), method, b"pixels pixels pixels".as_slice()))
        .collect();
    rows.push(("TREE.MSH", Method::LZSS, &model));
    library(&rows)
}

fn mounted(bytes: Vec<u8>) -> Vfs {
    Vfs::in_memory(MemoryRoot::new().with("font.rlb", bytes).unwrap())
}

#[test]
fn packed_entries_read_like_any_other() {
    let vfs = mounted(all_methods());
    let file = vfs.locate("font.rlb").unwrap();
    assert_eq!(file.container().unwrap(), Some(ContainerKind::RsLi));
    for (node, method) in file.children().unwrap().zip(METHODS) {
        assert_eq!(node.bytes().unwrap(), "pixels pixels pixels", "{method}");
        let entry = node.entry().unwrap();
        assert_eq!((entry.size(), entry.type_id(), entry.attributes()), (20, None, None));
        assert!(matches!(entry.record, Record::RsLi(record) if record.method() == method));
        assert_eq!(vfs.locate(&node.path()).unwrap().entry(), node.entry());
    }
    assert_eq!(vfs.read("FONT.rlb/e2.tex").unwrap(), "pixels pixels pixels");
    assert_eq!(vfs.read("font.rlb/tree.msh/3").unwrap(), "positions");
    assert_eq!(file.walk().map(Result::unwrap).count(), METHODS.len() + 1 + 3);
    // There are no types here: neither as a number nor after an `@`.
    assert!(matches!(vfs.locate("font.rlb/3"), Err(Error::NotFound { .. })));
    assert!(matches!(vfs.locate("font.rlb/e2.tex@3"), Err(Error::NotFound { .. })));
}

#[test]
fn an_entry_of_a_packed_archive_can_be_rewritten() {
    let outer = archive(&[(1, b"font.rlb", &all_methods()), (2, b"rest", b"untouched")]);
    let vfs = Vfs::in_memory(MemoryRoot::new().with("x.lib", outer.clone()).unwrap());
    let deep = vfs.locate("x.lib/font.rlb/tree.msh/tree@1").unwrap();
    assert_eq!(rewritten(&deep, &deep.bytes().unwrap()).unwrap(), outer);
    rewrite(&deep, b"other nodes", false).unwrap();
    assert_eq!(vfs.read("x.lib/font.rlb/tree.msh/tree@1").unwrap(), "other nodes");
    assert_eq!(vfs.read("x.lib/font.rlb/tree.msh/tree@3").unwrap(), "positions");
    assert_eq!(vfs.read("x.lib/rest").unwrap(), "untouched");
    for index in 0..METHODS.len() {
        let path = format!("x.lib/font.rlb/#{index}");
        assert_eq!(vfs.read(&path).unwrap(), "pixels pixels pixels", "{path}");
    }
}

#[test]
fn a_raw_entry_is_a_slice_of_the_file() {
    let vfs = mounted(all_methods());
    let file = vfs.locate("font.rlb").unwrap().bytes().unwrap();
    let raw = vfs.read("font.rlb/#0").unwrap();
    assert!(file.as_ptr_range().contains(&raw.as_ptr()), "the payload was copied");
}

#[test]
fn text_that_starts_with_the_two_letters_is_no_archive() {
    for text in ["NL", "NL\n", "NLS_LANG=RU", "NL\0", "NL\0\u{2}", "NL\u{1}\u{1}"] {
        assert_eq!(ContainerKind::sniff(text.as_bytes()), None, "{text:?}");
    }
    assert_eq!(ContainerKind::sniff(b"NL\0\x01"), Some(ContainerKind::RsLi));
}

/// A library with one entry of so many zeros, packed to almost nothing.
fn bomb(zeros: usize) -> Vec<u8> {
    library(&[("Z", Method::DEFLATE, &vec![0; zeros])])
}

#[test]
fn what_unpacks_to_far_more_than_the_file_is_refused() {
    assert!(bomb(20 << 20).len() < 64 << 10);
    assert_eq!(mounted(bomb(14 << 20)).read("font.rlb/z").unwrap().len(), 14 << 20);
    let error = mounted(bomb(20 << 20)).read("font.rlb/z").unwrap_err();
    assert_eq!(error.fault(), Fault::Limit, "{error}");
}

#[test]
fn packed_inside_packed_counts_together() {
    let padding = vec![0; 9 << 20];
    let inside = |zeros| {
        let middle = archive(&[(1, b"in", &bomb(zeros)), (1, b"padding", &padding)]);
        mounted(library(&[("MIDDLE", Method::DEFLATE, &middle)])).read("font.rlb/middle/in/z")
    };
    assert_eq!(inside(4 << 20).unwrap().len(), 4 << 20);
    // Alone it would pass; together with the 9 MB it lies in, it is too much.
    assert!(mounted(bomb(9 << 20)).read("font.rlb/z").is_ok());
    assert_eq!(inside(9 << 20).unwrap_err().fault(), Fault::Limit);
}

#[test]
fn a_walk_stops_unpacking_when_it_is_too_much() {
    // 60 entries share one packed stream of 14 MB: 840 MB to unpack from a small file.
    let zeros = vec![0; 14 << 20];
    let mut editor = Editor::new();
    for index in 0..60 {
        let entry = NewEntry::new(format!("Z{index}"), Method::DEFLATE).unwrap();
        editor.add(entry, zeros.as_slice()).unwrap();
    }
    let file = mounted(editor.write().unwrap()).locate("font.rlb").unwrap();
    let found: Vec<_> = file.walk().collect();
    let errors: Vec<&Error> = found.iter().filter_map(|item| item.as_ref().err()).collect();
    assert!(matches!(errors[..], [Error::Limit { .. }]), "{errors:?}");
    assert!(found.len() < 60);
}
