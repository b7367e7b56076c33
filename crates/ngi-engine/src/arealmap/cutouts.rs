//! What stands on the ground and is in a walker's way.
//!
//! The engine cuts the footprints of trees and stones out of walkable areals; buildings stay out
//! of it. How it stores the cuts is not known, so what follows is a stand-in: footprints are kept
//! beside the areals, points inside are not free, and an edge that one of them covers is no way
//! through.

use ngi_formats::arealmap::geometry;

use super::map::Areals;

/// Names a cut-out, as long as it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CutoutId(usize);

/// Footprints. Places of those that were removed are used again.
#[derive(Debug, Clone, Default)]
pub(super) struct Cutouts(Vec<Option<Cutout>>);

#[derive(Debug, Clone)]
struct Cutout {
    footprint: Vec<[f32; 3]>,
    min: [f32; 2],
    max: [f32; 2],
}

impl Cutouts {
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    fn holding(&self, [x, y]: [f32; 2]) -> impl Iterator<Item = usize> {
        let held = self.0.iter().enumerate().filter(move |(_, cutout)| {
            cutout.as_ref().is_some_and(|cutout| {
                let inside = cutout.min[0] <= x && x <= cutout.max[0];
                let inside = inside && cutout.min[1] <= y && y <= cutout.max[1];
                inside
                    && geometry::contains(
                        cutout.footprint.iter().copied(),
                        [f64::from(x), f64::from(y)],
                    )
            })
        });
        held.map(|(index, _)| index)
    }

    pub(super) fn holds(&self, point: [f32; 2]) -> bool {
        self.holding(point).next().is_some()
    }

    /// Whether one footprint covers a whole edge. Footprints are boxes, so both ends decide.
    pub(super) fn covers(&self, [a, b]: [[f32; 3]; 2]) -> bool {
        let mut first = self.holding([a[0], a[1]]);
        first.any(|cutout| self.holding([b[0], b[1]]).any(|other| other == cutout))
    }
}

impl Areals {
    /// Cuts a footprint out of walkable ground. Walkers find other ways from then on.
    pub fn cut_out(&mut self, footprint: &[[f32; 2]]) -> CutoutId {
        let id = self.add_cutout(footprint);
        self.relink();
        id
    }

    /// Cuts many footprints out at once: ways are looked for once, not once for each.
    pub fn cut_out_all<'f>(
        &mut self,
        footprints: impl IntoIterator<Item = &'f [[f32; 2]]>,
    ) -> Vec<CutoutId> {
        let ids: Vec<CutoutId> =
            footprints.into_iter().map(|footprint| self.add_cutout(footprint)).collect();
        if !ids.is_empty() {
            self.relink();
        }
        ids
    }

    fn add_cutout(&mut self, footprint: &[[f32; 2]]) -> CutoutId {
        let (mut min, mut max) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for [x, y] in footprint {
            min = [min[0].min(*x), min[1].min(*y)];
            max = [max[0].max(*x), max[1].max(*y)];
        }
        let footprint = footprint.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
        let cutout = Some(Cutout { footprint, min, max });
        let slots = &mut self.cutouts.0;
        let place = slots.iter().position(Option::is_none).unwrap_or(slots.len());
        match slots.get_mut(place) {
            Some(slot) => *slot = cutout,
            None => slots.push(cutout),
        }
        CutoutId(place)
    }

    /// Takes a footprint away again; whether it was there.
    pub fn fill_in(&mut self, cutout: CutoutId) -> bool {
        let there = self.cutouts.0.get_mut(cutout.0).and_then(Option::take).is_some();
        if there {
            self.relink();
        }
        there
    }

    /// Whether a walker may stand at a point: on a walkable areal, and on no cut-out.
    pub fn is_free(&self, x: f32, y: f32) -> bool {
        self.at(x, y).is_some_and(|areal| self.is_walkable(areal)) && !self.cutouts.holds([x, y])
    }
}
