//! `demo`.

use std::path::PathBuf;

use clap::Args;
use ngi_demo::Scale;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ngi demo
  ngi demo my-game --force
  ngi demo large --scale real
  ngi demo another-game --broken broken-files")]
pub struct DemoArgs {
    /// Folder to make.
    #[arg(default_value = "ngi-demo")]
    pub folder: PathBuf,
    /// How large: so many times the small game, or `real` for the size of the real one.
    #[arg(long, value_name = "N|real", default_value = "1", value_parser = parse_scale)]
    pub scale: Scale,
    /// Also make this folder: for each check code a file that is wrong in just that way.
    #[arg(long, value_name = "DIR2")]
    pub broken: Option<PathBuf>,
    /// Write into a folder that is not empty, replacing files.
    #[arg(long)]
    pub force: bool,
    /// Do not open the viewer.
    #[arg(long)]
    pub no_view: bool,
}

fn parse_scale(text: &str) -> Result<Scale, String> {
    Scale::parse(text).ok_or_else(|| "must be a whole number from 1 to 65535, or `real`".into())
}
