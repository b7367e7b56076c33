//! The demo game in memory, made once per test program.

use std::sync::OnceLock;

use ngi_vfs::{MemoryRoot, Node, NodeKind, Vfs};

/// The game.
pub fn game() -> &'static Vfs {
    static GAME: OnceLock<Vfs> = OnceLock::new();
    GAME.get_or_init(|| {
        let root = MemoryRoot::new();
        for file in ngi_demo::files().unwrap() {
            root.insert(&file.path, file.bytes).unwrap();
        }
        Vfs::in_memory(root)
    })
}

/// Every file and entry.
pub fn subjects() -> Vec<Node> {
    let nodes = game().root().walk().filter_map(Result::ok);
    nodes.filter(|node| node.kind() != NodeKind::Folder).collect()
}
