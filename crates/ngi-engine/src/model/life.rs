//! Life and damage stages.

use super::instance::{Instance, InstanceNode};

/// A node changed its damage stage. A rise is what plays the node's explosion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageChange {
    /// The node.
    pub node: usize,
    /// Its stage before.
    pub from: usize,
    /// Its stage now.
    pub to: usize,
}

/// What a change of life led to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LifeChange {
    /// Nodes that changed their stage, in the order it happened.
    pub stages: Vec<StageChange>,
    /// A vital node was destroyed by this change, and the object with it.
    pub object_destroyed: bool,
}

/// The stage for a life: `stages − ceil(stages · life / max)`, from 0 (whole) to `stages`
/// (destroyed). Life is cut to 0..=`max`; what is no number, and any life of a node whose whole
/// life is not above 0, counts as none (*stand-in*).
pub fn stage_of_life(stages: usize, life: f32, max: f32) -> usize {
    if !(max > 0.0 && life > 0.0) {
        return stages;
    }
    if life >= max {
        return 0;
    }
    // At most three stages, so the loop is short, and nothing is rounded on the way to a count.
    let whole = u16::try_from(stages).map_or(f64::INFINITY, f64::from);
    let left = (whole * f64::from(life) / f64::from(max)).ceil();
    (0..=stages).rev().find(|&stage| index(stages - stage) >= left).unwrap_or(0)
}

fn index(number: usize) -> f64 {
    u16::try_from(number).map_or(f64::INFINITY, f64::from)
}

/// The stage of a node that copies its parent's.
///
/// *Stand-in* where the two have different numbers of stages: below a destroyed parent it is
/// destroyed, else it is at most in its own last stage.
fn copied_stage(parent: &InstanceNode, stages: usize) -> usize {
    if parent.is_destroyed() { stages } else { parent.stage.min(stages.saturating_sub(1)) }
}

impl Instance {
    /// Sets a node's life and follows what comes of it.
    ///
    /// Children of a node whose stage rose are destroyed, and theirs. Below it, nodes with flag
    /// 0x400 take their parent's share of life, interior nodes without 0x80 their parent's stage.
    /// The death of a node with flag 0x200 is the object's.
    pub fn set_life(&mut self, node: usize, life: f32) -> LifeChange {
        let mut change = LifeChange::default();
        let Some(state) = self.nodes.get_mut(node) else { return change };
        state.life = life;
        let mut work = vec![node];
        // A tree: every node is reached from its parent only, so this ends.
        while let Some(node) = work.pop() {
            let rose = self.settle(node, &mut change);
            let Some(parent) = self.nodes.get(node).copied() else { continue };
            for child in self.family.children(node) {
                let Some(state) = self.nodes.get_mut(child) else { continue };
                let before = state.life;
                if rose {
                    state.life = 0.0;
                } else if state.copies_life() {
                    state.life = state.max_life * share(&parent);
                }
                if state.life.to_bits() != before.to_bits() || state.copies_stage() {
                    work.push(child);
                }
            }
        }
        change
    }

    /// Works a node's stage out; whether it rose.
    fn settle(&mut self, node: usize, change: &mut LifeChange) -> bool {
        let parent = self.family.parent(node).and_then(|parent| self.nodes.get(parent)).copied();
        let Some(state) = self.nodes.get_mut(node) else { return false };
        let from = state.stage;
        state.stage = match parent {
            Some(parent) if state.copies_stage() => copied_stage(&parent, state.stages),
            _ => stage_of_life(state.stages, state.life, state.max_life),
        };
        let (to, destroyed) = (state.stage, state.is_destroyed());
        let vital = state.flags.has(ngi_formats::msh::NodeFlags::VITAL);
        if to != from {
            change.stages.push(StageChange { node, from, to });
        }
        if destroyed && vital && !self.destroyed {
            self.destroyed = true;
            change.object_destroyed = true;
        }
        to > from
    }
}

/// How much of a node's life is left, 0..=1.
fn share(node: &InstanceNode) -> f32 {
    let share = node.life / node.max_life;
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_by_life() {
        // N = 3, max 30: whole, above 2/3, 2/3, above 1/3, 1/3, a little, none.
        let table = [(30.0, 0), (20.5, 0), (20.0, 1), (10.5, 1), (10.0, 2), (0.1, 2), (0.0, 3)];
        for (life, stage) in table {
            assert_eq!(stage_of_life(3, life, 30.0), stage, "life {life}");
        }
        assert_eq!([1.0, 0.5, 0.0].map(|life| stage_of_life(1, life, 1.0)), [0, 0, 1]);
        // Thirds that a float cannot hold.
        assert_eq!(stage_of_life(3, 1.0, 3.0), 2);
        assert_eq!(stage_of_life(3, 2.0, 3.0), 1);
    }

    #[test]
    fn odd_lives() {
        assert_eq!(stage_of_life(2, f32::NAN, 1.0), 2);
        assert_eq!(stage_of_life(2, 1.0, f32::NAN), 2);
        assert_eq!(stage_of_life(2, 1.0, 0.0), 2);
        assert_eq!(stage_of_life(2, 5.0, 1.0), 0);
        assert_eq!(stage_of_life(2, -5.0, 1.0), 2);
        assert_eq!(stage_of_life(2, f32::INFINITY, f32::INFINITY), 0);
    }
}
