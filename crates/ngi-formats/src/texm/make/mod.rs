//! What makes textures of pictures: smaller levels, 256 colours for any picture, pixels in the
//! format that is asked for.
//!
//! Reading needs nothing from here.

mod build;
mod cut;
mod encode;
mod mips;
mod quantise;

pub use build::{Levels, Options};
pub use encode::encode_pixels;
pub(super) use mips::build_chain;
pub use quantise::{Quantised, indices_for, quantise};
