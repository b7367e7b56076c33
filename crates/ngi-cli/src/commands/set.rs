//! `set`.

use anyhow::{Context, Result, bail};
use ngi_verbs::set::{self, Dependents};
use ngi_verbs::written::Written;
use ngi_verbs::{Error, edit};

use super::streams::Input;
use super::{again, archives, named, streams};
use crate::args::SetArgs;
use crate::ui::{Outcome, Ui};

/// `ngi set`.
pub fn set(args: &SetArgs, ui: &Ui) -> Result<Outcome> {
    let options = edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    let dependents = dependents(args);
    let input = Input::of(&args.path, args.name.as_deref())?;
    if input.is_stream() {
        return on_the_way(&input, args, ui);
    }
    let named = named(input.path())?;
    if named.is_pattern {
        let set::EditedAll { lines, saved } = again(|| {
            let nodes = super::named(input.path())?.nodes;
            Ok(set::set_all(&nodes, &args.fields, dependents, options)?)
        })?;
        return archives::told_written(&Written::of(&saved, lines), args.json, ui);
    }
    let edited = again(|| {
        let node = super::node(&args.path)?;
        let edited = set::set_with(&node, &args.fields, dependents, options);
        Ok(edited.map_err(Error::about(node.path()))?)
    })?;
    archives::told(&edited, args.json, ui)
}

fn dependents(args: &SetArgs) -> Dependents {
    if args.raw { Dependents::Stay } else { Dependents::Follow }
}

/// Changes a file between stdin and stdout.
fn on_the_way(input: &Input, args: &SetArgs, ui: &Ui) -> Result<Outcome> {
    if args.json {
        bail!("--json and `-` both write to stdout: choose one");
    }
    let options = edit::Options { backup: false, dry_run: args.dry_run };
    let node = super::node(input.path())?;
    let edited = set::set_with(&node, &args.fields, dependents(args), options)
        .with_context(|| input.told(&node.path()))?;
    edited.lines.iter().for_each(|line| ui.say(line));
    if !args.dry_run {
        streams::copy(input.path(), ui)?;
    }
    Ok(Outcome::Clean)
}
