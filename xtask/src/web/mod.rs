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
    /// Take the page as it is: build nothing
    #[arg(long)]
    no_build: bool,
    /// The port of `--serve`; any free one if not given
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// Letters a compressed page may have, altogether.
const MOST_COMPRESSED: u64 = 3 << 20;

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    let page = if options.no_build { folder()? } else { build()? };
    if options.test {
        setup::ensure(setup::BROWSERS)?;
        let server = serve::start(&page, 0)?;
        browser::run(&page, &server)?;
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

/// Builds the page into `target/web`: nothing but static files with relative addresses.
pub fn build() -> Result<PathBuf> {
    let sysroot = cross::sysroot(cross::WEB)?;
    let bindings = bindings::program()?;
    let words = ["build", "--locked", "--profile", "page", "--package", "ngi-web"];
    // Every browser of the last three years has it. Without, letters are drawn by code ten times as
    // large, and slower.
    let flags = ["-Ctarget-feature=+simd128".to_owned()];
    process::run(&mut cross::cargo(cross::WEB, &sysroot, &flags, &words))?;
    let program = process::target_folder()?.join(cross::WEB).join("page").join("ngi_web.wasm");
    let page = folder()?;
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
    let mut total = 0;
    for file in files_below(page)? {
        let size = compressed(&file)?;
        total += size;
        if size > 50_000 {
            let plain = fs::metadata(&file)?.len();
            eprintln!("web: {} {plain} bytes, {size} compressed", shown(page, &file));
        }
    }
    eprintln!("web: {} in all: {total} bytes compressed", page.display());
    if total > MOST_COMPRESSED {
        bail!("the page has {total} bytes compressed, more than {MOST_COMPRESSED}");
    }
    Ok(())
}

fn shown(page: &Path, file: &Path) -> String {
    file.strip_prefix(page).unwrap_or(file).display().to_string()
}

/// All files of the page.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).with_context(|| format!("{}", next.display()))? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}

/// The size of a file after gzip.
fn compressed(file: &Path) -> Result<u64> {
    let output = std::process::Command::new("gzip").args(["-9", "-c"]).arg(file).output();
    let output = output.context("could not start gzip")?;
    if !output.status.success() {
        bail!("gzip failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output.stdout.len() as u64)
}
