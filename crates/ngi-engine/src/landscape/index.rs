//! Where the faces of level 0 are: a grid of our own, finer than the engine's.
//!
//! A cell lists every face that comes near it in plan, in ascending order. Above the cells lies a
//! pyramid of height ranges, so that a ray skips what is too high or too low for it in large steps.
//! Answers are those of looking at every face; faces may lie anywhere and overlap at will.

use super::triangle::{Line, Triangle};

/// Cells per face, about.
const CELLS_PER_FACE: usize = 2;
/// Entries per face at most. Where faces are so large or so many in one place that there would be
/// more, cells get larger.
const MOST_ENTRIES: usize = 12;
/// How far a face reaches beyond its edges, in cells: more than rounding can lead a ray astray.
const MARGIN: f64 = 1e-4;
/// Where the first cell begins, in cells before the first corner: a border that runs through no
/// vertices of a regular map keeps lists short.
const OFFSET: f64 = 0.37;
/// A step of the pyramid covers 2^2 by 2^2 of the level below.
const SHIFT: u32 = 2;
/// Steps of the pyramid: 4^8 cells along an axis.
const MOST_LEVELS: usize = 8;

/// A cell: its entries, and how low and high its faces reach.
#[derive(Debug, Clone, Copy)]
struct Cell {
    start: u32,
    end: u32,
    low: f32,
    high: f32,
}

/// One step of the pyramid.
#[derive(Debug, Clone, Copy, Default)]
struct Level {
    /// Where its ranges begin.
    start: usize,
    /// Ranges along y.
    rows: usize,
}

/// The index.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    origin: [f64; 2],
    /// Cells per unit.
    scale: [f64; 2],
    columns: u32,
    rows: u32,
    cells: Vec<Cell>,
    entries: Vec<u32>,
    /// Height ranges of all steps above the cells.
    ranges: Vec<[f32; 2]>,
    levels: [Level; MOST_LEVELS],
    level_count: usize,
    /// Box around everything.
    bounds: Option<[[f32; 3]; 2]>,
}

impl Index {
    /// Indexes those of `triangles` that `members` names, in ascending order. All are finite.
    pub fn new(triangles: &[Triangle], members: &[u32]) -> Self {
        let member = |&index: &u32| triangles.get(index as usize);
        let mut boxes = members.iter().filter_map(member).map(Triangle::bounds);
        let Some(first) = boxes.next() else { return Self::default() };
        let bounds = boxes.fold(first, |[low, high], [other_low, other_high]| {
            [pick(low, other_low, f32::min), pick(high, other_high, f32::max)]
        });
        let mut index = Self { bounds: Some(bounds), ..Self::default() };
        index.lay_out(triangles, members);
        let mut pairs = Vec::with_capacity(members.len().saturating_mul(5));
        for &face in members {
            if let Some(triangle) = triangles.get(face as usize) {
                index.cells_of(triangle, |cell| pairs.push((cell, face)));
            }
        }
        index.fill(triangles, &pairs);
        index.raise();
        index
    }

    /// Box around everything; `None` where there is nothing.
    pub fn bounds(&self) -> Option<[[f32; 3]; 2]> {
        self.bounds
    }

