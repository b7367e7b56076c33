//! `cargo xtask test`: the checks that every change must pass.
//!
//! The output is one line per step. The output of each step goes to a log file and is printed only if
//! the step fails, after everything else has run, together with the command that repeats it.

mod changes;
mod report;
mod scratch;
mod step;
mod suite;

use std::process::ExitCode;
use std::thread;

use anyhow::Result;

use crate::setup;
use report::Report;
use scratch::Scratch;
use step::Stage;
pub use step::Step;
use suite::Suite;

/// Options of `cargo xtask test`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Run only the tests whose names contain this, and no other step
    #[arg(value_name = "FILTER", conflicts_with_all = ["only", "fast"])]
    filter: Option<String>,
    /// Run only this step; may be given several times
    #[arg(long, value_name = "STEP")]
    only: Vec<Step>,
    /// Check format and prose, lint everything, and run the unit tests of the crates that changed since
    /// the last commit that was pushed
    #[arg(long, conflicts_with_all = ["only", "random", "seed"])]
    fast: bool,
    /// Seed of the property tests
    #[arg(long, value_name = "N", default_value_t = suite::FIXED_SEED)]
    seed: u64,
    /// Draw the seed of the property tests at random, and print it
    #[arg(long, conflicts_with = "seed")]
    random: bool,
    /// Number of threads of each test program (default: one per processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print the output of every step as it comes instead of writing it to a log file
    #[arg(long, short)]
    verbose: bool,
}

/// Runs the command.
///
/// # Errors
///
/// If a tool is missing, or if a step could not be started. A step that fails is not an error but
/// a failing exit code: its output has been printed.
pub fn run(options: &Options) -> Result<ExitCode> {
    setup::ensure(setup::TEST)?;
    let seed = if options.random { suite::random_seed() } else { options.seed };
    let suite = Suite { seed, threads: options.threads, verbose: options.verbose };
    let report = Report::new(options.verbose, Scratch::new())?;
    if options.random {
        report.note(&format!("seed {seed}: repeat with `cargo xtask test --seed {seed}`"));
    }
    if let Some(filter) = &options.filter {
        report.step("test", || suite.run_filtered(filter, &report));
    } else if options.fast {
        changes::run(&suite, &report)?;
    } else {
        run_steps(&Step::choose(&options.only), &suite, &report)?;
    }
    Ok(report.finish())
}

/// Runs the steps. Those that only compile, or only run programs that have been compiled, share
/// the processors with the tests, which leave them idle a third of the time.
fn run_steps(steps: &[Step], suite: &Suite, report: &Report) -> Result<()> {
    for step in steps {
        step.prepare()?;
    }
    let of_stage = |stage| steps.iter().copied().filter(move |step| step.stage() == stage);
    for step in of_stage(Stage::Before) {
        step.run(suite, report);
        // Nothing else can pass if the workspace does not compile.
        if step == Step::Build && report.has_failures() {
            return Ok(());
        }
    }
    thread::scope(|scope| {
        scope.spawn(|| of_stage(Stage::Beside).for_each(|step| step.run(suite, report)));
        of_stage(Stage::Tests).for_each(|step| step.run(suite, report));
    });
    Ok(())
}
