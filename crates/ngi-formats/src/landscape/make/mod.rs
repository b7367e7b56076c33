//! What makes landscapes: a [`GroundPlan`] says what one is made of and builds it, draw orders are
//! baked, and what follows from other chunks is worked out.
//!
//! Reading needs nothing from here.

mod build;
mod derive;
mod follow;
mod mend;
mod order;
mod plan;
mod sculpt;

pub use derive::{Change, Derived};
pub(crate) use mend::{is_unit, replace};
pub use plan::{GroundPlan, Lake, Surface};
pub use sculpt::{Near, Sculpt, Touched};
