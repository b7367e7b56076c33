//! `set`.

use anyhow::{Context, Result};
use ngi_verbs::edit;
use ngi_verbs::set::{self, Dependents};

use super::{archives, node};
use crate::args::SetArgs;
use crate::ui::{Outcome, Ui};

/// `ngi set`.
pub fn set(args: &SetArgs, ui: &Ui) -> Result<Outcome> {
    let options = edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    let node = node(&args.path)?;
    let dependents = if args.raw { Dependents::Stay } else { Dependents::Follow };
    let edited =
        set::set_with(&node, &args.fields, dependents, options).with_context(|| node.path())?;
    archives::report(&edited, ui);
    Ok(Outcome::Clean)
}
