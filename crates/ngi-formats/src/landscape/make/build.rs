//! A landscape from nothing: points and faces from a plan, the rest worked out.
//!
//! Only additions, multiplications, divisions and square roots: the same plan gives the same
//! bytes on every machine.

use std::ops::Range;

use super::derive::Derived;
use super::plan::{GroundPlan, Lake, Surface};
use crate::geometry::{Aabb, Normal, bounds};
use crate::landscape::LandscapeDoc;
use crate::landscape::flags::FaceFlags;
use crate::landscape::types::{
    Cell, Face, GroundUv, LEVELS, MICRO_TURN, MOST_FACES, NO_MATERIAL, Square,
};
use crate::{Error, Result};

impl GroundPlan {
    /// Makes the landscape: both levels, cells, draw order, links, normals, texture coordinates
    /// and alphas. Fails where the plan does not fit together or is too large.
    pub fn build(&self) -> Result<LandscapeDoc> {
        self.validate()?;
        let mut builder = Builder::new(self);
        for level in 0..LEVELS {
            for square in 0..builder.square_count() {
                builder.add_cell(square, level)?;
            }
        }
        builder.finish()
    }
}

/// What a vertex is shared by: the faces around a point with the same materials in one layer.
type Shared = ([u8; 2], bool);

struct Builder<'a> {
    plan: &'a GroundPlan,
    doc: LandscapeDoc,
    alphas: Vec<f32>,
    /// By point the vertices made there.
    vertices: Vec<Vec<(Shared, u16)>>,
    /// By block of quads whether a lake covers it.
    flooded: Vec<bool>,
    /// Quads of a block along x and y: the faces of level 1.
    block: [usize; 2],
}

/// A quad or a block: its near and its far corner.
#[derive(Clone, Copy)]
struct Patch {
    near: [usize; 2],
    far: [usize; 2],
}

impl Patch {
    /// Its corners, counter-clockwise from the near one.
    fn corners(self) -> [[usize; 2]; 4] {
        let ([x, y], [far_x, far_y]) = (self.near, self.far);
        [[x, y], [far_x, y], [far_x, far_y], [x, far_y]]
    }
}

impl<'a> Builder<'a> {
    fn new(plan: &'a GroundPlan) -> Self {
        let [across, down] = plan.quads;
        let [squares_x, squares_y] = plan.squares;
        let step =
            |quads: usize, squares: usize| if (quads / squares).is_multiple_of(2) { 2 } else { 1 };
        let mut builder = Self {
            plan,
            doc: LandscapeDoc::empty(),
            alphas: Vec::new(),
            vertices: vec![Vec::new(); (across + 1) * (down + 1)],
            flooded: Vec::new(),
            block: [step(across, squares_x), step(down, squares_y)],
        };
        builder.flood();
        builder
    }

    fn square_count(&self) -> usize {
        let [squares_x, squares_y] = self.plan.squares;
        squares_x * squares_y
    }

    /// Finds the blocks that dip below the lake's level.
    fn flood(&mut self) {
        let ([across, down], [step_x, step_y]) = (self.plan.quads, self.block);
        for y in (0..down).step_by(step_y) {
            for x in (0..across).step_by(step_x) {
                let below = |lake: Lake| {
                    let points =
                        (y..=y + step_y).flat_map(|y| (x..=x + step_x).map(move |x| (x, y)));
                    points.into_iter().any(|(x, y)| {
                        let [_, _, height] = self.plan.position(x, y);
                        height < lake.level
                    })
                };
                self.flooded.push(self.plan.lake.is_some_and(below));
            }
        }
    }

    /// The lake over a quad.
    fn lake_at(&self, [x, y]: [usize; 2]) -> Option<Lake> {
        let ([across, _], [step_x, step_y]) = (self.plan.quads, self.block);
        let block = (y / step_y) * (across / step_x) + x / step_x;
        self.plan.lake.filter(|_| self.flooded.get(block) == Some(&true))
    }

    fn surface_at(&self, [x, y]: [usize; 2]) -> Surface {
        let surface = self.plan.quad(x, y).and_then(|quad| self.plan.surfaces.get(quad));
        surface.copied().unwrap_or_default()
    }

