//! The tests of the workspace: compiled by cargo, run by this program.
//!
//! Cargo would run them just as well, but print everything that they and the graphics driver
//! write, and keep its lock on the target folder, so that no other step could compile meanwhile.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::hash::{BuildHasher as _, RandomState};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::report::{self, Failure, Outcome, Report, without_repeats};
use crate::process;

/// Seed of the property tests in an ordinary run: the same verdict every time.
pub const FIXED_SEED: u64 = 1;

/// Variable that gives proptest its seed.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Variable that gives proptest its number of cases.
const CASES: &str = "PROPTEST_CASES";

/// Cases of a property test with the fixed seed. They are the same in every run, so more of them
/// find nothing new; with another seed, proptest runs its own number, 256.
const FIXED_CASES: &str = "64";

/// How the tests are run.
#[derive(Debug, Clone, Copy)]
pub struct Suite {
    /// Seed of the property tests.
    pub seed: u64,
    /// Threads of each test program; `None` for one per processor.
    pub threads: Option<u16>,
    /// Prints what cargo says instead of writing it to a log file.
    pub verbose: bool,
}

/// A compiled test program.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Program {
    /// Package and target, for messages: `ngi-cli cli`.
    name: String,
    executable: PathBuf,
    /// Folder of its package, in which cargo would start it.
    folder: PathBuf,
}

impl Suite {
    /// Compiles the tests.
    ///
    /// # Errors
    ///
    /// If cargo cannot be started.
    pub fn build(&self, report: &Report) -> Result<Outcome> {
        Ok(match self.compile(report)? {
            Ok(programs) => Outcome {
                summary: format!("{} test programs", programs.len()),
                ..Outcome::default()
            },
            Err(output) => {
                let (name, repeat) = ("build".to_owned(), report::repeat_step("build"));
                Outcome { failures: vec![Failure { name, output, repeat }], ..Outcome::default() }
            }
        })
    }

    /// Runs all tests.
    ///
    /// # Errors
    ///
    /// If the tests do not compile, or a test program cannot be started.
    pub fn run(&self, report: &Report) -> Result<Outcome> {
        self.run_matching(None, report)
    }

    /// Runs the tests whose names contain `filter`.
    ///
    /// # Errors
    ///
    /// If the tests do not compile, a test program cannot be started, or no name matches.
    pub fn run_filtered(&self, filter: &str, report: &Report) -> Result<Outcome> {
        let outcome = self.run_matching(Some(filter), report)?;
        if outcome.passed + outcome.failures.len() + outcome.ignored == 0 {
            bail!("no test has `{filter}` in its name");
        }
        Ok(outcome)
    }

    fn run_matching(&self, filter: Option<&str>, report: &Report) -> Result<Outcome> {
        let programs = match self.compile(report)? {
            Ok(programs) => programs,
            Err(output) => bail!("{output}"),
        };
        // Two at a time: most programs end with one long test that leaves a processor idle.
        let waiting = Mutex::new(programs.iter());
        let work = || -> Result<Vec<Outcome>> {
            let mut outcomes = Vec::new();
            loop {
                let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(program) = next else { return Ok(outcomes) };
                outcomes.push(self.run_program(program, filter, report)?);
            }
        };
        let outcomes = thread::scope(|scope| {
            let other = scope.spawn(work);
            let own = work()?;
            let other = other.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            Ok::<_, anyhow::Error>([own, other].concat())
        })?;
        let mut whole = Outcome::default();
        for outcome in outcomes {
            whole.passed += outcome.passed;
            whole.ignored += outcome.ignored;
            whole.failures.extend(outcome.failures);
        }
        whole.summary = format!("{} tests", whole.passed + whole.failures.len());
        Ok(whole)
    }

    /// Compiles the test programs; if they do not compile, gives cargo's messages.
    fn compile(&self, report: &Report) -> Result<Result<Vec<Program>, String>> {
        let words = ["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"];
        let mut cargo = process::linted(process::cargo(words))?;
        let log = report.log("build");
        cargo.stdin(Stdio::null()).stdout(Stdio::piped());
        if !self.verbose {
            cargo.arg("--quiet").stderr(create(&log)?);
        }
        let output = cargo.output().context("could not start cargo")?;
        if output.status.success() {
            return Ok(Ok(programs(&output.stdout)?));
        }
        let said = fs::read_to_string(&log).unwrap_or_default();
        Ok(Err(format!("{said}`{}` ended with {}", process::describe(&cargo), output.status)))
    }

