//! Which children of two folders or archives belong together: those of one name and type, and
//! among several of them those in the same place.
//!
//! Archives may have hundreds of thousands of entries, so nothing is kept of them but their order;
//! nodes are made one pair at a time.

use std::cmp::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use ngi_formats::text;
use ngi_vfs::{Container, Node, NodeKind};

use crate::Result;

/// Children that belong together.
pub enum Pair {
    /// Only on the left.
    Left(Node),
    /// On both sides.
    Both(Node, Node),
    /// Only on the right.
    Right(Node),
}

/// The children of two nodes in the order of their names: first those of the left side, alone or
/// not, then those that only the right side has.
pub fn pairs(a: &Node, b: &Node) -> Result<impl Iterator<Item = Pair>> {
    let (left, right) = (Side::of(a)?, Arc::new(Side::of(b)?));
    let matches = matched(&left, &right);
    let mut alone = vec![true; right.len()];
    for partner in matches.iter().filter_map(|&partner| usize::try_from(partner).ok()) {
        if let Some(alone) = alone.get_mut(partner) {
            *alone = false;
        }
    }
    let partners = Arc::clone(&right);
    let of_the_left = matches.into_iter().enumerate().filter_map(move |(at, partner)| {
        let own = left.node(at)?;
        let partner = usize::try_from(partner).ok().and_then(|partner| partners.node(partner));
        Some(match partner {
            Some(partner) => Pair::Both(own, partner),
            None => Pair::Left(own),
        })
    });
    let alone = alone.into_iter().enumerate().filter(|(_, alone)| *alone);
    Ok(of_the_left.chain(alone.filter_map(move |(at, _)| right.node(at).map(Pair::Right))))
}

/// No partner.
const NONE: u32 = u32::MAX;

/// For each child on the left the place of its partner on the right.
fn matched(left: &Side, right: &Side) -> Vec<u32> {
    let mut partners = Vec::with_capacity(left.len());
    let mut at = 0;
    for place in 0..left.len() {
        while at < right.len() && left.compare(place, right, at) == Ordering::Greater {
            at += 1;
        }
        let found = at < right.len() && left.compare(place, right, at) == Ordering::Equal;
        partners.push(if found { u32::try_from(at).unwrap_or(NONE) } else { NONE });
        at += usize::from(found);
    }
    partners
}

/// The children of one node, in order. Those of a folder are handed out once: whoever is done with
/// a file lets go of it, so that not all of a game is mapped at once.
enum Side {
    Folder(Vec<(String, Mutex<Option<Node>>)>),
    Archive { node: Node, container: Arc<Container>, order: Vec<u32> },
}

impl Side {
    fn of(node: &Node) -> Result<Self> {
        let container = match node.kind() {
            NodeKind::Folder => None,
            _ => node.open_container()?,
        };
        let Some(container) = container else {
            let named = |child: Node| (child.name().to_lowercase(), Mutex::new(Some(child)));
            // Backups are no part of a game; who means one names it.
            let meant = node.children()?.filter(|child| !child.is_backup());
            let mut children: Vec<_> = meant.map(named).collect();
            children.sort_by(|(a, _), (b, _)| a.cmp(b));
            return Ok(Self::Folder(children));
        };
        // Stable: those of one name and type stay in the order of the directory.
        let mut order: Vec<u32> = (0..).take(container.len()).collect();
        order.sort_by(|a, b| entries(&container, *a, &container, *b));
        Ok(Self::Archive { node: node.clone(), container, order })
    }

    fn len(&self) -> usize {
        match self {
            Self::Folder(children) => children.len(),
            Self::Archive { order, .. } => order.len(),
        }
    }

    fn compare(&self, at: usize, other: &Self, there: usize) -> Ordering {
        match (self, other) {
            (Self::Folder(a), Self::Folder(b)) => {
                let names = (a.get(at).map(|(name, _)| name), b.get(there).map(|(name, _)| name));
                names.0.cmp(&names.1)
            }
            (
                Self::Archive { container: a, order: a_order, .. },
                Self::Archive { container: b, order: b_order, .. },
            ) => match (a_order.get(at), b_order.get(there)) {
                (Some(at), Some(there)) => entries(a, *at, b, *there),
                (at, there) => at.cmp(&there),
            },
            // Only children of the same kind are ever compared.
            _ => Ordering::Less,
        }
    }

    fn node(&self, at: usize) -> Option<Node> {
        match self {
            Self::Folder(children) => {
                let (_, child) = children.get(at)?;
                child.lock().unwrap_or_else(PoisonError::into_inner).take()
            }
            Self::Archive { node, order, .. } => {
                node.entry_number(usize::try_from(*order.get(at)?).ok()?).ok()
            }
        }
    }
}

/// Compares two entries by name, then type.
fn entries(a: &Container, at: u32, b: &Container, there: u32) -> Ordering {
    let place = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
    let (at, there) = (place(at), place(there));
    text::compare(a.name(at), b.name(there)).then_with(|| a.type_id(at).cmp(&b.type_id(there)))
}
