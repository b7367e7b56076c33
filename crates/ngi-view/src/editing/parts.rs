//! What a scene consists of: nodes of a model, parts of a unit, objects of a mission, commands of
//! an effect, squares of a level.

use ngi_formats::schema::Value;
use ngi_formats::tree::Node;
use ngi_verbs::pointers::name_of;

use crate::document::{FieldView, Shape};
use crate::library::ItemKind;

/// Parents that are followed, at most.
const MOST_PARENTS: u16 = 64;

/// The parts of a kind of thing, as its document lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The list of the document.
    pub list: &'static str,
    /// Whether the picture can leave them out.
    pub can_hide: bool,
    /// The member that says what a part hangs on.
    parent: Option<&'static str>,
}

impl Parts {
    /// Those of a kind of thing; `None` for what has none.
    pub fn of(kind: ItemKind) -> Option<Self> {
        let own = |list, can_hide| Self { list, can_hide, parent: None };
        Some(match kind {
            ItemKind::Model => Self { parent: Some("parent"), ..own("nodes", true) },
            ItemKind::Unit => Self { parent: Some("parent"), ..own("parts", true) },
            ItemKind::Mission => own("objects", true),
            ItemKind::Effect => own("commands", false),
            ItemKind::Landscape => own("squares", true),
            _ => return None,
        })
    }

    /// How many there are.
    pub fn count(&self, tree: &Node<'_>) -> usize {
        let Ok(found) = tree.find(self.list) else { return 0 };
        match crate::document::shape_of(&found.node) {
            Shape::Group(count) => count,
            Shape::Scalar | Shape::ShortList => 0,
        }
    }

    /// The path of one.
    pub fn path(&self, part: usize) -> String {
        format!("{}[{part}]", self.list)
    }

    /// What one is called.
    pub fn name(&self, tree: &Node<'_>, part: usize) -> String {
        let listed = Some(name_of(tree, self.list, part)).filter(|name| !name.is_empty());
        let hint = || FieldView::of(tree, &self.path(part)).map(|view| view.text);
        let name = listed.or_else(hint).unwrap_or_default();
        // A number alone says how many things are inside.
        if name.parse::<u32>().is_ok() { String::new() } else { name }
    }

    /// How deep a part hangs.
    pub fn depth(&self, tree: &Node<'_>, part: usize) -> u16 {
        let Some(parent) = self.parent else { return 0 };
        let (mut depth, mut at) = (0, part);
        while depth < MOST_PARENTS {
            let found = tree.find(&format!("{}.{parent}", self.path(at)));
            let Some(Node::Piece(piece)) = found.ok().map(|found| found.node) else { break };
            let Some(Value::Int(above)) = piece.value() else { break };
            match usize::try_from(above) {
                Ok(above) if above < at => at = above,
                _ => break,
            }
            depth += 1;
        }
        depth
    }
}
