//! The ground as a graphics card wants it: corners, and runs of triangles by square and level.

use std::collections::HashMap;
use std::ops::Range;

use ngi_engine::landscape::Grid;
use ngi_formats::landscape::{Face, FaceFlags, GroundUv, LEVELS, Landscape, NO_MATERIAL};

use super::skirts::{SIDES, Skirts};

/// So many triangles a ground has at least room for: each face is in one cell, but in a broken
/// file every cell may name them all.
const MOST_TRIANGLES: usize = 1 << 17;

/// A corner of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GroundVertex {
    /// Where it is.
    pub position: [f32; 3],
    /// Its normal; zero takes no light.
    pub normal: [f32; 3],
    /// Texture coordinates of both materials, in turns.
    pub uv: [f32; 2],
    /// Texture coordinates of the microtexture, in turns.
    pub micro_uv: [f32; 2],
    /// How much of the second material there is.
    pub weight: f32,
}

/// What a face is drawn as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaceKind {
    /// Ground.
    Dry,
    /// The bed under a liquid: seen from below the surface only, while there are reflections.
    Bed,
    /// The surface of a liquid.
    Liquid,
}

impl FaceKind {
    /// What a face is.
    pub fn of(face: &Face) -> Self {
        if face.is_liquid() {
            Self::Liquid
        } else if face.flags.has_any(FaceFlags::BED) {
            Self::Bed
        } else {
            Self::Dry
        }
    }
}

/// What triangles must share to be drawn in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coat {
    /// What they are drawn as.
    pub kind: FaceKind,
    /// Row of the first wear.
    pub material: u8,
    /// A second one over it.
    pub second: Option<u8>,
    /// With a microtexture. Liquids never have one.
    pub micro: bool,
}

impl Coat {
    fn of(face: &Face, [material, second]: [u8; 2]) -> Self {
        let kind = FaceKind::of(face);
        let micro = kind != FaceKind::Liquid && face.flags.has_any(FaceFlags::MICROTEXTURE);
        let second = (second != NO_MATERIAL && kind != FaceKind::Liquid).then_some(second);
        Self { kind, material, second, micro }
    }
}

/// Triangles of a cell with the same coat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Number of their coat in [`GroundMesh::coats`].
    pub coat: u16,
    /// Their place in [`GroundMesh::indices`].
    pub indices: Range<u32>,
}

/// A square at both levels.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareRuns {
    /// Runs of each level in [`GroundMesh::runs`].
    pub levels: [Range<u32>; LEVELS],
    /// Box around the faces of both levels; `None` without any.
    pub bounds: Option<[[f32; 3]; 2]>,
    /// Runs of what hangs from each side at each level: west, east, south, north.
    pub skirts: [[Range<u32>; SIDES]; LEVELS],
    /// How far down any of that reaches.
    pub lowest: f32,
}

impl Default for SquareRuns {
    /// Nothing.
    fn default() -> Self {
        Self {
            levels: Default::default(),
            bounds: None,
            skirts: Default::default(),
            lowest: f32::MAX,
        }
    }
}

/// The ground of a level, prepared for drawing once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroundMesh {
    /// Corners. A vertex of the file appears once for each way its texture coordinates unwrap.
    pub vertices: Vec<GroundVertex>,
    /// Three corners a triangle, in the baked draw order.
    pub indices: Vec<u32>,
    /// The face of each triangle.
    pub faces: Vec<u16>,
    /// Every coat there is, in order.
    pub coats: Vec<Coat>,
    /// Runs, square after square.
    pub runs: Vec<Run>,
    /// The squares of the grid.
    pub squares: Vec<SquareRuns>,
    /// The vertex of the file that each corner of a face is.
    pub sources: Vec<u16>,
    /// How many of the corners belong to faces: those behind them only to skirts.
    pub surface: usize,
}

impl GroundMesh {
    /// Prepares a landscape. What leads nowhere or is not finite is left out.
    pub fn of(land: &Landscape<'_>) -> Self {
        let mut builder = Builder::new(land);
        for square in 0..land.squares.len() {
            builder.add_square(square);
        }
        builder.hang_skirts();
        builder.finish()
    }

