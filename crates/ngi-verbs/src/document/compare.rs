//! In which values two trees differ. Bytes are compared; only what differs is decoded.

use ngi_formats::schema::Kind;
use ngi_formats::tree::{Node, PartName, Piece};
use serde_json::Value;

use super::text;
use super::write::Part;
use crate::diff::Difference;
use crate::json;

/// The differences between two trees, value by value. Members that `left_out` names at the top are
/// not looked at.
pub fn compare(a: &Node<'_>, b: &Node<'_>, left_out: &[&str]) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut keys: Vec<(PartName, Option<Node<'_>>, Option<Node<'_>>)> = Vec::new();
    a.parts(&mut |name, _, part| keys.push((name, Some(part), None)));
    b.parts(&mut |name, _, part| match keys.iter_mut().find(|(known, ..)| *known == name) {
        Some((.., right)) => *right = Some(part),
        None => keys.push((name, None, Some(part))),
    });
    for (name, a, b) in keys {
        if !matches!(name, PartName::Key(key) if left_out.contains(&key)) {
            either(a.as_ref(), b.as_ref(), &name.below(""), &mut found);
        }
    }
    found
}

/// Compares two parts of one path.
pub fn parts(a: &Node<'_>, b: &Node<'_>, field: &str, out: &mut Vec<Difference>) {
    match (a, b) {
        (Node::Piece(left), Node::Piece(right)) if left.kind == right.kind => {
            if left.bytes == right.bytes {
                return;
            }
            match left.kind {
                // However many zeros are in front.
                Kind::Digits if left.value() == right.value() => {}
                kind if !kind.is_leaf() => below(a, b, field, out),
                // Another field of the same word may be what differs.
                Kind::Part(..) if left.value() == right.value() => {}
                // Names that read alike differ behind their ends.
                kind if kind.is_text() && text::line(a) == text::line(b) => {
                    let raw = |piece: &Piece<'_>| Node::Hex(piece.bytes.to_vec().into(), piece.at);
                    let (left, right) = (raw(left), raw(right));
                    push(Some(&left), Some(&right), &format!("{field}_raw"), out);
                }
                _ => push(Some(a), Some(b), field, out),
            }
        }
        (Node::Rows(left), Node::Rows(right)) if left.kind == right.kind => {
            if left.bytes == right.bytes {
                return;
            }
            for index in 0..left.len().max(right.len()) {
                let (left, right) = (left.get(index), right.get(index));
                if left.as_ref().map(|piece| &piece.bytes) != right.as_ref().map(|p| &p.bytes) {
                    let [left, right] = [left, right].map(|piece| piece.map(Node::from));
                    either(left.as_ref(), right.as_ref(), &format!("{field}[{index}]"), out);
                }
            }
        }
        (Node::Items(left), Node::Items(right)) => {
            for index in 0..left.len().max(right.len()) {
                let (left, right) = (left.get(index), right.get(index));
                either(left.as_ref(), right.as_ref(), &format!("{field}[{index}]"), out);
            }
        }
        (Node::Members(_), Node::Members(_)) => below(a, b, field, out),
        (Node::Text(left, _), Node::Text(right, _)) | (Node::Hex(left, _), Node::Hex(right, _)) => {
            if left != right {
                push(Some(a), Some(b), field, out);
            }
        }
        (Node::Told(left), Node::Told(right)) => {
            if left != right {
                push(Some(a), Some(b), field, out);
            }
        }
        _ => push(Some(a), Some(b), field, out),
    }
}

/// Compares the parts below two nodes by their names.
fn below(a: &Node<'_>, b: &Node<'_>, field: &str, out: &mut Vec<Difference>) {
    let mut left: Vec<(PartName, Node<'_>)> = Vec::new();
    a.parts(&mut |name, _, part| left.push((name, part)));
    let mut right: Vec<(PartName, Node<'_>)> = Vec::new();
    b.parts(&mut |name, _, part| right.push((name, part)));
    for (name, part) in &left {
        let other = right.iter().find(|(known, _)| known == name).map(|(_, part)| part);
        either(Some(part), other, &name.below(field), out);
    }
    for (name, part) in right.iter().filter(|(name, _)| left.iter().all(|(own, _)| own != name)) {
        either(None, Some(part), &name.below(field), out);
    }
}

fn either(a: Option<&Node<'_>>, b: Option<&Node<'_>>, field: &str, out: &mut Vec<Difference>) {
    match (a, b) {
        (Some(a), Some(b)) => parts(a, b, field, out),
        (None, None) => {}
        _ => push(a, b, field, out),
    }
}

fn push(a: Option<&Node<'_>>, b: Option<&Node<'_>>, field: &str, out: &mut Vec<Difference>) {
    let value = |node: Option<&Node<'_>>| {
        node.and_then(|node| json::to_value(&Part(node)).ok()).unwrap_or(Value::Null)
    };
    out.push(Difference::changed(field, value(a), value(b)));
}
