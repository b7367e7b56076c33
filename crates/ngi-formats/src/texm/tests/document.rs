use super::*;
use crate::schema::Kind;
use crate::tree::{At, Draft, Node};

fn paletted() -> Vec<u8> {
    raw([2, 2, 1, 0, 0, 0, 0], &[palette().bytes(), &[0, 1, 2, 3], b"tail"])
}

#[test]
fn every_field_lies_where_the_tree_says() {
    let (cells, colours) = (sample(), paletted());
    let places = [
        (&cells, "width", 4, vec![4, 0, 0, 0]),
        (&cells, "format", 28, vec![0x35, 2, 0, 0]),
        (&cells, "pixels", 32, (1..=22).collect()),
        (&cells, "page", 62, vec![]),
        (&cells, "page[1].x", 70, vec![2, 0]),
        (&cells, "page[1].y", 74, vec![0, 0]),
        (&cells, "page[1].w", 72, vec![2, 0]),
        (&cells, "page[1].h", 76, vec![1, 0]),
        (&colours, "palette[1][0]", 38, vec![1]),
        (&colours, "palette[1][1]", 37, vec![7]),
        (&colours, "palette[1][2]", 36, vec![254]),
        (&colours, "tail", 32 + 1024 + 4, b"tail".to_vec()),
    ];
    for (bytes, path, offset, stored) in places {
        let node = tree(bytes, Pixels::Shown).unwrap().find(path).unwrap().node;
        assert_eq!(node.offset(), Some(offset), "{path}");
        assert_eq!(bytes[offset..offset + stored.len()], stored, "{path}");
    }
    let short = tree(&cells, Pixels::LeftOut).unwrap();
    assert!(short.find("pixels").is_err());
    assert_eq!(
        short.find("page[0].y").unwrap().about.meaning(),
        "Top edge of the cell in pixels of level 0."
    );
}

#[test]
fn a_tree_is_made_back_into_the_same_bytes() {
    for bytes in [sample(), paletted(), raw([1, 1, 1, 0, 0, 0, 888], &[&[0; 4]])] {
        let tree = tree(&bytes, Pixels::Shown).unwrap();
        let made = make(&Draft::of_document(DOCUMENT, &tree), None).unwrap();
        assert_eq!(made.bytes, bytes);
        // Without its pixels it needs those of another.
        let short = super::super::tree(&bytes, Pixels::LeftOut).unwrap();
        let draft = Draft::of_document(DOCUMENT, &short);
        assert_eq!(make(&draft, Some(&bytes)).unwrap().bytes, bytes);
        assert_eq!(make(&draft, None).unwrap_err().field, "pixels");
    }
}

#[test]
fn numbers_have_names() {
    let bytes = sample();
    let Node::Piece(format) = tree(&bytes, Pixels::LeftOut).unwrap().find("format").unwrap().node
    else {
        panic!("no value");
    };
    assert_eq!((format.kind, format.at), (Kind::Choice(PixelFormat::NAMES), At::Offset(28)));
    let mut stored = [0; 4];
    format.kind.put_text("argb4444", &mut stored).unwrap();
    assert_eq!(u32::from_le_bytes(stored), 4444);
}
