//! `query`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::headings::{FACES, INPUT, OUTPUT, ROUTE};
use super::numbers::{Finite, not_negative};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi query DATA/MAPS/VALLEY/Land height 512 380.5
ngi query DATA/MAPS/VALLEY area 512 380
ngi query DATA/MAPS/VALLEY route 100 100 900 700 --json
ngi query DATA/MAPS/VALLEY ray 100 100 80 1 0.5 -0.2 --json
ngi query DATA/MAPS/VALLEY segment 0 0 50 300 300 0 --forbidden 0x20008
ngi query DATA/MAPS/VALLEY walk 512 380 20 3
ngi query DATA/MAPS/VALLEY box 0 0 -100 50 50 100 --required 0x208 --compact
ngi query MISSIONS/Single.01 ray 100 100 80 1 0.5 -0.2
ngi query MISSIONS/Single.01 ray 100 100 80 1 0.5 -0.2 --shot
ngi query MISSIONS/Single.01 at 120 95",
    after_long_help = "\
Space: x is east, y is north, z is up, and the unit is a metre. Queries use the fine level of detail of
the ground. A query without a result is not an error.

Missions: the ground is cut by the buildings, rays and segments also hit objects, and routes lead around
objects.

Masks: a mask is a number such as 0x20008 and selects bits of the face flags stored in the landscape or
model. With --compact it is the engine's pair MAIN:MATERIAL, such as 0x208:0x08. For the ground, the pair
stands for stored flags; for a model, MAIN is compared with the batch word and MATERIAL with the
triangle flags. By default, walk and route reject faces that the engine's walkers do not stand on
(0x60020); the other queries accept all faces."
)]
#[command(subcommand_value_name = "QUERY", subcommand_help_heading = "Queries")]
pub struct QueryArgs {
    /// Level (DATA/MAPS/X/Land or its folder) or mission (its folder or data.tma).
    pub level: PathBuf,
    #[command(subcommand)]
    pub question: QueryQuestion,
    /// Flags that a face must have, on the ground and on objects.
    #[arg(long, value_name = "MASK", global = true, help_heading = FACES, display_order = 800)]
    pub required: Option<String>,
    /// Flags that a face must not have, on the ground and on objects.
    #[arg(long, value_name = "MASK", global = true, help_heading = FACES, display_order = 801)]
    pub forbidden: Option<String>,
    /// Read masks as compact masks: MAIN or MAIN:MATERIAL.
    #[arg(long, global = true, help_heading = FACES, display_order = 802)]
    pub compact: bool,
    /// Use the engine's filter for shots: --compact --forbidden 0x208:0x24.
    ///
    /// Shots pass through water, foliage, glass and portals.
    #[arg(long, global = true, help_heading = FACES, display_order = 803,
          conflicts_with_all = ["required", "forbidden", "compact"])]
    pub shot: bool,
    /// Game folder of a mission [default: NGI_GAME, else the nearest one above LEVEL].
    #[arg(long, value_name = "DIR", global = true, help_heading = INPUT, display_order = 804)]
    pub game: Option<PathBuf>,
    /// Print JSON (ngi.query/1).
    #[arg(long, global = true, help_heading = OUTPUT, display_order = 805)]
    pub json: bool,
}

#[derive(Debug, Clone, Copy, Subcommand)]
pub enum QueryQuestion {
    /// Find the highest ground at a point.
    #[command(
        allow_negative_numbers = true,
        before_long_help = "\
ngi query DATA/MAPS/VALLEY/Land height 512 380.5
ngi query DATA/MAPS/VALLEY height 512 380.5 --forbidden 0x20008 --json"
    )]
    Height {
        /// East.
        x: Finite,
        /// North.
        y: Finite,
    },
    /// Find the ground under a walker: up to the radius above the point, then below it.
    #[command(
        allow_negative_numbers = true,
        before_long_help = "ngi query DATA/MAPS/VALLEY walk 512 380 20 3"
    )]
    Walk {
        /// East.
        x: Finite,
        /// North.
        y: Finite,
        /// Height.
        z: Finite,
        /// Search radius.
        #[arg(value_parser = not_negative)]
        radius: f32,
    },
    /// Find the first face that a ray hits.
    #[command(
        allow_negative_numbers = true,
        before_long_help = "ngi query DATA/MAPS/VALLEY ray 100 100 80 1 0.5 -0.2 --json"
    )]
    Ray {
        /// Origin, east.
        x: Finite,
        /// Origin, north.
        y: Finite,
        /// Origin, height.
        z: Finite,
        /// Direction, east.
        dx: Finite,
        /// Direction, north.
        dy: Finite,
        /// Direction, up.
        dz: Finite,
    },
    /// Find the first face between two points.
    #[command(
        allow_negative_numbers = true,
        before_long_help = "\
ngi query DATA/MAPS/VALLEY segment 0 0 50 300 300 0 --forbidden 0x20008"
    )]
    Segment {
        /// Start, east.
        x: Finite,
        /// Start, north.
        y: Finite,
        /// Start, height.
        z: Finite,
        /// End, east.
        x2: Finite,
        /// End, north.
        y2: Finite,
        /// End, height.
        z2: Finite,
    },
    /// List the faces that touch a box.
    #[command(
        allow_negative_numbers = true,
        before_long_help = "\
ngi query DATA/MAPS/VALLEY box 0 0 -100 50 50 100 --required 0x208 --compact"
    )]
    Box {
        /// First corner, east.
        x: Finite,
        /// First corner, north.
        y: Finite,
        /// First corner, height.
        z: Finite,
        /// Opposite corner, east.
        x2: Finite,
        /// Opposite corner, north.
        y2: Finite,
        /// Opposite corner, height.
        z2: Finite,
    },
    /// Find the areal at a point.
    #[command(
        allow_negative_numbers = true,
        before_long_help = "ngi query DATA/MAPS/VALLEY area 512 380"
    )]
    Area {
        /// East.
        x: Finite,
        /// North.
        y: Finite,
    },
    /// Find the object at a point of a mission, and its owner.
    #[command(
        allow_negative_numbers = true,
        before_long_help = "\
ngi query MISSIONS/Single.01 ray 100 100 80 1 0.5 -0.2 --shot
ngi query MISSIONS/Single.01 at 120 95
ngi query MISSIONS/Single.01 at 120 95 --json"
    )]
    At {
        /// East.
        x: Finite,
        /// North.
        y: Finite,
    },
    /// Find the route of a walker between two points.
    #[command(
        allow_negative_numbers = true,
        before_long_help = "\
ngi query DATA/MAPS/VALLEY route 100 100 900 700 --json
ngi query DATA/MAPS/VALLEY route 100 100 900 700 --seed 7"
    )]
    Route {
        /// Start, east.
        x: Finite,
        /// Start, north.
        y: Finite,
        /// End, east.
        x2: Finite,
        /// End, north.
        y2: Finite,
        /// Vary the costs at random, as the engine does; equal seeds give equal routes.
        #[arg(long, value_name = "N", help_heading = ROUTE)]
        seed: Option<u32>,
        /// Give up after this many areals; the engine gives up after 2048.
        #[arg(long, value_name = "N", help_heading = ROUTE)]
        limit: Option<usize>,
    },
}
