//! `fix`.

use anyhow::Result;
use ngi_verbs::edit;
use ngi_verbs::fix::{self, Options, Report};

use super::{again, archives, named};
use crate::args::FixArgs;
use crate::ui::{Outcome, Ui};

/// `ngi fix`.
pub fn fix(args: &FixArgs, ui: &Ui) -> Result<Outcome> {
    let write = edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    let options = Options { write, rebuild_mips: args.mips };
    let report = again(|| {
        let mut nodes = Vec::new();
        for path in &args.path {
            nodes.extend(named(path)?.nodes);
        }
        Ok(fix::fix(&nodes, options, ui)?)
    })?;
    if args.json {
        ui.json(&report.written())?;
    } else {
        tell(&report, args.dry_run, ui);
    }
    Ok(Outcome::found_if(!report.problems.is_empty()))
}

fn tell(report: &Report, dry_run: bool, ui: &Ui) {
    report.lines.iter().for_each(|line| ui.say(line));
    if report.mended > 0 {
        archives::told_files(&report.written().files, ui);
    }
    report.problems.iter().for_each(|problem| ui.warn(problem));
    let (looked, mended) = (report.looked, report.mended);
    let verb = if dry_run { "would be repaired" } else { "repaired" };
    match mended {
        0 => ui.say(format_args!("{looked} checked, nothing to repair")),
        _ => ui.say(format_args!("{looked} checked, {mended} {verb}")),
    }
}
