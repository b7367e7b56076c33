//! A landscape under a brush: heights and materials change here and there, and what follows from
//! that is worked out around the change, not for the whole map.
//!
//! When a stroke ends the landscape is what [`LandscapeDoc::follow`] makes of the same change: a
//! value follows only where what is worked out for it differs before and after the stroke.
//!
//! | file | holds |
//! |---|---|
//! | `places` | which vertices, faces and squares are at a place |
//! | `ground` | heights, and what follows from them |
//! | `coat` | materials and alphas, and what follows from them |

mod coat;
mod ground;
mod places;

use std::collections::{BTreeMap, BTreeSet};

use self::places::Places;
use crate::Result;
use crate::geometry::{Aabb, Sphere};
use crate::landscape::LandscapeDoc;
use crate::landscape::types::{DrawEntry, Face};

pub use places::Near;

/// A landscape that is being sculpted.
#[derive(Debug, Clone)]
pub struct Sculpt {
    doc: LandscapeDoc,
    places: Places,
    stroke: Stroke,
    touched: Touched,
}

/// What was there when the stroke began, of what it changed.
#[derive(Debug, Clone, Default)]
struct Stroke {
    positions: BTreeMap<usize, [f32; 3]>,
    faces: BTreeMap<usize, Face>,
    normals: BTreeMap<usize, [i8; 3]>,
    cells: BTreeMap<usize, (Aabb, Sphere)>,
    orders: BTreeMap<usize, Vec<DrawEntry>>,
    /// Whether a face had a second material.
    had_second: bool,
    /// Whether the alphas came with this stroke, because a second material did.
    made_alphas: bool,
    is_changed: bool,
}

/// What a picture of the ground has to show anew.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// Vertices with another place, normal or alpha.
    pub vertices: BTreeSet<usize>,
    /// Faces with other materials.
    pub faces: BTreeSet<usize>,
}

impl Sculpt {
    /// Opens a landscape. Fails where references lead nowhere: there is nothing to follow then.
    pub fn open(bytes: &[u8]) -> Result<Self> {
        let doc = LandscapeDoc::open(bytes)?;
        let places = Places::of(&doc)?;
        let mut sculpt =
            Self { doc, places, stroke: Stroke::default(), touched: Touched::default() };
        sculpt.begin();
        Ok(sculpt)
    }

    /// The landscape as it is now. Its header is up to date between strokes.
    pub fn doc(&self) -> &LandscapeDoc {
        &self.doc
    }

    /// What changed since somebody asked last.
    pub fn take_touched(&mut self) -> Touched {
        std::mem::take(&mut self.touched)
    }

    /// Whether the stroke has changed anything.
    pub fn is_changed(&self) -> bool {
        self.stroke.is_changed
    }

    /// Ends a stroke: gives the bytes of the landscape after it, and begins the next.
    pub fn end_stroke(&mut self) -> Result<Vec<u8>> {
        self.follow_header()?;
        if self.stroke.made_alphas && !self.has_second() {
            self.doc.alphas = None;
        }
        // Places that were apart may have met.
        let moved = self.stroke.positions.keys().copied();
        if self.places.may_have_met(moved) {
            self.places = Places::of(&self.doc)?;
        }
        self.begin();
        self.doc.write()
    }

    fn begin(&mut self) {
        self.stroke = Stroke { had_second: self.has_second(), ..Stroke::default() };
    }

    fn has_second(&self) -> bool {
        self.doc.faces.iter().any(|face| face.second().is_some())
    }

    /// A face is about to change.
    fn keep_face(&mut self, index: usize) -> Option<Face> {
        let now = *self.doc.faces.get(index)?;
        Some(*self.stroke.faces.entry(index).or_insert(now))
    }
}
