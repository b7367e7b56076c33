//! `cargo xtask web`: the viewer as a page.

mod bindings;
mod browser;
mod serve;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

use crate::{cross, process, setup};

/// Options of `cargo xtask web`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Serve the page on this machine until stopped
    #[arg(long)]
    serve: bool,
    /// Open the page in Chromium and Firefox and use it
    #[arg(long)]
    test: bool,
    /// With --test: only steps whose names contain this
    #[arg(long, value_name = "NAME", requires = "test")]
    only: Option<String>,
    /// With --test: the `ngi` that the page is compared with, instead of the one of the tests
    #[arg(long, value_name = "FILE", requires = "test")]
    ngi: Option<PathBuf>,
    /// Take the page as it is: build nothing
    #[arg(long)]
    no_build: bool,
    /// The port of `--serve`; any free one if not given
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// Bytes that a page compressed with brotli may have, altogether.
const MOST_COMPRESSED: usize = 3_000_000;

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    let page = if options.no_build { folder()? } else { build(&process::target_folder()?)? };
    if options.test {
        setup::ensure(setup::BROWSERS)?;
        let server = serve::start(&page, 0)?;
        let ngi = options.ngi.clone().map_or_else(process::tested_program, Ok)?;
        browser::run(&page, &server, &ngi, options.only.as_deref())?;
    }
    if options.serve {
        let server = serve::start(&page, options.port)?;
        eprintln!("web: {} (stop with Ctrl+C)", server.address());
        server.wait();
    }
    Ok(ExitCode::SUCCESS)
}

/// Where the page is.
pub fn folder() -> Result<PathBuf> {
    Ok(process::target_folder()?.join("web"))
}

/// Builds the page into `web` of cargo's folder `target`: nothing but static files with relative
/// addresses, and nothing of this machine in them.
pub fn build(target: &Path) -> Result<PathBuf> {
    setup::ensure(setup::PAGE)?;
    let sysroot = cross::sysroot(cross::WEB)?;
    let bindings = bindings::program()?;
    let place = target.display().to_string();
    let words = ["build", "--locked", "--profile", "page", "--package", "ngi-web"];
    let words = [&words[..], &["--target-dir", &place]].concat();
    // Every browser of the last three years has it. Without, letters are drawn by code ten times as
    // large, and slower.
    let mut flags = cross::remapped(target)?;
    flags.push("-Ctarget-feature=+simd128".to_owned());
    process::run(&mut cross::cargo(cross::WEB, &sysroot, &flags, &words))?;
    let program = target.join(cross::WEB).join("page").join("ngi_web.wasm");
    let page = target.join("web");
    if page.exists() {
        fs::remove_dir_all(&page).with_context(|| format!("{}", page.display()))?;
    }
    fs::create_dir_all(&page).with_context(|| format!("{}", page.display()))?;
    bindings::run(&bindings, &program, &page)?;
    copy_sources(&page)?;
    weigh(&page)?;
    Ok(page)
}

/// The hand-written part. The script that the program itself imports is where the bindings put it.
fn copy_sources(page: &Path) -> Result<()> {
    let sources = process::root().join("crates/ngi-web/page");
    for name in ["index.html", "style.css", "icon.svg", "page.js", "worker.js", "host.js"] {
        fs::copy(sources.join(name), page.join(name)).with_context(|| name.to_owned())?;
    }
    Ok(())
}

/// Says how large the page is, compressed as servers do, and fails where that is too much.
fn weigh(page: &Path) -> Result<()> {
    let (mut by_gzip, mut by_brotli) = (0, 0);
    let mut files = process::files_below(page, |_| true)?;
    files.sort();
    for (name, file) in files {
        let gzip = compressed("gzip", &["-9", "-c"], &file)?;
        let brotli = compressed("brotli", &["-q", "11", "-w", "24", "-c"], &file)?;
        (by_gzip, by_brotli) = (by_gzip + gzip, by_brotli + brotli);
        if brotli > 50_000 {
            let plain = fs::metadata(&file)?.len();
            eprintln!("web: {name} {plain} bytes, {gzip} with gzip, {brotli} with brotli");
        }
    }
    eprintln!("web: all of {}: {by_gzip} with gzip, {by_brotli} with brotli", page.display());
    if by_brotli > MOST_COMPRESSED {
        bail!("the page has {by_brotli} bytes compressed, more than {MOST_COMPRESSED}");
    }
    Ok(())
}

/// The size of a file after a program has compressed it.
fn compressed(program: &str, words: &[&str], file: &Path) -> Result<usize> {
    let output = std::process::Command::new(program).args(words).arg(file).output();
    let output = output.with_context(|| format!("could not start {program}"))?;
    if !output.status.success() {
        bail!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output.stdout.len())
}
