//! std for a target, compiled from its sources into a folder of ours.
//!
//! The compiler's switch for what is unstable is set for these steps and nowhere else: build scripts
//! of dependencies look at it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use super::{WINDOWS, run_until, rustc};
use crate::process;

/// Changed when the steps below are, so that std is made anew.
const RECIPE: u32 = 1;
/// What is built; `test` is what `cargo test` needs.
const CRATES: &str = "-Zbuild-std=std,panic_unwind,panic_abort,proc_macro,test";
/// An empty program that wants a std with a profile like that of the one we know.
const SEED: &str = "\
[package]
name = \"seed\"
version = \"0.0.0\"
edition = \"2024\"

[profile.release]
codegen-units = 1
debug = \"line-tables-only\"

[workspace]
";

/// What is written beside a finished std.
pub fn note(compiler: &str) -> String {
    format!("recipe {RECIPE}\n{compiler}")
}

/// Whether a sysroot was made for a target, in this way.
pub fn is_made(sysroot: &Path, target: &str, note: &str) -> bool {
    let found = fs::read_to_string(libraries(sysroot, target).join(NOTE));
    found.is_ok_and(|found| found == note)
}

/// Whether a toolchain brings std for a target.
pub fn is_in(sysroot: &Path, target: &str) -> bool {
    let Ok(list) = fs::read_dir(libraries(sysroot, target)) else { return false };
    list.flatten().any(|file| file.file_name().as_encoded_bytes().starts_with(b"libstd-"))
}

const NOTE: &str = "ngi-note";

fn libraries(sysroot: &Path, target: &str) -> PathBuf {
    sysroot.join("lib/rustlib").join(target).join("lib")
}

/// Purpose of a std.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Programs and libraries: std is compiled, and optimised like the one of a toolchain.
    Build,
    /// Type checks: std is only checked itself, which takes a fraction of the time.
    Check,
}

/// What std is made of, and where.
pub struct Work<'a> {
    pub purpose: Purpose,
    pub folder: &'a Path,
    pub library: &'a Path,
    pub target: &'a str,
    pub deadline: Option<Instant>,
}

impl Work<'_> {
    /// Makes std; the note is written last.
    pub fn make(&self, sysroot: &Path, note: &str) -> Result<()> {
        let built = self.build()?;
        let libraries = libraries(sysroot, self.target);
        super::remove_folder(&libraries)?;
        fs::create_dir_all(&libraries)
            .with_context(|| format!("cannot make {}", libraries.display()))?;
        let mut copied = 0;
        for file in fs::read_dir(&built).with_context(|| format!("{}", built.display()))? {
            let path = file?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            if name.ends_with(self.suffix()) && !name.starts_with("libseed") {
                fs::copy(&path, libraries.join(name))
                    .with_context(|| format!("cannot copy {}", path.display()))?;
                copied += 1;
            }
        }
        if copied == 0 {
            bail!("cargo left no std in {}", built.display());
        }
        if self.target == WINDOWS && self.purpose == Purpose::Build {
            self.start_up_objects(sysroot, &libraries)?;
        }
        fs::write(libraries.join(NOTE), note)
            .with_context(|| format!("cannot write to {}", libraries.display()))
    }

    /// Suffix of the files that cargo leaves for the purpose.
    fn suffix(&self) -> &'static str {
        match self.purpose {
            Purpose::Build => ".rlib",
            Purpose::Check => ".rmeta",
        }
    }

    /// Compiles or checks std; returns the folder of its libraries.
    fn build(&self) -> Result<PathBuf> {
        let seed = self.folder.join("seed");
        // A build leaves metadata, too, but of another std.
        let target_folder = seed.join(format!("target-{:?}", self.purpose).to_lowercase());
        fs::create_dir_all(seed.join("src"))
            .and_then(|()| fs::write(seed.join("src/lib.rs"), ""))
            .and_then(|()| fs::write(seed.join("Cargo.toml"), SEED))
            .with_context(|| format!("cannot write to {}", seed.display()))?;
        let shown = self.library.display();
        let remap = format!("--remap-path-prefix={shown}=/rustc/library");
        let mut cargo = Command::new(process::cargo_program());
        let verb = if self.purpose == Purpose::Build { "build" } else { "check" };
        cargo.current_dir(&seed).args([verb, "--release", "--offline", "--target", self.target]);
        cargo.arg("--target-dir").arg(&target_folder).arg(CRATES);
        // The few crates of others that std has are in its sources.
        cargo.args(["--config", "source.crates-io.replace-with='vendored'"]);
        cargo.arg("--config").arg(format!("source.vendored.directory='{shown}/vendor'"));
        cargo.env("RUSTC_BOOTSTRAP", "1").env("__CARGO_TESTS_ONLY_SRC_ROOT", self.library);
        // With bitcode, so that programs can be optimised together with it.
        cargo.env("RUSTFLAGS", format!("-Cembed-bitcode=yes {remap}"));
        // What this program was started with is not for std.
        for variable in ["RUSTC_WORKSPACE_WRAPPER", "CARGO_ENCODED_RUSTFLAGS", "CARGO_TARGET_DIR"] {
            cargo.env_remove(variable);
        }
        run_until(&mut cargo, self.deadline)?;
        Ok(target_folder.join(self.target).join("release/deps"))
    }

    /// Two small objects that rustc puts around every program for Windows.
    fn start_up_objects(&self, sysroot: &Path, libraries: &Path) -> Result<()> {
        for name in ["rsbegin", "rsend"] {
            let mut rustc = rustc();
            rustc.args(["--target", self.target, "--crate-type", "rlib", "--emit=obj"]);
            rustc.arg("-Cpanic=abort").arg("--sysroot").arg(sysroot).arg("-o");
            rustc.arg(libraries.join(format!("{name}.o")));
            rustc
                .arg(self.library.join(format!("rtstartup/{name}.rs")))
                .env("RUSTC_BOOTSTRAP", "1");
            run_until(&mut rustc, self.deadline)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn std_of_another_compiler_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let libraries = libraries(folder.path(), WINDOWS);
        fs::create_dir_all(&libraries).unwrap();
        let first = note("rustc 1.95.0");
        assert!(!is_made(folder.path(), WINDOWS, &first) && !is_in(folder.path(), WINDOWS));
        fs::write(libraries.join(NOTE), &first).unwrap();
        fs::write(libraries.join("libstd-0.rlib"), "").unwrap();
        assert!(is_made(folder.path(), WINDOWS, &first) && is_in(folder.path(), WINDOWS));
        assert!(!is_made(folder.path(), WINDOWS, &note("rustc 1.96.0")));
    }
}
