//! What stands between the program and the page: made by `wasm-bindgen`, of the very version that
//! the program was built with.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{cross, process};

/// Sees to it that the program is there; gives its path.
pub fn program() -> Result<PathBuf> {
    let version = locked_version()?;
    let tools = cross::folder()?.join("tools");
    let program = tools.join("bin").join(format!("wasm-bindgen{}", std::env::consts::EXE_SUFFIX));
    if is_version(&program, &version) {
        return Ok(program);
    }
    eprintln!("web: building wasm-bindgen {version}, once");
    let mut install = process::cargo(["install", "wasm-bindgen-cli", "--force", "--quiet"]);
    // Quick to build comes first: it runs for seconds.
    install.args(["--profile", "dev", "--version", &format!("={version}")]);
    install.arg("--root").arg(&tools);
    install.arg("--target-dir").arg(cross::folder()?.join("tools-target"));
    process::run(&mut install)?;
    Ok(program)
}

/// Makes the page's part of a program.
pub fn run(program: &Path, wasm: &Path, page: &Path) -> Result<()> {
    let mut bindings = Command::new(program);
    bindings.args([
        "--target",
        "web",
        "--no-typescript",
        "--remove-name-section",
        "--out-name",
        "ngi_web",
        "--out-dir",
    ]);
    process::run(bindings.arg(page).arg(wasm))
}

fn is_version(program: &Path, version: &str) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(version))
}

/// The version in Cargo.lock: both sides must have the same.
fn locked_version() -> Result<String> {
    let lock = std::fs::read_to_string(process::root().join("Cargo.lock")).context("Cargo.lock")?;
    let mut lines = lock.lines().skip_while(|line| *line != "name = \"wasm-bindgen\"");
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = \""));
    let version = version.and_then(|rest| rest.strip_suffix('"'));
    Ok(version.context("Cargo.lock has no wasm-bindgen")?.to_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_lock_file_has_one() {
        let version = super::locked_version().unwrap();
        assert_eq!(version.split('.').count(), 3, "{version}");
    }
}