    /// Chooses the cells: square where the map is, as many as faces ask for, but never so many that
    /// entries get out of hand.
    fn lay_out(&mut self, triangles: &[Triangle], members: &[u32]) {
        let Some([low, high]) = self.bounds else { return };
        let ([x0, y0, _], [x1, y1, _]) = (low.map(f64::from), high.map(f64::from));
        let (wide, deep) = ((x1 - x0).max(1e-6), (y1 - y0).max(1e-6));
        let wanted = count(members.len().saturating_mul(CELLS_PER_FACE).max(1));
        let mut side = (wide * deep / wanted).sqrt().max(wide.max(deep) / 4096.0);
        loop {
            self.scale = [1.0 / side; 2];
            self.origin = [x0 - OFFSET * side, y0 - OFFSET * side];
            let along =
                |extent: f64| whole(extent / side + OFFSET + 2.0 * MARGIN).saturating_add(1);
            (self.columns, self.rows) = (along(wide), along(deep));
            let mut entries = 0usize;
            for triangle in members.iter().filter_map(|&at| triangles.get(at as usize)) {
                let [[c0, c1], [r0, r1]] = self.around(triangle);
                let cells = u64::from(c1 - c0 + 1) * u64::from(r1 - r0 + 1);
                entries = entries.saturating_add(usize::try_from(cells).unwrap_or(usize::MAX));
            }
            let most = members.len().saturating_mul(MOST_ENTRIES).max(64);
            if entries <= most || (self.columns == 1 && self.rows == 1) {
                return;
            }
            side *= 1.5;
        }
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

    /// The cells that a triangle comes near.
    fn cells_of(&self, triangle: &Triangle, mut visit: impl FnMut(u32)) {
        let [[c0, c1], [r0, r1]] = self.around(triangle);
        if c0 == c1 && r0 == r1 {
            visit(c0 * self.rows + r0);
            return;
        }
        let edges = Edges::new(triangle, self.origin, self.scale);
        for column in c0..=c1 {
            for row in r0..=r1 {
                if edges.comes_near(f64::from(column), f64::from(row)) {
                    visit(column * self.rows + row);
                }
            }
        }
    }

    /// Sorts the pairs of cell and face by cell; faces stay in order.
    fn fill(&mut self, triangles: &[Triangle], pairs: &[(u32, u32)]) {
        let empty = Cell { start: 0, end: 0, low: f32::INFINITY, high: f32::NEG_INFINITY };
        self.cells = vec![empty; self.columns as usize * self.rows as usize];
        for (cell, _) in pairs {
            if let Some(cell) = self.cells.get_mut(*cell as usize) {
                cell.end += 1;
            }
        }
        let mut start = 0;
        for cell in &mut self.cells {
            let count = cell.end;
            (cell.start, cell.end) = (start, start);
            start += count;
        }
        self.entries = vec![0; pairs.len()];
        for &(cell, face) in pairs {
            let Some(cell) = self.cells.get_mut(cell as usize) else { continue };
            if let Some(place) = self.entries.get_mut(cell.end as usize) {
                *place = face;
            }
            cell.end += 1;
            if let Some(triangle) = triangles.get(face as usize) {
                let [[_, _, low], [_, _, high]] = triangle.bounds();
                // A little more than they are, for the sake of rounding.
                let slack = low.abs().max(high.abs()) * 1e-6 + 1e-6;
                cell.low = cell.low.min(low - slack);
                cell.high = cell.high.max(high + slack);
            }
        }
    }

    /// Builds the pyramid.
    fn raise(&mut self) {
        let (mut columns, mut rows) = (self.columns as usize, self.rows as usize);
        let mut below: Vec<[f32; 2]> =
            self.cells.iter().map(|cell| [cell.low, cell.high]).collect();
        for level in &mut self.levels {
            if columns <= 1 && rows <= 1 {
                break;
            }
            let (up_columns, up_rows) = (columns.div_ceil(1 << SHIFT), rows.div_ceil(1 << SHIFT));
            let mut up = vec![[f32::INFINITY, f32::NEG_INFINITY]; up_columns * up_rows];
            for (column, line) in below.chunks(rows.max(1)).enumerate() {
                for (row, [low, high]) in line.iter().enumerate() {
                    if let Some([up_low, up_high]) =
                        up.get_mut((column >> SHIFT) * up_rows + (row >> SHIFT))
                    {
                        (*up_low, *up_high) = (up_low.min(*low), up_high.max(*high));
                    }
                }
            }
            *level = Level { start: self.ranges.len(), rows: up_rows };
            self.level_count += 1;
            self.ranges.extend_from_slice(&up);
            (columns, rows, below) = (up_columns, up_rows, up);
        }
    }

    /// The faces near a point in plan, in ascending order.
    #[inline]
    pub fn near(&self, x: f64, y: f64) -> &[u32] {
        let ([ox, oy], [sx, sy]) = (self.origin, self.scale);
        let (column, row) = ((x - ox) * sx, (y - oy) * sy);
        // What is no number is outside too.
        if !(column >= 0.0 && row >= 0.0) {
            return &[];
        }
        let (column, row) = (whole(column), whole(row));
        if column >= self.columns || row >= self.rows {
            return &[];
        }
        let cell = self.cells.get(column as usize * self.rows as usize + row as usize);
        cell.and_then(|cell| self.entries.get(cell.start as usize..cell.end as usize))
            .unwrap_or_default()
    }

    /// Looks along a ray up to `reach`. `test` looks at the faces of a cell and gives how far it
    /// is worth to look on; cells come in the order in which the ray crosses them.
    #[inline]
    pub fn along(&self, line: &Line, reach: f64, mut test: impl FnMut(&[u32], f64) -> f64) {
        let Some(mut walk) = Walk::new(self, line, reach) else { return };
        let mut reach = reach;
        let mut level = self.level_count;
        loop {
            let (crossing, leave) = walk.leave(level);
            let (low, high) = walk.heights(leave);
            if level == 0 {
                if let Some(cell) = self.cells.get(walk.cell())
                    && low <= f64::from(cell.high)
                    && high >= f64::from(cell.low)
                {
                    let entries = self.entries.get(cell.start as usize..cell.end as usize);
                    reach = test(entries.unwrap_or_default(), reach);
                }
            } else if let Some(&[below, above]) = self.range(level, &walk)
                && low <= f64::from(above)
                && high >= f64::from(below)
            {
                level -= 1;
                continue;
            }
            if leave > reach {
                return;
            }
            match walk.step(level, crossing, leave) {
                Some(rise) => level = (level + rise).min(self.level_count),
                None => return,
            }
        }
    }

    #[inline]
    fn range(&self, level: usize, walk: &Walk) -> Option<&[f32; 2]> {
        let Level { start, rows } = self.levels.get(level - 1)?;
        let shift = SHIFT * u32::try_from(level).unwrap_or(0);
        let (column, row) = ((walk.column >> shift) as usize, (walk.row >> shift) as usize);
        self.ranges.get(start + column * rows + row)
    }
}

/// A ray on its way across the cells. Its own measure is the cell.
struct Walk {
    columns: u32,
    rows: u32,
    column: u32,
    row: u32,
    origin: [f64; 2],
    direction: [f64; 2],
    /// 1 / direction; infinite where it does not move that way.
    inverse: [f64; 2],
    height: f64,
    climb: f64,
    enter: f64,
}

/// Which border of a cell a ray leaves through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crossing {
    X,
    Y,
}

