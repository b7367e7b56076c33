//! `export` and `import`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use ngi_convert::{FRAMES_PER_SECOND, Mip, Resize, Which};

use super::clock::{Clock, parse_clock};
use super::numbers::{finite, positive, rate};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi export Material.lib -o material.json
  ngi export static.rlb/s_tree_0_01.msh -o tree.json
  ngi export sounds.lib/shot.wav -o shot.wav
  ngi export bases.rlb/r_scout_0_01.msh -o robot.glb
  ngi export bases.rlb/r_scout_0_01.msh -o robot.gltf --lod all --stage all
  ngi export MISSIONS/Single.01 -o mission.glb --sky --time-of-day 14:30
  ngi export MISSIONS/Single.01 -o placements.csv
  ngi export UNITS/UNITS/scout.dat -o scout.glb
  ngi export bases.rlb/r_scout_0_01.msh -o walker.obj
  ngi export DATA/MAPS/VALLEY -o valley.glb
  ngi export DATA/MAPS/VALLEY -o hills.png
  ngi export DATA/MAPS/VALLEY/Land.map -o areals.geojson
  ngi export Textures.lib/PANEL.0 -o panel.png
  ngi export Textures.lib -o pictures
  ngi export Textures.lib -o for-the-card --to dds
  ngi export . -o everything
  ngi export . -o models --only msh
  ngi export \"Material.lib/W*\" -o some --to json
  ngi export Material.lib/WATER -o - --to json")]
pub struct ExportArgs {
    /// File or entry; a folder or an archive if the output is a folder, or several things by a
    /// pattern with * and ?. The folder of a level (DATA/MAPS/VALLEY) is exported as one thing if
    /// the output is a file.
    pub path: PathBuf,
    /// File to write; .json holds everything and goes back with `ngi import`, .bin or the suffix
    /// the entry's own name has takes the bytes as they are. Without a suffix it is a folder, for
    /// everything below PATH. `-` is stdout, as the kind of file that --to names.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Kind of file, where the name of the output does not say it. For a folder: what of PATH can
    /// be exported to this, and nothing else.
    #[arg(long, value_name = "SUFFIX")]
    pub to: Option<String>,
    /// For a folder: only things of this kind, a format (msh, texm, wear, …) or a type of entries
    /// (MAT0, SWAV, 3, …); may be given several times.
    #[arg(long, value_name = "TYPE")]
    pub only: Vec<String>,
    /// Level of detail of a model or a landscape, from 0, or `all`.
    #[arg(long, value_name = "N", value_parser = parse_which)]
    pub lod: Option<Which>,
    /// Damage stage of a model, from 0, or `all`.
    #[arg(long, value_name = "N", value_parser = parse_which)]
    pub stage: Option<Which>,
    /// The moment whose pose is exported, in frames.
    #[arg(long, visible_alias = "pose", value_name = "T", value_parser = finite, allow_negative_numbers = true)]
    pub frame: Option<f32>,
    /// Take the animation of a model along although --frame is given; without --frame it always
    /// comes along.
    #[arg(long)]
    pub animations: bool,
    /// Frames per second of the animation; the game names no rate.
    #[arg(long, value_name = "F", default_value_t = FRAMES_PER_SECOND, value_parser = rate)]
    pub fps: f32,
    /// Which way is up; as usual in the output if not given.
    #[arg(long, value_enum)]
    pub axes: Option<Axes>,
    /// Level of a texture, from 0, or `all`.
    #[arg(long, value_name = "LEVEL", value_parser = parse_mip)]
    pub mip: Option<Mip>,
    /// Of a mission as glTF: each mesh once with a list of its places (EXT_mesh_gpu_instancing).
    #[arg(long)]
    pub instances: bool,
    /// Of a mission as glTF: its sky goes along as FILE.sky.png, a picture of all directions
    /// (equirectangular, north in the middle).
    #[arg(long)]
    pub sky: bool,
    /// With --sky: the time of day; when the mission begins if not given.
    #[arg(long, value_name = "H:MM", value_parser = parse_clock, requires = "sky")]
    pub time_of_day: Option<Clock>,
    /// The game folder; else NGI_GAME, else the nearest folder above PATH that holds one.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// Replace existing files. A folder that holds an earlier export needs it only where things
    /// have changed: what is there is skipped.
    #[arg(long)]
    pub force: bool,
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
}

