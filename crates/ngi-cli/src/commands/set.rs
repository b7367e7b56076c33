//! `set`.

use anyhow::{Context, Result};
use ngi_verbs::set::{self, Dependents};
use ngi_verbs::written::Written;
use ngi_verbs::{edit, paths};

use super::streams::Input;
use super::{again, archives, settle, streams};
use crate::args::SetArgs;
use crate::ui::{Outcome, Ui};

/// `ngi set`.
pub fn set(args: &SetArgs, ui: &Ui) -> Result<Outcome> {
    let options = edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    let dependents = if args.raw { Dependents::Stay } else { Dependents::Follow };
    let input = Input::of(&args.path, args.name.as_deref())?;
    settle(input.path());
    let named = paths::locate_all(input.path())?;
    if named.is_pattern {
        let set::EditedAll { lines, saved } = again(|| {
            let named = paths::locate_all(input.path())?;
            Ok(set::set_all(&named.nodes, &args.fields, dependents, options)?)
        })?;
        return archives::told_written(&Written::of(&saved, lines), args.json, ui);
    }
    let options = edit::Options { backup: options.backup && !input.is_stream(), ..options };
    let edited = again(|| {
        let node = paths::locate_one(input.path())?;
        let edited = set::set_with(&node, &args.fields, dependents, options);
        edited.with_context(|| input.told(&node.path()))
    })?;
    if input.is_stream() {
        edited.lines.iter().for_each(|line| ui.say(line));
        if !args.dry_run {
            streams::copy(input.path(), ui)?;
        }
        return Ok(Outcome::Clean);
    }
    archives::told(&edited, args.json, ui)
}
