//! Where the faces of level 0 are: a grid of our own, finer than the engine's.
//!
//! A cell lists every face that comes near it in plan, in ascending order. Cells know how low and
//! high their faces reach, and so do blocks of 16 by 16 cells: a ray passes over what is too high or
//! too low for it, most of it in large steps.
//!
//! Answers are those of looking at every face; faces may lie anywhere and overlap at will.

use std::ops::Range;

use super::four::{Crossing, Four, Heights, Hull, Place, STEPS, Way};
use super::mesh::Mesh;
use super::path::{Path, whole};
use super::triangle::{Line, Triangle};

/// Faces per cell, about: those that belong to it alone. More come near it.
const FACES_PER_CELL: usize = 4;
/// Entries per face at most. Where faces are so large or so many in one place that there would be
/// more, cells get larger.
const MOST_ENTRIES: usize = 12;
/// How far a face reaches beyond its edges, in cells: more than rounding can lead a ray astray.
const MARGIN: f64 = 1e-4;
/// Where the first cell begins, in cells before the first corner: a border that runs through no
/// vertices of a regular map keeps lists short.
const OFFSET: f64 = 0.37;
/// A block is 2^4 by 2^4 cells.
const SHIFT: u32 = 4;
/// Steps from the lowest to the highest corner, and at both ends for planes that go on: together
/// what fits a byte.
const HEIGHT_STEPS: f64 = 200.0;
const ROOM: f64 = 27.0;
/// Corners that are further away than this, a thousand times as far as on any map, leave too few
/// digits for what lies near: then there are no cells, and every face is looked at.
const FAR: f32 = 1e7;

/// The index.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    origin: [f64; 2],
    /// Cells per unit.
    scale: [f64; 2],
    /// Cells along x and y: whole blocks.
    columns: u32,
    rows: u32,
    /// Where the entries of a cell begin, times four, and how many places of its last four are
    /// empty; those of the next cell follow. Blocks one by one, and their cells column by column.
    starts: Vec<u32>,
    /// The faces of every cell, four by four.
    entries: Vec<Four>,
    /// How high they are.
    heights: Vec<Heights>,
    /// How low and how high the faces of every cell reach, in steps.
    ranges: Vec<[u8; 2]>,
    /// The same of every block.
    blocks: Vec<[u8; 2]>,
    /// How many faces the only list has, where there are no cells.
    unsorted: Option<usize>,
    /// The height of step 0, and steps per unit.
    floor: f64,
    lift: f64,
    /// Box around everything.
    bounds: Option<[[f32; 3]; 2]>,
}

impl Index {
    /// Indexes those faces of a mesh that `members` names, in ascending order. All are finite, and
    /// inside of `bounds`.
    pub fn new(mesh: &Mesh, members: &[u16], bounds: Option<[[f32; 3]; 2]>) -> Self {
        let mut index = Self { bounds, ..Self::default() };
        let Some(bounds) = bounds else { return index };
        let largest = bounds.as_flattened().iter().fold(0.0f32, |sum, part| sum.max(part.abs()));
        if largest > FAR {
            index.list(members);
            return index;
        }
        let [[x0, y0, low], [x1, y1, high]] = bounds.map(|corner| corner.map(f64::from));
        let step = ((high - low) / HEIGHT_STEPS).max(f64::from(largest) * 1e-4 + 1e-6);
        (index.floor, index.lift) = (low - ROOM * step, step.recip());
        let (wide, deep) = ((x1 - x0).max(1e-6), (y1 - y0).max(1e-6));
        let wanted = count((members.len() / FACES_PER_CELL).max(1));
        let mut side = (wide * deep / wanted).sqrt().max(wide.max(deep) / 4096.0);
        let pairs = loop {
            index.lay_out([x0, y0], [wide, deep], side);
            // So large that there is nothing to gain.
            let last = side > 2.0 * wide.max(deep);
            let most = members.len().saturating_mul(MOST_ENTRIES).max(64);
            let most = if last { usize::MAX } else { most };
            if let Some(pairs) = index.pairs(mesh, members, most) {
                break pairs;
            }
            side *= 1.5;
        };
        index.fill(mesh, &pairs);
        index.raise();
        index
    }

    /// Box around everything; `None` where there is nothing.
    pub fn bounds(&self) -> Option<[[f32; 3]; 2]> {
        self.bounds
    }

    /// Lists the faces without any order in space.
    fn list(&mut self, members: &[u16]) {
        for four in members.chunks(4) {
            let (mut entry, mut heights) = (Four::default(), Heights::default());
            for (lane, face) in four.iter().enumerate() {
                entry.put(&mut heights, lane, *face, None, [0; 2]);
            }
            self.entries.push(entry);
        }
        self.unsorted = Some(members.len());
    }

