//! Heights, and what follows from them: normals of faces and vertices, boxes of cells, the header.

use std::collections::BTreeSet;

use super::{Near, Sculpt};
use crate::geometry::vector::unit;
use crate::geometry::{Aabb, bounds, encode_normal, encode_triangle_normal};
use crate::landscape::make::derive::{cross, minus, sphere_of};
use crate::landscape::types::LEVELS;
use crate::schema::Record as _;
use crate::{Error, Result};

/// Before the stroke, or now.
#[derive(Clone, Copy)]
enum When {
    Before,
    Now,
}

impl Sculpt {
    /// The columns of vertices in a circle.
    pub fn near(&self, at: [f32; 2], radius: f32) -> Vec<Near> {
        self.places.near(at, radius)
    }

    /// Where a column is, in the plane.
    pub fn column_at(&self, column: usize) -> Option<[f32; 2]> {
        self.places.at(column)
    }

    /// How high the ground of a column is: the highest of its vertices. `None` where it may not be
    /// moved: the shore and the surface of a liquid stay.
    pub fn height(&self, column: usize) -> Option<f32> {
        let z = |place: &usize| self.doc.positions.get(*place).map(|[_, _, z]| *z);
        self.places.dry(column).iter().filter_map(z).reduce(f32::max)
    }

    /// How high it was when the stroke began.
    pub fn height_before(&self, column: usize) -> Option<f32> {
        let z = |place: &usize| self.position(*place, When::Before).map(|[_, _, z]| z);
        self.places.dry(column).iter().filter_map(z).reduce(f32::max)
    }

    /// The columns that edges of the fine level lead to.
    pub fn around(&self, column: usize) -> BTreeSet<usize> {
        let split = self.doc.split();
        let places = self.places.dry(column).iter();
        let faces = places.flat_map(|place| self.places.faces_at.get(*place));
        let fine = faces.filter(|face| **face < split).filter_map(|face| self.doc.faces.get(*face));
        let places = fine.flat_map(|face| face.vertices);
        let places = places.filter_map(|vertex| self.places.place_of.get(usize::from(vertex)));
        let around = places.filter_map(|place| self.places.column_of(*place));
        around.filter(|other| *other != column).collect()
    }

    /// Raises columns, each by so much; below 0 they are lowered. Vertices at one place stay
    /// together, and so do those above each other. What may not be moved stays.
    pub fn raise(&mut self, columns: &[(usize, f32)]) -> Result<()> {
        let mut moved = BTreeSet::new();
        for &(column, by) in columns {
            if !by.is_finite() {
                return Err(Error::usage("height", format!("{by} is no height")));
            }
            for place in self.places.dry(column).to_vec() {
                if self.lift(place, by) {
                    moved.insert(place);
                }
            }
        }
        self.follow_heights(&moved);
        Ok(())
    }

    /// Moves a place; says whether it did.
    fn lift(&mut self, place: usize, by: f32) -> bool {
        let Some([_, _, z]) = self.doc.positions.get(place).copied() else { return false };
        let to = z + by;
        if !to.is_finite() || to.to_bits() == z.to_bits() {
            return false;
        }
        for &vertex in self.places.vertices_at.get(place) {
            let Some(position) = self.doc.positions.get_mut(vertex) else { continue };
            self.stroke.positions.entry(vertex).or_insert(*position);
            position[2] = to;
            self.touched.vertices.insert(vertex);
        }
        self.stroke.is_changed = true;
        true
    }

    fn follow_heights(&mut self, moved: &BTreeSet<usize>) {
        let faces: BTreeSet<usize> =
            moved.iter().flat_map(|place| self.places.faces_at.get(*place)).copied().collect();
        let (mut around, mut squares) = (BTreeSet::new(), BTreeSet::new());
        for &face in &faces {
            self.follow_face(face);
            let vertices = self.doc.faces.get(face).map(|face| face.vertices).unwrap_or_default();
            around.extend(
                vertices.iter().filter_map(|v| self.places.place_of.get(usize::from(*v)).copied()),
            );
            let cell = self.places.cell_of.get(face).copied().flatten();
            squares
                .extend(cell.and_then(|cell| self.places.square_of.get(cell).copied().flatten()));
        }
        around.into_iter().for_each(|place| self.follow_place(place));
        squares.into_iter().for_each(|square| self.follow_square(square));
    }

    fn position(&self, vertex: usize, when: When) -> Option<[f32; 3]> {
        let before = self.stroke.positions.get(&vertex).filter(|_| matches!(when, When::Before));
        before.or_else(|| self.doc.positions.get(vertex)).copied()
    }

