//! The steps of `cargo xtask test`.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use super::report::{self, Failure, Outcome, Report};
use super::suite::Suite;
use crate::{cross, features, gltf, kaitai, process, prose, rustdoc, setup};

/// One step, in the order of the list that `--only` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// `cargo fmt --check`
    Fmt,
    /// Plain English and live links in pages, help texts and labels
    Prose,
    /// Compile the workspace and its tests with clippy, warnings denied
    #[value(alias = "clippy")]
    Build,
    /// All tests, with the bodies of all fuzz targets
    Test,
    /// Make every file-system call of the verbs that write fail once (Linux, needs `strace`)
    Faults,
    /// `ngi-formats` with each of its features alone
    Features,
    /// Documentation, warnings denied, and its doctests
    Doc,
    /// The Khronos validator over the glTF files of the demo game
    Gltf,
    /// A type check for Windows and for browsers, if std for them is installed or can be built
    Cross,
    /// Kaitai's compiler and a JSON Schema validator over every file of the demo game
    Kaitai,
    /// Lint the benches, which no other step compiles; runs only if it is named
    Benches,
}

/// When a step runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Alone, before the tests.
    Before,
    /// One after another: the tests.
    Tests,
    /// One after another, at the same time as the tests.
    Beside,
}

impl Step {
    /// The steps to run, in the order of the list: all but the benches, or those that were named.
    ///
    /// Without `strace` the step `faults` is left out with a message, unless it was named.
    pub fn choose(only: &[Self]) -> Vec<Self> {
        let mut steps = Self::named(only);
        if only.is_empty() && steps.contains(&Self::Faults) && !can_trace() {
            eprintln!("faults: skipped, because strace is missing or not permitted here");
            steps.retain(|step| *step != Self::Faults);
        }
        steps
    }

    fn named(only: &[Self]) -> Vec<Self> {
        let here = |step: &Self| *step != Self::Faults || cfg!(target_os = "linux");
        let wanted = |step: &Self| match only {
            [] => *step != Self::Benches,
            _ => only.contains(step),
        };
        Self::value_variants().iter().copied().filter(here).filter(wanted).collect()
    }

