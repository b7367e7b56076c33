//! What must hold for the tree of every format, for their tests.

use super::{At, Branch, Draft, Leaf, Made, Node, without_numbers};
use crate::{Code, Result};

/// Every value has a meaning, is found by its path, and lies where the tree says. Gives how many
/// are stored in the bytes.
pub(crate) fn holds(tree: &Node<'_>, bytes: &[u8]) -> usize {
    let mut stored = 0;
    tree.leaves(&mut |Leaf { path, node, about }| {
        assert!(!about.meaning().is_empty(), "{path} has no meaning");
        let found = tree.find(path).expect(path).node;
        assert_eq!(found.offset(), node.offset(), "{path}");
        let own = match &found {
            Node::Piece(piece) if matches!(piece.at, At::Offset(_)) => &piece.bytes,
            Node::Text(own, At::Offset(_)) | Node::Hex(own, At::Offset(_)) => own,
            _ => return,
        };
        let at = node.offset().expect(path);
        assert_eq!(bytes.get(at..at + own.len()), Some(&own[..]), "{path}");
        stored += 1;
    });
    stored
}

/// The tree as values makes the bytes it was of.
pub(crate) fn returns(
    branches: &'static [Branch],
    tree: &Node<'_>,
    make: fn(&Draft) -> Result<Made>,
    bytes: &[u8],
) {
    let made = make(&Draft::of_document(branches, tree)).unwrap();
    assert_eq!(made.bytes, bytes);
}

/// Every field that a rule speaks of is one of the trees'.
pub(crate) fn has_fields(codes: &[&Code], trees: &[Node<'_>]) {
    let mut known = Vec::new();
    for tree in trees {
        tree.leaves(&mut |leaf| known.push(without_numbers(leaf.path)));
    }
    for field in codes.iter().flat_map(|code| code.fields) {
        let leads = |path: &String| {
            let rest = path.strip_prefix(field);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        assert!(known.iter().any(leads), "{field} is no field");
    }
}
