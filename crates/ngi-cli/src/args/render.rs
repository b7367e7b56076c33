//! `render`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use ngi_convert::FRAMES_PER_SECOND;
use ngi_render::frame::Paint;
use ngi_render::scene::{Overlays, Water};

use super::clock::{Clock, parse_clock};
use super::numbers::{finite, list, not_negative, rate, within};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi render bases.rlb/r_scout_0_01.msh -o walker.png
  ngi render bases.rlb/r_scout_0_01.msh -o large.png --size 1920x1080 --camera 120,15 --time 0.4
  ngi render bases.rlb/r_scout_0_01.msh -o bare.png --transparent --overlay bounds,wire,nodes
  ngi render bases.rlb/r_scout_0_01.msh -o turn.apng --turntable 36
  ngi render bases.rlb/r_scout_0_01.msh -o texels.png --paint density
  ngi render bases.rlb/r_scout_0_01.msh -o step.png --frames 0..24
  ngi render Textures.lib/GRASS.0 -o grass.png
  ngi render Material.lib/WATER -o water.apng --frames 0..50
  ngi render DATA/MAPS/VALLEY -o level.png
  ngi render DATA/MAPS/VALLEY -o map.png --camera 0,60 --overlay areals --route 30,30,600,330
  ngi render DATA/MAPS/VALLEY/Land.map -o areals.png
  ngi render effects.rlb/exp_large -o bang.apng --frames 0..40
  ngi render MISSIONS/Single.01 -o mission.png --time-of-day 14:30 --weather off
  ngi render MISSIONS/Single.01 -o briefing.png --camera briefing:3
  ngi render UNITS/UNITS/scout.dat -o scout.png

No window and no display are needed, only a graphics adapter; a software one will do.

Cameras: `yaw,pitch` in degrees frames everything from there (yaw 0 looks north, pitch 90 straight
down); a third number is the distance; six numbers are the eye and the point it looks at;
`briefing:3` is the third stop of a mission's briefing.")]
pub struct RenderArgs {
    /// A model, level, texture, material, effect, areal map, mission or unit.
    pub path: PathBuf,
    /// Picture to write: .png, or .apng for an animation in one file. With --turntable or --frames
    /// a .png becomes one file per picture: name_000.png, name_001.png, …
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Pixels across and down, at most 67108864 (8192x8192) in all.
    #[arg(long, value_name = "WxH", default_value = "1280x960", value_parser = parse_size)]
    pub size: [u32; 2],
    /// Where to look from: yaw,pitch · yaw,pitch,distance · x,y,z,x2,y2,z2 · briefing:N.
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true, value_parser = parse_camera)]
    pub camera: Option<CameraArg>,
    /// The time of day in a mission; without it, that of its beginning.
    #[arg(long, value_name = "H:MM", value_parser = parse_clock)]
    pub time_of_day: Option<Clock>,
    /// Rain and snow of a mission: `on`, or `off` for none.
    #[arg(long, value_name = "ON|OFF", default_value = "on", value_parser = parse_weather,
          action = clap::ArgAction::Set)]
    pub weather: bool,
    /// Vertical field of view in degrees.
    #[arg(long, value_name = "DEGREES", value_parser = parse_fov)]
    pub fov: Option<f32>,
    /// Level of detail: 0 to 3, 4 for the first-person view, `auto` by distance.
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_level)]
    pub lod: Level,
    /// Damage stage, 0 to 2.
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_stage)]
    pub stage: usize,
    /// What to draw on top, with commas between: wire, normals, bounds, nodes, links, sockets,
    /// grid, squares, faces, areals, areal-grid, route, lights, page, palette, names, clans, areas,
    /// zones, lodes.
    #[arg(long, value_name = "NAMES", default_value = "")]
    pub overlay: Overlays,
    /// What surfaces show: `looks`, or instead `normals` as colours, texture coordinates as a
    /// `checker`, texel `density` from blue (1 in a unit) to red (256).
    #[arg(long, value_name = "WHAT", default_value = "looks")]
    pub paint: Paint,
    /// Pictures all around, this many.
    #[arg(long, value_name = "N", conflicts_with = "frames", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub turntable: Option<u32>,
    /// Pictures from frame A to frame B of the animation, both included.
    #[arg(long, value_name = "A..B", value_parser = parse_frames)]
    pub frames: Option<Frames>,
    /// The moment, in seconds.
    #[arg(long, value_name = "T", default_value = "0", value_parser = not_negative, conflicts_with = "frames")]
    pub time: f32,
    /// Frames per second; the game names no rate.
    #[arg(long, value_name = "F", default_value_t = FRAMES_PER_SECOND, value_parser = rate)]
    pub fps: f32,
    /// Nothing behind it: the picture has an alpha.
    #[arg(long)]
    pub transparent: bool,
    /// How liquids are drawn: `mirror` reflects what is around, `plain` is cheap.
    #[arg(long, value_name = "HOW", default_value = "mirror", value_parser = parse_water)]
    pub water: Water,
    /// Draw the route from one point of a level, mission or areal map to another on top. In a
    /// mission it leads around objects, as the answer of `ngi query MISSION route` does.
    #[arg(long, value_name = "X,Y,X2,Y2", allow_hyphen_values = true, value_parser = parse_route)]
    pub route: Option<Route>,
    /// Leave the outside of buildings out, so that their rooms are seen.
    #[arg(long)]
    pub cut_away: bool,
    /// Level of a texture, from 0.
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    pub mip: usize,
    /// The game folder; else NGI_GAME, else the nearest folder above PATH that holds one.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long)]
    pub force: bool,
}

