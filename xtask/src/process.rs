//! Running cargo and finding the workspace's folders.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::compiler;

/// The folder that holds the workspace's `Cargo.toml`.
///
/// Cargo tells the running program where its package lies; the place where it was compiled is
/// for a binary that is started by hand.
pub fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .unwrap_or_else(|| OsString::from(env!("CARGO_MANIFEST_DIR")));
    let package = PathBuf::from(package);
    package.parent().map_or_else(|| package.clone(), Path::to_path_buf)
}

/// The same cargo that started this program, in the workspace's root.
pub fn cargo(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(cargo_program());
    command.current_dir(root()).args(arguments);
    command
}

/// The path of that cargo.
pub fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

/// Makes cargo compile the workspace as all steps of the tests do: see [`compiler::use_clippy`].
pub fn linted(mut command: Command) -> Result<Command> {
    compiler::use_clippy(&mut command)?;
    // Incremental compilation costs a seventh of a whole build; it is for the inner loop. Panics name
    // their line without debug information.
    for (name, value) in [("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "none")] {
        if std::env::var_os(name).is_none() {
            command.env(name, value);
        }
    }
    Ok(command)
}

/// A program of the toolchain; the one on the search path may be of another.
pub fn tool(name: &str) -> Result<OsString> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(rustc).args(["--print", "sysroot"]).output();
    let output = output.context("could not start rustc")?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let file = sysroot.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    Ok(if file.is_file() { file.into_os_string() } else { OsString::from(name) })
}

/// Runs a command to its end; anything but success is an error that names it.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = describe(command);
    let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` ended with {status}");
    }
    Ok(())
}

/// Cargo's target folder, wherever the environment or a configuration file puts it.
pub fn target_folder() -> Result<PathBuf> {
    let output = cargo(["metadata", "--no-deps", "--format-version=1"])
        .output()
        .context("could not start `cargo metadata`")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).context("`cargo metadata` gave no JSON")?;
    let folder = metadata.get("target_directory").and_then(serde_json::Value::as_str);
    Ok(PathBuf::from(folder.context("`cargo metadata` names no target folder")?))
}

/// `ngi` for this machine, as the tests run it: whoever has run them has it. Built in another way its
/// dependencies would have other features, and be compiled another time.
pub fn tested_program() -> Result<PathBuf> {
    let words = ["test", "--workspace", "--no-run", "--test", "cli"];
    run(&mut linted(cargo(words))?)?;
    Ok(target_folder()?.join("debug").join(format!("ngi{}", std::env::consts::EXE_SUFFIX)))
}

/// The SHA-256 of a file, as the system's own program gives it.
pub fn sha256(file: &Path) -> Result<String> {
    let output = Command::new("sha256sum").arg("--binary").arg(file).output();
    let output = output.context("could not start `sha256sum`")?;
    let text = String::from_utf8_lossy(&output.stdout);
    match text.split_whitespace().next() {
        Some(sum) if output.status.success() => Ok(sum.trim_start_matches('\\').to_owned()),
        _ => bail!("`sha256sum` could not read {}", file.display()),
    }
}

/// All files below a folder: their paths from there, with `/`, and where they are. Folders that
/// `enter` refuses are passed over.
pub fn files_below(folder: &Path, enter: impl Fn(&Path) -> bool) -> Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        let list = std::fs::read_dir(&current);
        for entry in list.with_context(|| format!("cannot read {}", current.display()))? {
            let path = entry?.path();
            if !path.is_dir() {
                let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
                found.push((name.replace('\\', "/"), path));
            } else if enter(&path) {
                folders.push(path);
            }
        }
    }
    Ok(found)
}

/// The value of an environment variable with more flags put behind it.
pub fn flags_with(variable: &str, more: &str) -> String {
    match std::env::var(variable) {
        Ok(flags) if !flags.trim().is_empty() => format!("{flags} {more}"),
        _ => more.to_owned(),
    }
}

/// A command as a person would type it.
pub fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_the_workspace() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[workspace]"));
    }

    #[test]
    fn a_command_is_described_without_its_folder() {
        let mut command = Command::new("/some/where/cargo");
        command.args(["test", "--workspace"]);
        assert_eq!(describe(&command), "cargo test --workspace");
    }

    #[test]
    fn a_failing_command_is_named() {
        let mut command = cargo(["no-such-command-of-cargo"]);
        let error = run(command.stderr(std::process::Stdio::null())).unwrap_err();
        assert!(error.to_string().contains("cargo no-such-command-of-cargo"), "{error}");
    }
}
