//! `export` and `import`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use ngi_convert::{FRAMES_PER_SECOND, Mip, Resize, TimeOfDay, Which};

use super::headings::{INPUT, OUTPUT, SAFETY, only};
use super::numbers::{finite, positive, rate};

#[derive(Debug, Args)]
#[command(before_long_help = "\
ngi export Textures.lib/PANEL.0 -o panel.png
ngi export bases.rlb/r_scout_0_01.msh -o robot.glb
ngi export Textures.lib -o pictures
ngi export sounds.lib/shot.wav -o shot.wav
ngi export Material.lib -o material.json
ngi export static.rlb/s_tree_0_01.msh -o tree.json
ngi export bases.rlb/r_scout_0_01.msh -o robot.gltf --lod all --stage all
ngi export bases.rlb/r_scout_0_01.msh -o walker.obj
ngi export UNITS/UNITS/scout.dat -o scout.glb
ngi export DATA/MAPS/VALLEY -o valley.glb
ngi export DATA/MAPS/VALLEY -o hills.png
ngi export DATA/MAPS/VALLEY/Land.map -o areals.geojson
ngi export MISSIONS/Single.01 -o mission.glb --sky --time-of-day 14:30
ngi export MISSIONS/Single.01 -o placements.csv
ngi export Textures.lib -o for-the-card --to dds
ngi export . -o everything
ngi export . -o models --only msh
ngi export \"Material.lib/W*\" -o some --to json
ngi export Material.lib/WATER -o - --to json")]
pub struct ExportArgs {
    /// File, entry, archive, folder, or a pattern with * and ?.
    ///
    /// An archive or a folder is exported as a whole if the output is a folder. The folder of a
    /// level (DATA/MAPS/VALLEY) or of a mission is one thing if the output is a file.
    pub path: PathBuf,
    /// Game folder [default: NGI_GAME, else the nearest one above PATH].
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub game: Option<PathBuf>,
    /// File to write (its suffix selects the format), folder, or `-` for stdout.
    ///
    /// .json holds everything and can be imported again. .bin, or the suffix of the entry's own
    /// name, copies the bytes. A name without a suffix is a folder for everything below PATH.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Kind of file, if the name of the output does not say it: png, json, glb, …
    ///
    /// With a folder as output, only things that can become this kind of file are exported.
    #[arg(long, value_name = "SUFFIX", help_heading = OUTPUT)]
    pub to: Option<String>,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Level of detail, from 0, or all [default: 0].
    #[arg(long, value_name = "N", value_parser = parse_which, help_heading = only::MODELS)]
    pub lod: Option<Which>,
    /// Damage stage, from 0, or all [default: 0].
    #[arg(long, value_name = "N", value_parser = parse_which, help_heading = only::MODELS)]
    pub stage: Option<Which>,
    /// Up axis [default: y-up for glTF, z-up for OBJ].
    #[arg(long, value_enum, help_heading = only::MODELS)]
    pub axes: Option<Axes>,
    /// Export the pose at this frame instead of the animation.
    #[arg(long, visible_alias = "pose", value_name = "T", value_parser = finite,
          allow_negative_numbers = true, help_heading = only::MODELS)]
    pub frame: Option<f32>,
    /// With --frame, also export the animation.
    #[arg(long, help_heading = only::ANIMATION)]
    pub animations: bool,
    /// Frames per second; the files of the game do not store a rate.
    #[arg(long, value_name = "F", default_value_t = FRAMES_PER_SECOND, value_parser = rate,
          help_heading = only::ANIMATION)]
    pub fps: f32,
    /// Mip level, from 0, or all [default: 0 for PNG, all for DDS].
    #[arg(long, value_name = "LEVEL", value_parser = parse_mip, help_heading = only::TEXTURES)]
    pub mip: Option<Mip>,
    /// Store each mesh once and list its positions (EXT_mesh_gpu_instancing).
    #[arg(long, help_heading = only::MISSIONS)]
    pub instances: bool,
    /// Also write the sky as FILE.sky.png, an equirectangular image.
    ///
    /// North is in the middle of the image.
    #[arg(long, help_heading = only::MISSIONS)]
    pub sky: bool,
    /// Time of day of the sky: H:MM, dawn, day, dusk or night [default: the start of the mission].
    #[arg(long, value_name = "TIME", requires = "sky", help_heading = only::MISSIONS)]
    pub time_of_day: Option<TimeOfDay>,
    /// Export only this format or entry type, such as msh, texm or MAT0 (repeatable).
    #[arg(long, value_name = "TYPE", help_heading = only::FOLDERS)]
    pub only: Vec<String>,
    /// Replace existing files.
    ///
    /// A folder with an earlier export needs it only for things that have changed since; unchanged
    /// files are skipped.
    #[arg(long, help_heading = SAFETY)]
    pub force: bool,
}

