//! `render`.

use std::path::PathBuf;

use clap::Args;
use ngi_convert::FRAMES_PER_SECOND;
use ngi_render::frame::Paint;
use ngi_render::scene::{Overlays, Water};

use super::clock::{Clock, parse_clock};
use super::pose::parse_finite;

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
down); a third number is the distance instead; six numbers are the eye and the point it looks at;
`briefing:3` is the third stop of a mission's briefing.")]
pub struct RenderArgs {
    /// A model, level, texture, material, effect, areal map, mission or unit.
    pub path: PathBuf,
    /// Picture to write: .png, or .apng for an animation in one file. With --turntable or --frames
    /// a .png becomes one file per picture: name_000.png, name_001.png, …
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Pixels across and down.
    #[arg(long, value_name = "WxH", default_value = "1280x960", value_parser = parse_size)]
    pub size: [u32; 2],
    /// Where to look from: yaw,pitch · yaw,pitch,distance · x,y,z,x2,y2,z2 · briefing:N.
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true, value_parser = parse_numbers)]
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
    #[arg(long, value_name = "T", default_value = "0", value_parser = parse_finite, conflicts_with = "frames")]
    pub time: f32,
    /// Frames per second; the game names no rate.
    #[arg(long, value_name = "F", default_value_t = FRAMES_PER_SECOND, value_parser = parse_rate)]
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

fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or("should look like 1280x960")?;
    let side = |text: &str| {
        let side = text.trim().parse::<u32>().ok().filter(|side| (1..=16_384).contains(side));
        side.ok_or_else(|| format!("{text} is no side from 1 to 16384"))
    };
    Ok([side(width)?, side(height)?])
}

fn parse_numbers(text: &str) -> Result<CameraArg, String> {
    if let Some(stop) = text.strip_prefix("briefing:") {
        let stop = stop.parse::<usize>().ok().filter(|stop| *stop > 0);
        return stop.map(CameraArg::Briefing).ok_or_else(|| "stops are counted from 1".into());
    }
    let number = |text: &str| text.trim().parse::<f32>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f32>> = text.split(',').map(number).collect();
    match numbers {
        Some(numbers) if matches!(numbers.len(), 2 | 3 | 6) => Ok(CameraArg::Numbers(numbers)),
        _ => Err("should be 2, 3 or 6 numbers with commas between, or briefing:N".into()),
    }
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
    let number = |text: &str| text.trim().parse::<f32>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f32>> = text.split(',').map(number).collect();
    match numbers.as_deref() {
        Some(&[x, y, x2, y2]) => Ok(Route { from: [x, y], to: [x2, y2] }),
        _ => Err("should be 4 numbers with commas between".into()),
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

fn parse_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse::<f32>().ok().filter(|rate| (1e-3..=1e6).contains(rate));
    rate.ok_or_else(|| "no rate".into())
}

fn parse_fov(text: &str) -> Result<f32, String> {
    let fov = text.parse::<f32>().ok().filter(|fov| (1.0..=170.0).contains(fov));
    fov.ok_or_else(|| "not from 1 to 170 degrees".into())
}
