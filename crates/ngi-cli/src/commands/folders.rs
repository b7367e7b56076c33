//! `import` of a folder that `export` made.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Result, bail};
use ngi_convert::ImportOptions;
use ngi_convert::tree::{FolderImport, ImportedFolder, import_tree};
use ngi_verbs::written::label;

use super::archives::told_files;
use super::{game, node};
use crate::args::ImportArgs;
use crate::ui::{Outcome, Ui};

/// Lines of one kind that are printed; the rest are counted, unless `-v` is given.
const TOLD: usize = 20;

/// Imports the edited files of a folder.
pub fn import_folder(
    args: &ImportArgs,
    output: &Path,
    options: ImportOptions<'_>,
    ui: &Ui,
) -> Result<Outcome> {
    if args.like.is_some() || args.format.is_some() || args.new_rows || args.into.is_some() {
        bail!(
            "--like, --format, --new-rows and --into are for one file; each thing of a folder goes by its own"
        );
    }
    let target = node(output)?;
    let game = game(args.game.as_deref(), output)?;
    let done = import_tree(
        &FolderImport {
            folder: &args.file,
            target: &target,
            options,
            game: game.as_ref(),
            all: args.all,
            backup: !args.no_backup,
            dry_run: args.dry_run,
        },
        ui,
    )?;
    if args.json {
        ui.json(&done.written())?;
    } else {
        told(&done, args.dry_run, ui);
    }
    Ok(Outcome::found_if(!done.failed.is_empty() || !done.lost.is_empty()))
}

/// Prints the report of an imported folder.
pub fn told(done: &ImportedFolder, dry_run: bool, ui: &Ui) {
    let tense = if dry_run { "Would change" } else { "Changed" };
    let ImportedFolder { changed, same, unchanged, failed, gone, new, .. } = done;
    let (kept, recomputed, lost) = (label::KEPT, label::RECOMPUTED, label::LOST);
    done.carried.iter().for_each(|line| ui.whisper(format_args!("{kept}: {line}")));
    done.computed.iter().for_each(|line| ui.whisper(format_args!("{recomputed}: {line}")));
    some(changed, tense, ui);
    done.lost.iter().for_each(|line| ui.say(format_args!("{lost}: {line}")));
    some(&done.told, label::NOTE, ui);
    some(gone, "Missing in the folder, unchanged in the game", ui);
    some(new, "Not listed in index.json, ignored", ui);
    failed.iter().for_each(|problem| ui.warn(problem));
    if !done.saved.is_empty() {
        told_files(&done.written().files, ui);
    }
    let verb = if dry_run { "would be imported" } else { "imported" };
    let alike = match same.len() {
        0 => String::new(),
        alike => format!(", {alike} equal to the game"),
    };
    let failed = match failed.len() {
        0 => String::new(),
        failed => format!(", {failed} failed"),
    };
    ui.say(format_args!("{} {verb}{alike}, {unchanged} not edited{failed}", changed.len()));
}

/// Prints the first [`TOLD`] lines of a kind, or all with `-v`.
fn some(lines: &[impl Display], what: &str, ui: &Ui) {
    let listed = if ui.is_verbose() { lines.len() } else { TOLD };
    lines.iter().take(listed).for_each(|line| ui.say(format_args!("{what}: {line}")));
    if let Some(more @ 1..) = lines.len().checked_sub(listed) {
        ui.say(format_args!("{what}: {more} more; -v lists them"));
    }
}
