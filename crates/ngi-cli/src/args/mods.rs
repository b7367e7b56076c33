//! `mod` and `watch`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi mod new water --name deep-water
  ngi mod check water
  ngi mod install . water
  ngi mod list .

A mod is a zip, NAME.ngimod, or the same files in a folder. It says what changes, and brings no bytes
of the game where a field or a delta does. To see a game through mods and leave it as it is, every
command that reads takes --mod.")]
pub struct ModArgs {
    #[command(subcommand)]
    pub action: ModAction,
}

#[derive(Debug, Subcommand)]
pub enum ModAction {
    /// Begin a mod: a folder with what it is, and no changes yet.
    // `--version` is the mod's version here, not the program's.
    #[command(
        disable_version_flag = true,
        after_help = "\
Examples:
  ngi mod new water --name deep-water --author Somebody
  ngi mod new lights --needs deep-water"
    )]
    New(NewArgs),
    /// Make a mod of two games: what differs.
    #[command(
        disable_version_flag = true,
        after_help = "\
Examples:
  ngi mod make before after -o water.ngimod
  ngi mod make before after -o water --readable --name deep-water --version 1.2
  ngi mod make water -o packed.ngimod
  ngi mod make before after --into water

With one folder, that of a mod, it is packed as it is. With --into, NEW need not be a whole game: its
files lie over OLD as the mod makes it, and the mod gets what then differs."
    )]
    Make(MakeArgs),
    /// Check mods: whether they are whole and, with --game, whether they fit it.
    #[command(after_help = "\
Examples:
  ngi mod new water
  ngi mod check water
  ngi mod check water --game . --json")]
    Check(ModCheckArgs),
    /// Install mods above those that are there.
    #[command(after_help = "\
Examples:
  ngi mod new water
  ngi mod new lights --needs water
  ngi mod install . water lights
  ngi mod install . water --prefer water

Where two mods change the same, the later one wins and the other is told as lost (exit code 1), unless
one is preferred. The game's own files are kept once, in its hidden folder .ngi.")]
    Install(InstallArgs),
    /// Take mods out again; without any the game is what it was.
    #[command(after_help = "\
Examples:
  ngi mod new water
  ngi mod install . water
  ngi mod remove . water")]
    Remove(RemoveArgs),
    /// List the mods of a game, the first one at the bottom.
    #[command(after_help = "\
Examples:
  ngi mod list .
  ngi mod list . --json")]
    List(ModListArgs),
    /// How the mods of a game are: files that are not its own, what was changed by hand, conflicts.
    #[command(after_help = "\
Examples:
  ngi mod status .
  ngi mod status . --json")]
    Status(ModListArgs),
    /// Put mods in another order: those named go to the top, the last one uppermost.
    #[command(after_help = "\
Examples:
  ngi mod new water
  ngi mod new lights
  ngi mod install . water lights
  ngi mod order . lights water")]
    Order(OrderArgs),
    /// Write what mods make of a game into another folder, and leave the game as it is.
    #[command(after_help = "\
Examples:
  ngi mod new water
  ngi mod apply . water -o changed
  ngi mod apply . water -o whole --whole")]
    Apply(ApplyArgs),
}

/// What a mod says of itself.
#[derive(Debug, Args)]
pub struct About {
    /// Its name; else that of the folder or file.
    #[arg(long)]
    pub name: Option<String>,
    /// Version of the mod, such as 1.2.
    #[arg(long, visible_alias = "release", value_name = "VERSION")]
    pub version: Option<String>,
    /// Who made it.
    #[arg(long)]
    pub author: Option<String>,
    /// What it does.
    #[arg(long, value_name = "TEXT")]
    pub about: Option<String>,
    /// A mod that has to be there, and behind a blank the least version. May be given several times.
    #[arg(long, value_name = "NAME")]
    pub needs: Vec<String>,
}

#[derive(Debug, Args)]
pub struct NewArgs {
    /// The folder to make.
    pub folder: PathBuf,
    #[command(flatten)]
    pub about: About,
}

#[derive(Debug, Args)]
pub struct MakeArgs {
    /// The game as it was; or the folder of a mod.
    pub old: PathBuf,
    /// The game as it is.
    pub new: Option<PathBuf>,
    /// The mod to write.
    #[arg(short, long, value_name = "FILE", required_unless_present = "into")]
    pub output: Option<PathBuf>,
    /// The folder of a mod that gets the files of NEW.
    #[arg(long, value_name = "MOD", requires = "new", conflicts_with = "output")]
    pub into: Option<PathBuf>,
    /// Write a folder that can be read, compared and edited.
    #[arg(long, conflicts_with = "into")]
    pub readable: bool,
    /// Replace an existing file.
    #[arg(long, conflicts_with = "into")]
    pub force: bool,
    #[command(flatten)]
    pub about: About,
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ModCheckArgs {
    /// Mods: files or folders.
    #[arg(required = true)]
    pub mods: Vec<PathBuf>,
    /// A game that they should fit.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// Print JSON (ngi.mods/1).
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct InstallArgs {
    /// The game folder.
    pub game: PathBuf,
    /// Mods: files or folders.
    #[arg(required = true)]
    pub mods: Vec<PathBuf>,
    /// A mod that wins where others say something else. May be given several times.
    #[arg(long, value_name = "NAME")]
    pub prefer: Vec<String>,
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct RemoveArgs {
    /// The game folder.
    pub game: PathBuf,
    /// Names of mods.
    #[arg(required = true)]
    pub names: Vec<String>,
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ModListArgs {
    /// The game folder.
    #[arg(default_value = ".")]
    pub game: PathBuf,
    /// Print JSON (ngi.mods/1).
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct OrderArgs {
    /// The game folder.
    pub game: PathBuf,
    /// Names of mods.
    #[arg(required = true)]
    pub names: Vec<String>,
    /// A mod that wins where others say something else; those that did before no longer do.
    #[arg(long, value_name = "NAME")]
    pub prefer: Vec<String>,
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ApplyArgs {
    /// The game folder.
    pub game: PathBuf,
    /// Mods: files or folders.
    #[arg(required = true)]
    pub mods: Vec<PathBuf>,
    /// The folder to write.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// The whole game, not only the files that change.
    #[arg(long)]
    pub whole: bool,
    /// A mod that wins where others say something else.
    #[arg(long, value_name = "NAME")]
    pub prefer: Vec<String>,
    /// Replace existing files.
    #[arg(long)]
    pub force: bool,
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi export Textures.lib -o painted
  ngi watch Textures.lib painted --once
  ngi mod new repaint
  ngi watch Textures.lib painted --into repaint --once

Files of a folder that `ngi export` made are imported as soon as they change, until Ctrl+C. With
--into the game stays as it is, and the mod gets what changes.")]
pub struct WatchArgs {
    /// What the folder was exported from: a game folder or an archive of it.
    pub game: PathBuf,
    /// The exported folder.
    pub folder: PathBuf,
    /// The folder of a mod that gets the changes.
    #[arg(long, value_name = "MOD")]
    pub into: Option<PathBuf>,
    /// Import what was changed until now, and end.
    #[arg(long)]
    pub once: bool,
    /// Keep no backups.
    #[arg(long)]
    pub no_backup: bool,
    /// Print each report as a line of JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
}
