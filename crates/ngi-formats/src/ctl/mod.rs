//! CTLD (`.ctl`): how an object moves and what its parts do. States with the frames they play,
//! channels that turn single nodes, components (guns, engines, doors), and groups of actions that
//! run when something happens.
//!
//! ```text
//! 0x00  u32[5]   A states, B contacts of each, C channels, D components, E groups
//! 0x14           frame: 27 numbers about the whole object
//! 0x80           A × { state of 156 bytes, B × contact of 16 bytes }
//!                f32[A × A]  what it costs to go from one state to another
//!                C × channel of 36 bytes
//!                D × { component of 176 bytes, its channels, its label }
//!                i32[21]     which group runs at which event; -1 for none
//!                E × { u32 n, n × action of 100 bytes }
//! ```
//!
//! [`Control`] reads without copying, [`ControlBuf`] owns what it read, changes it and writes it.
//! B is one number for all states; the table of costs has a row and a column for each state, which
//! come and go with it.
//!
//! ```
//! use ngi_formats::ctl::{Control, ControlBuf, NO_WAY, StateBuf};
//!
//! // What 6 files of the game are: a frame, and nothing that ever runs.
//! let mut control = ControlBuf::default();
//! assert_eq!(control.write()?.len(), 212);
//!
//! control.add_state(StateBuf::default())?;
//! control.add_state(StateBuf::default())?;
//! let bytes = control.write()?;
//! let read = Control::read(&bytes)?;
//! assert_eq!(read.states().count(), 2);
//! assert_eq!(read.cost(1, 0), Some(NO_WAY));
//! assert_eq!(read.to_buf(), control);
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod action;
mod check;
pub mod codes;
mod component;
mod document;
mod edit;
mod follow;
mod read;
mod state;
#[cfg(test)]
mod tests;
mod types;

pub use action::{Action, ActionFlags, ActionKind, Conditions, Events, GroupHead};
pub use check::check;
pub use codes::CODES;
pub use component::{Component, ComponentClass, LabelHead};
pub use document::{DOCUMENT, KAITAI, RECORDS, make, remains, tree};
pub use edit::{ComponentBuf, ControlBuf, StateBuf};
pub use follow::follow_list;
pub use read::{ComponentView, Control, StateView};
pub use state::{Contact, ContactFlags, State, StateAxes, StateMode};
pub use types::{
    Channel, ChannelFlags, Counts, FULL_TURN, Frame, FrameFlags, NO_WAY, QUARTER_TURN, SlopeMode,
};
