//! The engine's grid of squares.

use ngi_formats::landscape::Landscape;

/// The grid as the engine derives it: an origin, the size of a square, squares across and down.
///
/// The index of a square is `column · down + row`: y runs fastest.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Grid {
    /// The corner of the map with the smallest x and y: corner 0 of the header's box.
    pub origin: [f32; 2],
    /// The opposite corner. A point on this edge belongs to the last square.
    pub far: [f32; 2],
    /// Sides of a square: the extent of the first cell's own box.
    pub size: [f32; 2],
    /// Squares along x.
    pub across: u32,
    /// Squares along y.
    pub down: u32,
}

impl Grid {
    /// The grid of a file; `None` where that does not say how its squares lie.
    pub fn of(land: &Landscape<'_>) -> Option<Self> {
        let [far_x, far_y, _] = land.header.aabb().max;
        let whole = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        land.grid().map(|grid| Self {
            origin: grid.origin,
            far: [far_x, far_y],
            size: grid.size,
            across: whole(grid.across),
            down: whole(grid.down),
        })
    }

    /// How many squares there are.
    pub fn len(&self) -> usize {
        let squares = u64::from(self.across) * u64::from(self.down);
        usize::try_from(squares).unwrap_or(usize::MAX)
    }

    /// Whether there is no square.
    pub fn is_empty(&self) -> bool {
        self.across == 0 || self.down == 0
    }

    /// A place in squares from the origin. No number where the grid has no size.
    #[inline]
    pub(super) fn in_squares(&self, at: [f64; 2]) -> [f64; 2] {
        let [x, y] = at;
        let ([ox, oy], [sx, sy]) = (self.origin, self.size);
        [(x - f64::from(ox)) / f64::from(sx), (y - f64::from(oy)) / f64::from(sy)]
    }

    /// The column and row of a point, counted on outside the grid too: where a camera is.
    /// `None` for what is no number.
    pub fn place(&self, at: [f32; 2]) -> Option<[i64; 2]> {
        let ([x, y], [ox, oy], [sx, sy]) = (at, self.origin, self.size);
        // As the engine does it: in single precision, by the inverse.
        let (column, row) = ((x - ox) * (1.0 / sx), (y - oy) * (1.0 / sy));
        if !column.is_finite() || !row.is_finite() {
            return None;
        }
        // Rounded down by hand: twice as fast as the function. Saturates, far beyond every grid.
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
        let down = |place: f32| {
            let whole = place as i64;
            whole.saturating_sub(i64::from(whole as f32 > place))
        };
        Some([down(column), down(row)])
    }

    /// The column and row of the square that holds a point. The far edges of the map belong to the
    /// last squares; `None` outside.
    pub fn column_row(&self, at: [f32; 2]) -> Option<[u32; 2]> {
        let [column, row] = self.place(at)?;
        let ([x, y], [far_x, far_y]) = (at, self.far);
        let along = |place: i64, count: u32, on_map: bool| {
            let place = u32::try_from(place).ok()?;
            if place < count {
                return Some(place);
            }
            on_map.then(|| count.checked_sub(1)).flatten()
        };
        Some([along(column, self.across, x <= far_x)?, along(row, self.down, y <= far_y)?])
    }

    /// The index of the square that holds a point.
    pub fn square(&self, at: [f32; 2]) -> Option<usize> {
        let [column, row] = self.column_row(at)?;
        self.index(column, row)
    }

    /// The index of a square; `None` outside the grid.
    pub fn index(&self, column: u32, row: u32) -> Option<usize> {
        if column >= self.across || row >= self.down {
            return None;
        }
        usize::try_from(u64::from(column) * u64::from(self.down) + u64::from(row)).ok()
    }

    /// The column and row of a square.
    pub fn of_index(&self, index: usize) -> Option<[u32; 2]> {
        let down = usize::try_from(self.down).ok()?;
        let column = u32::try_from(index.checked_div(down)?).ok()?;
        let row = u32::try_from(index.checked_rem(down)?).ok()?;
        (column < self.across).then_some([column, row])
    }

