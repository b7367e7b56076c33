//! Arguments of all commands, and their help texts.

mod archives;
mod check;
mod compare;
mod convert;
mod demo;
mod explain;
mod fix;
mod headings;
pub mod help;
pub mod kinds;
mod look;
mod mods;
mod numbers;
mod play;
mod pose;
mod query;
#[cfg(feature = "render")]
mod render;
mod report;
mod set;
mod survey;
mod undo;
#[cfg(feature = "view")]
mod view;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use ngi_formats::nres::TypeId;
use ngi_formats::rsli::Method;

use headings::{GENERAL, OUTPUT, SAFETY};

pub use archives::{EditAction, EditArgs, ExtractArgs, PackArgs};
pub use check::{CheckArgs, Mode};
pub use compare::{DiffArgs, FindArgs};
pub use convert::{ExportArgs, ImportArgs};
pub use demo::DemoArgs;
pub use explain::ExplainArgs;
pub use fix::FixArgs;
pub use look::{ListArgs, SchemaArgs, ShowArgs};
pub use mods::{
    About, ApplyArgs, InstallArgs, MakeArgs, ModAction, ModArgs, ModCheckArgs, ModListArgs,
    NewArgs, OrderArgs, RemoveArgs, WatchArgs,
};
pub use numbers::Finite;
pub use play::PlayArgs;
pub use pose::PoseArgs;
pub use query::{QueryArgs, QueryQuestion};
#[cfg(feature = "render")]
pub use render::{CameraArg, RenderArgs};
pub use report::{ReportArgs, ReportSubject, Reported};
pub use set::SetArgs;
pub use survey::SurveyArgs;
pub use undo::UndoArgs;
#[cfg(feature = "view")]
pub use view::ViewArgs;

/// Replaces `-inf`, which looks like an option to the parser, with `-1e999`, which is the same number.
pub fn plain_number(argument: OsString) -> OsString {
    let infinite = ["-inf", "-infinity"].iter().any(|word| argument.eq_ignore_ascii_case(word));
    if infinite { "-1e999".into() } else { argument }
}

/// Tools for the 3D resources of the NGI engine (Parkan: Iron Strategy).
#[derive(Debug, Parser)]
#[command(
    name = "ngi",
    bin_name = "ngi",
    version = env!("NGI_VERSION"),
    propagate_version = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    before_long_help = "\
ngi demo ngi-demo
ngi list ngi-demo/static.rlb
ngi show ngi-demo/Material.lib/WATER
ngi check ngi-demo
ngi export ngi-demo/bases.rlb/r_scout_0_01.msh -o walker.glb
ngi help render
ngi help import png",
    after_long_help = "\
Paths: an archive is a folder. static.rlb/s_tree_0_01.msh/3 is the entry of type 3 of a model in an
archive. An entry is given as NAME (case is ignored), NAME@TYPE, #INDEX or its type number. The patterns
* ? [...] {a,b} match files and entries.

Game folder: --game DIR, else the variable NGI_GAME, else the nearest folder above the path that holds
Material.lib or Textures.lib.

Exit codes:
  0   success
  1   findings, differences or a partial result
  2   wrong usage, unreadable input or a failed write"
)]
pub struct Cli {
    /// Print errors and warnings only.
    #[arg(short, long, global = true, help_heading = GENERAL, display_order = 900)]
    pub quiet: bool,
    /// Print more messages on stderr.
    #[arg(short, long, global = true, conflicts_with = "quiet", help_heading = GENERAL,
          display_order = 901)]
    pub verbose: bool,
    /// Read the game as changed by this mod (repeatable; the last one is uppermost).
    #[arg(id = "over", long = "mod", global = true, value_name = "DIR|FILE",
          help_heading = GENERAL, display_order = 902)]
    pub mods: Vec<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the contents of a folder or an archive.
    List(ListArgs),
    /// Show a file or an entry as readable text or JSON.
    Show(ShowArgs),
    /// Describe a file format: records, fields, offsets, rules.
    Schema(SchemaArgs),
    /// Check files, archives or a whole game folder for errors.
    Check(CheckArgs),
    /// Explain a check code: the rule, what the game does, how to repair the file.
    Explain(ExplainArgs),
    /// Extract the entries of an archive into a folder.
    Extract(ExtractArgs),
    /// Build an archive from an extracted folder.
    Pack(PackArgs),
    /// Add, replace, copy, rename or remove entries of an archive.
    Edit(EditArgs),
    /// Convert files of the game to PNG, glTF, OBJ, WAV, JSON and other formats.
    Export(ExportArgs),
    /// Convert PNG, glTF, OBJ, WAV, JSON and other files to the formats of the game.
    Import(ImportArgs),
    /// Change single fields of a file or an entry.
    Set(SetArgs),
    /// Undo the last change to a game folder.
    Undo(UndoArgs),
    /// Recompute derived fields that are inconsistent with the rest of a file.
    Fix(FixArgs),
    /// Compare two files, archives or folders field by field.
    Diff(DiffArgs),
    /// Find files, entries and references in a game folder.
    Find(FindArgs),
    /// Report on all archives or all missions of a game.
    Report(ReportArgs),
    /// Print the node transforms of an animated model at a given time.
    Pose(PoseArgs),
    /// Query the ground, the areals and the objects of a level or a mission.
    Query(QueryArgs),
    /// Print the state of a material or an effect at given times.
    Play(PlayArgs),
    /// Render a model, level, mission, texture, material or effect to an image.
    #[cfg(feature = "render")]
    Render(RenderArgs),
    /// Open the viewer.
    #[cfg(feature = "view")]
    View(ViewArgs),
    /// Repeat the published measurements of the game and count how fields are used.
    Survey(SurveyArgs),
    /// Create, check, install and remove mods.
    Mod(ModArgs),
    /// Import the files of an exported folder whenever they change.
    Watch(WatchArgs),
    /// Create a small demo game to try the commands on.
    Demo(DemoArgs),
    /// Print a completion script for a shell.
    #[command(before_long_help = "\
