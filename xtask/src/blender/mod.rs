//! `cargo xtask blender`: the add-on for Blender as a zip that Blender installs, and its tests.

mod package;
pub mod python;
mod trial;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::process;

/// Options of `cargo xtask blender`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Test the add-on: its logic alone, then in Blender 4.2 and in the newest one that a Python of
    /// this machine can have
    #[arg(long)]
    test: bool,
    /// With --test: only Blenders whose version begins like this; may be given several times
    #[arg(long, value_name = "VERSION", requires = "test")]
    only: Vec<String>,
    /// With --test: only tests whose names have this in them
    #[arg(long, value_name = "NAME", requires = "test")]
    filter: Option<String>,
    /// A program `ngi` to put into the zip, so that nothing else has to be installed
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    let folder = process::target_folder()?.join("blender");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let zip = folder.join(format!("{}.zip", package::name(options.program.as_deref())));
    fs::write(&zip, package::zip(options.program.as_deref())?)
        .with_context(|| format!("cannot write {}", zip.display()))?;
    eprintln!("blender: {}", zip.display());
    if options.test {
        trial::run(&zip, &options.only, options.filter.as_deref())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Where the add-on and its tests are.
fn source() -> PathBuf {
    process::root().join("addons").join("blender")
}
