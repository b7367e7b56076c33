//! `cargo xtask deny`: licences, advisories, sources and duplicates of everything we depend on.
//!
//! Not a part of `cargo xtask test`: advisories come from the network, and a new one must not
//! make yesterday's commit fail.

use std::process::{Command, ExitCode, Stdio};

use anyhow::Result;

use crate::process;

/// Options of `cargo xtask deny`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Leave out the advisories, whose list is fetched from the network
    #[arg(long)]
    offline: bool,
}

/// Runs the command; cargo-deny is installed where it is missing.
pub fn run(options: &Options) -> Result<ExitCode> {
    if !is_installed() {
        eprintln!("cargo-deny is missing; it takes some minutes to build, once");
        process::run(&mut process::cargo(["install", "cargo-deny", "--locked"]))?;
    }
    // The package for Python is a workspace of its own, under the same rules.
    for manifest in ["Cargo.toml", "bindings/python/Cargo.toml"] {
        let mut deny = process::cargo(["deny", "--manifest-path", manifest, "--config"]);
        deny.arg(process::root().join("deny.toml")).arg("check");
        process::run(deny.args(checks(options.offline)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn is_installed() -> bool {
    let mut command: Command = process::cargo(["deny", "--version"]);
    let asked = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// What is checked; `deny.toml` says how.
fn checks(offline: bool) -> Vec<&'static str> {
    let checks = ["licenses", "bans", "sources", "advisories"];
    checks.into_iter().filter(|check| !offline || *check != "advisories").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_network_there_are_no_advisories() {
        assert_eq!(checks(false), ["licenses", "bans", "sources", "advisories"]);
        assert_eq!(checks(true), ["licenses", "bans", "sources"]);
    }
}
