//! The output of `cargo xtask test`: a line per step, then the failures.

use std::fs::{self, File};
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::scratch::Scratch;
use crate::process;

/// Something that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Name of the test or of the step.
    pub name: String,
    /// Everything that it printed.
    pub output: String,
    /// Command that repeats it.
    pub repeat: String,
}

/// Outcome of a step.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// A few words about the step, for the end of its line.
    pub summary: String,
    /// Failures; the step has passed if there are none.
    pub failures: Vec<Failure>,
    /// Tests that passed and tests that were ignored.
    pub passed: usize,
    pub ignored: usize,
}

/// Prints steps as they end, collects failures, and keeps log files.
pub struct Report {
    start: Instant,
    verbose: bool,
    logs: PathBuf,
    scratch: Option<Scratch>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Steps that are running.
    running: Vec<String>,
    steps: usize,
    passed: usize,
    ignored: usize,
    failures: Vec<Failure>,
}

impl Report {
    /// Creates a report whose log files are in the target folder, and whose commands keep their
    /// temporary files in `scratch`.
    ///
    /// # Errors
    ///
    /// If the folder of the logs cannot be made.
    pub fn new(verbose: bool, scratch: Option<Scratch>) -> Result<Self> {
        let logs = process::target_folder()?.join("test-logs");
        fs::create_dir_all(&logs).with_context(|| format!("cannot create {}", logs.display()))?;
        Ok(Self { start: Instant::now(), verbose, logs, scratch, state: Mutex::default() })
    }

    /// Prints a line.
    pub fn note(&self, text: &str) {
        let _state = self.lock();
        eprintln!("{text}");
    }

    /// Runs a step, prints its line and keeps its failures. An error becomes a failure.
    pub fn step(&self, name: &str, run: impl FnOnce() -> Result<Outcome>) {
        let start = Instant::now();
        self.lock().running.push(name.to_owned());
        self.show_running();
        let outcome = run().unwrap_or_else(|error| Outcome {
            failures: vec![Failure {
                name: name.to_owned(),
                output: format!("{error:#}"),
                repeat: repeat_step(name),
            }],
            ..Outcome::default()
        });
        let mut state = self.lock();
        state.running.retain(|running| running != name);
        state.steps += 1;
        state.passed += outcome.passed;
        state.ignored += outcome.ignored;
        clear_line();
        eprintln!("{}", line(name, start.elapsed(), &outcome));
        state.failures.extend(outcome.failures);
        drop(state);
        self.show_running();
    }

    /// On a terminal, names the steps that are running, in a line that the next one replaces.
    fn show_running(&self) {
        if self.verbose || !std::io::stderr().is_terminal() {
            return;
        }
        let state = self.lock();
        if !state.running.is_empty() {
            eprint!("\r\x1b[2Krunning: {}", state.running.join(", "));
            let _ = std::io::stderr().flush();
        }
    }

    /// Runs a command whose output goes to the log file `name`.log; gives the output if the
    /// command fails.
    ///
    /// # Errors
    ///
    /// If the command cannot be started or the log file cannot be written.
    pub fn run(&self, name: &str, command: &mut Command) -> Result<Option<String>> {
        let shown = process::describe(command);
        self.set_scratch(command);
        if self.verbose {
            eprintln!("==> {name}: {shown}");
            let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
            return Ok((!status.success()).then(|| format!("`{shown}` ended with {status}")));
        }
        let path = self.log(name);
        let log =
            File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
        if status.success() {
            return Ok(None);
        }
        let output = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let output = without_repeats(&String::from_utf8_lossy(&output));
        Ok(Some(format!("{output}`{shown}` ended with {status}")))
    }

    /// Makes a command keep its temporary files in memory, if there is room.
    pub fn set_scratch(&self, command: &mut Command) {
        if let Some(scratch) = &self.scratch {
            command.env("TMPDIR", scratch.folder());
        }
    }

    /// Path of a log file.
    pub fn log(&self, name: &str) -> PathBuf {
        self.logs.join(name).with_extension("log")
    }

    /// True if a step has failed so far.
    pub fn has_failures(&self) -> bool {
        !self.lock().failures.is_empty()
    }

    /// Prints all failures and the last lines; gives the exit code.
    pub fn finish(&self) -> ExitCode {
        let state = self.lock();
        for failure in &state.failures {
            eprintln!("\n---- {} ----\n{}", failure.name, failure.output.trim_end());
            eprintln!("repeat: {}", failure.repeat);
        }
        if !state.failures.is_empty() {
            eprintln!("\nlogs: {}", self.logs.display());
        }
        let steps = if state.steps == 1 { "1 step" } else { &format!("{} steps", state.steps) };
        let failed = state.failures.len();
        eprintln!("{steps}, {}", seconds(self.start.elapsed()));
        eprintln!("test: {} passed, {failed} failed, {} skipped", state.passed, state.ignored);
        if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The command that repeats a step.
pub fn repeat_step(name: &str) -> String {
    format!("cargo xtask test --only {name}")
}

fn line(name: &str, time: Duration, outcome: &Outcome) -> String {
    let verdict = if outcome.failures.is_empty() { "ok" } else { "FAILED" };
    let line = format!("{name:<10} {verdict:<6} {:>9}   {}", seconds(time), outcome.summary);
    line.trim_end().to_owned()
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn clear_line() {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[2K");
    }
}

/// Drops lines that have already been printed: graphics drivers repeat their warnings.
pub fn without_repeats(text: &str) -> String {
    let mut seen = std::collections::HashSet::new();
    let mut kept = String::new();
    for line in text.lines() {
        // Lines of a report may well be alike; warnings of drivers are not indented.
        if line.starts_with(' ') || line.is_empty() || seen.insert(line) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(name: &str) -> Failure {
        Failure { name: name.to_owned(), output: String::new(), repeat: repeat_step(name) }
    }

    #[test]
    fn a_line_has_name_verdict_time_and_summary() {
        let time = Duration::from_millis(12_340);
        let passed = Outcome { summary: "12 tests".to_owned(), ..Outcome::default() };
        assert_eq!(line("test", time, &passed), "test       ok        12.3 s   12 tests");
        let failed = Outcome { failures: vec![failure("doc")], ..Outcome::default() };
        assert_eq!(line("doc", time, &failed), "doc        FAILED    12.3 s");
    }

    #[test]
    fn a_warning_is_kept_once_and_indented_lines_always() {
        let text = "MESA: warning\n  at a\nMESA: warning\n  at a\nerror: b\n";
        assert_eq!(without_repeats(text), "MESA: warning\n  at a\n  at a\nerror: b\n");
    }

    #[test]
    fn an_error_of_a_step_is_a_failure_with_its_command() {
        let report = Report::new(false, None).unwrap();
        report.step("doc", || anyhow::bail!("no rustdoc"));
        assert!(report.has_failures());
        let state = report.lock();
        let [failure] = state.failures.as_slice() else { panic!("{:?}", state.failures) };
        assert_eq!((failure.name.as_str(), failure.output.as_str()), ("doc", "no rustdoc"));
        assert_eq!(failure.repeat, "cargo xtask test --only doc");
    }
}
