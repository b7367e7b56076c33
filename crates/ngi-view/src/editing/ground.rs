//! The brush over a landscape: what is chosen for it, and a stroke while it lasts.

use std::collections::BTreeSet;

use ngi_engine::landscape::{Brush, Tool};
use ngi_formats::landscape::{Sculpt, Touched};

use crate::shortcuts::Words;

/// What the brush does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// Raises.
    #[default]
    Raise,
    /// Lowers.
    Lower,
    /// Smooths.
    Smooth,
    /// Brings to the height under the pointer at the beginning of the stroke.
    Flatten,
    /// Brings to a height that is typed.
    SetHeight,
    /// Paints the first material.
    First,
    /// Paints the second material.
    Second,
    /// Takes the second material away.
    Plain,
    /// Brings the share of the second material to one that is typed.
    Blend,
}

impl Kind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 9] = [
        Self::Raise,
        Self::Lower,
        Self::Smooth,
        Self::Flatten,
        Self::SetHeight,
        Self::First,
        Self::Second,
        Self::Plain,
        Self::Blend,
    ];

    /// What it is called.
    pub fn words(self) -> Words {
        match self {
            Self::Raise => |t| t.brush_raise,
            Self::Lower => |t| t.brush_lower,
            Self::Smooth => |t| t.brush_smooth,
            Self::Flatten => |t| t.brush_flatten,
            Self::SetHeight => |t| t.brush_set,
            Self::First => |t| t.brush_first,
            Self::Second => |t| t.brush_second,
            Self::Plain => |t| t.brush_plain,
            Self::Blend => |t| t.brush_blend,
        }
    }

    /// Returns the tooltip of the brush.
    pub fn tip(self) -> Words {
        match self {
            Self::Raise => |t| t.tips().raise,
            Self::Lower => |t| t.tips().lower,
            Self::Smooth => |t| t.tips().smooth,
            Self::Flatten => |t| t.tips().flatten,
            Self::SetHeight => |t| t.tips().set_height,
            Self::First => |t| t.tips().first,
            Self::Second => |t| t.tips().second,
            Self::Plain => |t| t.tips().plain,
            Self::Blend => |t| t.tips().blend,
        }
    }

    /// Whether it gives faces a material of the list.
    pub fn paints(self) -> bool {
        matches!(self, Self::First | Self::Second)
    }

    /// Whether its strength counts.
    pub fn has_strength(self) -> bool {
        matches!(self, Self::Raise | Self::Lower | Self::Smooth | Self::Flatten | Self::Blend)
    }
}

/// Sizes a brush may have, in units of the world.
pub const RADII: std::ops::RangeInclusive<f32> = 1.0..=200.0;
/// At full strength the middle is raised by so many sizes of the brush in a second.
const PACE: f32 = 0.6;
/// How much of the way a share goes in a second, in times.
const SHARE_PACE: f32 = 6.0;
/// Slopes that areals can be told not to be walked on from, in degrees.
pub const SLOPES: std::ops::RangeInclusive<f32> = 1.0..=90.0;
/// Faces that are steeper carry nobody in the game, in degrees. From which slope on its makers took
/// areals for steep is not known.
const CARRIES_NOBODY: f32 = 80.0;
/// Dabs between two places of the pointer, at most.
const MOST_BETWEEN: u8 = 24;

/// The brush, and the ground under it.
pub struct GroundTool {
    /// What it does.
    pub kind: Kind,
    /// How large it is.
    pub radius: f32,
    /// How strong, 0 to 1.
    pub strength: f32,
    /// The height to be set.
    pub height: f32,
    /// The row of the material to be painted.
    pub row: u8,
    /// The share of the second material.
    pub share: f32,
    /// Whether areals whose ground becomes too steep are not walked on.
    pub minds_slopes: bool,
    /// From which slope on, in degrees.
    pub slope: f32,
    /// What the rows are called.
    pub materials: Vec<String>,
    /// The level of the liquid that is being typed.
    pub(crate) water: Option<f32>,
    sculpt: Option<Sculpt>,
    /// The bytes of its last stroke.
    given: Option<Vec<u8>>,
    /// The same, until the document has them: that is the next frame's work.
    ended: Option<Vec<u8>>,
    /// Why there is none.
    pub trouble: Option<String>,
    stroke: Option<Stroke>,
    /// Faces that this stroke painted: they are drawn so when it ends.
    pub(crate) painted: BTreeSet<usize>,
}

