//! `list` and `show`.

use std::path::PathBuf;

use clap::Args;
use ngi_formats::nres::TypeId;

use super::parse_type;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi list Textures.lib
  ngi list -r --type MAT0 .
  ngi list \"Textures.lib/P*\"
  ngi list static.rlb/s_tree_0_01.msh --json")]
pub struct ListArgs {
    /// Folder or archive, or `-` for stdin; with a pattern (* and ?) what matches it.
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
  ngi show static.rlb/s_tree_0_01.msh
  ngi show static.rlb/s_tree_0_01.msh --at slots[0].aabb
  ngi show Material.lib/WATER --fields
  ngi show static.rlb/s_tree_0_01.msh/3 --hex
  ngi show \"Material.lib/W*\" --at phases[0].opacity")]
pub struct ShowArgs {
    /// File or entry, or several by a pattern with * and ?; `-` for stdin.
    pub path: PathBuf,
    /// What the file from stdin is called, where its name says what it is: WATER.wea.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Print JSON: everything, nothing lost in the values it names.
    #[arg(long, conflicts_with = "hex")]
    pub json: bool,
    /// Print the raw bytes.
    #[arg(long)]
    pub hex: bool,
    /// Print one value.
    #[arg(long, value_name = "FIELD.PATH", conflicts_with = "hex")]
    pub at: Option<String>,
    /// Print every field: where it lies, what kind it is, what it says and what it means.
    #[arg(long, conflicts_with_all = ["hex", "at"])]
    pub fields: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi schema
  ngi schema mat0
  ngi schema mat0 --json-schema
  ngi schema fxid --kaitai
  ngi schema texm --imhex")]
pub struct SchemaArgs {
    /// A format by its id; all of them without one.
    pub format: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Print the JSON Schema of its documents, for editors that complete and check.
    #[arg(long, conflicts_with = "json", requires = "format")]
    pub json_schema: bool,
    /// Print its Kaitai Struct description (.ksy), for readers in other languages.
    #[arg(long, conflicts_with_all = ["json", "json_schema"], requires = "format")]
    pub kaitai: bool,
    /// Print an ImHex pattern (.hexpat), for looking at bytes.
    #[arg(long, conflicts_with_all = ["json", "json_schema", "kaitai"], requires = "format")]
    pub imhex: bool,
}
