//! `set`.

use anyhow::{Context, Result};
use ngi_verbs::{edit, set};

use super::{again, archives, node};
use crate::args::SetArgs;
use crate::ui::{Outcome, Ui};

/// `ngi set`.
pub fn set(args: &SetArgs, ui: &Ui) -> Result<Outcome> {
    let options = edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    let edited = again(|| {
        let node = node(&args.path)?;
        set::set(&node, &args.fields, options).with_context(|| node.path())
    })?;
    archives::told(&edited, args.json, ui)
}
