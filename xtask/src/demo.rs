//! `cargo xtask demo`: builds `ngi` and lets it show itself.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::{process, setup};

/// Profile for a first look: compiles fast, runs fast enough.
pub const PROFILE: &str = "demo";

/// Printed last, so that users do not judge the speed of `ngi` by this build.
const SPEED: &str = "\
This build of ngi is for a first look: it compiles fast, but runs 2 to 5 times slower than a release.
The fast one: `cargo build --release --package ngi-cli`, then `target/release/ngi`.";

/// Options of `cargo xtask demo`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Also put the pictures it renders into docs/pictures, where docs/demo.md shows them
    #[arg(long)]
    pictures: bool,
    /// Passed on to `ngi demo`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

/// Runs the command. The exit code is the one of `ngi demo`.
pub fn run(options: &Options) -> Result<ExitCode> {
    setup::ensure(setup::DEMO)?;
    let status = command(options).status().context("could not start cargo")?;
    if options.pictures && status.success() {
        keep_pictures()?;
    }
    eprintln!("\n{SPEED}");
    // Killed by a signal: there is no code to pass on.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// `cargo run` in the caller's folder, so that a relative path means what it says.
fn command(options: &Options) -> Command {
    let mut command = Command::new(process::cargo_program());
    command
        .args(["run", "--profile", PROFILE, "--package", "ngi-cli", "--manifest-path"])
        .arg(process::root().join("Cargo.toml"))
        .args(["--", "demo"]);
    if options.pictures {
        command.arg(pictures_game()).args(["--force", "--no-view"]);
    }
    command.args(&options.arguments);
    command
}

/// The game that the pictures of the documentation are of.
fn pictures_game() -> PathBuf {
    process::root().join("target/demo-pictures")
}

/// Copies the pictures of that game.
fn keep_pictures() -> Result<()> {
    let folder = process::root().join("docs/pictures");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let exported = pictures_game().join("exported");
    let list =
        fs::read_dir(&exported).with_context(|| format!("cannot read {}", exported.display()))?;
    for entry in list {
        let path = entry?.path();
        let Some(name) = path.file_name().filter(|_| path.extension() == Some("png".as_ref()))
        else {
            continue;
        };
        fs::copy(&path, folder.join(name))
            .with_context(|| format!("cannot copy {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_passed_through() {
        let arguments = vec!["folder".into(), "--no-view".into()];
        let shown = process::describe(&command(&Options { pictures: false, arguments }));
        assert!(shown.ends_with(" -- demo folder --no-view"), "{shown}");
    }

    #[test]
    fn pictures_are_of_a_game_of_their_own() {
        let options = Options { pictures: true, arguments: Vec::new() };
        let shown = process::describe(&command(&options));
        assert!(shown.ends_with("target/demo-pictures --force --no-view"), "{shown}");
    }
}
