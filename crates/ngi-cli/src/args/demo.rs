//! `demo`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  ngi demo\n  ngi demo /tmp/demo --force")]
pub struct DemoArgs {
    /// Folder to make.
    #[arg(default_value = "ngi-demo")]
    pub folder: PathBuf,
    /// Write into a folder that is not empty, replacing files.
    #[arg(long)]
    pub force: bool,
}
