//! Asking for a folder or a file. The dialog blocks, so it has a thread of its own.

use std::path::PathBuf;

use super::{Job, Wake, spawn};

/// What was chosen; `None` if nothing was.
pub type Chosen = Option<PathBuf>;

/// Asks for a folder.
pub fn choose_folder(wake: &Wake, title: &'static str) -> Job<Chosen> {
    spawn("dialog", wake, move |worker| {
        worker.send(rfd::FileDialog::new().set_title(title).pick_folder());
        Ok(())
    })
}

/// Asks for a file.
pub fn choose_file(wake: &Wake, title: &'static str) -> Job<Chosen> {
    spawn("dialog", wake, move |worker| {
        let dialog = rfd::FileDialog::new().set_title(title);
        worker.send(dialog.pick_file());
        Ok(())
    })
}