    /// Whether there are cells.
    #[inline]
    pub fn is_sorted(&self) -> bool {
        self.unsorted.is_none()
    }

    /// All faces, where there are no cells: then [`along`](Self::along) finds nothing.
    #[inline]
    pub fn unsorted(&self) -> Option<Likely<'_>> {
        let all = |count| Likely::new(&self.entries, count, std::iter::repeat(0xF));
        self.unsorted.map(all)
    }

    /// Chooses the cells: squares of a side.
    fn lay_out(&mut self, [x, y]: [f64; 2], extents: [f64; 2], side: f64) {
        self.scale = [1.0 / side; 2];
        self.origin = [x - OFFSET * side, y - OFFSET * side];
        [self.columns, self.rows] = extents.map(|extent| {
            let cells = whole(extent / side + OFFSET + 2.0 * MARGIN).saturating_add(1);
            cells.next_multiple_of(1 << SHIFT)
        });
    }

    /// Faces with the cells that they come near; `None` where there are more than `most` in the
    /// boxes around them.
    fn pairs(&self, mesh: &Mesh, members: &[u16], most: usize) -> Option<Vec<([u16; 2], u16)>> {
        let mut pairs = Vec::with_capacity(members.len().saturating_mul(6));
        let mut entries = 0usize;
        for &face in members {
            let Some(triangle) = mesh.get(usize::from(face)) else { continue };
            let around @ [[c0, c1], [r0, r1]] = self.around(&triangle);
            let cells = u64::from(c1 - c0 + 1) * u64::from(r1 - r0 + 1);
            entries = entries.saturating_add(usize::try_from(cells).unwrap_or(usize::MAX));
            if entries > most {
                return None;
            }
            self.cells_of(&triangle, around, |cell| pairs.push((cell.map(short), face)));
        }
        Some(pairs)
    }

    /// First and last column and row of the cells around a triangle.
    fn around(&self, triangle: &Triangle) -> [[u32; 2]; 2] {
        let [[x0, y0, _], [x1, y1, _]] = triangle.bounds().map(|corner| corner.map(f64::from));
        let ([ox, oy], [sx, sy]) = (self.origin, self.scale);
        let along = |low: f64, high: f64, origin: f64, scale: f64, count: u32| {
            let place = |at: f64, margin: f64| {
                whole((at - origin) * scale + margin).min(count.saturating_sub(1))
            };
            [place(low, -MARGIN), place(high, MARGIN)]
        };
        [along(x0, x1, ox, sx, self.columns), along(y0, y1, oy, sy, self.rows)]
    }

    /// Those of the cells around a triangle that it comes near.
    #[inline]
    fn cells_of(
        &self,
        triangle: &Triangle,
        [[c0, c1], [r0, r1]]: [[u32; 2]; 2],
        mut visit: impl FnMut([u32; 2]),
    ) {
        if c0 == c1 && r0 == r1 {
            visit([c0, r0]);
            return;
        }
        let edges = Edges::new(triangle, self.origin, self.scale);
        for column in c0..=c1 {
            for row in r0..=r1 {
                if edges.comes_near(f64::from(column), f64::from(row)) {
                    visit([column, row]);
                }
            }
        }
    }

    /// Where a cell is in the lists.
    #[inline]
    fn place(&self, [column, row]: [u32; 2]) -> usize {
        let block = (column >> SHIFT) as usize * (self.rows >> SHIFT) as usize;
        (block + (row >> SHIFT) as usize) << (2 * SHIFT) | within([column, row])
    }

    /// Sorts the pairs of cell and face by cell; faces stay in order.
    fn fill(&mut self, mesh: &Mesh, pairs: &[([u16; 2], u16)]) {
        let cells = self.columns as usize * self.rows as usize;
        let mut counts = vec![0u32; cells];
        for &(cell, _) in pairs {
            if let Some(count) = counts.get_mut(self.place(cell.map(u32::from))) {
                *count += 1;
            }
        }
        self.starts = Vec::with_capacity(cells + 1);
        let mut start = 0;
        for count in &mut counts {
            let fours = count.div_ceil(4);
            self.starts.push(4 * start + (4 * fours - *count));
            start += fours;
            *count = 0;
        }
        self.starts.push(4 * start);
        self.entries = vec![Four::default(); start as usize];
        self.heights = vec![Heights::default(); start as usize];
        self.ranges = vec![EMPTY; cells];
        // Pairs of a face follow each other.
        let mut last = None;
        for &(cell, face) in pairs {
            let seen = match last {
                Some((known, seen)) if known == face => seen,
                _ => match mesh.get(usize::from(face)) {
                    Some(triangle) => self.seen(&triangle),
                    None => continue,
                },
            };
            last = Some((face, seen));
            let cell = cell.map(u32::from);
            let place = self.place(cell);
            if let (Some(count), Some(start), Some(range)) =
                (counts.get_mut(place), self.starts.get(place), self.ranges.get_mut(place))
            {
                let (at, lane) = ((*start / 4 + *count / 4) as usize, *count as usize % 4);
                if let (Some(four), Some(heights)) =
                    (self.entries.get_mut(at), self.heights.get_mut(at))
                {
                    four.put(heights, lane, face, seen.hull.as_ref(), cell);
                }
                *count += 1;
                *range = joined(*range, seen.range);
            }
        }
    }

    /// A triangle in steps.
    fn seen(&self, triangle: &Triangle) -> Seen {
        let ([ox, oy], [sx, sy]) = (self.origin, self.scale.map(|scale| scale * f64::from(STEPS)));
        let corners = triangle.corners().map(|[x, y, z]| {
            let z = (f64::from(z) - self.floor) * self.lift;
            [(f64::from(x) - ox) * sx, (f64::from(y) - oy) * sy, z]
        });
        let [[_, _, a], [_, _, b], [_, _, c]] = corners;
        let (low, high) = (lesser(lesser(a, b), c), -lesser(lesser(-a, -b), -c));
        // A little more: rounding may lead a ray astray.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
        let range = [(low - 0.1) as u8, (high + 1.1) as u8];
        Seen { hull: Hull::new(corners), range }
    }

    /// Sums up the cells of every block.
    fn raise(&mut self) {
        let sum = |cells: &[[u8; 2]]| cells.iter().fold(EMPTY, |sum, cell| joined(sum, *cell));
        self.blocks = self.ranges.chunks(1 << (2 * SHIFT)).map(sum).collect();
    }

    /// The entries of a cell: where they are, and how many faces they hold.
    #[inline]
    fn run(&self, cell: usize) -> (Range<usize>, usize) {
        match self.starts.get(cell..) {
            Some(&[start, end, ..]) => {
                let run = start as usize / 4..end as usize / 4;
                let count = run.len() * 4 - start as usize % 4;
                (run, count)
            }
            _ => (0..0, 0),
        }
    }

    /// The faces that may hold a point in plan, in ascending order.
    #[inline]
    pub fn near(&self, [x, y]: [f64; 2]) -> Likely<'_> {
        let ([ox, oy], [sx, sy]) = (self.origin, self.scale);
        let (column, row) = ((x - ox) * sx, (y - oy) * sy);
        // What is no number is outside too.
        let inside = column >= 0.0
            && row >= 0.0
            && column < f64::from(self.columns)
            && row < f64::from(self.rows);
        if !inside {
            return self.unsorted().unwrap_or(Likely::NONE);
        }
        let (c, r) = (whole(column), whole(row));
        let place = Place::new([column - f64::from(c), row - f64::from(r)]);
        let (run, count) = self.run(self.place([c, r]));
        let entries = self.entries.get(run).unwrap_or_default();
        Likely::new(entries, count, entries.iter().map(|four| four.may_hold(&place)))
    }

    /// Looks along a ray up to `reach`. `test` looks at the faces of a cell and gives how far it
    /// is worth to look on; cells come in the order in which the ray crosses them.
    #[inline]
    pub fn along(&self, line: &Line, reach: f64, mut test: impl FnMut(Likely<'_>, f64) -> f64) {
        let counts = [self.columns, self.rows];
        let ([x, y, z], [dx, dy, dz]) = (line.origin, line.direction);
        let ([ox, oy], [sx, sy]) = (self.origin, self.scale);
        let origin = [(x - ox) * sx, (y - oy) * sy, (z - self.floor) * self.lift];
        let direction = [dx * sx, dy * sy, dz * self.lift];
        let Some(path) = Path::new(origin, direction, counts, reach) else { return };
        let way = Way::new(origin, direction);
        let mut reach = reach;
        let mut block = path.start(SHIFT, path.enter, [0; 2], counts);
        loop {
            let leave = block.leave();
            let at = block.column as usize * (self.rows >> SHIFT) as usize + block.row as usize;
            if path.overlaps(self.blocks.get(at), block.enter, leave) {
                let [column, row] = [block.column, block.row].map(|at| at << SHIFT);
                let mut cell = path.start(0, block.enter, [column, row], [1 << SHIFT; 2]);
                loop {
                    let leave = cell.leave();
                    let at = at << (2 * SHIFT) | within([cell.column, cell.row]);
                    if path.overlaps(self.ranges.get(at), cell.enter, leave) {
                        let line = way.over([cell.column, cell.row]);
                        reach = test(self.likely(at, &line), reach);
                    }
                    if leave >= reach {
                        return;
                    }
                    if !cell.step() {
                        break;
                    }
                }
            }
            if leave >= reach || !block.step() {
                return;
            }
        }
    }

    /// The faces of a cell that a line may meet.
    #[inline]
    fn likely(&self, cell: usize, line: &Crossing) -> Likely<'_> {
        let (run, count) = self.run(cell);
        let entries = self.entries.get(run.clone()).unwrap_or_default();
        let heights = self.heights.get(run).unwrap_or_default();
        let both = entries.iter().zip(heights);
        Likely::new(entries, count, both.map(|(four, heights)| four.may_meet(heights, line)))
    }
}

