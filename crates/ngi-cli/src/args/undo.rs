//! `undo`.

use std::path::PathBuf;

use clap::Args;

use super::headings::OUTPUT;

#[derive(Debug, Args)]
#[command(
    before_long_help = "\
ngi set Material.lib/WATER phases[0].opacity=50
ngi undo . --list
ngi undo .",
    after_long_help = "\
ngi keeps the last 20 changes to a game folder in its hidden folder .ngi: those made by `edit`, `set`,
`fix`, `import`, `pack`, `mod`, `watch` and the viewer. Files that another program has changed since are
left alone."
)]
pub struct UndoArgs {
    /// Game folder, or any path inside it.
    #[arg(default_value = ".")]
    pub game: PathBuf,
    /// List the changes that can be undone, newest first, and the files kept for them.
    ///
    /// Kept files are backups, and temporary files of interrupted commands.
    #[arg(long, help_heading = OUTPUT)]
    pub list: bool,
    /// Print JSON: the report (ngi.written/1), or with --list the list (ngi.history/1).
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}
