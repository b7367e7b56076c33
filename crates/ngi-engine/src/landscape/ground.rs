//! The ground of a level, prepared for questions.

use std::ops::Range;
use std::sync::Arc;

use ngi_formats::landscape::{Face, FaceFlags, Landscape};

use super::grid::Grid;
use super::index::Index;
use super::mesh::Mesh;
use super::rays::Limits;
use super::triangle::Triangle;

/// How far a face may stand out of its square, in squares, and still count as inside: borders are
/// rounded numbers.
pub(super) const TIDY: f64 = 1e-4;

/// Faces a ground has at most: files name them with 16 bits. What comes after is left out.
pub const MOST_FACES: usize = 1 << 16;

/// What the ground is made of. Everything may be wrong: what leads outside is left out.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    /// Positions of the vertices.
    pub positions: &'a [[f32; 3]],
    /// All faces, of both levels.
    pub faces: &'a [Face],
    /// The grid.
    pub grid: Grid,
    /// The faces of every square, by level; squares in the order of the grid.
    pub squares: &'a [SquareRuns],
}

/// The faces of a square at each level of detail.
pub type SquareRuns = [Range<u32>; 2];

/// The ground: faces of level 0 answer questions, both levels are drawn. A clone shares what is
/// large.
#[derive(Debug, Clone, Default)]
pub struct Ground {
    pub(super) grid: Grid,
    pub(super) squares: Vec<SquareRuns>,
    pub(super) faces: Arc<Vec<Face>>,
    /// Corners of every face.
    pub(super) mesh: Arc<Mesh>,
    /// Boxes around the faces of level 0 of every square; `None` without faces.
    pub(super) boxes: Vec<Option<[[f32; 3]; 2]>>,
    /// Whether a face belongs to level 0.
    pub(super) fine: Vec<bool>,
    pub(super) index: Arc<Index>,
    pub(super) limits: Option<Limits>,
    /// Whether all faces of level 0 lie in their squares.
    pub(super) tidy: bool,
    pub(super) water: Option<Water>,
}

/// The [`Parts`] of a file.
pub(super) struct Read {
    pub positions: Vec<[f32; 3]>,
    pub faces: Vec<Face>,
    pub grid: Grid,
    pub squares: Vec<SquareRuns>,
}

impl Read {
    pub fn of(land: &Landscape<'_>) -> Self {
        let whole = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let run = |square: usize, level: usize| {
            let cell = land.cell(square, level);
            let run = cell.map_or(0..0, |(_, cell)| land.cell_faces(&cell));
            whole(run.start)..whole(run.end)
        };
        Self {
            positions: land.positions.iter().collect(),
            faces: land.faces.iter().take(MOST_FACES).collect(),
            grid: Grid::of(land).unwrap_or_default(),
            squares: (0..land.squares.len()).map(|at| [run(at, 0), run(at, 1)]).collect(),
        }
    }
}

/// The liquid of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Water {
    /// Height of the surface: of its highest vertex, where it is not level.
    pub level: f32,
    /// The corner of its box with the smallest numbers.
    pub min: [f32; 3],
    /// The opposite corner.
    pub max: [f32; 3],
}

impl Water {
    /// Whether the surface is level, as on every shipped map.
    pub fn is_level(&self) -> bool {
        let ([_, _, low], [_, _, high]) = (self.min, self.max);
        low == high
    }
}

impl Ground {
    /// Prepares the ground.
    pub fn new(parts: &Parts<'_>) -> Self {
        let Parts { positions, faces, grid, squares } = *parts;
        let faces = faces.get(..MOST_FACES).unwrap_or(faces);
        Self::prepare(positions.to_vec(), faces.to_vec(), grid, squares)
    }

    fn prepare(
        positions: Vec<[f32; 3]>,
        mut faces: Vec<Face>,
        grid: Grid,
        squares: &[SquareRuns],
    ) -> Self {
        faces.truncate(MOST_FACES);
        let mesh = Mesh::new(positions, &faces);
        let squares: Vec<SquareRuns> = squares
            .iter()
            .take(grid.len())
            .map(|runs| runs.clone().map(|run| clipped(run, faces.len())))
            .collect();
        let mut fine = vec![false; faces.len()];
        for run in squares.iter().map(|[fine, _]| fine) {
            fine.get_mut(run.start as usize..run.end as usize).unwrap_or_default().fill(true);
        }
        let solid = |((face, triangle), fine): ((u16, Triangle), &bool)| {
            (*fine && triangle.is_finite()).then_some(face)
        };
        let members: Vec<u16> =
            (0..=u16::MAX).zip(mesh.iter()).zip(&fine).filter_map(solid).collect();
        let boxes = boxes_of(&mesh, &squares);
        let bounds = boxes.iter().copied().flatten().reduce(join);
        let index = Index::new(&mesh, &members, bounds);
        let limits = index.bounds().map(Limits::new);
        let tidy = is_tidy(&grid, &boxes);
        let water = water_of(&mesh);
        let (faces, mesh, index) = (Arc::new(faces), Arc::new(mesh), Arc::new(index));
        Self { grid, squares, faces, mesh, boxes, fine, index, limits, tidy, water }
    }

