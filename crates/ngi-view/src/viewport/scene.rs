//! From a node to something that can be drawn.

use ngi_convert::surroundings::Game;
use ngi_render::Scene;
use ngi_vfs::Node;

use crate::library::Kind;

/// What can be drawn of a node; `None` for kinds that are not drawn.
pub fn load(
    node: &Node,
    game: Option<&Game>,
    kind: Kind,
) -> Result<Option<Box<dyn Scene>>, String> {
    let _ = (node, game);
    if !kind.is_drawn() {
        return Ok(None);
    }
    Ok(None)
}
