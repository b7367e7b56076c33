//! `cargo xtask test`: everything that has to be right before a change goes in.

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use crate::{cross, features, gltf, kaitai, process, rustdoc, setup};

/// Options of `cargo xtask test`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Run only this step; may be given several times
    #[arg(long, value_name = "STEP")]
    only: Vec<Step>,
}

/// One step of the test run, in the order in which they run: the quick ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    /// `cargo fmt --check`
    Fmt,
    /// Builds the tests, with clippy as the compiler of the house, warnings denied
    Clippy,
    /// `ngi-formats` with each of its features alone
    Features,
    /// `cargo test` with the bodies of all fuzz targets
    Test,
    /// Every file-system call of the verbs that write fails once; on Linux, with `strace`
    Faults,
    /// Documentation, warnings denied, and its doctests
    Doc,
    /// The Khronos validator over the glTF files of the demo game
    Gltf,
    /// A type check for Windows and for browsers, where std for them is here or soon made
    Cross,
    /// Kaitai's compiler and a JSON Schema validator over every file of the demo game
    Kaitai,
    /// `cargo clippy` of the benches, warnings denied; only where it is asked for
    Benches,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    setup::ensure(setup::TEST)?;
    let mut steps = chosen(&options.only);
    if options.only.is_empty() && steps.contains(&Step::Faults) && !can_trace() {
        eprintln!("faults: left out, strace is missing or may not trace here");
        steps.retain(|step| *step != Step::Faults);
    }
    for step in &steps {
        setup::ensure(step.needs())?;
        step.require_component()?;
    }
    let start = Instant::now();
    for step in &steps {
        step.run()?;
    }
    eprintln!("test: {} passed, {}", count(steps.len()), seconds(start));
    Ok(ExitCode::SUCCESS)
}

