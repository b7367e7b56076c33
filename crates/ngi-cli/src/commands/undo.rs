//! `undo`.

use std::path::Path;

use anyhow::Result;
use ngi_verbs::written::{Written, WrittenFile};
use ngi_vfs::transaction::{self, KeptFile, KeptFor, Past};
use serde::Serialize;

use super::settle;
use crate::args::UndoArgs;
use crate::ui::{Outcome, Ui};

/// The list, as `--json` prints it.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ngi.history/1")]
struct History {
    changes: Vec<PastChange>,
    kept: Vec<Kept>,
}

/// A backup, a copy in the journal or a temporary file.
#[derive(Serialize)]
struct Kept {
    path: String,
    size: u64,
    /// Number of the change that needs it.
    change: Option<u64>,
    why: &'static str,
}

impl Kept {
    fn new(file: KeptFile, game: &Path) -> Self {
        let KeptFile { path, size, why } = file;
        let (change, why) = match why {
            KeptFor::Change(number) => (Some(number), "old file of change"),
            KeptFor::NoChange => (None, "backup that no change in this list needs"),
            KeptFor::Mods => (None, "belongs to the installed mods"),
            KeptFor::Running => (None, "temporary file that a program may be writing"),
            KeptFor::Stopped => {
                (None, "left by an interrupted command; the next change removes it")
            }
        };
        Self { path: as_given(&path, game), size, change, why }
    }
}

/// A path in the spelling of the argument.
fn as_given(path: &Path, game: &Path) -> String {
    let mut written = Written { files: vec![WrittenFile::new(path)], ..Written::default() };
    written.as_given(game);
    written.files.pop().map(|file| file.path).unwrap_or_default()
}

#[derive(Serialize)]
struct PastChange {
    number: u64,
    time: String,
    title: String,
    files: Vec<String>,
}

/// `ngi undo`.
pub fn undo(args: &UndoArgs, ui: &Ui) -> Result<Outcome> {
    // A list shows leftovers of interrupted commands; every other command removes them.
    if !args.list || transaction::is_interrupted(&args.game)? {
        settle(&args.game);
    }
    if args.list {
        return list(args, ui);
    }
    let Past { title, files, .. } = transaction::undo(&args.game)?;
    let told = vec![format!("taken back: {title}")];
    let files = files.iter().map(|path| WrittenFile::new(path)).collect();
    let mut written = Written { files, told, ..Written::default() };
    written.as_given(&args.game);
    if args.json {
        ui.json(&written)?;
        return Ok(Outcome::Clean);
    }
    ui.say(format_args!("undone: {title}"));
    written.files.iter().for_each(|file| ui.say(format_args!("restored {}", file.path)));
    Ok(Outcome::Clean)
}

/// Lists the changes that can be undone, and the files that are kept.
fn list(args: &UndoArgs, ui: &Ui) -> Result<Outcome> {
    let past = transaction::history(&args.game)?;
    let changes = past.into_iter().map(|Past { number, time, title, files }| {
        let files = files.iter().map(|path| as_given(path, &args.game)).collect();
        PastChange { number, time: moment(time), title, files }
    });
    let kept = transaction::kept(&args.game)?;
    let kept = kept.into_iter().map(|file| Kept::new(file, &args.game));
    let history = History { changes: changes.collect(), kept: kept.collect() };
    if args.json {
        ui.json(&history)?;
        return Ok(Outcome::Clean);
    }
    use std::io::Write;
    let mut out = ui.out();
    for PastChange { number, time, title, files } in &history.changes {
        let title = ngi_verbs::show::printable(title);
        writeln!(out, "{number:>4}  {time}  {title}  [{}]", files.join(", "))?;
    }
    if !history.kept.is_empty() {
        writeln!(out, "kept files:")?;
    }
    for Kept { path, size, change, why } in &history.kept {
        let change = change.map(|number| format!(" {number}")).unwrap_or_default();
        writeln!(out, "      {}  {size} bytes  {why}{change}", ngi_verbs::show::printable(path))?;
    }
    out.flush()?;
    if history.changes.is_empty() {
        ui.say("nothing to undo here");
    }
    Ok(Outcome::Clean)
}

/// Seconds since 1970 as `2026-11-17 02:15:09` in universal time.
fn moment(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02}")
}

/// The date of a day since 1970. Counted in eras of 400 years that begin in March, so that a leap
/// day is the last of its year.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days.saturating_add(719_468);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next_year, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn moments_are_dates() {
        assert_eq!(moment(0), "1970-01-01 00:00:00");
        assert_eq!(moment(951_782_399), "2000-02-28 23:59:59");
        assert_eq!(moment(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(moment(4_107_542_400), "2100-03-01 00:00:00");
        assert_eq!(moment(1_763_345_678), "2025-11-17 02:14:38");
        let _ = moment(u64::MAX);
    }
}