    fn corners(&self, face: usize, when: When) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = self.doc.faces.get(face)?.vertices.map(usize::from);
        Some([self.position(a, when)?, self.position(b, when)?, self.position(c, when)?])
    }

    fn follow_face(&mut self, index: usize) {
        let corners = [When::Before, When::Now].map(|when| self.corners(index, when));
        let [Some(was), Some(now)] = corners.map(|at| at.map(encode_triangle_normal)) else {
            return;
        };
        let Some(before) = self.keep_face(index) else { return };
        if let Some(face) = self.doc.faces.get_mut(index) {
            face.normal = if was == now { before.normal } else { now };
        }
    }

    /// The sums of the normals around a place: of the ground, and of a liquid.
    fn sums(&self, place: usize, when: When) -> [[f64; 3]; 2] {
        let (split, mut sums) = (self.doc.split(), [[0.0f64; 3]; 2]);
        for &index in self.places.faces_at.get(place).iter().filter(|face| **face < split) {
            let corners = self.corners(index, when);
            let (Some(corners), Some(face)) = (corners, self.doc.faces.get(index)) else {
                continue;
            };
            let [a, b, c] = corners.map(|corner| corner.map(f64::from));
            let normal = cross(minus(b, a), minus(c, a));
            let here = face
                .vertices
                .iter()
                .filter(|vertex| self.places.place_of.get(usize::from(**vertex)) == Some(&place));
            let sum = sums.get_mut(usize::from(face.is_liquid()));
            let Some([x, y, z]) = sum else { continue };
            for _ in here {
                let [dx, dy, dz] = normal;
                (*x, *y, *z) = (*x + dx, *y + dy, *z + dz);
            }
        }
        sums
    }

    /// The normals of the vertices at a place.
    fn follow_place(&mut self, place: usize) {
        let split = self.doc.split();
        let [was, now] = [When::Before, When::Now].map(|when| {
            #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
            self.sums(place, when).map(|sum| {
                let normal = unit(sum.map(|value| value as f32));
                normal.map(|normal| encode_normal(normal).xyz)
            })
        });
        let fine: Vec<usize> =
            self.places.faces_at.get(place).iter().filter(|face| **face < split).copied().collect();
        for &vertex in self.places.vertices_at.get(place) {
            let uses = |face: &&usize| {
                let face = self.doc.faces.get(**face);
                face.is_some_and(|face| face.vertices.map(usize::from).contains(&vertex))
            };
            let Some(layer) =
                fine.iter().rev().find(uses).and_then(|face| self.doc.faces.get(*face))
            else {
                continue;
            };
            let layer = usize::from(layer.is_liquid());
            let Some(normal) = self.doc.normals.get_mut(vertex) else { continue };
            let before = *self.stroke.normals.entry(vertex).or_insert(normal.xyz);
            let [was, now] =
                [was, now].map(|of| of.get(layer).copied().flatten().unwrap_or(before));
            normal.xyz = if was == now { before } else { now };
            self.touched.vertices.insert(vertex);
        }
    }

    /// The boxes and spheres of a square's cells.
    fn follow_square(&mut self, square: usize) {
        let Some(record) = self.doc.squares.get(square) else { return };
        let cells: Vec<usize> = (0..LEVELS).filter_map(|level| record.cell(level)).collect();
        let [was, now] = [When::Before, When::Now].map(|when| self.heights(&cells, when));
        let (Some([low, high]), Some([new_low, new_high])) = (was, now) else { return };
        for index in cells {
            let Some(cell) = self.doc.cells.get_mut(index) else { continue };
            let own = (cell.aabb, cell.sphere);
            let (aabb, sphere) = *self.stroke.cells.entry(index).or_insert(own);
            let ([x, y, _], [x2, y2, _]) = (aabb.min, aabb.max);
            let was = Aabb { min: [x, y, low], max: [x2, y2, high] };
            let now = Aabb { min: [x, y, new_low], max: [x2, y2, new_high] };
            cell.aabb = if was.write() == now.write() { aabb } else { now };
            let (was, now) = (sphere_of(&was), sphere_of(&now));
            cell.sphere = if was.write() == now.write() { sphere } else { now };
        }
    }

    /// Lowest and highest of some cells' faces.
    fn heights(&self, cells: &[usize], when: When) -> Option<[f32; 2]> {
        let runs = cells.iter().filter_map(|cell| self.doc.cells.get(*cell)).flat_map(|c| c.run());
        self.range(runs, when)
    }

    fn range(&self, faces: impl Iterator<Item = usize>, when: When) -> Option<[f32; 2]> {
        let mut range = [f32::INFINITY, f32::NEG_INFINITY];
        for [_, _, z] in faces.filter_map(|face| self.corners(face, when)).flatten() {
            let [low, high] = range;
            range = [low.min(z), high.max(z)];
        }
        let [low, high] = range;
        (low <= high).then_some(range)
    }

    /// The height of the map's box, once at the end of a stroke.
    pub(super) fn follow_header(&mut self) -> Result<()> {
        if self.stroke.positions.is_empty() {
            return Ok(());
        }
        let faces = || 0..self.doc.faces.len();
        let ranges = [When::Before, When::Now].map(|when| self.range(faces(), when));
        let [Some([low, high]), Some([new_low, new_high])] = ranges else { return Ok(()) };
        let aabb = self.doc.header.aabb();
        let ([x, y, _], [x2, y2, _]) = (aabb.min, aabb.max);
        let of =
            |low: f32, high: f32| bounds::corners(&Aabb { min: [x, y, low], max: [x2, y2, high] });
        let bits = |corners: [[f32; 3]; 8]| corners.map(|corner| corner.map(f32::to_bits));
        let (was, now) = (of(low, high), of(new_low, new_high));
        if bits(was) != bits(now) {
            self.doc.header.corners = now;
        }
        Ok(())
    }
}
