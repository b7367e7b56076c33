//! The add-on's tests: its logic with any Python, the rest in Blenders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use super::python::{self, Blender};
use super::source;
use crate::{process, setup};

/// What the tests are given.
struct Stage {
    program: PathBuf,
    game: PathBuf,
    pictures: PathBuf,
    zip: PathBuf,
}

/// Runs all tests.
pub fn run(zip: &Path, only: &[String], filter: Option<&str>) -> Result<()> {
    setup::ensure(setup::BPY)?;
    let stage = Stage::make(zip)?;
    let any = Path::new("python3");
    let mut failed = Vec::new();
    if only.is_empty() && !stage.test(any, "test_logic", filter)? {
        failed.push("without Blender".to_owned());
    }
    let wanted = |blender: &Blender| {
        only.is_empty() || only.iter().any(|version| blender.version.starts_with(version.as_str()))
    };
    let every = python::NEWER.into_iter().chain([python::OLDEST]);
    let blenders: Vec<Blender> =
        if only.is_empty() { python::asked() } else { every.filter(wanted).collect() };
    for blender in blenders {
        eprintln!("blender: {}, in {}", blender.version, blender.python);
        let python = blender.installed()?;
        for tests in ["test_blender", "test_installed"] {
            if !stage.test(&python, tests, filter)? {
                failed.push(format!("Blender {}: {tests}", blender.version));
            }
        }
    }
    eprintln!("blender: pictures are in {}", stage.pictures.display());
    if !failed.is_empty() {
        bail!("tests of the add-on failed: {}", failed.join(", "));
    }
    Ok(())
}

impl Stage {
    /// Builds `ngi` and makes a demo game.
    fn make(zip: &Path) -> Result<Self> {
        // As `gltf::exports` does, so that nothing is built twice.
        let build = ["build", "--workspace", "--bin", "ngi", "--test", "cli"];
        process::run(&mut process::linted(process::cargo(build))?)?;
        let target = process::target_folder()?;
        let program = target.join("debug").join(format!("ngi{}", std::env::consts::EXE_SUFFIX));
        let folder = target.join("blender");
        let [game, pictures] = ["game", "pictures"].map(|name| folder.join(name));
        for old in [&game, &pictures] {
            if old.exists() {
                fs::remove_dir_all(old).with_context(|| format!("{}", old.display()))?;
            }
        }
        fs::create_dir_all(&pictures).with_context(|| format!("{}", pictures.display()))?;
        let mut demo = Command::new(&program);
        demo.args(["-q", "demo", "--no-view"]).arg(&game).stdout(Stdio::null());
        process::run(&mut demo)?;
        Ok(Self { program, game, pictures, zip: zip.to_owned() })
    }

    /// Runs the tests of a file; whether all of them passed.
    fn test(&self, python: &Path, tests: &str, filter: Option<&str>) -> Result<bool> {
        let mut command = Command::new(python);
        command.args(["-B", "run.py", tests]).current_dir(source().join("tests"));
        if let Some(filter) = filter {
            command.args(["-k", filter]);
        }
        command
            .env("NGI_TEST_PROGRAM", &self.program)
            .env("NGI_TEST_DEMO", &self.game)
            .env("NGI_TEST_PICTURES", &self.pictures)
            .env("NGI_TEST_ZIP", &self.zip)
            .env_remove("NGI_GAME")
            .stdout(Stdio::null());
        let status = command.status().context("could not start Python")?;
        Ok(status.success())
    }
}
