//! The triangle walk: what collision and picking see of a slot, and who is whose neighbour.

use std::collections::HashSet;

use ngi_formats::msh::{Batch, BatchWord, Model, Slot, Triangle, TriangleFlags};

/// Triangles that a walk visits and a ray can hit: those that have all required bits and none of
/// the forbidden ones. The default lets every triangle pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filter {
    /// Bits that a triangle must not have.
    pub triangles: TriangleFlags,
    /// Bits that the word of its batch must not have.
    pub batches: BatchWord,
    /// Bits that a triangle must have.
    pub required_triangles: TriangleFlags,
    /// Bits that the word of its batch must have.
    pub required_batches: BatchWord,
}

impl Filter {
    /// Leaves out nothing.
    pub const ALL: Self = Self {
        triangles: TriangleFlags(0),
        batches: BatchWord(0),
        required_triangles: TriangleFlags(0),
        required_batches: BatchWord(0),
    };
    /// Triangles that stop a shot: not foliage, not glass, not portals (nor batches with bit 0x200,
    /// which no shipped model has).
    pub const SHOT: Self =
        Self { triangles: TriangleFlags(0x24), batches: BatchWord(0x208), ..Self::ALL };

    /// True if a triangle with these flags in a batch with this word passes.
    #[inline]
    pub const fn passes(&self, flags: TriangleFlags, word: BatchWord) -> bool {
        flags.0 & self.triangles.0 == 0
            && word.0 & self.batches.0 == 0
            && flags.0 & self.required_triangles.0 == self.required_triangles.0
            && word.0 & self.required_batches.0 == self.required_batches.0
    }

    /// What pushes a body out of a wall: not foliage, and walkable surfaces only for a flyer.
    pub const fn push_out(flyer: bool) -> Self {
        Self { triangles: TriangleFlags(if flyer { 0x4 } else { 0x6 }), ..Self::ALL }
    }

    /// The same without the broad faces of doors: what is left while they are open.
    #[must_use]
    pub const fn doors_open(self) -> Self {
        Self { triangles: TriangleFlags(self.triangles.0 | 0x10), ..self }
    }
}

/// A triangle met on a walk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlotTriangle {
    /// Index of its descriptor in resource 7, whether or not there is one.
    pub triangle: usize,
    /// The descriptor; without one a default with no flags and open edges.
    pub descriptor: Triangle,
    /// Its batch.
    pub batch: usize,
    /// The batch's record.
    pub record: Batch,
    /// Vertices.
    pub vertices: [usize; 3],
    /// Their positions in the node's space.
    pub positions: [[f32; 3]; 3],
}

/// The triangles of a slot in order of their descriptors.
///
/// A batch takes `(index_count + 2) / 3` descriptors. Where the count is no multiple of three, the
/// last triangle's missing corners are the indices behind the batch, as in the engine; it is left
/// out where those are not there. What the filter leaves out, and batches that lead outside, take
/// their descriptors all the same.
pub fn walk<'a>(
    model: &'a Model<'_>,
    slot: &Slot,
    filter: Filter,
) -> impl Iterator<Item = SlotTriangle> + 'a {
    let range = slot.batches();
    let range = if range.end <= model.batches.len() { range } else { 0..0 };
    let mut next = usize::from(slot.triangle_start);
    range
        .filter_map(move |batch| {
            let record = model.batches.get(batch)?;
            let first = next;
            next = next.saturating_add(record.triangle_count());
            let broken = model.batch_indices(batch).is_empty();
            (!broken).then_some((batch, record, first))
        })
        .flat_map(move |(batch, record, first)| {
            (0..record.triangle_count())
                .filter_map(move |number| met(model, filter, (batch, &record), first, number))
        })
}

