//! A tree of boxes over triangles, for picking.
//!
//! Built by the surface area heuristic over sixteen bins, walked front to back. Why our own:
//! `docs/adr/0003-picking-tree.md`.

use glam::{BVec3A, Vec3A};

/// Bins per axis of large ranges.
const BINS: usize = 16;
/// Bins per axis of small ranges, which are most: looking through bins is most of their cost.
const FEW_BINS: usize = 8;
/// Ranges of at least so many triangles are large.
const LARGE: usize = 128;
/// Leaves hold at most so many where a split does not pay.
const LEAF: usize = 8;
/// Ranges of at most so many are leaves without further thought.
const SMALL_LEAF: usize = 4;
/// From this depth on ranges are halved, so that no input makes the tree deep.
const BALANCED_FROM: usize = 48;
/// More than any tree is deep: [`BALANCED_FROM`] and then the digits of a number of triangles.
const STACK: usize = 96;

/// A box along the axes.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    min: Vec3A,
    max: Vec3A,
}

impl Bounds {
    const EMPTY: Self = Self { min: Vec3A::INFINITY, max: Vec3A::NEG_INFINITY };

    fn add(&mut self, other: &Self) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// Half the surface; 0 where there is nothing.
    fn half_area(&self) -> f32 {
        let side = (self.max - self.min).max(Vec3A::ZERO);
        side.x * side.y + side.y * side.z + side.z * side.x
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    bounds: Bounds,
    /// Of a leaf its first triangle, else its first child; the second follows it.
    first: u32,
    /// Triangles of a leaf; 0 for an inner node.
    count: u32,
}

/// A triangle while the tree is built.
#[derive(Debug, Clone, Copy)]
struct Item {
    bounds: Bounds,
    index: u32,
}

impl Item {
    #[inline]
    fn center(&self) -> Vec3A {
        (self.bounds.min + self.bounds.max) * 0.5
    }
}

/// The tree. Triangles are named by their place in the order that [`Bvh::build`] gives.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bvh {
    nodes: Vec<Node>,
}

/// A ray prepared for box tests. The borders of a box are inside.
pub(crate) struct Slabs {
    origin: Vec3A,
    inverse: Vec3A,
    /// Axes along which the ray does not move.
    parallel: BVec3A,
}

impl Slabs {
    pub fn new(origin: Vec3A, direction: Vec3A) -> Self {
        let parallel = direction.abs().cmplt(Vec3A::splat(1e-30));
        // Large but finite: 0 · ∞ would not be a number on the border of a box.
        let inverse = Vec3A::select(parallel, Vec3A::splat(1e30), direction.recip());
        Self { origin, inverse, parallel }
    }

    /// True if the ray meets a box, given by its corners, before `far`.
    #[inline]
    pub fn meets(&self, [min, max]: [Vec3A; 2], far: f32) -> bool {
        self.enter(&Bounds { min, max }, far).is_some()
    }

    /// Returns where the ray enters the box; `None` if it misses the box or enters beyond `far`.
    #[inline]
    fn enter(&self, bounds: &Bounds, far: f32) -> Option<f32> {
        let low = (bounds.min - self.origin) * self.inverse;
        let high = (bounds.max - self.origin) * self.inverse;
        let enter = low.min(high).max_element();
        let leave = low.max(high);
        // A parallel ray never leaves a slab that it is in, even if it runs on its upper border,
        // where `high` is 0.
        let stays = self.parallel & leave.cmpge(Vec3A::ZERO);
        let leave = Vec3A::select(stays, Vec3A::INFINITY, leave).min_element();
        // Wider by a few units in the last place, so that rounding does not hide a triangle.
        let leave = leave * 1.000_001;
        (enter <= leave && leave >= 0.0 && enter <= far).then_some(enter)
    }
}

impl Bvh {
    /// Builds a tree over triangles given by their corners; gives it with their new order.
    pub fn build(triangles: impl Iterator<Item = [Vec3A; 3]>) -> (Self, Vec<u32>) {
        Self::of_boxes(triangles.map(|[a, b, c]| [a.min(b).min(c), a.max(b).max(c)]))
    }

