//! The command line, as `--help` tells it.

mod archives;
mod check;
mod clock;
mod compare;
mod convert;
mod demo;
mod explain;
mod fix;
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

/// An argument as the parser of arguments understands it: `-inf` looks like an option to it, and
/// `-1e999` is the same number.
pub fn plain_number(argument: OsString) -> OsString {
    let infinite = ["-inf", "-infinity"].iter().any(|word| argument.eq_ignore_ascii_case(word));
    if infinite { "-1e999".into() } else { argument }
}

/// Tools for the 3D resources of the NGI engine (Parkan: Iron Strategy).
#[derive(Debug, Parser)]
#[command(name = "ngi", bin_name = "ngi", version = env!("NGI_VERSION"), propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  ngi demo ngi-demo
  ngi list ngi-demo/static.rlb
  ngi show ngi-demo/Material.lib/WATER
  ngi check ngi-demo
  ngi export ngi-demo/bases.rlb/r_scout_0_01.msh -o walker.glb
  ngi help render

Paths: an archive is a folder. static.rlb/s_tree_0_01.msh/3 is the entry of type 3 in a model in
an archive. An entry is named by name (case ignored), name@TYPE, #INDEX or type number.

Exit codes: 0 fine, 1 findings or differences or a partial result, 2 wrong usage, unreadable
input or a failed write.")]
pub struct Cli {
    /// Say less on stderr.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say more on stderr.
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Lay a mod over what is read: a file or a folder. May be given several times, the last one
    /// uppermost.
    #[arg(id = "over", long = "mod", global = true, value_name = "DIR|FILE")]
    pub mods: Vec<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List a folder or an archive.
    List(ListArgs),
    /// Show anything, decoded.
    Show(ShowArgs),
    /// What a format is: records, fields, offsets, meanings, rules.
    Schema(SchemaArgs),
    /// Check files, entries, archives or a whole game folder.
    Check(CheckArgs),
    /// Explain a rule: what it asks, what the game does where it is broken, what mends it.
    Explain(ExplainArgs),
    /// Take an archive apart into a folder.
    Extract(ExtractArgs),
    /// Put an archive together from an extracted folder.
    Pack(PackArgs),
    /// Change an archive in place.
    Edit(EditArgs),
    /// Convert to another format; the suffix of the output says which.
    Export(ExportArgs),
    /// Convert back into the game's format.
    Import(ImportArgs),
    /// Change fields by the paths that `show --json` prints.
    Set(SetArgs),
    /// Take back the last change that was made in a game folder.
    Undo(UndoArgs),
    /// Work out anew what follows from the rest of a file and does not fit it.
    Fix(FixArgs),
    /// Compare two files, archives or folders: by entry, then by field.
    Diff(DiffArgs),
    /// Find names across all archives of a game folder, or who refers to them.
    Find(FindArgs),
    /// Report on a whole game: the health of its archives, what its missions need.
    Report(ReportArgs),
    /// Where the nodes of a model are at a moment of its animation.
    Pose(PoseArgs),
    /// Ask a level about its ground and its areals.
    Query(QueryArgs),
    /// The state of a material or an effect at given times.
    Play(PlayArgs),
    /// Draw a model, level, texture, material or effect into a picture.
    #[cfg(feature = "render")]
    Render(RenderArgs),
    /// Open the viewer.
    #[cfg(feature = "view")]
    View(ViewArgs),
    /// Take every published figure of the game again, and say how each field is used.
    Survey(SurveyArgs),
    /// Make mods, install them, take them out again.
    Mod(ModArgs),
    /// Import what changes in an exported folder, as soon as it does.
    Watch(WatchArgs),
    /// Make a small demo game, check it and say what to try next.
    Demo(DemoArgs),
    /// Print completions for a shell.
    #[command(
        after_help = "Examples:\n  ngi completions bash > ~/.local/share/bash-completion/completions/ngi"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one page per command.
    #[command(after_help = "Examples:\n  ngi man | man -l -\n  ngi man -o man1")]
    Man {
        /// Folder for one page per command; without it the main page goes to stdout.
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
        /// Replace existing pages.
        #[arg(long)]
        force: bool,
    },
}

impl Command {
    /// Whether it only reads what its paths name, so that mods can be laid over that.
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
    /// Paths that the command writes to, beside which an interrupted command may have left files.
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
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples() {
        let mut levels = vec![("ngi".to_owned(), super::Cli::command())];
        let mut seen = 0;
        while let Some((name, command)) = levels.pop() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("Examples:\n  {}", first_word(&name))), "{name}");
            let below = command.get_subcommands();
            levels
                .extend(below.map(|below| (format!("{name} {}", below.get_name()), below.clone())));
            seen += 1;
        }
        assert!(seen >= 35, "{seen} levels");
    }

    /// An example is a command line, so it starts with the program.
    fn first_word(name: &str) -> &str {
        name.split(' ').next().unwrap_or_default()
    }
}
