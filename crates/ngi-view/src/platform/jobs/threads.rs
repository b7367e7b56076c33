//! A thread for each job.

use std::thread::{self, JoinHandle};

use super::{Step, Turn};

/// The thread of a job.
pub(super) struct Running(Option<JoinHandle<()>>);

impl Running {
    /// Waits until the work has ended.
    pub(super) fn join(&mut self) {
        if let Some(thread) = self.0.take() {
            // A panic has been told as news.
            let _ = thread.join();
        }
    }

    /// Ends the pause after [`Step::Later`].
    pub(super) fn nudge(&self) {
        if let Some(thread) = &self.0 {
            thread.thread().unpark();
        }
    }
}

/// Takes steps until the last one. Whose turn it is, the system decides.
pub(super) fn start(
    name: &str,
    _turn: Turn,
    mut body: impl FnMut() -> Step + Send + 'static,
) -> Running {
    let steps = move || {
        loop {
            match body() {
                Step::More => {}
                // A nudge between the step and this line is not missed: parking ends at once then.
                Step::Later => thread::park(),
                Step::Done => return,
            }
        }
    };
    // Without a thread the worker is dropped, and the job is over before it began.
    Running(thread::Builder::new().name(name.to_owned()).spawn(steps).ok())
}
