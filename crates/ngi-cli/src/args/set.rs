//! `set`.

use std::path::PathBuf;

use clap::Args;

use super::parse_assignment;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi set Material.lib entries[3].attr1=4
  ngi set Material.lib/WATER phases[0].opacity=50
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
