//! Work in the background: parts of the result as they come, progress, cancel, and panics that
//! end as messages.
//!
//! Work is done in steps. Where there are threads, each job has one and takes step after step; in a
//! browser's page there are none, and the window gives its jobs a few milliseconds of each frame.

#[cfg(target_arch = "wasm32")]
mod slices;
#[cfg(not(target_arch = "wasm32"))]
mod threads;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(target_arch = "wasm32")]
pub(crate) use slices::run_for;
#[cfg(target_arch = "wasm32")]
use slices::{Running, start};
#[cfg(not(target_arch = "wasm32"))]
use threads::{Running, start};

use ngi_verbs::Progress;

/// Wakes the window so that it looks at its jobs.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Work under way. Dropping it cancels the work.
pub struct Job<T> {
    parts: Receiver<Message<T>>,
    state: Arc<State>,
    over: bool,
    running: Running,
}

/// What becomes of a job after one of its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There is more to do.
    More,
    /// There is nothing to do until something comes from outside: wishes, or an answer of the card.
    Later,
    /// Everything is done.
    Done,
}

/// When a job has its turn, where all of them share one thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    InOrder,
    WhenIdle,
}

enum Message<T> {
    Part(T),
    Done,
    Failed(String),
}

/// What a job has to say.
pub enum News<T> {
    /// A part of the result.
    Part(T),
    /// Nothing more will come.
    Done,
    /// It went wrong.
    Failed(String),
}

#[derive(Default)]
struct State {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    what: Mutex<String>,
}

/// What the work sees of its job.
pub struct Worker<T> {
    parts: Sender<Message<T>>,
    state: Arc<State>,
    wake: Wake,
}

impl<T> Worker<T> {
    /// Whether nobody wants the result any more.
    pub fn cancelled(&self) -> bool {
        self.state.cancelled.load(Ordering::Relaxed)
    }

    /// Hands out a part of the result.
    pub fn send(&self, part: T) {
        let _ = self.parts.send(Message::Part(part));
        (self.wake)();
    }

    /// Asks for another frame soon: a page looks at waiting jobs only then.
    pub fn ask_for_a_frame(&self) {
        (self.wake)();
    }

    fn end(&self, message: Message<T>) {
        let _ = self.parts.send(message);
        (self.wake)();
    }
}

impl<T: Send> Progress for Worker<T> {
    fn start(&self, steps: u64, what: &str) {
        self.state.done.store(0, Ordering::Relaxed);
        self.state.total.store(steps, Ordering::Relaxed);
        what.clone_into(&mut self.state.what.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn advance(&self, steps: u64) {
        self.state.done.fetch_add(steps, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        Worker::cancelled(self)
    }
}

impl<T> Job<T> {
    /// The next thing the job has to say, if it said anything; never waits.
    pub fn news(&mut self) -> Option<News<T>> {
        if self.over {
            return None;
        }
        match self.parts.try_recv() {
            Ok(Message::Part(part)) => return Some(News::Part(part)),
            Err(TryRecvError::Empty) => return None,
            Ok(Message::Failed(why)) => {
                self.over = true;
                return Some(News::Failed(why));
            }
            Ok(Message::Done) | Err(TryRecvError::Disconnected) => {}
        }
        self.over = true;
        Some(News::Done)
    }

    /// Whether it is still at work.
    pub fn is_running(&self) -> bool {
        !self.over
    }

    /// How far it has come, between 0 and 1; `None` where that cannot be said.
    pub fn progress(&self) -> Option<f32> {
        let total = self.state.total.load(Ordering::Relaxed);
        let done = self.state.done.load(Ordering::Relaxed).min(total);
        (total > 0).then(|| done as f32 / total as f32)
    }

    /// What it is doing.
    pub fn what(&self) -> String {
        self.state.what.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks the work to stop and waits until it has. For work that must not outlive something it
    /// uses.
    pub fn stop(mut self) {
        self.cancel();
        self.running.join();
    }

    /// Asks the work to stop.
    pub fn cancel(&self) {
        self.state.cancelled.store(true, Ordering::Relaxed);
        self.running.nudge();
    }

    /// Tells work that waits ([`Step::Later`]) that something came.
    pub fn nudge(&self) {
        self.running.nudge();
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Starts work that is a single step. An error or a panic of it is the job's [`News::Failed`].
pub fn spawn<T: Send + 'static>(
    name: &str,
    wake: &Wake,
    work: impl FnOnce(&Worker<T>) -> Result<(), String> + Send + 'static,
) -> Job<T> {
    let mut work = Some(work);
    spawn_steps(name, wake, move |worker| {
        work.take().map_or(Ok(()), |work| work(worker)).map(|()| Step::Done)
    })
}

/// Starts work of many steps, each of them short. An error or a panic of one is the job's
/// [`News::Failed`]; no step is taken after the job was cancelled.
pub fn spawn_steps<T: Send + 'static>(
    name: &str,
    wake: &Wake,
    step: impl FnMut(&Worker<T>) -> Result<Step, String> + Send + 'static,
) -> Job<T> {
    spawn_in_turn(name, Turn::InOrder, wake, step)
}

/// The same for work that nobody waits for: without threads it goes on when nothing else does.
pub fn spawn_quietly<T: Send + 'static>(
    name: &str,
    wake: &Wake,
    step: impl FnMut(&Worker<T>) -> Result<Step, String> + Send + 'static,
) -> Job<T> {
    spawn_in_turn(name, Turn::WhenIdle, wake, step)
}

fn spawn_in_turn<T: Send + 'static>(
    name: &str,
    turn: Turn,
    wake: &Wake,
    mut step: impl FnMut(&Worker<T>) -> Result<Step, String> + Send + 'static,
) -> Job<T> {
    let (sender, parts) = channel();
    let state = Arc::new(State::default());
    let worker = Worker { parts: sender, state: Arc::clone(&state), wake: Arc::clone(wake) };
    let body = move || {
        if worker.cancelled() {
            worker.end(Message::Done);
            return Step::Done;
        }
        match guarded(|| step(&worker)) {
            Ok(Step::Done) => worker.end(Message::Done),
            Ok(more) => return more,
            Err(why) => worker.end(Message::Failed(why)),
        }
        Step::Done
    };
    Job { parts, state, over: false, running: start(name, turn, body) }
}

/// Runs something that must not take the window down with it: a panic becomes an error.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(format!("internal error: {}", text.unwrap_or_else(|| "a panic".to_owned())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet() -> Wake {
        Arc::new(|| {})
    }

