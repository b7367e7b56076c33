//! `list` and `show`.

use std::io::Write;

use anyhow::{Context, Result};
use ngi_formats::tree::Node;
use ngi_verbs::check::entry_meta;
use ngi_verbs::document::edit::{full_path, no_such_field};
use ngi_verbs::document::fields::{self, Fields};
use ngi_verbs::document::text;
use ngi_verbs::document::to_value;
use ngi_verbs::document::write::{self, Layout, Part};
use ngi_verbs::format::{self, Form, Known, Subject};
use ngi_verbs::json;
use ngi_verbs::list::Row;
use ngi_verbs::mission::MissionHours;
use ngi_verbs::surroundings::Surroundings;
use ngi_verbs::{list, paths, show};
use ngi_vfs::NodeKind;
use serde_json::{Value, json};

use super::streams::Input;
use crate::args::{ListArgs, ShowArgs};
use crate::ui::{Outcome, Ui};

/// Rows that are lined up together; more are printed as they come.
const TOGETHER: usize = 1000;

/// Characters of a value that a line of fields shows.
const LONGEST: usize = 80;

/// `ngi list`.
pub fn list(args: &ListArgs, ui: &Ui) -> Result<Outcome> {
    let input = Input::of(&args.path, None)?;
    let named = super::named(input.path())?;
    let options = list::Options { recursive: args.recursive, type_id: args.type_id };
    if named.is_pattern {
        return listed_rows("matches", list::matches(&named.nodes, options), None, args, ui);
    }
    let format = list::format(&named.base)?;
    listed_rows(format, list::rows(&named.base, options)?, None, args, ui)
}

fn listed_rows(
    format: &str,
    rows: impl Iterator<Item = ngi_verbs::Result<Row>>,
    hours: Option<&MissionHours>,
    args: &ListArgs,
    ui: &Ui,
) -> Result<Outcome> {
    let mut problems = Vec::new();
    let rows =
        rows.filter_map(|row| row.map_err(|problem| problems.push(problem.to_string())).ok());
    let mut out = ui.out();
    if args.json {
        write_json(format, rows, hours, &mut out)?;
    } else {
        write_tables(rows, &mut out)?;
    }
    out.flush()?;
    drop(out);
    problems.iter().for_each(|problem| ui.warn(problem));
    Ok(Outcome::found_if(!problems.is_empty()))
}

/// The document `ngi.list/1`, row by row; the folder of a mission has its hours as well.
fn write_json(
    format: &str,
    rows: impl Iterator<Item = Row>,
    hours: Option<&MissionHours>,
    out: &mut impl Write,
) -> Result<()> {
    write!(
        out,
        "{{\n  \"schema\": \"ngi.list/1\",\n  \"format\": \"{format}\",\n  \"entries\": ["
    )?;
    for (place, row) in rows.enumerate() {
        write!(out, "{}\n    ", if place == 0 { "" } else { "," })?;
        serde_json::to_writer(&mut *out, &row).map_err(std::io::Error::from)?;
    }
    write!(out, "\n  ]")?;
    if let Some(hours) = hours {
        let hours = serde_json::to_string(hours).map_err(std::io::Error::from)?;
        write!(out, ",\n  \"hours\": {hours}")?;
    }
    Ok(writeln!(out, "\n}}")?)
}

/// Tables of up to [`TOGETHER`] rows each.
fn write_tables(mut rows: impl Iterator<Item = Row>, out: &mut impl Write) -> Result<()> {
    loop {
        let together: Vec<Row> = rows.by_ref().take(TOGETHER).collect();
        if together.is_empty() {
            return Ok(());
        }
        list::write_table(&together, out)?;
    }
}

/// `ngi show`.
pub fn show(args: &ShowArgs, ui: &Ui) -> Result<Outcome> {
    let input = Input::of(&args.path, args.name.as_deref())?;
    let named = super::named(input.path())?;
    if named.is_pattern {
        return show_several(&named.nodes, args, ui);
    }
    if named.base.kind() == NodeKind::Folder {
        let plain = !(args.json || args.fields || args.hex || args.at.is_some());
        if let Some(story) = plain.then(|| story(&named.base, args)).flatten() {
            let mut out = ui.out();
            write!(out, "{}", story?)?;
            out.flush()?;
            return Ok(Outcome::Clean);
        }
        let (path, json) = (args.path.clone(), args.json);
        let args = ListArgs { path, recursive: false, type_id: None, json };
        let rows = list::rows(&named.base, list::Options::default())?;
        let hours = ngi_verbs::mission::hours(&named.base);
        return listed_rows(list::format(&named.base)?, rows, hours.as_ref(), &args, ui);
    }
    show_one(&named.base, &input.told(&named.base.path()), args, ui)
}

/// The mission in a folder, told; `None` where there is none, or no game around it.
fn story(folder: &ngi_vfs::Node, args: &ShowArgs) -> Option<Result<String>> {
    ngi_verbs::mission::is_in(folder).then_some(())?;
    match super::game(None, &args.path) {
        Ok(Some(game)) => Some(ngi_verbs::mission::story(folder, &game).map_err(Into::into)),
        Ok(None) => None,
        Err(error) => Some(Err(error)),
    }
}

fn show_one(node: &ngi_vfs::Node, path: &str, args: &ShowArgs, ui: &Ui) -> Result<Outcome> {
    let bytes = node.bytes()?;
    let name = node.name();
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let known = format::of_node(node, &subject);
    let wanted = args.json || args.at.is_some() || args.fields;
    if args.hex || (matches!(known, Known::Bytes) && !wanted) {
        if !args.hex {
            ui.say(format_args!("{path}: no known format, {} bytes:", bytes.len()));
        }
        let mut out = ui.out();
        show::hex_dump(&bytes, &mut out)?;
        out.flush()?;
        return Ok(Outcome::Clean);
    }
    look(path, node, &known, &subject, args, ui).with_context(|| path.to_owned())
}

