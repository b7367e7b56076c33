//! Resource 17: the hallways of a building.

use crate::schema::{Stream, record};

record! {
    /// Place for units to walk to.
    pub struct PathNode[20] {
        /// Position in the space of `node`.
        0 => position: [f32; 3],
        /// Unknown flags.
        12 => flags: u32,
        /// Node of the model to which the place belongs.
        16 => node: u32 => "nodes",
    }
}

record! {
    /// Link between two places.
    pub struct PathLink[40] {
        /// Place at one end, an index from 0.
        0 => a: u32,
        /// Place at the other end, an index from 0.
        4 => b: u32,
        /// Unknown purpose.
        8 => unk_0x08: [u32; 8] = M "mostly 0xFFFFFFFF",
    }
}

/// Places and the ways between them. How many there are of each only the directory says:
/// attr1 places, attr2 links.
#[derive(Debug, Clone, Copy, Default)]
pub struct PathGraph<'a> {
    /// The places.
    pub nodes: Stream<'a, PathNode>,
    /// The ways.
    pub links: Stream<'a, PathLink>,
}

impl<'a> PathGraph<'a> {
    /// Reads a graph of that many places and links; `None` where the size does not agree.
    pub fn new(bytes: &'a [u8], nodes: u32, links: u32) -> Option<Self> {
        let nodes_size = usize::try_from(nodes).ok()?.checked_mul(PathNode::SIZE)?;
        let links_size = usize::try_from(links).ok()?.checked_mul(PathLink::SIZE)?;
        if nodes_size.checked_add(links_size)? != bytes.len() {
            return None;
        }
        let (nodes, links) = bytes.split_at_checked(nodes_size)?;
        Some(Self { nodes: Stream::new(nodes), links: Stream::new(links) })
    }
}
