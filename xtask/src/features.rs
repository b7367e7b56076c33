//! `ngi-formats` with some of its features only: whoever reads a material compiles no Deflate.

use anyhow::{Context as _, Result};

use crate::process;

/// What is built: nothing but what is always there, then each feature alone. All of them together
/// are what every other step builds.
const COMBINATIONS: [&str; 6] = ["", "arealmap", "kinds", "msh", "rsli", "texm"];

/// Checks every combination, warnings denied.
pub fn run() -> Result<()> {
    for features in COMBINATIONS {
        let words = ["check", "--quiet", "--package", "ngi-formats", "--lib"];
        let mut command = process::cargo(words);
        command.args(["--no-default-features", "--features", features]);
        process::run(&mut process::linted(command)?)
            .with_context(|| format!("ngi-formats with the features \"{features}\""))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A feature that nobody builds alone is one that does not build alone, sooner or later.
    #[test]
    fn every_feature_is_built_alone() {
        let path = process::root().join("crates/ngi-formats/Cargo.toml");
        let manifest = std::fs::read_to_string(path).unwrap();
        let (_, list) = manifest.split_once("[features]\n").unwrap();
        let lines = list.lines().take_while(|line| !line.starts_with('['));
        let names = lines.filter_map(|line| Some(line.split_once(" =")?.0));
        let mut names: Vec<&str> = names.filter(|name| *name != "default").collect();
        names.insert(0, "");
        assert_eq!(names, COMBINATIONS);
    }
}
