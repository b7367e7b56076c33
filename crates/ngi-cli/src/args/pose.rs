//! `pose`.

use std::path::PathBuf;

use clap::Args;

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
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = parse_finite)]
    pub time: f32,
    /// Mix with a second moment; W is its share, 0 to 1.
    #[arg(long, num_args = 2, value_names = ["T2", "W"], allow_negative_numbers = true, value_parser = parse_finite)]
    pub blend: Option<Vec<f32>>,
    /// As the engine draws: the first node's own translation is cleared.
    #[arg(long)]
    pub draw: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Frames and shares are numbers; there is no pose at no moment.
pub(super) fn parse_finite(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| "no number".into())
}