    /// Stage in which the step runs.
    pub fn stage(self) -> Stage {
        match self {
            Self::Fmt | Self::Prose | Self::Build | Self::Benches => Stage::Before,
            Self::Test | Self::Faults => Stage::Tests,
            Self::Features | Self::Doc | Self::Gltf | Self::Cross | Self::Kaitai => Stage::Beside,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Prose => "prose",
            Self::Build => "build",
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

    /// Installs or asks for the tools that the step needs.
    ///
    /// # Errors
    ///
    /// If a tool is missing; the message says how to install it.
    pub fn prepare(self) -> Result<()> {
        if self == Self::Prose {
            return Ok(());
        }
        let (needs, component): (&[setup::Need], _) = match self {
            Self::Gltf | Self::Kaitai => (setup::VALIDATOR, "clippy"),
            Self::Faults => (setup::FAULTS, "clippy"),
            Self::Cross => (setup::CROSS, "clippy"),
            Self::Fmt => (&[], "rustfmt"),
            _ => (&[], "clippy"),
        };
        setup::ensure(needs)?;
        let command = if component == "rustfmt" { "fmt" } else { component };
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

    /// Runs the step and reports its outcome.
    pub fn run(self, suite: &Suite, report: &Report) {
        report.step(self.name(), || match self {
            Self::Build => suite.build(report),
            Self::Test => suite.run(report),
            _ => self.run_command(report),
        });
    }

    fn run_command(self, report: &Report) -> Result<Outcome> {
        let output = report.run(self.name(), &mut self.command()?)?;
        let failures = output.map(|output| Failure {
            name: self.name().to_owned(),
            output,
            repeat: report::repeat_step(self.name()),
        });
        let summary = skipped(&fs::read_to_string(report.log(self.name())).unwrap_or_default());
        Ok(Outcome { summary, failures: failures.into_iter().collect(), ..Outcome::default() })
    }

    /// Command of a step that is neither the build nor the tests.
    fn command(self) -> Result<Command> {
        Ok(match self {
            Self::Fmt => process::cargo(["fmt", "--all", "--check"]),
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
            // These are functions of this program: it starts itself, so that their output goes to
            // a log file like everybody else's.
            _ => {
                let mut command = Command::new(std::env::current_exe()?);
                command.args(["step", self.name()]);
                command
            }
        })
    }

    /// Runs a step that is a function of this program, in this process.
    ///
    /// # Errors
    ///
    /// If the step fails.
    pub fn run_here(self) -> Result<()> {
        match self {
            Self::Prose => prose::check(&process::root()),
            Self::Features => features::run(),
            Self::Gltf => gltf::validate::run(),
            Self::Cross => cross::check::run(),
            Self::Kaitai => kaitai::run(),
            _ => bail!("`cargo xtask test --only {}` runs this step", self.name()),
        }
    }
}

/// Finds the skipped targets in the log of a step, for the end of its line.
fn skipped(log: &str) -> String {
    let skipped = log.lines().filter_map(|line| line.split_once(": skipped ")?.1.split_once(": "));
    let skipped: Vec<&str> = skipped.map(|(what, _why)| what).collect();
    if skipped.is_empty() { String::new() } else { format!("SKIPPED {}", skipped.join(", ")) }
}

/// True if system calls can be made to fail here: some containers forbid it.
fn can_trace() -> bool {
    let installed = setup::ensure(setup::FAULTS).is_ok();
    let mut strace = Command::new("strace");
    strace.args(["-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    installed && strace.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_steps_but_the_benches_run_unless_some_are_named() {
        let mut all: Vec<Step> = Step::value_variants().to_vec();
        all.retain(|step| *step != Step::Benches);
        if !cfg!(target_os = "linux") {
            all.retain(|step| *step != Step::Faults);
        }
        assert_eq!(Step::named(&[]), all);
        assert_eq!(Step::named(&[Step::Doc, Step::Fmt]), [Step::Fmt, Step::Doc]);
    }

    #[test]
    fn a_target_that_is_skipped_is_named_in_the_line_of_its_step() {
        let log = "cross: making std\ncross: skipped wasm32: no std: no network\nerror: x: y\n";
        assert_eq!(skipped(log), "SKIPPED wasm32");
        assert_eq!(skipped("gltf: 12 files\n"), "");
    }

    #[test]
    fn names_are_those_of_the_option() {
        for step in Step::value_variants() {
            assert_eq!(step.to_possible_value().unwrap().get_name(), step.name());
        }
    }

    #[test]
    fn every_compiling_step_denies_warnings() {
        for step in [Step::Faults, Step::Doc] {
            let command = step.command().unwrap();
            let set = |wanted: &str| {
                let mut all = command.get_envs();
                let value = all.find(|(name, _)| *name == wanted).unwrap().1.unwrap();
                value.to_str().unwrap().to_owned()
            };
            assert_eq!(
                set("RUSTC_WORKSPACE_WRAPPER"),
                std::env::current_exe().unwrap().to_str().unwrap()
            );
            assert!(set("NGI_XTASK_COMPILER").contains("clippy-driver"), "{step:?}");
            let arguments = set("CLIPPY_ARGS");
            let arguments: Vec<&str> = arguments.split("__CLIPPY_HACKERY__").collect();
            assert_eq!(arguments, ["--deny", "warnings", ""], "{step:?}");
        }
    }

    /// A file that is not a module of its crate's test program would be neither compiled nor run.
    #[test]
    fn every_test_file_is_part_of_a_test_program() {
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
                assert!(own || module, "{} is in no test program", path.display());
                found += 1;
            }
        }
        assert!(found > 30, "{found} test files");
    }
}
