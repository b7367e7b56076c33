//! `cargo xtask python`: the package `ngi-tools` as wheels, and its tests.
//!
//! `bindings/python` is a workspace of its own, so that nobody who tests the house compiles what
//! speaks to Python. Its builds go to `target/python`, its wheels to `target/dist`.

mod tests;
mod venv;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::{cross, process, setup};
use venv::Venv;

/// What builds wheels.
const MATURIN: &str = "maturin>=1.9,<2";

/// Options of `cargo xtask python`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Build with pictures (`Game.render`), which brings wgpu
    #[arg(long)]
    render: bool,
    /// Leave Windows out
    #[arg(long)]
    no_windows: bool,
    /// Install the wheel into a fresh environment and run tests, guide and examples; then the same
    /// with a build that asks about every overflow
    #[arg(long)]
    test: bool,
    /// With --test: only the build that asks about every overflow
    #[arg(long, requires = "test")]
    debug_only: bool,
    /// Hold the package against the reader of the house, over all models of a game of real size
    #[arg(long)]
    measure: bool,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    setup::ensure(setup::PYTHON)?;
    let work = Work::new(options.render)?;
    if options.test && options.debug_only {
        tests::run(&work.debug_wheel()?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let wheel = work.wheel()?;
    eprintln!("python: {}", wheel.display());
    if !options.no_windows {
        match work.windows_wheel() {
            Ok(wheel) => eprintln!("python: {}", wheel.display()),
            Err(why) => eprintln!("python: no wheel for Windows: {why:#}"),
        }
    }
    if options.test {
        tests::run(&wheel)?;
        tests::run(&work.debug_wheel()?)?;
    }
    if options.measure {
        tests::measure(&wheel, &work)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The folder of the package.
pub fn package() -> PathBuf {
    process::root().join("bindings/python")
}

/// What wheels are built with.
pub struct Work {
    tools: Venv,
    target: PathBuf,
    render: bool,
}

impl Work {
    fn new(render: bool) -> Result<Self> {
        let target = process::target_folder()?;
        let tools = Venv::kept(&target.join("python-tools"), &[MATURIN])?;
        Ok(Self { tools, target, render })
    }

    /// The folder of its builds.
    pub fn builds(&self) -> PathBuf {
        self.target.join("python")
    }

    /// The wheel for this machine, in `target/dist`.
    fn wheel(&self) -> Result<PathBuf> {
        self.built(&self.target.join("dist"), "linux", self.maturin(&["--release"]))
    }

    /// The same, with every overflow and debug assertion asked about.
    fn debug_wheel(&self) -> Result<PathBuf> {
        let folder = self.builds().join("debug-wheels");
        self.built(&folder, "linux", self.maturin(&["--profile", "dev"]))
    }

    /// The wheel for Windows; std for it is made where it is missing.
    fn windows_wheel(&self) -> Result<PathBuf> {
        setup::ensure(setup::WINDOWS)?;
        let sysroot = cross::sysroot(cross::WINDOWS)?;
        let mut maturin = self.maturin(&["--release", "--target", cross::WINDOWS]);
        // With a target, these reach neither build scripts nor macros.
        let flags = format!("--sysroot\u{1f}{}", sysroot.display());
        maturin.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags);
        maturin.env(cross::variable(cross::WINDOWS, "LINKER"), "x86_64-w64-mingw32-gcc");
        self.built(&self.target.join("dist"), "win", maturin)
    }

    fn maturin(&self, words: &[&str]) -> Command {
        let mut maturin = self.tools.python();
        maturin.args(["-m", "maturin", "build", "--quiet", "--locked", "--manifest-path"]);
        maturin.arg(package().join("Cargo.toml")).args(words);
        if self.render {
            maturin.args(["--features", "render"]);
        }
        maturin.env("CARGO_TARGET_DIR", self.builds());
        maturin
    }

    /// Builds a wheel into a folder; gives its path. One of an earlier run goes first.
    fn built(&self, folder: &Path, system: &str, mut maturin: Command) -> Result<PathBuf> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for old in wheels(folder, system)? {
            fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
        }
        process::run(maturin.arg("--out").arg(folder))?;
        match wheels(folder, system)?.as_slice() {
            [wheel] => Ok(wheel.clone()),
            found => bail!("{} holds {} wheels for {system}", folder.display(), found.len()),
        }
    }
}

/// The wheels of the package for a system: the last part of their names says which.
fn wheels(folder: &Path, system: &str) -> Result<Vec<PathBuf>> {
    let files = process::files_below(folder, |_| false)?.into_iter();
    let ours = |name: &str| is_wheel(name, system);
    Ok(files.filter(|(name, _)| ours(name)).map(|(_, path)| path).collect())
}

fn is_wheel(name: &str, system: &str) -> bool {
    let stem = name.strip_prefix("ngi_tools-").and_then(|rest| rest.strip_suffix(".whl"));
    stem.and_then(|stem| stem.rsplit('-').next()).is_some_and(|tag| tag.contains(system))
}

#[cfg(test)]
mod own_tests {
    use std::fs;

    use super::{is_wheel, package};
    use crate::process;

    /// The package is a workspace of its own, whose list of versions nothing else looks at: a crate
    /// of the house that got another dependency would first be noticed by who builds a wheel.
    #[test]
    fn the_locked_versions_know_what_the_house_depends_on() {
        let lock = fs::read_to_string(package().join("Cargo.lock")).unwrap();
        let mut compared = 0;
        for block in lock.split("[[package]]") {
            let name = block.lines().find_map(|line| line.strip_prefix("name = \"ngi-"));
            let name = name.map(|name| name.trim_end_matches('"')).filter(|name| *name != "tools");
            let Some(name) = name else { continue };
            let manifest = process::root().join(format!("crates/ngi-{name}/Cargo.toml"));
            let manifest = fs::read_to_string(manifest).unwrap();
            let (_, rest) = manifest.split_once("\n[dependencies]\n").unwrap();
            let own = rest.lines().take_while(|line| !line.starts_with('['));
            for line in own.filter(|line| line.contains('=') && !line.starts_with('#')) {
                let needed = line.split(['.', ' ', '=']).next().unwrap();
                let is_there = block.contains(&format!("\n \"{needed}\""))
                    || block.contains(&format!("\n \"{needed} "));
                let why = "`cargo update --workspace` in bindings/python puts it right";
                assert!(is_there || line.contains("optional"), "ngi-{name}: {needed}; {why}");
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared}");
    }

    #[test]
    fn wheels_are_told_by_their_names() {
        let linux = "ngi_tools-0.1.0-cp310-abi3-manylinux_2_34_x86_64.whl";
        let windows = "ngi_tools-0.1.0-cp310-abi3-win_amd64.whl";
        assert!(is_wheel(linux, "linux") && !is_wheel(linux, "win"));
        assert!(is_wheel(windows, "win") && !is_wheel(windows, "linux"));
        assert!(!is_wheel("numpy-2.0-cp310-abi3-win_amd64.whl", "win"));
        assert!(!is_wheel("ngi-0.1.0-windows.zip", "win"));
    }
}