    /// The same over anything that has a box: its lowest and its highest corner.
    pub fn of_boxes(boxes: impl Iterator<Item = [Vec3A; 2]>) -> (Self, Vec<u32>) {
        let mut items: Vec<Item> = (0u32..)
            .zip(boxes)
            .map(|(index, [min, max])| Item { bounds: Bounds { min, max }, index })
            .collect();
        let mut nodes = Vec::with_capacity(items.len());
        nodes.push(Node { bounds: Bounds::EMPTY, first: 0, count: 0 });
        let mut work = vec![(0usize, 0usize, items.len(), 0usize)];
        while let Some((at, start, end, depth)) = work.pop() {
            let range = items.get_mut(start..end).unwrap_or_default();
            let (bounds, split) = split(range, depth);
            let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
            let node = match split {
                None => Node { bounds, first: number(start), count: number(end - start) },
                Some(middle) => {
                    let child = nodes.len();
                    let empty = Node { bounds: Bounds::EMPTY, first: 0, count: 0 };
                    nodes.extend([empty, empty]);
                    work.push((child + 1, start + middle, end, depth + 1));
                    work.push((child, start, start + middle, depth + 1));
                    Node { bounds, first: number(child), count: 0 }
                }
            };
            if let Some(place) = nodes.get_mut(at) {
                *place = node;
            }
        }
        if items.is_empty() {
            nodes.clear();
        }
        (Self { nodes }, items.iter().map(|item| item.index).collect())
    }

    /// Walks the leaves a ray meets, near ones first. `test` looks at a leaf's triangles and gives
    /// the distance beyond which nothing matters any more.
    #[inline]
    pub fn walk(
        &self,
        slabs: &Slabs,
        mut far: f32,
        mut test: impl FnMut(std::ops::Range<usize>, f32) -> f32,
    ) {
        let mut stack = [(0u32, 0.0f32); STACK];
        let mut height = 0;
        let Some(mut node) = self.nodes.first() else { return };
        if slabs.enter(&node.bounds, far).is_none() {
            return;
        }
        loop {
            if node.count > 0 {
                let range = node.first as usize..(node.first as usize + node.count as usize);
                far = test(range, far);
            } else if let Some([left, right]) =
                self.nodes.get(node.first as usize..).and_then(|rest| rest.first_chunk())
            {
                match (slabs.enter(&left.bounds, far), slabs.enter(&right.bounds, far)) {
                    (Some(l), Some(r)) => {
                        let (near, later) = if r < l {
                            (right, (node.first, l))
                        } else {
                            (left, (node.first.saturating_add(1), r))
                        };
                        if let Some(place) = stack.get_mut(height) {
                            *place = later;
                            height += 1;
                        }
                        node = near;
                        continue;
                    }
                    (Some(_), None) => {
                        node = left;
                        continue;
                    }
                    (None, Some(_)) => {
                        node = right;
                        continue;
                    }
                    (None, None) => {}
                }
            }
            // The next one kept for later that has not fallen behind a hit.
            loop {
                let Some(lower) = height.checked_sub(1) else { return };
                height = lower;
                let Some(&(index, enter)) = stack.get(height) else { return };
                if enter <= far
                    && let Some(next) = self.nodes.get(index as usize)
                {
                    node = next;
                    break;
                }
            }
        }
    }
}

