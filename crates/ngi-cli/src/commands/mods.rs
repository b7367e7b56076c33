//! `mod`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use ngi_mods::installed::{self, Done, FileState, Installed};
use ngi_mods::{Draft, Layer, Manifest, Mod};
use ngi_verbs::show::{counted, printable};
use ngi_verbs::written::{Written, WrittenFile};
use ngi_vfs::{NodeKind, save};
use serde::Serialize;

use super::{node, settle};
use crate::args::{
    About, ApplyArgs, InstallArgs, MakeArgs, ModAction, ModArgs, ModCheckArgs, ModListArgs,
    NewArgs, OrderArgs, RemoveArgs,
};
use crate::ui::{Outcome, Ui};

/// `ngi mod`.
pub fn mods(args: &ModArgs, ui: &Ui) -> Result<Outcome> {
    match &args.action {
        ModAction::New(args) => new(args, ui),
        ModAction::Make(args) => make(args, ui),
        ModAction::Check(args) => check(args, ui),
        ModAction::Install(args) => install(args, ui),
        ModAction::Remove(args) => remove(args, ui),
        ModAction::List(args) => list(args, ui),
        ModAction::Status(args) => status(args, ui),
        ModAction::Order(args) => order(args, ui),
        ModAction::Apply(args) => apply(args, ui),
    }
}

/// What a mod says of itself, as the command line has it; the rest is as in `was`.
fn about(args: &About, was: Manifest) -> Result<Manifest> {
    let About { name, version, author, about, needs } = args;
    let manifest = Manifest {
        name: name.clone().unwrap_or_else(|| was.name.clone()),
        version: version.clone().unwrap_or_else(|| was.version.clone()),
        author: author.clone().unwrap_or_else(|| was.author.clone()),
        about: about.clone().unwrap_or_else(|| was.about.clone()),
        needs: if needs.is_empty() { was.needs.clone() } else { needs.clone() },
        ..was
    };
    Ok(manifest.judged()?)
}

/// A manifest named after a file, as far as a name can be made of it.
fn named_after(path: &Path) -> Result<Manifest> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    let name: String = stem.chars().map(plain).collect();
    let name = name.trim_matches(['-', '.']);
    Ok(Manifest::new(if name.is_empty() { "mod" } else { name })?)
}

fn new(args: &NewArgs, ui: &Ui) -> Result<Outcome> {
    let manifest = about(&args.about, named_after(&args.folder)?)?;
    if ngi_mods::is_mod_folder(&args.folder) {
        bail!("{}: there is a mod in it already", ngi_vfs::shown(&args.folder));
    }
    let begun = Mod::empty(manifest);
    write_folder(&begun, &args.folder, false)?;
    ui.say(format_args!("wrote {}", ngi_vfs::shown(&args.folder.join("mod.toml"))));
    Ok(Outcome::Clean)
}

/// Writes the files of a mod into a folder that has none of them yet.
fn write_folder(package: &Mod, folder: &Path, force: bool) -> Result<Vec<WrittenFile>> {
    let mut written = Vec::new();
    let files = package.to_files()?;
    if let Some((name, _)) = files.iter().find(|(name, _)| folder.join(name).exists())
        && !force
    {
        bail!("{} exists; --force replaces it", ngi_vfs::shown(&folder.join(name)));
    }
    for (name, bytes) in files {
        written.push(write(&folder.join(name), &bytes, force)?);
    }
    Ok(written)
}

fn write(path: &Path, bytes: &[u8], force: bool) -> Result<WrittenFile> {
    if let Some(folder) = path.parent() {
        let why = || format!("{}: cannot be made", ngi_vfs::shown(folder));
        std::fs::create_dir_all(folder).with_context(why)?;
    }
    save::write_new(path, force, |out| out.write_all(bytes))?;
    Ok(WrittenFile::new(path))
}

