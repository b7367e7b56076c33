//! `pose`.

use std::path::PathBuf;

use clap::Args;

use super::headings::{ANIMATION, OUTPUT};
use super::numbers::finite;

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi pose bases.rlb/r_scout_0_01.msh --time 12.5
ngi pose bases.rlb/r_scout_0_01.msh --time 0 --blend 30 0.25 --json
ngi pose bases.rlb/r_scout_0_01.msh --time 12 --draw",
    after_long_help = "\
The transforms are local to the parent node and in world space. Space is right-handed with z up, and
matrices are in column-major order."
)]
pub struct PoseArgs {
    /// Model.
    pub path: PathBuf,
    /// Time in frames.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = finite,
          help_heading = ANIMATION)]
    pub time: f32,
    /// Blend with the pose at time T2 by the weight W, 0 to 1.
    #[arg(long, num_args = 2, value_names = ["T2", "W"], allow_negative_numbers = true,
          value_parser = finite, help_heading = ANIMATION)]
    pub blend: Option<Vec<f32>>,
    /// Clear the translation of the first node, as the engine does when it draws.
    #[arg(long, help_heading = ANIMATION)]
    pub draw: bool,
    /// Print JSON (ngi.pose/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
