//! `cargo xtask windows`: builds `ngi` for Windows, from Linux, and tries it under Wine.

mod left_out;
mod trial;
mod wine;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::{cross, demo, dist, process, setup};
use left_out::LEFT_OUT;
use wine::Wine;

/// The crates whose tests run under Wine: all but those that draw, and their windows.
const TESTED: [&str; 6] =
    ["ngi-formats", "ngi-vfs", "ngi-engine", "ngi-verbs", "ngi-convert", "ngi-cli"];

/// Options of `cargo xtask windows`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The profile of the program; with --wine that of the tests if not given, else that of
    /// `cargo xtask demo`
    #[arg(long)]
    profile: Option<String>,
    /// Run the tests under Wine, then the program against the one for Linux
    #[arg(long)]
    wine: bool,
    /// With --wine: the programs that `cargo xtask dist` made, taken out of what is passed on
    #[arg(long, requires = "wine", conflicts_with = "profile")]
    dist: bool,
    /// With --wine: only the tests, or only the program
    #[arg(long, value_name = "PART", requires = "wine")]
    only: Option<Part>,
    /// With --wine: only tests whose name contains this
    #[arg(long, value_name = "NAME", requires = "wine")]
    filter: Option<String>,
}

/// A part of what is run under Wine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// The tests of the crates
    Tests,
    /// The program, compared with the one for Linux
    Program,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    setup::ensure(setup::WINDOWS)?;
    let sysroot = cross::sysroot(cross::WINDOWS)?;
    // What is built for the tests serves the program as well.
    let usual = if options.wine { "dev" } else { demo::PROFILE };
    let profile = options.profile.as_deref().unwrap_or(usual);
    if !options.wine {
        eprintln!("windows: {}", build(&sysroot, profile)?.display());
        return Ok(ExitCode::SUCCESS);
    }
    setup::ensure(setup::WINE)?;
    let wine = Wine::start()?;
    let wanted = |part| options.only.is_none_or(|only| only == part);
    if wanted(Part::Tests) {
        test(&wine, &sysroot, options.filter.as_deref())?;
    }
    if wanted(Part::Program) {
        let (windows, linux) = match options.dist {
            true => dist::unpacked()?,
            false => (build(&sysroot, profile)?, build_here(profile)?),
        };
        trial::run(&wine, &windows, &linux)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the program; gives its path.
fn build(sysroot: &std::path::Path, profile: &str) -> Result<PathBuf> {
    let words = ["build", "--locked", "--profile", profile, "--package", "ngi-cli", "--bins"];
    process::run(&mut cross::cargo(cross::WINDOWS, sysroot, &[], &words))?;
    Ok(process::target_folder()?.join(cross::WINDOWS).join(folder_of(profile)).join("ngi.exe"))
}

/// The same program for this machine, with the same features: what packs pictures is another crate in
/// a build of everything.
fn build_here(profile: &str) -> Result<PathBuf> {
    let words = ["build", "--locked", "--profile", profile, "--package", "ngi-cli", "--bins"];
    process::run(&mut process::cargo(words))?;
    Ok(process::target_folder()?.join(folder_of(profile)).join("ngi"))
}

/// The folder that cargo puts a profile's programs into.
fn folder_of(profile: &str) -> &str {
    if profile == "dev" { "debug" } else { profile }
}

/// Runs the tests; those that cannot pass are said to be left out, with the reason.
fn test(wine: &Wine, sysroot: &std::path::Path, filter: Option<&str>) -> Result<()> {
    let mut words = vec!["test", "--locked", "--no-fail-fast", "--lib", "--bins", "--tests"];
    TESTED.iter().for_each(|package| words.extend(["--package", package]));
    words.push("--");
    match filter {
        Some(filter) => words.push(filter),
        None => LEFT_OUT.iter().for_each(|left| words.extend(["--skip", left.test])),
    }
    let mut cargo = cross::cargo(cross::WINDOWS, sysroot, &[], &words);
    wine.dress_cargo(&mut cargo);
    // Into a file, where it can be followed: it takes a while.
    let log = cross::folder()?.join("wine-tests.log");
    let file = std::fs::File::create(&log).with_context(|| format!("{}", log.display()))?;
    eprintln!("wine: the tests say what they do in {}", log.display());
    cargo.stderr(file.try_clone()?).stdout(file);
    let status = cargo.status().context("could not start cargo")?;
    let text = std::fs::read(&log).with_context(|| format!("{}", log.display()))?;
    let text = String::from_utf8_lossy(&text);
    let programs = Counts::by_program(&text);
    say(&text, &programs);
    if filter.is_none() {
        LEFT_OUT.iter().for_each(|left| eprintln!("wine: left out {}: {}", left.test, left.why));
    }
    let passed: usize = programs.iter().map(|(_, counts)| counts.passed).sum();
    if !status.success() || passed == 0 {
        bail!("tests failed under Wine: {}", log.display());
    }
    Ok(())
}

/// Says what failed, and a table of what the test programs counted.
fn say(text: &str, programs: &[(&str, Counts)]) {
    text.lines()
        .filter(|line| {
            line.ends_with("FAILED") || line.contains("panicked") || line.starts_with("error")
        })
        .for_each(|line| eprintln!("{line}"));
    let mut all = Counts::default();
    for (program, counts) in programs.iter().filter(|(_, counts)| *counts != Counts::default()) {
        eprintln!("wine: {program:<16} {counts}");
        all.add(counts);
    }
    eprintln!("wine: {:<16} {all}, {} left out", "all", LEFT_OUT.len());
}

/// What a test program counted.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
    ignored: usize,
}

