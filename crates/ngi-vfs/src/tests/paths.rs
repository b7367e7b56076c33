//! From paths to nodes and back, in memory.

use proptest::prelude::*;

use super::{archive, library};
use crate::{Bytes, Error, Fault, MemoryRoot, Node, NodeKind, Vfs};

fn game() -> Vfs {
    let root = MemoryRoot::new()
        .with("static.rlb", library())
        .and_then(|root| root.with(r"DATA\MAPS\X\Land.txt", "land"))
        .unwrap();
    Vfs::in_memory(root)
}

fn read(path: &str) -> Result<Bytes, Error> {
    game().read(path)
}

#[test]
fn an_archive_is_a_folder_and_so_is_one_inside_it() {
    let table: [(&str, &[u8]); 13] = [
        ("static.rlb/s_tree_0_04.msh/3", b"positions"),
        ("STATIC.RLB/S_TREE_0_04.MSH/OTHER", b"faces"),
        (r"static.rlb\s_tree_0_04.msh\tree@1", b"nodes"),
        ("static.rlb/#0/#2", b"faces"),
        ("static.rlb/s_tree_0_04.msh/0x15", b"faces"),
        ("static.rlb/water@MAT0", b"wet"),
        ("static.rlb/WATER@TEXM", b"blue"),
        ("static.rlb/#4", b"b"),
        ("static.rlb/42", b"number"),
        ("static.rlb/Паркан", b"cyrillic"),
        ("static.rlb/a@3", b"at"),
        ("static.rlb/@5", b"nameless"),
        (r"data/maps\x/LAND.TXT", b"land"),
    ];
    for (path, bytes) in table {
        assert_eq!(read(path).unwrap(), bytes, "{path}");
    }
}

