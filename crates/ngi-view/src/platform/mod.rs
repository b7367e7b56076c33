//! The only place that knows about files on disk, dialogs, threads, the environment and blocking
//! waits. In a browser `page` stands for `cache`, `dialogs`, `disk`, `exchange`, `installs` and `watch`, and
//! nothing else differs.

mod asks;
#[cfg(not(target_arch = "wasm32"))]
mod cache;
#[cfg(not(target_arch = "wasm32"))]
mod dialogs;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(not(target_arch = "wasm32"))]
mod exchange;
#[cfg(not(target_arch = "wasm32"))]
mod installs;
mod jobs;
#[cfg(target_arch = "wasm32")]
mod page;
mod places;
#[cfg(not(target_arch = "wasm32"))]
mod watch;

pub use asks::Asks;
#[cfg(not(target_arch = "wasm32"))]
pub use cache::{PictureCache, is_read_only, stamp_of};
#[cfg(not(target_arch = "wasm32"))]
pub use dialogs::{Chosen, choose};
#[cfg(not(target_arch = "wasm32"))]
pub use disk::{
    cancel, dropped, hand_out, make_demo, open, picture_of, saved, selected, system_language,
    work_between_frames,
};
#[cfg(not(target_arch = "wasm32"))]
pub use exchange::{
    backup_of, brought_into, can_replace, export, find_value, made_level, made_of, open_elsewhere,
    out_folder, pictures_folder, show_folder, undo_written, with_mod,
};
#[cfg(not(target_arch = "wasm32"))]
pub use installs::{find_games, typed_path};
pub use jobs::{Job, News, Step, Wake, Worker, guarded, spawn, spawn_quietly, spawn_steps};
#[cfg(target_arch = "wasm32")]
pub use page::{
    Chosen, Followed, PictureCache, Request, Watch, backup_of, brought_into, can_replace, cancel,
    choose, dropped, export, find_games, find_value, hand_out, is_read_only, made_level, made_of,
    make_demo, open, open_elsewhere, out_folder, picture_of, pictures_folder, saved, selected,
    show_folder, stamp_of, system_language, take_requests, typed_path, undo_written, with_mod,
    work_between_frames,
};
pub use places::{Dropped, Over, Place};
#[cfg(not(target_arch = "wasm32"))]
pub use watch::{Followed, Watch};

/// Returns a file name that every system takes, as near to the given one as possible.
fn plain_name(name: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || " ._-()".contains(c) { c } else { '_' };
    name.trim().chars().map(safe).collect()
}
