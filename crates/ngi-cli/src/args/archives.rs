//! `extract`, `pack` and `edit`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ngi_formats::nres::TypeId;
use ngi_formats::rsli::Method;

use super::headings::{ENTRY, INPUT, OUTPUT, SAFETY};
use super::{parse_assignment, parse_method, parse_number, parse_type};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi extract Textures.lib -o textures
ngi extract static.rlb -o trees \"s_tree*\"
ngi extract sounds.lib -o - shot.wav",
    after_long_help = "\
The folder also gets ngi.json, the manifest that `ngi pack` needs. A folder with only some of the
entries cannot be packed again. Names that are not valid on every system are escaped, and nothing is
written outside the folder."
)]
pub struct ExtractArgs {
    /// Archive, or `-` for stdin.
    pub path: PathBuf,
    /// Names or patterns (* and ?) of the entries to extract [default: all entries].
    #[arg(value_name = "GLOB")]
    pub globs: Vec<String>,
    /// Folder to create, or `-` to write a single entry to stdout.
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Write into a folder that is not empty, replacing files.
    #[arg(long, help_heading = SAFETY)]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi pack textures -o Textures.lib --force
ngi pack textures -o tidy.lib --canonical",
    after_long_help = "\
An unchanged folder gives the original archive, byte for byte. With --canonical the archive is written
from scratch: no gaps, no leftovers, entries in the usual order."
)]
pub struct PackArgs {
    /// Folder created by `ngi extract`.
    pub folder: PathBuf,
    /// Archive to write: a file, an entry of another archive, or `-` for stdout.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Write the archive from scratch, without gaps and leftovers.
    #[arg(long, help_heading = OUTPUT)]
    pub canonical: bool,
    /// Replace an existing file.
    #[arg(long, help_heading = SAFETY)]
    pub force: bool,
}

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi edit sounds.lib put beep.wav shot.wav
ngi edit sounds.lib put loud.wav shot.wav
ngi edit Textures.lib put PANEL.0 panel.png --convert
ngi edit Material.lib cp WATER LAKE
ngi edit Material.lib set WATER attr1=4
ngi edit static.rlb/s_tree_0_01.msh rm \"#3\" --dry-run
ngi edit sounds.lib sort type,name",
    after_long_help = "\
The archive is replaced in one step, all other bytes stay unchanged, and the old file is kept as a
backup (.bak, .bak1, ...). `ngi undo` takes the change back."
)]
pub struct EditArgs {
    /// Archive to change; may be an entry of another archive.
    pub archive: PathBuf,
    #[command(subcommand)]
    pub action: EditAction,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, global = true, help_heading = OUTPUT, display_order = 800)]
    pub json: bool,
    /// Report the changes without writing anything.
    #[arg(long, global = true, help_heading = SAFETY, display_order = 801)]
    pub dry_run: bool,
    /// Keep no backup of the old file.
    #[arg(long, global = true, help_heading = SAFETY, display_order = 802)]
    pub no_backup: bool,
}