#[test]
fn an_ambiguous_segment_lists_what_to_type() {
    for (path, expected) in [
        ("static.rlb/water", vec!["WATER@MAT0", "water@TEXM"]),
        ("static.rlb/twice", vec!["#3", "#4"]),
        ("static.rlb/twice@7", vec!["#3", "#4"]),
        ("static.rlb/7", vec!["#3", "#4"]),
        ("static.rlb/6", vec!["#8", "42"]),
        // `a@3` is an entry's whole name, so the entry of type 3 needs its index.
        ("static.rlb/a", vec!["#12", "A@4"]),
    ] {
        match game().locate(path) {
            Err(Error::Ambiguous { candidates, .. }) => {
                assert_eq!(candidates, expected, "{path}");
                for candidate in candidates {
                    game().locate(&format!("static.rlb/{candidate}")).unwrap();
                }
            }
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[test]
fn what_is_not_there_says_what_is() {
    for (path, message) in [
        ("static.rlb/#14", "static.rlb/#14: not found; the archive has 14 entries, #0 to #13"),
        (
            "static.rlb/#99999999999999999999999",
            "static.rlb/#99999999999999999999999: not found; \
             the archive has 14 entries, #0 to #13",
        ),
        ("static.rlb/wat", "static.rlb/wat: not found; close to it: WATER@MAT0, water@TEXM"),
        (
            "static.rlb/water@FXID",
            "static.rlb/water@FXID: not found; close to it: WATER@MAT0, water@TEXM",
        ),
        ("nothing.lib/x", "nothing.lib: not found; looked in memory, ignoring case"),
        (
            "DATA/MAPS/X/Land.txt/3",
            "DATA/MAPS/X/Land.txt: neither an NRes nor an RsLi archive, so nothing is inside",
        ),
        ("DATA/../../x", "DATA/../../x: `..` leaves the mounted folder"),
    ] {
        let error = game().locate(path).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(error.fault(), Fault::Usage, "{path}");
    }
    assert!(matches!(read("DATA/MAPS"), Err(Error::IsAFolder { .. })));
}

#[test]
fn canonical_segments_are_short_where_they_can_be() {
    let library = game().locate("static.rlb").unwrap();
    let segments: Vec<String> = library
        .children()
        .unwrap()
        .map(|node| node.path().strip_prefix("static.rlb/").unwrap().to_owned())
        .collect();
    assert_eq!(
        segments,
        [
            "s_tree_0_04.msh",
            "WATER@MAT0",
            "water@TEXM",
            "#3",
            "#4",
            "#5",
            "#6",
            "#7",
            "#8",
            "42",
            "Паркан",
            "a@3",
            "#12",
            "A@4",
        ]
    );
}

#[test]
fn a_node_knows_its_entry_and_its_surroundings() {
    let node = game().locate("static.rlb/s_tree_0_04.msh/3").unwrap();
    let entry = node.entry().unwrap();
    assert_eq!((entry.index, entry.name(), entry.size()), (1, b"tree".as_slice(), 9));
    assert_eq!(entry.type_id().map(|id| id.0), Some(3));
    assert_eq!((node.kind(), node.depth()), (NodeKind::Entry, 2));
    assert_eq!(node.name(), "tree");
    assert_eq!(node.path(), "static.rlb/s_tree_0_04.msh/tree@3");
    assert_eq!(node.container().unwrap(), None);
    let model = node.parent().unwrap();
    assert_eq!(model.container().unwrap().map(|kind| kind.as_str()), Some("nres"));
    assert_eq!(model.parent().unwrap().path(), "static.rlb");
    assert_eq!(node.file().path(), "static.rlb");
    let up: Vec<String> =
        std::iter::successors(game().locate("DATA/MAPS/X/land.txt").ok(), Node::parent)
            .map(|node| node.path())
            .collect();
    assert_eq!(up, ["DATA/MAPS/X/Land.txt", "DATA/MAPS/X", "DATA/MAPS", "DATA", ""]);
}

#[test]
fn payloads_are_slices_of_the_file() {
    let vfs = game();
    let file = vfs.locate("static.rlb").unwrap();
    let inner = file.child("s_tree_0_04.msh").unwrap().child("3").unwrap();
    let (whole, part) = (file.bytes().unwrap(), inner.bytes().unwrap());
    let range = whole.as_ptr_range();
    assert!(range.contains(&part.as_ptr()), "the payload was copied");
}

#[test]
fn a_walk_visits_everything_once_in_order() {
    let paths: Vec<String> =
        game().root().walk().map(|node| node.unwrap().path()).take(6).collect();
    assert_eq!(
        paths[..5],
        ["DATA", "DATA/MAPS", "DATA/MAPS/X", "DATA/MAPS/X/Land.txt", "static.rlb"]
    );
    assert_eq!(paths[5], "static.rlb/s_tree_0_04.msh");
    assert_eq!(game().root().walk().count(), 5 + 14 + 3);
}

#[test]
fn an_unsound_sort_table_does_not_hide_a_namesake() {
    let mut bytes = archive(&[(1, b"b", b"1"), (2, b"a", b"2"), (3, b"b", b"3")]);
    let last_slot = bytes.len() - 4;
    bytes[last_slot..].copy_from_slice(&1u32.to_le_bytes());
    let vfs = Vfs::in_memory(MemoryRoot::new().with("x.lib", bytes).unwrap());
    match vfs.locate("x.lib/b") {
        Err(Error::Ambiguous { candidates, .. }) => assert_eq!(candidates, ["b@1", "b@3"]),
        other => panic!("{other:?}"),
    }
}

/// Names out of few characters, so that they clash in every way there is.
fn name() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(b"aAb3#@./\\0x \xe0\xc0\x98".as_slice()), 0..5)
}

fn entries() -> impl Strategy<Value = Vec<(u32, Vec<u8>)>> {
    let types = prop::sample::select(vec![
        0,
        3,
        30,
        u32::from_le_bytes(*b"MAT0"),
        u32::from_le_bytes(*b"a@b/"),
        u32::from_le_bytes(*b"3@a3"),
        u32::from_le_bytes(*b"0x33"),
        u32::MAX,
    ]);
    prop::collection::vec((types, name()), 0..20)
}

proptest! {
    #[test]
    fn the_displayed_path_leads_back_to_the_same_entry(entries in entries(), deep in entries()) {
        let fill = |entries: &[(u32, Vec<u8>)], first: &[u8]| {
            let payloads: Vec<Vec<u8>> = (0..entries.len())
                .map(|index| if index == 0 { first.to_vec() } else { vec![b'0'; index] })
                .collect();
            let rows: Vec<(u32, &[u8], &[u8])> = entries
                .iter()
                .zip(&payloads)
                .map(|((id, name), payload)| (*id, name.as_slice(), payload.as_slice()))
                .collect();
            archive(&rows)
        };
        let inner = fill(&deep, b"");
        let outer = fill(&entries, &inner);
        let vfs = Vfs::in_memory(MemoryRoot::new().with("x.lib", outer).unwrap());
        for node in vfs.root().walk() {
            let node = node.unwrap();
            let again = vfs.locate(&node.path()).unwrap();
            prop_assert_eq!(again.path(), node.path());
            prop_assert_eq!(again.entry(), node.entry());
            prop_assert_eq!(again.depth(), node.depth());
        }
    }

    #[test]
    fn no_path_panics(path in "[a-z0-9@#./\\\\]{0,12}") {
        let _ = game().locate(&format!("static.rlb/{path}"));
        let _ = game().locate(&path);
    }
}
