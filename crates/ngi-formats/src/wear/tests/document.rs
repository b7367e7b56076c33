use super::*;
use crate::schema::Value;
use crate::tree::{Draft, Node};

const FULL: &[u8] = b"2\r\n0  WALL\r\n7 DOOR\r\n\r\nLIGHTMAPS\r\n1\r\n0 HALL.0\r\n junk";

#[test]
fn every_row_lies_where_the_tree_says() {
    let tree = tree(FULL);
    for (path, offset, text) in [
        ("rows[0].id", 3, "0"),
        ("rows[0].name", 6, "WALL"),
        ("rows[1].id", 12, "7"),
        ("rows[1].name", 14, "DOOR"),
        ("lightmaps[0].name", 38, "HALL.0"),
    ] {
        let found = tree.find(path).unwrap();
        assert_eq!(found.node.offset(), Some(offset), "{path}");
        assert!(FULL[offset..].starts_with(text.as_bytes()), "{path}");
        assert!(!found.about.meaning().is_empty(), "{path}");
    }
    let Node::Piece(id) = tree.find("rows[1].id").unwrap().node else { panic!("no number") };
    assert_eq!(id.value(), Some(Value::Int(7)));
}

#[test]
fn texts_come_back() {
    let huge = b"1\n99999999999 A\n";
    for bytes in [FULL, b"1\n0 A", b"", b"\0\xff\x98", b"3\n0 A\n", b"1 0 \xcf\xe0\0rest", huge] {
        let draft = Draft::of_document(DOCUMENT, &tree(bytes));
        assert_eq!(make(&draft).unwrap().bytes, bytes);
    }
    let Node::Piece(id) = tree(huge).find("rows[0].id").unwrap().node else { panic!("no number") };
    assert_eq!(id.value(), None);
}
