//! What makes models: a [`Blueprint`] says what one is made of and builds it, tracks become keys
//! and a frame map, numbers become packed ones, and what follows from other tables is worked out.
//!
//! Reading needs nothing from here.

mod blueprint;
mod build;
mod derive;
mod encode;
mod follow;
mod frames;
mod mend;
mod plan;
mod tracks;

pub use blueprint::{Blueprint, Face, Mesh, Part, PlainNode, Streams, Vertex};
pub use derive::{Change, Dependency, Update, link};
pub use encode::{encode_quaternion, encode_uv};
pub use follow::Derived;
pub use tracks::{EncodedTracks, Track, encode_tracks};
