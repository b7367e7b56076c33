//! `undo`.

use anyhow::Result;
use ngi_verbs::written::{Written, WrittenFile};
use ngi_vfs::transaction::{self, Past};
use serde::Serialize;

use super::settle;
use crate::args::UndoArgs;
use crate::ui::{Outcome, Ui};

/// The list, as `--json` prints it.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ngi.history/1")]
struct History {
    changes: Vec<PastChange>,
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
    settle(&args.game);
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
    written.told.iter().for_each(|line| ui.say(line));
    written.files.iter().for_each(|file| ui.say(format_args!("as it was: {}", file.path)));
    Ok(Outcome::Clean)
}

fn list(args: &UndoArgs, ui: &Ui) -> Result<Outcome> {
    let past = transaction::history(&args.game)?;
    let changes = past.into_iter().map(|Past { number, time, title, files }| {
        let files = files.iter().map(|path| WrittenFile::new(path)).collect();
        let mut written = Written { files, ..Written::default() };
        written.as_given(&args.game);
        let files = written.files.into_iter().map(|file| file.path).collect();
        PastChange { number, time: moment(time), title, files }
    });
    let history = History { changes: changes.collect() };
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
    out.flush()?;
    if history.changes.is_empty() {
        ui.say("nothing can be taken back here");
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
