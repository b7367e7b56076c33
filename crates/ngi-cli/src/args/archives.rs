//! `extract`, `pack` and `edit`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ngi_formats::nres::TypeId;
use ngi_formats::rsli::Method;

use super::{parse_assignment, parse_method, parse_number, parse_type};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi extract Textures.lib -o textures
  ngi extract static.rlb -o trees \"s_tree*\"
  ngi extract sounds.lib -o - shot.wav")]
pub struct ExtractArgs {
    /// The archive; `-` for stdin.
    pub path: PathBuf,
    /// Folder to make; nothing is written outside it. `-` writes the one entry that matches to
    /// stdout.
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
    /// The archive to write: a file, or an entry of another archive; `-` for stdout.
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
  ngi edit sounds.lib put beep.wav shot.wav
  ngi edit sounds.lib put loud.wav shot.wav
  ngi edit Material.lib cp WATER LAKE
  ngi edit Textures.lib put PANEL.0 panel.png --convert
  ngi edit Material.lib set WATER attr1=4
  ngi edit static.rlb/s_tree_0_01.msh rm \"#3\" --dry-run
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
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Debug, Clone, Subcommand)]
pub enum EditAction {
    /// Replace an entry's payload, or add entries.
    ///
    /// NAME FILE puts one file in under a name. One file alone, more than two, or any number with
    /// --files go in under their own names, all in one step. What a new entry is follows from its
    /// content and its neighbours; where that is in doubt, name it NAME@TYPE.
    #[command(after_help = "\
Examples:
  ngi edit sounds.lib put beep.wav shot.wav
  ngi edit sounds.lib put shot.wav
  ngi edit sounds.lib put loud.wav@SWAV shot.wav
  ngi edit Textures.lib put PANEL.0 panel.png --convert
  ngi edit sprites.lib put map.pgm map.pgm --method deflate")]
    Put {
        /// The entry and the file with its payload (`-` for stdin), or files. One that is not what
        /// the entry is for, such as a picture in a texture's place, is refused.
        #[arg(required = true, value_name = "NAME FILE | FILE…")]
        what: Vec<PathBuf>,
        /// All of them are files, which go in under their own names.
        #[arg(long)]
        files: bool,
        /// Make what the entry is for of the file, as `ngi import` does, with what is there as its
        /// reference.
        #[arg(long, conflicts_with = "raw")]
        convert: bool,
        /// Put the bytes there as they are, whatever the entry is for.
        #[arg(long)]
        raw: bool,
        /// Type of the entry.
        #[arg(long = "type", value_name = "T", value_parser = parse_type)]
        type_id: Option<TypeId>,
        /// First attribute; as entries of its type have it in the game, else 0, if it is new.
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
    /// Copy entries into another archive, or one to another name.
    #[command(after_help = "\
Examples:
  ngi edit Material.lib cp WATER LAKE
  ngi edit bases.rlb cp r_scout_0_01.msh r_scout_0_01.wea static.rlb
  ngi edit bases.rlb cp r_scout_0_01.msh static.rlb/walker.msh --dry-run")]
    Cp {
        /// The entries, then where they go: an archive, an entry of one, or a name in their own.
        #[arg(required = true, num_args = 2.., value_name = "ENTRY… TO")]
        what: Vec<PathBuf>,
        /// Replace entries in the way.
        #[arg(long)]
        force: bool,
    },
    /// Move entries into another archive, or one to another name.
    #[command(after_help = "\
Examples:
  ngi edit bases.rlb mv r_scout_0_01.msh r_scout_0_01.wea static.rlb
  ngi edit static.rlb mv r_scout_0_01.msh r_scout_0_01.wea bases.rlb")]
    Mv {
        /// The entries, then where they go: an archive, an entry of one, or a name in their own.
        #[arg(required = true, num_args = 2.., value_name = "ENTRY… TO")]
        what: Vec<PathBuf>,
        /// Replace entries in the way.
        #[arg(long)]
        force: bool,
    },
    /// Remove an entry.
    #[command(after_help = "\
Examples:
  ngi edit sounds.lib rm shot.wav
  ngi edit static.rlb/s_tree_0_01.msh rm \"#3\" --dry-run")]
    Rm {
        /// The entry.
        entry: String,
    },
    /// Give an entry another name.
    #[command(after_help = "\
Examples:
  ngi edit sounds.lib rename shot.wav bang.wav")]
    Rename {
        /// The entry.
        entry: String,
        /// Its new name.
        name: String,
    },
    /// Set fields of an entry: type, attr1, attr2, attr3, name (RsLi: method, flags, name).
    #[command(after_help = "\
Examples:
  ngi edit Material.lib set WATER attr1=4
  ngi edit sounds.lib set shot.wav type=SWAV attr3=1
  ngi edit sprites.lib set cross.pgm method=lzss")]
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
    #[command(after_help = "\
Examples:
  ngi edit sounds.lib sort name
  ngi edit sounds.lib sort type,name
  ngi edit sounds.lib sort 9 --dry-run")]
    Sort {
        /// Number 0..11, or what it compares, such as type,name.
        mode: String,
    },
}
