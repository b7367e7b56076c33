//! Environments of Python.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::process;

/// An environment of its own: nothing is installed into the system.
pub struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// One that stays from run to run, with these packages.
    pub fn kept(folder: &Path, packages: &[&str]) -> Result<Self> {
        let venv = Self { folder: folder.to_owned() };
        let note = folder.join("packages.txt");
        if fs::read_to_string(&note).is_ok_and(|said| said == packages.join("\n")) {
            return Ok(venv);
        }
        let venv = Self::fresh(folder)?;
        venv.install(packages)?;
        fs::write(&note, packages.join("\n"))?;
        Ok(venv)
    }

    /// A new one; what was in its place goes.
    pub fn fresh(folder: &Path) -> Result<Self> {
        let venv = Self { folder: folder.to_owned() };
        process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))
            .with_context(|| format!("no environment in {}", folder.display()))?;
        Ok(venv)
    }

    /// Installs packages, by name or by file.
    pub fn install(&self, packages: &[&str]) -> Result<()> {
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        process::run(self.python().args(pip).args(packages))
    }

    /// Its Python, with nothing from around it.
    pub fn python(&self) -> Command {
        let (folder, name) =
            if cfg!(windows) { ("Scripts", "python.exe") } else { ("bin", "python") };
        let mut python = Command::new(self.folder.join(folder).join(name));
        python.env_remove("PYTHONPATH").env_remove("PYTHONHOME").env("VIRTUAL_ENV", &self.folder);
        python
    }
}
