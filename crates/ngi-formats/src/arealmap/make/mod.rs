//! What makes areal maps: a [`Plan`] of polygons, split where they meet in a T, linked where they
//! share an edge, measured.
//!
//! Reading needs nothing from here.

mod build;
mod follow;
mod junctions;
pub(super) mod links;

pub use build::{Plan, PlannedAreal};
pub(super) use build::{measured, proper_area};