    /// How many triangles a square has at a level.
    pub fn face_count(&self, square: usize, level: usize) -> usize {
        let runs = self.runs_of(square, level).iter();
        runs.map(|run| run.indices.len() / 3).sum()
    }

    /// The runs of a square at a level.
    pub fn runs_of(&self, square: usize, level: usize) -> &[Run] {
        let range = self.squares.get(square).and_then(|square| square.levels.get(level));
        let runs = range.and_then(|range| self.runs.get(range.start as usize..range.end as usize));
        runs.unwrap_or_default()
    }

    /// The corners of faces.
    pub fn surface_vertices(&self) -> &[GroundVertex] {
        self.vertices.get(..self.surface).unwrap_or(&self.vertices)
    }

    /// The runs of what hangs from a side of a square at a level.
    pub fn skirt_of(&self, square: usize, level: usize, side: usize) -> &[Run] {
        let range = self.squares.get(square).and_then(|it| it.skirts.get(level)?.get(side));
        let runs = range.and_then(|range| self.runs.get(range.start as usize..range.end as usize));
        runs.unwrap_or_default()
    }

    /// The indices of a run.
    pub fn indices_of(&self, run: &Run) -> &[u32] {
        let range = run.indices.start as usize..run.indices.end as usize;
        self.indices.get(range).unwrap_or_default()
    }
}

/// A vertex of the file and how its coordinates unwrap.
type Corner = (u16, [u32; 2], [u32; 2]);

struct Builder<'a, 'b> {
    land: &'a Landscape<'b>,
    mesh: GroundMesh,
    corners: HashMap<Corner, u32>,
    coats: HashMap<Coat, u16>,
    grid: Option<Grid>,
    skirts: Skirts,
}

impl<'a, 'b> Builder<'a, 'b> {
    fn new(land: &'a Landscape<'b>) -> Self {
        Self {
            land,
            mesh: GroundMesh::default(),
            corners: HashMap::new(),
            coats: HashMap::new(),
            grid: Grid::of(land),
            skirts: Skirts::default(),
        }
    }

    fn hang_skirts(&mut self) {
        self.mesh.surface = self.mesh.vertices.len();
        if let Some(grid) = self.grid {
            std::mem::take(&mut self.skirts).hang(&grid, &mut self.mesh);
        }
    }

    fn add_square(&mut self, square: usize) {
        let mut runs = SquareRuns::default();
        for level in 0..LEVELS {
            let start = small(self.mesh.runs.len());
            let first = self.mesh.indices.len();
            let has_room = self.mesh.faces.len() < MOST_TRIANGLES;
            if let Some((_, cell)) = self.land.cell(square, level).filter(|_| has_room) {
                for batch in self.land.batches(&cell) {
                    for entry in batch.entries.iter() {
                        self.add_face(entry.face, batch.materials, start);
                    }
                }
            }
            if let Some(range) = runs.levels.get_mut(level) {
                *range = start..small(self.mesh.runs.len());
            }
            self.skirts.end_cell(self.grid.as_ref(), (square, level), &self.mesh.vertices);
            let added = self.mesh.indices.get(first..).unwrap_or_default();
            let corners = added.iter().filter_map(|&at| self.mesh.vertices.get(at as usize));
            for vertex in corners {
                let [low, high] = runs.bounds.unwrap_or([vertex.position; 2]);
                runs.bounds = Some([
                    least(low, vertex.position, f32::min),
                    least(high, vertex.position, f32::max),
                ]);
            }
        }
        self.mesh.squares.push(runs);
    }