fn make(args: &MakeArgs, ui: &Ui) -> Result<Outcome> {
    match (&args.into, &args.new, &args.output) {
        (Some(into), Some(new), _) => make_into(args, new, into, ui),
        (_, new, Some(output)) => {
            let package = made(args, new.as_deref(), output, ui)?;
            let files = match args.readable {
                true => write_folder(&package, output, args.force)?,
                false => vec![write(output, &package.to_zip()?, args.force)?],
            };
            told_made(&package, files, args.json, ui)
        }
        // The arguments ask for one of them.
        _ => bail!("say what to write: -o FILE"),
    }
}

/// The mod of two games, or of a folder that is one already.
fn made(args: &MakeArgs, new: Option<&Path>, output: &Path, ui: &Ui) -> Result<Mod> {
    let Some(new) = new else {
        let mut package = Mod::open(&args.old)?;
        package.manifest = about(&args.about, package.manifest.clone())?;
        return Ok(package);
    };
    let manifest = about(&args.about, named_after(output)?)?;
    let game = Some(installed::fingerprint_of(&args.old)?);
    let manifest = Manifest { game, ..manifest };
    Ok(ngi_mods::make([&node(&args.old)?, &node(new)?], manifest, None, ui)?)
}

/// Puts files that lie over a game into a mod that is being worked on.
fn make_into(args: &MakeArgs, files: &Path, folder: &Path, ui: &Ui) -> Result<Outcome> {
    settle(&args.old);
    if !ngi_mods::is_mod_folder(folder) {
        write_folder(&Mod::empty(about(&args.about, named_after(folder)?)?), folder, false)?;
    }
    let draft = Draft::open(&args.old, folder)?;
    let manifest = about(&args.about, draft.package().manifest.clone())?;
    let draft = draft.called(manifest);
    draft.put_folder(files)?;
    let saved = draft.save()?;
    let files = Written::of(&saved, Vec::new()).files;
    told_made(&Mod::open(folder)?, files, args.json, ui)
}

/// Tells what a mod that was written says.
fn told_made(package: &Mod, files: Vec<WrittenFile>, json: bool, ui: &Ui) -> Result<Outcome> {
    let changes = package.changes.files.iter().map(|file| file.changes.len()).sum();
    let told = format!(
        "{} {}: {} in {}",
        package.manifest.name,
        package.manifest.version,
        counted(changes, "change"),
        counted(package.changes.files.len(), "file"),
    );
    let written = Written { files, told: vec![told], ..Written::default() };
    if json {
        ui.json(&written)?;
        return Ok(Outcome::Clean);
    }
    super::archives::told_files(&written.files, ui);
    written.told.iter().for_each(|line| ui.say(line));
    Ok(Outcome::Clean)
}

/// Mods, as `--json` prints them.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ngi.mods/1")]
struct Answer {
    mods: Vec<Row>,
    files: Vec<FileRow>,
    conflicts: Vec<String>,
    problems: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    version: String,
    author: String,
    about: String,
    needs: Vec<String>,
    preferred: bool,
    changes: usize,
}

#[derive(Serialize)]
struct FileRow {
    path: String,
    state: &'static str,
}

fn row(package: &Mod, preferred: bool) -> Row {
    let Manifest { name, version, author, about, needs, .. } = package.manifest.clone();
    let changes = package.changes.files.iter().map(|file| file.changes.len()).sum();
    Row { name, version, author, about, needs, preferred, changes }
}

