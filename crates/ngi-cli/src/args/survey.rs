//! `survey`.

use std::path::PathBuf;

use clap::Args;

use super::headings::{INPUT, OUTPUT, SAFETY};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi survey .
ngi survey . -o survey.json -o survey.html
ngi survey . --json
ngi survey --compare survey.json survey.json",
    after_long_help = "\
A survey repeats every published measurement of the game on these files and counts how each field is
used. It contains counts only, no bytes of the game and no names of files or entries, so it can be
shared. --names adds the names of files and entries of unknown format.

The exit code is 1 if a published figure of this edition differs here, or if two surveys differ."
)]
pub struct SurveyArgs {
    /// Game folder.
    #[arg(required_unless_present = "compare")]
    pub path: Option<PathBuf>,
    /// Compare two surveys.
    #[arg(long, num_args = 2, value_names = ["A", "B"], help_heading = INPUT,
          conflicts_with_all = ["path", "names", "output"])]
    pub compare: Option<Vec<PathBuf>>,
    /// Write the survey to this file: .json, or .html for a readable page (repeatable).
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Vec<PathBuf>,
    /// Include the names of files and entries of unknown format.
    #[arg(long, help_heading = OUTPUT)]
    pub names: bool,
    /// Print JSON (ngi.survey/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Replace existing files.
    #[arg(long, help_heading = SAFETY)]
    pub force: bool,
}
