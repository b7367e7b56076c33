//! `cargo xtask demo`: builds `ngi` and lets it show itself.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::{process, setup};

/// Options of `cargo xtask demo`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Passed on to `ngi demo`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

/// Runs the command. The exit code is the one of `ngi demo`.
pub fn run(options: &Options) -> Result<ExitCode> {
    setup::ensure(setup::DEMO)?;
    let status = command(options).status().context("could not start cargo")?;
    // Killed by a signal: there is no code to pass on.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// `cargo run` in the caller's folder, so that a relative path means what it says.
fn command(options: &Options) -> Command {
    let mut command = Command::new(process::cargo_program());
    command
        .args(["run", "--release", "--package", "ngi-cli", "--manifest-path"])
        .arg(process::root().join("Cargo.toml"))
        .args(["--", "demo"])
        .args(&options.arguments);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_passed_through() {
        let options = Options { arguments: vec!["folder".into(), "--no-view".into()] };
        let shown = process::describe(&command(&options));
        assert!(shown.ends_with(" -- demo folder --no-view"), "{shown}");
    }
}
