//! `survey`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi survey .
  ngi survey . -o survey.json -o survey.html
  ngi survey . --json
  ngi survey --compare survey.json survey.json

A survey holds counts: no byte of the game and no name of a file or an entry, so that it can be sent
to somebody. --names adds the names of what no format knows.

Exit code 1: some published figure of this edition is another one here, or two surveys differ.")]
pub struct SurveyArgs {
    /// The game folder.
    #[arg(required_unless_present = "compare")]
    pub path: Option<PathBuf>,
    /// Write the survey here: .json, or .html for a page to read; may be given several times.
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Tell the names of files and entries that no format knows.
    #[arg(long)]
    pub names: bool,
    /// Compare two surveys.
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["path", "names", "output"])]
    pub compare: Option<Vec<PathBuf>>,
    /// Replace existing files.
    #[arg(long)]
    pub force: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
