//! What follows from what: after a change, which tables are worked out anew.

use crate::geometry::adjacency::{self, weld};
use crate::geometry::vector::unit;
use crate::geometry::{Aabb, Sphere, bounds, encode_normal, encode_triangle_normal};
use crate::landscape::LandscapeDoc;
use crate::landscape::chunk;
use crate::landscape::types::Face;
use crate::{Error, Result};

/// What was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// Vertices moved; their number is the same.
    Vertices,
    /// Faces have other materials.
    Materials,
    /// Faces have other vertices.
    Faces,
}

/// Something that follows from a change, and the chunk it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Derived {
    /// Chunk 21: face normals.
    FaceNormals,
    /// Chunk 4: vertex normals.
    VertexNormals,
    /// Chunk 21: neighbours and twin codes.
    Neighbours,
    /// Chunk 21: the flag of faces with a second material.
    SecondFlag,
    /// Chunk 2: height of the cells' boxes, and their spheres.
    CellBounds,
    /// Chunk 2: height of the map's box.
    Header,
    /// Chunk 11: the draw order.
    Order,
}

impl Derived {
    /// Type of the chunk it is in.
    pub fn chunk(self) -> u32 {
        match self {
            Self::FaceNormals | Self::Neighbours | Self::SecondFlag => chunk::FACES,
            Self::VertexNormals => chunk::NORMALS,
            Self::CellBounds | Self::Header => chunk::CELLS,
            Self::Order => chunk::ORDER,
        }
    }
}

impl Change {
    /// Every kind of change.
    pub const ALL: [Self; 3] = [Self::Vertices, Self::Materials, Self::Faces];

    /// What follows from it.
    pub fn affects(self) -> &'static [Derived] {
        use Derived::{
            CellBounds, FaceNormals, Header, Neighbours, Order, SecondFlag, VertexNormals,
        };
        match self {
            Self::Vertices => &[FaceNormals, VertexNormals, CellBounds, Header],
            Self::Materials => &[SecondFlag, Order],
            Self::Faces => {
                &[Neighbours, FaceNormals, VertexNormals, CellBounds, Header, SecondFlag, Order]
            }
        }
    }
}

impl LandscapeDoc {
    /// Brings everything up to date that depends on a change. Fails, and changes nothing, where
    /// references lead nowhere.
    pub fn refresh(&mut self, change: Change) -> Result<()> {
        let mut fresh = self.clone();
        for &derived in change.affects() {
            fresh.compute(derived)?;
        }
        *self = fresh;
        Ok(())
    }

    /// Works one thing out anew. Where it fails, it may be half done.
    pub fn compute(&mut self, derived: Derived) -> Result<()> {
        match derived {
            Derived::FaceNormals => self.compute_face_normals(),
            Derived::VertexNormals => self.compute_vertex_normals(),
            Derived::Neighbours => self.compute_neighbours(),
            Derived::SecondFlag => self.compute_second_flag(),
            Derived::CellBounds => self.compute_cell_bounds(),
            Derived::Header => self.compute_header(),
            Derived::Order => {
                self.check_runs()?;
                (0..self.cells.len()).try_for_each(|cell| self.bake_cell(cell))
            }
        }
    }

    /// How many faces belong to level 0: they come first.
    pub fn split(&self) -> usize {
        let first = self.cells.get(self.squares.len()).map(|cell| usize::from(cell.first));
        first.unwrap_or(self.faces.len()).min(self.faces.len())
    }

    /// The cells whose runs hold a face.
    pub fn cells_of(&self, face: usize) -> impl Iterator<Item = usize> {
        let cells = self.cells.iter().enumerate();
        cells.filter(move |(_, cell)| cell.run().contains(&face)).map(|(index, _)| index)
    }

