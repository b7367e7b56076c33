//! One file per group of verbs: call the library, print what it says.

mod archives;
mod check;
mod compare;
mod convert;
mod demo;
mod explain;
mod fix;
mod folders;
mod help;
mod look;
mod mods;
mod over;
mod play;
mod pose;
mod query;
#[cfg(feature = "render")]
mod render;
mod report;
mod schema;
mod set;
mod shell;
mod streams;
mod survey;
mod undo;
#[cfg(feature = "view")]
mod view;
mod watch;

use std::path::{Path, PathBuf};

use anyhow::Result;
use ngi_verbs::check::entry_meta;
use ngi_verbs::format::Subject;
use ngi_verbs::paths::{self, Named};
use ngi_verbs::surroundings::Game;
use ngi_vfs::transaction::{Recovered, Settled};
use ngi_vfs::{Node, find_game};

use crate::args::Command;
use crate::ui::{Outcome, Streams, Ui};

/// Runs a command, with mods laid over what it reads.
pub fn run(command: Command, mods: &[PathBuf], ui: &Ui) -> Result<Outcome> {
    if !mods.is_empty() && !command.reads() {
        anyhow::bail!("--mod is for commands that read; this one writes into the game itself");
    }
    clean(&command, ui);
    over::with(mods, || run_plain(command, mods, ui))
}

/// Removes temporary files that interrupted commands left where this one writes.
fn clean(command: &Command, ui: &Ui) {
    let folder = |path: &Path| path.parent().unwrap_or(path).to_owned();
    let mut seen = std::collections::HashSet::new();
    for target in command.targets().into_iter().filter(|target| seen.insert(folder(target))) {
        match ngi_vfs::transaction::clean(target) {
            Ok(cleaned) => cleaned.iter().for_each(|change| ui.warn(interrupted(change))),
            Err(error) => ui.warn(error),
        }
    }
}

#[cfg_attr(not(feature = "view"), allow(unused_variables))]
fn run_plain(command: Command, mods: &[PathBuf], ui: &Ui) -> Result<Outcome> {
    match command {
        Command::List(args) => look::list(&args, ui),
        Command::Show(args) => look::show(&args, ui),
        Command::Schema(args) => schema::schema(&args, ui),
        Command::Check(args) => check::check(&args, ui),
        Command::Explain(args) => explain::explain(&args, ui),
        Command::Extract(args) => archives::extract(&args, ui),
        Command::Pack(args) => archives::pack(&args, ui),
        Command::Edit(args) => archives::edit(&args, ui),
        Command::Export(args) => convert::export(&args, ui),
        Command::Import(args) => convert::import(&args, ui),
        Command::Set(args) => set::set(&args, ui),
        Command::Undo(args) => undo::undo(&args, ui),
        Command::Fix(args) => fix::fix(&args, ui),
        Command::Diff(args) => compare::diff(&args, ui),
        Command::Find(args) => compare::find(&args, ui),
        Command::Report(args) => report::report(&args, ui),
        Command::Pose(args) => pose::pose(&args, ui),
        Command::Query(args) => query::query(&args, ui),
        Command::Play(args) => play::play(&args, ui),
        #[cfg(feature = "render")]
        Command::Render(args) => render::render(&args, ui),
        #[cfg(feature = "view")]
        Command::View(args) => view::view(args, mods),
        Command::Survey(args) => survey::survey(&args, ui),
        Command::Mod(args) => mods::mods(&args, ui),
        Command::Watch(args) => watch::watch(&args, ui),
        Command::Demo(args) => demo::demo(&args, ui),
        Command::Completions { shell } => shell::completions(shell, ui),
        Command::Help { of, below } => help::help(of.as_deref(), &below, ui),
        Command::Man { output, force } => shell::man(output.as_deref(), force, ui),
    }
}

/// What a path names; a pattern has to match one thing.
fn node(path: &Path) -> Result<Node> {
    settle(path);
    Ok(paths::one_of(paths::locate_all_by(path, &over::locate)?, path)?)
}

/// Everything that a path names.
fn named(path: &Path) -> Result<Named> {
    settle(path);
    Ok(paths::locate_all_by(path, &over::locate)?)
}

