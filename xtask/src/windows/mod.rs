//! `cargo xtask windows`: builds `ngi` for Windows, from Linux, and tries it under Wine.

mod left_out;
mod trial;
mod wine;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::{cross, demo, process, setup};
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
        let windows = build(&sysroot, profile)?;
        trial::run(&wine, &windows, &build_here(profile)?)?;
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
    let status = cargo.stdout(file).status().context("could not start cargo")?;
    let text = std::fs::read(&log).with_context(|| format!("{}", log.display()))?;
    let text = String::from_utf8_lossy(&text);
    let counts = Counts::of(&text);
    text.lines()
        .filter(|line| line.ends_with("FAILED") || line.contains("panicked"))
        .for_each(|line| eprintln!("{line}"));
    eprintln!(
        "wine: {} tests passed, {} failed, {} ignored, {} left out",
        counts.passed,
        counts.failed,
        counts.ignored,
        LEFT_OUT.len()
    );
    if filter.is_none() {
        LEFT_OUT.iter().for_each(|left| eprintln!("wine: left out {}: {}", left.test, left.why));
    }
    if !status.success() || counts.passed == 0 {
        bail!("tests failed under Wine");
    }
    Ok(())
}

/// What test programs counted.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
    ignored: usize,
}

impl Counts {
    fn of(text: &str) -> Self {
        let mut counts = Self::default();
        for line in text.lines().filter(|line| line.starts_with("test result: ")) {
            let number = |what: &str| {
                let part = line.split([';', '.']).find(|part| part.trim_end().ends_with(what));
                part.and_then(|part| part.split_whitespace().next()?.parse().ok()).unwrap_or(0)
            };
            counts.passed += number(" passed");
            counts.failed += number(" failed");
            counts.ignored += number(" ignored");
        }
        counts
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
    fn tests_are_counted_over_all_programs() {
        let text = "test a ... ok\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished\n\
            test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(Counts::of(text), Counts { passed: 17, failed: 2, ignored: 1 });
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
