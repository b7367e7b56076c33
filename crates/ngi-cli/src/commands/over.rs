//! `--mod`: the game as it is with mods laid over it, for every command that reads.

use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};

use anyhow::Result;
use ngi_mods::Mod;
use ngi_verbs::show::printable;
use ngi_vfs::{Node, Vfs};

use super::mods;
use crate::ui::Streams;

/// The mods of one command, and the games that were seen through them.
struct Over {
    packages: Vec<Mod>,
    games: Vec<(PathBuf, Vfs)>,
}

thread_local! {
    /// Paths are looked up all over the commands, and none of them should have to know; a command
    /// looks its paths up in the thread that it was started in.
    static OVER: RefCell<Option<Over>> = const { RefCell::new(None) };
}

/// Lays mods over everything that is looked up until `work` is done.
pub fn with<T>(paths: &[PathBuf], work: impl FnOnce() -> Result<T>) -> Result<T> {
    if paths.is_empty() {
        return work();
    }
    let packages = mods::open_all(paths)?;
    mods::layers(&packages, &[])?;
    OVER.replace(Some(Over { packages, games: Vec::new() }));
    let done = work();
    OVER.replace(None);
    done
}

/// A game folder, seen through the mods that were asked for.
pub fn mount(folder: &Path) -> Result<Vfs> {
    OVER.with_borrow_mut(|over| {
        let Some(over) = over else { return Ok(Vfs::open(folder)?) };
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        if let Some((_, vfs)) = over.games.iter().find(|(known, _)| *known == real) {
            return Ok(vfs.clone());
        }
        let layers = mods::layers(&over.packages, &[])?;
        let (vfs, merged) = ngi_mods::seen_through(folder, &layers)?;
        let told = merged.conflicts.iter().map(|each| each.to_string());
        told.for_each(|line| Streams::Process.warn(printable(&line)));
        over.games.push((real, vfs.clone()));
        Ok(vfs)
    })
}

/// Finds what a path names: in a game that is seen through mods, or on disk.
pub fn locate(path: &Path) -> ngi_vfs::Result<Node> {
    let asked = OVER.with_borrow(|over| over.is_some());
    let game = if asked { ngi_vfs::find_game(None, None, path)? } else { None };
    let found = game.and_then(|game| Some((inside(&game, path)?, game)));
    let Some((inside, game)) = found else {
        return ngi_vfs::locate(path);
    };
    let refused = |error: anyhow::Error| {
        let (path, why) = (ngi_vfs::shown(&game), format!("{error:#}"));
        ngi_vfs::Error::BadPath { path, why }
    };
    mount(&game).map_err(refused)?.locate(&inside)
}

/// The path of something below a game folder, which may go on into archives.
fn inside(game: &Path, path: &Path) -> Option<String> {
    let full = std::path::absolute(path).ok()?;
    let plain = |part: &Component<'_>| !matches!(part, Component::ParentDir);
    let full = match full.components().all(|part| plain(&part)) {
        true => full,
        false => {
            let (real, rest) = full.ancestors().find_map(|above| {
                Some((above.canonicalize().ok()?, full.strip_prefix(above).ok()?.to_owned()))
            })?;
            real.join(rest)
        }
    };
    let game = std::path::absolute(game).ok()?;
    Some(ngi_vfs::shown(full.strip_prefix(game).ok()?))
}
