//! `fix`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Recomputed if inconsistent with the rest of the file: boxes, spheres, areas and volumes, normals of
faces, normals of vertices that turn away from every face around them, neighbours, frame maps, the draw
order of a landscape, areas, anchors, links, lists and the sense of areals, smaller levels of a texture
that cannot have been made from the first, counts, sizes and sort tables of archives.

Everything else stays to the last bit. If a repair is not certain, or would break a rule that was not
broken before, the file is left alone, the reason is printed, and the exit code is 1. All repairs are
written in one step, which `ngi undo` takes back.

Examples:
  ngi fix DATA/MAPS/VALLEY --dry-run
  ngi fix static.rlb/s_tree_0_01.msh
  ngi fix 'static.rlb/*.msh'
  ngi fix Textures.lib
  ngi fix Textures.lib/PANEL.0 --mips
  ngi fix . --json")]
pub struct FixArgs {
    /// File, entry, archive or folder, with wildcards if you like; may be given several times.
    #[arg(required = true)]
    pub path: Vec<PathBuf>,
    /// Rebuild all smaller levels of textures from the first.
    #[arg(long)]
    pub mips: bool,
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
