//! A walk over a mission: somebody, or a machine, moves over the ground.
//!
//! Nothing here keeps time or asks a keyboard: [`Walker::step`] makes of a state, what is wanted
//! and some seconds the next state. The same steps lead to the same place everywhere.
//!
//! | file | what |
//! |---|---|
//! | `body.rs` | what walks: how large, how fast, what its controller says |
//! | `land.rs` | what it walks on: ground, water, what stands there, the border of the map |
//! | `step.rs` | the state, and the way from one to the next |
//! | `gait.rs` | which state of the controller plays, and which frame of it |
//! | `ride.rs` | a unit as a body: where its parts are while it walks |
//!
//! The engine's own rules: the search for ground upwards as far as the body reaches and then
//! downwards, nothing steeper than 80°, no liquid to stand on, gravity 10, a map that ends its
//! radius before the border, acceleration twice what the controller says, ways through the areals.
//! Units never run into the ground sideways. What nobody knows has a stand-in that is marked `S`.
//!
//! ```
//! use ngi_engine::landscape::Ground;
//! use ngi_engine::walk::{Body, Input, Land, Walker};
//! use ngi_formats::landscape::{GroundPlan, Landscape};
//!
//! let bytes = GroundPlan::flat([8, 8], [2, 2], 10.0).build()?.write()?;
//! let ground = Ground::of(&Landscape::read(&bytes)?);
//! let land = Land { ground: &ground, areals: None, obstacles: &[] };
//! let body = Body::on_foot();
//! let mut walker = Walker::start([40.0, 40.0, 3.0], 0.0, &body, &land).ok_or("no ground")?;
//! for _ in 0..60 {
//!     walker = walker.step(&Input { forward: 1.0, ..Input::default() }, 0.05, &body, &land);
//! }
//! let [x, y, z] = walker.position;
//! assert!(x == 40.0 && y > 45.0 && z == 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod gait;
mod land;
mod ride;
mod step;
#[cfg(test)]
mod tests;

pub use body::Body;
pub use gait::{Gait, Gaits};
pub use land::{Land, Obstacle, obstacles};
pub use ride::{PosedPart, Ride};
pub use step::{Input, Walker};
