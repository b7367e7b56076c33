//! Areals: corners that are pulled, cuts, joins, classes under a brush.

use std::collections::BTreeSet;

use glam::Vec2;
use ngi_formats::arealmap::{self, ArealMapFile, geometry};

use super::gizmo::to_segment;
use crate::shortcuts::Words;

/// What a click or a stroke does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// Selects an areal and its corners, which are pulled.
    #[default]
    Corners,
    /// Cuts the selected areal between two corners.
    Split,
    /// Joins the selected areal and the one that is clicked on.
    Join,
    /// Gives areals another class.
    Paint,
}

impl Kind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Corners, Self::Split, Self::Join, Self::Paint];

    /// What it is called.
    pub fn words(self) -> Words {
        match self {
            Self::Corners => |t| t.areal_corners,
            Self::Split => |t| t.areal_split,
            Self::Join => |t| t.areal_join,
            Self::Paint => |t| t.areal_paint,
        }
    }
}

/// An areal as it is drawn and changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// Its corners.
    pub polygon: Vec<[f32; 3]>,
    /// Its class.
    pub class: u32,
    /// True if walkers may enter.
    pub walkable: bool,
    /// Whether it covers liquid.
    pub is_lake: bool,
}

/// A change that fields alone do not say.
#[derive(Debug, Clone, PartialEq)]
pub enum ArealChange {
    /// A corner more on an edge, and on the same edge of the neighbour.
    AddCorner {
        /// The areal.
        areal: usize,
        /// Its edge.
        edge: usize,
        /// Where.
        at: [f32; 3],
    },
    /// An areal cut in two.
    Split {
        /// The areal.
        areal: usize,
        /// Between these corners.
        corners: [usize; 2],
    },
    /// Two areals made one: the first takes in the second.
    Join([usize; 2]),
}

impl ArealChange {
    /// The map after it, as a file.
    pub fn written(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let told = |error: ngi_formats::Error| error.to_string();
        let file = ArealMapFile::read(bytes).map_err(told)?;
        let mut map = arealmap::read_file(bytes).map_err(told)?.to_buf();
        match *self {
            Self::AddCorner { areal, edge, at } => map.add_corner(areal, edge, at).map_err(told)?,
            Self::Split { areal, corners: [a, b] } => {
                map.split(areal, a, b).map_err(told)?;
            }
            Self::Join([first, second]) => {
                map.join(first, second).map_err(told)?;
            }
        }
        file.write_with(&map).map_err(told)
    }
}

/// What is chosen for areals, and a stroke while it lasts.
#[derive(Debug, Default)]
pub struct ArealTool {
    /// What is done.
    pub kind: Kind,
    /// The class that is painted.
    pub class: u32,
    /// Whether what is painted may be walked on.
    pub walkable: bool,
    /// How large the brush is; 0 paints what is under the pointer.
    pub radius: f32,
    /// The corner of the selected areal that is selected.
    pub corner: Option<usize>,
    /// Areals of this stroke.
    pub(crate) painted: BTreeSet<usize>,
    shapes: Vec<Shape>,
    bytes: Vec<u8>,
}

impl ArealTool {
    /// The same choices for another map.
    pub(crate) fn for_another(self) -> Self {
        let Self { kind, class, walkable, radius, .. } = self;
        Self { kind, class, walkable, radius, ..Self::default() }
    }

