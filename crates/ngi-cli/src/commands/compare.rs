//! `diff` and `find`.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use ngi_convert::diff::{self, Kind};
use ngi_convert::{find, show};
use ngi_vfs::find_game;

use super::node;
use crate::args::{DiffArgs, FindArgs};
use crate::ui::{DIM, GREEN, Outcome, RED, Ui, YELLOW};

/// `ngi diff`.
pub fn diff(args: &DiffArgs, ui: &Ui) -> Result<Outcome> {
    let differences = diff::diff(&node(&args.a)?, &node(&args.b)?)?;
    if args.json {
        ui.json(&diff::to_json(&differences))?;
        return Ok(Outcome::found_if(!differences.is_empty()));
    }
    let mut out = ui.out();
    let [red, green, yellow, dim] = [RED, GREEN, YELLOW, DIM].map(|style| ui.style(style));
    for difference in &differences {
        let path = if difference.path.is_empty() { "." } else { &difference.path };
        let path = show::printable(path);
        let (a, b) = (short(&difference.a), short(&difference.b));
        match difference.kind {
            Kind::Removed => writeln!(out, "{red}-{red:#} {path} {dim}({a}){dim:#}")?,
            Kind::Added => writeln!(out, "{green}+{green:#} {path} {dim}({b}){dim:#}")?,
            Kind::Changed => {
                writeln!(out, "{yellow}~{yellow:#} {path} {}: {a} -> {b}", difference.field)?;
            }
            Kind::Bytes => {
                writeln!(out, "{yellow}~{yellow:#} {path} {}; {a} -> {b}", difference.field)?;
            }
        }
    }
    out.flush()?;
    Ok(Outcome::found_if(!differences.is_empty()))
}

/// A value short enough for a line.
fn short(value: &serde_json::Value) -> String {
    if let Some(size) = value.get("size") {
        return format!("{size} bytes");
    }
    let text = show::scalar(value);
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// `ngi find`.
pub fn find(args: &FindArgs, ui: &Ui) -> Result<Outcome> {
    let environment = std::env::var_os("NGI_GAME");
    let game = find_game(args.game.as_deref(), environment.as_deref(), Path::new("."))?;
    let Some(game) = game else {
        bail!("no game folder here; name one with --game DIR or NGI_GAME");
    };
    ui.whisper(format_args!("searching {}", game.display()));
    let found = find::find(&node(&game)?, &find::pattern(&args.pattern)?, ui)?;
    found.problems.iter().for_each(|problem| ui.warn(problem));
    if args.json {
        ui.json(&found.to_json())?;
    } else {
        let mut out = ui.out();
        for found in &found.matches {
            writeln!(out, "{}", show::printable(&found.path))?;
        }
        out.flush()?;
    }
    Ok(Outcome::found_if(!found.problems.is_empty()))
}
