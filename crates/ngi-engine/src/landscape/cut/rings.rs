//! Rings of corners seen from above.

use super::NoCut;

/// A point seen from above.
pub(super) type Point = [f64; 2];

/// Corners that a ring has at most; the longest of the game has 26.
pub const MOST_CORNERS: usize = 128;
/// Nothing of a map is farther away than this.
const FARTHEST: f64 = 1e6;
/// Rings of less area cut nothing.
const LEAST_AREA: f64 = 1e-3;

/// A ring that goes round anticlockwise and does not cross itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ring {
    pub corners: Vec<Point>,
}

impl Ring {
    /// A ring of these corners. Those that repeat the one before are left out; one that goes round
    /// clockwise is turned round.
    pub fn new(corners: &[Point]) -> Result<Self, NoCut> {
        let sound = |corner: &Point| corner.iter().all(|n| n.is_finite() && n.abs() < FARTHEST);
        if !corners.iter().all(sound) {
            return Err(NoCut::NotFinite);
        }
        if corners.len() > MOST_CORNERS {
            return Err(NoCut::TooLong);
        }
        let mut corners = corners.to_vec();
        corners.dedup();
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        let mut ring = Self { corners };
        let area = ring.area();
        if ring.corners.len() < 3 || area.abs() < LEAST_AREA {
            return Err(NoCut::Flat);
        }
        if area < 0.0 {
            ring.corners.reverse();
        }
        if ring.crosses_itself() { Err(NoCut::Crossing) } else { Ok(ring) }
    }

    /// Its edges.
    pub fn edges(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| [*a, *b])
    }

    /// Twice its area, halved: above 0 where it goes round anticlockwise.
    pub fn area(&self) -> f64 {
        self.edges().map(|[[x, y], [u, v]]| x * v - u * y).sum::<f64>() / 2.0
    }

    /// Its lowest and highest corner.
    pub fn bounds(&self) -> [Point; 2] {
        self.corners.iter().fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[low, high], p| {
            let ([lx, ly], [hx, hy], [x, y]) = (low, high, *p);
            [[lx.min(x), ly.min(y)], [hx.max(x), hy.max(y)]]
        })
    }

    /// Whether a point is inside: whether the ring goes round it.
    pub fn holds(&self, [x, y]: Point) -> bool {
        let mut turns = 0i32;
        for [a, b] in self.edges() {
            let left = side(a, b, [x, y]);
            if a[1] <= y && b[1] > y && left > 0.0 {
                turns += 1;
            } else if a[1] > y && b[1] <= y && left < 0.0 {
                turns -= 1;
            }
        }
        turns != 0
    }

    /// Whether any of its edges touches a segment.
    pub fn touches(&self, segment: [Point; 2]) -> bool {
        self.edges().any(|edge| touch(edge, segment))
    }

    fn crosses_itself(&self) -> bool {
        let edges: Vec<[Point; 2]> = self.edges().collect();
        let count = edges.len();
        edges.iter().enumerate().any(|(index, edge)| {
            let others = edges.iter().enumerate().skip(index + 1);
            others.into_iter().any(|(other, segment)| {
                let follows = other == index + 1 || (index == 0 && other + 1 == count);
                if follows {
                    turns_back(*edge, *segment, other == index + 1)
                } else {
                    touch(*edge, *segment)
                }
            })
        })
    }
}

/// On which side of the line from `a` to `b` a point is: above 0 on the left.
pub(super) fn side(a: Point, b: Point, p: Point) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/// Whether two edges that share an end lie on each other.
fn turns_back(first: [Point; 2], second: [Point; 2], second_follows: bool) -> bool {
    let [[a, b], [_, c]] = if second_follows { [first, second] } else { [second, first] };
    let back = (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]);
    side(a, b, c) == 0.0 && back > 0.0
}

/// Whether two segments have a point in common.
pub(super) fn touch([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let (one, two) = (side(a, b, c), side(a, b, d));
    let (three, four) = (side(c, d, a), side(c, d, b));
    if (one > 0.0 && two > 0.0) || (one < 0.0 && two < 0.0) {
        return false;
    }
    if (three > 0.0 && four > 0.0) || (three < 0.0 && four < 0.0) {
        return false;
    }
    // On one line: whether their boxes meet.
    let meet = |axis: fn(&Point) -> f64| {
        let (low, high) = (axis(&a).min(axis(&b)), axis(&a).max(axis(&b)));
        axis(&c).min(axis(&d)) <= high && axis(&c).max(axis(&d)) >= low
    };
    meet(|p| p[0]) && meet(|p| p[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];

    #[test]
    fn rings_are_put_in_order() {
        let ring = Ring::new(&SQUARE).unwrap();
        assert_eq!((ring.area(), ring.bounds()), (16.0, [[0.0, 0.0], [4.0, 4.0]]));
        let mut back = SQUARE;
        back.reverse();
        assert_eq!(Ring::new(&back).unwrap().area(), 16.0);
        let closed = [SQUARE[0], SQUARE[0], SQUARE[1], SQUARE[2], SQUARE[3], SQUARE[0]];
        assert_eq!(Ring::new(&closed).unwrap().corners.len(), 4);
    }

    #[test]
    fn what_is_inside() {
        let ring =
            Ring::new(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]]).unwrap();
        for (point, inside) in
            [([1.0, 1.0], true), ([3.9, 3.0], true), ([2.0, 2.0], false), ([5.0, 1.0], false)]
        {
            assert_eq!(ring.holds(point), inside, "{point:?}");
        }
    }

    #[test]
    fn bad_rings_are_refused() {
        let bow = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]];
        let eight = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 5.0]];
        let spike = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [4.0, -1.0], [0.0, 4.0]];
        let touching = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 0.0], [0.0, 4.0]];
        let table: [(&[Point], NoCut); 7] = [
            (&bow, NoCut::Flat),
            (&eight, NoCut::Crossing),
            (&spike, NoCut::Crossing),
            (&touching, NoCut::Crossing),
            (&[[0.0, 0.0], [1.0, 1.0]], NoCut::Flat),
            (&[[0.0, 0.0], [1.0, f64::NAN], [1.0, 0.0]], NoCut::NotFinite),
            (&[[0.0, 0.0], [1e9, 1.0], [1.0, 0.0]], NoCut::NotFinite),
        ];
        for (corners, why) in table {
            assert_eq!(Ring::new(corners), Err(why), "{corners:?}");
        }
        assert_eq!(Ring::new(&[[0.0, 0.0]; 129]), Err(NoCut::TooLong));
    }
}
