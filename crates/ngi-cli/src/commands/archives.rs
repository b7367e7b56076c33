//! `extract`, `pack`, `edit`.

use std::fs;

use anyhow::{Context, Result};
use ngi_convert::files::{Misfitting, Put};
use ngi_verbs::edit::Change;
use ngi_verbs::{edit, extract, find, pack};
use ngi_vfs::Node;

use super::{game, node};
use crate::args::{EditAction, EditArgs, ExtractArgs, PackArgs};
use crate::ui::{Outcome, Ui};

/// `ngi extract`.
pub fn extract(args: &ExtractArgs, ui: &Ui) -> Result<Outcome> {
    let globs = args.globs.iter().map(|glob| find::exact_pattern(glob));
    let options = extract::Options { globs: globs.collect::<Result<_, _>>()?, force: args.force };
    let extracted = extract::extract(&node(&args.path)?, &args.output, &options, ui)?;
    extracted.problems.iter().for_each(|problem| ui.warn(problem));
    if extracted.files == 0 && !args.globs.is_empty() {
        ui.warn(format_args!("no name matches {}", args.globs.join(" ")));
        return Ok(Outcome::Found);
    }
    let folder = args.output.display();
    ui.say(format_args!("{} files, {} bytes in {folder}", extracted.files, extracted.bytes));
    Ok(Outcome::found_if(!extracted.problems.is_empty()))
}

/// `ngi pack`.
pub fn pack(args: &PackArgs, ui: &Ui) -> Result<Outcome> {
    let options = pack::Options { canonical: args.canonical, force: args.force };
    let packed = pack::pack(&args.folder, &args.output, options, ui)?;
    for stranger in &packed.strangers {
        ui.warn(format_args!("{stranger} is not in ngi.json and was left out"));
    }
    let file = args.output.display();
    ui.say(format_args!("{} entries, {} bytes in {file}", packed.entries, packed.bytes));
    Ok(Outcome::Clean)
}

/// `ngi edit`.
pub fn edit(args: &EditArgs, ui: &Ui) -> Result<Outcome> {
    let archive = node(&args.archive)?;
    let (change, lossy) = change(&archive, args, ui)?;
    let options = edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    let edited = edit::edit(&archive, &change, options)?;
    report(&edited, ui);
    Ok(Outcome::found_if(lossy))
}

/// Says what changed and where the old file is.
pub fn report(edited: &edit::Edited, ui: &Ui) {
    edited.lines.iter().for_each(|line| ui.say(line));
    match &edited.saved {
        None => ui.say("nothing was written"),
        Some(saved) => {
            let kept =
                saved.backup.as_ref().map(|path| format!(", the old one is {}", path.display()));
            ui.say(format_args!("wrote {}{}", saved.path.display(), kept.unwrap_or_default()));
        }
    }
}

/// What is to be changed, and whether something is lost by it.
fn change(archive: &Node, args: &EditArgs, ui: &Ui) -> Result<(Change, bool)> {
    let mut lossy = false;
    let change = match args.action.clone() {
        EditAction::Put { entry, file, convert, raw, type_id, attr1, attr2, attr3, method } => {
            let fields = edit::NewFields { type_id, attr1, attr2, attr3, method };
            let read = fs::read(&file);
            let bytes = read.with_context(|| format!("{}: cannot read", file.display()))?;
            let game = game(None, &args.archive)?;
            let put = Put { archive, entry: &entry, type_id, file: &file, game: game.as_ref() };
            let misfitting = match (convert, raw) {
                (true, _) => Misfitting::Converted,
                (_, true) => Misfitting::AsItIs,
                _ => Misfitting::Refused,
            };
            let made = put.payload(bytes, misfitting)?;
            made.lines().for_each(|line| ui.say(line));
            lossy = !made.lost.is_empty();
            Change::Put { entry, payload: made.bytes, fields }
        }
        EditAction::Rm { entry } => Change::Remove { entry },
        EditAction::Rename { entry, name } => Change::Rename { entry, name },
        EditAction::Set { entry, fields } => Change::Set { entry, fields },
        EditAction::Sort { mode } => Change::Sort { mode },
    };
    Ok((change, lossy))
}
