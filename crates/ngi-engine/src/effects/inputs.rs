//! What effects ask of the world around them.

use super::frame::Frame;

/// Where an instance hangs: a node of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Attach {
    /// The object, by whatever number the caller gives it.
    pub object: u32,
    /// Its node or control point.
    pub node: u32,
}

/// What an attach node is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NodeState {
    /// Its flags. 1 and 4 hide it.
    pub flags: u32,
    /// Its damage stage, 0 while whole.
    pub damage_stage: u32,
}

impl NodeState {
    /// Whether effects on the node count it as hidden: by its flags, or damaged, unless the
    /// effect skips that second test (header flag 0x8000).
    pub fn is_hidden(self, skips_damage: bool) -> bool {
        self.flags & (1 | 4) != 0 || (self.damage_stage != 0 && !skips_damage)
    }
}

/// What effects ask of their owner and its surroundings. Every answer has a default, that of an
/// object at rest in plain view.
pub trait Inputs {
    /// Velocity of the owner (property 0x21).
    fn velocity(&self) -> [f32; 3] {
        [0.0; 3]
    }

    /// Its greatest velocity, per axis (property 0x11, +0x18).
    fn top_speed(&self) -> [f32; 3] {
        [0.0; 3]
    }

    /// Spin of the owner (property 0x24).
    fn spin(&self) -> [f32; 3] {
        [0.0; 3]
    }

    /// Its greatest spin, per axis (property 0x11, +0x24).
    fn top_spin(&self) -> [f32; 3] {
        [0.0; 3]
    }

    /// How much of the owner's life is left, 0 to 1 (property 0x31).
    fn life(&self) -> f32 {
        1.0
    }

    /// The animation value of a node of the owner's mesh: modes 4, 16 and 17.
    fn node_value(&self, _node: u32) -> f32 {
        0.0
    }

    /// The value of an attach point: mode 13.
    fn attach_value(&self, _attach: Option<Attach>) -> f32 {
        0.0
    }

    /// Where an attach node is in the world.
    fn attach_frame(&self, _attach: Attach) -> Frame {
        Frame::IDENTITY
    }

    /// Whether an attach node can be seen.
    fn attach_state(&self, _attach: Attach) -> NodeState {
        NodeState::default()
    }

    /// Where a point of a node is in the world: what the target point is given as.
    fn point_on(&self, attach: Attach, local: [f32; 3]) -> [f32; 3] {
        self.attach_frame(attach).point(local.into()).to_array()
    }

    /// Whether nothing stands between the camera and a point of the world. The engine asks for
    /// landscape, buildings, units and scenery; water is in the way too.
    fn in_view(&self, _point: [f32; 3]) -> bool {
        true
    }

    /// Whether a sound that plays once still does: while it does, it is told its place.
    fn is_playing(&self, _key: u32, _command: u32) -> bool {
        false
    }
}

/// An owner at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AtRest;

impl Inputs for AtRest {}

/// Answers as plain numbers, for tools and tests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fixed {
    /// Velocity as a share of a top speed of 1 along each axis.
    pub velocity: [f32; 3],
    /// Top speed per axis.
    pub top_speed: [f32; 3],
    /// Spin.
    pub spin: [f32; 3],
    /// Top spin per axis.
    pub top_spin: [f32; 3],
    /// Share of life left.
    pub life: f32,
    /// Animation value of every node.
    pub node_value: f32,
    /// Value of every attach point.
    pub attach_value: f32,
    /// Where every attach node is.
    pub attach_frame: Frame,
    /// What every attach node is like.
    pub attach_state: NodeState,
    /// Whether every point is in view.
    pub in_view: bool,
}

impl Default for Fixed {
    fn default() -> Self {
        Self {
            velocity: [0.0; 3],
            top_speed: [1.0; 3],
            spin: [0.0; 3],
            top_spin: [1.0; 3],
            life: 1.0,
            node_value: 0.0,
            attach_value: 0.0,
            attach_frame: Frame::IDENTITY,
            attach_state: NodeState::default(),
            in_view: true,
        }
    }
}

impl Fixed {
    /// An owner that moves along x with this share of its top speed: modes 5, 6 and 15 give it
    /// back as it is.
    pub fn with_speed(mut self, share: f32) -> Self {
        self.velocity = [share, 0.0, 0.0];
        self.top_speed = [1.0, 0.0, 0.0];
        self
    }
}

impl Inputs for Fixed {
    fn velocity(&self) -> [f32; 3] {
        self.velocity
    }

    fn top_speed(&self) -> [f32; 3] {
        self.top_speed
    }

    fn spin(&self) -> [f32; 3] {
        self.spin
    }

    fn top_spin(&self) -> [f32; 3] {
        self.top_spin
    }

    fn life(&self) -> f32 {
        self.life
    }

    fn node_value(&self, _node: u32) -> f32 {
        self.node_value
    }

    fn attach_value(&self, _attach: Option<Attach>) -> f32 {
        self.attach_value
    }

    fn attach_frame(&self, _attach: Attach) -> Frame {
        self.attach_frame
    }

    fn attach_state(&self, _attach: Attach) -> NodeState {
        self.attach_state
    }

    fn in_view(&self, _point: [f32; 3]) -> bool {
        self.in_view
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_nodes() {
        // flags, damage stage, effect skips the damage test, hidden
        let table = [
            (0, 0, false, false),
            (1, 0, false, true),
            (4, 0, true, true),
            (2, 0, false, false),
            (0, 1, false, true),
            (0, 1, true, false),
            (5, 2, true, true),
        ];
        for (flags, damage_stage, skips, hidden) in table {
            let node = NodeState { flags, damage_stage };
            assert_eq!(node.is_hidden(skips), hidden, "{node:?} {skips}");
        }
    }
}
