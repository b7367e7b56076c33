//! `watch`.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ngi_convert::ImportOptions;
use ngi_convert::tree::{FolderImport, ImportedFolder, import_tree};
use ngi_mods::Draft;
use ngi_verbs::surroundings::Game;
use ngi_vfs::find_game;
use notify::{EventKind, RecursiveMode, Watcher};

use super::{game, node, settle};
use crate::args::WatchArgs;
use crate::ui::{Outcome, Ui};

/// How long nothing may happen before what happened is looked at: programs write a file in pieces.
const QUIET: Duration = Duration::from_millis(150);

/// `ngi watch`.
pub fn watch(args: &WatchArgs, ui: &Ui) -> Result<Outcome> {
    let (send, receive) = channel();
    let cannot = || format!("{}: cannot be watched", ngi_vfs::shown(&args.folder));
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading is no change, and reading is what an import does.
        let changed = |event: &notify::Event| !matches!(event.kind, EventKind::Access(_));
        if event.as_ref().map_or(true, changed) {
            let _ = send.send(());
        }
    })
    .with_context(cannot)?;
    // Before anything is looked at, so that nothing is missed.
    watcher.watch(&args.folder, RecursiveMode::Recursive).with_context(cannot)?;
    let mut outcome = round(args, ui, true)?;
    if args.once {
        return Ok(outcome);
    }
    ui.say(format_args!("watching {}; press Ctrl+C to stop", ngi_vfs::shown(&args.folder)));
    while wait(&receive) {
        outcome = match round(args, ui, false) {
            Ok(outcome) => outcome,
            // Somebody else may be at work in the game; the next change tries again.
            Err(error) => {
                ui.warn(format_args!("{error:#}"));
                Outcome::Found
            }
        };
    }
    Ok(outcome)
}

/// Waits for a change and for the quiet behind it; `false` where no more can come.
fn wait(changes: &Receiver<()>) -> bool {
    if changes.recv().is_err() {
        return false;
    }
    while changes.recv_timeout(QUIET).is_ok() {}
    true
}

/// Imports what was changed until now.
fn round(args: &WatchArgs, ui: &Ui, first: bool) -> Result<Outcome> {
    let done = match &args.into {
        None => {
            let target = node(&args.game)?;
            let game = game(None, &args.game)?;
            import_tree(&import(args, &target, game.as_ref(), !args.no_backup), &())?
        }
        Some(folder) => into_mod(args, folder)?,
    };
    let nothing = done.changed.is_empty() && done.failed.is_empty();
    if nothing && !first {
        return Ok(Outcome::Clean);
    }
    let found = Outcome::found_if(!done.failed.is_empty() || !done.lost.is_empty());
    if args.json {
        use std::io::Write;
        let mut out = ui.out();
        writeln!(out, "{}", ngi_verbs::json::line(&done.written())?)?;
        out.flush()?;
        return Ok(found);
    }
    super::folders::told(&done, false, ui);
    Ok(found)
}

fn import<'a>(
    args: &'a WatchArgs,
    target: &'a ngi_vfs::Node,
    game: Option<&'a Game>,
    backup: bool,
) -> FolderImport<'a> {
    let (folder, options) = (args.folder.as_path(), ImportOptions::default());
    FolderImport { folder, target, options, game, all: false, backup, dry_run: false }
}

/// Imports into a mod: the game is seen through it, and what then differs is the mod.
fn into_mod(args: &WatchArgs, folder: &Path) -> Result<ImportedFolder> {
    settle(&args.game);
    let Some(home) = find_game(None, None, &args.game)? else {
        bail!("{}: is in no game folder", ngi_vfs::shown(&args.game));
    };
    let draft = Draft::open(&home, folder)?;
    let full = std::path::absolute(&args.game)?;
    let inside = full.strip_prefix(std::path::absolute(&home)?).unwrap_or(Path::new(""));
    let target = draft.vfs().locate(&ngi_vfs::shown(inside))?;
    let game = Game::new(draft.vfs().clone());
    let mut done = import_tree(&import(args, &target, Some(&game), false), &())?;
    if !done.changed.is_empty() {
        done.saved = draft.save()?;
    }
    Ok(done)
}
