//! Materials and alphas, and what follows from them: a flag, and the draw order of the cells.

use std::collections::BTreeSet;

use super::Sculpt;
use crate::landscape::flags::FaceFlags;
use crate::landscape::types::{Face, NO_MATERIAL};
use crate::tables::OwnedTable;
use crate::{Error, Result};

impl Sculpt {
    /// The faces, of both levels, whose middles are in a circle, but for liquids and their beds.
    pub fn faces_near(&self, at: [f32; 2], radius: f32) -> BTreeSet<usize> {
        let [x, y] = at;
        // A face whose middle is in the circle may have all its corners outside of it.
        let reach = radius + self.places.longest;
        let columns = self.near(at, reach).into_iter();
        let places = columns.flat_map(|near| self.places.dry(near.column).iter());
        let faces = places.flat_map(|place| self.places.faces_at.get(*place)).copied();
        let within = |face: &usize| {
            let Some(of) = self.doc.faces.get(*face) else { return false };
            let [mx, my] = self.middle(of);
            !is_wet(of) && (mx - x).hypot(my - y) <= radius
        };
        faces.collect::<BTreeSet<_>>().into_iter().filter(within).collect()
    }

    fn middle(&self, face: &Face) -> [f32; 2] {
        let at = |axis: usize| -> f32 {
            let places =
                face.vertices.iter().filter_map(|v| self.doc.positions.get(usize::from(*v)));
            places.filter_map(|place| place.get(axis)).sum::<f32>() / 3.0
        };
        [at(0), at(1)]
    }

    /// Gives faces other materials: rows of `<level>1.wea`. `None` leaves what is there;
    /// `Some(None)` takes the second material away. Faces of liquids and beds stay.
    pub fn paint(
        &mut self,
        faces: &BTreeSet<usize>,
        first: Option<u8>,
        second: Option<Option<u8>>,
    ) -> Result<()> {
        if second == Some(Some(NO_MATERIAL)) {
            return Err(Error::usage("second_material", "255 is none"));
        }
        let mut cells = BTreeSet::new();
        for &index in faces {
            let Some(before) = self.keep_face(index) else { continue };
            let Some(face) = self.doc.faces.get_mut(index).filter(|face| !is_wet(face)) else {
                continue;
            };
            let pair = face.pair();
            face.material = first.unwrap_or(face.material);
            if let Some(second) = second {
                face.second_material = second.unwrap_or(NO_MATERIAL);
            }
            let flag = FaceFlags::SECOND_MATERIAL;
            let has = match face.second().is_some() == before.second().is_some() {
                true => before.flags.has(flag),
                false => face.second().is_some(),
            };
            face.flags = face.flags.with(flag, has);
            if face.pair() != pair {
                self.stroke.is_changed = true;
                self.touched.faces.insert(index);
                cells.extend(self.places.cell_of.get(index).copied().flatten());
            }
        }
        cells.into_iter().try_for_each(|cell| self.follow_order(cell))?;
        if second == Some(None) {
            self.unblend(faces);
        }
        if matches!(second, Some(Some(_))) && !self.stroke.had_second && self.doc.alphas.is_none() {
            self.doc.alphas = Some(OwnedTable::from(vec![1.0; self.doc.positions.len()]));
            self.stroke.made_alphas = true;
        }
        Ok(())
    }

    /// The draw order of a cell whose faces have other materials than before the stroke.
    fn follow_order(&mut self, cell: usize) -> Result<()> {
        let Some(run) = self.doc.cells.get(cell).map(|cell| cell.run()) else { return Ok(()) };
        let order = self.doc.order.get(run.clone()).unwrap_or_default();
        let before = self.stroke.orders.entry(cell).or_insert_with(|| order.to_vec()).clone();
        for (place, entry) in
            self.doc.order.get_mut(run.clone()).unwrap_or_default().iter_mut().zip(before)
        {
            *place = entry;
        }
        let is_other = |index: usize| {
            let (now, was) = (self.doc.faces.get(index), self.stroke.faces.get(&index));
            now.zip(was).is_some_and(|(now, was)| now.pair() != was.pair())
        };
        if run.into_iter().any(is_other) { self.doc.bake_cell(cell) } else { Ok(()) }
    }

    /// Sets how much of the second material there is at the places of columns, 0 to 1. Only
    /// vertices of faces that have one change: elsewhere it is always 1.
    pub fn blend(&mut self, columns: &[(usize, f32)]) -> Result<()> {
        for &(column, alpha) in columns {
            if !(0.0..=1.0).contains(&alpha) {
                return Err(Error::usage("alphas", format!("{alpha} is not between 0 and 1")));
            }
            for place in self.places.dry(column).to_vec() {
                self.blend_place(place, alpha);
            }
        }
        Ok(())
    }

    fn blend_place(&mut self, place: usize, alpha: f32) {
        for vertex in self.places.vertices_at.get(place).to_vec() {
            if self.is_blended(place, vertex) {
                self.set_alpha(vertex, alpha);
            }
        }
    }

    /// Where no face has a second material any more, the alpha is 1 again.
    fn unblend(&mut self, faces: &BTreeSet<usize>) {
        let vertices = faces.iter().filter_map(|face| self.doc.faces.get(*face));
        let vertices: BTreeSet<u16> = vertices.flat_map(|face| face.vertices).collect();
        for vertex in vertices.into_iter().map(usize::from) {
            let place = self.places.place_of.get(vertex).copied().unwrap_or(vertex);
            if !self.is_blended(place, vertex) {
                self.set_alpha(vertex, 1.0);
            }
        }
    }

    /// Whether a face with a second material uses a vertex.
    fn is_blended(&self, place: usize, vertex: usize) -> bool {
        self.places.faces_at.get(place).iter().any(|face| {
            self.doc.faces.get(*face).is_some_and(|face| {
                face.second().is_some() && face.vertices.map(usize::from).contains(&vertex)
            })
        })
    }

    fn set_alpha(&mut self, vertex: usize, alpha: f32) {
        let own = self.doc.alphas.as_mut().and_then(|alphas| alphas.get_mut(vertex));
        if let Some(own) = own.filter(|own| own.to_bits() != alpha.to_bits()) {
            *own = alpha;
            self.stroke.is_changed = true;
            self.touched.vertices.insert(vertex);
        }
    }

    /// How much of the second material there is at a column; `None` where there is none.
    pub fn alpha(&self, column: usize) -> Option<f32> {
        let place = self.places.dry(column).first()?;
        self.doc.alphas.as_ref()?.get(*place).copied()
    }
}

/// Whether a face is the surface of a liquid or lies below one: those have materials of their own.
fn is_wet(face: &Face) -> bool {
    face.is_liquid() || face.flags.has_any(FaceFlags::BED)
}
