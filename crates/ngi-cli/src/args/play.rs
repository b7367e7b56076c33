//! `play`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::{finite, share};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi play Material.lib/WATER --time 0,0.5,2
  ngi play Material.lib/WATER --time 0..2:0.1 --json
  ngi play effects.rlb/smoke_stream --time 0..3:0.5 --seed 7 --eye 10 0 2")]
pub struct PlayArgs {
    /// A material or an effect.
    pub path: PathBuf,
    /// Times in seconds: `0,0.5,2`, or `0..2:0.1` for a range with its step, ends included.
    #[arg(long, value_name = "T", required = true)]
    pub time: Vec<String>,
    /// Where randomness starts; the same seed gives the same answer.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    /// Where the viewer of an effect is [default: 0 -10 2].
    #[arg(long, num_args = 3, value_names = ["X", "Y", "Z"], allow_negative_numbers = true,
          value_parser = finite)]
    pub eye: Option<Vec<f32>>,
    /// The value that drives what follows a value instead of time: materials, and effects of time
    /// modes 0 and 4.
    #[arg(long, value_name = "V", allow_negative_numbers = true, value_parser = finite)]
    pub value: Option<f32>,
    /// Speed of the effect's owner as a share of its top speed, 0 to 1 [default: 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = share)]
    pub speed: Option<f32>,
    /// Remaining life of the effect's owner as a share of its full life, 0 to 1 [default: 1].
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = share)]
    pub life: Option<f32>,
    /// The game folder; else NGI_GAME, else the nearest folder above PATH that holds one.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