    fn run_program(
        &self,
        program: &Program,
        filter: Option<&str>,
        report: &Report,
    ) -> Result<Outcome> {
        let log = &report.log(&program.name.replace(' ', "-"));
        let mut command = Command::new(&program.executable);
        report.set_scratch(&mut command);
        command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
        command.env(SEED, self.seed.to_string()).env_remove("NGI_GAME");
        if self.seed == FIXED_SEED {
            command.env(CASES, FIXED_CASES);
        }
        command.args(filter);
        if let Some(threads) = self.threads {
            command.arg(format!("--test-threads={threads}"));
        }
        // Standard error is what drivers write: failures are reported on standard output.
        let errors = log.with_extension("stderr.log");
        command.stdin(Stdio::null()).stdout(create(log)?).stderr(create(&errors)?);
        let status = command.status();
        let status =
            status.with_context(|| format!("could not start the tests of {}", program.name))?;
        let read = |path: &Path| {
            let bytes =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok::<_, anyhow::Error>(String::from_utf8_lossy(&bytes).into_owned())
        };
        Ok(self.outcome(&program.name, &read(log)?, &read(&errors)?, status))
    }

    /// Outcome of a test program, from its two outputs.
    fn outcome(&self, program: &str, output: &str, errors: &str, status: ExitStatus) -> Outcome {
        let parsed = Parsed::of(output);
        let runs = parsed.runs;
        let failure = |(name, output): (String, String)| {
            let seed = if self.seed == FIXED_SEED {
                String::new()
            } else {
                format!(" --seed {}", self.seed)
            };
            let repeat = format!("cargo xtask test {name}{seed}");
            Failure { name: format!("{program}: {name}"), output, repeat }
        };
        let mut failures: Vec<Failure> = parsed.failures.into_iter().map(failure).collect();
        if !status.success() && failures.is_empty() {
            // Aborted, killed, or a crash while it ended.
            let errors = without_repeats(errors);
            failures.push(Failure {
                name: program.to_owned(),
                output: format!(
                    "{}{errors}the test program ended with {status}",
                    parsed.unfinished
                ),
                repeat: report::repeat_step("test"),
            });
        }
        if runs > 1 {
            failures.push(Failure {
                name: program.to_owned(),
                output: format!("a test started the whole program again: it ran {runs} times"),
                repeat: report::repeat_step("test"),
            });
        }
        let (passed, ignored) = (parsed.passed, parsed.ignored);
        Outcome { failures, passed, ignored, ..Outcome::default() }
    }
}

/// Draws a seed.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

fn create(path: &Path) -> Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}

/// The test programs in cargo's messages, the largest first: those that link everything run longest.
fn programs(messages: &[u8]) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for line in messages.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"{")) {
        let message: Value =
            serde_json::from_slice(line).context("cargo's messages are not JSON")?;
        let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
        let is_test = message.pointer("/profile/test") == Some(&Value::Bool(true));
        let (Some(executable), true) = (text("/executable"), is_test) else { continue };
        let manifest = Path::new(text("/manifest_path").unwrap_or_default());
        let folder = manifest.parent().unwrap_or(Path::new("")).to_owned();
        let package = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let target = text("/target/name").unwrap_or_default();
        let name = format!("{package} {target}");
        programs.push(Program { name, executable: executable.into(), folder });
    }
    if programs.is_empty() {
        bail!("cargo names no test program");
    }
    let size = |program: &Program| fs::metadata(&program.executable).map_or(0, |file| file.len());
    programs.sort_by_cached_key(|program| (Reverse(size(program)), program.name.clone()));
    Ok(programs)
}

/// Results parsed from the standard output of a test program.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parsed {
    /// Number of times that the program began to run its tests.
    runs: usize,
    passed: usize,
    ignored: usize,
    /// Names and outputs of the tests that failed.
    failures: Vec<(String, String)>,
    /// Output of a program that ended before it printed its result.
    unfinished: String,
}

impl Parsed {
    fn of(output: &str) -> Self {
        let mut parsed = Self::default();
        let mut current: Option<(String, String)> = None;
        let mut ended = false;
        for line in output.lines() {
            if is_start(line) {
                parsed.runs += 1;
            }
            let header =
                line.strip_prefix("---- ").and_then(|line| line.strip_suffix(" stdout ----"));
            if let Some(name) = header {
                parsed.failures.extend(current.replace((name.to_owned(), String::new())));
            } else if line == "failures:" {
                parsed.failures.extend(current.take());
            } else if let Some((_, text)) = &mut current {
                text.push_str(line);
                text.push('\n');
            } else if let Some(result) = line.strip_prefix("test result: ") {
                ended = true;
                parsed.passed = count(result, " passed");
                parsed.ignored = count(result, " ignored");
            }
        }
        if !ended {
            parsed.unfinished = format!("{output}\n");
        }
        parsed
    }
}

