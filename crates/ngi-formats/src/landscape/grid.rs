//! The grid of a landscape: which square a place lies in.

/// The grid as the engine takes it from a file: the corner of the map's box, the size of the first
/// cell's own box, and the number of squares from the directory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Corner of the map with the smallest x and y.
    pub origin: [f32; 2],
    /// Size of a square along x and y.
    pub size: [f32; 2],
    /// Squares along x: attr2 of chunk 1 (`cellsX`).
    pub across: usize,
    /// Squares along y: attr1 / attr2 of chunk 1 (`cellsY`).
    pub down: usize,
}

impl Grid {
    /// How many squares there are.
    pub fn len(&self) -> usize {
        self.across.saturating_mul(self.down)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The square with these numbers along x and y; y runs fastest. `None` outside.
    #[inline]
    pub fn index(&self, x: usize, y: usize) -> Option<usize> {
        (x < self.across && y < self.down).then(|| x * self.down + y)
    }

    /// The numbers of a square along x and y.
    pub fn place(&self, square: usize) -> Option<[usize; 2]> {
        (square < self.len()).then(|| [square / self.down, square % self.down])
    }

    /// The square a point lies in: `floor((v − origin) / size)` along each axis. A point on the
    /// far edge of the map belongs to the last square; outside, and for what is not a number, there
    /// is none.
    #[inline]
    pub fn square_at(&self, x: f32, y: f32) -> Option<usize> {
        let ([x0, y0], [width, height]) = (self.origin, self.size);
        let along = |offset: f32, size: f32, count: usize| {
            let far = size * count as f32;
            if !(offset >= 0.0 && offset <= far) {
                return None;
            }
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 at least
            let number = (offset * (1.0 / size)) as usize;
            Some(number.min(count.saturating_sub(1)))
        };
        self.index(along(x - x0, width, self.across)?, along(y - y0, height, self.down)?)
    }
}
