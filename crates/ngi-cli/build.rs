//! Tells the program which commit it is built from, for `ngi --version`, and on Windows what it looks
//! like in Explorer.

#[path = "build/windows.rs"]
mod windows;

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    // Where there is no repository, as in a package from a registry, the number says it all.
    let text = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    };
    println!("cargo::rustc-env=NGI_VERSION={text}");
    windows::resources();
}

/// The commit of this very repository, not of one that a vendored copy happens to lie in.
fn commit() -> Option<String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if !Path::new(&top).join("crates/ngi-cli/build.rs").exists() {
        return None;
    }
    // Another line is added to this file whenever another commit is checked out.
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", path])
            && Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=9", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
