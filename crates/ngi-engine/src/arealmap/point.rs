//! Which areal is under a point.

use ngi_formats::arealmap::geometry;

use super::map::{Areal, Areals, Side, index};

impl Areals {
    /// The areal under a point: of those the point's cell names the first that holds it. A point
    /// on a shared edge is in one of the two areals; one on the map's border is in the areal that
    /// has the border.
    pub fn at(&self, x: f32, y: f32) -> Option<usize> {
        let frame = self.frame.as_ref()?;
        if !frame.holds(x, y) {
            return None;
        }
        let (column, row) = frame.cell(x, y);
        let list = self.cell(u64::from(column) * u64::from(frame.down) + u64::from(row));
        let point = [f64::from(x), f64::from(y)];
        let held = list.iter().map(|id| usize::from(*id)).find(|id| self.holds(*id, point));
        held.or_else(|| self.on_edge(list, point))
    }

    /// Whether an areal holds a point; on its left and lower edges it does.
    pub fn contains(&self, areal: usize, [x, y]: [f32; 2]) -> bool {
        self.holds(areal, [x.into(), y.into()])
    }

    #[inline]
    fn holds(&self, areal: usize, point: [f64; 2]) -> bool {
        let sides = self.list.get(areal).and_then(|areal| self.sides_of(areal));
        sides
            .unwrap_or_default()
            .iter()
            .fold(false, |inside, side| inside ^ side.is_right_of(point))
    }

    #[inline]
    fn sides_of(&self, areal: &Areal) -> Option<&[Side]> {
        self.sides.get(index(areal.first_side)..index(areal.end_side))
    }

    /// The first areal of a list that has the point on an edge.
    #[cold]
    fn on_edge(&self, list: &[u16], point: [f64; 2]) -> Option<usize> {
        let touched =
            |areal: &usize| geometry::touches(self.polygon(*areal).iter().copied(), point);
        list.iter().map(|id| usize::from(*id)).find(touched)
    }
}

impl Side {
    /// Whether the side is to the right of a point, on the point's level. The same question as
    /// [`geometry::crosses`], whose answers it gives.
    #[inline]
    fn is_right_of(&self, [x, y]: [f64; 2]) -> bool {
        let ([lx, ly], [hx, hy]) = (self.low.map(f64::from), self.high.map(f64::from));
        (ly <= y) & (y < hy) & ((hx - lx) * (y - ly) > (x - lx) * (hy - ly))
    }
}