    /// Adds a face to the last run of this level, or to a new one. `first_run` is where the level
    /// begins.
    fn add_face(&mut self, number: u16, materials: [u8; 2], first_run: u32) {
        let Some(face) = self.land.faces.get(usize::from(number)) else { return };
        let Some(corners) = self.corners(&face) else { return };
        let coat = Coat::of(&face, materials);
        let is_liquid = coat.kind == FaceKind::Liquid;
        let coat = self.coat(coat);
        // Liquids are level, so that they meet wherever their corners are.
        if !is_liquid {
            self.skirts.add_face(face.vertices, corners, coat);
        }
        let start = small(self.mesh.indices.len());
        self.mesh.indices.extend(corners);
        self.mesh.faces.push(number);
        let end = small(self.mesh.indices.len());
        let is_new = small(self.mesh.runs.len()) == first_run;
        match self.mesh.runs.last_mut() {
            Some(run) if !is_new && run.coat == coat => run.indices.end = end,
            _ => self.mesh.runs.push(Run { coat, indices: start..end }),
        }
    }

    fn coat(&mut self, coat: Coat) -> u16 {
        let next = u16::try_from(self.coats.len()).unwrap_or(u16::MAX);
        let number = *self.coats.entry(coat).or_insert(next);
        if usize::from(number) == self.mesh.coats.len() {
            self.mesh.coats.push(coat);
        }
        number
    }

    /// The corners of a face as vertices of the mesh; `None` where one is missing or not finite.
    fn corners(&mut self, face: &Face) -> Option<[u32; 3]> {
        let land = self.land;
        let places = land.corners(face)?;
        if !places.as_flattened().iter().all(|part| part.is_finite()) {
            return None;
        }
        let of = |vertex: u16, uvs: &ngi_formats::msh::Stream<'_, GroundUv>| {
            uvs.get(usize::from(vertex)).unwrap_or_default()
        };
        let uvs = GroundUv::decode_triangle(face.vertices.map(|at| of(at, &land.material_uvs)));
        let micro = GroundUv::decode_triangle(face.vertices.map(|at| of(at, &land.micro_uvs)));
        let mut out = [0; 3];
        let each = out.iter_mut().zip(face.vertices).zip(places).zip(uvs).zip(micro);
        for ((((place, vertex), position), uv), micro_uv) in each {
            *place = self.vertex(vertex, position, uv, micro_uv);
        }
        Some(out)
    }

    fn vertex(&mut self, vertex: u16, position: [f32; 3], uv: [f32; 2], micro: [f32; 2]) -> u32 {
        let key = (vertex, uv.map(f32::to_bits), micro.map(f32::to_bits));
        let next = small(self.mesh.vertices.len());
        let number = *self.corners.entry(key).or_insert(next);
        if number == next {
            let index = usize::from(vertex);
            let normal = self.land.normals.get(index).map_or([0.0; 3], |normal| normal.decode());
            let alpha = self.land.alphas.as_ref().and_then(|alphas| alphas.get(index));
            let weight = alpha.filter(|alpha| alpha.is_finite()).unwrap_or(1.0).clamp(0.0, 1.0);
            self.mesh.vertices.push(GroundVertex { position, normal, uv, micro_uv: micro, weight });
            self.mesh.sources.push(vertex);
        }
        number
    }

    fn finish(mut self) -> GroundMesh {
        self.mesh.vertices.shrink_to_fit();
        self.mesh.indices.shrink_to_fit();
        self.mesh
    }
}