#[derive(Debug, Clone, Subcommand)]
pub enum EditAction {
    /// Replace entries or add new ones.
    ///
    /// NAME FILE stores one file under a given name. A single file, more than two files, or any
    /// number with --files are stored under their own names, all in one step. The type and the
    /// attributes of a new entry follow from its content and from similar entries. If they are
    /// ambiguous, name the type: NAME@TYPE.
    #[command(override_usage = "\
ngi edit <ARCHIVE> put [OPTIONS] <NAME> <FILE>
       ngi edit <ARCHIVE> put [OPTIONS] [--files] <FILE>...")]
    #[command(before_long_help = "\
ngi edit sounds.lib put beep.wav shot.wav
ngi edit sounds.lib put shot.wav
ngi edit Textures.lib put PANEL.0 panel.png --convert
ngi edit sounds.lib put loud.wav@SWAV shot.wav
ngi edit sprites.lib put map.pgm map.pgm --method deflate")]
    Put {
        /// Entry and file (`-` for stdin), or files to store under their own names.
        #[arg(required = true, value_name = "NAME FILE | FILE…")]
        what: Vec<PathBuf>,
        /// Treat all arguments as files to store under their own names.
        #[arg(long, help_heading = INPUT)]
        files: bool,
        /// Convert the file to the format of the entry, as `ngi import` does.
        ///
        /// The existing entry is the reference. Without --convert or --raw, a file of the wrong
        /// format, such as a PNG in place of a texture, is refused.
        #[arg(long, conflicts_with = "raw", help_heading = INPUT)]
        convert: bool,
        /// Store the bytes unchanged, whatever the format of the entry.
        #[arg(long, help_heading = INPUT)]
        raw: bool,
        /// Type of the entry: four characters or a number.
        #[arg(long = "type", value_name = "T", value_parser = parse_type, help_heading = ENTRY)]
        type_id: Option<TypeId>,
        /// First attribute [default: unchanged; for a new entry as usual for its type].
        #[arg(long, value_name = "N", value_parser = parse_number, help_heading = ENTRY)]
        attr1: Option<u32>,
        /// Second attribute.
        #[arg(long, value_name = "N", value_parser = parse_number, help_heading = ENTRY)]
        attr2: Option<u32>,
        /// Third attribute.
        #[arg(long, value_name = "N", value_parser = parse_number, help_heading = ENTRY)]
        attr3: Option<u32>,
        /// Packing method in an RsLi archive [default: unchanged; lzss for a new entry].
        ///
        /// One of raw, xor, lzss, xor-lzss, lzhuf, xor-lzhuf, deflate.
        #[arg(long, value_name = "M", value_parser = parse_method, help_heading = ENTRY)]
        method: Option<Method>,
    },
    /// Copy entries to another archive, or one entry to another name.
    #[command(override_usage = "ngi edit <ARCHIVE> cp [OPTIONS] <ENTRY>... <TO>")]
    #[command(before_long_help = "\
ngi edit Material.lib cp WATER LAKE
ngi edit bases.rlb cp r_scout_0_01.msh r_scout_0_01.wea static.rlb
ngi edit bases.rlb cp r_scout_0_01.msh static.rlb/walker.msh --dry-run")]
    Cp {
        /// Entries to copy, then the destination: an archive, an entry of one, or a new name.
        #[arg(required = true, num_args = 2.., value_name = "ENTRY… TO")]
        what: Vec<PathBuf>,
        /// Replace existing entries at the destination.
        #[arg(long, help_heading = SAFETY)]
        force: bool,
    },
    /// Move entries to another archive, or one entry to another name.
    #[command(override_usage = "ngi edit <ARCHIVE> mv [OPTIONS] <ENTRY>... <TO>")]
    #[command(before_long_help = "\
ngi edit bases.rlb mv r_scout_0_01.msh r_scout_0_01.wea static.rlb
ngi edit static.rlb mv r_scout_0_01.msh r_scout_0_01.wea bases.rlb")]
    Mv {
        /// Entries to move, then the destination: an archive, an entry of one, or a new name.
        #[arg(required = true, num_args = 2.., value_name = "ENTRY… TO")]
        what: Vec<PathBuf>,
        /// Replace existing entries at the destination.
        #[arg(long, help_heading = SAFETY)]
        force: bool,
    },
    /// Remove entries.
    #[command(before_long_help = "\
ngi edit sounds.lib rm shot.wav
ngi edit static.rlb/s_tree_0_01.msh rm \"#3\" --dry-run")]
    Rm {
        /// Entry: NAME, NAME@TYPE, #INDEX, or a pattern with * and ?.
        entry: String,
    },
    /// Rename an entry.
    #[command(before_long_help = "ngi edit sounds.lib rename shot.wav bang.wav")]
    Rename {
        /// Entry: NAME, NAME@TYPE or #INDEX.
        entry: String,
        /// New name.
        name: String,
    },
    /// Set the type, attributes or name of an entry (RsLi: method, flags, name).
    #[command(before_long_help = "\
ngi edit Material.lib set WATER attr1=4
ngi edit sounds.lib set shot.wav type=SWAV attr3=1
ngi edit sprites.lib set cross.pgm method=lzss")]
    Set {
        /// Entry: NAME, NAME@TYPE, #INDEX, or a pattern with * and ?.
        entry: String,
        /// Fields and values: type, attr1, attr2, attr3, name, method, flags.
        #[arg(required = true, value_name = "FIELD=VALUE", value_parser = parse_assignment)]
        fields: Vec<(String, String)>,
    },
    /// Sort the directory; payloads stay in place.
    #[command(
        before_long_help = "\
ngi edit sounds.lib sort name
ngi edit sounds.lib sort type,name
ngi edit sounds.lib sort 9 --dry-run",
        after_long_help = "\
Sort modes of the engine:
  0  none           1  attr1             2  attr2        3  attr1,attr2
  4  type           5  type,attr1        6  type,attr1   7  type,attr1,attr2
  8  name           9  type,name        10  attr1,name  11  attr2,name
RsLi archives: name."
    )]
    Sort {
        /// Sort mode, 0 to 11, or its keys, such as type,name.
        mode: String,
    },
}