    /// The squares a box in plan touches: first and last column, first and last row. `None` where
    /// it touches none or is no box.
    pub fn touched(&self, min: [f32; 2], max: [f32; 2]) -> Option<[[u32; 2]; 2]> {
        if self.is_empty() || !(min.iter().zip(&max).all(|(min, max)| min <= max)) {
            return None;
        }
        let ([x0, y0], [x1, y1]) =
            (self.in_squares(min.map(f64::from)), self.in_squares(max.map(f64::from)));
        let along = |low: f64, high: f64, count: u32| {
            // What is no number fails both.
            if !(low <= f64::from(count) && high >= 0.0) {
                return None;
            }
            let last = f64::from(count.checked_sub(1)?);
            // Between 0 and the count.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let whole = |place: f64| place.floor().clamp(0.0, last) as u32;
            Some([whole(low), whole(high)])
        };
        Some([along(x0, x1, self.across)?, along(y0, y1, self.down)?])
    }

    /// The squares of [`touched`](Self::touched), by index, columns first.
    pub fn squares_touched(
        &self,
        min: [f32; 2],
        max: [f32; 2],
    ) -> impl Iterator<Item = usize> + use<> {
        let grid = *self;
        self.touched(min, max)
            .into_iter()
            .flat_map(move |[[c0, c1], [r0, r1]]| {
                (c0..=c1).flat_map(move |column| (r0..=r1).map(move |row| (column, row)))
            })
            .filter_map(move |(column, row)| grid.index(column, row))
    }
}

/// The squares that a line crosses, in order.
#[derive(Debug, Clone)]
pub(super) struct Crossed {
    grid: Grid,
    /// Column and row; outside the grid at the end.
    place: [i64; 2],
    /// In squares.
    origin: [f64; 2],
    direction: [f64; 2],
}

impl Grid {
    /// The squares that a line crosses from `origin` on, by index. Where it leaves a square through
    /// a corner, the one beside comes first.
    pub(super) fn crossed(&self, origin: [f64; 3], direction: [f64; 3]) -> Crossed {
        let ([x, y, _], [dx, dy, _]) = (origin, direction);
        let [sx, sy] = self.size.map(f64::from);
        let (origin, direction) = (self.in_squares([x, y]), [dx / sx, dy / sy]);
        let place = self.entered(origin, direction).unwrap_or([-1, -1]);
        Crossed { grid: *self, place, origin, direction }
    }

    /// The first square of a line.
    fn entered(&self, origin: [f64; 2], direction: [f64; 2]) -> Option<[i64; 2]> {
        let counts = [self.across, self.down].map(f64::from);
        let (mut enter, mut leave) = (0.0f64, f64::INFINITY);
        for ((at, d), count) in origin.into_iter().zip(direction).zip(counts) {
            if d == 0.0 {
                if !(at >= 0.0 && at <= count) {
                    return None;
                }
                continue;
            }
            let (one, other) = (-at / d, (count - at) / d);
            enter = enter.max(one.min(other));
            leave = leave.min(one.max(other));
        }
        if self.is_empty() || enter > leave * (1.0 + 1e-9) + 1e-9 {
            return None;
        }
        let ([u, v], [du, dv], [across, down]) = (origin, direction, counts);
        // Cut to the grid.
        #[allow(clippy::cast_possible_truncation)]
        let square = |place: f64, count: f64| place.floor().clamp(0.0, count - 1.0) as i64;
        Some([square(u + enter * du, across), square(v + enter * dv, down)])
    }
}

impl Iterator for Crossed {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let [column, row] = self.place;
        let index = self.grid.index(u32::try_from(column).ok()?, u32::try_from(row).ok()?)?;
        // Numbers of squares are small.
        #[allow(clippy::cast_precision_loss)]
        let until = |place: i64, at: f64, d: f64| {
            if d == 0.0 {
                return f64::INFINITY;
            }
            ((place + i64::from(d > 0.0)) as f64 - at) / d
        };
        let ([u, v], [du, dv]) = (self.origin, self.direction);
        let (x, y) = (until(column, u, du), until(row, v, dv));
        let step = |d: f64| if d > 0.0 { 1 } else { -1 };
        self.place = if x == f64::INFINITY && y == f64::INFINITY {
            [-1, -1]
        } else if x <= y {
            [column + step(du), row]
        } else {
            [column, row + step(dv)]
        };
        Some(index)
    }
}