/// Which way is up.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Axes {
    /// z, as in the game.
    ZUp,
    /// y, as glTF wants it.
    YUp,
}

impl From<Axes> for ngi_convert::Axes {
    fn from(axes: Axes) -> Self {
        match axes {
            Axes::ZUp => Self::ZUp,
            Axes::YUp => Self::YUp,
        }
    }
}

fn parse_which(text: &str) -> Result<Which, String> {
    if text == "all" {
        return Ok(Which::All);
    }
    text.parse().map(Which::One).map_err(|_| "neither a number nor `all`".into())
}

fn parse_size(text: &str) -> Result<Resize, String> {
    if text == "pow2" {
        return Ok(Resize::PowersOfTwo);
    }
    let sides = text.split_once(['x', 'X']).and_then(|(width, height)| {
        Some(Resize::To(width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    sides.ok_or_else(|| "neither a size such as 256x128 nor `pow2`".into())
}

fn parse_yes(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("neither `yes` nor `no`".into()),
    }
}

fn parse_mip(text: &str) -> Result<Mip, String> {
    if text == "all" {
        return Ok(Mip::All);
    }
    text.parse().map(Mip::Level).map_err(|_| "neither a level nor `all`".into())
}

fn parse_relief(text: &str) -> Result<[f32; 2], String> {
    let (low, high) = text.split_once("..").ok_or("should look like 0..128")?;
    let relief = [finite(low)?, finite(high)?];
    if relief[0] <= relief[1] { Ok(relief) } else { Err("LOW must not be above HIGH".into()) }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi import material.json -o Again.lib
  ngi import material.json --like Material.lib -o New.lib
  ngi import robot.glb --like bases.rlb/r_scout_0_01.msh -o new.msh
  ngi import robot.glb --like bases.rlb/r_scout_0_01.msh -o bases.rlb/r_new.msh
  ngi import robot.glb --like bases.rlb/r_scout_0_01.msh --into bases.rlb
  ngi import walker.obj --like bases.rlb/r_scout_0_01.msh -o walker.msh
  ngi import robot.glb -o own.msh --new-rows --materials Material.lib --textures Textures.lib
  ngi import panel.png --like Textures.lib/PANEL.0 -o PANEL.0
  ngi import panel.png --pixels 565 --dither -o SMALL.0
  ngi import panel.png --resize 64x64 -o TINY.0
  ngi import shot.wav --adpcm -o packed.wav
  ngi import everything -o .
  ngi import pictures -o Textures.lib --dry-run
  ngi import hills.png --like DATA/MAPS/VALLEY -o DATA/MAPS/HIGHER
  ngi import hills.png --splat panel.png --water 12 --across 768 -o DATA/MAPS/NEW
  ngi import valley.glb --like DATA/MAPS/VALLEY -o DATA/MAPS/SCULPTED
  ngi import areals.geojson --like DATA/MAPS/VALLEY/Land.map -o New.map

Of a folder that `ngi export` made, what was edited there goes back, each archive in one step and with
a backup; the rest is left alone.")]
#[command(group = ArgGroup::new("libraries").args(["materials", "into"]).multiple(true))]
pub struct ImportArgs {
    /// File to read, `-` for stdin, or a folder that `ngi export` made.
    pub file: PathBuf,
    /// Kind of file that comes from stdin: png, json, glb, …
    #[arg(long, value_name = "SUFFIX")]
    pub from: Option<String>,
    /// Where what the file leaves out comes from; says what to make, too.
    #[arg(long, value_name = "PATH")]
    pub like: Option<PathBuf>,
    /// What to make, where several formats could be made of the file: texm, msh, …
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Pixel format of a new texture: 0, 565, 556, 4444, 88, 888 or 8888.
    #[arg(long, value_name = "P")]
    pub pixels: Option<u32>,
    /// How many levels a new texture gets; all that there can be if not given.
    #[arg(long, value_name = "N")]
    pub levels: Option<u32>,
    /// Size that the picture gets first: 256x128, or pow2 for the nearest powers of two.
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    pub resize: Option<Resize>,
    /// Dither a texture of 16 bits a pixel (565, 556, 4444).
    #[arg(long)]
    pub dither: bool,
    /// Whether the cells of an atlas grow with its picture; if not given, where both sides grow by
    /// one whole factor.
    #[arg(long, value_name = "YES|NO", num_args = 0..=1, default_missing_value = "yes",
          value_parser = parse_yes)]
    pub scale_page: Option<bool>,
    /// Pack a sound as MS ADPCM: a quarter of the size, as most of the game's are.
    #[arg(long)]
    pub adpcm: bool,
    /// Frames per second of a model's animation; what the file says if not given.
    #[arg(long, value_name = "F", value_parser = rate)]
    pub fps: Option<f32>,
    /// Which of several animations a model gets, where they move the same node.
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Makes the coarser levels of a model's nodes anew where the file changed the finest. Without
    /// it they keep the old shape.
    #[arg(long)]
    pub make_lods: bool,
    /// Which way is up in an OBJ; what the file says, else as it fits --like, else z, if not given.
    #[arg(long, value_enum)]
    pub axes: Option<Axes>,
    /// Materials the wear table does not have get rows of their own: a new .wea is written beside
    /// the output.
    #[arg(long)]
    pub new_rows: bool,
    /// Archive that gets a texture for every new row whose material has a picture, unless it or
    /// the game has one that shows the same.
    #[arg(long, value_name = "ARCHIVE")]
    pub textures: Option<PathBuf>,
    /// Archive that gets a material for every new row, unless it or the game has one of that name.
    /// For a level: a PNG, as --splat takes it.
    #[arg(long, value_name = "ARCHIVE")]
    pub materials: Option<PathBuf>,
    /// Materials of new rows that the game has already become what the file says; what the file
    /// says nothing of stays. Without it they are used as they are.
    #[arg(long, requires = "libraries")]
    pub replace_materials: bool,
    /// Materials the model wears whose picture or colour was changed in the file become what it
    /// says; what it says nothing of stays.
    #[arg(long, requires = "libraries")]
    pub update_materials: bool,
    /// For a level: a picture of what lies where. With a palette or in grey, a pixel is a row of
    /// Land1.wea; in colours, red, green and blue are the first three kinds of ground and black is
    /// the fourth.
    #[arg(long, value_name = "PNG")]
    pub splat: Option<PathBuf>,
    /// For a level: height of the water.
    #[arg(long, value_name = "Z", allow_negative_numbers = true, value_parser = finite)]
    pub water: Option<f32>,
    /// For a level: the water is lava.
    #[arg(long, requires = "water")]
    pub lava: bool,
    /// For a level: units from west to east; as the file beside the picture or --like says, else
    /// 1024, if not given.
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true, value_parser = positive)]
    pub across: Option<f32>,
    /// For a level: heights of black and white; as the file beside the picture or --like says,
    /// else 0..128, if not given.
    #[arg(long, value_name = "LOW..HIGH", value_parser = parse_relief, allow_hyphen_values = true)]
    pub relief: Option<[f32; 2]>,
    /// The game folder; else NGI_GAME, else the nearest folder above --like that holds one.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// File to write, or entry of an archive: bases.rlb/robot.msh. `-` for stdout. For a level its
    /// folder; of a folder: the game folder or the archive it goes back into.
    #[arg(short, long, value_name = "FILE", required_unless_present = "into")]
    pub output: Option<PathBuf>,
    /// Archive of a game that gets the result under the name of FILE, and with a model everything
    /// that belongs to it: wear table, and in the game's libraries new materials, their textures
    /// and an object like that of --like. All of it or nothing; backups are kept.
    #[arg(long, value_name = "ARCHIVE", conflicts_with = "output")]
    pub into: Option<PathBuf>,
    /// Replace an existing file or entry.
    #[arg(long)]
    pub force: bool,
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
    /// Of a folder: everything, not only what was edited since the export.
    #[arg(long)]
    pub all: bool,
    /// Of a folder: say what would change and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Of a folder: keep no backups of the old files.
    #[arg(long)]
    pub no_backup: bool,
}
