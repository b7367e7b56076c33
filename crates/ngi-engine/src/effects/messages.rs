//! Messages to a manager, and the table of its interface.

use super::inputs::Attach;
use super::manager::{Manager, Target};

/// The flags of a new manager.
pub const INITIAL_FLAGS: u32 = 8;

/// A message to a manager.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Message {
    /// 4: the owner, by whatever number the caller gives it.
    Bind {
        /// The owner.
        owner: u32,
    },
    /// 20: nodes of the owner are gone, and those behind them moved up.
    Remove {
        /// The first one.
        first: u32,
        /// How many.
        count: u32,
    },
    /// 23: sets bit 0 (day, as it seems).
    SetBit0,
    /// 24: clears bit 0.
    ClearBit0,
    /// 28: time goes on.
    Tick {
        /// The time in milliseconds.
        now_ms: f64,
    },
}

impl Message {
    /// Its number in the engine.
    pub fn number(self) -> u32 {
        match self {
            Self::Bind { .. } => 4,
            Self::Remove { .. } => 20,
            Self::SetBit0 => 23,
            Self::ClearBit0 => 24,
            Self::Tick { .. } => 28,
        }
    }
}

/// The engine's interface of a manager: byte offset of each slot, and what does its work here.
pub const INTERFACE: [(u32, &str); 17] = [
    (0x08, "message"),
    (0x0c, "draw"),
    (0x10, "load"),
    (0x14, "create"),
    (0x18, "delete"),
    (0x1c, "set_value"),
    (0x20, "set_scale"),
    (0x24, "set_position"),
    (0x28, "set_matrix"),
    (0x2c, "start"),
    (0x30, "restart"),
    (0x34, "set_node"),
    (0x38, "set_duration_factor"),
    (0x3c, "switch_on"),
    (0x40, "switch_off"),
    (0x44, "set_target"),
    // Known by name only: nothing is kept from frame to frame that would have to be reset.
    (0x48, "reset frame flags"),
];

/// The key of an effect that a controller's record made: the part's high word and the record.
pub fn controller_key(part: u16, record: u32) -> u32 {
    (u32::from(part) << 16).wrapping_add(record)
}

impl Manager {
    /// Every message but a tick.
    pub(super) fn take(&mut self, message: Message) {
        match message {
            Message::Bind { owner } => self.owner = Some(owner),
            Message::Remove { first, count } => self.remove_nodes(first, count),
            Message::SetBit0 => self.flags |= 1,
            Message::ClearBit0 => self.flags &= !1,
            Message::Tick { .. } => {}
        }
    }

    /// Effects on nodes that are gone go with them; the others keep their node under its new
    /// number. *Stand-in*: that these are the indices message 20 speaks of, and that the nodes of
    /// mode 4 and the target move as well, is our reading of "removes a range and repairs".
    fn remove_nodes(&mut self, first: u32, count: u32) {
        let behind = first.saturating_add(count);
        let is_gone = |attach: Attach| (first..behind).contains(&attach.node);
        let moved = |node: u32| if node >= behind { node - count } else { node };
        self.delete_where(|instance| instance.attach.is_some_and(is_gone));
        for instance in &mut self.instances {
            instance.node = moved(instance.node);
            if let Some(attach) = &mut instance.attach {
                attach.node = moved(attach.node);
            }
        }
        self.target = match self.target {
            Some(Target { attach: Some(attach), .. }) if is_gone(attach) => None,
            Some(Target { attach: Some(attach), point }) => {
                let attach = Attach { node: moved(attach.node), ..attach };
                Some(Target { attach: Some(attach), point })
            }
            other => other,
        };
    }
}
