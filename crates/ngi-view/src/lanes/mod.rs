//! Keys on a time line: what happens to the parts of something, a lane each.
//!
//! | file | holds |
//! |---|---|
//! | `nodes` | keys of a model's nodes |
//! | `windows` | windows of an effect's commands, and what runs from start to end in them |
//! | `phases` | which phase a track of a material shows until when |
//! | `preview` | what is pulled, seen before it is let go |
//! | `desk` | what is selected and pulled, and requests for changes |
//!
//! Times are in the unit of the file: frames, shares of an effect's time, milliseconds.

mod desk;
pub mod nodes;
pub mod phases;
mod preview;
pub mod windows;

pub(crate) use desk::{Lanes, Read, What};
pub use nodes::{KeyAt, NodeLanes};
pub use phases::Tracks;
pub(crate) use preview::Preview;
pub use windows::Commands;
