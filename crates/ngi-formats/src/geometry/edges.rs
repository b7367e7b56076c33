//! What lies across the three edges of a face: in models and in landscapes the same.

use super::NONE;

/// A face that knows what lies across its edges.
pub(crate) trait Edges {
    /// Neighbours and twin codes.
    fn edges(&mut self) -> (&mut [u16; 3], &mut u16);
}

/// The code of an edge without a neighbour.
pub(crate) const OPEN: u16 = 3;

/// The neighbour across an edge.
#[inline]
pub(crate) fn neighbour(neighbours: &[u16; 3], edge: usize) -> Option<usize> {
    let index = *neighbours.get(edge)?;
    (index != NONE).then_some(usize::from(index))
}

/// The index of the same edge in the neighbour; `None` for an open edge.
#[inline]
pub(crate) fn twin(twins: u16, edge: usize) -> Option<usize> {
    let code = match edge {
        0..3 => twins >> (2 * edge) & OPEN,
        _ => OPEN,
    };
    (code != OPEN).then_some(usize::from(code))
}

/// Links an edge to edge `twin` of `neighbour`. The bits above the three codes stay.
pub(crate) fn link(
    (neighbours, twins): (&mut [u16; 3], &mut u16),
    edge: usize,
    neighbour: u16,
    twin: u16,
) {
    if let Some(place) = neighbours.get_mut(edge) {
        *place = neighbour;
        *twins = *twins & !(OPEN << (2 * edge)) | (twin & OPEN) << (2 * edge);
    }
}
