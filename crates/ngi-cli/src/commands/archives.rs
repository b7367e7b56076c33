//! `extract`, `pack`, `edit`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ngi_convert::files::{Misfitting, Put};
use ngi_verbs::edit::{Change, Transfer, Transferred};
use ngi_verbs::find::GlobMatcher;
use ngi_verbs::paths::Named;
use ngi_verbs::surroundings::Game;
use ngi_verbs::written::{Written, WrittenFile, label};
use ngi_verbs::{edit, extract, find, pack, paths, show};
use ngi_vfs::{Node, NodeKind};

use super::streams::{Input, Output, is_stream};
use super::{again, game, named, node, settle};
use crate::args::{EditAction, EditArgs, ExtractArgs, PackArgs};
use crate::ui::{Outcome, Ui};

/// `ngi extract`.
pub fn extract(args: &ExtractArgs, ui: &Ui) -> Result<Outcome> {
    let input = Input::of(&args.path, None)?;
    if is_stream(&args.output) {
        return extract_one(&node(input.path())?, &args.globs, ui);
    }
    let (archive, globs) = some_of(&named(input.path())?, &args.globs)?;
    let options = extract::Options { globs, force: args.force };
    let extracted = extract::extract(&archive, &args.output, &options, ui)?;
    extracted.problems.iter().for_each(|problem| ui.warn(problem));
    if extracted.files == 0 && !args.globs.is_empty() {
        ui.warn(format_args!("no name matches {}", args.globs.join(" ")));
        return Ok(Outcome::Found);
    }
    let folder = ngi_vfs::shown(&args.output);
    let files = usize::try_from(extracted.files).unwrap_or(usize::MAX);
    let (files, bytes) = (show::counted(files, "file"), extracted.bytes);
    ui.say(format_args!("extracted {files} to {folder} ({bytes} bytes)"));
    Ok(Outcome::found_if(!extracted.problems.is_empty()))
}

/// An archive and which of its entries: those that a pattern behind it matches, or that are named
/// besides.
fn some_of(named: &Named, globs: &[String]) -> Result<(Node, Vec<GlobMatcher>)> {
    let owner = named.nodes.first().filter(|node| node.kind() == NodeKind::Entry);
    let owner = owner.and_then(Node::parent).filter(|_| named.is_pattern);
    let in_it = |owner: &Node| {
        let owners = named.nodes.iter().map(|node| node.parent().map(|owner| owner.path()));
        owners.into_iter().all(|path| path == Some(owner.path()))
    };
    match (owner, named.nodes.as_slice()) {
        (Some(owner), _) if globs.is_empty() && in_it(&owner) => {
            let names = named.nodes.iter().map(|entry| find::literal(&entry.name()));
            Ok((owner, names.collect::<Result<_, _>>()?))
        }
        (None, [archive]) => {
            let globs = globs.iter().map(|glob| find::exact_pattern(glob));
            Ok((archive.clone(), globs.collect::<Result<_, _>>()?))
        }
        _ => {
            let all: Vec<String> = named.nodes.iter().map(paths::shown).collect();
            bail!("one archive is asked for, or entries of one: {}", all.join(", "))
        }
    }
}

/// The one entry that was asked for, to stdout.
fn extract_one(archive: &Node, globs: &[String], ui: &Ui) -> Result<Outcome> {
    let mut found = Vec::new();
    for glob in globs {
        found.extend(paths::entries(archive, glob)?);
    }
    let [entry] = found.as_slice() else {
        let names: Vec<String> = found.iter().map(paths::shown).collect();
        let names = if names.is_empty() { "none is named".into() } else { names.join(", ") };
        bail!("-o - is for one entry: {names}");
    };
    let mut out = ui.out();
    out.write_all(&entry.bytes()?)?;
    out.flush()?;
    Ok(Outcome::Clean)
}

/// `ngi pack`.
pub fn pack(args: &PackArgs, ui: &Ui) -> Result<Outcome> {
    settle(&args.output);
    let options = pack::Options { canonical: args.canonical, force: args.force };
    let output = Output::of(&args.output, "stdout")?;
    let packed = pack::pack(&args.folder, output.path(), options, ui)?;
    output.finish(ui)?;
    for stranger in &packed.strangers {
        ui.warn(format_args!("{stranger} is not in ngi.json and was left out"));
    }
    packed.told.iter().for_each(|line| ui.say(line));
    let file = ngi_vfs::shown(&args.output);
    let (entries, bytes) = (show::counted(packed.entries, "entry"), packed.bytes);
    ui.say(format_args!("wrote {file} ({entries}, {bytes} bytes)"));
    Ok(Outcome::Clean)
}

/// `ngi edit`.
pub fn edit(args: &EditArgs, ui: &Ui) -> Result<Outcome> {
    let options = edit::Options { backup: !args.no_backup, dry_run: args.dry_run };
    if let EditAction::Cp { what, force } | EditAction::Mv { what, force } = &args.action {
        return transfer(args, what, *force, options, ui);
    }
    // What comes from stdin comes once, however often the work is done.
    let stdin = match &args.action {
        EditAction::Put { what, .. } => what.iter().find(|path| is_stream(path)),
        _ => None,
    };
    let stdin = stdin.map(|path| Input::of(path, None)).transpose()?;
    let (edited, mut made) = again(|| {
        let archive = node(&args.archive)?;
        let (changes, made) = changes(&archive, args, stdin.as_ref())?;
        Ok((edit::edit_all(&archive, &changes, options)?, made))
    })?;
    let saved = Written::of(&edited.saved, edited.lines);
    made.told.extend(saved.told);
    told_written(&Written { files: saved.files, ..made }, args.json, ui)
}

