//! `cargo xtask windows`: builds `ngi` for Windows, from Linux.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

use crate::{cross, demo, process, setup};

/// Options of `cargo xtask windows`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The profile to build with
    #[arg(long, default_value = demo::PROFILE)]
    profile: String,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    setup::ensure(setup::cross(cross::WINDOWS))?;
    let sysroot = cross::sysroot(cross::WINDOWS)?;
    let words = ["build", "--locked", "--profile", &options.profile, "--package", "ngi-cli"];
    process::run(&mut cross::cargo(cross::WINDOWS, &sysroot, &[], &words))?;
    eprintln!("windows: {}", program(&options.profile)?.display());
    Ok(ExitCode::SUCCESS)
}

/// Where cargo puts the program.
fn program(profile: &str) -> Result<PathBuf> {
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(process::target_folder()?.join(cross::WINDOWS).join(folder).join("ngi.exe"))
}
