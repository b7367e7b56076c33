//! Builds for other systems: std of the target, and cargo told where it is.
//!
//! A toolchain brings std for the machine it runs on. For another target it is made here, once, by
//! the very same compiler, from the sources that Debian packs beside that version of the compiler
//! ([`source`]), into a folder of ours ([`standard`]). The toolchain stays as it is, and what is
//! built with it is an ordinary build of the stable compiler.

pub mod check;
mod source;
mod standard;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::{process, setup};
use standard::Purpose;

/// Windows, linked with mingw.
pub const WINDOWS: &str = "x86_64-pc-windows-gnu";
/// A page in a browser.
pub const WEB: &str = "wasm32-unknown-unknown";

/// The folder for rustc's `--sysroot` with the std of `target`. Builds it if it is missing or was
/// built by another compiler; everything compiled with the old one is removed then.
pub fn sysroot(target: &str) -> Result<PathBuf> {
    sysroot_for(Purpose::Build, target, None)
}

/// A folder like that of [`sysroot`], for type checks only. Gives up at the deadline and keeps what
/// was done by then for the next time.
fn check_sysroot(target: &str, deadline: Instant) -> Result<PathBuf> {
    sysroot_for(Purpose::Check, target, Some(deadline))
}

fn sysroot_for(purpose: Purpose, target: &str, deadline: Option<Instant>) -> Result<PathBuf> {
    let compiler = Compiler::here()?;
    if standard::is_in(&compiler.sysroot, target) {
        return Ok(compiler.sysroot);
    }
    let folder = folder()?;
    let note = standard::note(&compiler.described);
    // A std for builds also serves for checks.
    let built = folder.join("sysroot");
    let checked = folder.join("sysroot-check");
    let made = |sysroot: &Path| standard::is_made(sysroot, target, &note);
    let sysroot = match purpose {
        Purpose::Check if !made(&built) => checked,
        _ => built,
    };
    if !made(&sysroot) {
        setup::ensure(setup::SOURCES)?;
        let library = source::library(&folder, &compiler.version, deadline)
            .with_context(|| format!("no std for {target}"))?;
        eprintln!("cross: making std for {target}, once");
        let work = standard::Work { purpose, folder: &folder, library: &library, target, deadline };
        work.make(&sysroot, &note).with_context(|| format!("no std for {target}"))?;
        remove_folder(&process::target_folder()?.join(target))?;
    }
    Ok(sysroot)
}

/// The toolchain's own, with std for this machine.
pub fn own_sysroot() -> Result<PathBuf> {
    Ok(Compiler::here()?.sysroot)
}

/// Cargo for another target: with its std, its linker, and `flags` for rustc, which reach neither
/// build scripts nor macros.
pub fn cargo(target: &str, sysroot: &Path, flags: &[String], words: &[&str]) -> Command {
    let mut all = vec!["--sysroot".to_owned(), sysroot.display().to_string()];
    all.extend_from_slice(flags);
    let mut settings = vec![format!("target.{target}.rustflags={}", toml_list(&all))];
    if target == WINDOWS {
        settings.push(format!("target.{target}.linker='x86_64-w64-mingw32-gcc'"));
    }
    let (verb, rest) = words.split_at(1.min(words.len()));
    let mut command = process::cargo(verb);
    settings.iter().for_each(|setting| {
        command.args(["--config", setting]);
    });
    // Flags for everything would stand before those of the target.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    command.args(["--target", target]).args(rest);
    command
}

/// Flags by which no path of this machine gets into a program; `target` is cargo's folder. Of two that fit, rustc takes the last.
pub fn remapped(target: &Path) -> Result<Vec<String>> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
        let home = std::env::var_os("HOME")?;
        Some(Path::new(&home).join(".cargo"))
    });
    let mut flags = Vec::new();
    let mut map = |from: &Path, to: &str| {
        flags.push(format!("--remap-path-prefix={}={to}", from.display()));
    };
    if let Some(home) = home {
        map(&home, "/cargo");
    }
    map(&process::root(), "/ngi");
    map(target, "/target");
    Ok(flags)
}

