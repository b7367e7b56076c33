//! The only place that knows about files on disk, dialogs, threads, the environment and blocking
//! waits. In a browser `page` stands for `cache`, `dialogs`, `disk`, `exchange` and `watch`, and
//! nothing else differs.

#[cfg(not(target_arch = "wasm32"))]
mod cache;
#[cfg(not(target_arch = "wasm32"))]
mod dialogs;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(not(target_arch = "wasm32"))]
mod exchange;
mod jobs;
#[cfg(target_arch = "wasm32")]
mod page;
mod places;
#[cfg(not(target_arch = "wasm32"))]
mod watch;

#[cfg(not(target_arch = "wasm32"))]
pub use cache::{PictureCache, is_read_only, stamp_of};
#[cfg(not(target_arch = "wasm32"))]
pub use dialogs::{Chosen, choose_file, choose_folder};
#[cfg(not(target_arch = "wasm32"))]
pub use disk::{
    cancel, dropped, hand_out, make_demo, open, picture_of, saved, selected, system_language,
    work_between_frames,
};
#[cfg(not(target_arch = "wasm32"))]
pub use exchange::{
    brought_into, can_replace, export, find_value, made_level, made_of, open_elsewhere, out_folder,
    since_backup, undo_written,
};
pub use jobs::{Job, News, Step, Wake, Worker, guarded, spawn, spawn_quietly, spawn_steps};
#[cfg(target_arch = "wasm32")]
pub use page::{
    Chosen, Followed, PictureCache, Request, Watch, brought_into, can_replace, cancel, choose_file,
    choose_folder, dropped, export, find_value, hand_out, is_read_only, made_level, made_of,
    make_demo, open, open_elsewhere, out_folder, picture_of, saved, selected, since_backup,
    stamp_of, system_language, take_requests, undo_written, work_between_frames,
};
pub use places::{Dropped, Over, Place};
#[cfg(not(target_arch = "wasm32"))]
pub use watch::{Followed, Watch};

/// A name that every system takes, as near to the given one as that can be.
fn plain_name(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    name.chars().map(safe).collect()
}