ngi completions bash > ~/.local/share/bash-completion/completions/ngi")]
    Completions {
        /// Name of the shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one page for each command.
    #[command(before_long_help = "ngi man | man -l -\nngi man -o man1")]
    Man {
        /// Folder for the pages of all commands [default: the main page on stdout].
        #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
        output: Option<PathBuf>,
        /// Replace existing pages.
        #[arg(long, help_heading = SAFETY)]
        force: bool,
    },
    /// Print help for a command, or for one kind of file.
    #[command(before_long_help = "\
ngi help export
ngi help import png
ngi help mod make")]
    Help {
        /// Command to describe [default: all commands].
        #[arg(value_name = "COMMAND", index = 1)]
        of: Option<String>,
        /// Subcommand, or a kind of file that `import` and `export` convert: png, glb, …
        #[arg(value_name = "SUBCOMMAND|KIND", index = 2)]
        below: Vec<String>,
    },
}

impl Command {
    /// True if the command only reads the game, so that it accepts `--mod`.
    pub fn reads(&self) -> bool {
        !matches!(
            self,
            Self::Pack(_)
                | Self::Edit(_)
                | Self::Import(_)
                | Self::Set(_)
                | Self::Undo(_)
                | Self::Fix(_)
                | Self::Mod(_)
                | Self::Watch(_)
                | Self::Demo(_)
        )
    }
}

impl Command {
    /// Returns the paths that the command writes to. Interrupted commands may have left temporary
    /// files beside them.
    pub fn targets(&self) -> Vec<&Path> {
        match self {
            Self::Pack(args) => vec![&args.output],
            Self::Edit(args) => vec![&args.archive],
            Self::Export(args) => vec![&args.output],
            Self::Import(args) => args.output.iter().chain(&args.into).map(AsRef::as_ref).collect(),
            Self::Set(args) => vec![&args.path],
            Self::Undo(args) if !args.list => vec![&args.game],
            Self::Fix(args) => args.path.iter().map(AsRef::as_ref).collect(),
            #[cfg(feature = "render")]
            Self::Render(args) => vec![&args.output],
            Self::Watch(args) => vec![&args.game],
            Self::Mod(args) => match &args.action {
                ModAction::Install(args) => vec![&args.game],
                ModAction::Remove(args) => vec![&args.game],
                ModAction::Order(args) => vec![&args.game],
                ModAction::Make(args) => args.output.iter().map(AsRef::as_ref).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

fn parse_type(text: &str) -> Result<TypeId, String> {
    TypeId::parse(text).ok_or_else(|| "neither a number nor four characters".into())
}

fn parse_method(text: &str) -> Result<Method, String> {
    Method::parse(text).ok_or_else(|| "no packing method".into())
}

fn parse_number(text: &str) -> Result<u32, String> {
    ngi_verbs::edit::parse_number(text)
        .ok_or_else(|| "must be a whole number from 0 to 4294967295".into())
}

fn parse_assignment(text: &str) -> Result<(String, String), String> {
    let (field, value) = text.split_once('=').ok_or("should look like FIELD=VALUE")?;
    Ok((field.to_owned(), value.to_owned()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::help;

    #[test]
    fn the_command_line_is_consistent() {
        help::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples() {
        let mut levels = vec![("ngi".to_owned(), help::command())];
        let mut seen = 0;
        while let Some((path, command)) = levels.pop() {
            let examples = command.get_before_long_help().unwrap().to_string();
            assert!(examples.starts_with("Examples:\n  ngi "), "{path}: {examples}");
            // The examples of a subcommand may prepare something with other commands.
            let first: Vec<&str> = path.split(' ').take(2).collect();
            assert!(examples.contains(&format!("\n  {}", first.join(" "))), "{path}: {examples}");
            let below = command.get_subcommands();
            levels.extend(below.map(|sub| (format!("{path} {}", sub.get_name()), sub.clone())));
            seen += 1;
        }
        assert!(seen >= 48, "{seen} levels");
    }
}
