//! The compiler of every step: clippy, with unit tests left unoptimised.
//!
//! Profiles optimise a package as a whole. The libraries that most tests spend their time in are
//! optimised, and so would be their own unit tests, which take ten times as long to compile then and
//! hardly run faster. No setting of cargo tells the two apart, so this program takes the place of
//! the compiler, looks whether it is a test, and starts clippy.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::process;

/// Holds the path of clippy's compiler if this program stands in for it.
const REAL: &str = "NGI_XTASK_COMPILER";

/// Makes cargo compile the workspace with clippy, all warnings denied, and unit tests without
/// optimisation.
///
/// This is what `cargo clippy` does, with `cargo test` instead of `cargo check` behind it. All steps
/// call cargo this way: otherwise each would compile the workspace again.
///
/// # Errors
///
/// If the path of this program or of the toolchain is unknown.
pub fn use_clippy(command: &mut Command) -> Result<()> {
    let own = std::env::current_exe().context("the path of this program is unknown")?;
    // Clippy splits the arguments at this word.
    let arguments = ["--deny", "warnings", ""].join("__CLIPPY_HACKERY__");
    command.env("RUSTC_WORKSPACE_WRAPPER", own).env(REAL, process::tool("clippy-driver")?);
    command.env("CLIPPY_ARGS", arguments);
    Ok(())
}

/// Compiles if cargo has started this program as its compiler; `None` otherwise.
pub fn stand_in() -> Option<ExitCode> {
    let real = std::env::var_os(REAL)?;
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // Other programs started below cargo inherit the variable. Only as a compiler, this program gets
    // the path of rustc first.
    let is_compiler = Path::new(arguments.first()?).file_stem() == Some(OsStr::new("rustc"));
    if !is_compiler {
        return None;
    }
    let status = Command::new(&real).args(with_options(arguments)).status();
    Some(match status {
        Ok(status) => ExitCode::from(u8::from(!status.success())),
        Err(error) => {
            eprintln!("error: could not start {}: {error}", real.display());
            ExitCode::FAILURE
        }
    })
}

/// Arguments of the compiler, without optimisation if they compile a test.
fn with_options(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.iter().any(|argument| argument == "--test") {
        // The last of several counts.
        arguments.push("-Copt-level=0".into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_are_left_unoptimised() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let library = words("rustc --crate-name a src/lib.rs -C opt-level=1");
        assert_eq!(with_options(library.clone()), library);
        let test = words("rustc --crate-name a src/lib.rs -C opt-level=1 --test");
        assert_eq!(with_options(test).last().unwrap(), "-Copt-level=0");
    }
}
