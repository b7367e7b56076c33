//! From a node to something that can be drawn.

use ngi_convert::preview;
use ngi_render::scene::{Looks, TextureScene};
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
    match kind {
        ItemKind::Image => return load_image(node, game).map(Some),
        ItemKind::Foreign => return load_foreign(node).map(Some),
        _ => {}
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

/// Loads an image of other programs, to be seen as a texture.
fn load_image(node: &Node, game: Option<&Game>) -> Result<Box<dyn Scene>, String> {
    let bytes = node.bytes().map_err(|error| error.to_string())?;
    let texture = preview::image(&node.name(), &bytes).map_err(|error| error.to_string())?;
    let looks = Looks::new(game.map(Game::vfs));
    let scene = TextureScene::read(&node.name(), &texture, &looks);
    Ok(Box::new(scene.map_err(|error| error.to_string())?))
}

/// Loads a model of other programs with its own materials and textures.
fn load_foreign(node: &Node) -> Result<Box<dyn Scene>, String> {
    let bytes = node.bytes().map_err(|error| error.to_string())?;
    let folder = node.parent();
    let beside = |name: &str| folder.as_ref()?.child(name).ok()?.bytes().ok();
    let (game, model) =
        preview::model(&node.name(), &bytes, &beside).map_err(|error| error.to_string())?;
    ngi_render::open(&model, Some(&game)).map_err(|error| error.to_string())
}

/// Loads a model that wears another table than its own.
pub fn load_wearing(
    node: &Node,
    game: Option<&Game>,
    wear: &Node,
) -> Result<Option<Box<dyn Scene>>, String> {
    let wear = wear.bytes().map_err(|error| error.to_string())?;
    let scene = ngi_render::open_model(node, game.map(Game::vfs), Some(&wear));
    scene.map(|scene| Some(Box::new(scene) as Box<dyn Scene>)).map_err(|error| error.to_string())
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
