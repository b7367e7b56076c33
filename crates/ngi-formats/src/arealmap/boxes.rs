//! Which edges are near each other: their boxes, swept along an axis.

use std::ops::ControlFlow;

/// So few boxes that sorting them takes longer than looking at all pairs.
const FEW: usize = 12;

/// A place seen from above.
pub(super) type Point = [f32; 2];

/// The box around an edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Boxed {
    low: Point,
    high: Point,
    /// Whose box it is.
    index: usize,
}

impl Boxed {
    /// The box around two points and somewhat more.
    pub fn around(a: Point, b: Point, margin: f32, index: usize) -> Self {
        Self {
            low: [a[0].min(b[0]) - margin, a[1].min(b[1]) - margin],
            high: [a[0].max(b[0]) + margin, a[1].max(b[1]) + margin],
            index,
        }
    }

    fn touches(&self, other: &Self) -> bool {
        let within = |low: Point, high: Point| (low[0] <= high[0]) & (low[1] <= high[1]);
        within(other.low, self.high) & within(self.low, other.high)
    }
}

/// Visits pairs of boxes that have a point in common until the visitor breaks. Each pair that is
/// looked at takes a step from the budget; `None` when it is used up.
pub(super) fn touching<B>(
    boxes: &mut [Boxed],
    budget: &mut usize,
    mut visit: impl FnMut(usize, usize) -> ControlFlow<B>,
) -> Option<ControlFlow<B>> {
    let sorted = boxes.len() > FEW;
    if sorted {
        sort(boxes);
    }
    for (at, one) in boxes.iter().enumerate() {
        let behind = boxes.get(at + 1..).unwrap_or_default();
        for other in behind.iter().take_while(|other| !sorted || other.low[0] <= one.high[0]) {
            *budget = budget.checked_sub(1)?;
            if one.touches(other) {
                let flow = visit(one.index, other.index);
                if flow.is_break() {
                    return Some(flow);
                }
            }
        }
    }
    Some(ControlFlow::Continue(()))
}

/// In order along the axis on which boxes are shorter, compared with all of them; that axis comes
/// first then.
fn sort(boxes: &mut [Boxed]) {
    let (mut lengths, mut low, mut high) =
        ([0.0f64; 2], [f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for each in boxes.iter() {
        let ([lx, ly], [hx, hy]) = (each.low.map(f64::from), each.high.map(f64::from));
        lengths = [lengths[0] + hx - lx, lengths[1] + hy - ly];
        low = [low[0].min(lx), low[1].min(ly)];
        high = [high[0].max(hx), high[1].max(hy)];
    }
    if lengths[0] * (high[1] - low[1]) > lengths[1] * (high[0] - low[0]) {
        for Boxed { low, high, .. } in boxes.iter_mut() {
            low.reverse();
            high.reverse();
        }
    }
    boxes.sort_unstable_by(|a, b| a.low[0].total_cmp(&b.low[0]).then(a.index.cmp(&b.index)));
}
