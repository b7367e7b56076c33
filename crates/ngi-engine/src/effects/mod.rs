//! Effects at run time: what the engine does with an FXID file.
//!
//! | question | answered by |
//! |---|---|
//! | what does the player allow | [`Settings`] |
//! | what time is it for an effect | [`time`] |
//! | what does it depend on | [`Inputs`] |
//! | which effects play, and where | [`Manager`] |
//! | what is seen and heard | [`DrawList`] |
//! | one effect alone, at a few moments | [`Player`] |
//!
//! A [`Manager`] loads an effect once as a [`Template`] and plays it as many [`Instance`]s, each
//! with a key. [`Manager::frame`] fills a [`DrawList`] with quads, domes, lights and sounds: plain
//! lists that a renderer draws and a test reads.
//!
//! ```
//! use ngi_engine::effects::{AtRest, PlainLooks, Player, PlayerOptions, View};
//! use ngi_formats::fxid::{Body, Burst, EffectBuf};
//!
//! // Eight sparks that fly apart within a second.
//! let effect = EffectBuf::new(1.0, vec![Body::Burst(Burst::default()).into()]);
//! let mut player = Player::new(&effect, PlayerOptions { seed: 7, ..PlayerOptions::default() });
//! let list = player.at(0.5, &AtRest, &View::default(), &PlainLooks);
//! assert_eq!(list.quads.len(), 8);
//! for quad in &list.quads {
//!     println!("{:?} opacity {}", quad.corners(), quad.paint.colour[3]);
//! }
//! ```
//!
//! The same seed gives the same lists on every machine: the arithmetic is made of operations whose
//! results are fixed, see [`arithmetic`]. What nobody has read from the game yet is in
//! [`stand_ins`], one function each.

pub mod arithmetic;
pub mod bolt;
mod burst;
mod commands;
pub mod curve;
mod dome;
mod emitters;
mod frame;
mod inputs;
mod instance;
mod light;
mod looks;
mod manager;
mod messages;
mod output;
mod painter;
mod player;
mod random;
pub mod settings;
mod sound;
mod sprite;
pub mod stand_ins;
mod stream;
mod surroundings;
mod template;
#[cfg(test)]
mod tests;
pub mod time;

pub use dome::{DomeMesh, dome_mesh, dome_shape};
pub use frame::{Basis, Frame, side, unit};
pub use inputs::{AtRest, Attach, Fixed, Inputs, NodeState};
pub use instance::{Instance, Placement};
pub use light::light_kind;
pub use looks::{Appearance, Looks, PlainLooks};
pub use manager::{
    ALL, Cadence, CreateError, LEVELS, MOST_CATCH_UP, Manager, TOLD_MS, Target, UPDATE_MS,
};
pub use messages::{INITIAL_FLAGS, INTERFACE, Message, controller_key};
pub use output::{
    Dome, DrawList, FAR_EDGE, Item, Light, LightForm, Paint, Quad, Sound, SoundAction, View,
};
pub use player::{Player, PlayerOptions};
pub use random::{Generator, SHARED_STATES, SharedStates, Source};
pub use settings::{Preset, Settings};
pub use sound::begins;
pub use surroundings::Randomness;
pub use template::{Loadable, MOST_PARTICLES, Template, TemplateId};
