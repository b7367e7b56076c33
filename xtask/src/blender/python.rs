//! Blender as PyPI has it (`bpy`): each version wants a Python of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::process;

/// A Blender, and the Python that it runs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blender {
    /// Its version: two numbers.
    pub version: &'static str,
    /// The program that runs it.
    pub python: &'static str,
}

/// The oldest that the add-on is for.
pub const OLDEST: Blender = Blender { version: "4.2", python: "python3.11" };

/// Newer ones, the newest first. The first one whose Python is there is taken.
pub const NEWER: [Blender; 3] = [
    Blender { version: "5.2", python: "python3.13" },
    Blender { version: "5.0", python: "python3.11" },
    Blender { version: "4.5", python: "python3.11" },
];

impl Blender {
    /// A Python that has this Blender; fetched when it is first needed.
    pub fn installed(self) -> Result<PathBuf> {
        let Self { version, python } = self;
        let folder = process::target_folder()?.join(format!("bpy-{version}"));
        let own = folder.join("bin").join("python");
        let has_blender = || succeeds(Command::new(&own).args(["-c", "import bpy"]));
        if !has_blender() {
            let python = self.python().with_context(|| format!("there is no {python}"))?;
            process::run(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
            let what = format!("bpy=={version}.*");
            let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", &what];
            process::run(Command::new(&own).args(pip))?;
        }
        Ok(own)
    }

    /// The Python, where this machine has it: on the search path, or among those of pyenv.
    pub fn python(self) -> Option<PathBuf> {
        let found = PathBuf::from(self.python);
        // A stand-in that only says that there is none answers with an error.
        let works = |python: &Path| succeeds(Command::new(python).arg("--version"));
        if works(&found) {
            return Some(found);
        }
        let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
        let root = root.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".pyenv")))?;
        let mut others: Vec<PathBuf> = std::fs::read_dir(root.join("versions"))
            .ok()?
            .filter_map(|version| Some(version.ok()?.path().join("bin").join(self.python)))
            .collect();
        others.sort();
        others.into_iter().rev().find(|python| works(python))
    }
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// The Blenders that the add-on is tested in: the oldest, and the newest that can be had.
pub fn asked() -> Vec<Blender> {
    let newest = NEWER.into_iter().find(|blender| blender.python().is_some());
    [Some(OLDEST), newest].into_iter().flatten().collect()
}
