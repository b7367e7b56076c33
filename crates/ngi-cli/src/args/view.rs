//! `view`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi view
ngi view ngi-demo
ngi view ngi-demo/bases.rlb/r_scout_0_01.msh",
    after_long_help = "\
Press H in the window for the list of keys. The viewer needs a display and a graphics driver; a software
driver works. `ngi render` draws images without a display."
)]
pub struct ViewArgs {
    /// Game folder, archive, file or entry to open.
    pub path: Option<PathBuf>,
}
