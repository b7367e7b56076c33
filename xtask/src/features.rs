//! `ngi-formats` with a part of its features: a program that reads materials need not compile
//! Deflate.

use anyhow::{Context as _, Result};

use crate::process;

/// Features of each check: none, then each alone. `kinds` implies all others, so every other step
/// compiles it.
const COMBINATIONS: [&str; 5] = ["", "arealmap", "msh", "rsli", "texm"];

/// Checks every combination with rustc, warnings denied.
///
/// Clippy, which takes twice the time, sees the same lines in the build of the workspace.
///
/// # Errors
///
/// If a combination does not compile without a warning.
pub fn run() -> Result<()> {
    for features in COMBINATIONS {
        let words = ["check", "--quiet", "--package", "ngi-formats", "--lib"];
        let mut command = process::cargo(words);
        command.args(["--no-default-features", "--features", features]);
        command.env("CARGO_INCREMENTAL", "0");
        command.env("RUSTFLAGS", process::flags_with("RUSTFLAGS", "-Dwarnings"));
        process::run(&mut command)
            .with_context(|| format!("ngi-formats with the features \"{features}\""))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_is_built_alone() {
        let path = process::root().join("crates/ngi-formats/Cargo.toml");
        let manifest = std::fs::read_to_string(path).unwrap();
        let (_, list) = manifest.split_once("[features]\n").unwrap();
        let lines = list.lines().take_while(|line| !line.starts_with('['));
        let names = lines.filter_map(|line| Some(line.split_once(" =")?.0));
        let mut names: Vec<&str> =
            names.filter(|name| !["default", "kinds"].contains(name)).collect();
        names.insert(0, "");
        assert_eq!(names, COMBINATIONS);
    }
}
