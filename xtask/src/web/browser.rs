//! The page used in real browsers, without a screen: `browser.mjs` drives them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::serve::Server;
use crate::process;

const PACKAGE: &str = "puppeteer-core";
const VERSION: &str = "24.43.1";
const SCRIPT: &str = include_str!("browser.mjs");

/// Opens the page, uses it, and compares what it hands out with what `ngi` makes. With `only`, just
/// the steps whose names contain it.
pub fn run(page: &Path, server: &Server, ngi: &Path, only: Option<&str>) -> Result<()> {
    let modules = install()?;
    let folder = process::target_folder()?.join("web-test");
    fresh(&folder)?;
    let script = modules.join("browser.mjs");
    fs::write(&script, SCRIPT).with_context(|| format!("{}", script.display()))?;
    let mut demo = Command::new(ngi);
    demo.args(["-q", "demo", "--no-view"]).arg(folder.join("demo"));
    process::run(demo.arg("--broken").arg(folder.join("broken")))?;
    let mut real = Command::new(ngi);
    real.args(["-q", "demo", "--scale", "real", "--no-view"]).arg(folder.join("real"));
    process::run(&mut real)?;
    let mut node = Command::new("xvfb-run");
    node.args(["-a", "-s", "-screen 0 1280x900x24", "node"]).env("LIBGL_ALWAYS_SOFTWARE", "1");
    node.arg(&script).arg(server.address()).arg(&folder).arg(ngi).args(only);
    node.env("NGI_PAGE", page);
    process::run(&mut node).context("the page failed in a browser")
}

/// An empty folder.
fn fresh(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))
}

/// Sees to it that what drives browsers is there; gives its folder.
fn install() -> Result<PathBuf> {
    let folder = process::target_folder()?.join(PACKAGE);
    let manifest = folder.join("node_modules").join(PACKAGE).join("package.json");
    let there = |file: &Path| {
        let text = fs::read_to_string(file).unwrap_or_default();
        text.contains(&format!("\"version\": \"{VERSION}\""))
    };
    if !there(&manifest) {
        fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]);
        npm.arg("--prefix").arg(&folder).arg(format!("{PACKAGE}@{VERSION}"));
        process::run(npm.stdout(std::io::stderr()))?;
    }
    if !there(&manifest) {
        bail!("npm left no {PACKAGE} {VERSION} in {}", folder.display());
    }
    Ok(folder)
}
