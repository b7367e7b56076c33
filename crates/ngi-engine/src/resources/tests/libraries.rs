//! RsLi libraries.

use ngi_formats::rsli::{Editor, Method, NewEntry};
use ngi_vfs::{Error, Fault, MemoryRoot, Vfs};

use super::model;
use crate::resources::Libraries;

const METHODS: [Method; 7] = [
    Method::RAW,
    Method::XOR,
    Method::LZSS,
    Method::XOR_LZSS,
    Method::LZHUF,
    Method::XOR_LZHUF,
    Method::DEFLATE,
];

/// One entry per method, and a model that is packed.
fn all_methods() -> Vec<u8> {
    let mut editor = Editor::new();
    for (index, method) in METHODS.into_iter().enumerate() {
        let entry = NewEntry::new(format!("E{index}.TEX"), method).unwrap();
        editor.add(entry, b"pixels pixels pixels".as_slice()).unwrap();
    }
    editor.add(NewEntry::new("TREE.MSH", Method::LZSS).unwrap(), model()).unwrap();
    editor.write().unwrap()
}

fn mounted(bytes: Vec<u8>) -> Vfs {
    Vfs::in_memory(MemoryRoot::new().with("font.rlb", bytes).unwrap())
}

#[test]
fn the_engines_calls_on_libraries() {
    let vfs = mounted(all_methods());
    let mut libraries = Libraries::new(vfs.clone());
    let fonts = libraries.open("FONT.RLB").unwrap();
    assert_eq!(libraries.len(fonts).unwrap(), METHODS.len() + 1);
    let found = libraries.find(fonts, b"e4.tex").unwrap().unwrap();
    assert_eq!(libraries.find(fonts, b"none").unwrap(), None);
    assert_eq!(libraries.load(fonts, found).unwrap(), "pixels pixels pixels");
    assert_eq!(libraries.method(fonts, found).unwrap(), Method::LZHUF);
    let info = libraries.info(fonts, found).unwrap();
    assert_eq!((info.name.name(), info.unpacked_size), (b"E4.TEX".as_slice(), 20));
    let packed = libraries.load_packed(fonts, found).unwrap();
    assert_eq!(packed.len(), info.packed_size as usize);
    assert!(matches!(libraries.info(fonts, 99), Err(Error::NotFound { .. })));
    assert!(libraries.load(fonts, 99).is_err() && libraries.load_packed(fonts, 99).is_err());
    libraries.close(fonts).unwrap();
    for stale in [
        libraries.load(fonts, 0).err(),
        libraries.load_packed(fonts, 0).err(),
        libraries.info(fonts, 0).err(),
        libraries.method(fonts, 0).err(),
        libraries.find(fonts, b"x").err(),
        libraries.len(fonts).err(),
        libraries.close(fonts).err(),
    ] {
        assert!(matches!(stale, Some(Error::StaleHandle { what: "library" })), "{stale:?}");
    }
    assert_eq!(libraries.open_in_memory(model()).unwrap_err().fault(), Fault::File);
    let memory = libraries.open_in_memory(all_methods()).unwrap();
    assert_eq!(libraries.find(memory, b"TREE.msh").unwrap(), Some(METHODS.len()));
}
