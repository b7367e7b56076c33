//! The package as whoever installs it has it: from its wheel, in an environment of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::venv::Venv;
use super::{Work, package};
use crate::gltf::exports;
use crate::process;

/// The slowest that reading models may be: so many times the reader of the house, and the copies.
const MOST: f64 = 1.5;

/// Installs a wheel into a fresh environment and runs everything there is.
pub fn run(wheel: &Path) -> Result<()> {
    eprintln!("python: testing {}", wheel.display());
    let venv = installed(wheel, &["mypy"])?;
    let mut python = venv.python();
    // Away from the sources: what is imported is what was installed.
    python.args(["-m", "unittest", "discover", "--start-directory"]).arg(package().join("tests"));
    python.current_dir(process::target_folder()?).env("NGI_DEMO", game("1")?);
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    process::run(&mut python)
}

fn installed(wheel: &Path, more: &[&str]) -> Result<Venv> {
    let venv = Venv::fresh(&process::target_folder()?.join("python-test"))?;
    let wheel = wheel.to_str().context("the wheel's path is no text")?;
    let mut packages = vec![format!("{wheel}[pictures]")];
    packages.extend(more.iter().map(|&name| name.to_owned()));
    venv.install(&packages.iter().map(String::as_str).collect::<Vec<_>>())?;
    Ok(venv)
}

/// The demo game at a scale, made by the program of this checkout.
fn game(scale: &str) -> Result<PathBuf> {
    let folder = process::target_folder()?.join(format!("python-game-{scale}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    }
    let mut ngi = Command::new(exports::program()?);
    ngi.env_remove("NGI_GAME").args(["-q", "demo", "--no-view", "--scale", scale]).arg(&folder);
    process::run(ngi.stdout(std::process::Stdio::null()))?;
    Ok(folder)
}

/// Reads all models of a game of real size, with Python and without; says what it took.
pub fn measure(wheel: &Path, work: &Work) -> Result<()> {
    let game = game("real")?;
    let venv = installed(wheel, &[])?;
    let manifest = package().join("Cargo.toml");
    let mut cargo = Command::new(process::cargo_program());
    cargo.args(["run", "--quiet", "--locked", "--release", "--example", "reader"]);
    cargo.arg("--manifest-path").arg(manifest).env("CARGO_TARGET_DIR", work.builds());
    let [models, bytes, read, copied] = figures(cargo.arg("--").arg(&game))?;
    let mut python = venv.python();
    let [seen, arrays, took] = figures(python.arg(package().join("measure/models.py")).arg(&game))?;
    let limit = MOST * read + copied;
    eprintln!(
        "python: {models} models, {bytes} bytes: read in {read:.4} s, copied in {copied:.4} s; \
         with numpy {took:.4} s, limit {limit:.4} s"
    );
    if seen < models || arrays < 0.9 * bytes {
        bail!("Python saw {seen} models and {arrays} bytes");
    }
    if took > limit {
        bail!("too slow");
    }
    Ok(())
}

/// The numbers that a program prints.
fn figures<const N: usize>(command: &mut Command) -> Result<[f64; N]> {
    let shown = process::describe(command);
    let output = command.output().with_context(|| format!("could not start `{shown}`"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers.try_into() {
        Ok(numbers) if output.status.success() => Ok(numbers),
        _ => bail!("`{shown}` gave {text:?}: {}", String::from_utf8_lossy(&output.stderr)),
    }
}
