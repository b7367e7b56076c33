//! An object in the world: what its nodes have become.

use ngi_formats::msh::{Model, NodeFlags};

/// What a label has to contain for [`central`].
pub const CENTRAL: &[u8] = b"central";

/// What was decided about a node's "central" flag, and from what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Central {
    /// Flag 1 of the instance's node.
    pub flag: bool,
    /// First input: the label contains `central`.
    pub labelled: bool,
    /// Second input: the node's bits 0x100 and 0x800, as stored.
    pub bits: NodeFlags,
}

/// The "central" rule (in `sub_1000A460`): a node whose label contains `central`, in this very
/// spelling, gets flag 1 when an instance is built.
///
/// The same function of the engine looks at the node's bits 0x100 (not hidden when destroyed) and
/// 0x800 (meaning unread). *Stand-in*: what they change about flag 1 is not known, so they change
/// nothing; they are handed on beside it.
pub fn central(label: Option<&[u8]>, flags: NodeFlags) -> Central {
    let labelled = label.is_some_and(|label| {
        let text = ngi_formats::text::until_nul(label);
        text.windows(CENTRAL.len()).any(|part| part == CENTRAL)
    });
    let looked_at = NodeFlags::NEVER_HIDDEN | NodeFlags::UNK_0X800;
    Central { flag: labelled, labelled, bits: NodeFlags(flags.0 & looked_at.0) }
}

/// A node of an instance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InstanceNode {
    /// Flags as stored.
    pub flags: NodeFlags,
    /// The "central" rule's decision.
    pub central: Central,
    /// How many damage stages there are, at least 1.
    pub stages: usize,
    /// The current stage, 0..=`stages`: `stages` itself means destroyed.
    pub stage: usize,
    /// Life left.
    pub life: f32,
    /// Life when whole.
    pub max_life: f32,
}

impl InstanceNode {
    /// Whether nothing is left of it.
    pub fn is_destroyed(&self) -> bool {
        self.stage >= self.stages
    }

    /// Whether it is drawn: destroyed nodes are not, unless their flag 0x100 says so.
    pub fn is_drawn(&self) -> bool {
        !self.is_destroyed() || self.flags.has(NodeFlags::NEVER_HIDDEN)
    }

    /// The damage stage whose slots are drawn: of a destroyed node the last.
    pub fn drawn_stage(&self) -> usize {
        self.stage.min(self.stages.saturating_sub(1))
    }

    /// Whether it takes its stage from its parent: interior and not cancelled by 0x80.
    pub fn copies_stage(&self) -> bool {
        self.flags.has(NodeFlags::INTERIOR) && !self.flags.has(NodeFlags::OWN_STAGE)
    }

    /// Whether it takes its share of life from its parent.
    pub fn copies_life(&self) -> bool {
        self.flags.has(NodeFlags::PARENT_LIFE)
    }
}

/// An object in the world: a model and the state of its nodes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Instance {
    pub(super) nodes: Vec<InstanceNode>,
    pub(super) family: Family,
    pub(super) destroyed: bool,
}

impl Instance {
    /// A whole object. `max_life` gives the life of each node.
    pub fn new(model: &Model<'_>, max_life: impl Fn(usize) -> f32) -> Self {
        let mut labels = model.labels.map(|labels| labels.iter());
        let nodes = model.nodes.iter().enumerate().map(|(index, node)| {
            // One walk along the labels: looking each up starts from the first.
            let label = labels.as_mut().and_then(Iterator::next).map(|label| label.text);
            let max_life = max_life(index);
            InstanceNode {
                flags: node.flags,
                central: central(label, node.flags),
                stages: node.stage_count(),
                stage: 0,
                life: max_life,
                max_life,
            }
        });
        Self { nodes: nodes.collect(), family: Family::new(model), destroyed: false }
    }

    /// A whole object whose nodes all have the life 1.
    pub fn whole(model: &Model<'_>) -> Self {
        Self::new(model, |_| 1.0)
    }

    /// The nodes.
    pub fn nodes(&self) -> &[InstanceNode] {
        &self.nodes
    }

    /// A node.
    pub fn node(&self, node: usize) -> Option<&InstanceNode> {
        self.nodes.get(node)
    }

    /// Whether a vital node was destroyed, and the object with it.
    pub fn is_destroyed(&self) -> bool {
        self.destroyed
    }
}

/// Parents and children.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Family {
    parents: Vec<Option<u32>>,
    /// Children of all nodes, a run per node.
    children: Vec<u32>,
    /// Where each node's run ends; it starts where the one before ends.
    ends: Vec<u32>,
}

impl Family {
    fn new(model: &Model<'_>) -> Self {
        let number = |node: usize| u32::try_from(node).ok();
        let parents: Vec<_> =
            (0..model.nodes.len()).map(|node| model.parent(node).and_then(number)).collect();
        let mut pairs: Vec<(u32, u32)> =
            (0u32..).zip(&parents).filter_map(|(node, parent)| Some(((*parent)?, node))).collect();
        pairs.sort_unstable();
        let mut ends = Vec::with_capacity(parents.len());
        let mut at = 0;
        for (node, _) in (0u32..).zip(&parents) {
            while pairs.get(at).is_some_and(|&(parent, _)| parent <= node) {
                at += 1;
            }
            ends.push(number(at).unwrap_or(u32::MAX));
        }
        Self { parents, children: pairs.into_iter().map(|(_, child)| child).collect(), ends }
    }

    pub fn parent(&self, node: usize) -> Option<usize> {
        usize::try_from((*self.parents.get(node)?)?).ok()
    }

    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let at = |end: &u32| usize::try_from(*end).unwrap_or(usize::MAX);
        let end = self.ends.get(node).map_or(0, at);
        let before = node.checked_sub(1).and_then(|before| self.ends.get(before));
        let run = self.children.get(before.map_or(0, at)..end).unwrap_or_default();
        run.iter().filter_map(|&child| usize::try_from(child).ok())
    }
}