/// Two, three or six numbers, or a stop of a briefing, counted from 1.
#[derive(Debug, Clone, PartialEq)]
pub enum CameraArg {
    Numbers(Vec<f32>),
    Briefing(usize),
}

fn parse_weather(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("neither `on` nor `off`".into()),
    }
}

/// A level of detail; `None` by distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level(pub Option<usize>);

/// Frames from one to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frames {
    pub first: u32,
    pub last: u32,
}

/// Longest side of an image.
const LONGEST_SIDE: u32 = 16_384;
/// Pixels of the largest image. It is drawn in bands, but finished and packed in memory, which takes
/// about 600 MB for this many.
const MOST_PIXELS: u64 = 8192 * 8192;

fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or("must look like 1280x960")?;
    let side = |text: &str| {
        let side = text.trim().parse::<u32>().ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
        side.ok_or_else(|| format!("each side must be from 1 to {LONGEST_SIDE}"))
    };
    let (width, height) = (side(width)?, side(height)?);
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(format!("at most {MOST_PIXELS} pixels, such as 8192x8192 or 16384x4096"));
    }
    Ok([width, height])
}

/// Distances from the eye to the point in the middle of the image.
const DISTANCES: RangeInclusive<f32> = 0.001..=1_000_000.0;

fn parse_camera(text: &str) -> Result<CameraArg, String> {
    if let Some(stop) = text.strip_prefix("briefing:") {
        let stop = stop.parse::<usize>().ok().filter(|stop| *stop > 0);
        return stop.map(CameraArg::Briefing).ok_or_else(|| "stops are counted from 1".into());
    }
    let numbers = list(text)?;
    match *numbers {
        [yaw, pitch] => check_direction(yaw, pitch)?,
        [yaw, pitch, distance] => {
            check_direction(yaw, pitch)?;
            within_named("distance", distance, DISTANCES)?;
        }
        [ex, ey, ez, x, y, z] => {
            let distance = (x - ex).hypot(y - ey).hypot(z - ez);
            within_named("distance from eye to target", distance, DISTANCES)?;
        }
        _ => return Err("must be 2, 3 or 6 numbers separated by commas, or briefing:N".into()),
    }
    Ok(CameraArg::Numbers(numbers))
}

/// The ends of a way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Route {
    pub from: [f32; 2],
    pub to: [f32; 2],
}

fn parse_water(text: &str) -> Result<Water, String> {
    match text {
        "mirror" => Ok(Water::Reflecting),
        "plain" => Ok(Water::Plain),
        _ => Err("neither `mirror` nor `plain`".into()),
    }
}

fn parse_route(text: &str) -> Result<Route, String> {
    match *list(text)? {
        [x, y, x2, y2] => Ok(Route { from: [x, y], to: [x2, y2] }),
        _ => Err("must be 4 numbers separated by commas".into()),
    }
}

fn parse_level(text: &str) -> Result<Level, String> {
    if text == "auto" {
        return Ok(Level(None));
    }
    let level = text.parse::<usize>().ok().filter(|level| *level <= 4);
    level.map(|level| Level(Some(level))).ok_or_else(|| "neither 0 to 4 nor `auto`".into())
}

fn parse_stage(text: &str) -> Result<usize, String> {
    let stage = text.parse::<usize>().ok().filter(|stage| *stage < ngi_formats::msh::STAGES);
    stage.ok_or_else(|| "not 0 to 2".into())
}

fn parse_frames(text: &str) -> Result<Frames, String> {
    let wrong = "should look like 0..24, at most 3600 frames";
    let (first, last) = text.split_once("..").ok_or(wrong)?;
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong.to_owned());
    let (first, last) = (number(first)?, number(last)?);
    if last < first || last - first >= 3600 {
        return Err(wrong.into());
    }
    Ok(Frames { first, last })
}

fn parse_fov(text: &str) -> Result<f32, String> {
    within(finite(text)?, 1.0..=170.0)
}

fn check_direction(yaw: f32, pitch: f32) -> Result<(), String> {
    within_named("yaw", yaw, -360.0..=360.0)?;
    within_named("pitch", pitch, -90.0..=90.0)
}

fn within_named(name: &str, number: f32, allowed: RangeInclusive<f32>) -> Result<(), String> {
    within(number, allowed).map(drop).map_err(|why| format!("the {name} {why}"))
}
