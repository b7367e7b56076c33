//! `report`.

use std::io::Write;

use anyhow::{Result, bail};
use ngi_verbs::check::Options;
use ngi_verbs::report::{archives, missions};
use ngi_vfs::save;
use serde::Serialize;

use super::streams::is_stream;
use super::{game, node};
use crate::args::{ReportArgs, ReportSubject, Reported};
use crate::ui::{Outcome, Ui};

/// `ngi report`.
pub fn report(args: &ReportArgs, ui: &Ui) -> Result<Outcome> {
    match &args.subject {
        ReportSubject::Archives(asked) => {
            let folder = node(&asked.game)?;
            let game = game(None, &asked.game)?;
            let report = archives::report(&folder, &Options { game, ..Options::default() }, ui)?;
            tell(asked, &report, || report.as_text(), || report.as_html(), ui)?;
            report.problems.iter().for_each(|problem| ui.warn(problem));
            Ok(Outcome::found_if(report.has_findings()))
        }
        ReportSubject::Missions(asked) => {
            let folder = node(&asked.game)?;
            let Some(game) = game(None, &asked.game)? else {
                bail!("{}: no game folder there or above it", asked.game.display());
            };
            let report = missions::report(&folder, &game, ui)?;
            tell(asked, &report, || report.as_text(), || report.as_html(), ui)?;
            report.problems.iter().for_each(|problem| ui.warn(problem));
            Ok(Outcome::found_if(report.has_findings()))
        }
    }
}

/// Prints a report, or writes its page.
fn tell(
    asked: &Reported,
    report: &impl Serialize,
    text: impl FnOnce() -> String,
    html: impl FnOnce() -> String,
    ui: &Ui,
) -> Result<()> {
    let print = |text: String| -> Result<()> {
        let mut out = ui.out();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    };
    match &asked.output {
        None if asked.json => ui.written(ui.json(report)),
        None => ui.written(print(text())),
        Some(file) if is_stream(file) => ui.written(print(html())),
        Some(file) => {
            let page = html();
            save::write_new(file, asked.force, |out| out.write_all(page.as_bytes()))?;
            ui.say(format_args!("wrote {}", file.display()));
            Ok(())
        }
    }
}
