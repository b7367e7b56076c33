//! `view`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi view
  ngi view ngi-demo
  ngi view ngi-demo/bases.rlb/r_scout_0_01.msh

Press H in the window for the keys. It needs a display and a graphics driver; a software one will
do.")]
pub struct ViewArgs {
    /// A game folder, an archive, a file, or an entry inside one.
    pub path: Option<PathBuf>,
}
