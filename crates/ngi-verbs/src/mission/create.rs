//! A new mission on any level of a game: its folder, and every file that the game reads of one.

use ngi_engine::landscape::{Ground, LevelNames};
use ngi_engine::world::MISSION_FILE;
use ngi_formats::landscape::Landscape;
use ngi_formats::tma::Mission;
use ngi_formats::{Findings, Mode, text};
use ngi_vfs::{Node, NodeKind};

use super::edit;
use crate::surroundings::Game;
use crate::{Error, Result};

/// The files of a mission that is not there yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// Its folder in the game: `MISSIONS/Single.03`.
    pub folder: String,
    /// Names in that folder, and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// The mission whose sky, texts and clans it begins with.
    pub like: Option<String>,
}

/// Where missions are that are played alone: folders are counted up, and the menu stops at the
/// first that is not there.
const SINGLE: &str = "MISSIONS/Single.";
/// So many are looked for.
const MOST: usize = 99;
/// What lies in the folder of a mission beside its own file and its title.
const BESIDE: [&str; 4] = ["sky.ske", "sky.wea", "mission.cfg", "Mistips.mis"];

/// A new mission on a level (`DATA/MAPS/X/land`, without a suffix): empty, with sky, texts and
/// clans of another mission of the game, one of the same level where there is one.
pub fn create(game: &Game, land_base: &str, title: &str) -> Result<Created> {
    let land_base = land_base.replace('\\', "/");
    let names = LevelNames::new(&land_base);
    let land = game.file(&names.landscape).ok_or_else(|| {
        Error::Usage(format!("{}: there is no such level in the game", names.landscape))
    })?;
    let base = middle(&land)?;
    let numbers = 1..=MOST;
    let free = numbers.map(folder).find(|path| game.vfs().locate(path).is_err());
    let folder = free.ok_or_else(|| Error::Usage(format!("{SINGLE}*: all {MOST} are taken")))?;
    let like = example(game, &land_base);
    let own = like.as_ref().and_then(|like| like.child(MISSION_FILE).ok()?.bytes().ok());
    let own = own.as_ref().and_then(|bytes| Mission::read(bytes).ok());
    let lossy = || Error::Usage(format!("{title}: has letters that the game does not know"));
    let title = text::encode(title).ok_or_else(lossy)?;
    let stored = text::encode(&land_base.replace('/', "\\")).unwrap_or_default();
    let mission = edit::blank(&stored, own.as_ref(), &title, base);
    let mut files = vec![(MISSION_FILE.to_owned(), mission.write()?)];
    let mut line = title;
    line.extend_from_slice(b"\r\n");
    files.push(("descr".to_owned(), line));
    for name in BESIDE {
        let found = like.as_ref().and_then(|like| like.child(name).ok());
        if let Some(bytes) = found.and_then(|node| node.bytes().ok()) {
            files.push((name.to_owned(), bytes.to_vec()));
        }
    }
    Ok(Created { folder, files, like: like.map(|like| like.path()) })
}

fn folder(number: usize) -> String {
    format!("{SINGLE}{number:02}")
}

/// The middle of a map.
fn middle(land: &Node) -> Result<[f32; 2]> {
    let bytes = land.bytes()?;
    let mut findings = Findings::new(Mode::Tolerant, false);
    let bounds = Ground::of(&Landscape::read_tolerant(&bytes, &mut findings)?).bounds();
    let [[x0, y0, _], [x1, y1, _]] = bounds.unwrap_or_default();
    Ok([x0.midpoint(x1), y0.midpoint(y1)])
}

/// A mission to begin with: on the same level if there is one, else the first.
fn example(game: &Game, land_base: &str) -> Option<Node> {
    let folders: Vec<Node> = (1..=MOST)
        .filter_map(|number| game.vfs().locate(&folder(number)).ok())
        .filter(|node| node.kind() == NodeKind::Folder && node.child(MISSION_FILE).is_ok())
        .collect();
    let is_here = |node: &&Node| {
        let bytes = node.child(MISSION_FILE).ok().and_then(|file| file.bytes().ok());
        bytes.is_some_and(|bytes| {
            let land = Mission::read(&bytes).map(|mission| super::slashes(mission.land()));
            land.is_ok_and(|land| land.eq_ignore_ascii_case(land_base))
        })
    };
    folders.iter().find(is_here).or_else(|| folders.first()).cloned()
}