/// True for the line `running 4 tests`.
fn is_start(line: &str) -> bool {
    let count = line.strip_prefix("running ").and_then(|rest| rest.split_once(' '));
    count.is_some_and(|(count, unit)| count.parse::<u32>().is_ok() && unit.starts_with("test"))
}

/// The number before `unit` in `ok. 12 passed; 0 failed; …`.
fn count(result: &str, unit: &str) -> usize {
    let before = result.split_once(unit).map_or("", |(before, _)| before);
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "
running 4 tests
test a::passes ... ok
test a::is_slow ... ignored, because
test b::fails ... FAILED
test b::fails_too ... FAILED

failures:

---- b::fails stdout ----

thread 'b::fails' panicked at src/lib.rs:1:2:
left is not right

---- b::fails_too stdout ----
Error: no


failures:
    b::fails
    b::fails_too

test result: FAILED. 1 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
";

    #[test]
    fn failures_are_found_with_their_output() {
        let parsed = Parsed::of(OUTPUT);
        assert_eq!((parsed.passed, parsed.ignored), (1, 1));
        let [(first, why), (second, _)] = parsed.failures.as_slice() else { panic!("{parsed:?}") };
        assert_eq!((first.as_str(), second.as_str()), ("b::fails", "b::fails_too"));
        assert!(why.contains("left is not right") && !why.contains("Error: no"), "{why}");
        assert_eq!(parsed.unfinished, "");
    }

    #[cfg(unix)]
    fn status(raw: i32) -> ExitStatus {
        std::os::unix::process::ExitStatusExt::from_raw(raw)
    }

    #[cfg(unix)]
    #[test]
    fn a_failure_names_the_command_that_repeats_it() {
        let suite = Suite { seed: 7, threads: None, verbose: false };
        let outcome = suite.outcome("ngi-engine ngi_engine", OUTPUT, "", status(101 << 8));
        assert_eq!(outcome.failures[0].name, "ngi-engine ngi_engine: b::fails");
        assert_eq!(outcome.failures[0].repeat, "cargo xtask test b::fails --seed 7");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_crashes_is_a_failure() {
        let suite = Suite { seed: FIXED_SEED, threads: None, verbose: false };
        let cut = OUTPUT.split_once("failures:").unwrap().0;
        let outcome = suite.outcome("ngi-view", cut, "bad\nbad\n", status(11));
        let [failure] = outcome.failures.as_slice() else { panic!("{outcome:?}") };
        assert!(failure.output.contains("a::passes ... ok"), "{}", failure.output);
        assert!(failure.output.contains("bad\nthe test program ended with signal: 11"));
        // All tests passed, then it crashed.
        let passed = "test result: ok. 3 passed; 0 failed; 0 ignored";
        assert_eq!(suite.outcome("ngi-view", passed, "", status(11)).failures.len(), 1);
        assert_eq!(suite.outcome("ngi-view", passed, "", status(0)).failures.len(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_runs_its_tests_twice_is_a_failure() {
        let suite = Suite { seed: FIXED_SEED, threads: None, verbose: false };
        let cut = "running 1 test\ntest a::passes ... ok\n";
        let twice = format!("{cut}{cut}test result: ok. 1 passed; 0 failed; 0 ignored");
        let outcome = suite.outcome("ngi-cli cli", &twice, "", status(0));
        let [failure] = outcome.failures.as_slice() else { panic!("{outcome:?}") };
        assert!(failure.output.contains("2 times"), "{}", failure.output);
    }

    #[test]
    fn test_programs_are_those_with_a_test_profile() {
        let messages = br#"{"reason":"compiler-artifact","manifest_path":"/w/crates/b/Cargo.toml","target":{"name":"cli"},"profile":{"test":true},"executable":"/t/cli-1"}
{"reason":"compiler-artifact","manifest_path":"/w/crates/b/Cargo.toml","target":{"name":"b"},"profile":{"test":false},"executable":"/t/b"}
{"reason":"build-finished","success":true}"#;
        let program = Program {
            name: "b cli".to_owned(),
            executable: "/t/cli-1".into(),
            folder: "/w/crates/b".into(),
        };
        assert_eq!(programs(messages).unwrap(), [program]);
        assert!(programs(b"").is_err());
    }

    #[test]
    fn seeds_differ() {
        assert_ne!(random_seed(), random_seed());
    }
}
