//! `diff` and `find`.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use ngi_verbs::diff::{self, DifferenceKind};
use ngi_verbs::find::{self, Condition, Match, Matches, Search};
use ngi_verbs::references::{self, Use};
use ngi_verbs::show;
use ngi_vfs::{Node, find_game};

use super::node;
use crate::args::{DiffArgs, FindArgs};
use crate::ui::{DIM, GREEN, Outcome, RED, Ui, YELLOW};

/// `ngi diff`.
pub fn diff(args: &DiffArgs, ui: &Ui) -> Result<Outcome> {
    let differences = diff::diff(&node(&args.a)?, &node(&args.b)?)?;
    ui.written(match args.json {
        true => ui.json(&diff::Answer::of(&differences)),
        false => print_differences(&differences, ui),
    })?;
    Ok(Outcome::found_if(!differences.is_empty()))
}

fn print_differences(differences: &[diff::Difference], ui: &Ui) -> Result<()> {
    let mut out = ui.out();
    let [red, green, yellow, dim] = [RED, GREEN, YELLOW, DIM].map(|style| ui.style(style));
    for difference in differences {
        let path = if difference.path.is_empty() { "." } else { &difference.path };
        let path = show::printable(path);
        let (a, b) = (short(&difference.a), short(&difference.b));
        let blank = if difference.field.is_empty() { "" } else { " " };
        let field = format!("{blank}{}", difference.field);
        match difference.kind {
            DifferenceKind::Removed => {
                writeln!(out, "{red}-{red:#} {path}{field} {dim}({a}){dim:#}")?
            }
            DifferenceKind::Added => {
                writeln!(out, "{green}+{green:#} {path}{field} {dim}({b}){dim:#}")?
            }
            DifferenceKind::Renamed => writeln!(out, "{yellow}~{yellow:#} {path} renamed to {b}")?,
            DifferenceKind::Changed => {
                writeln!(out, "{yellow}~{yellow:#} {path} {}: {a} -> {b}", difference.field)?;
            }
            DifferenceKind::Summary => {
                writeln!(out, "{yellow}~{yellow:#} {path} {}", difference.field)?
            }
            DifferenceKind::Bytes => {
                writeln!(out, "{yellow}~{yellow:#} {path} {}; {a} -> {b}", difference.field)?;
            }
        }
    }
    Ok(out.flush()?)
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
    ui.whisper(format_args!("searching {}", ngi_vfs::shown(&game)));
    let game = node(&game)?;
    if args.uses.is_some() || args.unused || args.missing {
        return find_references(&game, args, ui);
    }
    let conditions = args.conditions.iter().map(|condition| Condition::parse(condition));
    let search = Search {
        name: args.pattern.as_deref().map(find::pattern).transpose()?,
        kind: args.kind.clone(),
        conditions: conditions.collect::<Result<_, _>>()?,
        depth: args.depth,
    };
    let found = find::find(&game, &search, ui)?;
    found.problems.iter().for_each(|problem| ui.warn(problem));
    if args.json {
        ui.json(&found.to_json())?;
    } else {
        let mut out = ui.out();
        for found in &found.matches {
            write!(out, "{}", show::printable(&found.path))?;
            let mut values = found.values.iter();
            values.try_for_each(|(path, value)| write!(out, "  {path}={}", show::scalar(value)))?;
            writeln!(out)?;
        }
        out.flush()?;
        say_if_nothing(found.matches.is_empty(), ui);
    }
    Ok(Outcome::found_if(!found.problems.is_empty()))
}

/// Reports an empty result, so that the user knows that the search is complete.
fn say_if_nothing(nothing: bool, ui: &Ui) {
    if nothing {
        ui.say("nothing found");
    }
}

/// `ngi find --uses`, `--missing`, `--unused`.
fn find_references(game: &Node, args: &FindArgs, ui: &Ui) -> Result<Outcome> {
    let all = references::collect(game, ui)?;
    all.problems.iter().for_each(|problem| ui.warn(problem));
    if args.unused {
        let matches: Vec<Match> = all.unused().into_iter().cloned().collect();
        if args.json {
            ui.json(&Matches { matches, problems: all.problems.clone() }.to_json())?;
        } else {
            let mut out = ui.out();
            matches.iter().try_for_each(|found| writeln!(out, "{}", found.path))?;
            out.flush()?;
            say_if_nothing(matches.is_empty(), ui);
        }
        return Ok(Outcome::found_if(!all.problems.is_empty()));
    }
    if let Some(name) = &args.uses {
        let found = all.uses(&find::exact_pattern(name)?);
        if args.json {
            ui.json(&references::uses_to_json(&found, &all.problems))?;
        } else {
            print_uses(found.into_iter(), ui)?;
        }
        return Ok(Outcome::found_if(!all.problems.is_empty()));
    }
    let reachable = all.reachable();
    let is_reachable = |found: &&Use| reachable.contains(found.path.as_str());
    let (missing, unreachable): (Vec<&Use>, Vec<&Use>) =
        all.missing().into_iter().partition(is_reachable);
    if args.json {
        ui.json(&references::missing_to_json(&all))?;
    } else {
        print_uses(missing.iter().map(|found| (0, *found)), ui)?;
        if !unreachable.is_empty() {
            ui.say("unreachable: no file that the game reads refers to these:");
            print_uses(unreachable.iter().map(|found| (0, *found)), ui)?;
        }
    }
    Ok(Outcome::found_if(!missing.is_empty() || !all.problems.is_empty()))
}

/// A line per reference; who refers to the one who refers stands further in.
fn print_uses<'u>(uses: impl Iterator<Item = (usize, &'u Use)>, ui: &Ui) -> Result<()> {
    let mut out = ui.out();
    let mut uses = uses.peekable();
    say_if_nothing(uses.peek().is_none(), ui);
    for (depth, found) in uses {
        let references::Reference { target, name, field, .. } = &found.reference;
        let field = if field.is_empty() { String::new() } else { format!(" {field}") };
        let (pad, name) = ("  ".repeat(depth), show::printable(name));
        writeln!(out, "{pad}{}{field}: {} {name}", show::printable(&found.path), target.id)?;
    }
    Ok(out.flush()?)
}