    fn wait<T>(job: &mut Job<T>) -> News<T> {
        loop {
            if let Some(news) = job.news() {
                return news;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn parts_come_in_order_and_then_the_end() {
        let mut job = spawn("count", &quiet(), |worker| {
            (0..3).for_each(|part| worker.send(part));
            Ok(())
        });
        for expected in 0..3 {
            assert!(matches!(wait(&mut job), News::Part(part) if part == expected));
        }
        assert!(matches!(wait(&mut job), News::Done));
        assert!(job.news().is_none() && !job.is_running());
    }

    #[test]
    fn a_panic_is_a_message() {
        let mut job: Job<()> = spawn("panic", &quiet(), |_| panic!("out of luck"));
        let News::Failed(why) = wait(&mut job) else { panic!("no failure") };
        assert_eq!(why, "internal error: out of luck");
    }

    #[test]
    fn steps_are_taken_until_the_last_and_wait_for_a_nudge() {
        let (sender, wishes) = channel::<u32>();
        let mut job = spawn_steps("wishes", &quiet(), move |worker| match wishes.try_recv() {
            Ok(wish) => {
                worker.send(wish * 2);
                Ok(Step::More)
            }
            Err(TryRecvError::Empty) => Ok(Step::Later),
            Err(TryRecvError::Disconnected) => Ok(Step::Done),
        });
        for wish in 0..3 {
            sender.send(wish).unwrap();
            job.nudge();
            assert!(matches!(wait(&mut job), News::Part(part) if part == wish * 2));
        }
        drop(sender);
        job.nudge();
        assert!(matches!(wait(&mut job), News::Done));
    }

    #[test]
    fn a_job_that_waits_can_be_stopped() {
        let job: Job<()> = spawn_steps("waits", &quiet(), |_| Ok(Step::Later));
        job.stop();
    }

    #[test]
    fn a_job_that_is_dropped_is_cancelled() {
        let (sender, receiver) = channel();
        let job: Job<()> = spawn("endless", &quiet(), move |worker| {
            // Before its first step it would be cancelled without having done anything.
            sender.send(()).map_err(|error| error.to_string())?;
            while !worker.cancelled() {
                std::thread::yield_now();
            }
            sender.send(()).map_err(|error| error.to_string())
        });
        assert_eq!(receiver.recv(), Ok(()));
        drop(job);
        assert_eq!(receiver.recv(), Ok(()));
    }
}
