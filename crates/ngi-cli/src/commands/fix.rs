//! `fix`.

use anyhow::Result;
use ngi_verbs::edit::Options;
use ngi_verbs::fix::{self, Report};
use ngi_verbs::written::Written;

use super::{archives, node};
use crate::args::FixArgs;
use crate::ui::{Outcome, Ui};

/// `ngi fix`.
pub fn fix(args: &FixArgs, ui: &Ui) -> Result<Outcome> {
    let options = Options { backup: !args.no_backup, dry_run: args.dry_run };
    let mut whole = Written::default();
    let mut partial = false;
    for path in &args.path {
        let report = fix::fix(&node(path)?, options, ui)?;
        partial |= !report.problems.is_empty();
        if args.json {
            let Written { files, computed, told, .. } = report.written();
            whole.files.extend(files);
            whole.computed.extend(computed);
            whole.told.extend(told);
        } else {
            tell(&report, args.dry_run, ui)?;
        }
    }
    if args.json {
        ui.json(&whole)?;
    }
    Ok(Outcome::found_if(partial))
}

fn tell(report: &Report, dry_run: bool, ui: &Ui) -> Result<()> {
    for file in &report.files {
        let edited =
            ngi_verbs::edit::Edited { lines: file.lines.clone(), saved: file.saved.clone() };
        archives::told(&edited, false, ui)?;
    }
    report.problems.iter().for_each(|problem| ui.warn(problem));
    let (looked, mended) = (report.looked, report.files.len());
    let verb = if dry_run { "would be mended" } else { "mended" };
    match mended {
        0 => ui.say(format_args!("{looked} looked at, nothing to mend")),
        _ => ui.say(format_args!("{looked} looked at, {mended} {verb}")),
    }
    Ok(())
}