/// Where a cell is among those of its block.
#[inline]
fn within(cell: [u32; 2]) -> usize {
    let [column, row] = cell.map(|at| (at & ((1 << SHIFT) - 1)) as usize);
    column << SHIFT | row
}

/// Those of a cell's faces that are worth a closer look: picked without branches, because which
/// ones they are cannot be predicted.
pub(super) struct Likely<'a> {
    entries: &'a [Four],
    /// A bit for each of the first 64 that is likely.
    bits: u64,
    next: usize,
    count: usize,
}

impl<'a> Likely<'a> {
    const NONE: Self = Self { entries: &[], bits: 0, next: 64, count: 0 };

    #[inline]
    fn new(entries: &'a [Four], count: usize, likely: impl Iterator<Item = u32>) -> Self {
        let first = likely.take(16).enumerate();
        let bits = first.fold(0, |bits, (n, likely)| bits | u64::from(likely) << (4 * n));
        // Not those of empty places.
        let all = if count < 64 { !(u64::MAX << count) } else { u64::MAX };
        Self { entries, bits: bits & all, next: 64, count }
    }

    #[inline]
    fn face(&self, at: usize) -> Option<u16> {
        self.entries.get(at / 4)?.face(at % 4)
    }
}

impl Iterator for Likely<'_> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        if self.bits != 0 {
            let at = self.bits.trailing_zeros() as usize;
            self.bits &= self.bits - 1;
            return self.face(at);
        }
        // Beyond the bits, all are.
        let at = self.next;
        self.next += 1;
        if at < self.count { self.face(at) } else { None }
    }
}

