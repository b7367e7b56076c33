//! The command line, as `--help` tells it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ngi_formats::nres::TypeId;
use ngi_formats::rsli::Method;

/// Tools for the 3D resources of the NGI engine (Parkan: Iron Strategy).
#[derive(Debug, Parser)]
#[command(name = "ngi", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "\
Paths: an archive is a folder. static.rlb/s_tree_0_04.msh/3 is the entry of type 3 in a model in
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
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List a folder or an archive.
    List(ListArgs),
    /// Show anything, decoded.
    Show(ShowArgs),
    /// Check files, entries, archives or a whole game folder.
    Check(CheckArgs),
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
    /// Compare two files, archives or folders: by entry, then by field.
    Diff(DiffArgs),
    /// Find names across all archives of a game folder, or who refers to them.
    Find(FindArgs),
    /// Where the nodes of a model are at a moment of its animation.
    Pose(PoseArgs),
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

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi list Textures.lib
  ngi list -r --type MAT0 .
  ngi list static.rlb/s_tree_0_04.msh --json")]
pub struct ListArgs {
    /// Folder or archive.
    pub path: PathBuf,
    /// Go into nested archives and folders.
    #[arg(short, long)]
    pub recursive: bool,
    /// Entries of this type only: four characters or a number.
    #[arg(long = "type", value_name = "T", value_parser = parse_type)]
    pub type_id: Option<TypeId>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi show Material.lib
  ngi show Material.lib --at entries[0].name
  ngi show static.rlb/s_tree_0_04.msh
  ngi show static.rlb/s_tree_0_04.msh --at slots[0].aabb
  ngi show static.rlb/s_tree_0_04.msh/3 --hex")]
pub struct ShowArgs {
    /// File or entry.
    pub path: PathBuf,
    /// Print JSON: everything, nothing lost in the values it names.
    #[arg(long, conflicts_with = "hex")]
    pub json: bool,
    /// Print the raw bytes.
    #[arg(long)]
    pub hex: bool,
    /// Print one value.
    #[arg(long, value_name = "FIELD.PATH", conflicts_with = "hex")]
    pub at: Option<String>,
}

/// Which rules apply.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Mode {
    /// Every rule.
    Strict,
    /// As the engine reads: what it copes with passes.
    Tolerant,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi check Textures.lib
  ngi check . --json
  ngi check --mode tolerant old.lib
  ngi check . --allow nres.data.unindexed
  ngi check --list-codes")]
pub struct CheckArgs {
    /// Files, entries, archives or folders.
    #[arg(required_unless_present = "list_codes")]
    pub paths: Vec<PathBuf>,
    /// Which rules apply.
    #[arg(long, value_enum, default_value = "strict")]
    pub mode: Mode,
    /// Ask about the invariants measured on the shipped game too.
    #[arg(long)]
    pub retail: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Count findings of this code as errors.
    #[arg(long, value_name = "CODE")]
    pub deny: Vec<String>,
    /// Do not report findings of this code.
    #[arg(long, value_name = "CODE")]
    pub allow: Vec<String>,
    /// List every code with its severity and its rule.
    #[arg(long)]
    pub list_codes: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi extract Textures.lib -o textures
  ngi extract static.rlb -o trees 's_tree*'")]
pub struct ExtractArgs {
    /// The archive.
    pub path: PathBuf,
    /// Folder to make; nothing is written outside it.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Only entries whose name matches one of these (such a folder cannot be packed again).
    #[arg(value_name = "GLOB")]
    pub globs: Vec<String>,
    /// Write into a folder that is not empty, replacing files.
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi pack textures -o Textures.lib --force
  ngi pack textures -o tidy.lib --canonical")]
pub struct PackArgs {
    /// A folder that `ngi extract` made.
    pub folder: PathBuf,
    /// The archive to write.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Rebuild from scratch: no gaps, nothing forgotten, tidy order.
    #[arg(long)]
    pub canonical: bool,
    /// Replace an existing file.
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi edit sounds.lib put shot.wav new_shot.wav
  ngi edit sounds.lib put beep.wav@WAVE beep.wav
  ngi edit Material.lib set WATER attr1=4
  ngi edit static.rlb/s_tree_0_04.msh rm '#3' --dry-run
  ngi edit sounds.lib sort type,name")]
pub struct EditArgs {
    /// The archive; may be an entry of another.
    pub archive: PathBuf,
    #[command(subcommand)]
    pub action: EditAction,
    /// Keep no backup of the old file.
    #[arg(long, global = true)]
    pub no_backup: bool,
    /// Say what would change and change nothing.
    #[arg(long, global = true)]
    pub dry_run: bool,
}

#[derive(Debug, Clone, Subcommand)]
pub enum EditAction {
    /// Replace an entry's payload, or add an entry.
    Put {
        /// The entry; a new one as name@TYPE (or name with --type).
        entry: String,
        /// File with the payload.
        file: PathBuf,
        /// Type of the entry.
        #[arg(long = "type", value_name = "T", value_parser = parse_type)]
        type_id: Option<TypeId>,
        /// First attribute; 0 if the entry is new.
        #[arg(long, value_name = "N", value_parser = parse_number)]
        attr1: Option<u32>,
        /// Second attribute.
        #[arg(long, value_name = "N", value_parser = parse_number)]
        attr2: Option<u32>,
        /// Third attribute.
        #[arg(long, value_name = "N", value_parser = parse_number)]
        attr3: Option<u32>,
        /// How to pack the payload, in an RsLi archive: raw, xor, lzss, xor-lzss, lzhuf,
        /// xor-lzhuf or deflate; else as it was, or lzss if it is new.
        #[arg(long, value_name = "M", value_parser = parse_method)]
        method: Option<Method>,
    },
    /// Remove an entry.
    Rm {
        /// The entry.
        entry: String,
    },
    /// Give an entry another name.
    Rename {
        /// The entry.
        entry: String,
        /// Its new name.
        name: String,
    },
    /// Set fields of an entry: type, attr1, attr2, attr3, name (RsLi: method, flags, name).
    Set {
        /// The entry.
        entry: String,
        /// Fields and values.
        #[arg(required = true, value_name = "FIELD=VALUE", value_parser = parse_assignment)]
        fields: Vec<(String, String)>,
    },
    /// Sort the directory by one of the engine's modes; payloads stay where they are.
    ///
    /// 0 none, 1 attr1, 2 attr2, 3 attr1,attr2, 4 type, 5 and 6 type,attr1, 7 type,attr1,attr2,
    /// 8 name, 9 type,name, 10 attr1,name, 11 attr2,name. RsLi: name.
    Sort {
        /// Number 0..11, or what it compares, such as type,name.
        mode: String,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi export Material.lib -o material.json
  ngi export static.rlb/s_tree_0_04.msh -o tree.json
  ngi export sounds.lib/shot.wav -o shot.wav")]
pub struct ExportArgs {
    /// File or entry.
    pub path: PathBuf,
    /// File to write; .json holds everything and goes back with `ngi import`, .bin or the suffix
    /// the entry's own name has takes the bytes as they are.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Replace an existing file.
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi import material.json -o Material.lib
  ngi import changed.json --like Material.lib -o New.lib")]
pub struct ImportArgs {
    /// File to read.
    pub file: PathBuf,
    /// Where what the file leaves out comes from.
    #[arg(long, value_name = "PATH")]
    pub like: Option<PathBuf>,
    /// File to write.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Replace an existing file.
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi set Material.lib entries[3].attr1=4
  ngi set static.rlb/s_tree_0_04.msh slots[3].batch_count=2
  ngi set Material.lib 'entries[3].name=WATER2' --dry-run")]
pub struct SetArgs {
    /// File or entry.
    pub path: PathBuf,
    /// Field paths and values.
    #[arg(required = true, value_name = "FIELD=VALUE", value_parser = parse_assignment)]
    pub fields: Vec<(String, String)>,
    /// Keep no backup of the old file.
    #[arg(long)]
    pub no_backup: bool,
    /// Say what would change and change nothing.
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi diff old/Textures.lib new/Textures.lib
  ngi diff old/static.rlb/s_tree_0_04.msh new/static.rlb/s_tree_0_04.msh
  ngi diff game-1.0 game-1.1 --json")]
pub struct DiffArgs {
    /// Left side.
    pub a: PathBuf,
    /// Right side.
    pub b: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi find water
  ngi find 's_tree_?_*.msh' --game /games/parkan
  ngi find --uses s_tree_0_04.wea
  ngi find --missing

References known so far: the wear table of a model (<stem>.wea, beside it). More formats will join.")]
#[command(group(clap::ArgGroup::new("what").required(true)))]
pub struct FindArgs {
    /// Part of a name, or a pattern with * and ?; case is ignored.
    #[arg(group = "what")]
    pub pattern: Option<String>,
    /// Who refers to this name (or pattern with * and ?).
    #[arg(long, value_name = "NAME", group = "what")]
    pub uses: Option<String>,
    /// What could be referred to, but is not.
    #[arg(long, group = "what")]
    pub unused: bool,
    /// References to what is not there.
    #[arg(long, group = "what")]
    pub missing: bool,
    /// The game folder; else NGI_GAME, else the nearest folder above that holds one.
    #[arg(long, value_name = "DIR")]
    pub game: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi pose bases.rlb/r_scout.msh --time 12.5
  ngi pose bases.rlb/r_scout.msh --time 0 --blend 30 0.25 --json
  ngi pose bases.rlb/r_scout.msh --time 12 --draw

Time is counted in frames. Space is right-handed with z up; matrices come column after column.")]
pub struct PoseArgs {
    /// The model.
    pub path: PathBuf,
    /// The moment, in frames.
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub time: f32,
    /// Mix with a second moment; W is its share, 0 to 1.
    #[arg(long, num_args = 2, value_names = ["T2", "W"], allow_negative_numbers = true)]
    pub blend: Option<Vec<f32>>,
    /// As the engine draws: the first node's own translation is cleared.
    #[arg(long)]
    pub draw: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  ngi demo\n  ngi demo /tmp/demo --force")]
pub struct DemoArgs {
    /// Folder to make.
    #[arg(default_value = "ngi-demo")]
    pub folder: PathBuf,
    /// Write into a folder that is not empty, replacing files.
    #[arg(long)]
    pub force: bool,
}

fn parse_type(text: &str) -> Result<TypeId, String> {
    TypeId::parse(text).ok_or_else(|| "neither a number nor four characters".into())
}

fn parse_method(text: &str) -> Result<Method, String> {
    Method::parse(text).ok_or_else(|| "no packing method".into())
}

fn parse_number(text: &str) -> Result<u32, String> {
    ngi_convert::edit::parse_number(text).ok_or_else(|| "no number 0..4294967295".into())
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
        for command in super::Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:"), "{}", command.get_name());
        }
    }
}
