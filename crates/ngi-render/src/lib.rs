//! Draws what `ngi-engine` computes, with `wgpu`: in a window or without one.
//!
//! | question | answered by |
//! |---|---|
//! | what is drawn at a moment | [`Frame`]: plain lists that tests read |
//! | what is looked at | [`Scene`]: models, textures, materials, landscapes, effects |
//! | from where, when, and with what on top | [`View`], [`Camera`], [`Overlays`] |
//! | how bright is a vertex | [`light`], and the same sums in the shader |
//! | how it gets on the screen | [`Gpu`], [`Renderer`], [`Target`] |
//! | how it becomes a file | [`Picture`] |
//!
//! Nothing here keeps time: the caller names the moment. A [`Frame`] needs no graphics card; a
//! [`Renderer`] draws it with one, within the limits of WebGL 2.
//!
//! Colours are mixed as the game mixes them: on stored values, without gamma. Targets are
//! therefore never sRGB.
#![forbid(unsafe_code)]

mod animation;
mod bounds;
pub mod camera;
mod font;
pub mod frame;
mod gpu;
pub mod light;

mod numbers;
mod open;
pub mod overlay;
mod picture;
pub mod scene;
mod shots;
mod studio;

pub use animation::{Animation, Reel};
pub use bounds::Bounds;
pub use camera::Camera;
pub use frame::{Frame, Store};
pub use gpu::{Blit, DRIVER_ADVICE, Drawn, Gpu, GpuError, ReadBack, Renderer, Target};
pub use open::{OpenError, kind_of, open, open_level, open_model, wear_beside};
pub use picture::{Picture, PictureError};
pub use scene::{Overlays, Scene, View};
pub use shots::{Aim, Series};
pub use studio::{Studio, write_labels};