/// Texts as a list in cargo's settings; paths hold no such quotes.
fn toml_list(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("'{text}'")).collect();
    format!("[{}]", quoted.join(","))
}

/// The variable that tells cargo something about one target.
pub fn variable(target: &str, what: &str) -> String {
    format!("CARGO_TARGET_{}_{what}", target.to_uppercase().replace('-', "_"))
}

/// Where all of this is kept.
pub fn folder() -> Result<PathBuf> {
    Ok(process::target_folder()?.join("cross"))
}

fn remove_folder(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The compiler that cargo uses.
struct Compiler {
    /// Such as `1.95.0`.
    version: String,
    /// All that `rustc -vV` says: two compilers with the same words understand each other's std.
    described: String,
    /// Where it keeps what it came with.
    sysroot: PathBuf,
}

impl Compiler {
    fn here() -> Result<Self> {
        let described = asked(&["-vV"])?;
        let release = described.lines().find_map(|line| line.strip_prefix("release: "));
        let Some(release) = release else { bail!("`rustc -vV` names no release") };
        let version = release.trim().to_owned();
        let sysroot = PathBuf::from(asked(&["--print", "sysroot"])?.trim());
        Ok(Self { version, described, sysroot })
    }
}

fn asked(words: &[&str]) -> Result<String> {
    let mut rustc = rustc();
    let output = rustc.args(words).output().context("could not start rustc")?;
    if !output.status.success() {
        bail!("`{}` failed", process::describe(&rustc));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Runs a command to its end; after the deadline it is stopped, which is an error.
fn run_until(command: &mut Command, deadline: Option<Instant>) -> Result<()> {
    let Some(deadline) = deadline else { return process::run(command) };
    let shown = process::describe(command);
    let mut child = command.spawn().with_context(|| format!("could not start `{shown}`"))?;
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => bail!("`{shown}` ended with {status}"),
            None if Instant::now() >= deadline => {
                let _ = child.kill();
                let _ = child.wait();
                bail!("`{shown}` took too long for now");
            }
            None => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_told_about_the_target_alone() {
        let flags = ["-Cdebuginfo=0".to_owned()];
        let command = cargo(WINDOWS, Path::new("/a b"), &flags, &["test", "--", "--exact"]);
        assert_eq!(
            process::describe(&command),
            "cargo test --config \
             target.x86_64-pc-windows-gnu.rustflags=['--sysroot','/a b','-Cdebuginfo=0'] --config \
             target.x86_64-pc-windows-gnu.linker='x86_64-w64-mingw32-gcc' --target \
             x86_64-pc-windows-gnu -- --exact"
        );
        assert!(command.get_envs().all(|(_, value)| value.is_none()));
        assert_eq!(variable(WEB, "RUNNER"), "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER");
    }

    #[test]
    fn the_compiler_says_what_it_is() {
        let compiler = Compiler::here().unwrap();
        assert!(compiler.version.starts_with("1."), "{}", compiler.version);
        assert!(compiler.sysroot.is_dir());
        assert!(!standard::is_in(&compiler.sysroot, "no-such-target"));
    }

    #[cfg(unix)]
    #[test]
    fn what_takes_too_long_is_stopped() {
        let soon = Some(Instant::now() + Duration::from_millis(200));
        let error = run_until(Command::new("sleep").arg("60"), soon).unwrap_err();
        assert!(error.to_string().contains("took too long"), "{error}");
        let late = Some(Instant::now() + Duration::from_secs(60));
        run_until(&mut Command::new("true"), late).unwrap();
    }

    #[test]
    fn paths_of_this_machine_are_mapped_away() {
        let flags = remapped(Path::new("/t")).unwrap();
        let root = format!("--remap-path-prefix={}=/ngi", process::root().display());
        assert!(flags.contains(&root), "{flags:?}");
        assert_eq!(flags.last().unwrap(), "--remap-path-prefix=/t=/target");
    }
}
