//! `set`.

use std::path::PathBuf;

use clap::Args;

use super::parse_assignment;

#[derive(Debug, Args)]
#[command(after_help = "\
A value is what `ngi show` prints, the name of a number or of bits, or JSON. Numbers are finite;
infinity and NaN are accepted only if the field already contains that value. +name and -name change
one bit. list[+]=VALUE appends to a list, list[n]=- removes an element. Fields that only make a file
together are given together. `ngi schema` lists the fields of a format and their names. Derived
fields follow: boxes, normals, links, draw orders, areas. --raw changes the bare fields.

Examples:
  ngi set Material.lib entries[3].attr1=4
  ngi set Material.lib/WATER phases[0].opacity=50
  ngi set Material.lib \"entries[3].name=WATER2\" --dry-run
  ngi set Material.lib/WATER tracks[0].mode=ping_pong flags=additive
  ngi set Material.lib/WATER flags=+lit_skin
  ngi set Material.lib/WATER flags=-lit_skin
  ngi set Material.lib/WATER \"phases[+]={\\\"opacity\\\": 50}\"
  ngi set Material.lib/WATER tracks[0].keys[1]=-
  ngi set \"Material.lib/W*\" phases[0].opacity=80 --dry-run
  ngi set DATA/MAPS/VALLEY/Land.msh positions[40][2]=25
  ngi set DATA/MAPS/VALLEY/Land.msh positions[40][2]=25 --raw
  ngi set DATA/MAPS/VALLEY/Land.map \"areals[0].polygon[+]=[-8,32,48]\" \"areals[0].links[+]=[-1,-1]\"")]
pub struct SetArgs {
    /// File or entry, or several by a pattern with * and ?; `-` takes a file from stdin and writes
    /// the changed one to stdout.
    pub path: PathBuf,
    /// What the file from stdin is called, where its name says what it is.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Field paths and values.
    #[arg(required = true, value_name = "FIELD=VALUE", value_parser = parse_assignment)]
    pub fields: Vec<(String, String)>,
    /// Change these fields and nothing that follows from them; `ngi fix` works that out later.
    #[arg(long)]
    pub raw: bool,
    /// Keep no backup of the old file.
    #[arg(long)]
    pub no_backup: bool,
    /// Say what would change and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Print what was written as JSON (ngi.written/1).
    #[arg(long)]
    pub json: bool,
}
