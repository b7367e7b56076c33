//! The way of a ray across cells and blocks of cells.

/// A ray, measured in cells and, upwards, in steps.
pub(super) struct Path {
    origin: [f64; 2],
    direction: [f64; 2],
    /// 1 / direction; infinite where it does not move that way.
    inverse: [f64; 2],
    height: f64,
    climb: f64,
    /// Where it enters the index.
    pub enter: f64,
}

impl Path {
    /// Across so many cells along each axis. `None` where the ray passes by.
    #[inline]
    pub fn new(
        [x, y, height]: [f64; 3],
        [dx, dy, climb]: [f64; 3],
        counts: [u32; 2],
        reach: f64,
    ) -> Option<Self> {
        let (origin, direction) = ([x, y], [dx, dy]);
        let inverse = direction.map(|d| if d == 0.0 { f64::INFINITY } else { d.recip() });
        let (mut enter, mut leave) = (0.0f64, reach);
        for ((at, inverse), count) in origin.into_iter().zip(inverse).zip(counts) {
            let count = f64::from(count);
            if at >= 0.0 && at <= count {
                continue;
            }
            if inverse.is_infinite() {
                return None;
            }
            let (one, other) = (-at * inverse, (count - at) * inverse);
            enter = enter.max(one.min(other));
            leave = leave.min(one.max(other));
        }
        // Wider by some last digits.
        if counts == [0; 2] || enter > leave * (1.0 + 1e-9) + 1e-9 {
            return None;
        }
        Some(Self { origin, direction, inverse, height, climb, enter })
    }

    /// Begins to walk over cells of size 2^shift at `enter`: over those from `first` on, `counts`
    /// along each axis, both in single cells.
    #[inline(always)]
    pub fn start(&self, shift: u32, enter: f64, first: [u32; 2], counts: [u32; 2]) -> Walk {
        let size = f64::from(1u32 << shift);
        let axis = |at: f64, d: f64, inverse: f64, first: u32, count: u32| {
            let (first, last) = (first >> shift, (first + count - 1) >> shift);
            let place = (whole(at + enter * d) >> shift).clamp(first, last);
            let up = d > 0.0;
            let next = if d == 0.0 {
                f64::INFINITY
            } else {
                (f64::from(place + u32::from(up)) * size - at) * inverse
            };
            let (left, step) = if up { (last - place, 1) } else { (place - first, u32::MAX) };
            // No map has so many cells that they could wrap.
            let left = left.cast_signed();
            (place, Axis { next, width: size * inverse.abs(), left, step })
        };
        let ([u, v], [du, dv], [iu, iv]) = (self.origin, self.direction, self.inverse);
        let ([column, row], [columns, rows]) = (first, counts);
        let (column, x) = axis(u, du, iu, column, columns);
        let (row, y) = axis(v, dv, iv, row, rows);
        Walk { column, row, enter, x, y }
    }

    /// Whether the ray passes a range of heights between two of its places.
    #[inline]
    pub fn overlaps(&self, range: Option<&[u8; 2]>, enter: f64, leave: f64) -> bool {
        let Some([low, high]) = range else { return false };
        let [here, there] = [enter, leave].map(|at| self.height + at * self.climb);
        let (low, high) = (f64::from(*low), f64::from(*high));
        ((here <= high) | (there <= high)) & ((here >= low) | (there >= low))
    }
}

/// A ray on its way across cells or blocks.
pub(super) struct Walk {
    pub column: u32,
    pub row: u32,
    /// Where the ray came in.
    pub enter: f64,
    x: Axis,
    y: Axis,
}

/// One axis of a walk.
struct Axis {
    /// Where the ray crosses the next border.
    next: f64,
    /// From one border to the next.
    width: f64,
    /// Steps to go; negative behind the last.
    left: i32,
    /// One forward or, wrapping, one back.
    step: u32,
}

impl Walk {
    /// Where the ray leaves the cell.
    #[inline]
    pub fn leave(&self) -> f64 {
        if self.x.next <= self.y.next { self.x.next } else { self.y.next }
    }

    /// On to the next cell; `false` where there is none. Which way cannot be predicted, so that
    /// both are reckoned and no branch is taken.
    #[inline]
    pub fn step(&mut self) -> bool {
        let (x, y) = (self.x.next, self.y.next);
        let right = x <= y;
        let leave = if right { x } else { y };
        // Rounding may put a border behind the place where the ray came in.
        self.enter = if leave > self.enter { leave } else { self.enter };
        self.column = self.column.wrapping_add(self.x.pass(right));
        self.row = self.row.wrapping_add(self.y.pass(!right));
        self.x.left | self.y.left >= 0
    }
}

impl Axis {
    /// Crosses the next border, or stays: what to add to the place.
    #[inline]
    fn pass(&mut self, crosses: bool) -> u32 {
        self.next += if crosses { self.width } else { 0.0 };
        self.left -= i32::from(crosses);
        if crosses { self.step } else { 0 }
    }
}

/// The whole part of a number; 0 for what is below and for what is none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
#[inline]
pub(super) fn whole(place: f64) -> u32 {
    place as u32
}