    /// Adds the faces of a square at a level, and the cell that holds them.
    fn add_cell(&mut self, square: usize, level: usize) -> Result<()> {
        let first = self.doc.faces.len();
        let [columns, rows] = self.quads_of(square);
        let [step_x, step_y] = if level == 0 { [1, 1] } else { self.block };
        let mut patches = Vec::new();
        for y in rows.clone().step_by(step_y) {
            for x in columns.clone().step_by(step_x) {
                patches.push(Patch { near: [x, y], far: [x + step_x, y + step_y] });
            }
        }
        for &patch in &patches {
            self.add_ground(patch)?;
        }
        for &patch in &patches {
            if let Some(lake) = self.lake_at(patch.near) {
                self.add_liquid(patch, lake)?;
            }
        }
        let count = self.doc.faces.len() - first;
        let fits = |number| u16::try_from(number).map_err(|_| too_many_faces());
        let at = |axis, number| self.plan.coordinate(axis, number);
        // Heights and spheres are worked out at the end.
        let aabb = Aabb {
            min: [at(0, columns.start), at(1, rows.start), 0.0],
            max: [at(0, columns.end), at(1, rows.end), 0.0],
        };
        let cell = Cell { first: fits(first)?, count: fits(count)?, aabb, ..Cell::default() };
        self.doc.cells.push(cell);
        Ok(())
    }

    /// The quads of a square along x and along y. Squares are counted along y first.
    fn quads_of(&self, square: usize) -> [Range<usize>; 2] {
        let ([across, down], [squares_x, squares_y]) = (self.plan.quads, self.plan.squares);
        let (wide, high) = (across / squares_x, down / squares_y);
        let (x, y) = (square / squares_y, square % squares_y);
        [x * wide..(x + 1) * wide, y * high..(y + 1) * high]
    }

    fn add_ground(&mut self, patch: Patch) -> Result<()> {
        let (surface, bed) = match self.lake_at(patch.near) {
            Some(lake) => (Surface { material: lake.bed, second: None }, Some(lake)),
            None => (self.surface_of(patch), None),
        };
        let second_material = surface.second.unwrap_or(NO_MATERIAL);
        let flags = FaceFlags::SHIPPED
            .with(FaceFlags::BED, bed.is_some())
            .with(FaceFlags::SECOND_MATERIAL, surface.second.is_some())
            .with(FaceFlags::NOT_LAVA, !bed.is_some_and(|lake| lake.lava));
        let face = Face { flags, material: surface.material, second_material, ..Face::default() };
        self.add_patch(patch, face, None)
    }

    fn add_liquid(&mut self, patch: Patch, lake: Lake) -> Result<()> {
        let flags = (FaceFlags::SHIPPED | FaceFlags::LIQUID).with(FaceFlags::NOT_LAVA, !lake.lava);
        let face = Face { flags, material: lake.surface, ..Face::default() };
        self.add_patch(patch, face, Some(lake.level))
    }

    /// What covers a patch: what most of its quads have, the first of them on a tie. A block keeps
    /// a second material only where level 0 has vertices for it at all four corners.
    fn surface_of(&self, patch: Patch) -> Surface {
        let ([x, y], [far_x, far_y]) = (patch.near, patch.far);
        let quads = (y..far_y).flat_map(|y| (x..far_x).map(move |x| [x, y]));
        let surfaces: Vec<Surface> = quads.map(|quad| self.surface_at(quad)).collect();
        let mut best = (0, Surface::default());
        for surface in &surfaces {
            let count = surfaces.iter().filter(|other| *other == surface).count();
            if count > best.0 {
                best = (count, *surface);
            }
        }
        let (_, mut surface) = best;
        let pair = [surface.material, surface.second.unwrap_or(NO_MATERIAL)];
        let has = |[x, y]: [usize; 2]| {
            let made = self.plan.point(x, y).and_then(|point| self.vertices.get(point));
            made.is_some_and(|made| made.iter().any(|(shared, _)| *shared == (pair, false)))
        };
        if surfaces.len() > 1 && !patch.corners().into_iter().all(has) {
            surface.second = None;
        }
        surface
    }