    /// Prepares the ground of a file. Where the file does not say how its squares lie, there is no
    /// ground.
    pub fn of(land: &Landscape<'_>) -> Self {
        let Read { positions, faces, grid, squares } = Read::of(land);
        Self::prepare(positions, faces, grid, &squares)
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// All faces, of both levels.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The corners of a face; `None` where it is not there or leads nowhere.
    pub fn corners(&self, face: usize) -> Option<[[f32; 3]; 3]> {
        let triangle = self.mesh.get(face)?;
        triangle.is_finite().then(|| triangle.corners())
    }

    /// The faces of a square at a level, 0 or 1.
    pub fn faces_of(&self, square: usize, level: usize) -> Option<Range<u32>> {
        self.squares.get(square)?.get(level).cloned()
    }

    /// Whether a face belongs to level 0, which questions are asked of.
    pub fn is_fine(&self, face: usize) -> bool {
        self.fine.get(face).is_some_and(|fine| *fine)
    }

    /// Box around all faces that can be met; `None` where there are none.
    pub fn bounds(&self) -> Option<[[f32; 3]; 2]> {
        self.index.bounds()
    }

    /// Whether every face of level 0 lies in its square. Where one does not, the engine misses it
    /// from some directions, and so do [`segment`](Self::segment) and [`walk`](Self::walk).
    pub fn is_tidy(&self) -> bool {
        self.tidy
    }

    /// The liquid: all faces with [`FaceFlags::LIQUID_SURFACE`], of both levels.
    pub fn water(&self) -> Option<&Water> {
        self.water.as_ref()
    }

    /// The level a square is drawn at: 1 from three squares away on (`dx² + dy² ≥ 9`, counted
    /// between the columns and rows of the camera and the square), else 0. A camera that is
    /// nowhere sees the fine level.
    pub fn drawn_level(&self, square: usize, camera: [f32; 2]) -> usize {
        let Some(here) = self.grid.place(camera) else { return 0 };
        let Some(there) = self.grid.of_index(square) else { return 0 };
        let apart =
            |(here, there): (i64, u32)| here.saturating_sub(i64::from(there)).unsigned_abs();
        let squared = here.into_iter().zip(there).map(apart).map(|by| by.saturating_mul(by));
        usize::from(squared.fold(0, u64::saturating_add) >= 9)
    }

    /// The level of every square for a camera, in the order of the grid.
    pub fn drawn_levels(&self, camera: [f32; 2]) -> impl Iterator<Item = usize> + '_ {
        (0..self.squares.len()).map(move |square| self.drawn_level(square, camera))
    }
}

/// A run without what leads past the end.
fn clipped(run: Range<u32>, count: usize) -> Range<u32> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let end = run.end.min(count);
    run.start.min(end)..end
}

/// The box of each square's faces at level 0. Where squares name faces over and over, the last ones
/// get the box around everything: larger than need be, and made without looking.
fn boxes_of(mesh: &Mesh, squares: &[SquareRuns]) -> Vec<Option<[[f32; 3]; 2]>> {
    let mut left = mesh.len().saturating_mul(2);
    let mut whole = None;
    let boxed = |[run, _]: &SquareRuns| match left.checked_sub(run.len()) {
        Some(rest) => {
            left = rest;
            box_around(mesh.members_of(run))
        }
        None => *whole.get_or_insert_with(|| box_around(mesh.members_of(&mesh.all()))),
    };
    squares.iter().map(boxed).collect()
}

fn box_around(mut members: impl Iterator<Item = (u32, Triangle)>) -> Option<[[f32; 3]; 2]> {
    let (_, first) = members.next()?;
    Some(members.fold(first.bounds(), |sum, (_, triangle)| join(sum, triangle.bounds())))
}

/// The box around two boxes.
pub(super) fn join(sum: [[f32; 3]; 2], other: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
    let ([[ax, ay, az], [bx, by, bz]], [[px, py, pz], [qx, qy, qz]]) = (sum, other);
    [[ax.min(px), ay.min(py), az.min(pz)], [bx.max(qx), by.max(qy), bz.max(qz)]]
}

/// Whether each box lies in its square.
fn is_tidy(grid: &Grid, boxes: &[Option<[[f32; 3]; 2]>]) -> bool {
    let sound = grid.size.iter().all(|size| *size > 0.0 && size.is_finite());
    sound
        && boxes.iter().enumerate().all(|(square, bounds)| {
            let Some([[x0, y0, _], [x1, y1, _]]) = *bounds else { return true };
            let Some(place) = grid.of_index(square) else { return false };
            let [low, high] =
                [[x0, y0], [x1, y1]].map(|corner| grid.in_squares(corner.map(f64::from)));
            place.into_iter().zip(low).zip(high).all(|((place, low), high)| {
                let place = f64::from(place);
                low >= place - TIDY && high <= place + 1.0 + TIDY
            })
        })
}

fn water_of(mesh: &Mesh) -> Option<Water> {
    let liquid = mesh.iter().filter(|triangle| {
        triangle.flags().has_any(FaceFlags::LIQUID_SURFACE) && triangle.is_finite()
    });
    let bounds = liquid.map(|triangle| triangle.bounds()).reduce(join)?;
    let [min, max] = bounds;
    let [_, _, level] = max;
    Some(Water { level, min, max })
}