impl Walk {
    /// Enters the index; `None` where the ray passes by it.
    #[inline]
    fn new(index: &Index, line: &Line, reach: f64) -> Option<Self> {
        let ([x, y, height], [dx, dy, climb]) = (line.origin, line.direction);
        let ([ox, oy], [sx, sy]) = (index.origin, index.scale);
        let origin = [(x - ox) * sx, (y - oy) * sy];
        let direction = [dx * sx, dy * sy];
        let inverse = direction.map(|d| if d == 0.0 { f64::INFINITY } else { d.recip() });
        let (mut enter, mut leave) = (0.0f64, reach);
        let counts = [index.columns, index.rows].map(f64::from);
        for ((at, inverse), count) in origin.into_iter().zip(inverse).zip(counts) {
            if inverse.is_infinite() {
                if !(at >= 0.0 && at <= count) {
                    return None;
                }
                continue;
            }
            let (one, other) = (-at * inverse, (count - at) * inverse);
            enter = enter.max(one.min(other));
            leave = leave.min(one.max(other));
        }
        // Wider by some last digits.
        if index.cells.is_empty() || enter > leave * (1.0 + 1e-9) + 1e-9 {
            return None;
        }
        let ([u, v], [du, dv]) = (origin, direction);
        let column = whole(u + enter * du).min(index.columns - 1);
        let row = whole(v + enter * dv).min(index.rows - 1);
        let (columns, rows) = (index.columns, index.rows);
        Some(Self { columns, rows, column, row, origin, direction, inverse, height, climb, enter })
    }