/// Up axis of a file.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Axes {
    /// z is up, as in the game.
    ZUp,
    /// y is up, as in glTF.
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
#[command(
    override_usage = "\
ngi import [OPTIONS] <FILE> --output <FILE>
       ngi import [OPTIONS] <FILE> --into <ARCHIVE>",
    before_long_help = "\
ngi import panel.png --like Textures.lib/PANEL.0 -o PANEL.0
ngi import robot.glb --like bases.rlb/r_scout_0_01.msh -o bases.rlb/r_new.msh
ngi import everything -o .
ngi import material.json -o Again.lib
ngi import material.json --like Material.lib -o New.lib
ngi import robot.glb --like bases.rlb/r_scout_0_01.msh -o new.msh
ngi import robot.glb --like bases.rlb/r_scout_0_01.msh --into bases.rlb
ngi import robot.glb -o own.msh --new-rows --materials Material.lib --textures Textures.lib
ngi import walker.obj --like bases.rlb/r_scout_0_01.msh -o walker.msh
ngi import panel.png --pixels 565 --dither -o SMALL.0
ngi import panel.png --resize 64x64 -o TINY.0
ngi import shot.wav --adpcm -o packed.wav
ngi import pictures -o Textures.lib --dry-run
ngi import hills.png --like DATA/MAPS/VALLEY -o DATA/MAPS/HIGHER
ngi import hills.png --splat panel.png --water 12 --across 768 -o DATA/MAPS/NEW
ngi import valley.glb --like DATA/MAPS/VALLEY -o DATA/MAPS/SCULPTED
ngi import areals.geojson --like DATA/MAPS/VALLEY/Land.map -o New.map",
    after_long_help = "\
From a folder that `ngi export` wrote, ngi imports the files edited since. Each archive is written once,
with a backup, and all of them in one transaction.