/// Everything that a pattern matches, one after another. What a thing does not have is told, and
/// the rest goes on.
fn show_several(nodes: &[ngi_vfs::Node], args: &ShowArgs, ui: &Ui) -> Result<Outcome> {
    let mut problems = 0usize;
    let mut things: Vec<Value> = Vec::new();
    for node in nodes.iter().filter(|node| node.kind() != NodeKind::Folder) {
        let path = paths::shown(node);
        let shown = if args.json {
            as_value(node, args).map(|value| things.push(json!({"path": path, "shown": value})))
        } else {
            if args.fields || args.hex {
                ui.written(heading(&path, ui))?;
            }
            let shown = show_one(node, &path, args, ui);
            shown.map(|outcome| problems += usize::from(outcome == Outcome::Found))
        };
        if let Err(error) = ui.written(shown) {
            problems += 1;
            let why = error.root_cause();
            ui.warn(format_args!("{path}: {why}"));
        }
    }
    if args.json {
        ui.json(&json!({"schema": "ngi.shown/1", "things": things}))?;
    }
    Ok(Outcome::found_if(problems > 0))
}

fn heading(path: &str, ui: &Ui) -> Result<()> {
    let mut out = ui.out();
    writeln!(out, "{}:", show::printable(path))?;
    Ok(out.flush()?)
}

/// What was asked of a thing as a value: its document, one field, or all fields.
fn as_value(node: &ngi_vfs::Node, args: &ShowArgs) -> Result<Value> {
    let (bytes, name) = (node.bytes()?, node.name());
    let subject = Subject { name: &name, bytes: &bytes, entry: entry_meta(node) };
    let known = format::of_node(node, &subject);
    let document = known.document();
    if args.fields {
        let tree = document.tree(&subject, Form::Full)?;
        return Ok(json::to_value(&Fields::of(document.id(), &tree))?);
    }
    let Some(field) = &args.at else { return Ok(to_value(document, &subject)?) };
    let tree = document.tree(&subject, Form::Full)?;
    let named = document.by_name(&subject, field, "").map(|(path, _)| path);
    let field = named.as_ref().unwrap_or(field);
    let full = full_path(&tree, field);
    let found = tree.find(&full).map_err(|lost| no_such_field(&tree, field, &lost))?;
    Ok(json::to_value(&Part(&found.node))?)
}

/// What was asked of something whose fields are known.
fn look(
    path: &str,
    node: &ngi_vfs::Node,
    known: &Known,
    subject: &Subject<'_>,
    args: &ShowArgs,
    ui: &Ui,
) -> Result<Outcome> {
    let document = known.document();
    if args.fields || args.at.is_some() {
        let (tree, broken) = format::tree_or_remains(document, subject)?;
        match &args.at {
            Some(field) if !args.fields => {
                let several = paths::has_wildcards(&args.path.to_string_lossy()).then_some(path);
                let named = document.by_name(subject, field, "").map(|(path, _)| path);
                at(&tree, named.as_ref().unwrap_or(field), args.json, several, ui)?;
            }
            _ => fields(document.id(), &tree, args.json, ui)?,
        }
        if let Some(why) = &broken {
            ui.warn(format_args!("{path}: only a part of it can be shown: {why}"));
        }
        // Whoever asked for one value has got it.
        return Ok(Outcome::found_if(broken.is_some() && args.at.is_none()));
    }
    let mut out = ui.out();
    if args.json {
        document.write_json(subject, Form::Short, &mut out)?;
    } else {
        let text = document.show_among(subject, &Surroundings::of(node, None))?;
        write!(out, "{}: {}\n{text}", show::printable(path), known.title())?;
    }
    out.flush()?;
    Ok(Outcome::Clean)
}

/// One value of a tree: plain text where it is one, else JSON. Of several things each with its path.
fn at(tree: &Node<'_>, field: &str, json: bool, path: Option<&str>, ui: &Ui) -> Result<()> {
    let full = full_path(tree, field);
    let found = tree.find(&full).map_err(|lost| no_such_field(tree, field, &lost))?;
    let plain = found.node.is_leaf() && found.node.is_empty();
    if json || (!plain && path.is_none()) {
        return ui.json(&Part(&found.node));
    }
    let mut out = ui.out();
    if let Some(path) = path {
        write!(out, "{}: ", show::printable(path))?;
    }
    writeln!(out, "{}", text::line(&found.node))?;
    Ok(out.flush()?)
}

/// Every field of a tree.
fn fields(format: &'static str, tree: &Node<'_>, json: bool, ui: &Ui) -> Result<()> {
    let mut out = ui.out();
    if json {
        write::write(&Fields::of(format, tree), Layout::Rows, &mut out)?;
        return Ok(out.flush()?);
    }
    for row in fields::rows(tree) {
        let offset = row.offset.map_or_else(|| "-".to_owned(), |offset| format!("{offset:#x}"));
        let size = row.size.map_or_else(|| "-".to_owned(), |size| size.to_string());
        let named = row.named();
        let named =
            if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
        let game = row.about.game.map_or_else(String::new, |game| format!(" In the game: {game}."));
        let value: String = row.value().chars().take(LONGEST).collect();
        let (path, kind, meaning) = (&row.path, row.kind(), row.about.meaning());
        writeln!(
            out,
            "{offset:>8} {size:>5}  {kind:<8} {path} = {value}{named}  # {meaning}{game}"
        )?;
    }
    Ok(out.flush()?)
}
