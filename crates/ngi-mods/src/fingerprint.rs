//! Which edition of a game it is: a number of the paths and sizes of its archives.

use std::collections::HashMap;
use std::fmt::Write;

use ngi_verbs::Result;
use ngi_vfs::{Node, NodeKind};

use crate::hash::Digest;

/// How the names of archives end: what the editions of the game differ in, and what nobody makes by
/// playing.
const ARCHIVES: [&str; 4] = ["lib", "rlb", "msh", "map"];

/// A number of a game's edition. Setting a field does not change it; other archives do. `other` has
/// the sizes of files that are not what they were, by their folded paths.
pub fn fingerprint(game: &Node, other: &HashMap<String, Option<u64>>) -> Result<Digest> {
    let top = game.path();
    let mut known: Vec<(String, u64)> = Vec::new();
    for node in game.walk().archives_closed() {
        let node = node?;
        let name = node.name().to_lowercase();
        let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
        if node.kind() != NodeKind::File || !ARCHIVES.contains(&suffix) {
            continue;
        }
        let path = node.path();
        let inside =
            path.strip_prefix(&top).unwrap_or(&path).trim_start_matches('/').to_lowercase();
        if !other.contains_key(&inside) {
            known.push((inside, node.size()?));
        }
    }
    known.extend(other.iter().filter_map(|(path, size)| Some((path.clone(), (*size)?))));
    known.retain(|(path, _)| ARCHIVES.iter().any(|suffix| path.ends_with(&format!(".{suffix}"))));
    known.sort();
    let mut text = String::new();
    for (path, size) in known {
        let _ = writeln!(text, "{size} {path}");
    }
    Ok(Digest::of(text.as_bytes()))
}
