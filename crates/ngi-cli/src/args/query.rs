//! `query`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{Finite, not_negative};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi query DATA/MAPS/VALLEY/Land height 512 380.5
  ngi query DATA/MAPS/VALLEY ray 100 100 80 1 0.5 -0.2 --json
  ngi query DATA/MAPS/VALLEY segment 0 0 50 300 300 0 --forbidden 0x20008
  ngi query DATA/MAPS/VALLEY walk 512 380 20 3
  ngi query DATA/MAPS/VALLEY box 0 0 -100 50 50 100 --required 0x208 --compact
  ngi query DATA/MAPS/VALLEY area 512 380
  ngi query DATA/MAPS/VALLEY route 100 100 900 700 --json
  ngi query MISSIONS/Single.01 ray 100 100 80 1 0.5 -0.2
  ngi query MISSIONS/Single.01 ray 100 100 80 1 0.5 -0.2 --shot
  ngi query MISSIONS/Single.01 at 120 95

Of a mission, the ground is as its buildings have cut it; rays and segments meet objects too, and
routes lead around them.

Space: x east, y north, z up, in units of a metre. Questions are asked of the fine level of the
ground. No answer is not an error.

Masks are flags that a face must have or must not have. A mask is a number such as 0x20008: bits of
the flags that the file stores for the face, a landscape's or a model's. With --compact it is the
engine's pair MAIN:MATERIAL, such as 0x208:0x08: it stands for flags of the ground, and in a model
MAIN is compared with the batch word and MATERIAL with the triangle flags. By default walk and route
forbid what the engine's walkers do not stand on (0x60020); the other questions have no filter.")]
#[command(subcommand_value_name = "QUESTION", subcommand_help_heading = "Questions")]
pub struct QueryArgs {
    /// The level: its base name (DATA/MAPS/X/Land) or its folder; or a mission: its folder or its
    /// data.tma.
    pub level: PathBuf,
    #[command(subcommand)]
    pub question: QueryQuestion,
    /// Flags a face must have, of the ground and of objects.
    #[arg(long, value_name = "MASK", global = true)]
    pub required: Option<String>,
    /// Flags a face must not have, of the ground and of objects.
    #[arg(long, value_name = "MASK", global = true)]
    pub forbidden: Option<String>,
    /// The masks are compact ones: MAIN or MAIN:MATERIAL.
    #[arg(long, global = true)]
    pub compact: bool,
    /// Use the engine's filter for shots, which pass water, foliage, glass and portals. Same as
    /// --compact --forbidden 0x208:0x24.
    #[arg(long, global = true, conflicts_with_all = ["required", "forbidden", "compact"])]
    pub shot: bool,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// The game folder of a mission; else NGI_GAME, else the nearest folder above it that holds one.
    #[arg(long, value_name = "DIR", global = true)]
    pub game: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, Subcommand)]
pub enum QueryQuestion {
    /// The highest ground at a point.
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  ngi query DATA/MAPS/VALLEY/Land height 512 380.5
  ngi query DATA/MAPS/VALLEY height 512 380.5 --forbidden 0x20008 --json")]
    Height { x: Finite, y: Finite },
    /// What a walker stands on: searched upwards within the radius, then downwards.
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  ngi query DATA/MAPS/VALLEY walk 512 380 20 3")]
    Walk {
        x: Finite,
        y: Finite,
        z: Finite,
        #[arg(value_parser = not_negative)]
        radius: f32,
    },
    /// What a ray meets.
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  ngi query DATA/MAPS/VALLEY ray 100 100 80 1 0.5 -0.2 --json")]
    Ray { x: Finite, y: Finite, z: Finite, dx: Finite, dy: Finite, dz: Finite },
    /// What lies between two points.
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  ngi query DATA/MAPS/VALLEY segment 0 0 50 300 300 0 --forbidden 0x20008")]
    Segment { x: Finite, y: Finite, z: Finite, x2: Finite, y2: Finite, z2: Finite },
    /// The faces that touch a box.
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  ngi query DATA/MAPS/VALLEY box 0 0 -100 50 50 100 --required 0x208 --compact")]
    Box { x: Finite, y: Finite, z: Finite, x2: Finite, y2: Finite, z2: Finite },
    /// The areal at a point.
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  ngi query DATA/MAPS/VALLEY area 512 380")]
    Area { x: Finite, y: Finite },
    /// What stands at a point of a mission, and whose it is.
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  ngi query MISSIONS/Single.01 ray 100 100 80 1 0.5 -0.2 --shot
  ngi query MISSIONS/Single.01 at 120 95
  ngi query MISSIONS/Single.01 at 120 95 --json")]
    At { x: Finite, y: Finite },
    /// The way of a walker from one point to another.
    #[command(allow_negative_numbers = true)]
    #[command(after_help = "\
Examples:
  ngi query DATA/MAPS/VALLEY route 100 100 900 700 --json
  ngi query DATA/MAPS/VALLEY route 100 100 900 700 --seed 7")]
    Route {
        x: Finite,
        y: Finite,
        x2: Finite,
        y2: Finite,
        /// Vary costs by chance, as the engine does; the same seed gives the same way.
        #[arg(long, value_name = "N")]
        seed: Option<u32>,
        /// Give up after looking at so many areals; the engine does after 2048.
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
    },
}
