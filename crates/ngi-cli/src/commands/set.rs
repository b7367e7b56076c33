//! `set`.

use anyhow::{Context, Result};
use ngi_verbs::{edit, paths, set};

use super::streams::Input;
use super::{archives, streams};
use crate::args::SetArgs;
use crate::ui::{Outcome, Ui};

/// `ngi set`.
pub fn set(args: &SetArgs, ui: &Ui) -> Result<Outcome> {
    let options = edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    let input = Input::of(&args.path, args.name.as_deref())?;
    let named = paths::locate_all(input.path())?;
    if named.is_pattern {
        let set::EditedAll { lines, saved } = set::set_all(&named.nodes, &args.fields, options)?;
        lines.iter().for_each(|line| ui.say(line));
        archives::report_saved(&saved, ui);
        return Ok(Outcome::Clean);
    }
    let node = named.base;
    let options = edit::Options { backup: options.backup && !input.is_stream(), ..options };
    let edited =
        set::set(&node, &args.fields, options).with_context(|| input.told(&node.path()))?;
    if input.is_stream() {
        edited.lines.iter().for_each(|line| ui.say(line));
        if !args.dry_run {
            streams::copy(input.path(), ui)?;
        }
        return Ok(Outcome::Clean);
    }
    archives::report(&edited, ui);
    Ok(Outcome::Clean)
}
