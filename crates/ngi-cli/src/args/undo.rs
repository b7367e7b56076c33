//! `undo`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
What `edit`, `set`, `import`, `pack` and the viewer change in a game folder is kept in its hidden
folder .ngi, the last 20 changes of it. Files that somebody else changed since are not touched.

Examples:
  ngi set Material.lib/WATER phases[0].opacity=50
  ngi undo . --list
  ngi undo .")]
pub struct UndoArgs {
    /// The game folder, or anything in it.
    #[arg(default_value = ".")]
    pub game: PathBuf,
    /// List the changes that can be undone, the last one first, and the files that are kept:
    /// backups, and temporary files of interrupted commands.
    #[arg(long)]
    pub list: bool,
    /// Print JSON: what was written (ngi.written/1), or the list (ngi.history/1).
    #[arg(long)]
    pub json: bool,
}