fn met(
    model: &Model<'_>,
    filter: Filter,
    (batch, record): (usize, &Batch),
    first: usize,
    number: usize,
) -> Option<SlotTriangle> {
    let triangle = first.checked_add(number)?;
    let descriptor = model.triangles.and_then(|all| all.get(triangle)).unwrap_or_default();
    if !filter.passes(descriptor.flags, record.word) {
        return None;
    }
    let start = usize::try_from(record.index_start).ok()?.checked_add(number.checked_mul(3)?)?;
    let base = usize::try_from(record.base_vertex).ok()?;
    let vertex = |corner: usize| {
        let index = model.indices.get(start.checked_add(corner)?)?;
        base.checked_add(usize::from(index))
    };
    let vertices = [vertex(0)?, vertex(1)?, vertex(2)?];
    let [a, b, c] = vertices.map(|vertex| model.positions.get(vertex));
    let positions = [a?, b?, c?];
    Some(SlotTriangle { triangle, descriptor, batch, record: *record, vertices, positions })
}

/// Whether a slot owns a triangle (`sub_1000B2C0`).
pub fn owns(slot: &Slot, triangle: usize) -> bool {
    slot.triangles().contains(&triangle)
}

/// The first slot that owns a triangle.
pub fn owner(model: &Model<'_>, triangle: usize) -> Option<usize> {
    model.slots.iter().position(|slot| owns(&slot, triangle))
}

/// A triangle of a slot by its descriptor's index, its batch and corners with it. `None` where the
/// slot has no such triangle.
pub fn find(model: &Model<'_>, slot: &Slot, triangle: usize) -> Option<SlotTriangle> {
    let mut first = usize::from(slot.triangle_start);
    let range = slot.batches();
    let range = if range.end <= model.batches.len() { range } else { 0..0 };
    for batch in range {
        let record = model.batches.get(batch)?;
        let end = first.checked_add(record.triangle_count())?;
        if (first..end).contains(&triangle) {
            let broken = model.batch_indices(batch).is_empty();
            let number = triangle - first;
            return if broken {
                None
            } else {
                met(model, Filter::ALL, (batch, &record), first, number)
            };
        }
        first = end;
    }
    None
}

/// The triangle across an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour {
    /// The triangle.
    pub triangle: usize,
    /// The same edge's index over there; `None` where the code says 3.
    pub edge: Option<usize>,
}

/// The neighbours across the three edges (`sub_10013680`): `None` for an open edge, and for one
/// that leads outside the table.
pub fn neighbours(model: &Model<'_>, triangle: usize) -> [Option<Neighbour>; 3] {
    let Some(all) = model.triangles else { return [None; 3] };
    let Some(descriptor) = all.get(triangle) else { return [None; 3] };
    [0, 1, 2].map(|edge| {
        let triangle = descriptor.neighbour(edge).filter(|&triangle| triangle < all.len())?;
        Some(Neighbour { triangle, edge: descriptor.twin(edge) })
    })
}

/// The triangles of a slot that hang together with one of them, that one first, then by the
/// number of edges between. Triangles with bits of `skip` are not crossed; at most `most` are
/// gathered.
pub fn neighbour_set(
    model: &Model<'_>,
    slot: &Slot,
    start: usize,
    skip: TriangleFlags,
    most: usize,
) -> Vec<usize> {
    let passes = |triangle: usize| {
        let known = model.triangles.and_then(|all| all.get(triangle));
        owns(slot, triangle) && known.is_some_and(|known| !known.flags.has_any(skip))
    };
    let mut set = Vec::new();
    if most == 0 || !passes(start) {
        return set;
    }
    let mut seen = HashSet::from([start]);
    set.push(start);
    let mut at = 0;
    while let Some(&triangle) = set.get(at)
        && set.len() < most
    {
        at += 1;
        for neighbour in neighbours(model, triangle).into_iter().flatten() {
            let triangle = neighbour.triangle;
            if set.len() < most && passes(triangle) && seen.insert(triangle) {
                set.push(triangle);
            }
        }
    }
    set
}