/// Prints the report of an edit, as text or as JSON.
pub fn told(edited: &edit::Edited, json: bool, ui: &Ui) -> Result<Outcome> {
    told_written(&Written::of(&edited.saved, edited.lines.clone()), json, ui)
}

/// Prints a report, as text or as JSON. The notes of an edit are its changes, so that they have no
/// label.
pub fn told_written(written: &Written, json: bool, ui: &Ui) -> Result<Outcome> {
    if json {
        ui.json(written)?;
    } else {
        let labelled = |label: &str, lines: &[String]| {
            lines.iter().for_each(|line| ui.say(format_args!("{label}: {line}")));
        };
        labelled(label::KEPT, &written.carried);
        labelled(label::RECOMPUTED, &written.computed);
        written.told.iter().for_each(|line| ui.say(line));
        labelled(label::LOST, &written.lost);
        told_files(&written.files, ui);
    }
    Ok(Outcome::found_if(!written.lost.is_empty()))
}

/// Prints the names of the written files.
pub fn told_files(files: &[WrittenFile], ui: &Ui) {
    if files.is_empty() {
        ui.say("nothing was written");
    }
    files.iter().for_each(|file| ui.say(file.line()));
}

/// `ngi edit … cp` and `mv`.
fn transfer(
    args: &EditArgs,
    what: &[PathBuf],
    force: bool,
    options: edit::Options,
    ui: &Ui,
) -> Result<Outcome> {
    let (to, entries) = what.split_last().context("nothing to copy")?;
    let entries: Vec<String> = entries.iter().map(|entry| ngi_vfs::shown(entry)).collect();
    let moves = matches!(args.action, EditAction::Mv { .. });
    let Transferred { lines, lost, saved } = again(|| {
        let archive = &node(&args.archive)?;
        let how = Transfer { archive, entries: &entries, to, moves, force };
        Ok(edit::transfer(&how, options)?)
    })?;
    told_written(&Written { lost, ..Written::of(&saved, lines) }, args.json, ui)
}

/// What is to be changed, and what became of the files that are put in. Of entries that a pattern
/// names, each is changed.
fn changes(
    archive: &Node,
    args: &EditArgs,
    stdin: Option<&Input>,
) -> Result<(Vec<Change>, Written)> {
    let change = match args.action.clone() {
        EditAction::Put { what, files, convert, raw, type_id, attr1, attr2, attr3, method } => {
            let fields = edit::NewFields { type_id, attr1, attr2, attr3, method };
            let misfitting = match (convert, raw) {
                (true, _) => Misfitting::Converted,
                (_, true) => Misfitting::AsItIs,
                _ => Misfitting::Refused,
            };
            let mut made = Written::default();
            let mut changes = Vec::new();
            let game = game(None, &args.archive)?;
            for (file, change) in puts(archive, &what, files, fields, stdin)? {
                let game = game.as_ref();
                changes.push(fitted(archive, game, &file, change, misfitting, &mut made)?);
            }
            return Ok((changes, made));
        }
        EditAction::Rm { entry } => {
            let changes = each(archive, &entry, |entry| Change::Remove { entry })?;
            return Ok((changes, Written::default()));
        }
        EditAction::Set { entry, fields } => {
            let set = |entry| Change::Set { entry, fields: fields.clone() };
            return Ok((each(archive, &entry, set)?, Written::default()));
        }
        EditAction::Rename { entry, name } => Change::Rename { entry, name },
        EditAction::Sort { mode } => Change::Sort { mode },
        EditAction::Cp { .. } | EditAction::Mv { .. } => bail!("copied elsewhere"),
    };
    Ok((vec![change], Written::default()))
}

/// The same change of every entry that a name or a pattern means.
fn each(archive: &Node, entry: &str, change: impl Fn(String) -> Change) -> Result<Vec<Change>> {
    let found = paths::entries(archive, entry)?;
    let places = found.iter().filter_map(|entry| Some(entry.entry()?.index));
    Ok(places.map(|index| change(format!("#{index}"))).collect())
}

/// NAME FILE, or files under their own names: each with its change.
fn puts(
    archive: &Node,
    what: &[PathBuf],
    files: bool,
    fields: edit::NewFields,
    stdin: Option<&Input>,
) -> Result<Vec<(PathBuf, Change)>> {
    if let ([name, file], false) = (what, files) {
        let name = name.to_str().context("the entry's name is not Unicode")?;
        // Two files, of which the first is no entry: nobody can tell which of both was meant.
        let itself = file.file_name().is_some_and(|own| own == name);
        if archive.child(name).is_err() && Path::new(name).is_file() && !itself {
            bail!(
                "{name} is a file, and no entry of {}: to put both files in, give --files; to \
                 make an entry {name} of {}, name it {name}@TYPE",
                archive.path(),
                ngi_vfs::shown(file)
            );
        }
        let path = stdin.map_or(file.as_path(), Input::path);
        return Ok(vec![(file.clone(), Change::put_file(archive, Some(name), path, fields)?)]);
    }
    if stdin.is_some() {
        bail!("what comes from stdin needs a name: put NAME -");
    }
    let put = |file: &PathBuf| Ok((file.clone(), Change::put_file(archive, None, file, fields)?));
    what.iter().map(put).collect()
}

/// A change that puts a file in, with what the entry is for made of it on request.
fn fitted(
    archive: &Node,
    game: Option<&Game>,
    file: &Path,
    change: Change,
    misfitting: Misfitting,
    made: &mut Written,
) -> Result<Change> {
    let Change::Put { entry, payload, fields } = change else { return Ok(change) };
    let put = Put { archive, entry: &entry, fields, file, game };
    let (mut imported, fields) = put.payload(payload, misfitting)?;
    let payload = std::mem::take(&mut imported.bytes);
    made.append(imported.into_written());
    Ok(Change::Put { entry, payload, fields })
}
