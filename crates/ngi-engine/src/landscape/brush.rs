//! A brush over the ground: what a dab of it does to heights and materials.
//!
//! Tools of ours: the game has none. A dab is worked out from the landscape alone, so that a
//! program and a window do the same.
//!
//! ```
//! use ngi_engine::landscape::{Brush, Tool};
//! use ngi_formats::landscape::{GroundPlan, Sculpt};
//!
//! let bytes = GroundPlan::flat([8, 8], [2, 2], 10.0).build()?.write()?;
//! let mut ground = Sculpt::open(&bytes)?;
//! let brush = Brush { tool: Tool::Raise, radius: 15.0, strength: 2.0 };
//! brush.dab(&mut ground, [40.0, 40.0])?;
//! let top = ground.near([40.0, 40.0], 0.1).first().and_then(|at| ground.height(at.column));
//! assert_eq!(top, Some(2.0));
//! let changed = ground.end_stroke()?;
//! assert_eq!(changed.len(), bytes.len());
//! # Ok::<(), ngi_formats::Error>(())
//! ```

use ngi_formats::Result;
use ngi_formats::landscape::{Near, Sculpt};

/// What a brush does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tool {
    /// Raises the ground, by so many units a dab as the strength says.
    Raise,
    /// Lowers it.
    Lower,
    /// Brings each vertex towards the mean of those around it.
    Smooth,
    /// Brings the ground towards a height, by the share that the strength says.
    Flatten(f32),
    /// Sets the height, whatever the strength is.
    SetHeight(f32),
    /// Gives faces another first material: a row of `<level>1.wea`.
    First(u8),
    /// Gives faces a second material, or none.
    Second(Option<u8>),
    /// Brings the share of the second material towards this, 0 to 1.
    Blend(f32),
}

impl Tool {
    /// Whether it gives faces other materials, and leaves the shape alone.
    pub fn paints(&self) -> bool {
        matches!(self, Self::First(_) | Self::Second(_))
    }
}

/// A brush: a circle on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Brush {
    /// What it does.
    pub tool: Tool,
    /// How large it is, in units of the world.
    pub radius: f32,
    /// How much a dab does: units for raising and lowering, else a share of 0 to 1.
    pub strength: f32,
}

impl Brush {
    /// How much of a dab counts at a distance from its middle: all of it there, none at the edge,
    /// smooth between.
    pub fn weight(&self, distance: f32) -> f32 {
        if !(self.radius > 0.0 && distance < self.radius) {
            return 0.0;
        }
        let share = 1.0 - (distance / self.radius).powi(2);
        share * share
    }

    /// One dab. Shores and surfaces of liquids stay.
    pub fn dab(&self, ground: &mut Sculpt, at: [f32; 2]) -> Result<()> {
        match self.tool {
            Tool::First(row) => {
                let faces = ground.faces_near(at, self.radius);
                ground.paint(&faces, Some(row), None)
            }
            Tool::Second(row) => {
                let faces = ground.faces_near(at, self.radius);
                ground.paint(&faces, None, Some(row))
            }
            Tool::Blend(goal) => {
                let blended = self.blended(ground, at, goal);
                ground.blend(&blended)
            }
            _ => {
                let raised = self.raised(ground, at);
                ground.raise(&raised)
            }
        }
    }

    /// By how much each column is raised.
    fn raised(&self, ground: &Sculpt, at: [f32; 2]) -> Vec<(usize, f32)> {
        let share = self.strength.clamp(0.0, 1.0);
        let way = |near: &Near| {
            let weight = self.weight(near.distance);
            let height = ground.height(near.column)?;
            let by = match self.tool {
                Tool::Raise => self.strength * weight,
                Tool::Lower => -self.strength * weight,
                Tool::Smooth => (mean_around(ground, near.column)? - height) * weight * share,
                Tool::Flatten(goal) => (goal - height) * weight * share,
                Tool::SetHeight(goal) => goal - height,
                Tool::First(_) | Tool::Second(_) | Tool::Blend(_) => return None,
            };
            (by != 0.0 && by.is_finite()).then_some((near.column, by))
        };
        ground.near(at, self.radius).iter().filter_map(way).collect()
    }

    fn blended(&self, ground: &Sculpt, at: [f32; 2], goal: f32) -> Vec<(usize, f32)> {
        let share = self.strength.clamp(0.0, 1.0);
        let of = |near: &Near| {
            let now = ground.alpha(near.column)?;
            let to = now + (goal.clamp(0.0, 1.0) - now) * self.weight(near.distance) * share;
            Some((near.column, to.clamp(0.0, 1.0)))
        };
        ground.near(at, self.radius).iter().filter_map(of).collect()
    }
}

/// The mean height of the columns around one; those of shores count, as they are neighbours too.
fn mean_around(ground: &Sculpt, column: usize) -> Option<f32> {
    let around = ground.around(column);
    let heights: Vec<f32> = around.iter().filter_map(|at| ground.height(*at)).collect();
    let count = u16::try_from(heights.len()).ok().filter(|count| *count > 0)?;
    Some(heights.iter().sum::<f32>() / f32::from(count))
}