    /// Looks at a map; read again only where it changed.
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        if self.bytes == bytes {
            return;
        }
        self.bytes = bytes.to_vec();
        let map = arealmap::read_file(bytes).map(|map| map.to_buf());
        let areals = map.map(|map| map.areals).unwrap_or_default();
        self.shapes.clear();
        self.shapes.extend(areals.into_iter().map(|areal| Shape {
            class: areal.head.class.0,
            walkable: areal.head.is_walkable(),
            is_lake: areal.head.class.is_lake(),
            polygon: areal.polygon,
        }));
    }

    /// Chooses what is done; a corner that was meant for something else is let go of.
    pub fn choose(&mut self, kind: Kind) {
        (self.kind, self.corner) = (kind, None);
    }

    /// Returns all areals.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// An areal.
    pub fn shape(&self, areal: usize) -> Option<&Shape> {
        self.shapes.get(areal)
    }

    /// Adds what is under the brush to the stroke.
    pub fn dab(&mut self, [x, y]: [f32; 2]) {
        let here = Vec2::new(x, y);
        let is_under = |shape: &Shape| {
            let corners = shape.polygon.iter().copied();
            let inside = geometry::contains(corners, [f64::from(x), f64::from(y)]);
            inside || self.radius > 0.0 && distance(&shape.polygon, here) <= self.radius
        };
        let found = self.shapes.iter().enumerate().filter(|(_, shape)| is_under(shape));
        let found: Vec<usize> = found.map(|(areal, _)| areal).collect();
        self.painted.extend(found);
    }

    /// Ends the stroke: the fields that paint what it touched.
    pub fn end(&mut self) -> Vec<(String, String)> {
        let mut fields = Vec::new();
        for areal in std::mem::take(&mut self.painted) {
            let Some(shape) = self.shapes.get(areal) else { continue };
            if shape.class != self.class {
                fields.push((format!("areals[{areal}].class"), self.class.to_string()));
            }
            if shape.walkable != self.walkable {
                fields.push((format!("areals[{areal}].walkable"), self.walkable.to_string()));
            }
        }
        fields
    }

    /// The middle of the longest edge of an areal, or of the one behind the selected corner.
    pub fn middle(&self, areal: usize) -> Option<ArealChange> {
        let polygon = &self.shapes.get(areal)?.polygon;
        let next = polygon.iter().skip(1).chain(polygon.first());
        let edges = polygon.iter().zip(next).enumerate();
        let long = |(_, (a, b)): &(usize, (&[f32; 3], &[f32; 3]))| {
            let [[ax, ay, _], [bx, by, _]] = [**a, **b];
            (bx - ax).hypot(by - ay)
        };
        let own = |it: &(usize, _)| self.corner.is_none_or(|corner| it.0 == corner);
        let found = edges.filter(own).max_by(|a, b| long(a).total_cmp(&long(b)));
        let (edge, ([ax, ay, az], [bx, by, bz])) = found?;
        let at = [(ax + bx) / 2.0, (ay + by) / 2.0, (az + bz) / 2.0];
        Some(ArealChange::AddCorner { areal, edge, at })
    }
}

/// How far a point is from the edge of a polygon.
fn distance(polygon: &[[f32; 3]], point: Vec2) -> f32 {
    let flat = |[x, y, _]: [f32; 3]| Vec2::new(x, y);
    let next = polygon.iter().skip(1).chain(polygon.first());
    let edges = polygon.iter().zip(next);
    edges.map(|(a, b)| to_segment(point, flat(*a), flat(*b))).fold(f32::MAX, f32::min)
}

#[cfg(test)]
mod tests {
    use ngi_formats::arealmap::Plan;

    use super::*;

    fn board() -> Vec<u8> {
        let mut plan = Plan::new(8, 8);
        for x in [0.0, 10.0, 20.0] {
            let y = 10.0;
            plan.add(&[[x, 0.0, 1.0], [x + 10.0, 0.0, 1.0], [x + 10.0, y, 1.0], [x, y, 1.0]]);
        }
        plan.build().unwrap().write_file().unwrap()
    }

    fn tool() -> ArealTool {
        let mut tool = ArealTool { class: 9, walkable: true, ..ArealTool::default() };
        tool.take(&board());
        tool
    }

    #[test]
    fn the_brush_paints_what_it_touches() {
        let mut tool = tool();
        tool.dab([12.0, 5.0]);
        assert_eq!(tool.end(), [("areals[1].class".to_owned(), "9".to_owned())]);
        tool.radius = 3.0;
        tool.dab([12.0, 5.0]);
        assert_eq!(tool.painted, BTreeSet::from([0, 1]));
        tool.walkable = false;
        assert_eq!(tool.end().len(), 4);
        assert!(tool.end().is_empty(), "the stroke is over");
        tool.take(b"nothing");
        tool.dab([12.0, 5.0]);
        assert!(tool.painted.is_empty());
    }

    #[test]
    fn corners_cuts_and_joins_give_sound_files() {
        let mut tool = tool();
        tool.corner = Some(1);
        let corner = tool.middle(1).unwrap();
        assert_eq!(corner, ArealChange::AddCorner { areal: 1, edge: 1, at: [20.0, 5.0, 1.0] });
        let mut bytes = corner.written(&board()).unwrap();
        // The part with the edge that both share is the new one, and has the last number.
        for change in [ArealChange::Split { areal: 1, corners: [0, 2] }, ArealChange::Join([0, 3])]
        {
            bytes = change.written(&bytes).unwrap();
        }
        let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Strict, false);
        arealmap::check(&bytes, &mut findings);
        assert!(findings.is_empty(), "{:?}", findings.list());
        assert!(ArealChange::Join([0, 77]).written(&bytes).is_err());
        assert!(ArealChange::Join([0, 1]).written(b"nothing").is_err());
    }
}