/// What the index keeps of a triangle.
#[derive(Clone, Copy)]
struct Seen {
    hull: Option<Hull>,
    /// How low and how high it reaches, and up to a step more.
    range: [u8; 2],
}

/// The edges of a triangle in plan, in cells, turned so that the inside is positive.
struct Edges([[f64; 3]; 3]);

impl Edges {
    fn new(triangle: &Triangle, [ox, oy]: [f64; 2], [sx, sy]: [f64; 2]) -> Self {
        let [a, b, c] = triangle
            .corners()
            .map(|[x, y, _]| [(f64::from(x) - ox) * sx, (f64::from(y) - oy) * sy]);
        let edge = |[px, py]: [f64; 2], [qx, qy]: [f64; 2]| [py - qy, qx - px, px * qy - qx * py];
        let mut edges = [edge(a, b), edge(b, c), edge(c, a)];
        let [cx, cy] = c;
        if let [[nx, ny, d], ..] = edges
            && nx * cx + ny * cy + d < 0.0
        {
            edges = edges.map(|edge| edge.map(|part| -part));
        }
        Self(edges)
    }

    /// Whether a cell, with its margin, is not wholly beyond one of the edges.
    #[inline]
    fn comes_near(&self, column: f64, row: f64) -> bool {
        self.0.iter().all(|&[nx, ny, d]| {
            let x = column + if nx > 0.0 { 1.0 } else { 0.0 };
            let y = row + if ny > 0.0 { 1.0 } else { 0.0 };
            let slack = (nx.abs() + ny.abs()) * (MARGIN + (column + row) * 1e-12);
            nx * x + ny * y + d >= -slack
        })
    }
}

/// The range of nothing.
const EMPTY: [u8; 2] = [u8::MAX, 0];

fn joined([low, high]: [u8; 2], [other_low, other_high]: [u8; 2]) -> [u8; 2] {
    [low.min(other_low), high.max(other_high)]
}

/// The lesser of two numbers; the function has to look for such that are none.
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[allow(clippy::cast_precision_loss)] // a size to aim at
fn count(items: usize) -> f64 {
    items as f64
}

/// A column or row: there are some thousands at most.
fn short(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
