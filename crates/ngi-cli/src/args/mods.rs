//! `mod` and `watch`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::headings::{CONFLICTS, DESCRIPTION, INPUT, OUTPUT, SAFETY};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi mod new water --name deep-water
ngi mod check water
ngi mod install . water
ngi mod list .",
    after_long_help = "\
A mod is a zip file, NAME.ngimod, or a folder with the same files. It describes changes to the game. A
change of a field or a difference of bytes contains nothing of the original file.

All commands that read accept --mod to see a game with mods, without installing them."
)]
pub struct ModArgs {
    #[command(subcommand)]
    pub action: ModAction,
}

#[derive(Debug, Subcommand)]
pub enum ModAction {
    /// Create the folder of a new mod, without changes.
    // `--version` is the mod's version here, not the program's.
    #[command(
        disable_version_flag = true,
        before_long_help = "\
ngi mod new water --name deep-water --author Somebody
ngi mod new lights --needs deep-water"
    )]
    New(NewArgs),
    /// Create a mod from the differences between two games.
    #[command(
        disable_version_flag = true,
        override_usage = "\
ngi mod make [OPTIONS] <OLD> <NEW> --output <FILE>
       ngi mod make [OPTIONS] <OLD> <NEW> --into <MOD>
       ngi mod make [OPTIONS] <MOD> --output <FILE>",
        before_long_help = "\
ngi mod make before after -o water.ngimod
ngi mod make before after -o water --readable --name deep-water --version 1.2
ngi mod make water -o packed.ngimod
ngi mod make before after --into water",
        after_long_help = "\
With one folder, the folder of a mod, that mod is packed unchanged.

With --into, NEW need not be a whole game. Its files are laid over the game OLD as changed by the mod,
and the remaining differences become the content of the mod."
    )]
    Make(MakeArgs),
    /// Check that mods are complete and, with --game, that they fit a game.
    #[command(before_long_help = "\
ngi mod new water
ngi mod check water
ngi mod check water --game . --json")]
    Check(ModCheckArgs),
    /// Install mods above those already installed.
    #[command(
        before_long_help = "\
ngi mod new water
ngi mod new lights --needs water
ngi mod install . water lights
ngi mod install . water --prefer water",
        after_long_help = "\
If two mods change the same field or entry, the later one wins, the change of the other is reported as
Lost, and the exit code is 1. --prefer selects another winner. The original files of the game are kept
in its hidden folder .ngi. Installing is one transaction."
    )]
    Install(InstallArgs),
    /// Remove installed mods and restore the files of the game.
    #[command(before_long_help = "\
ngi mod new water
ngi mod install . water
ngi mod remove . water")]
    Remove(RemoveArgs),
    /// List the installed mods, lowest first.
    #[command(before_long_help = "\
ngi mod list .
ngi mod list . --json")]
    List(ModListArgs),
    /// Show the state of the installed mods: missing files, files changed by hand, conflicts.
    #[command(before_long_help = "\
ngi mod status .
ngi mod status . --json")]
    Status(ModListArgs),
    /// Move installed mods to the top, the last one named uppermost.
    #[command(before_long_help = "\
ngi mod new water
ngi mod new lights
ngi mod install . water lights
ngi mod order . lights water")]
    Order(OrderArgs),
    /// Write the game as changed by mods to another folder.
    #[command(
        before_long_help = "\
ngi mod new water
ngi mod apply . water -o changed
ngi mod apply . water -o whole --whole",
        after_long_help = "\
The game itself stays unchanged. Without --whole, only the files that the mods change are written."
    )]
    Apply(ApplyArgs),
}

/// Description of a mod.
#[derive(Debug, Args)]
pub struct About {
    /// Name of the mod [default: name of the folder or file].
    #[arg(long, help_heading = DESCRIPTION)]
    pub name: Option<String>,
    /// Version of the mod, such as 1.2.
    #[arg(long, visible_alias = "release", value_name = "VERSION", help_heading = DESCRIPTION)]
    pub version: Option<String>,
    /// Author of the mod.
    #[arg(long, help_heading = DESCRIPTION)]
    pub author: Option<String>,
    /// Short description of the mod.
    #[arg(long, value_name = "TEXT", help_heading = DESCRIPTION)]
    pub about: Option<String>,
    /// Mod that this one requires, such as base or "base 1.2" (repeatable).
    #[arg(long, value_name = "NAME", help_heading = DESCRIPTION)]
    pub needs: Vec<String>,
}

