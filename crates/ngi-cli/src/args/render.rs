//! `render`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use ngi_convert::{FRAMES_PER_SECOND, TimeOfDay};
use ngi_render::frame::Paint;
use ngi_render::scene::{Overlays, Water};

use super::headings::{
    ANIMATION, CAMERA, DRAWING, INPUT, LEVELS, MODELS, OUTPUT, SAFETY, TEXTURES,
};
use super::numbers::{finite, list, not_negative, rate, within};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi render bases.rlb/r_scout_0_01.msh -o walker.png
ngi render DATA/MAPS/VALLEY -o level.png
ngi render MISSIONS/Single.01 -o mission.png --time-of-day dusk --weather off
ngi render bases.rlb/r_scout_0_01.msh -o large.png --size 1920x1080 --camera 120,15 --time 0.4
ngi render bases.rlb/r_scout_0_01.msh -o bare.png --transparent --overlay bounds,wire,nodes
ngi render bases.rlb/r_scout_0_01.msh -o turn.apng --turntable 36
ngi render bases.rlb/r_scout_0_01.msh -o texels.png --paint density
ngi render bases.rlb/r_scout_0_01.msh -o step.png --frames 0..24
ngi render Textures.lib/GRASS.0 -o grass.png
ngi render Material.lib/WATER -o water.apng --frames 0..50
ngi render DATA/MAPS/VALLEY -o map.png --camera 0,60 --overlay areals --route 30,30,600,330
ngi render DATA/MAPS/VALLEY/Land.map -o areals.png
ngi render effects.rlb/exp_large -o bang.apng --frames 0..40
ngi render MISSIONS/Single.01 -o briefing.png --camera briefing:3
ngi render UNITS/UNITS/scout.dat -o scout.png",
    after_long_help = "\
Rendering needs no window and no display, only a graphics adapter; a software adapter works.

Cameras:
  YAW,PITCH            angles in degrees; the whole object is in view. Yaw 0 looks north, pitch 90
                       looks straight down
  YAW,PITCH,DISTANCE   the same at a fixed distance
  X,Y,Z,X2,Y2,Z2       position of the camera and the point it looks at
  briefing:N           stop N of the briefing of a mission, from 1

Overlays, separated by commas:
  all                  wire, normals, bounds, grid
  models               nodes, links, sockets
  levels               squares, faces, areals, areal-grid, route
  missions             names, clans, areas, zones, lodes
  effects              lights
  textures             page, palette"
)]
pub struct RenderArgs {
    /// Model, level, texture, material, effect, areal map, mission or unit.
    pub path: PathBuf,
    /// Image to write: .png, or .apng for an animation in one file.
    ///
    /// With --turntable or --frames, a .png becomes one file per frame: name_000.png,
    /// name_001.png, …
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Width and height in pixels, 8192x8192 at most.
    ///
    /// A side has at most 16384 pixels, the image 67108864.
    #[arg(long, value_name = "WxH", default_value = "1280x960", value_parser = parse_size,
          help_heading = OUTPUT)]
    pub size: [u32; 2],
    /// Render on a transparent background.
    #[arg(long, help_heading = OUTPUT)]
    pub transparent: bool,
    /// Position of the camera: YAW,PITCH or briefing:N; --help lists all forms.
    #[arg(long, value_name = "CAMERA", allow_hyphen_values = true, value_parser = parse_camera,
          help_heading = CAMERA)]
    pub camera: Option<CameraArg>,
    /// Vertical field of view in degrees.
    #[arg(long, value_name = "DEGREES", value_parser = parse_fov, hide_short_help = true, help_heading = CAMERA)]
    pub fov: Option<f32>,
    /// Render N images all around.
    #[arg(long, value_name = "N", conflicts_with = "frames",
          value_parser = clap::value_parser!(u32).range(1..=3600), help_heading = CAMERA)]
    pub turntable: Option<u32>,
    /// Time in seconds.
    #[arg(long, value_name = "T", default_value = "0", value_parser = not_negative,
          conflicts_with = "frames", help_heading = ANIMATION)]
    pub time: f32,
    /// Render frames A to B of the animation, both included.
    #[arg(long, value_name = "A..B", value_parser = parse_frames, help_heading = ANIMATION)]
    pub frames: Option<Frames>,
    /// Frames per second; the files of the game do not store a rate.
    #[arg(long, value_name = "F", default_value_t = FRAMES_PER_SECOND, value_parser = rate,
          hide_short_help = true, help_heading = ANIMATION)]
    pub fps: f32,
    /// Overlays, separated by commas: wire, bounds, nodes, areals, …
    #[arg(long, value_name = "NAMES", default_value = "", hide_default_value = true,
          help_heading = DRAWING)]
    pub overlay: Overlays,
    /// Surface display: looks, normals, checker or density.
    ///
    /// normals shows normals as colours, checker the texture coordinates, and density the texels
    /// per unit from blue (1) to red (256).
    #[arg(long, value_name = "WHAT", default_value = "looks", help_heading = DRAWING)]
    pub paint: Paint,
    /// Hide the outside of buildings to show the rooms inside.
    #[arg(long, hide_short_help = true, help_heading = DRAWING)]
    pub cut_away: bool,
    /// Level of detail 0 to 3, 4 for first person, or auto by distance.
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_level,
          help_heading = MODELS)]
    pub lod: Level,
    /// Damage stage, 0 to 2.
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_stage,
          help_heading = MODELS)]
    pub stage: usize,
    /// Time of day: H:MM, dawn, day, dusk or night [default: its start, or day].
    ///
    /// The hours of the words depend on the sky of the mission; `ngi show MISSION` prints them.
    /// Without this option, a mission that starts in the dark is shown by day.
    #[arg(long, value_name = "TIME", help_heading = LEVELS)]
    pub time_of_day: Option<TimeOfDay>,
    /// Rain and snow of a mission, on or off.
    #[arg(long, value_name = "ON|OFF", default_value = "on", value_parser = parse_weather,
          action = clap::ArgAction::Set, help_heading = LEVELS)]
    pub weather: bool,
    /// Rendering of liquids: mirror with reflections, or plain.
    #[arg(long, value_name = "HOW", default_value = "mirror", value_parser = parse_water,
          hide_short_help = true, help_heading = LEVELS)]
    pub water: Water,
    /// Draw the route between two points.
    ///
    /// In a mission it leads around objects, like the result of `ngi query MISSION route`.
    #[arg(long, value_name = "X,Y,X2,Y2", allow_hyphen_values = true, value_parser = parse_route,
          hide_short_help = true, help_heading = LEVELS)]
    pub route: Option<Route>,
    /// Mip level of a texture, from 0.
    #[arg(long, value_name = "LEVEL", default_value_t = 0, hide_short_help = true, help_heading = TEXTURES)]
    pub mip: usize,
    /// Game folder [default: NGI_GAME, else the nearest one above PATH].
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub game: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long, help_heading = SAFETY)]
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