/// Whether calls can be made to fail: some containers forbid it, whatever is installed.
fn can_trace() -> bool {
    let installed = setup::ensure(setup::FAULTS).is_ok();
    let mut strace = Command::new("strace");
    strace.args(["-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    installed && strace.status().is_ok_and(|status| status.success())
}

/// The asked steps in the order of the list, whatever the order they were asked in.
fn chosen(only: &[Step]) -> Vec<Step> {
    let here = |step: &Step| *step != Step::Faults || cfg!(target_os = "linux");
    let all = Step::value_variants().iter().copied().filter(here);
    let wanted = |step: &Step| match only {
        // Benches bring a bench library and twenty programs, and `cargo xtask bench` asks for them.
        [] => *step != Step::Benches,
        _ => only.contains(step),
    };
    all.filter(wanted).collect()
}

fn count(steps: usize) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}

fn seconds(start: Instant) -> String {
    format!("{:.1} s", start.elapsed().as_secs_f64())
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Features => "features",
            Self::Test => "test",
            Self::Faults => "faults",
            Self::Doc => "doc",
            Self::Gltf => "gltf",
            Self::Cross => "cross",
            Self::Kaitai => "kaitai",
            Self::Benches => "benches",
        }
    }

    /// What the step needs besides the toolchain.
    fn needs(self) -> &'static [setup::Need] {
        match self {
            Self::Gltf | Self::Kaitai => setup::VALIDATOR,
            Self::Faults => setup::FAULTS,
            _ => &[],
        }
    }

    /// The command of the step; `None` for one that is more than a command.
    fn command(self) -> Result<Option<Command>> {
        let command = match self {
            Self::Features | Self::Cross | Self::Gltf | Self::Kaitai => return Ok(None),
            Self::Fmt => process::cargo(["fmt", "--all", "--check"]),
            Self::Clippy => process::linted(process::cargo(["test", "--workspace", "--no-run"]))?,
            // Everything but the doctests.
            Self::Test => {
                let words = ["test", "--workspace", "--no-fail-fast", "--tests"];
                process::linted(process::cargo(words))?
            }
            Self::Faults => process::linted(process::cargo([
                "test",
                "--workspace",
                "--test",
                "cli",
                "--",
                "--ignored",
                "--exact",
                "faults::every_call_fails_once",
                "faults::killed_at_any_step_and_the_next_one_settles_it",
            ]))?,
            Self::Doc => process::linted(rustdoc::command()?)?,
            Self::Benches => {
                process::cargo(["clippy", "--workspace", "--benches", "--", "--deny", "warnings"])
            }
        };
        Ok(Some(command))
    }

    /// Part of the toolchain that a minimal installation leaves out, and its command.
    fn component(self) -> (&'static str, &'static str) {
        match self {
            Self::Fmt => ("rustfmt", "fmt"),
            // All others build, and so they lint.
            _ => ("clippy", "clippy"),
        }
    }

    /// Fails with one line where the step's component is not installed.
    fn require_component(self) -> Result<()> {
        let (component, command) = self.component();
        let status = process::cargo([command, "--version"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("could not start cargo")?;
        if !status.success() {
            bail!("{component} is missing: run `rustup component add {component}`");
        }
        Ok(())
    }

    fn run(self) -> Result<()> {
        let start = Instant::now();
        let result = match self.command()? {
            Some(mut command) => {
                eprintln!("==> {}: {}", self.name(), process::describe(&command));
                process::run(&mut command)
            }
            None if self == Self::Features => {
                eprintln!("==> {}: ngi-formats with each feature alone", self.name());
                features::run()
            }
            None if self == Self::Cross => {
                eprintln!("==> {}: a type check for Windows and for browsers", self.name());
                cross::check::run()
            }
            None if self == Self::Kaitai => {
                eprintln!("==> {}: the demo game read by Kaitai's descriptions", self.name());
                kaitai::run()
            }
            None => {
                eprintln!("==> {}: the demo game's glTF files, validated", self.name());
                gltf::validate::run()
            }
        };
        let outcome = if result.is_ok() { "ok" } else { "FAILED" };
        eprintln!("==> {}: {outcome}, {}", self.name(), seconds(start));
        result.with_context(|| format!("step {} failed", self.name()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn all_steps_run_unless_some_are_chosen() {
        let mut all = vec![
            Step::Fmt,
            Step::Clippy,
            Step::Features,
            Step::Test,
            Step::Doc,
            Step::Gltf,
            Step::Cross,
            Step::Kaitai,
        ];
        if cfg!(target_os = "linux") {
            all.insert(4, Step::Faults);
        }
        assert_eq!(chosen(&[]), all);
        assert_eq!(chosen(&[Step::Doc, Step::Fmt]), [Step::Fmt, Step::Doc]);
    }

    #[test]
    fn warnings_are_denied() {
        for step in [Step::Clippy, Step::Test, Step::Faults, Step::Doc] {
            let command = step.command().unwrap().unwrap();
            let set = |wanted: &str| {
                let mut all = command.get_envs();
                let value = all.find(|(name, _)| *name == wanted).unwrap().1.unwrap();
                value.to_str().unwrap().to_owned()
            };
            assert!(set("RUSTC_WORKSPACE_WRAPPER").contains("clippy-driver"), "{step:?}");
            let arguments = set("CLIPPY_ARGS");
            let arguments: Vec<&str> = arguments.split("__CLIPPY_HACKERY__").collect();
            assert_eq!(arguments, ["--deny", "warnings", ""], "{step:?}");
        }
    }

    /// A file that is no module of the crate's one test binary would not be run, nor compiled.
    #[test]
    fn every_file_of_tests_is_part_of_a_binary() {
        let mut found = 0;
        for package in fs::read_dir(process::root().join("crates")).unwrap() {
            let folder = package.unwrap().path().join("tests");
            let Ok(main) = fs::read_to_string(folder.join("main.rs")) else { continue };
            let manifest = fs::read_to_string(folder.with_file_name("Cargo.toml")).unwrap();
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                let is_source = path.extension() == Some("rs".as_ref());
                if name == "main" || !(is_source || path.join("mod.rs").is_file()) {
                    continue;
                }
                let own = manifest.contains(&format!("[[test]]\nname = \"{name}\""));
                let module = main.lines().any(|line| line == format!("mod {name};"));
                assert!(own || module, "{} is in no test binary", path.display());
                found += 1;
            }
        }
        assert!(found > 30, "{found} files of tests");
    }
}
