//! The engine's calls.

mod archives;
mod libraries;

use ngi_formats::nres::{Editor, NewEntry, TypeId};

/// An NRes archive from `(type, name, payload)`.
fn archive(entries: &[(u32, &[u8], &[u8])]) -> Vec<u8> {
    let mut editor = Editor::new();
    for (type_id, name, payload) in entries {
        editor.add(NewEntry::new(TypeId(*type_id), name).unwrap(), *payload).unwrap();
    }
    editor.write().unwrap()
}

/// A model: nested archive whose entries all have its name, as in the game.
fn model() -> Vec<u8> {
    archive(&[(1, b"tree", b"nodes"), (3, b"tree", b"positions"), (21, b"Other", b"faces")])
}

/// `static.rlb`: a model, a repeated name, names that are hard to spell.
fn library() -> Vec<u8> {
    let four_cc = |text: &[u8; 4]| u32::from_le_bytes(*text);
    archive(&[
        (four_cc(b"MESH"), b"s_tree_0_04.msh", &model()),
        (four_cc(b"MAT0"), b"WATER", b"wet"),
        (four_cc(b"TEXM"), b"water", b"blue"),
        (7, b"twice", b"a"),
        (7, b"TWICE", b"b"),
        (4, b"../x", b"up"),
        (4, b"C:\\x", b"drive"),
        (5, b"", b"nameless"),
        (6, b"#1", b"hash"),
        (6, b"42", b"number"),
        (9, b"\xcf\xe0\xf0\xea\xe0\xed", b"cyrillic"),
        (10, b"a@3", b"at"),
        (3, b"a", b"plain"),
        (4, b"A", b"other a"),
    ])
}
