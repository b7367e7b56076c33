//! Jobs of a page, which has one thread: each frame gives them a few milliseconds.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

use web_time::Instant;

use super::Step;

type Body = Box<dyn FnMut() -> Step>;

thread_local! {
    /// The jobs that are not done, the next one to take a step first.
    static JOBS: RefCell<VecDeque<Body>> = const { RefCell::new(VecDeque::new()) };
}

/// A job in the queue. Cancelled ones leave it by themselves.
pub(super) struct Running;

impl Running {
    /// Nothing goes on between frames, so there is nothing to wait for.
    pub(super) fn join(&mut self) {}

    /// Every job is asked in every frame.
    pub(super) fn nudge(&self) {}
}

/// Puts a job into the queue.
pub(super) fn start(_name: &str, body: impl FnMut() -> Step + Send + 'static) -> Running {
    JOBS.with_borrow_mut(|jobs| jobs.push_back(Box::new(body)));
    Running
}

/// Lets jobs take steps, in turns, until the time is up or none has anything to do. Says whether
/// any is left that wants another frame soon.
pub(crate) fn run_for(budget: Duration) -> bool {
    let begun = Instant::now();
    let mut idle = 0;
    loop {
        let Some((mut job, waiting)) =
            JOBS.with_borrow_mut(|jobs| jobs.pop_front().map(|job| (job, jobs.len())))
        else {
            return false;
        };
        // The queue is free while a step is taken: it may start another job.
        let step = job();
        idle = if step == Step::Later { idle + 1 } else { 0 };
        if step != Step::Done {
            JOBS.with_borrow_mut(|jobs| jobs.push_back(job));
        }
        if idle > waiting {
            return false;
        }
        if begun.elapsed() >= budget {
            return true;
        }
    }
}
