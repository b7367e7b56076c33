//! `cargo xtask fuzz`: libFuzzer on the stable toolchain.
//!
//! Coverage comes from LLVM's own instrumentation, which stable Rust lets through. There is no
//! address sanitizer: that needs nightly, and the code under test holds no `unsafe`.

mod report;

use std::io::BufReader;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result, bail};

use crate::{process, setup};
use report::Report;

/// What makes the compiler count which code an input reached. Debug assertions and overflow
/// checks come from the workspace's `fuzz` profile.
const RUST_FLAGS: &str = "--cfg fuzzing \
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Options of `cargo xtask fuzz`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The targets to run; all of them without it
    target: Vec<String>,
    /// All targets; the same as naming none
    #[arg(long, conflicts_with = "target")]
    all: bool,
    /// How long each target runs at most
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// End a target earlier, once it reached no new place in the code for so long
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    until_quiet: Option<u32>,
    /// How many targets run at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    jobs: u32,
    /// Take the binary that is there instead of building it
    #[arg(long)]
    no_build: bool,
    /// List the targets and stop
    #[arg(long)]
    list: bool,
    /// Run every target over its seeds, past failures and N mutations of them, without libFuzzer
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "3000",
        conflicts_with_all = ["target", "list", "no_build", "until_quiet"]
    )]
    replay: Option<u32>,
}

/// Runs the command. Fails where a target failed.
pub fn run(options: &Options) -> Result<ExitCode> {
    let root = process::root();
    let all = targets(&root)?;
    if options.list {
        all.iter().for_each(|name| println!("{name}"));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(mutations) = options.replay {
        let words = ["test", "--workspace", "--test", "replay", "--test", "memory"];
        let mut command = process::linted(process::cargo(words))?;
        process::run(command.env("NGI_FUZZ_RUNS", mutations.to_string()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let chosen = choose(&all, &options.target)?;
    let binary = binary()?;
    if !options.no_build {
        setup::ensure(setup::FUZZ)?;
        build()?;
        write_seeds()?;
    }
    let reports = run_all(&chosen, &binary, &root, options)?;
    let failed = reports.iter().filter(|(_, report)| !report.is_fine()).count();
    eprintln!();
    for (name, report) in &reports {
        eprintln!("{}", report.describe(name, &format!("{CHOOSES}={name} {}", binary.display())));
    }
    println!("{}", report::table(&reports));
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How long a run is where the end of a campaign is to be found. What a run learned is in the
/// corpus, where the next one starts.
const ROUND_SECONDS: u32 = 60;

/// An input that takes longer is a failure. Targets that run at the same time may have to share a
/// processor, and get as much more.
const INPUT_SECONDS: u32 = 10;

/// Runs the targets, several at a time where that was asked for. The reports come in the order of
/// the names.
fn run_all<'n>(
    names: &[&'n str],
    binary: &Path,
    root: &Path,
    options: &Options,
) -> Result<Vec<(&'n str, Report)>> {
    let waiting = Mutex::new(names.iter());
    let work = || -> Result<Vec<_>> {
        let mut done = Vec::new();
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(&name) = next else { return Ok(done) };
            eprintln!("==> {name}: at most {} s", options.seconds);
            done.push((name, campaign(binary, root, name, options)?));
        }
    };
    let mut reports = thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        let joined = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        joined.collect::<Result<Vec<_>>>()
    })?
    .concat();
    reports.sort_by_key(|(name, _)| *name);
    Ok(reports)
}

/// One target, for as long as was asked, or until rounds that reach nothing new add up to the
/// time that counts as quiet.
fn campaign(binary: &Path, root: &Path, name: &str, options: &Options) -> Result<Report> {
    let prefix = if options.jobs > 1 { format!("{name}: ") } else { String::new() };
    let mut whole = Report::default();
    let (mut left, mut quiet) = (options.seconds, 0);
    while left > 0 {
        let round = options.until_quiet.map_or(left, |limit| limit.min(ROUND_SECONDS).min(left));
        left -= round;
        let mut command = command(binary, root, name, round)?;
        command.arg(format!("-timeout={}", INPUT_SECONDS * options.jobs));
        let report = observe(&mut command, &prefix)?;
        quiet = if report.found_new_places() { 0 } else { quiet + round };
        let is_fine = report.is_fine();
        whole.append(report);
        whole.is_quiet = options.until_quiet.is_some_and(|limit| quiet >= limit);
        if !is_fine || whole.is_quiet {
            break;
        }
    }
    Ok(whole)
}

/// The environment variable that says which target libFuzzer runs.
const CHOOSES: &str = "NGI_FUZZ_TARGET";

/// The names of the targets, as the fuzz crate's table has them.
fn targets(root: &Path) -> Result<Vec<String>> {
    let table = root.join("fuzz/src/lib.rs");
    let text = std::fs::read_to_string(&table)
        .with_context(|| format!("could not read {}", table.display()))?;
    let named = text.split(" name: \"").skip(1);
    let mut names: Vec<String> =
        named.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect();
    names.sort();
    Ok(names)
}

fn choose<'a>(all: &'a [String], wanted: &[String]) -> Result<Vec<&'a str>> {
    if let Some(unknown) = wanted.iter().find(|wanted| !all.contains(wanted)) {
        bail!("no fuzz target {unknown}; there are: {}", all.join(", "));
    }
    let chosen = all.iter().filter(|name| wanted.is_empty() || wanted.contains(name));
    Ok(chosen.map(String::as_str).collect())
}

