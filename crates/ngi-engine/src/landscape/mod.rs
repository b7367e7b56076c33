//! Landscapes at run time: what the engine asks of the ground.
//!
//! | question | answered by |
//! |---|---|
//! | does the level load, and what does the engine say if not | [`Level::load`] |
//! | how high is the ground here | [`Ground::height`]; at points asked once, [`heights`] |
//! | what does a walker stand on | [`Ground::walk`], [`Ground::follow`] |
//! | what does a shot, a look meet | [`Ground::segment`], [`Ground::ray`] |
//! | what is under the mouse | [`Ground::nearest`] |
//! | which faces are in a box | [`Ground::faces_in_box`] |
//! | who is near | [`CellLists`] |
//! | where is water | [`Ground::water`] |
//! | which level of a square is drawn | [`Ground::drawn_level`] |
//! | what does a brush do to it | [`Brush::dab`] |
//!
//! Questions are asked of level 0, the fine one. Space: x east, y north, z up.
//!
//! A number that is none, or infinite, meets nothing.
//!
//! ```
//! use ngi_engine::landscape::{Ground, Ray, walker};
//! use ngi_formats::landscape::{FaceFilter, GroundPlan, Landscape};
//!
//! // A hill 5 high on a map of 80 by 80.
//! let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
//! let top = plan.point(4, 4).ok_or("no such point")?;
//! plan.heights[top] = 5.0;
//! let bytes = plan.build()?.write()?;
//!
//! let ground = Ground::of(&Landscape::read(&bytes)?);
//! let all = FaceFilter::default();
//! assert_eq!(ground.height([40.0, 40.0], &all).map(|at| at.z), Some(5.0));
//! assert_eq!(ground.height([81.0, 40.0], &all), None);
//! // A walker at 2.6 finds the slope at 2.5 below.
//! assert_eq!(ground.walk([40.0, 35.0, 2.6], 1.0, &walker()).map(|at| at.z), Some(2.5));
//! let ray = Ray { origin: [0.0, 40.0, 2.5], direction: [1.0, 0.0, 0.0] };
//! assert_eq!(ground.ray(&ray, &all).map(|hit| hit.point), Some([35.0, 40.0, 2.5]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boxes;
mod brush;
mod cells;
pub mod cut;
mod four;
mod grid;
mod ground;
mod height;
mod index;
mod load;
mod mesh;
mod once;
mod path;
mod rays;
mod seen;
#[cfg(test)]
mod tests;
mod triangle;

pub use brush::{Brush, Tool};
pub use cells::{Area, CellLists, LevelLists, Marked};
pub use grid::Grid;
pub use ground::{Ground, MOST_FACES, Parts, SquareRuns, Water};
pub use height::{Footing, MOST_STEPS, STEEPEST, round, walker};
pub use load::{
    Absent, CollManager, FxManager, Level, LevelError, LightManager, Managers, MatManager, Refusal,
    Render3d, Sound3d,
};
pub use once::{Point, heights};
pub use rays::{Hit, Sides};

pub use crate::model::Ray;
pub use crate::resolve::LevelNames;