fn check(args: &ModCheckArgs, ui: &Ui) -> Result<Outcome> {
    let packages = open_all(&args.mods)?;
    let mut answer = Answer {
        mods: packages.iter().map(|package| row(package, false)).collect(),
        files: Vec::new(),
        conflicts: Vec::new(),
        problems: packages.iter().flat_map(|package| package.problems()).collect(),
    };
    if let Some(game) = args.game.as_ref().filter(|_| answer.problems.is_empty()) {
        settle(game);
        let merged = ngi_mods::merge(&ngi_vfs::Vfs::open(game)?, &layers(&packages, &[])?)?;
        answer.conflicts = merged.conflicts.iter().map(|each| each.to_string()).collect();
        answer.problems = merged.misfits.iter().map(|each| each.to_string()).collect();
    }
    let found = !answer.problems.is_empty() || !answer.conflicts.is_empty();
    if args.json {
        ui.json(&answer)?;
        return Ok(Outcome::found_if(found));
    }
    print_mods(&answer.mods, ui)?;
    answer.conflicts.iter().for_each(|line| ui.say(format_args!("conflict: {}", printable(line))));
    answer.problems.iter().for_each(|line| ui.warn(printable(line)));
    Ok(Outcome::found_if(found))
}

fn print_mods(mods: &[Row], ui: &Ui) -> Result<()> {
    let mut out = ui.out();
    for Row { name, version, author, about, preferred, changes, .. } in mods {
        let preferred = if *preferred { "  preferred" } else { "" };
        let changes = counted(*changes, "change");
        write!(out, "{name} {version}  {changes}{preferred}")?;
        for text in [author, about].into_iter().filter(|text| !text.is_empty()) {
            write!(out, "  {}", printable(text))?;
        }
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

/// Opens mods; each by itself is whole.
pub fn open_all(paths: &[impl AsRef<Path>]) -> Result<Vec<Mod>> {
    Ok(paths.iter().map(|path| Mod::open(path.as_ref())).collect::<ngi_verbs::Result<_>>()?)
}

/// Mods as layers, in the order that their needs ask for.
pub fn layers<'m>(packages: &'m [Mod], preferred: &[String]) -> Result<Vec<Layer<'m>>> {
    let manifests: Vec<&Manifest> = packages.iter().map(|package| &package.manifest).collect();
    if let Some(name) = preferred.iter().find(|name| !manifests.iter().any(|each| each.is(name))) {
        bail!("--prefer {name}: none of these mods is called that");
    }
    let order = ngi_mods::in_order(&manifests)?;
    let layer = |package: &'m Mod| Layer {
        package,
        preferred: preferred.iter().any(|name| package.manifest.is(name)),
    };
    Ok(order.into_iter().filter_map(|at| packages.get(at)).map(layer).collect())
}

fn install(args: &InstallArgs, ui: &Ui) -> Result<Outcome> {
    settle(&args.game);
    let done = installed::install(&args.game, open_all(&args.mods)?, &args.prefer)?;
    told(done, &args.game, args.json, ui)
}

fn remove(args: &RemoveArgs, ui: &Ui) -> Result<Outcome> {
    settle(&args.game);
    told(installed::remove(&args.game, &args.names)?, &args.game, args.json, ui)
}

fn order(args: &OrderArgs, ui: &Ui) -> Result<Outcome> {
    settle(&args.game);
    told(installed::order(&args.game, &args.names, &args.prefer)?, &args.game, args.json, ui)
}

/// Tells what became of a game. A change that another mod's stands in the way of is lost, unless
/// somebody chose so.
fn told(done: Done, game: &Path, json: bool, ui: &Ui) -> Result<Outcome> {
    let Done { saved, conflicts, misfits, told, mods } = done;
    let mut written = Written::of(&saved, told);
    written.as_given(game);
    for conflict in &conflicts {
        let lines = if conflict.preferred { &mut written.told } else { &mut written.lost };
        lines.push(conflict.to_string());
    }
    written.told.extend(misfits.iter().map(|each| each.to_string()));
    if json {
        ui.json(&written)?;
        return Ok(Outcome::found_if(!written.lost.is_empty()));
    }
    super::archives::told_files(&written.files, ui);
    written.lines().for_each(|line| ui.say(printable(&line)));
    let names: Vec<String> =
        mods.iter().map(|each| format!("{} {}", each.name, each.version)).collect();
    match names.as_slice() {
        [] => ui.say("no mods installed; the game has its original files"),
        names => ui.say(format_args!("installed: {}", names.join(", "))),
    }
    Ok(Outcome::found_if(!written.lost.is_empty()))
}

