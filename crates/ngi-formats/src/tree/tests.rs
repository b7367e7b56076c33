//! Paths, offsets and drafts, on a material made by hand.

use super::*;
use crate::mat0::{self, Attributes, Material};
use crate::schema::Value;

/// Two phases, a track of two keys.
fn bytes() -> Vec<u8> {
    let mut bytes = vec![2, 0, 1, 0, 7, 255, 0, 0, 128, 63, 0x10, 0x27, 0, 0];
    for (opacity, name) in [(60, b"WATER.0\0\0\0\0\0\0\0\0\0"), (40, b"FOAM.0\0\0\0\0\0\0\0\0\0j")]
    {
        bytes.extend([9, 8, 7, opacity]);
        bytes.extend([0; 13]);
        bytes.push(0xff);
        bytes.extend(name);
    }
    bytes.extend([9, 0, 0, 0, 2, 0, 0, 0, 100, 0, 0, 0, 1, 0, 200, 0, 5, 0]);
    bytes
}

fn with_tree<T>(look: impl FnOnce(&[u8], &Node<'_>) -> T) -> T {
    let bytes = bytes();
    let material = Material::read(&bytes, Attributes::new(6, 6, 0)).unwrap();
    look(&bytes, &mat0::tree(&material))
}

#[test]
fn paths_lead_to_offsets() {
    with_tree(|_, tree| {
        let at = |path: &str| tree.find(path).ok().and_then(|found| found.node.offset());
        assert_eq!(at("class"), Some(4));
        assert_eq!(at("damage"), Some(10));
        assert_eq!(at("phases"), Some(14));
        assert_eq!(at("phases[1].opacity"), Some(14 + 34 + 3));
        assert_eq!(at("phases[1].diffuse[2]"), Some(14 + 34 + 6));
        assert_eq!(at("tracks[0].mask"), Some(82));
        assert_eq!(at("tracks[0].keys[1].time_ms"), Some(82 + 6 + 6 + 2));
        assert_eq!(at("flags"), None, "in the directory entry");
        assert_eq!(tree.place_of("flags").unwrap().0, At::Attribute(1));
        for lost in ["phases[2]", "phases[0].nothing", "tracks[0].word", "x", "phases[0", "a..b"] {
            assert!(tree.find(lost).is_err(), "{lost}");
        }
    });
}

#[test]
fn a_path_that_leads_nowhere_says_what_there_is() {
    with_tree(|_, tree| {
        let lost = |path: &str| tree.find(path).map(|_| ()).unwrap_err();
        assert_eq!(lost("phases[7].cell").so_far, "phases");
        assert_eq!(lost("phases[7].cell").there, "the list has [0] to [1]");
        assert_eq!(lost("phases[0].sell").so_far, "phases[0]");
        assert!(lost("phases[0].sell").there.contains("power, cell, texture"));
        assert_eq!(tree.nearest("tracks[0].keys[9].phase"), "tracks[0].keys");
        assert_eq!(tree.nearest("nothing"), "");
    });
}

#[test]
fn every_value_is_where_its_offset_says() {
    with_tree(|bytes, tree| {
        let mut count = 0;
        tree.leaves(&mut |Leaf { path, node, about }| {
            assert!(!about.meaning().is_empty(), "{path}");
            let Node::Piece(piece) = node else { return };
            let Some(offset) = piece.at.offset() else { return };
            let stored = &bytes[offset..offset + piece.kind.size()];
            assert_eq!(stored, &*piece.bytes, "{path}");
            count += 1;
        });
        // 4 of the header, 8 of each phase, the two parts of the word, 3 of each key.
        assert_eq!(count, 4 + 2 * 8 + 2 + 2 * 3);
    });
}

#[test]
fn values_and_names_are_read_by_kind() {
    with_tree(|_, tree| {
        let value = |path: &str| match tree.find(path).unwrap().node {
            Node::Piece(piece) => format!("{:?}", piece.value().unwrap()),
            other => format!("{other:?}"),
        };
        assert_eq!(value("phases[0].opacity"), "Int(60)");
        assert_eq!(value("phases[1].cell"), "Int(-1)");
        assert_eq!(value("speed"), "Float(1.0)");
        assert_eq!(value("tracks[0].mode"), "Int(1)");
        let Node::Piece(blend) = tree.find("derived.blend").unwrap().node else { panic!() };
        assert_eq!(blend.value(), Some(Value::Int(1)));
        assert_eq!(blend.kind.names_of(&Value::Int(1)), ["alpha"]);
    });
}

#[test]
fn the_bytes_of_a_name_have_a_path() {
    with_tree(|bytes, tree| {
        let raw = tree.find("phases[1].texture_raw").unwrap();
        assert_eq!((raw.node.offset(), raw.edit()), (Some(14 + 34 + 18), Edit::Patch));
        let Node::Piece(raw) = raw.node else { panic!() };
        assert_eq!(raw.value(), Some(Value::Bytes(&bytes[14 + 34 + 18..][..16])));
        for lost in ["phases[1].opacity_raw", "phases[1].texture_name", "phases_raw", "texture_raw"]
        {
            assert!(tree.find(lost).is_err(), "{lost}");
        }
        tree.leaves(&mut |leaf| assert!(!leaf.path.ends_with("_raw"), "{}", leaf.path));
        assert!(matches!(tree.find("derived.flags[0]").unwrap().node, Node::Told(Told::Text(_))));
        assert!(tree.find("derived.flags[9]").is_err());
    });
}

#[test]
fn a_draft_makes_the_same_bytes() {
    with_tree(|bytes, tree| {
        let draft = Draft::of_document(mat0::DOCUMENT, tree);
        let made = mat0::make(&draft).unwrap();
        assert_eq!((made.bytes.as_slice(), made.attributes), (bytes, Some([6, 6, 0])));
    });
}

#[test]
fn how_a_field_is_changed() {
    with_tree(|_, tree| {
        let edit = |path: &str| tree.find(path).unwrap().edit();
        assert_eq!(edit("phases[0].opacity"), Edit::Patch);
        assert_eq!(edit("flags"), Edit::Patch);
        assert_eq!(edit("derived.blend"), Edit::Patch, "a part of the flags");
        assert_eq!(edit("version"), Edit::Rebuild, "it moves the rest");
        assert_eq!(edit("phases"), Edit::Rebuild);
        assert_eq!(edit("derived.damage_as_f32"), Edit::Never);
    });
}