/// A stroke.
struct Stroke {
    last: [f32; 2],
    /// How high the ground was where it began.
    height: f32,
}

impl Default for GroundTool {
    fn default() -> Self {
        Self {
            kind: Kind::Raise,
            radius: 20.0,
            strength: 0.5,
            height: 0.0,
            row: 1,
            share: 0.5,
            minds_slopes: false,
            slope: CARRIES_NOBODY,
            materials: Vec::new(),
            water: None,
            sculpt: None,
            given: None,
            ended: None,
            trouble: None,
            stroke: None,
            painted: BTreeSet::new(),
        }
    }
}

impl GroundTool {
    /// The same brush for another landscape.
    pub(crate) fn for_another(self) -> Self {
        let Self { kind, radius, strength, height, row, share, minds_slopes, slope, .. } = self;
        let choices = Self { minds_slopes, slope, ..Self::default() };
        Self { kind, radius, strength, height, row, share, ..choices }
    }

    /// From which slope on areals shall not be walked on, in degrees; `None` where that stays.
    pub(crate) fn steepest(&self) -> Option<f32> {
        self.minds_slopes.then_some(self.slope)
    }

    /// Whether it has a ground to work on, or knows that it cannot have one.
    pub(crate) fn is_ready(&self) -> bool {
        self.sculpt.is_some() || self.trouble.is_some()
    }

    /// Takes a ground to work on.
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        match Sculpt::open(bytes) {
            Ok(sculpt) => (self.sculpt, self.trouble) = (Some(sculpt), None),
            Err(error) => (self.sculpt, self.trouble) = (None, Some(error.to_string())),
        }
        self.stroke = None;
        self.painted.clear();
    }

    /// Somebody else changed the ground.
    pub(crate) fn forget(&mut self) {
        (self.sculpt, self.trouble, self.stroke) = (None, None, None);
        self.ended = None;
        self.painted.clear();
    }

    /// Whether its ground is what these bytes say: what its last stroke gave.
    pub(crate) fn is_at(&self, bytes: &[u8]) -> bool {
        self.given.as_deref() == Some(bytes)
    }

    /// The ground as it is now.
    pub fn sculpt(&self) -> Option<&Sculpt> {
        self.sculpt.as_ref()
    }

    /// Whether a stroke lasts.
    pub fn is_stroking(&self) -> bool {
        self.stroke.is_some()
    }

    /// The brush of a dab that lasts so many seconds.
    fn brush(&self, height: f32, seconds: f32) -> Brush {
        let share = 1.0 - (-self.strength * seconds * SHARE_PACE).exp();
        let (tool, strength) = match self.kind {
            Kind::Raise => (Tool::Raise, self.strength * self.radius * PACE * seconds),
            Kind::Lower => (Tool::Lower, self.strength * self.radius * PACE * seconds),
            Kind::Smooth => (Tool::Smooth, share),
            Kind::Flatten => (Tool::Flatten(height), share),
            Kind::SetHeight => (Tool::SetHeight(self.height), 1.0),
            Kind::First => (Tool::First(self.row), 1.0),
            Kind::Second => (Tool::Second(Some(self.row)), 1.0),
            Kind::Plain => (Tool::Second(None), 1.0),
            Kind::Blend => (Tool::Blend(self.share), share),
        };
        Brush { tool, radius: self.radius, strength }
    }

    /// Dabs at a point of the ground for a while, and on the way there from the last point. Gives
    /// what a picture has to show anew.
    pub fn dab(&mut self, at: [f32; 3], seconds: f32) -> Result<Touched, String> {
        let [x, y, z] = at;
        let stroke = self.stroke.get_or_insert(Stroke { last: [x, y], height: z });
        let ([from_x, from_y], height) = (stroke.last, stroke.height);
        stroke.last = [x, y];
        let far = (x - from_x).hypot(y - from_y);
        let steps = 1 + between(far, self.radius);
        let brush = self.brush(height, seconds / f32::from(steps));
        let Some(sculpt) = &mut self.sculpt else { return Ok(Touched::default()) };
        for step in 1..=steps {
            let share = f32::from(step) / f32::from(steps);
            let at = [from_x + (x - from_x) * share, from_y + (y - from_y) * share];
            brush.dab(sculpt, at).map_err(|error| error.to_string())?;
        }
        let touched = sculpt.take_touched();
        self.painted.extend(&touched.faces);
        Ok(touched)
    }

    /// Ends the stroke: its bytes are there to be taken in the next frame.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        self.ended = self.end()?.or(self.ended.take());
        Ok(())
    }

    /// The bytes of a stroke that ended.
    pub(crate) fn take_ended(&mut self) -> Option<Vec<u8>> {
        self.ended.take()
    }

    /// Whether a stroke has ended that nobody has taken.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// Ends the stroke; gives the ground's bytes where it changed.
    pub fn end(&mut self) -> Result<Option<Vec<u8>>, String> {
        let Some(sculpt) = self.sculpt.as_mut().filter(|_| self.stroke.take().is_some()) else {
            return Ok(None);
        };
        if !sculpt.is_changed() {
            return Ok(None);
        }
        let bytes = sculpt.end_stroke().map_err(|error| error.to_string())?;
        self.given = Some(bytes.clone());
        Ok(Some(bytes))
    }
}