The report has four kinds of lines:
  Kept        taken over unchanged, and from where
  Recomputed  derived from the file: your changes and everything that depends on them
  Lost        cannot be stored in the format of the game; the exit code is 1
  Note        nothing is lost, but the result may differ from what you expect"
)]
#[command(group = ArgGroup::new("libraries").args(["materials", "into"]).multiple(true))]
pub struct ImportArgs {
    /// File to convert, `-` for stdin, or a folder written by `ngi export`.
    pub file: PathBuf,
    /// Original file or entry, for everything that FILE cannot store.
    ///
    /// The original also selects the format of the result. Values that FILE does not change keep
    /// their bytes.
    #[arg(long, value_name = "PATH", help_heading = INPUT)]
    pub like: Option<PathBuf>,
    /// Format of the result, if FILE could become several: texm, msh, …
    #[arg(long, value_name = "FORMAT", help_heading = INPUT)]
    pub format: Option<String>,
    /// Kind of file on stdin: png, json, glb, …
    #[arg(long, value_name = "SUFFIX", help_heading = INPUT)]
    pub from: Option<String>,
    /// Game folder [default: NGI_GAME, else the nearest one above --like].
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub game: Option<PathBuf>,
    /// File or archive entry to write, such as bases.rlb/robot.msh; `-` for stdout.
    ///
    /// For a level this is its folder. For an exported folder it is the game folder or the archive
    /// that gets the changes.
    #[arg(short, long, value_name = "FILE", required_unless_present = "into",
          help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Archive of a game that gets the result and everything that belongs to it.
    ///
    /// The entry is named after FILE. A model also gets its wear table, and in the libraries of the
    /// game new materials, their textures, and an object like that of --like. All changes are one
    /// transaction, and backups are kept.
    #[arg(long, value_name = "ARCHIVE", conflicts_with = "output", help_heading = OUTPUT)]
    pub into: Option<PathBuf>,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Pixel format of a new texture: 0, 565, 556, 4444, 88, 888 or 8888.
    #[arg(long, value_name = "P", hide_short_help = true, help_heading = only::IMAGES)]
    pub pixels: Option<u32>,
    /// Number of mip levels of a new texture [default: all].
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = only::IMAGES)]
    pub levels: Option<u32>,
    /// Resize the image first: 256x128, or pow2 for the nearest powers of two.
    #[arg(long, value_name = "WxH", value_parser = parse_size, hide_short_help = true,
          help_heading = only::IMAGES)]
    pub resize: Option<Resize>,
    /// Dither a texture with 16 bits per pixel (565, 556, 4444).
    #[arg(long, hide_short_help = true, help_heading = only::IMAGES)]
    pub dither: bool,
    /// Scale the cells of an atlas with its image [default: only by a whole factor].
    #[arg(long, value_name = "YES|NO", num_args = 0..=1, default_missing_value = "yes",
          value_parser = parse_yes, hide_short_help = true, help_heading = only::IMAGES)]
    pub scale_page: Option<bool>,
    /// Compress the sound to MS ADPCM, a quarter of the size, like most sounds of the game.
    #[arg(long, hide_short_help = true, help_heading = only::SOUNDS)]
    pub adpcm: bool,
    /// Recompute the coarser levels of detail of changed nodes.
    ///
    /// Without it they keep their old shape.
    #[arg(long, hide_short_help = true, help_heading = only::MESHES)]
    pub make_lods: bool,
    /// Up axis of an OBJ file [default: as stored in it, else as in --like, else z-up].
    #[arg(long, value_enum, hide_short_help = true, help_heading = only::MESHES)]
    pub axes: Option<Axes>,
    /// Frames per second [default: as stored in the file].
    #[arg(long, value_name = "F", value_parser = rate, hide_short_help = true,
          help_heading = only::CLIPS)]
    pub fps: Option<f32>,
    /// Animation to use if several move the same node.
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = only::CLIPS)]
    pub clip: Option<String>,
    /// Add a row to the wear table for each new material.
    ///
    /// A new .wea is written beside the output.
    #[arg(long, hide_short_help = true, help_heading = only::MATERIALS)]
    pub new_rows: bool,
    /// Archive that gets a material for each new row, unless it or the game has one of that name.
    ///
    /// For a level this may be a PNG, with the meaning of --splat.
    #[arg(long, value_name = "ARCHIVE", hide_short_help = true, help_heading = only::MATERIALS)]
    pub materials: Option<PathBuf>,
    /// Archive that gets the textures of new rows, unless it or the game has an identical one.
    #[arg(long, value_name = "ARCHIVE", hide_short_help = true, help_heading = only::MATERIALS)]
    pub textures: Option<PathBuf>,
    /// Update existing materials of the game that new rows use.
    ///
    /// Only the properties that the file contains change. Without it such materials are used
    /// unchanged.
    #[arg(long, requires = "libraries", hide_short_help = true, help_heading = only::MATERIALS)]
    pub replace_materials: bool,
    /// Update materials that the model already uses, if their image or colour changed.
    ///
    /// Only the properties that the file contains change.
    #[arg(long, requires = "libraries", hide_short_help = true, help_heading = only::MATERIALS)]
    pub update_materials: bool,
    /// Image of the ground types.
    ///
    /// Grey or palette image: the pixel value is the row number in Land1.wea. Colour image: red,
    /// green, blue and black are ground types 1 to 4.
    #[arg(long, value_name = "PNG", hide_short_help = true, help_heading = only::GROUND)]
    pub splat: Option<PathBuf>,
    /// Height of the water surface.
    #[arg(long, value_name = "Z", allow_negative_numbers = true, value_parser = finite,
          hide_short_help = true, help_heading = only::GROUND)]
    pub water: Option<f32>,
    /// Make the water lava.
    #[arg(long, requires = "water", hide_short_help = true, help_heading = only::GROUND)]
    pub lava: bool,
    /// Width from west to east [default: from NAME.height.json or --like, else 1024].
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true, value_parser = positive,
          hide_short_help = true, help_heading = only::GROUND)]
    pub across: Option<f32>,
    /// Heights of black and white [default: from NAME.height.json or --like, else 0..128].
    #[arg(long, value_name = "LOW..HIGH", value_parser = parse_relief,
          allow_hyphen_values = true, hide_short_help = true, help_heading = only::GROUND)]
    pub relief: Option<[f32; 2]>,
    /// Import all files, not only those edited since the export.
    #[arg(long, hide_short_help = true, help_heading = only::EXPORTED)]
    pub all: bool,
    /// Report the changes without writing anything.
    #[arg(long, hide_short_help = true, help_heading = only::EXPORTED)]
    pub dry_run: bool,
    /// Keep no backups of the old files.
    #[arg(long, hide_short_help = true, help_heading = only::EXPORTED)]
    pub no_backup: bool,
    /// Replace an existing file or entry.
    #[arg(long, help_heading = SAFETY)]
    pub force: bool,
}