impl Counts {
    /// What each program counted. Cargo names a program before it runs it, with a number behind.
    fn by_program(text: &str) -> Vec<(&str, Self)> {
        let mut programs: Vec<(&str, Self)> = Vec::new();
        for line in text.lines() {
            if let Some((_, path)) =
                line.trim_start().strip_prefix("Running ").and_then(|rest| rest.split_once('('))
            {
                let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
                let name = file.rsplit_once('-').map_or(file, |(name, _)| name);
                programs.push((name, Self::default()));
            } else if let (Some(result), Some((_, counts))) =
                (line.strip_prefix("test result: "), programs.last_mut())
            {
                counts.add(&Self::of(result));
            }
        }
        programs
    }

    fn of(result: &str) -> Self {
        let number = |what: &str| {
            let part = result.split([';', '.']).find(|part| part.trim_end().ends_with(what));
            part.and_then(|part| part.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        Self { passed: number(" passed"), failed: number(" failed"), ignored: number(" ignored") }
    }

    fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { passed, failed, ignored } = self;
        write!(f, "{passed:>5} passed, {failed} failed, {ignored} ignored")
    }
}

/// A command's standard output; anything but success is an error.
fn output(command: &mut Command) -> Result<Vec<u8>> {
    let shown = process::describe(command);
    let output = command.output().with_context(|| format!("could not start `{shown}`"))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        bail!("`{shown}` ended with {}: {why}", output.status);
    }
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_by_program() {
        let text = "   Compiling ngi-vfs v0.1.0\n     \
            Running unittests src/lib.rs (target/x86_64-pc-windows-gnu/debug/deps/ngi_vfs-0a.exe)\n\
            test a ... ok\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished\n     \
            Running tests/main.rs (target\\debug\\deps\\cli-1b.exe)\n\
            test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        let vfs = Counts { passed: 12, failed: 0, ignored: 1 };
        let cli = Counts { passed: 5, failed: 2, ignored: 0 };
        assert_eq!(Counts::by_program(text), [("ngi_vfs", vfs), ("cli", cli)]);
    }

    #[test]
    fn what_is_left_out_says_why_and_exists() {
        for left in LEFT_OUT {
            assert!(left.why.len() > 10, "{}", left.test);
            let name = left.test.rsplit("::").next().unwrap_or_default();
            let wanted = format!("fn {name}(");
            assert!(is_in_sources(&process::root().join("crates"), &wanted), "{}", left.test);
        }
    }

    fn is_in_sources(folder: &std::path::Path, wanted: &str) -> bool {
        std::fs::read_dir(folder).unwrap().flatten().any(|entry| {
            let path = entry.path();
            if path.is_dir() {
                is_in_sources(&path, wanted)
            } else {
                path.extension() == Some("rs".as_ref())
                    && std::fs::read_to_string(&path).is_ok_and(|text| text.contains(wanted))
            }
        })
    }
}