/// How many dabs are needed between two points, so that they overlap.
fn between(far: f32, radius: f32) -> u8 {
    let wanted = (far / (radius * 0.4).max(0.1)).floor();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
    let wanted = wanted as u8;
    wanted.min(MOST_BETWEEN)
}

#[cfg(test)]
mod tests {
    use ngi_formats::landscape::{GroundPlan, LandscapeDoc};

    use super::*;

    fn bytes() -> Vec<u8> {
        GroundPlan::flat([16, 16], [4, 4], 10.0).build().unwrap().write().unwrap()
    }

    fn tool(kind: Kind) -> GroundTool {
        let mut tool = GroundTool { kind, radius: 25.0, ..GroundTool::default() };
        tool.take(&bytes());
        tool
    }

    #[test]
    fn a_stroke_leaves_a_ridge_without_gaps() {
        let mut tool = tool(Kind::Raise);
        tool.dab([30.0, 80.0, 0.0], 0.1).unwrap();
        tool.dab([130.0, 80.0, 0.0], 0.5).unwrap();
        let doc = LandscapeDoc::open(&tool.end().unwrap().unwrap()).unwrap();
        let height =
            |x: f32, y: f32| doc.positions.iter().find(|at| at[0] == x && at[1] == y).unwrap()[2];
        for x in [30.0, 60.0, 90.0, 120.0] {
            assert!(height(x, 80.0) > 0.2, "{x}: {}", height(x, 80.0));
        }
        assert_eq!(height(80.0, 20.0), 0.0);
        assert!(!tool.is_stroking());
        assert_eq!(tool.end(), Ok(None), "there is no stroke to end");
    }

    #[test]
    fn flattening_goes_to_where_the_stroke_began() {
        let mut tool = tool(Kind::Flatten);
        for _ in 0..80 {
            tool.dab([80.0, 80.0, 7.5], 0.1).unwrap();
        }
        let doc = LandscapeDoc::open(&tool.end().unwrap().unwrap()).unwrap();
        let middle = doc.positions.iter().find(|at| at[0] == 80.0 && at[1] == 80.0).unwrap()[2];
        assert!((middle - 7.5).abs() < 0.1, "{middle}");
    }

    #[test]
    fn what_changes_nothing_is_no_stroke() {
        let mut tool = tool(Kind::SetHeight);
        tool.dab([80.0, 80.0, 0.0], 0.1).unwrap();
        assert_eq!(tool.end(), Ok(None));
        tool.take(b"no landscape");
        assert!(tool.trouble.is_some() && tool.is_ready());
        assert_eq!(tool.dab([1.0; 3], 0.1), Ok(Touched::default()));
    }
}
