//! Jobs of a page, which has one thread: each frame gives them a few milliseconds.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::thread::LocalKey;
use std::time::Duration;

use web_time::Instant;

use super::{Step, Turn};

type Body = Box<dyn FnMut() -> Step>;
type Queue = RefCell<VecDeque<Body>>;

thread_local! {
    /// The jobs that are not done, the next one to take a step first.
    static JOBS: Queue = const { RefCell::new(VecDeque::new()) };
    /// Those that nobody waits for.
    static QUIET: Queue = const { RefCell::new(VecDeque::new()) };
}

/// A job in the queue. Cancelled ones leave it by themselves.
pub(super) struct Running;

impl Running {
    /// Nothing goes on between frames, so there is nothing to wait for.
    pub(super) fn join(&mut self) {}

    /// Every job is asked in every frame.
    pub(super) fn nudge(&self) {}
}

/// Puts a job into its queue.
pub(super) fn start(
    _name: &str,
    turn: Turn,
    body: impl FnMut() -> Step + Send + 'static,
) -> Running {
    let queue = match turn {
        Turn::InOrder => &JOBS,
        Turn::WhenIdle => &QUIET,
    };
    queue.with_borrow_mut(|jobs| jobs.push_back(Box::new(body)));
    Running
}

/// Lets jobs take steps, in turns, until the time is up or none has anything to do. Says whether
/// any is left that wants another frame soon.
///
/// A step of what nobody waits for may be a long one: not before the others are done, and not while
/// somebody is at work in the window.
pub(crate) fn run_for(budget: Duration, somebody_works: bool) -> bool {
    let begun = Instant::now();
    run(&JOBS, begun, budget) || !somebody_works && run(&QUIET, begun, budget)
}

fn run(queue: &'static LocalKey<Queue>, begun: Instant, budget: Duration) -> bool {
    let mut idle = 0;
    loop {
        let Some((mut job, waiting)) =
            queue.with_borrow_mut(|jobs| jobs.pop_front().map(|job| (job, jobs.len())))
        else {
            return false;
        };
        // The queue is free while a step is taken: it may start another job.
        let step = job();
        idle = if step == Step::Later { idle + 1 } else { 0 };
        if step != Step::Done {
            queue.with_borrow_mut(|jobs| jobs.push_back(job));
        }
        if idle > waiting {
            return false;
        }
        if begun.elapsed() >= budget {
            return true;
        }
    }
}
