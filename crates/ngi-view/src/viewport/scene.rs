//! From a node to something that can be drawn.

use ngi_render::{OpenError, Scene};
use ngi_verbs::surroundings::Game;
use ngi_vfs::Node;

use crate::document::{Document, with_all_changes};
use crate::library::ItemKind;
use crate::platform::{Place, guarded};

/// What can be drawn of a node; `None` for what has no picture.
pub fn load(
    node: &Node,
    game: Option<&Game>,
    kind: ItemKind,
) -> Result<Option<Box<dyn Scene>>, String> {
    if !kind.is_drawn() {
        return Ok(None);
    }
    // Points are seen on the model beside them.
    let of_points = (kind == ItemKind::Points).then(|| model_beside(node));
    let Some(node) = of_points.unwrap_or_else(|| Some(node.clone())) else { return Ok(None) };
    match ngi_render::open(&node, game.map(Game::vfs)) {
        Ok(scene) => Ok(Some(scene)),
        Err(OpenError::Unsupported { .. } | OpenError::NoGame { .. }) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// What can be drawn of a document with its changes, and with those of others around it.
pub fn load_changed(
    document: Document,
    others: Vec<Document>,
    place: &Place,
    kind: ItemKind,
) -> Result<Option<Box<dyn Scene>>, String> {
    guarded(|| {
        let node = document.node.clone();
        let all: Vec<Document> = others.into_iter().chain([document]).collect();
        let (node, game) = with_all_changes(&node, &all, place)?;
        load(&node, game.as_ref(), kind)
    })
}

/// The model of the same name in the same archive or folder.
fn model_beside(node: &Node) -> Option<Node> {
    let name = node.name();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    node.parent()?.child(&format!("{stem}.msh")).ok()
}