    /// Fails where runs leave the table or cover the same faces over and over: a hostile file
    /// would take hours.
    pub(super) fn check_runs(&self) -> Result<()> {
        let faces = self.faces.len();
        let mut sum = 0;
        for (index, cell) in self.cells.iter().enumerate() {
            sum += usize::from(cell.count);
            if cell.run().end > faces || sum > 4 * faces {
                let why = format!(
                    "{} faces from {} do not fit, or overlap others: there are {faces}",
                    cell.count, cell.first
                );
                return Err(Error::usage(format!("cells[{index}]"), why));
            }
        }
        Ok(())
    }

    /// The corners of a face; an error where one of them is no vertex.
    fn corners(&self, face: usize) -> Result<[[f32; 3]; 3]> {
        let [a, b, c] = self.faces.get(face).map_or([u16::MAX; 3], |face| face.vertices);
        let at = |vertex: u16| {
            self.positions.get(usize::from(vertex)).copied().ok_or_else(|| {
                let why = format!("vertex {vertex}, but there are {}", self.positions.len());
                Error::usage(format!("faces[{face}].vertices"), why)
            })
        };
        Ok([at(a)?, at(b)?, at(c)?])
    }

    fn compute_face_normals(&mut self) -> Result<()> {
        for index in 0..self.faces.len() {
            let normal = encode_triangle_normal(self.corners(index)?);
            if let Some(face) = self.faces.get_mut(index) {
                face.normal = normal;
            }
        }
        Ok(())
    }

    /// The mean of the faces around a point, weighted by their areas, on level 0. Vertices at the
    /// same place have the same normal; a liquid and the ground below it do not mix.
    fn compute_vertex_normals(&mut self) -> Result<()> {
        let place_of = weld(&self.positions.records);
        let place = |vertex: u16| place_of.get(usize::from(vertex)).map_or(0, |&at| at as usize);
        let mut sums = [vec![[0.0f64; 3]; place_of.len()], vec![[0.0f64; 3]; place_of.len()]];
        // By vertex whether a liquid uses it; `None` where nothing does.
        let mut layer_of = vec![None; place_of.len()];
        for index in 0..self.split() {
            let [a, b, c] = self.corners(index)?.map(|corner| corner.map(f64::from));
            let Some(face) = self.faces.get(index) else { continue };
            let layer = usize::from(face.is_liquid());
            let normal = cross(minus(b, a), minus(c, a));
            for vertex in face.vertices {
                let sum = sums.get_mut(layer).and_then(|sums| sums.get_mut(place(vertex)));
                if let Some([x, y, z]) = sum {
                    let [dx, dy, dz] = normal;
                    (*x, *y, *z) = (*x + dx, *y + dy, *z + dz);
                }
                if let Some(of) = layer_of.get_mut(usize::from(vertex)) {
                    *of = Some(layer);
                }
            }
        }
        for (vertex, layer) in layer_of.into_iter().enumerate() {
            let Some(layer) = layer else { continue };
            let place = place_of.get(vertex).map_or(0, |&at| at as usize);
            let sum = sums.get(layer).and_then(|sums| sums.get(place));
            #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
            let normal = sum.and_then(|sum| unit(sum.map(|value| value as f32)));
            if let (Some(normal), Some(place)) = (normal, self.normals.get_mut(vertex)) {
                place.xyz = encode_normal(normal).xyz;
            }
        }
        Ok(())
    }

    /// Links faces that share an edge: within a level, liquids among themselves.
    fn compute_neighbours(&mut self) -> Result<()> {
        let split = self.split();
        let mut layers: [Vec<u16>; 4] = Default::default();
        for (index, face) in self.faces.iter().enumerate() {
            let layer = usize::from(index >= split) * 2 + usize::from(face.is_liquid());
            let number = u16::try_from(index).map_err(|_| {
                Error::limit("faces", format!("{} faces, at most 65,535", self.faces.len()))
            })?;
            if let Some(layer) = layers.get_mut(layer) {
                layer.push(number);
            }
        }
        for numbers in layers {
            self.link(&numbers);
        }
        Ok(())
    }

