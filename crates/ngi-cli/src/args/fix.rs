//! `fix`.

use std::path::PathBuf;

use clap::Args;

use super::headings::{OUTPUT, SAFETY, TEXTURES};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi fix DATA/MAPS/VALLEY --dry-run
ngi fix static.rlb/s_tree_0_01.msh
ngi fix 'static.rlb/*.msh'
ngi fix Textures.lib
ngi fix Textures.lib/PANEL.0 --mips
ngi fix . --json",
    after_long_help = "\
Recomputed if inconsistent with the rest of the file:
  models     boxes, spheres, areas and volumes, normals of faces, normals of vertices that turn away
             from every face around them, neighbours, frame maps
  levels     the draw order, and the areas, anchors, links, lists and winding of areals
  textures   smaller levels that cannot have been made from the first
  archives   counts, sizes and sort tables

All other bytes stay unchanged. If a repair is not certain, or would break another rule, ngi leaves the
file alone, prints the reason and ends with exit code 1. All repairs are written in one transaction,
and `ngi undo` takes it back."
)]
pub struct FixArgs {
    /// Files, entries, archives, folders or patterns with * and ?.
    #[arg(required = true)]
    pub path: Vec<PathBuf>,
    /// Rebuild all smaller levels of textures from the first.
    #[arg(long, help_heading = TEXTURES)]
    pub mips: bool,
    /// Print the report as JSON (ngi.written/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Report the repairs without writing anything.
    #[arg(long, help_heading = SAFETY)]
    pub dry_run: bool,
    /// Keep no backups of the old files.
    #[arg(long, help_heading = SAFETY)]
    pub no_backup: bool,
}
