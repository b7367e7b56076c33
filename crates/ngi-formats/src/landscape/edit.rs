//! Changes that bring what depends on them up to date.

use super::LandscapeDoc;
use super::make::{Change, Derived};
use super::types::{Face, NO_MATERIAL};
use crate::geometry::adjacency::weld;
use crate::tables::OwnedTable;
use crate::{Error, Result};

impl LandscapeDoc {
    /// Gives a face other materials: rows of `<level>1.wea`. The draw order of its cell follows.
    /// With a second material comes the chunk of alphas, all 1, where there is none yet.
    pub fn set_materials(&mut self, face: usize, first: u8, second: Option<u8>) -> Result<()> {
        if second == Some(NO_MATERIAL) {
            return Err(Error::usage(format!("faces[{face}].second_material"), "255 is none"));
        }
        let cells: Vec<usize> = self.cells_of(face).take(2).collect();
        let [cell] = *cells else {
            let why = format!("it is in {} cells, where it should be in one", cells.len());
            return Err(Error::usage(format!("faces[{face}]"), why));
        };
        let before = *self.face(face)?;
        let changed = self.face_mut(face)?;
        changed.material = first;
        changed.second_material = second.unwrap_or(NO_MATERIAL);
        let flag = super::flags::FaceFlags::SECOND_MATERIAL;
        changed.flags = changed.flags.with(flag, second.is_some());
        if let Err(error) = self.bake_cell(cell) {
            *self.face_mut(face)? = before;
            return Err(error);
        }
        if second.is_some() && self.alphas.is_none() {
            self.alphas = Some(OwnedTable::from(vec![1.0; self.positions.len()]));
        }
        Ok(())
    }

    /// Sets the alpha of the second material at a vertex.
    pub fn set_alpha(&mut self, vertex: usize, alpha: f32) -> Result<()> {
        let count = self.positions.len();
        if vertex >= count {
            return Err(no_vertex(vertex, count));
        }
        let alphas = self.alphas.get_or_insert_with(|| OwnedTable::from(vec![1.0; count]));
        match alphas.get_mut(vertex) {
            Some(place) => *place = alpha,
            None => {
                let why = format!("there are {}", alphas.len());
                return Err(Error::usage(format!("alphas[{vertex}]"), why));
            }
        }
        Ok(())
    }

    /// Moves vertices up or down, and with each one every vertex at the same place. Normals of
    /// faces and vertices, boxes of cells and the map's box follow.
    pub fn set_heights(&mut self, heights: &[(usize, f32)]) -> Result<()> {
        let count = self.positions.len();
        let place_of = weld(&self.positions.records);
        let mut height_at = vec![None; count];
        for &(vertex, height) in heights {
            if !height.is_finite() {
                let why = format!("{height} is no height");
                return Err(Error::usage(format!("positions[{vertex}]"), why));
            }
            let place = place_of.get(vertex).and_then(|&at| height_at.get_mut(at as usize));
            *place.ok_or_else(|| no_vertex(vertex, count))? = Some(height);
        }
        let mut moved = self.clone();
        for (position, &place) in moved.positions.iter_mut().zip(&place_of) {
            let [_, _, z] = position;
            if let Some(Some(height)) = height_at.get(place as usize) {
                *z = *height;
            }
        }
        // Not `refresh`: this is a copy already.
        for &derived in Change::Vertices.affects() {
            moved.compute(derived)?;
        }
        *self = moved;
        Ok(())
    }

    /// Sets the height of every liquid face's vertices: a map has one level of water or lava.
    pub fn set_liquid_level(&mut self, level: f32) -> Result<()> {
        if !level.is_finite() {
            return Err(Error::usage("level", format!("{level} is no height")));
        }
        let mut moved = self.clone();
        let Self { faces, positions, .. } = &mut moved;
        for vertex in faces.iter().filter(|face| face.is_liquid()).flat_map(|face| face.vertices) {
            if let Some([_, _, z]) = positions.get_mut(usize::from(vertex)) {
                *z = level;
            }
        }
        for derived in [Derived::FaceNormals, Derived::CellBounds, Derived::Header] {
            moved.compute(derived)?;
        }
        *self = moved;
        Ok(())
    }

    fn face(&self, face: usize) -> Result<&Face> {
        let count = self.faces.len();
        let why = || Error::usage(format!("faces[{face}]"), format!("there are {count}"));
        self.faces.get(face).ok_or_else(why)
    }

    fn face_mut(&mut self, face: usize) -> Result<&mut Face> {
        let count = self.faces.len();
        let why = || Error::usage(format!("faces[{face}]"), format!("there are {count}"));
        self.faces.get_mut(face).ok_or_else(why)
    }
}

fn no_vertex(vertex: usize, count: usize) -> Error {
    Error::usage(format!("positions[{vertex}]"), format!("there are {count}"))
}