    /// Adds the two faces of a patch: at `level`, or on the ground.
    fn add_patch(&mut self, patch: Patch, face: Face, level: Option<f32>) -> Result<()> {
        let mut vertices = [0; 4];
        let mut heights = [0.0; 4];
        let corners = patch.corners().into_iter().zip(vertices.iter_mut().zip(&mut heights));
        for ([x, y], (vertex, height)) in corners {
            let [at_x, at_y, ground] = self.plan.position(x, y);
            *height = level.unwrap_or(ground);
            *vertex = self.vertex([x, y], [at_x, at_y, *height], face.pair(), level.is_some())?;
        }
        let ([a, b, c, d], [za, zb, zc, zd]) = (vertices, heights);
        // Cut along the flatter diagonal: ridges and valleys keep their line.
        let halves = if (za - zc).abs() <= (zb - zd).abs() {
            [[a, b, c], [a, c, d]]
        } else {
            [[b, c, d], [b, d, a]]
        };
        for vertices in halves {
            self.doc.faces.push(Face { vertices, ..face });
        }
        if self.doc.faces.len() > MOST_FACES {
            return Err(too_many_faces());
        }
        Ok(())
    }

    /// The vertex at a point for a pair of materials. Level 1 makes none of its own: where level 0
    /// has none for the pair, any of the layer does.
    fn vertex(
        &mut self,
        [x, y]: [usize; 2],
        position: [f32; 3],
        pair: [u8; 2],
        liquid: bool,
    ) -> Result<u16> {
        let coarse = self.doc.cells.len() >= self.square_count();
        let point = self.plan.point(x, y).unwrap_or_default();
        let made = self.vertices.get(point).map(Vec::as_slice).unwrap_or_default();
        let exact = made.iter().find(|(shared, _)| *shared == (pair, liquid));
        let any = made.iter().find(|((_, of_liquid), _)| coarse && *of_liquid == liquid);
        if let Some(&(_, vertex)) = exact.or(any) {
            return Ok(vertex);
        }
        let number = u16::try_from(self.doc.positions.len()).ok().filter(|&number| number < 0xFFFF);
        let number = number.ok_or_else(|| {
            Error::limit("surfaces", "more than 65,535 vertices: materials change too often")
        })?;
        if let Some(made) = self.vertices.get_mut(point) {
            made.push(((pair, liquid), number));
        }
        let [_, second] = pair;
        let alpha = self.plan.alphas.get(point).copied().filter(|_| second != NO_MATERIAL);
        self.alphas.push(alpha.unwrap_or(1.0));
        self.doc.positions.push(position);
        self.doc.normals.push(Normal::default());
        let [east, south] = self.offset_from_corner(position);
        let turns = |turn: f32| GroundUv::encode([east / turn, south / turn]);
        self.doc.material_uvs.push(turns(self.plan.texture_turn));
        self.doc.micro_uvs.push(turns(MICRO_TURN));
        Ok(number)
    }

    /// How far east and south of the map's north-west corner a place is.
    fn offset_from_corner(&self, [x, y, _]: [f32; 3]) -> [f32; 2] {
        let [_, down] = self.plan.quads;
        [x - self.plan.coordinate(0, 0), self.plan.coordinate(1, down) - y]
    }

    fn finish(self) -> Result<LandscapeDoc> {
        let count = self.square_count();
        let Self { plan, mut doc, alphas, .. } = self;
        let ([across, down], [squares_x, _]) = (plan.quads, plan.squares);
        let fits = |number: usize| {
            let number = u16::try_from(number).ok().filter(|&number| number < 0xFFFF);
            number.ok_or_else(|| Error::limit("squares", "more than 32,767 squares"))
        };
        for square in 0..count {
            let mut record = Square::default();
            for (level, cell) in record.cells.iter_mut().take(LEVELS).enumerate() {
                *cell = fits(level * count + square)?;
            }
            doc.squares.push(record);
        }
        doc.across = fits(squares_x)?.into();
        let at = |axis, number| plan.coordinate(axis, number);
        doc.header.corners = bounds::corners(&Aabb {
            min: [at(0, 0), at(1, 0), 0.0],
            max: [at(0, across), at(1, down), 0.0],
        });
        doc.alphas = Some(alphas.into());
        for derived in [
            Derived::Neighbours,
            Derived::FaceNormals,
            Derived::VertexNormals,
            Derived::CellBounds,
            Derived::Header,
            Derived::Order,
        ] {
            doc.compute(derived)?;
        }
        doc.name_entries(&plan.stem)?;
        Ok(doc)
    }
}

fn too_many_faces() -> Error {
    Error::limit("quads", format!("more than {MOST_FACES} faces"))
}