fn list(args: &ModListArgs, ui: &Ui) -> Result<Outcome> {
    settle(&args.game);
    let mods = installed::list(&args.game)?;
    answer(&mods, Vec::new(), Vec::new(), args, ui)
}

fn status(args: &ModListArgs, ui: &Ui) -> Result<Outcome> {
    settle(&args.game);
    let installed::Status { mods, files, conflicts } = installed::status(&args.game)?;
    let files = files.into_iter().map(|(path, state)| FileRow {
        path,
        state: match state {
            FileState::AsInstalled => "as installed",
            FileState::Changed => "changed by hand",
            FileState::Missing => "missing",
        },
    });
    let conflicts = conflicts.iter().map(|each| each.to_string()).collect();
    answer(&mods, files.collect(), conflicts, args, ui)
}

fn answer(
    mods: &[Installed],
    files: Vec<FileRow>,
    conflicts: Vec<String>,
    args: &ModListArgs,
    ui: &Ui,
) -> Result<Outcome> {
    let mut rows = Vec::new();
    for each in mods {
        rows.push(row(&installed::package(&args.game, each)?, each.preferred));
    }
    let answer = Answer { mods: rows, files, conflicts, problems: Vec::new() };
    let found = answer.files.iter().any(|file| file.state != "as installed");
    if args.json {
        ui.json(&answer)?;
        return Ok(Outcome::found_if(found));
    }
    print_mods(&answer.mods, ui)?;
    let mut out = ui.out();
    for FileRow { path, state } in &answer.files {
        writeln!(out, "  {}: {state}", printable(path))?;
    }
    out.flush()?;
    drop(out);
    answer.conflicts.iter().for_each(|line| ui.say(format_args!("conflict: {}", printable(line))));
    if answer.mods.is_empty() {
        ui.say("no mods installed");
    }
    Ok(Outcome::found_if(found))
}

fn apply(args: &ApplyArgs, ui: &Ui) -> Result<Outcome> {
    settle(&args.game);
    let packages = open_all(&args.mods)?;
    let (vfs, merged) = ngi_mods::seen_through(&args.game, &layers(&packages, &args.prefer)?)?;
    let mut written = Written::default();
    let mut paths: Vec<String> = Vec::new();
    if args.whole {
        for node in vfs.root().walk().archives_closed() {
            let node = node?;
            if node.kind() == NodeKind::File && !node.is_backup() {
                paths.push(node.path());
            }
        }
    } else {
        paths.extend(
            merged.files.iter().filter(|(_, bytes)| bytes.is_some()).map(|(path, _)| path.clone()),
        );
    }
    let there = paths.iter().find(|path| args.output.join(path).exists());
    if let Some(there) = there.filter(|_| !args.force) {
        bail!("{} exists; --force replaces it", ngi_vfs::shown(&args.output.join(there)));
    }
    for path in &paths {
        written.files.push(write(&args.output.join(path), &vfs.read(path)?, args.force)?);
    }
    let gone = merged.files.iter().filter(|(_, bytes)| bytes.is_none());
    written.told.extend(gone.map(|(path, _)| format!("{path} is taken away")));
    for conflict in &merged.conflicts {
        let lines = if conflict.preferred { &mut written.told } else { &mut written.lost };
        lines.push(conflict.to_string());
    }
    written.told.extend(merged.misfits.iter().map(|each| each.to_string()));
    if args.json {
        ui.json(&written)?;
    } else {
        ui.say(format_args!(
            "{} in {}",
            counted(paths.len(), "file"),
            ngi_vfs::shown(&args.output)
        ));
        written.lines().for_each(|line| ui.say(printable(&line)));
    }
    Ok(Outcome::found_if(!written.lost.is_empty()))
}
