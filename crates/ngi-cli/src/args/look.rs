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
  ngi list static.rlb/s_tree_0_01.msh --json")]
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
  ngi show static.rlb/s_tree_0_01.msh
  ngi show static.rlb/s_tree_0_01.msh --at slots[0].aabb
  ngi show static.rlb/s_tree_0_01.msh/3 --hex")]
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