    /// Links these faces among themselves.
    fn link(&mut self, numbers: &[u16]) {
        let vertices = |&number: &u16| {
            self.faces.get(usize::from(number)).map_or([0; 3], |face| face.vertices.map(u32::from))
        };
        let corners: Vec<[u32; 3]> = numbers.iter().map(vertices).collect();
        let mut linked = vec![Face::default(); corners.len()];
        adjacency::link(&corners, &self.positions.records, 0, &mut linked);
        for (&number, links) in numbers.iter().zip(linked) {
            let Some(face) = self.faces.get_mut(usize::from(number)) else { continue };
            for edge in 0..3 {
                let neighbour = links.neighbour(edge).and_then(|other| numbers.get(other));
                match (neighbour, links.twin(edge).and_then(|twin| u16::try_from(twin).ok())) {
                    (Some(&neighbour), Some(twin)) => face.link(edge, neighbour, twin),
                    _ => face.unlink(edge),
                }
            }
        }
    }

    fn compute_second_flag(&mut self) -> Result<()> {
        for face in self.faces.iter_mut() {
            let flag = crate::landscape::flags::FaceFlags::SECOND_MATERIAL;
            face.flags = face.flags.with(flag, face.second().is_some());
        }
        Ok(())
    }

    /// Height of the boxes, and the spheres around them. How the boxes lie in the plane is the
    /// grid, and stays. The two cells of a square share a box.
    fn compute_cell_bounds(&mut self) -> Result<()> {
        self.check_runs()?;
        let mut heights = Vec::with_capacity(self.cells.len());
        for cell in self.cells.iter() {
            let mut range = [f32::INFINITY, f32::NEG_INFINITY];
            for face in cell.run() {
                for [_, _, z] in self.corners(face)? {
                    let [low, high] = range;
                    range = [low.min(z), high.max(z)];
                }
            }
            heights.push(range);
        }
        for square in 0..self.squares.len() {
            let Some(record) = self.squares.get(square) else { continue };
            let cells = (0..crate::landscape::types::LEVELS).filter_map(|level| record.cell(level));
            let cells: Vec<usize> = cells.collect();
            let ranges = cells.iter().filter_map(|&cell| heights.get(cell));
            let [low, high] = ranges
                .fold([f32::INFINITY, f32::NEG_INFINITY], |[a, b], [c, d]| [a.min(*c), b.max(*d)]);
            if low > high {
                continue;
            }
            for cell in cells {
                let Some(cell) = self.cells.get_mut(cell) else { continue };
                let ([x, y, _], [x2, y2, _]) = (cell.aabb.min, cell.aabb.max);
                cell.aabb = Aabb { min: [x, y, low], max: [x2, y2, high] };
                cell.sphere = sphere_of(&cell.aabb);
            }
        }
        Ok(())
    }

    /// Height of the map's box: that of all faces.
    fn compute_header(&mut self) -> Result<()> {
        let mut range = [f32::INFINITY, f32::NEG_INFINITY];
        for face in 0..self.faces.len() {
            for [_, _, z] in self.corners(face)? {
                let [low, high] = range;
                range = [low.min(z), high.max(z)];
            }
        }
        let [low, high] = range;
        if low <= high {
            let Aabb { min: [x, y, _], max: [x2, y2, _] } = self.header.aabb();
            self.header.corners = bounds::corners(&Aabb { min: [x, y, low], max: [x2, y2, high] });
        }
        Ok(())
    }
}

/// The sphere around a box: its middle and half its diagonal. How the shipped game's spheres were
/// worked out is not known.
pub(super) fn sphere_of(aabb: &Aabb) -> Sphere {
    let ([a, b, c], [d, e, f]) = (aabb.min, aabb.max);
    Sphere {
        center: [a.midpoint(d), b.midpoint(e), c.midpoint(f)],
        radius: bounds::diagonal(aabb) / 2.0,
    }
}

pub(super) fn minus([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [a - x, b - y, c - z]
}

pub(super) fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}
