//! `fix`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Worked out anew where they do not fit: boxes, spheres, areas and volumes, normals of faces, normals
of vertices that turn away from every face around them, neighbours, frame maps, the draw order of a
landscape, areas, anchors, links, lists and the sense of areals, smaller levels of a texture, counts and
sort tables of archives. What fits stays to the last bit. What cannot be worked out, `ngi check` tells
of. All of it is written in one step, which `ngi undo` takes back.

Examples:
  ngi fix DATA/MAPS/VALLEY --dry-run
  ngi fix static.rlb/s_tree_0_01.msh
  ngi fix 'static.rlb/*.msh'
  ngi fix Textures.lib
  ngi fix . --json")]
pub struct FixArgs {
    /// File, entry, archive or folder, with wildcards if you like; may be given several times.
    #[arg(required = true)]
    pub path: Vec<PathBuf>,
    /// Keep no backup of the old files.
    #[arg(long)]
    pub no_backup: bool,
    /// Say what would change and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Print a report as JSON.
    #[arg(long)]
    pub json: bool,
}
