//! `play`.

use std::path::PathBuf;

use clap::Args;

use super::headings::{ANIMATION, EFFECTS, INPUT, OUTPUT};
use super::numbers::{finite, share};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi play Material.lib/WATER --time 0,0.5,2
ngi play Material.lib/WATER --time 0..2:0.1 --json
ngi play effects.rlb/smoke_stream --time 0..3:0.5 --seed 7 --eye 10 0 2",
    after_long_help = "\
The result is text or JSON. For an image or an animation use `ngi render`; to listen to a sound,
export it with `ngi export sounds.lib/NAME.wav -o NAME.wav`."
)]
pub struct PlayArgs {
    /// Material or effect.
    pub path: PathBuf,
    /// Times in seconds: 0,0.5,2, or 0..2:0.1 for a range and its step, ends included.
    #[arg(long, value_name = "T", required = true, help_heading = ANIMATION)]
    pub time: Vec<String>,
    /// Value of materials and effects (time modes 0, 4) that follow a value instead of time.
    #[arg(long, value_name = "V", allow_negative_numbers = true, value_parser = finite,
          help_heading = ANIMATION)]
    pub value: Option<f32>,
    /// Seed of the random numbers; equal seeds give equal results.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = EFFECTS)]
    pub seed: u32,
    /// Position of the camera [default: 0 -10 2].
    #[arg(long, num_args = 3, value_names = ["X", "Y", "Z"], allow_negative_numbers = true,
          value_parser = finite, help_heading = EFFECTS)]
    pub eye: Option<Vec<f32>>,
    /// Speed of the effect's owner as a fraction of its top speed, 0 to 1 [default: 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = share,
          help_heading = EFFECTS)]
    pub speed: Option<f32>,
    /// Remaining life of the effect's owner as a fraction of its full life, 0 to 1 [default: 1].
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = share,
          help_heading = EFFECTS)]
    pub life: Option<f32>,
    /// Game folder [default: NGI_GAME, else the nearest one above PATH].
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub game: Option<PathBuf>,
    /// Print JSON (ngi.play/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
