//! `check`.

use std::io::Write;
use std::path::PathBuf;

use anstyle::Style;
use anyhow::Result;
use ngi_formats::{Code, Finding, Severity};
use ngi_verbs::check::{self, Located, Report};
use ngi_verbs::{format, show};
use serde::Serialize;

use super::streams::{self, Input};
use super::{game, named, quoted};
use crate::args::{CheckArgs, Mode};
use crate::ui::{BOLD, DIM, Outcome, RED, Ui, YELLOW};

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
    ui.written(match args.json {
        true => ui.json(&report.answer()),
        false => print(&report, &args.paths, ui),
    })?;
    if !report.problems.is_empty() {
        anyhow::bail!("{}", report.problems.join("\n       "));
    }
    report.collisions.iter().for_each(|collision| ui.warn(collision));
    Ok(Outcome::found_if(!report.findings.is_empty() || !report.collisions.is_empty()))
}

/// Prints the findings by file, then a line that counts them and names the next command.
fn print(report: &Report, paths: &[PathBuf], ui: &Ui) -> Result<()> {
    let mut out = ui.out();
    for findings in report.findings.chunk_by(|a, b| a.path == b.path) {
        print_file(findings, ui.width(), ui, &mut out)?;
    }
    out.flush()?;
    drop(out);
    ui.say(closing(report));
    if let Some(hint) = fix_hint(report, paths) {
        ui.say(hint);
    }
    Ok(())
}

/// Characters of the longest place that gets a column. Longer ones move the message to the next line.
const WIDEST_PLACE: usize = 34;

/// Fewest characters of a line of a message.
const NARROWEST_MESSAGE: usize = 30;

/// Prints the findings of one file: severity, place, message and code. If there is a width, that of a
/// terminal, the message is wrapped inside its column.
fn print_file(
    findings: &[Located],
    width: Option<usize>,
    ui: &Ui,
    out: &mut impl Write,
) -> Result<()> {
    let Some(first) = findings.first() else { return Ok(()) };
    let (bold, dim) = (ui.style(BOLD), ui.style(DIM));
    writeln!(out, "{bold}{}{bold:#}", show::printable(&first.path))?;
    let places: Vec<String> = findings.iter().map(|each| place(&each.finding)).collect();
    let widths = places.iter().map(|place| place.chars().count());
    let column = widths.filter(|width| *width <= WIDEST_PLACE).max().unwrap_or_default();
    for (Located { finding, severity, .. }, place) in findings.iter().zip(&places) {
        let style = ui.style(if *severity == Severity::Error { RED } else { YELLOW });
        write!(out, "  {style}{:<7}{style:#}", severity.as_str())?;
        // Two spaces, the severity, two spaces.
        let mut indent = 11;
        if !place.is_empty() || column > 0 {
            write!(out, "  {place:<column$}")?;
            indent += column + 2;
        }
        let room = width.map(|width| width.saturating_sub(indent).max(NARROWEST_MESSAGE));
        if place.chars().count() > column && room.is_some() {
            write!(out, "\n{:width$}", "", width = indent - 2)?;
        }
        let message = show::printable(&finding.sentence());
        let code = format!("[{}]", finding.code.id);
        let lines = wrapped(&format!("{message} {code}"), room.unwrap_or(usize::MAX));
        for (number, line) in lines.iter().enumerate() {
            let (text, code) = match line.strip_suffix(&code) {
                Some(text) if number + 1 == lines.len() => (text, code.as_str()),
                _ => (line.as_str(), ""),
            };
            let lead = if number == 0 { 2 } else { indent };
            let dim = if code.is_empty() { Style::new() } else { dim };
            writeln!(out, "{:lead$}{text}{dim}{code}{dim:#}", "")?;
        }
    }
    Ok(())
}

/// Breaks a text into lines of at most `width` characters, longer words excepted.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if let Some(line) = lines.last_mut()
            && (line.is_empty() || used + 1 + length <= width)
        {
            if !line.is_empty() {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += length;
        } else {
            lines.push(word.to_owned());
            used = length;
        }
    }
    lines
}

/// Returns the line that counts the findings and names the next command.
fn closing(report: &Report) -> String {
    let (checked, unknown) = (report.checked, report.unknown);
    let checked = format!("{checked} checked, {unknown} of unknown format");
    let is_error = |each: &&Located| each.severity == Severity::Error;
    let Some(first) = report.findings.iter().find(is_error).or(report.findings.first()) else {
        return format!("no findings ({checked})");
    };
    let [errors, warnings] = [(Severity::Error, "error"), (Severity::Warning, "warning")]
        .map(|(severity, name)| show::counted(report.count(severity), name));
    let dropped = match report.dropped {
        0 => String::new(),
        more => format!(", {more} more with the same codes"),
    };
    format!(
        "{errors}, {warnings}{dropped} ({checked}). Next: ngi explain {}",
        first.finding.code.id
    )
}

/// Returns the command that repairs some of the findings, if there is one.
fn fix_hint(report: &Report, paths: &[PathBuf]) -> Option<String> {
    let derived = report.findings.iter().filter(|each| each.finding.code.derived).count();
    let is_stream = paths.iter().any(|path| streams::is_stream(path));
    if derived == 0 || is_stream {
        return None;
    }
    let paths: Vec<String> = paths.iter().map(|path| quoted(&path.to_string_lossy())).collect();
    let paths = paths.join(" ");
    let count = show::counted(derived, "finding");
    Some(format!("{count} may be repaired automatically: ngi fix {paths} --dry-run"))
}

/// Returns the field and the offset of a finding.
pub(super) fn place(finding: &Finding) -> String {
    match (finding.field.as_str(), finding.offset) {
        ("", None) => String::new(),
        ("", Some(offset)) => format!("at {offset:#x}"),
        (field, None) => field.to_owned(),
        (field, Some(offset)) => format!("{field} at {offset:#x}"),
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use ngi_formats::Findings;

    use super::*;
    use crate::ui::Streams;

    static SHORT: Code = Code::error("a.b", "One two three.");

    #[test]
    fn findings_are_printed_by_file_in_columns() {
        let located = |field: &str, severity| {
            let mut made = Findings::new(ngi_formats::Mode::Strict, false);
            let message = "four five six seven eight".to_owned();
            made.add(&SHORT, || (field.to_owned(), Some(16), message));
            let finding = made.into_list().pop().unwrap();
            Located { path: "a.lib".to_owned(), finding, severity }
        };
        let findings = [located("x", Severity::Error), located(&"y".repeat(40), Severity::Warning)];
        let print = |width| {
            let mut out = Vec::new();
            let ui = Ui::new(false, false, Streams::Memory(Arc::default()));
            print_file(&findings, width, &ui, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let text = "One two three — four five six seven eight [a.b]";
        let long = "y".repeat(40);
        assert_eq!(
            print(None),
            format!("a.lib\n  error    x at 0x10  {text}\n  warning  {long} at 0x10  {text}\n")
        );
        assert_eq!(
            print(Some(55)),
            format!(
                "a.lib\n  error    x at 0x10  One two three — four five six\n{0:22}seven eight [a.b]\n  \
                 warning  {long} at 0x10\n{0:22}One two three — four five six\n{0:22}seven eight [a.b]\n",
                ""
            )
        );
    }

    #[test]
    fn messages_are_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 3), ["one", "two", "three"]);
        assert_eq!(wrapped("один два", 8), ["один два"]);
        assert_eq!(wrapped("", 8), [""]);
    }
}
