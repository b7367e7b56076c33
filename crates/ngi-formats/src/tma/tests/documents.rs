//! Missions as trees and drafts.

use super::*;
use crate::tree::{Draft, proof};

#[test]
fn trees_hold_in_every_version() {
    for (clans, objects) in versions() {
        let bytes = by_hand(clans, objects);
        let mission = Mission::read(&bytes).unwrap();
        let tree = tree(&mission);
        assert!(proof::holds(&tree, &bytes) > 15, "{clans} {objects}");
        proof::returns(DOCUMENT, &tree, make, &bytes);
    }
}

#[test]
fn offsets_are_those_of_the_bytes() {
    let bytes = by_hand(6, 10);
    let mission = Mission::read(&bytes).unwrap();
    let tree = tree(&mission);
    let find = |needle: &[u8]| bytes.windows(needle.len()).position(|window| window == needle);
    for (path, text) in [
        ("clans[0].script", &b"MISSIONS\\SCRIPTS\\n"[..]),
        ("clans[0].tree", b"MISSIONS\\SCRIPTS\\x.trf"),
        ("objects[1].path", b"UNITS\\UNITS\\b.dat"),
        ("objects[0].properties[0].name", b"Life state"),
        ("land", b"DATA\\MAPS"),
        ("description", b"Title"),
        ("description_tail", b"\xcd\xcd\xcd\xcdjunk"),
    ] {
        assert_eq!(tree.find(path).unwrap().node.offset(), find(text), "{path}");
    }
    assert_eq!(tree.find("version").unwrap().node.offset(), Some(0));
    assert_eq!(tree.find("lodes[0].amount").unwrap().node.offset(), Some(bytes.len() - 8));
}

#[test]
fn rules_speak_of_fields() {
    let bytes = by_hand(6, 10);
    let mission = Mission::read(&[&bytes[..], b"tail"].concat()).map(|_| ());
    assert!(mission.is_ok());
    let mission = Mission::read(&bytes).unwrap();
    proof::has_fields(CODES, &[tree(&mission)]);
}

#[test]
fn what_remains_has_the_version_and_where_it_ended() {
    let mut bytes = by_hand(6, 10);
    let at = bytes.windows(4).position(|window| window == 6u32.to_le_bytes()).unwrap();
    bytes[at] = 9;
    let error = Mission::read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), format!("clan_version at {at:#x}: 9, but only 1 to 6 are known"));
    let rest = remains(&bytes).unwrap();
    assert_eq!(rest.find("version").unwrap().node.offset(), Some(0));
    assert_eq!(rest.find("clan_version").unwrap().node.offset(), Some(at));
    assert!(remains(&by_hand(1, 1)).is_none());
}

#[test]
fn values_of_a_property_go_with_its_kind() {
    let bytes = by_hand(6, 10);
    let mission = Mission::read(&bytes).unwrap();
    let mut draft = Draft::of_document(DOCUMENT, &tree(&mission));
    let kind = draft
        .part_mut(crate::tree::PartName::Key("objects"))
        .and_then(|list| list.part_mut(crate::tree::PartName::Index(0)))
        .and_then(|object| object.part_mut(crate::tree::PartName::Key("properties")))
        .and_then(|list| list.part_mut(crate::tree::PartName::Index(0)))
        .and_then(|property| property.part_mut(crate::tree::PartName::Key("kind")));
    let Some(Draft::Value(_, kind)) = kind else { panic!() };
    kind[0] = 1;
    let error = make(&draft).unwrap_err().to_string();
    assert!(error.starts_with("objects[0].properties[0].kind: a property of kind 1"), "{error}");
}
