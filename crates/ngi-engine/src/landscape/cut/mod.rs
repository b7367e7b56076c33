//! Buildings cut the ground they stand on.
//!
//! A building brings two rings. Ground inside the outer ring is taken away; what is left of faces
//! that the ring crosses is triangulated anew and keeps what it was. Between the rings lies a band of
//! stone: a constrained triangulation from the cut contour, at the height the ground has there, to
//! the inner ring, at the height the building has. Inside the inner ring there is no ground: the
//! building has a floor. Both levels of detail are cut, each along its own contour.
//!
//! Liquids are not cut. What cannot be cut is left as it was, and says why.
//!
//! ```
//! use ngi_engine::landscape::cut::{Cutter, Footprint};
//! use ngi_engine::landscape::Ground;
//! use ngi_formats::landscape::{FaceFilter, GroundPlan, Landscape};
//!
//! let bytes = GroundPlan::flat([8, 8], [2, 2], 10.0).build()?.write()?;
//! let mut cutter = Cutter::new(&Landscape::read(&bytes)?)?;
//! let ring = |side: f32, z: f32| {
//!     vec![[40.0 - side, 40.0 - side, z], [40.0 + side, 40.0 - side, z],
//!          [40.0 + side, 40.0 + side, z], [40.0 - side, 40.0 + side, z]]
//! };
//! let cut = cutter.cut(&Footprint { outer: ring(12.0, 0.0), inner: ring(8.0, 1.0) })?;
//! assert_eq!(cut.mean, 0.0);
//! let bytes = cutter.finish()?.write()?;
//! let ground = Ground::of(&Landscape::read(&bytes)?);
//! let height = |x| ground.height([x, 40.0], &FaceFilter::default()).map(|at| at.z);
//! assert_eq!([height(27.0), height(30.0), height(35.0)], [Some(0.0), Some(0.5), None]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod band;
mod carve;
mod rings;
mod soil;
#[cfg(test)]
mod tests;

use ngi_formats::landscape::{FaceFlags, Landscape, LandscapeDoc};

use carve::Carved;
use rings::{Point, Ring};
use soil::Soil;

pub use rings::MOST_CORNERS;

/// What the engine's own faces around a building have for flags.
pub const BAND_FLAGS: FaceFlags = FaceFlags(0x300);
/// Turns of the texture on a metre of the band.
pub const BAND_TURNS: f64 = 0.066;

/// Where a building stands, in the world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Footprint {
    /// The ring that the ground is cut along; heights are those of the ground.
    pub outer: Vec<[f32; 3]>,
    /// The ring inside of which there is no ground, at the height of the building.
    pub inner: Vec<[f32; 3]>,
}

impl Footprint {
    /// The same, turned about a point seen from above.
    #[must_use]
    pub fn turned(&self, about: [f32; 3], angle: f32) -> Self {
        let [outer, inner] = [&self.outer, &self.inner].map(|ring| turned(ring, about, angle));
        Self { outer, inner }
    }
}

/// A ring that is turned about a point seen from above.
pub fn turned(ring: &[[f32; 3]], [ax, ay, _]: [f32; 3], angle: f32) -> Vec<[f32; 3]> {
    let (sin, cos) = crate::portable::sin_cos(angle);
    let turn = |[x, y, z]: &[f32; 3]| {
        let (dx, dy) = (x - ax, y - ay);
        [ax + dx * cos - dy * sin, ay + dx * sin + dy * cos, *z]
    };
    ring.iter().map(turn).collect()
}

/// What a cut did.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Cut {
    /// The cut contour of the fine level: the outer ring with every place where it meets an edge of
    /// the ground, at the height of the ground.
    pub contour: Vec<[f32; 3]>,
    /// The mean height of that contour's corners.
    pub mean: f32,
    /// Faces that were taken away, of both levels.
    pub taken: usize,
    /// Faces that were made: what is left of those, and the band.
    pub made: usize,
}

