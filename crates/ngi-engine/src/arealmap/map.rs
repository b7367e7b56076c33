//! The arrays that answer questions.

use ngi_formats::arealmap::{ArealMap, Class, GridFrame, Link};

use super::cutouts::Cutouts;
use super::graph::Graph;

/// All areals of a level, ready for questions.
#[derive(Debug, Clone)]
pub struct Areals {
    pub(super) list: Vec<Areal>,
    /// The corners of all areals, one after another.
    pub(super) corners: Vec<[f32; 3]>,
    /// What lies across the edge that starts at each corner.
    pub(super) links: Vec<Link>,
    /// Edges as the search for points wants them; those that are level are left out.
    pub(super) sides: Vec<Side>,
    pub(super) frame: Option<GridFrame>,
    /// Where the list of each cell starts in `pool`, and where the last one ends.
    pub(super) cells: Vec<u32>,
    pub(super) pool: Vec<u16>,
    pub(super) graph: Graph,
    pub(super) cutouts: Cutouts,
}

/// One areal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Areal {
    /// The anchor: what distances are measured from.
    pub centre: [f32; 2],
    /// What it is.
    pub class: Class,
    /// Whether walkers may be here.
    pub walkable: bool,
    /// The ground's normal.
    pub normal: [f32; 3],
    /// The stored area.
    pub area: f32,
    /// Its first corner, and how many it has.
    pub(super) first: u32,
    pub(super) count: u32,
    /// Its first side, and the one behind its last.
    pub(super) first_side: u32,
    pub(super) end_side: u32,
}

impl Areal {
    /// Whether it is a lake.
    pub fn is_lake(&self) -> bool {
        self.class.is_lake()
    }
}

/// Who is across an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour {
    /// The edge, counted from the areal's first corner.
    pub edge: usize,
    /// The areal across it.
    pub areal: usize,
    /// The same edge as the areal over there counts it.
    pub twin: usize,
}

/// An edge from its lower end to its higher.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Side {
    pub low: [f32; 2],
    pub high: [f32; 2],
}

impl Areals {
    pub(super) fn of_map(map: &ArealMap<'_>) -> Self {
        let mut areals = Self {
            list: Vec::with_capacity(map.len()),
            corners: Vec::new(),
            links: Vec::new(),
            sides: Vec::new(),
            frame: map.frame(),
            cells: Vec::with_capacity(map.cell_count() + 1),
            pool: Vec::new(),
            graph: Graph::default(),
            cutouts: Cutouts::default(),
        };
        for areal in map.areals() {
            areals.add(&areal);
        }
        areals.keep_sound_links();
        for index in 0..map.cell_count() {
            areals.cells.push(index32(areals.pool.len()));
            let list = map.cell_list(index).into_iter().flatten();
            areals.pool.extend(list.filter(|id| usize::from(*id) < map.len()));
        }
        areals.cells.push(index32(areals.pool.len()));
        areals
    }

    fn add(&mut self, areal: &ngi_formats::arealmap::ArealRef<'_>) {
        let head = &areal.head;
        let (first, first_side) = (index32(self.corners.len()), index32(self.sides.len()));
        self.corners.extend(areal.polygon());
        self.links.extend(areal.links().take(areal.corner_count()));
        for (a, b) in ngi_formats::arealmap::geometry::edges(areal.polygon()) {
            let [a, b] = [[a[0], a[1]], [b[0], b[1]]];
            if a[1] < b[1] {
                self.sides.push(Side { low: a, high: b });
            } else if b[1] < a[1] {
                self.sides.push(Side { low: b, high: a });
            }
        }
        self.list.push(Areal {
            centre: [head.anchor[0], head.anchor[1]],
            class: head.class,
            walkable: head.is_walkable(),
            normal: head.normal,
            area: head.area,
            first,
            count: index32(areal.corner_count()),
            first_side,
            end_side: index32(self.sides.len()),
        });
    }

