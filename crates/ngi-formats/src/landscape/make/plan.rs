//! What a landscape is made of, before it is one.

use crate::landscape::types::{MOST_FACES, NO_MATERIAL};
use crate::{Error, Result};

/// What covers one quad of a [`GroundPlan`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Surface {
    /// Row of `<level>1.wea`. Row 0 is the footing of buildings: the shipped game uses it for no
    /// ground.
    pub material: u8,
    /// A second one, drawn over the first with the plan's alphas.
    pub second: Option<u8>,
}

/// Water or lava: everything below its level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lake {
    /// Height of the surface.
    pub level: f32,
    /// Material of the surface.
    pub surface: u8,
    /// Material of the ground below.
    pub bed: u8,
    /// Whether it is lava.
    pub lava: bool,
}

/// A landscape to be made: a grid of heights, and what covers it.
///
/// Quads are counted along x, then along y: quad (x, y) is number `y * quads[0] + x`, point (x, y)
/// is number `y * (quads[0] + 1) + x`. A quad becomes two triangles of level 0; on level 1, two by
/// two quads become one where a square holds an even number of them.
///
/// A lake floods each of those blocks that dips below its level: the ground there becomes its bed,
/// and a flat surface lies above.
#[derive(Debug, Clone, PartialEq)]
pub struct GroundPlan {
    /// What the entries are called: `Land` in the shipped game.
    pub stem: Vec<u8>,
    /// Quads along x and y.
    pub quads: [usize; 2],
    /// Squares of the grid along x and y: 8 × 8 or 16 × 16 in the shipped game. Each holds the
    /// same number of quads.
    pub squares: [usize; 2],
    /// Where point (0, 0) is.
    pub origin: [f32; 2],
    /// Side of a quad.
    pub spacing: f32,
    /// Height of each point.
    pub heights: Vec<f32>,
    /// What covers each quad.
    pub surfaces: Vec<Surface>,
    /// Alpha of the second material at each point; empty for 1 everywhere.
    pub alphas: Vec<f32>,
    /// Water or lava.
    pub lake: Option<Lake>,
    /// Units of the world per turn of the materials' textures: 70 to 513 in the shipped game.
    pub texture_turn: f32,
}

impl GroundPlan {
    /// Flat ground of one material (row 1) at height 0.
    pub fn flat(quads: [usize; 2], squares: [usize; 2], spacing: f32) -> Self {
        let [across, down] = quads;
        let points = across.saturating_add(1).saturating_mul(down.saturating_add(1));
        // A plan that cannot be built needs no room.
        let points = points.min(MOST_FACES);
        Self {
            stem: b"Land".to_vec(),
            quads,
            squares,
            origin: [0.0; 2],
            spacing,
            heights: vec![0.0; points],
            surfaces: vec![
                Surface { material: 1, second: None };
                across.saturating_mul(down).min(MOST_FACES)
            ],
            alphas: Vec::new(),
            lake: None,
            texture_turn: 200.0,
        }
    }

    /// The number of a point; `None` outside.
    pub fn point(&self, x: usize, y: usize) -> Option<usize> {
        let [across, down] = self.quads;
        (x <= across && y <= down).then(|| y * (across + 1) + x)
    }

    /// The number of a quad; `None` outside.
    pub fn quad(&self, x: usize, y: usize) -> Option<usize> {
        let [across, down] = self.quads;
        (x < across && y < down).then(|| y * across + x)
    }

    /// Where a point is.
    pub fn position(&self, x: usize, y: usize) -> [f32; 3] {
        let height = self.point(x, y).and_then(|point| self.heights.get(point));
        [self.coordinate(0, x), self.coordinate(1, y), height.copied().unwrap_or(0.0)]
    }

    /// x or y of a row of points.
    pub(super) fn coordinate(&self, axis: usize, number: usize) -> f32 {
        self.origin.get(axis).copied().unwrap_or(0.0) + self.spacing * number as f32
    }

    /// Fails where the plan cannot become a landscape.
    pub(super) fn validate(&self) -> Result<()> {
        let [across, down] = self.quads;
        let limit = |why: String| Err(Error::limit("quads", why));
        let wrong = |field: &'static str, why: String| Err(Error::usage(field, why));
        let faces = across.checked_mul(down).and_then(|quads| quads.checked_mul(2));
        if faces.is_none_or(|faces| faces > MOST_FACES) {
            return limit(format!("{across} × {down} quads are more than {MOST_FACES} faces"));
        }
        let [squares_x, squares_y] = self.squares;
        let fits = |quads: usize, squares: usize| {
            squares > 0 && quads > 0 && quads.is_multiple_of(squares)
        };
        if !fits(across, squares_x) || !fits(down, squares_y) {
            let why = format!(
                "{across} × {down} quads do not fill {squares_x} × {squares_y} squares evenly"
            );
            return wrong("squares", why);
        }
        let points = (across + 1) * (down + 1);
        let counts = [
            ("heights", self.heights.len(), points, false),
            ("surfaces", self.surfaces.len(), across * down, false),
            ("alphas", self.alphas.len(), points, true),
        ];
        for (field, count, wanted, may_be_empty) in counts {
            if count != wanted && !(may_be_empty && count == 0) {
                return wrong(field, format!("{count} where {wanted} belong"));
            }
        }
        let lake = self.lake.map(|lake| lake.level);
        let numbers = self.heights.iter().chain(&self.alphas).chain(&lake).chain(&self.origin);
        if let Some(number) = numbers.into_iter().find(|number| !number.is_finite()) {
            return wrong("heights", format!("{number} among heights, alphas, origin or level"));
        }
        if self.surfaces.iter().any(|surface| surface.second == Some(NO_MATERIAL)) {
            return wrong("surfaces", "the second material 255 is none".into());
        }
        if !(self.texture_turn.is_finite() && self.texture_turn > 0.0) {
            return wrong("texture_turn", format!("{} units per turn", self.texture_turn));
        }
        // Coordinates wrap at 64 turns, and a face that spans more than 32 looks as if it wrapped.
        // Faces of the coarse level are two quads wide.
        #[allow(clippy::cast_precision_loss)] // quads have 16 bits
        let quads = across.max(down) as f32;
        if quads * self.spacing >= 64.0 * self.texture_turn
            || 2.0 * self.spacing > 32.0 * self.texture_turn
        {
            let why = format!("{} units per turn: coordinates would wrap", self.texture_turn);
            return wrong("texture_turn", why);
        }
        for (axis, count) in [(0, across), (1, down)] {
            let at = |number| self.coordinate(axis, number);
            if !(0..count).all(|number| at(number) < at(number + 1) && at(number + 1).is_finite()) {
                let why = format!("points {} apart fall together at this size", self.spacing);
                return wrong("spacing", why);
            }
        }
        Ok(())
    }
}
