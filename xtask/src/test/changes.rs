//! `cargo xtask test --fast`: the inner loop, for the crates that changed.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::report::{Failure, Outcome, Report};
use super::step::Step;
use super::suite::Suite;
use crate::process;

/// Checks format and prose, lints the workspace, and runs the unit tests of the crates that changed.
///
/// Unlike the whole command it compiles incrementally.
///
/// # Errors
///
/// If git cannot tell what changed.
pub fn run(suite: &Suite, report: &Report) -> Result<()> {
    let files = changed_files()?;
    let packages = packages(&files);
    command_step("fmt", &["fmt", "--all", "--check"], report);
    Step::Prose.run(suite, report);
    command_step(
        "lint",
        &["clippy", "--quiet", "--workspace", "--tests", "--", "--deny", "warnings"],
        report,
    );
    if packages.is_empty() {
        report.note("no crate has changed: no unit tests to run");
    }
    for package in &packages {
        command_step(package, &["test", "--quiet", "--package", package, "--lib"], report);
    }
    Ok(())
}

fn command_step(name: &str, words: &[&str], report: &Report) {
    report.step(name, || {
        let mut cargo = process::cargo(words);
        cargo.env("CARGO_INCREMENTAL", "1");
        let repeat = process::describe(&cargo);
        let output = report.run(name, &mut cargo)?;
        let failure = output.map(|output| Failure { name: name.to_owned(), output, repeat });
        Ok(Outcome { failures: failure.into_iter().collect(), ..Outcome::default() })
    });
}

/// Paths from the root of everything that differs from the last commit that was pushed, files
/// that git does not know yet included. Without an upstream branch: from the last commit.
fn changed_files() -> Result<Vec<String>> {
    let upstream = git(&["rev-parse", "--abbrev-ref", "@{upstream}"]).ok();
    let base = match &upstream {
        Some(upstream) => git(&["merge-base", upstream.trim(), "HEAD"])?,
        None => "HEAD".to_owned(),
    };
    let changed = git(&["diff", "--name-only", base.trim()])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
}

fn git(words: &[&str]) -> Result<String> {
    let mut git = Command::new("git");
    let output =
        git.current_dir(process::root()).args(words).output().context("could not start git")?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        bail!("`{}` failed: {why}", process::describe(&git));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Names of the packages that these files belong to and that have unit tests.
fn packages(files: &[String]) -> BTreeSet<&str> {
    files.iter().filter_map(|file| package(file)).collect()
}

fn package(file: &str) -> Option<&str> {
    let (folder, rest) = file.split_once('/')?;
    match folder {
        "crates" => {
            let (package, _) = rest.split_once('/')?;
            // The library of the viewer's tests is empty.
            (package != "ngi-view-tests").then_some(package)
        }
        "xtask" => Some("xtask"),
        "fuzz" => Some("ngi-fuzz"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_those_of_the_changed_files() {
        let files = [
            "crates/ngi-vfs/src/walk.rs",
            "crates/ngi-vfs/Cargo.toml",
            "crates/ngi-view-tests/tests/viewer/main.rs",
            "xtask/src/lib.rs",
            "fuzz/src/lib.rs",
            "README.md",
        ];
        let files: Vec<String> = files.map(str::to_owned).to_vec();
        assert_eq!(Vec::from_iter(packages(&files)), ["ngi-fuzz", "ngi-vfs", "xtask"]);
    }
}
