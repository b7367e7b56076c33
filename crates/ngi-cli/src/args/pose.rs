//! `pose`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::finite;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi pose bases.rlb/r_scout_0_01.msh --time 12.5
  ngi pose bases.rlb/r_scout_0_01.msh --time 0 --blend 30 0.25 --json
  ngi pose bases.rlb/r_scout_0_01.msh --time 12 --draw

Time is counted in frames. Space is right-handed with z up; matrices come column after column.")]
pub struct PoseArgs {
    /// The model.
    pub path: PathBuf,
    /// The moment, in frames.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = finite)]
    pub time: f32,
    /// Mix with a second moment; W is its share, 0 to 1.
    #[arg(long, num_args = 2, value_names = ["T2", "W"], allow_negative_numbers = true, value_parser = finite)]
    pub blend: Option<Vec<f32>>,
    /// As the engine draws: the first node's own translation is cleared.
    #[arg(long)]
    pub draw: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
