//! The demo game in memory.
#![allow(dead_code, clippy::unwrap_used)]

use std::sync::OnceLock;

use ngi_render::Scene;
use ngi_vfs::{MemoryRoot, Vfs};

/// The demo game, made once per test file.
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

/// Something of the demo game.
pub fn open(path: &str) -> Box<dyn Scene> {
    ngi_render::open(&game().locate(path).unwrap(), Some(game())).unwrap()
}

/// The walker.
pub const WALKER: &str = "bases.rlb/r_scout_0_01.msh";
