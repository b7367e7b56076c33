//! What something is compared with, found and held against it in the background.

use std::path::PathBuf;

use ngi_render::Scene;
use ngi_verbs::diff::{Difference, Wording, diff};
use ngi_verbs::document::write::Part;
use ngi_verbs::json;
use ngi_verbs::surroundings::Game;
use ngi_vfs::{Node, Vfs};

use super::{MOST_LINES, Marks};
use crate::document::{self, Document, with_all_changes};
use crate::library::ItemKind;
use crate::platform::{self, Place, guarded};
use crate::viewport::scene;

/// What something is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum With {
    /// The same thing in the newest backup of its file.
    Backup,
    /// The same path of another game folder.
    Game(PathBuf),
    /// The same path with a mod over the game.
    Mod(PathBuf),
    /// The same path of the game without the mods that it is seen through.
    Bare,
    /// Another file or entry.
    Entry(String),
}

/// What is to be compared with what.
pub(super) struct Asked {
    pub with: With,
    pub path: String,
    pub kind: ItemKind,
    /// What is open, changes included.
    pub document: Option<Document>,
    pub place: Place,
    pub no_backup: &'static str,
}

/// What was found.
pub(super) struct Found {
    pub title: String,
    pub differences: Vec<Difference>,
    /// The differences in words.
    pub wordings: Vec<Wording>,
    pub more: usize,
    pub scene: Option<Box<dyn Scene>>,
    pub marks: Marks,
    /// What went wrong with the picture.
    pub problem: Option<String>,
}

/// Finds the other, and what differs.
pub(super) fn find(asked: &Asked) -> Result<Found, String> {
    let (other, game) = locate(asked)?;
    let own = own(asked)?;
    let title = match &asked.with {
        With::Backup | With::Entry(_) => other.path(),
        With::Game(folder) | With::Mod(folder) => folder.display().to_string(),
        With::Bare => asked.place.label.clone(),
    };
    let mut differences = guarded(|| diff(&other, &own).map_err(|error| error.to_string()))?;
    let more = differences.len().saturating_sub(MOST_LINES);
    differences.truncate(MOST_LINES);
    let opened = document::open(&other, None);
    let wordings = guarded(|| Ok(worded(&differences, asked.document.as_ref())));
    let wordings = wordings.unwrap_or_default();
    let marks = Marks::of(asked.document.as_ref(), opened.document, asked.kind);
    let loaded = guarded(|| scene::load(&other, game.as_ref(), asked.kind));
    let (scene, problem) = match loaded {
        Ok(scene) => (scene, None),
        Err(why) => (None, Some(why)),
    };
    Ok(Found {
        title,
        differences,
        wordings,
        more,
        scene,
        marks,
        problem: opened.error.or(problem),
    })
}

/// Describes differences in words. Names of things come from the open file.
fn worded(differences: &[Difference], own: Option<&Document>) -> Vec<Wording> {
    let tree = own.and_then(|document| document.tree().ok());
    let value_at = |field: &str| {
        let found = tree.as_ref()?.find(field).ok()?;
        json::to_value(&Part(&found.node)).ok()
    };
    differences.iter().map(|difference| Wording::of(difference, &value_at)).collect()
}

/// What is open, as a node in which its changes are made.
fn own(asked: &Asked) -> Result<Node, String> {
    let node = asked.place.vfs.locate(&asked.path).map_err(|error| error.to_string())?;
    let document: Vec<Document> = asked.document.iter().cloned().collect();
    with_all_changes(&node, &document, &asked.place).map(|(node, _)| node)
}

fn locate(asked: &Asked) -> Result<(Node, Option<Game>), String> {
    let Asked { with, path, place, .. } = asked;
    let told = |error: ngi_vfs::Error| error.to_string();
    let folder = || place.folder().ok_or_else(|| format!("{}: not on disk", place.label));
    let vfs = match with {
        With::Backup => {
            let node = place.vfs.locate(path).map_err(told)?;
            let old = platform::backup_of(place, &node);
            let old = old.ok_or_else(|| format!("{path}: {}", asked.no_backup))?;
            return Ok((old, place.game()));
        }
        With::Entry(other) => {
            return Ok((place.vfs.locate(other).map_err(told)?, place.game()));
        }
        With::Game(folder) => Vfs::open(folder).map_err(told)?,
        With::Mod(package) => platform::with_mod(&folder()?, package)?,
        With::Bare => Vfs::open(folder()?).map_err(told)?,
    };
    let node = vfs.locate(path).map_err(told)?;
    Ok((node, Some(Game::new(vfs))))
}