/// The bounds of a range, and where to cut it after putting it in order; `None` for a leaf.
fn split(items: &mut [Item], depth: usize) -> (Bounds, Option<usize>) {
    let (mut bounds, mut centers) = (Bounds::EMPTY, Bounds::EMPTY);
    for item in items.iter() {
        bounds.add(&item.bounds);
        let center = item.center();
        centers.add(&Bounds { min: center, max: center });
    }
    if items.len() <= SMALL_LEAF {
        return (bounds, None);
    }
    let half = items.len() / 2;
    if depth >= BALANCED_FROM {
        return (bounds, (items.len() > LEAF).then_some(half));
    }
    let plane = if items.len() < LARGE {
        best_plane::<FEW_BINS>(items, &bounds, &centers)
    } else {
        best_plane::<BINS>(items, &bounds, &centers)
    };
    let Some(plane) = plane else {
        return (bounds, (items.len() > LEAF).then_some(half));
    };
    // Visiting two children costs about as much as testing one triangle.
    if items.len() <= LEAF && plane.cost + 1.0 >= count(items.len()) {
        return (bounds, None);
    }
    let middle = partition(items, |item| plane.is_left(item));
    let cut = if middle == 0 || middle == items.len() { half } else { middle };
    (bounds, Some(cut))
}

/// A plane between two bins.
struct Plane {
    axis: usize,
    start: f32,
    scale: f32,
    bins: usize,
    bin: usize,
    cost: f32,
}

/// The bin of a place on an axis. What is no number goes into the first.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to the bins before
#[inline]
fn bin_of(place: f32, bins: usize) -> usize {
    ((place as i32).max(0) as usize).min(bins - 1)
}

#[allow(clippy::cast_precision_loss)] // a weight
fn count(items: usize) -> f32 {
    items as f32
}

impl Plane {
    fn is_left(&self, item: &Item) -> bool {
        let center = item.center().to_array().get(self.axis).copied().unwrap_or(0.0);
        bin_of((center - self.start) * self.scale, self.bins) <= self.bin
    }
}

/// The cheapest plane of all three axes; `None` where centres coincide or numbers run out.
fn best_plane<const N: usize>(items: &[Item], bounds: &Bounds, centers: &Bounds) -> Option<Plane> {
    let whole = bounds.half_area();
    let start = centers.min;
    let scale = Vec3A::splat(count(N)) / (centers.max - centers.min);
    let mut bins = [[(Bounds::EMPTY, 0u32); N]; 3];
    for item in items {
        let place = (item.center() - start) * scale;
        for (bins, place) in bins.iter_mut().zip(place.to_array()) {
            if let Some((bounds, count)) = bins.get_mut(bin_of(place, N)) {
                bounds.add(&item.bounds);
                *count += 1;
            }
        }
    }
    let mut best: Option<Plane> = None;
    let axes = bins.iter().zip(start.to_array()).zip(scale.to_array()).enumerate();
    for (axis, ((bins, start), scale)) in axes {
        if !scale.is_finite() {
            continue;
        }
        for (bin, area) in sweep(bins).into_iter().take(N - 1).enumerate() {
            let cost = area / whole;
            if cost.is_finite() && best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Plane { axis, start, scale, bins: N, bin, cost });
            }
        }
    }
    best
}

/// For every plane behind a bin: the surface of each side times its triangles, summed. Behind the
/// last there is none.
fn sweep<const N: usize>(bins: &[(Bounds, u32); N]) -> [f32; N] {
    let mut costs = [0.0; N];
    let weigh = |bounds: &Bounds, triangles: u32| {
        if triangles == 0 { f32::INFINITY } else { bounds.half_area() * triangles as f32 }
    };
    let (mut bounds, mut triangles) = (Bounds::EMPTY, 0);
    for (cost, (bin, count)) in costs.iter_mut().zip(bins) {
        bounds.add(bin);
        triangles += count;
        *cost += weigh(&bounds, triangles);
    }
    let (mut bounds, mut triangles) = (Bounds::EMPTY, 0);
    let behind = bins.get(1..).unwrap_or_default();
    for (cost, (bin, count)) in costs.iter_mut().zip(behind).rev() {
        bounds.add(bin);
        triangles += count;
        *cost += weigh(&bounds, triangles);
    }
    costs
}

/// Brings what is left to the front; gives how many those are.
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let mut left = 0;
    for at in 0..items.len() {
        if items.get(at).is_some_and(&is_left) {
            if left != at {
                items.swap(left, at);
            }
            left += 1;
        }
    }
    left
}