#[cfg(test)]
mod tests {
    use ngi_formats::landscape::{GroundPlan, LandscapeDoc};

    use super::*;

    fn ground() -> Sculpt {
        let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
        for y in 0..=8usize {
            for x in 0..=8usize {
                let point = plan.point(x, y).unwrap();
                plan.heights[point] = f32::from(u8::try_from((x * 7 + y * 3) % 5).unwrap());
            }
        }
        Sculpt::open(&plan.build().unwrap().write().unwrap()).unwrap()
    }

    /// Every height by its place.
    fn heights(doc: &LandscapeDoc) -> Vec<([f32; 2], f32)> {
        let mut all: Vec<_> = doc.positions.iter().map(|[x, y, z]| ([*x, *y], *z)).collect();
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        all.dedup();
        all
    }

    fn at(doc: &LandscapeDoc, place: [f32; 2]) -> f32 {
        heights(doc).iter().find(|(at, _)| *at == place).unwrap().1
    }

    #[test]
    fn each_tool_against_every_height_by_hand() {
        let (middle, radius) = ([35.0, 42.0], 27.0);
        for tool in [Tool::Raise, Tool::Lower, Tool::Smooth, Tool::Flatten(9.0)] {
            let brush = Brush { tool, radius, strength: 0.5 };
            let mut after = ground();
            let before = after.doc().clone();
            brush.dab(&mut after, middle).unwrap();
            for ([x, y], z) in heights(&before) {
                let distance = (x - middle[0]).hypot(y - middle[1]);
                let share = (1.0 - distance * distance / (radius * radius)).max(0.0);
                let weight = share * share;
                let wanted = match tool {
                    Tool::Raise => z + 0.5 * weight,
                    Tool::Lower => z - 0.5 * weight,
                    Tool::Flatten(goal) => z + (goal - z) * weight * 0.5,
                    _ => {
                        // Edges of the plan's quads: along the axes, and one diagonal each.
                        let around = neighbours(&before, [x, y]);
                        let mean = around.iter().sum::<f32>() / around.len() as f32;
                        z + (mean - z) * weight * 0.5
                    }
                };
                let found = at(after.doc(), [x, y]);
                assert!((found - wanted).abs() < 1e-4, "{tool:?} {x} {y}: {found} {wanted}");
            }
        }
    }

    /// The heights at the ends of all fine edges from a place, by looking at every face.
    fn neighbours(doc: &LandscapeDoc, place: [f32; 2]) -> Vec<f32> {
        let mut around = Vec::new();
        for face in doc.faces.iter().take(doc.split()) {
            let corners = face.vertices.map(|at| doc.positions.records[usize::from(at)]);
            if corners.iter().any(|[x, y, _]| [*x, *y] == place) {
                around.extend(corners.iter().filter(|[x, y, _]| [*x, *y] != place).copied());
            }
        }
        around.sort_by(|a, b| a.partial_cmp(b).unwrap());
        around.dedup();
        around.iter().map(|[_, _, z]| *z).collect()
    }

    #[test]
    fn setting_a_height_sets_all_in_the_circle_and_nothing_else() {
        let mut after = ground();
        let before = after.doc().clone();
        let brush = Brush { tool: Tool::SetHeight(3.25), radius: 20.0, strength: 0.0 };
        brush.dab(&mut after, [40.0, 40.0]).unwrap();
        for ([x, y], z) in heights(&before) {
            let inside = (x - 40.0).hypot(y - 40.0) <= 20.0;
            assert_eq!(at(after.doc(), [x, y]), if inside { 3.25 } else { z }, "{x} {y}");
        }
    }

    #[test]
    fn paint_covers_faces_whose_middles_are_in_the_circle() {
        let mut after = ground();
        let brush = Brush { tool: Tool::First(7), radius: 18.0, strength: 1.0 };
        brush.dab(&mut after, [30.0, 30.0]).unwrap();
        let doc = after.doc();
        for (index, face) in doc.faces.iter().enumerate() {
            let corners = face.vertices.map(|at| doc.positions.records[usize::from(at)]);
            let middle = |axis: usize| corners.iter().map(|at| at[axis]).sum::<f32>() / 3.0;
            let inside = (middle(0) - 30.0).hypot(middle(1) - 30.0) <= 18.0;
            assert_eq!(face.material == 7, inside, "face {index}");
        }
    }

    #[test]
    fn nothing_happens_beside_the_map_or_without_a_size() {
        let mut after = ground();
        for (at, radius) in [([500.0, 500.0], 20.0), ([40.0, 40.0], 0.0), ([f32::NAN; 2], 9.0)] {
            Brush { tool: Tool::Raise, radius, strength: 1.0 }.dab(&mut after, at).unwrap();
            Brush { tool: Tool::First(7), radius, strength: 1.0 }.dab(&mut after, at).unwrap();
        }
        assert!(!after.is_changed());
    }
}