/// Why the ground is not cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoCut {
    /// A corner is no number, or farther away than any map.
    #[error("a ring has a corner that is nowhere")]
    NotFinite,
    /// A ring has too many corners.
    #[error("a ring has more than {MOST_CORNERS} corners")]
    TooLong,
    /// A ring has no area.
    #[error("a ring has no area")]
    Flat,
    /// A ring crosses itself, or the rings cross each other.
    #[error("the rings cross themselves or each other")]
    Crossing,
    /// Some of the outer ring is not over ground.
    #[error("the outer ring leaves the ground")]
    OffGround,
    /// More than a footprint can sensibly cover.
    #[error("the outer ring covers too many faces, or too many rings do")]
    TooMuch,
    /// There would be more faces or vertices than a landscape can have.
    #[error("the ground would have more faces than it can")]
    Full,
    /// The squares of the landscape do not hold each face once.
    #[error("the squares of the ground do not hold each of its faces once")]
    Unsound,
}

/// Faces that all footprints of a landscape touch together, at most: a mission whose buildings stand
/// on each other would take for ever.
const MOST_WORK: usize = 1 << 17;
/// What every attempt costs besides, in faces.
const ATTEMPT: usize = 16;

/// Cuts footprints out of a landscape, one after another.
#[derive(Debug)]
pub struct Cutter {
    soil: Soil,
    is_full: bool,
    /// Faces that were touched so far.
    work: usize,
}

impl Cutter {
    /// Takes a landscape to cut. Refuses one whose squares do not hold each face once.
    pub fn new(land: &Landscape<'_>) -> Result<Self, NoCut> {
        Ok(Self { soil: Soil::of(land)?, is_full: false, work: 0 })
    }

    /// The contour a ring would be cut along: where it meets the ground of the fine level, and the
    /// mean height of its corners. Nothing is changed.
    pub fn contour(&mut self, outer: &[[f32; 3]]) -> Result<(Vec<[f32; 3]>, f32), NoCut> {
        let ring = Ring::new(&flat(outer))?;
        let carved = self.carve(0, &ring)?;
        Ok((carved.contour_points(), carved.mean()))
    }

    fn carve(&mut self, level: usize, ring: &Ring) -> Result<Carved, NoCut> {
        if self.work > MOST_WORK {
            return Err(NoCut::TooMuch);
        }
        self.work += ATTEMPT;
        let carved = carve::carve(&self.soil, level, ring)?;
        self.work += carved.touched();
        Ok(carved)
    }

    /// Cuts a footprint. Where it cannot, nothing is changed.
    pub fn cut(&mut self, footprint: &Footprint) -> Result<Cut, NoCut> {
        if self.is_full {
            return Err(NoCut::Full);
        }
        let outer = Ring::new(&flat(&footprint.outer))?;
        let inner = Ring::new(&flat(&footprint.inner))?;
        if !lies_in(&inner, &outer) {
            return Err(NoCut::Crossing);
        }
        let levels = [0, 1].map(|level| {
            let carved = self.carve(level, &outer)?;
            let band = band::band(&carved, &inner, &footprint.inner)?;
            Ok::<_, NoCut>((carved, band))
        });
        let [fine, coarse] = levels;
        let (fine, coarse) = (fine?, coarse?);
        let contour = fine.0.contour_points();
        let mean = fine.0.mean();
        let more = [&fine, &coarse].map(|(carved, band)| carved.remains.len() + band.len());
        if !self.soil.has_room_for(more.iter().sum()) {
            self.is_full = true;
            return Err(NoCut::Full);
        }
        let (mut taken, mut made) = (0, 0);
        for (level, (carved, band)) in [fine, coarse].into_iter().enumerate() {
            let (less, more) = self.soil.replace(level, carved, &band);
            taken += less;
            made += more;
        }
        Ok(Cut { contour, mean, taken, made })
    }

    /// The landscape as it is now: links, boxes and the draw order follow.
    pub fn finish(self) -> ngi_formats::Result<LandscapeDoc> {
        self.soil.into_doc()
    }
}

fn flat(ring: &[[f32; 3]]) -> Vec<Point> {
    ring.iter().map(|[x, y, _]| [f64::from(*x), f64::from(*y)]).collect()
}

/// Whether a ring lies in another and does not touch it.
fn lies_in(inner: &Ring, outer: &Ring) -> bool {
    inner.corners.iter().all(|corner| outer.holds(*corner))
        && !inner.edges().any(|edge| outer.touches(edge))
}