    #[inline]
    fn cell(&self) -> usize {
        self.column as usize * self.rows as usize + self.row as usize
    }

    /// Where the ray leaves the block of a level that it is in.
    #[inline]
    fn leave(&self, level: usize) -> (Crossing, f64) {
        let shift = SHIFT * u32::try_from(level).unwrap_or(0);
        let ([u, v], [du, dv], [iu, iv]) = (self.origin, self.direction, self.inverse);
        let border = |at: u32, d: f64| f64::from(((at >> shift) + u32::from(d > 0.0)) << shift);
        let x = if du == 0.0 { f64::INFINITY } else { (border(self.column, du) - u) * iu };
        let y = if dv == 0.0 { f64::INFINITY } else { (border(self.row, dv) - v) * iv };
        if x <= y { (Crossing::X, x) } else { (Crossing::Y, y) }
    }

    /// How low and how high the ray is between here and `leave`.
    #[inline]
    fn heights(&self, leave: f64) -> (f64, f64) {
        let here = self.height + self.enter * self.climb;
        // A ray that leaves nowhere is vertical: it climbs without end, or stays.
        let there = if self.climb == 0.0 { here } else { self.height + leave * self.climb };
        if here <= there { (here, there) } else { (there, here) }
    }

    /// Goes on to the next block; says how many levels up is worth a try. `None` at the end.
    #[inline]
    fn step(&mut self, level: usize, crossing: Crossing, leave: f64) -> Option<usize> {
        if leave == f64::INFINITY {
            return None;
        }
        self.enter = self.enter.max(leave);
        let shift = SHIFT * u32::try_from(level).unwrap_or(0);
        let ([u, v], [du, dv]) = (self.origin, self.direction);
        let on = |at: u32, d: f64, count: u32| {
            let block = at >> shift;
            let next = if d > 0.0 {
                block.checked_add(1)?.checked_shl(shift)
            } else {
                (block << shift).checked_sub(1)
            };
            next.filter(|next| *next < count)
        };
        // Along the other axis the ray is still in this block.
        let within = |at: u32, place: f64, count: u32| {
            let first = at >> shift << shift;
            whole(place).clamp(first, (first | ((1 << shift) - 1)).min(count - 1))
        };
        let moved = match crossing {
            Crossing::X => {
                let next = on(self.column, du, self.columns)?;
                self.row = within(self.row, v + leave * dv, self.rows);
                let moved = self.column ^ next;
                self.column = next;
                moved
            }
            Crossing::Y => {
                let next = on(self.row, dv, self.rows)?;
                self.column = within(self.column, u + leave * du, self.columns);
                let moved = self.row ^ next;
                self.row = next;
                moved
            }
        };
        Some(usize::from(moved >> (shift + SHIFT) != 0))
    }
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

fn pick(a: [f32; 3], b: [f32; 3], which: fn(f32, f32) -> f32) -> [f32; 3] {
    let ([ax, ay, az], [bx, by, bz]) = (a, b);
    [which(ax, bx), which(ay, by), which(az, bz)]
}

/// The whole part of a number; 0 for what is below and for what is none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
#[inline]
fn whole(place: f64) -> u32 {
    place as u32
}

#[allow(clippy::cast_precision_loss)] // a size to aim at
fn count(items: usize) -> f64 {
    items as f64
}