/// Completes or takes back what was interrupted in the game folder around a path. Who only reads
/// goes on where that cannot be done.
fn settle(path: &Path) {
    match ngi_vfs::transaction::recover(path) {
        Ok(recovered) => {
            recovered.iter().for_each(|change| Streams::Process.warn(interrupted(change)));
        }
        Err(error) => Streams::Process.warn(error),
    }
}

fn interrupted(change: &Recovered) -> String {
    let Recovered { title, folder, settled } = change;
    let folder = ngi_vfs::shown(folder);
    match settled {
        Settled::Completed => format!("{folder}: completed what was interrupted: {title}"),
        Settled::TakenBack => format!("{folder}: took back what was interrupted: {title}"),
        Settled::Cleaned(files) => {
            let below =
                |file: &PathBuf| ngi_vfs::shown(file.strip_prefix(&change.folder).unwrap_or(file));
            let files: Vec<String> = files.iter().map(below).collect();
            let files = files.join(", ");
            format!("{folder}: removed files that an interrupted command left: {files}")
        }
        Settled::Conflict(files) => {
            let files: Vec<String> = files.iter().map(|file| ngi_vfs::shown(file)).collect();
            let files = files.join(", ");
            format!(
                "{folder}: took back what was interrupted ({title}), but for files that somebody \
                 changed since: {files}"
            )
        }
    }
}

/// Does something to a file, and does it again with the new file where another program changed it
/// in between: of two at work at once each has its turn.
fn again<T>(work: impl Fn() -> Result<T>) -> Result<T> {
    for _ in 0..TURNS {
        let done = work();
        let changed = |cause: &(dyn std::error::Error + 'static)| {
            let verb = cause.downcast_ref::<ngi_verbs::Error>();
            verb.is_some_and(|error| {
                matches!(error, ngi_verbs::Error::Vfs(ngi_vfs::Error::Changed { .. }))
            })
        };
        match done {
            Err(error) if error.chain().any(changed) => {}
            done => return done,
        }
    }
    work()
}

/// How often work is done again because somebody else came first.
const TURNS: u32 = 20;

/// What a path names; a level may go by its base name (`DATA/MAPS/X/Land`).
fn node_or_level(path: &Path) -> Result<Node> {
    settle(path);
    let named = paths::locate_all_by(path, &over::locate);
    named.and_then(|named| paths::one_of(named, path)).or_else(|error| or_level(path, error))
}

/// The level that a path is the base name of, where nothing else has that name.
fn or_level(path: &Path, error: ngi_verbs::Error) -> Result<Node> {
    let mut landscape = path.as_os_str().to_owned();
    landscape.push(".msh");
    let named = over::locate(Path::new(&landscape)).ok();
    let missing = matches!(error, ngi_verbs::Error::Vfs(ngi_vfs::Error::NotFound { .. }));
    Ok(named.filter(|_| missing).ok_or(error)?)
}

/// A node as something to be looked at.
fn subject<'a>(node: &Node, name: &'a str, bytes: &'a [u8]) -> Subject<'a> {
    Subject { name, bytes, entry: entry_meta(node) }
}

/// Whether there is a screen that a window could open on.
fn has_screen() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(target_os = "linux")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// The game folder: the one asked for, else NGI_GAME, else the nearest above a path.
fn game(explicit: Option<&Path>, near: &Path) -> Result<Option<Game>> {
    let environment = std::env::var_os("NGI_GAME");
    let folder = find_game(explicit, environment.as_deref(), near)?;
    folder.iter().for_each(|folder| settle(folder));
    folder.map(|folder| Ok(Game::new(over::mount(&folder)?))).transpose()
}

/// Quotes a word for a shell, if needed.
fn quoted(path: &str) -> String {
    let signs = if cfg!(windows) { "/\\._-:+,@" } else { "/._-:+,@" };
    let plain = |letter: char| letter.is_alphanumeric() || signs.contains(letter);
    match path.chars().all(plain) {
        true => path.to_owned(),
        false if cfg!(windows) => format!("\"{path}\""),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}