/// A folder of its own, so that other builds do not lose theirs to the flags.
fn build_folder() -> Result<PathBuf> {
    Ok(process::target_folder()?.join("fuzz"))
}

/// The binary of all targets.
fn binary() -> Result<PathBuf> {
    Ok(build_folder()?.join(host()?).join("fuzz/any"))
}

/// Builds the targets' binary.
fn build() -> Result<()> {
    // A named platform, so that the flags stay away from build scripts.
    let (host, folder) = (host()?, build_folder()?);
    let mut command = process::cargo(["build", "--package", "ngi-fuzz", "--profile", "fuzz"]);
    command.args(["--features", "libfuzzer", "--target", &host, "--target-dir"]).arg(&folder);
    command.args(["--bin", "any"]);
    command.env("RUSTFLAGS", process::flags_with("RUSTFLAGS", RUST_FLAGS));
    command.env_remove("CARGO_ENCODED_RUSTFLAGS");
    process::run(&mut command)
}

/// The platform this compiler builds for.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("could not start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line.context("`rustc -vV` names no host")?.to_owned())
}

/// Lets the fuzz crate write the seeds that it makes in code, and those from the demo game.
fn write_seeds() -> Result<()> {
    // The whole workspace, so that nothing is built again with other features.
    let build = ["build", "--workspace", "--bin", "seeds", "--example", "demo_seeds"];
    process::run(&mut process::cargo(build))?;
    let built = process::target_folder()?.join("debug");
    for program in ["seeds", "examples/demo_seeds"] {
        process::run(
            Command::new(built.join(program)).current_dir(process::root()).arg("fuzz/corpus"),
        )?;
    }
    Ok(())
}

/// One target's run. All paths are below the root, so that what libFuzzer prints is short.
fn command(binary: &Path, root: &Path, name: &str, seconds: u32) -> Result<Command> {
    let corpus = format!("fuzz/corpus/{name}");
    let artifacts = format!("fuzz/artifacts/{name}");
    for folder in [&corpus, &artifacts] {
        let folder = root.join(folder);
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("could not make {}", folder.display()))?;
    }
    let given = [format!("fuzz/seeds/{name}"), format!("fuzz/regressions/{name}")];
    let mut command = Command::new(binary);
    command.env(CHOOSES, name);
    // The first folder is where libFuzzer puts what it learns.
    command.current_dir(root).arg(corpus);
    command.args(given.iter().filter(|folder| root.join(folder).is_dir()));
    command.arg(format!("-max_total_time={seconds}"));
    command.args(["-max_len=65536", "-rss_limit_mb=2048"]);
    // The separator at the end makes it a folder and not the start of a name.
    command.arg(format!("-artifact_prefix={artifacts}/"));
    Ok(command)
}

/// Runs libFuzzer, showing its lines behind a prefix and reading them at once.
fn observe(command: &mut Command, prefix: &str) -> Result<Report> {
    let shown = process::describe(command);
    let mut child = command
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not start `{shown}`"))?;
    let mut report = Report::default();
    if let Some(lines) = child.stderr.take() {
        report.read(BufReader::new(lines), |line| eprintln!("{prefix}{line}"))?;
    }
    report.succeeded = child.wait()?.success();
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_those_of_the_table() {
        let names = targets(&process::root()).unwrap();
        assert!(names.iter().any(|name| name == "text_names"), "{names:?}");
        assert!(names.len() >= 43, "{names:?}");
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn some_or_all_targets_are_chosen() {
        let all = ["a".to_owned(), "b".to_owned()];
        assert_eq!(choose(&all, &[]).unwrap(), ["a", "b"]);
        assert_eq!(choose(&all, &all[1..]).unwrap(), ["b"]);
        let error = choose(&all, &["a".to_owned(), "c".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "no fuzz target c; there are: a, b");
    }

    #[test]
    fn libfuzzer_learns_in_the_corpus_and_starts_from_what_is_there() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("fuzz/seeds/a")).unwrap();
        let command = command(Path::new("/bin/a"), root.path(), "a", 7).unwrap();
        let arguments: Vec<_> = command.get_args().collect();
        assert_eq!(arguments[..3], ["fuzz/corpus/a", "fuzz/seeds/a", "-max_total_time=7"]);
        assert_eq!(*arguments.last().unwrap(), "-artifact_prefix=fuzz/artifacts/a/");
        assert_eq!(command.get_current_dir(), Some(root.path()));
        for folder in ["fuzz/corpus/a", "fuzz/artifacts/a"] {
            assert!(root.path().join(folder).is_dir());
        }
    }
}
