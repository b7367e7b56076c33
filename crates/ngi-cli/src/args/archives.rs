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
  ngi edit sounds.lib put beep.wav shot.wav
  ngi edit sounds.lib put loud.wav@SWAV shot.wav
  ngi edit Textures.lib put PANEL.0 panel.png --convert
  ngi edit Material.lib set WATER attr1=4
  ngi edit static.rlb/s_tree_0_01.msh rm '#3' --dry-run
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
    #[command(after_help = "\
Examples:
  ngi edit sounds.lib put beep.wav shot.wav
  ngi edit sounds.lib put loud.wav@SWAV shot.wav
  ngi edit Textures.lib put PANEL.0 panel.png --convert
  ngi edit sprites.lib put map.pgm map.pgm --method deflate")]
    Put {
        /// The entry; a new one as name@TYPE (or name with --type).
        entry: String,
        /// File with the payload. One that is not what the entry is for, such as a picture in a
        /// texture's place, is refused.
        file: PathBuf,
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
    /// Remove an entry.
    #[command(after_help = "\
Examples:
  ngi edit sounds.lib rm shot.wav
  ngi edit static.rlb/s_tree_0_01.msh rm '#3' --dry-run")]
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
