//! What has another name on the other side: the same bytes, and the same type.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use ngi_vfs::{Node, NodeKind};

/// Children that only the left side has, by what they hold. Of each little is kept: there may be
/// very many.
#[derive(Debug, Default)]
pub struct Removed {
    known: HashMap<Key, Vec<Known>>,
}

/// Type, size, and a number of the bytes.
type Key = (Option<u32>, u64, u64);

#[derive(Debug)]
struct Known {
    /// Where it was told.
    place: usize,
    /// How to find it again.
    segment: String,
}

impl Removed {
    /// Keeps one that was told as removed at a place.
    pub fn add(&mut self, node: &Node, place: usize) {
        if let Some(key) = key(node) {
            let segment = segment(node);
            self.known.entry(key).or_default().push(Known { place, segment });
        }
    }

    /// The first that holds what `node` holds, and where it was told. It is taken once.
    pub fn take(&mut self, side: &Node, node: &Node) -> Option<(usize, Node)> {
        let known = self.known.get_mut(&key(node)?)?;
        let bytes = node.bytes().ok()?;
        let same = |known: &Known| {
            let old = side.child(&known.segment).ok()?;
            (old.bytes().ok()? == bytes).then_some(old)
        };
        let (at, old) =
            known.iter().enumerate().find_map(|(at, known)| Some((at, same(known)?)))?;
        Some((known.remove(at).place, old))
    }
}

fn key(node: &Node) -> Option<Key> {
    if node.kind() == NodeKind::Folder {
        return None;
    }
    let bytes = node.bytes().ok()?;
    // Of nothing nobody can say that it is the same.
    if bytes.is_empty() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let type_id = node.entry().and_then(|entry| entry.type_id());
    Some((type_id.map(|id| id.0), bytes.len() as u64, hasher.finish()))
}

fn segment(node: &Node) -> String {
    node.entry().map_or_else(|| node.name(), |entry| format!("#{}", entry.index))
}
