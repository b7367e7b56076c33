//! The demo game in memory, made once per test program.
#![allow(clippy::unwrap_used)]

use std::sync::OnceLock;

use ngi_vfs::{Node, NodeKind, Vfs};

/// The game.
pub fn game() -> &'static Vfs {
    static GAME: OnceLock<Vfs> = OnceLock::new();
    GAME.get_or_init(|| ngi_demo::mounted().unwrap())
}

/// Every file and entry.
pub fn subjects() -> Vec<Node> {
    let nodes = game().root().walk().filter_map(Result::ok);
    nodes.filter(|node| node.kind() != NodeKind::Folder).collect()
}
