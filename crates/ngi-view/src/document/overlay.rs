//! The game with unsaved changes in it: what the viewport draws before anything is saved.

use std::sync::Arc;

use ngi_formats::nres::{Archive, Editor};
use ngi_verbs::surroundings::Game;
use ngi_vfs::{MemoryRoot, Node, Root, Vfs};

use super::Document;
use crate::platform::Place;

/// The document's node in a mount where its changes are already made, and the game with them.
pub fn with_changes(document: &Document, place: &Place) -> Result<(Node, Option<Game>), String> {
    with_all_changes(&document.node, std::slice::from_ref(document), place)
}

/// A node in a mount where the changes of several documents are already made, and the game with
/// them: a material that was changed is seen on models before anything is saved.
pub fn with_all_changes(
    node: &Node,
    documents: &[Document],
    place: &Place,
) -> Result<(Node, Option<Game>), String> {
    let memory = Arc::new(MemoryRoot::new());
    let mut vfs = None;
    for document in documents.iter().filter(|document| document.is_changed()) {
        // Several of them may lie in one file: each is put into what the one before left.
        let now = vfs.as_ref().unwrap_or(&place.vfs);
        let node = now.locate(&document.node.path()).map_err(|error| error.to_string())?;
        let bytes = changed_file(document, &node)?;
        memory.insert(&node.file().path(), bytes).map_err(|error| error.to_string())?;
        let mut roots: Vec<Arc<dyn Root>> = vec![Arc::clone(&memory) as Arc<dyn Root>];
        roots.extend(place.vfs.roots().iter().map(Arc::clone));
        vfs = Some(Vfs::new(roots));
    }
    let Some(vfs) = vfs else { return Ok((node.clone(), place.game())) };
    let node = vfs.locate(&node.path()).map_err(|error| error.to_string())?;
    let game = if place.game.is_none() { Some(Game::new(vfs)) } else { place.game() };
    Ok((node, game))
}

/// The file around the document, changes included.
fn changed_file(document: &Document, node: &Node) -> Result<Vec<u8>, String> {
    let bytes = document.bytes();
    let stored = ngi_verbs::check::entry_meta(node);
    let place = node.parent().zip(node.entry());
    let (Some(entry), Some((owner, info))) =
        (document.entry().filter(|entry| Some(*entry) != stored), place)
    else {
        return ngi_vfs::rewritten(node, bytes).map_err(|error| error.to_string());
    };
    let around = owner.bytes().map_err(|error| error.to_string())?;
    let archive = Archive::read(&around).map_err(|error| error.to_string())?;
    let mut editor = Editor::open(&archive);
    let [attr1, attr2, attr3] = entry.attributes;
    let written = editor
        .replace(info.index, bytes.to_vec())
        .and_then(|_| editor.set_attr1(info.index, attr1))
        .and_then(|_| editor.set_attr2(info.index, attr2))
        .and_then(|_| editor.set_attr3(info.index, attr3))
        .and_then(|_| editor.write());
    let written = written.map_err(|error| error.to_string())?;
    ngi_vfs::rewritten(&owner, &written).map_err(|error| error.to_string())
}
