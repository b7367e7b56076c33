//! `demo`.

use std::path::PathBuf;

use clap::Args;
use ngi_demo::Scale;

use super::headings::{OUTPUT, SAFETY};

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi demo
ngi demo my-game --force
ngi demo large --scale real
ngi demo another-game --broken broken-files",
    after_long_help = "\
The demo game is made by ngi and holds nothing of the original game. The command also checks the demo,
exports a model and two textures, renders some images and prints commands to try. On a terminal of a
machine with a display it opens the viewer."
)]
pub struct DemoArgs {
    /// Folder to create.
    #[arg(default_value = "ngi-demo")]
    pub folder: PathBuf,
    /// Multiple of the small game, or `real` for the size of the original game.
    #[arg(long, value_name = "N|real", default_value = "1", value_parser = parse_scale,
          help_heading = OUTPUT)]
    pub scale: Scale,
    /// Also write this folder, with one broken file for each check code.
    #[arg(long, value_name = "DIR2", help_heading = OUTPUT)]
    pub broken: Option<PathBuf>,
    /// Do not open the viewer.
    #[arg(long, help_heading = OUTPUT)]
    pub no_view: bool,
    /// Write into a folder that is not empty, replacing files.
    #[arg(long, help_heading = SAFETY)]
    pub force: bool,
}

fn parse_scale(text: &str) -> Result<Scale, String> {
    Scale::parse(text).ok_or_else(|| "must be a whole number from 1 to 65535, or `real`".into())
}
