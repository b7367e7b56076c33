//! `cargo xtask bench`: runs the criterion benches and sets each figure beside its baseline and
//! its target, on the terminal and in docs/performance.md. Times are reported, never asserted: a
//! busy machine is no reason to fail.

mod measured;
mod page;
mod table;
mod targets;

use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::Result;

use crate::{process, setup};

/// Options of `cargo xtask bench`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Run only benches whose `group/function` matches this regular expression
    filter: Option<String>,
    /// Print the table as one JSON document
    #[arg(long)]
    json: bool,
    /// Put the table into docs/performance.md. Done anyway when every bench is run
    #[arg(long)]
    write: bool,
    /// Run nothing: take the figures that earlier runs left in the target folder
    #[arg(long, conflicts_with = "criterion")]
    measured: bool,
    /// Passed on to criterion, such as `--quick`
    #[arg(last = true, value_name = "CRITERION")]
    criterion: Vec<String>,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<ExitCode> {
    setup::ensure(setup::BENCH)?;
    let folder = process::target_folder()?.join("criterion");
    let start = if options.measured { SystemTime::UNIX_EPOCH } else { SystemTime::now() };
    if !options.measured {
        measure(options, &folder)?;
    }
    let measured = measured::measured_since(&folder, start)?;
    let wanted = |group: &str| options.filter.as_ref().is_none_or(|part| group.contains(part));
    let rows = table::rows(targets::TARGETS, &measured, wanted);
    if options.json {
        println!("{:#}", table::document(&rows));
    } else {
        println!("\n{}", table::text(&rows).trim_end());
    }
    if options.write || (options.filter.is_none() && options.criterion.is_empty()) {
        page::write(&rows)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the benches; criterion leaves their figures in the folder.
fn measure(options: &Options, folder: &Path) -> Result<()> {
    // A pattern instead of `--benches`, which would run the unit tests of every library too.
    let mut command = process::cargo(["bench", "--workspace", "--bench", "*", "--", "--noplot"]);
    command.args(&options.criterion).args(&options.filter).env("CRITERION_HOME", folder);
    if options.json {
        // Standard output is for the document alone.
        command.stdout(std::io::stderr());
    }
    process::run(&mut command)
}