#[derive(Debug, Args)]
pub struct NewArgs {
    /// Folder to create.
    pub folder: PathBuf,
    #[command(flatten)]
    pub about: About,
}

#[derive(Debug, Args)]
pub struct MakeArgs {
    /// Original game, or the folder of a mod.
    pub old: PathBuf,
    /// Changed game.
    pub new: Option<PathBuf>,
    /// Mod to write: a file, or with --readable a folder.
    #[arg(short, long, value_name = "FILE", required_unless_present = "into",
          help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Folder of a mod that gets the files of NEW.
    #[arg(long, value_name = "MOD", requires = "new", conflicts_with = "output",
          help_heading = OUTPUT)]
    pub into: Option<PathBuf>,
    /// Write a folder whose files can be read, compared and edited.
    #[arg(long, conflicts_with = "into", help_heading = OUTPUT)]
    pub readable: bool,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    #[command(flatten)]
    pub about: About,
    /// Replace an existing file.
    #[arg(long, conflicts_with = "into", help_heading = SAFETY)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct ModCheckArgs {
    /// Mods: files or folders.
    #[arg(required = true)]
    pub mods: Vec<PathBuf>,
    /// Game that the mods should fit.
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub game: Option<PathBuf>,
    /// Print JSON (ngi.mods/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct InstallArgs {
    /// Game folder.
    pub game: PathBuf,
    /// Mods: files or folders.
    #[arg(required = true)]
    pub mods: Vec<PathBuf>,
    /// Mod that wins every conflict (repeatable).
    #[arg(long, value_name = "NAME", help_heading = CONFLICTS)]
    pub prefer: Vec<String>,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct RemoveArgs {
    /// Game folder.
    pub game: PathBuf,
    /// Names of mods.
    #[arg(required = true)]
    pub names: Vec<String>,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ModListArgs {
    /// Game folder.
    #[arg(default_value = ".")]
    pub game: PathBuf,
    /// Print JSON (ngi.mods/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct OrderArgs {
    /// Game folder.
    pub game: PathBuf,
    /// Names of mods.
    #[arg(required = true)]
    pub names: Vec<String>,
    /// Mod that wins every conflict; replaces the earlier choice (repeatable).
    #[arg(long, value_name = "NAME", help_heading = CONFLICTS)]
    pub prefer: Vec<String>,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ApplyArgs {
    /// Game folder.
    pub game: PathBuf,
    /// Mods: files or folders.
    #[arg(required = true)]
    pub mods: Vec<PathBuf>,
    /// Folder to write.
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Write the whole game, not only the files that change.
    #[arg(long, help_heading = OUTPUT)]
    pub whole: bool,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Mod that wins every conflict (repeatable).
    #[arg(long, value_name = "NAME", help_heading = CONFLICTS)]
    pub prefer: Vec<String>,
    /// Replace existing files.
    #[arg(long, help_heading = SAFETY)]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi export Textures.lib -o painted
ngi watch Textures.lib painted --once
ngi mod new repaint
ngi watch Textures.lib painted --into repaint --once",
    after_long_help = "\
ngi imports each file of the exported folder when it changes, until you press Ctrl+C. With --into the
game stays unchanged, and the changes become part of the mod."
)]
pub struct WatchArgs {
    /// Game folder or archive that the folder was exported from.
    pub game: PathBuf,
    /// Folder written by `ngi export`.
    pub folder: PathBuf,
    /// Folder of a mod that gets the changes.
    #[arg(long, value_name = "MOD", help_heading = OUTPUT)]
    pub into: Option<PathBuf>,
    /// Import the changes made so far, then exit.
    #[arg(long, help_heading = OUTPUT)]
    pub once: bool,
    /// Print each report as one line of JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Keep no backups of the old files.
    #[arg(long, help_heading = SAFETY)]
    pub no_backup: bool,
}
