//! Areals at run time: where a point is, who borders on whom, the way from here to there.
//!
//! The engine answers these through two interfaces, one of the map (`ISystemArealMap`, 770) and
//! one of a single areal (771). Here both are one plain type, [`Areals`].
//!
//! | question | answered by |
//! |---|---|
//! | does the map load, and what does the engine say if not | [`Areals::load`] |
//! | which areal is under a point | [`Areals::at`] |
//! | what is an areal | [`Areals::areal`] |
//! | who borders on it | [`Areals::neighbours`] |
//! | where may a walker go from it | [`Areals::steps`] |
//! | may a walker stand here | [`Areals::is_free`] |
//! | which way to go | [`Router::route`], [`Areals::route`] |
//!
//! After reading, the engine moves anchors that are outside their polygon ([`AnchorRule`]) and
//! links walkable areals anew; so does [`Areals::load`].
//!
//! ```
//! use ngi_engine::arealmap::{Areals, LoadOptions, RouteOptions};
//! use ngi_formats::arealmap::Plan;
//!
//! let mut plan = Plan::new(8, 8);
//! for x in [0.0, 10.0, 20.0] {
//!     plan.add(&[[x, 0.0, 0.0], [x + 10.0, 0.0, 0.0], [x + 10.0, 10.0, 0.0], [x, 10.0, 0.0]]);
//! }
//! let areals = Areals::load(&plan.build()?.write_file()?, &LoadOptions::default())?;
//! assert_eq!(areals.at(12.0, 3.0), Some(1));
//! let route = areals.route([1.0, 5.0], [29.0, 5.0], &RouteOptions::default())?;
//! assert_eq!(route.areals, [0, 1, 2]);
//! assert_eq!(route.cost, 22.0); // twice ten from centre to centre, and one for each step
//! assert_eq!(route.points[1], [10.0, 5.0, 0.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anchors;
mod corridor;
mod cutouts;
mod graph;
mod landmarks;
mod load;
mod map;
mod point;
mod rand;
mod route;
#[cfg(test)]
mod tests;

pub use anchors::AnchorRule;
pub use cutouts::CutoutId;
pub use graph::Step;
pub use load::{LoadError, LoadOptions};
pub use map::{Areal, Areals, Neighbour};
pub use rand::Rand;
pub use route::{MOST_NODES, NoRoute, Route, RouteOptions, Router};
