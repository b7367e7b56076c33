//! `set`.

use std::path::PathBuf;

use clap::Args;

use super::headings::{FIELDS, INPUT, OUTPUT, SAFETY};
use super::parse_assignment;

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi set Material.lib/WATER phases[0].opacity=50
ngi set Material.lib/WATER tracks[0].mode=ping_pong flags=additive
ngi set Material.lib entries[3].attr1=4
ngi set Material.lib \"entries[3].name=WATER2\" --dry-run
ngi set Material.lib/WATER flags=+lit_skin
ngi set Material.lib/WATER flags=-lit_skin
ngi set Material.lib/WATER \"phases[+]={\\\"opacity\\\": 50}\"
ngi set Material.lib/WATER tracks[0].keys[1]=-
ngi set \"Material.lib/W*\" phases[0].opacity=80 --dry-run
ngi set DATA/MAPS/VALLEY/Land.msh positions[40][2]=25
ngi set DATA/MAPS/VALLEY/Land.msh positions[40][2]=25 --raw
ngi set DATA/MAPS/VALLEY/Land.map \"areals[0].polygon[+]=[-8,32,48]\" \"areals[0].links[+]=[-1,-1]\"",
    after_long_help = "\
Paths are those that `ngi show PATH --fields` prints. `ngi schema FORMAT` lists the fields of a format
and the names of their values and bits.

Values:
  FIELD=VALUE     a value as `ngi show` prints it, the name of a value or of bits, or JSON
  FIELD=+BIT      sets one bit
  FIELD=-BIT      clears one bit
  LIST[+]=VALUE   appends an element
  LIST[N]=-       removes an element

Infinity and NaN are accepted only if the field already contains that value. Changes that are valid
only together must be given in one command. Derived fields are updated: boxes, normals, links, draw
orders, areas; --raw prevents that."
)]
pub struct SetArgs {
    /// File or entry, a pattern with * and ?, or `-` for stdin to stdout.
    pub path: PathBuf,
    /// Field paths and their new values.
    #[arg(required = true, value_name = "FIELD=VALUE", value_parser = parse_assignment)]
    pub fields: Vec<(String, String)>,
    /// File name of the data on stdin, if the format depends on it, such as WATER.wea.
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    pub name: Option<String>,
    /// Change only these fields; `ngi fix` can update the derived ones later.
    #[arg(long, help_heading = FIELDS)]
    pub raw: bool,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Report the changes without writing anything.
    #[arg(long, help_heading = SAFETY)]
    pub dry_run: bool,
    /// Keep no backup of the old file.
    #[arg(long, help_heading = SAFETY)]
    pub no_backup: bool,
}
