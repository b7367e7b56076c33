//! `cargo xtask book`: the documentation as one book with a search, for a browser.

mod source;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::process;

/// Version of mdBook that builds the book.
const VERSION: &str = "0.5.4";

/// Options of `cargo xtask book`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Open the book in the browser
    #[arg(long)]
    open: bool,
}

/// Builds the book and prints the path of its first page.
///
/// # Errors
///
/// If mdBook cannot be installed, or if a page cannot be built.
pub fn run(options: &Options) -> Result<ExitCode> {
    let target = process::target_folder()?;
    let mdbook = mdbook(&target)?;
    let (source, book) = (target.join("book-source"), target.join("book"));
    source::write(&process::root(), &source)?;
    let mut build = Command::new(mdbook);
    build.arg("build").arg(&source).arg("--dest-dir").arg(&book);
    if options.open {
        build.arg("--open");
    }
    // Without this, mdBook prints a line per phase.
    process::run(build.env("MDBOOK_LOG", "warn"))?;
    println!("{}", book.join("index.html").display());
    Ok(ExitCode::SUCCESS)
}

/// Path of mdBook; installs it into the target folder if it is missing.
fn mdbook(target: &Path) -> Result<PathBuf> {
    let tools = target.join("tools");
    let program = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    if is_right_version(&program) {
        return Ok(program);
    }
    if is_right_version(Path::new("mdbook")) {
        return Ok(PathBuf::from("mdbook"));
    }
    eprintln!("book: installing mdBook {VERSION} into {}", tools.display());
    let build = tools.join("mdbook-build");
    let version = format!("={VERSION}");
    let mut install = process::cargo(["install", "mdbook", "--version", &version, "--locked"]);
    // The server and the file watcher are half of its dependencies.
    install.args(["--no-default-features", "--features", "search", "--force", "--quiet"]);
    install.arg("--root").arg(&tools).arg("--target-dir").arg(&build);
    process::run(&mut install).with_context(|| format!("could not install mdBook {VERSION}"))?;
    fs::remove_dir_all(&build).with_context(|| format!("cannot remove {}", build.display()))?;
    Ok(program)
}

fn is_right_version(program: &Path) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).trim() == format!("mdbook v{VERSION}")
    })
}
