//! `check`.

use std::io::Write;

use anyhow::Result;
use ngi_formats::{Code, Finding, Severity};
use ngi_verbs::check::{self, Located, Report};
use ngi_verbs::{format, show};
use serde::Serialize;

use super::streams::Input;
use super::{game, named};
use crate::args::{CheckArgs, Mode};
use crate::ui::{DIM, Outcome, RED, Ui, YELLOW};

/// `ngi check`.
pub fn check(args: &CheckArgs, ui: &Ui) -> Result<Outcome> {
    if args.list_codes {
        return list_codes(args.json, ui);
    }
    let mut options = check::Options {
        mode: match args.mode {
            Mode::Strict => ngi_formats::Mode::Strict,
            Mode::Tolerant => ngi_formats::Mode::Tolerant,
        },
        retail: args.retail,
        deny: args.deny.clone(),
        allow: args.allow.clone(),
        game: None,
    };
    let mut report = Report::default();
    for path in &args.paths {
        let input = Input::of(path, args.name.as_deref())?;
        options.game = game(args.game.as_deref(), path)?;
        for node in named(input.path())?.nodes {
            let mut found = check::check(&node, &options, ui)?;
            if input.is_stream() {
                found.findings.iter_mut().for_each(|each| each.path = input.told(&each.path));
            }
            report.append(found);
        }
    }
    ui.written(if args.json { ui.json(&report.answer()) } else { print(&report, ui) })?;
    if !report.problems.is_empty() {
        anyhow::bail!("{}", report.problems.join("\n       "));
    }
    report.collisions.iter().for_each(|collision| ui.warn(collision));
    Ok(Outcome::found_if(!report.findings.is_empty() || !report.collisions.is_empty()))
}

fn print(report: &Report, ui: &Ui) -> Result<()> {
    let mut out = ui.out();
    for Located { path, finding, severity } in &report.findings {
        let style = ui.style(if *severity == Severity::Error { RED } else { YELLOW });
        let (dim, path) = (ui.style(DIM), show::printable(path));
        let place = place(finding);
        writeln!(
            out,
            "{style}{}{style:#} {path}{place}: {} {dim}[{}]{dim:#}",
            severity.as_str(),
            show::printable(&finding.sentence()),
            finding.code.id,
        )?;
    }
    out.flush()?;
    drop(out);
    let (errors, warnings) = (report.count(Severity::Error), report.count(Severity::Warning));
    let dropped = match report.dropped {
        0 => String::new(),
        more => format!(", {more} more of the same kinds"),
    };
    ui.say(format_args!(
        "{} checked, {} of unknown format: {}, {}{dropped}",
        report.checked,
        report.unknown,
        show::counted(errors, "error"),
        show::counted(warnings, "warning"),
    ));
    Ok(())
}

/// Returns the field and the offset of a finding, to be printed after a path.
pub(super) fn place(finding: &Finding) -> String {
    match (finding.field.as_str(), finding.offset) {
        ("", None) => String::new(),
        ("", Some(offset)) => format!(" at {offset:#x}"),
        (field, None) => format!(" {field}"),
        (field, Some(offset)) => format!(" {field} at {offset:#x}"),
    }
}

/// The document `ngi.codes/1`.
#[derive(Serialize)]
struct Codes {
    schema: &'static str,
    codes: Vec<CodeRow>,
}

#[derive(Serialize)]
struct CodeRow {
    code: &'static str,
    severity: &'static str,
    asked: &'static str,
    rule: &'static str,
}

fn list_codes(as_json: bool, ui: &Ui) -> Result<Outcome> {
    if as_json {
        let row = |code: &Code| CodeRow {
            code: code.id,
            severity: code.severity.as_str(),
            asked: code.level.as_str(),
            rule: code.rule,
        };
        let codes = format::all_codes().map(row).collect();
        ui.json(&Codes { schema: "ngi.codes/1", codes })?;
        return Ok(Outcome::Clean);
    }
    let mut out = ui.out();
    for code in format::all_codes() {
        let (severity, asked) = (code.severity.as_str(), code.level.as_str());
        writeln!(out, "{:<28} {severity:<8} {asked:<7} {}", code.id, code.rule)?;
    }
    out.flush()?;
    Ok(Outcome::Clean)
}
