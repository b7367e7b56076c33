//! `cargo xtask test`: everything that has to be right before a change goes in.

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use crate::{gltf, process, setup};

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
    /// `cargo clippy`, warnings denied
    Clippy,
    /// `cargo test` with doctests and the bodies of all fuzz targets
    Test,
    /// Every file-system call of the verbs that write fails once; on Linux, with `strace`
    Faults,
    /// `cargo doc`, warnings denied
    Doc,
    /// The Khronos validator over the glTF files of the demo game
    Gltf,
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
    all.filter(|step| only.is_empty() || only.contains(step)).collect()
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
            Self::Test => "test",
            Self::Faults => "faults",
            Self::Doc => "doc",
            Self::Gltf => "gltf",
        }
    }

    /// What the step needs besides the toolchain.
    fn needs(self) -> &'static [setup::Need] {
        match self {
            Self::Gltf => setup::VALIDATOR,
            Self::Faults => setup::FAULTS,
            _ => &[],
        }
    }

    /// The command of the step; `None` for one that is more than a command.
    fn command(self) -> Option<Command> {
        Some(match self {
            Self::Gltf => return None,
            Self::Fmt => process::cargo(["fmt", "--all", "--check"]),
            Self::Clippy => process::cargo([
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "--deny",
                "warnings",
            ]),
            Self::Test => process::cargo(["test", "--workspace", "--no-fail-fast"]),
            Self::Faults => process::cargo([
                "test",
                "--workspace",
                "--test",
                "faults",
                "--",
                "--ignored",
                "--exact",
                "every_call_fails_once",
            ]),
            Self::Doc => {
                let mut command = process::cargo(["doc", "--workspace", "--no-deps"]);
                let flags = process::flags_with("RUSTDOCFLAGS", "--deny warnings");
                command.env("RUSTDOCFLAGS", flags);
                command
            }
        })
    }

    /// Part of the toolchain that a minimal installation leaves out.
    fn component(self) -> Option<&'static str> {
        match self {
            Self::Fmt => Some("rustfmt"),
            Self::Clippy => Some("clippy"),
            Self::Test | Self::Faults | Self::Doc | Self::Gltf => None,
        }
    }

    /// Fails with one line where the step's component is not installed.
    fn require_component(self) -> Result<()> {
        let Some(component) = self.component() else { return Ok(()) };
        let status = process::cargo([self.name(), "--version"])
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
        let result = match self.command() {
            Some(mut command) => {
                eprintln!("==> {}: {}", self.name(), process::describe(&command));
                process::run(&mut command)
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
    use super::*;

    #[test]
    fn all_steps_run_unless_some_are_chosen() {
        let mut all = vec![Step::Fmt, Step::Clippy, Step::Test, Step::Doc, Step::Gltf];
        if cfg!(target_os = "linux") {
            all.insert(3, Step::Faults);
        }
        assert_eq!(chosen(&[]), all);
        assert_eq!(chosen(&[Step::Doc, Step::Fmt]), [Step::Fmt, Step::Doc]);
    }

    #[test]
    fn warnings_are_denied() {
        let clippy = process::describe(&Step::Clippy.command().unwrap());
        assert_eq!(clippy, "cargo clippy --workspace --all-targets -- --deny warnings");
        let doc = Step::Doc.command().unwrap();
        let denied = doc.get_envs().any(|(name, value)| {
            name == "RUSTDOCFLAGS"
                && value.is_some_and(|v| v.to_string_lossy().ends_with("--deny warnings"))
        });
        assert!(denied);
    }
}
