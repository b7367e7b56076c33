//! The way of a ray across cells and blocks of cells.

use super::four::Way;
use super::triangle::Line;

/// A ray, measured in cells.
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
    /// Of cells that begin at an origin, `scale` to the unit, so many along each axis. `None` where
    /// the ray passes by.
    #[inline]
    pub fn new(
        line: &Line,
        [ox, oy]: [f64; 2],
        [sx, sy]: [f64; 2],
        counts: [u32; 2],
        reach: f64,
    ) -> Option<Self> {
        let ([x, y, height], [dx, dy, climb]) = (line.origin, line.direction);
        let origin = [(x - ox) * sx, (y - oy) * sy];
        let direction = [dx * sx, dy * sy];
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

    /// Its line in plan.
    #[inline]
    pub fn way(&self) -> Way {
        Way::new(self.origin, self.direction)
    }

    /// Begins to walk over cells of size 2^shift at `enter`: over those from `first` on, `counts`
    /// along each axis, both in single cells.
    #[inline]
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
    pub fn overlaps(&self, range: Option<&[f32; 2]>, enter: f64, leave: f64) -> bool {
        let Some([low, high]) = range else { return false };
        let (here, there) = (self.height + enter * self.climb, self.height + leave * self.climb);
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
    /// Steps to go.
    left: u32,
    /// One forward or, wrapping, one back.
    step: u32,
}

impl Walk {
    /// Where the ray leaves the cell.
    #[inline]
    pub fn leave(&self) -> f64 {
        if self.x.next <= self.y.next { self.x.next } else { self.y.next }
    }

    /// On to the next cell; `false` where there is none.
    #[inline]
    pub fn step(&mut self) -> bool {
        let (axis, place) = if self.x.next <= self.y.next {
            (&mut self.x, &mut self.column)
        } else {
            (&mut self.y, &mut self.row)
        };
        let Some(left) = axis.left.checked_sub(1) else { return false };
        axis.left = left;
        // Rounding may put a border behind the place where the ray came in.
        self.enter = if axis.next > self.enter { axis.next } else { self.enter };
        axis.next += axis.width;
        *place = place.wrapping_add(axis.step);
        true
    }
}

/// The whole part of a number; 0 for what is below and for what is none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
#[inline]
pub(super) fn whole(place: f64) -> u32 {
    place as u32
}
