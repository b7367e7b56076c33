//! Asking for a folder or a file. The dialog blocks, so it has a thread of its own.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::{Asks, Job, Wake, spawn};
use crate::texts::Texts;

/// A dialog that ends without an answer sooner than this was never there.
const AT_ONCE: Duration = Duration::from_millis(400);

/// What was chosen; `None` if nothing was.
pub type Chosen = Option<PathBuf>;

/// Asks for a folder or a file.
pub fn choose(wake: &Wake, texts: &'static Texts, asks: Asks) -> Job<Chosen> {
    spawn("dialog", wake, move |worker| {
        let begun = Instant::now();
        let dialog = rfd::FileDialog::new().set_title(asks.title(texts));
        let chosen = if asks.is_folder() { dialog.pick_folder() } else { dialog.pick_file() };
        // Nobody says no that fast: the system has no dialogs, and does not tell.
        if chosen.is_none() && begun.elapsed() < AT_ONCE {
            return Err(texts.no_dialog.to_owned());
        }
        worker.send(chosen);
        Ok(())
    })
}
