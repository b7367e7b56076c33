//! `list`, `show` and `schema`.

use std::path::PathBuf;

use clap::Args;
use ngi_formats::nres::TypeId;

use super::headings::{FILTER, INPUT, OUTPUT};
use super::parse_type;

#[derive(Debug, Args)]
#[command(before_long_help = "\
ngi list Textures.lib
ngi list -r --type MAT0 .
ngi list \"Textures.lib/P*\"
ngi list static.rlb/s_tree_0_01.msh --json")]
pub struct ListArgs {
    /// Folder or archive, `-` for stdin, or a pattern with * and ?.
    pub path: PathBuf,
    /// Descend into nested archives and folders.
    #[arg(short, long, help_heading = FILTER)]
    pub recursive: bool,
    /// List only entries of this type: four characters or a number.
    #[arg(long = "type", value_name = "T", value_parser = parse_type, help_heading = FILTER)]
    pub type_id: Option<TypeId>,
    /// Print JSON (ngi.list/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(before_long_help = "\
ngi show static.rlb/s_tree_0_01.msh
ngi show static.rlb/s_tree_0_01.msh --at slots[0].aabb
ngi show Material.lib/WATER --fields
ngi show Material.lib
ngi show Material.lib --at entries[0].name
ngi show static.rlb/s_tree_0_01.msh/3 --hex
ngi show \"Material.lib/W*\" --at phases[0].opacity")]
pub struct ShowArgs {
    /// File or entry, `-` for stdin, or a pattern with * and ?.
    pub path: PathBuf,
    /// File name of the data on stdin, if the format depends on it, such as WATER.wea.
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    pub name: Option<String>,
    /// Print the whole document as JSON.
    ///
    /// The document holds every stored value and can be imported again.
    #[arg(long, conflicts_with = "hex", help_heading = OUTPUT)]
    pub json: bool,
    /// Print the raw bytes as a hex dump.
    #[arg(long, help_heading = OUTPUT)]
    pub hex: bool,
    /// Print one value, such as slots[0].aabb.
    #[arg(long, value_name = "FIELD.PATH", conflicts_with = "hex", help_heading = OUTPUT)]
    pub at: Option<String>,
    /// Print each field with its offset, kind, value and meaning.
    #[arg(long, conflicts_with_all = ["hex", "at"], help_heading = OUTPUT)]
    pub fields: bool,
}

#[derive(Debug, Args)]
#[command(before_long_help = "\
ngi schema mat0
ngi schema mat0 --json-schema
ngi schema fxid --kaitai
ngi schema texm --imhex
ngi schema")]
pub struct SchemaArgs {
    /// Id of a format, such as texm [default: all formats].
    pub format: Option<String>,
    /// Print JSON (ngi.schema/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Print a JSON Schema of its documents, for editors and validators.
    #[arg(long, conflicts_with = "json", requires = "format", help_heading = OUTPUT)]
    pub json_schema: bool,
    /// Print a Kaitai Struct description (.ksy), for parsers in other languages.
    #[arg(long, conflicts_with_all = ["json", "json_schema"], requires = "format",
          help_heading = OUTPUT)]
    pub kaitai: bool,
    /// Print an ImHex pattern (.hexpat), for the ImHex hex editor.
    #[arg(long, conflicts_with_all = ["json", "json_schema", "kaitai"], requires = "format",
          help_heading = OUTPUT)]
    pub imhex: bool,
}
