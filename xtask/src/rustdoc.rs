//! Documentation out of the build that the tests have made.
//!
//! `cargo doc` would check every dependency again, only to learn what is in it. `cargo test --doc`
//! gives rustdoc the libraries that are there. So this program takes the place of rustdoc in it:
//! it first writes the documentation of the package, warnings denied, then runs the doctests.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::process;

/// Holds the real rustdoc where this program stands in for it.
const REAL: &str = "NGI_XTASK_RUSTDOC";
/// Holds the folder that the documentation is written to.
const OUTPUT: &str = "NGI_XTASK_DOC";

/// Options of doctests that documentation knows nothing of, with a value behind them.
const OF_TESTS: [&str; 4] =
    ["--test-args", "--test-builder", "--test-run-directory", "--test-runtool"];

/// `cargo test --doc`, with this program in the place of rustdoc.
pub fn command() -> Result<Command> {
    let mut command = process::cargo(["test", "--workspace", "--doc", "--no-fail-fast"]);
    let own = std::env::current_exe().context("where is this program?")?;
    let real = std::env::var_os("RUSTDOC").map_or_else(|| process::tool("rustdoc"), Ok)?;
    command.env("RUSTDOC", own).env(REAL, real);
    command.env(OUTPUT, process::target_folder()?.join("doc"));
    Ok(command)
}

/// Does rustdoc's work where this program was started in its place; `None` elsewhere.
pub fn stand_in() -> Option<ExitCode> {
    let real = std::env::var_os(REAL)?;
    let output = PathBuf::from(std::env::var_os(OUTPUT)?);
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    Some(match work(&real, &output, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    })
}

fn work(real: &OsStr, output: &Path, arguments: &[OsString]) -> Result<()> {
    if let Some(place) = arguments.iter().position(|argument| is_source(argument)) {
        let library = documentation(arguments);
        run(real, library.iter().chain([&"-o".into(), &output.into()]))?;
        // Programs are looked over for their warnings; nobody reads their pages.
        let source = arguments.get(place).map_or(Path::new(""), Path::new);
        for program in programs(source) {
            let output = output.with_file_name("doc-programs");
            let words = of_program(&library, source, &program);
            run(real, words.iter().chain([&"-o".into(), &output.into()]))?;
        }
    }
    run(real, arguments)
}

fn run(real: &OsStr, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<()> {
    let status = Command::new(real).args(arguments).status();
    let status = status.with_context(|| format!("could not start {}", real.display()))?;
    anyhow::ensure!(status.success(), "rustdoc ended with {status}");
    Ok(())
}

fn is_source(argument: &OsStr) -> bool {
    Path::new(argument).extension() == Some("rs".as_ref())
}

/// The arguments for the documentation of a library, from those for its doctests.
fn documentation(arguments: &[OsString]) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if OF_TESTS.iter().any(|option| argument == option) {
            arguments.next();
        } else if argument != "--test" {
            kept.push(argument.clone());
        }
    }
    kept.extend(["--deny", "warnings"].map(OsString::from));
    kept
}

/// The programs of a package, by the source of its library.
fn programs(library: &Path) -> Vec<PathBuf> {
    let folder = library.parent().unwrap_or(Path::new(""));
    let more = std::fs::read_dir(folder.join("bin")).into_iter().flatten().flatten();
    let all = more.map(|entry| entry.path()).chain([folder.join("main.rs")]);
    all.filter(|path| path.is_file() && is_source(path.as_os_str())).collect()
}

/// The arguments for the documentation of a program, from those for its library.
fn of_program(arguments: &[OsString], library: &Path, program: &Path) -> Vec<OsString> {
    let mut before: &OsStr = OsStr::new("");
    let mut words = vec![OsString::from("--document-private-items")];
    for argument in arguments {
        words.push(match before.to_str() {
            Some("--crate-type") => "bin".into(),
            Some("--crate-name") => {
                let stem = program.file_stem().unwrap_or_default().to_string_lossy();
                // A file may be called what no crate is.
                format!("{}_{stem}", argument.to_string_lossy()).replace('-', "_").into()
            }
            _ if argument == library.as_os_str() => program.into(),
            _ => argument.clone(),
        });
        before = argument;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As cargo gives them.
    const DOCTESTS: &str = "--edition=2024 --crate-type lib --color auto --crate-name xtask --test \
         src/lib.rs --test-run-directory /house/xtask --test-args -q -L dependency=/target/deps \
         --extern xtask=/target/libxtask.rlib";

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn documentation_has_the_libraries_of_the_doctests() {
        let expected = "--edition=2024 --crate-type lib --color auto --crate-name xtask src/lib.rs \
             -L dependency=/target/deps --extern xtask=/target/libxtask.rlib --deny warnings";
        assert_eq!(documentation(&words(DOCTESTS)), words(expected));
    }

    #[test]
    fn programs_are_documented_in_the_place_of_their_library() {
        // Cargo runs tests in the folder of their package.
        assert_eq!(programs(Path::new("src/lib.rs")), [Path::new("src/main.rs")]);
        let library = documentation(&words(DOCTESTS));
        let program = of_program(&library, Path::new("src/lib.rs"), Path::new("src/main.rs"));
        let expected = "--document-private-items --edition=2024 --crate-type bin --color auto \
             --crate-name xtask_main src/main.rs -L dependency=/target/deps \
             --extern xtask=/target/libxtask.rlib --deny warnings";
        assert_eq!(program, words(expected));
    }
}
