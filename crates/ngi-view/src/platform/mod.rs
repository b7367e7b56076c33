//! The only place that knows about files on disk, dialogs, threads, the environment and blocking
//! waits. A viewer in a browser replaces this module and nothing else.

mod dialogs;
mod jobs;
mod places;

pub use dialogs::{Chosen, choose_file, choose_folder};
pub use jobs::{Job, News, Wake, Worker, guarded, spawn};
pub use places::{Dropped, Place, dropped, open, save_picture};