    /// Forgets links that lead to no areal or no edge of it.
    fn keep_sound_links(&mut self) {
        let list = &self.list;
        for link in &mut self.links {
            let sound = link.target().is_some_and(|(areal, edge)| {
                list.get(areal).is_some_and(|areal| edge < index(areal.count))
            });
            if !sound {
                *link = Link::NONE;
            }
        }
    }

    /// How many areals there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no areals.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// An areal.
    pub fn areal(&self, areal: usize) -> Option<&Areal> {
        self.list.get(areal)
    }

    /// All areals in order.
    pub fn areals(&self) -> &[Areal] {
        &self.list
    }

    /// How the grid lies over the map; `None` where no corner is a number.
    pub fn frame(&self) -> Option<&GridFrame> {
        self.frame.as_ref()
    }

    /// The corners of an areal; none for one that is not there.
    pub fn polygon(&self, areal: usize) -> &[[f32; 3]] {
        let corners = self.list.get(areal).and_then(|areal| {
            let first = index(areal.first);
            self.corners.get(first..first + index(areal.count))
        });
        corners.unwrap_or_default()
    }

    /// The links of an areal's edges; none for one that is not there.
    pub fn links(&self, areal: usize) -> &[Link] {
        let links = self.list.get(areal).and_then(|areal| {
            let first = index(areal.first);
            self.links.get(first..first + index(areal.count))
        });
        links.unwrap_or_default()
    }

    /// Who borders on an areal, edge by edge, walkable or not.
    pub fn neighbours(&self, areal: usize) -> impl Iterator<Item = Neighbour> {
        self.links(areal).iter().enumerate().filter_map(|(edge, link)| {
            let (areal, twin) = link.target()?;
            Some(Neighbour { edge, areal, twin })
        })
    }

    /// The two ends of an edge.
    pub fn edge(&self, areal: usize, edge: usize) -> Option<[[f32; 3]; 2]> {
        let polygon = self.polygon(areal);
        let next = if edge + 1 < polygon.len() { edge + 1 } else { 0 };
        Some([*polygon.get(edge)?, *polygon.get(next)?])
    }

    /// Whether walkers may be in an areal; not in one that is not there.
    pub fn is_walkable(&self, areal: usize) -> bool {
        self.list.get(areal).is_some_and(|areal| areal.walkable)
    }

    /// Whether an areal is a lake.
    pub fn is_lake(&self, areal: usize) -> bool {
        self.list.get(areal).is_some_and(Areal::is_lake)
    }

    /// The areals that the cell of a point names, in the order they are asked. The cell of a
    /// point outside the map is the one at its border.
    pub fn candidates(&self, x: f32, y: f32) -> &[u16] {
        let Some(frame) = &self.frame else { return &[] };
        let (column, row) = frame.cell(x, y);
        self.cell(u64::from(column) * u64::from(frame.down) + u64::from(row))
    }

    #[inline]
    pub(super) fn cell(&self, cell: u64) -> &[u16] {
        let list = usize::try_from(cell).ok().and_then(|cell| {
            let &[start, end] = self.cells.get(cell..cell.checked_add(2)?)? else { return None };
            self.pool.get(index(start)..index(end))
        });
        list.unwrap_or_default()
    }

    /// The height of an areal's plane over a point: through the first corner, along the normal of
    /// the corners. 0 where there is none.
    pub fn plane_height(&self, areal: usize, [x, y]: [f32; 2]) -> f32 {
        let polygon = self.polygon(areal);
        let Some(first) = polygon.first() else { return 0.0 };
        let normal = ngi_formats::arealmap::geometry::normal(polygon.iter().copied());
        let ([nx, ny, nz], [fx, fy, fz]) = (normal.map(f64::from), first.map(f64::from));
        let height = fz - ((f64::from(x) - fx) * nx + (f64::from(y) - fy) * ny) / nz;
        #[allow(clippy::cast_possible_truncation)] // to the nearest float
        let height = height as f32;
        if height.is_finite() { height } else { 0.0 }
    }
}

/// A number of things as the arrays keep it. Maps have less than 4 billion bytes.
pub(super) fn index32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// And back.
#[inline]
pub(super) fn index(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}