/// A number of things: faces have 16 bits, so this fits.
pub(super) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn least([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3], pick: fn(f32, f32) -> f32) -> [f32; 3] {
    [pick(ax, bx), pick(ay, by), pick(az, bz)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ngi_formats::landscape::{GroundPlan, Lake, Surface};

    fn plan() -> GroundPlan {
        let mut plan = GroundPlan::flat([8, 8], [2, 2], 10.0);
        plan.texture_turn = 40.0;
        plan
    }

    fn mesh(plan: &GroundPlan) -> GroundMesh {
        let bytes = plan.build().unwrap().write().unwrap();
        GroundMesh::of(&Landscape::read(&bytes).unwrap())
    }

    #[test]
    fn every_face_is_in_one_run_of_its_square_and_level() {
        let mesh = mesh(&plan());
        assert_eq!(mesh.squares.len(), 4);
        for square in 0..4 {
            assert_eq!((mesh.face_count(square, 0), mesh.face_count(square, 1)), (32, 8));
            assert_eq!(mesh.runs_of(square, 0).len(), 1, "one material, one run");
        }
        assert_eq!(mesh.faces.len(), 4 * 40);
        let mut faces = mesh.faces.clone();
        faces.sort_unstable();
        assert_eq!(faces, (0..160).collect::<Vec<u16>>());
        // Levels share vertices: nine by nine points.
        assert_eq!(mesh.surface_vertices().len(), 81);
        assert_eq!(
            mesh.coats,
            [Coat { kind: FaceKind::Dry, material: 1, second: None, micro: true }]
        );
        assert_eq!(mesh.squares[0].bounds, Some([[0.0; 3], [40.0, 40.0, 0.0]]));
        assert!(mesh.runs_of(4, 0).is_empty() && mesh.runs_of(0, 2).is_empty());
    }

    #[test]
    fn corners_have_the_coordinates_and_weights_of_the_file() {
        let mut plan = plan();
        plan.surfaces.fill(Surface { material: 1, second: Some(2) });
        plan.alphas = (0..81u8).map(|n| f32::from(n) / 80.0).collect();
        let mesh = mesh(&plan);
        let corner =
            |x: f32, y: f32| *mesh.vertices.iter().find(|v| v.position == [x, y, 0.0]).unwrap();
        let far = corner(80.0, 80.0);
        assert_eq!((far.weight, far.normal), (1.0, [0.0, 0.0, 1.0]));
        assert_eq!(corner(0.0, 0.0).weight, 0.0);
        // One turn in 40 units for the materials, one in 20 for the microtexture; v falls with y.
        let (a, b) = (corner(0.0, 0.0), corner(20.0, 10.0));
        assert_eq!([b.uv[0] - a.uv[0], b.uv[1] - a.uv[1]], [0.5, -0.25]);
        assert_eq!([b.micro_uv[0] - a.micro_uv[0], b.micro_uv[1] - a.micro_uv[1]], [1.0, -0.5]);
        assert_eq!(mesh.coats[0].second, Some(2));
    }

    #[test]
    fn cells_that_all_name_the_same_faces_do_not_blow_it_up() {
        let mut doc = GroundPlan::flat([64, 64], [64, 64], 10.0).build().unwrap();
        let count = u16::try_from(doc.faces.len()).unwrap();
        for cell in doc.cells.iter_mut() {
            (cell.first, cell.count) = (0, count);
        }
        let bytes = doc.write().unwrap();
        let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Tolerant, false);
        let land = Landscape::read_tolerant(&bytes, &mut findings).unwrap();
        let mesh = GroundMesh::of(&land);
        assert!(mesh.faces.len() < MOST_TRIANGLES + usize::from(count));
        assert_eq!(mesh.squares.len(), 64 * 64);
    }

    #[test]
    fn lakes_have_beds_and_surfaces() {
        let mut plan = plan();
        let deep = plan.point(1, 1).unwrap();
        plan.heights[deep] = -3.0;
        plan.lake = Some(Lake { level: -1.0, surface: 6, bed: 7, lava: false });
        let mesh = mesh(&plan);
        let kinds = |kind: FaceKind| {
            let of = |run: &&Run| mesh.coats[usize::from(run.coat)].kind == kind;
            let runs = mesh.runs_of(0, 0).iter().filter(of);
            runs.map(|run| run.indices.len() / 3).sum::<usize>()
        };
        assert_eq!((kinds(FaceKind::Bed), kinds(FaceKind::Liquid)), (8, 8));
        assert_eq!(kinds(FaceKind::Dry), 24);
        let liquid = mesh.coats.iter().find(|coat| coat.kind == FaceKind::Liquid).unwrap();
        assert_eq!((liquid.material, liquid.micro, liquid.second), (6, false, None));
    }
}
