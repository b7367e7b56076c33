//! What is drawn on top of a level.

use glam::Vec3;
use ngi_engine::arealmap::Areals;
use ngi_engine::landscape::Ground;
use ngi_formats::mat0::BlendMode;

use crate::Bounds;
use crate::frame::{Depth, Frame, Instance, Line, Mesh, Pass, Shade, Surface, Vertex};
use crate::overlay::land::{self, Drape};
use crate::overlay::{self, colours};
use crate::scene::Overlays;
use crate::scene::areals::ArealLines;
use crate::scene::landscape::GroundPainter;

/// So far above the ground faces in colours lie.
const FACE_LIFT: f32 = 0.15;

/// Lines on a level. Worked out when they are first asked for, and kept.
#[derive(Debug, Clone, Default)]
pub struct LevelOverlays {
    areals: Option<ArealLines>,
    squares: Option<Vec<Vec<Line>>>,
    /// A way, laid on the ground.
    route: Vec<Line>,
}

impl LevelOverlays {
    /// Shows the route through these points, laid on the ground; no points remove it.
    pub fn set_route(&mut self, ground: &Ground, points: &[[f32; 3]]) {
        self.route.clear();
        land::route(&Drape::over(Some(ground)), points, &mut self.route);
    }

    /// The areals are others: their lines are worked out again.
    pub fn forget_areals(&mut self) {
        self.areals = None;
    }

    /// Adds what was asked for.
    pub fn add(
        &mut self,
        wanted: Overlays,
        painter: &GroundPainter,
        ground: &Ground,
        areals: Option<&Areals>,
        frame: &mut Frame,
    ) {
        if wanted.has(Overlays::FACES) {
            faces(painter, ground, frame);
        }
        if wanted.has(Overlays::SQUARES) {
            self.squares(painter, ground, frame);
        }
        if wanted.has(Overlays::WIRE) {
            wire(painter, frame);
        }
        if wanted.has(Overlays::NORMALS) {
            normals(painter, frame);
        }
        if wanted.has(Overlays::BOUNDS) {
            for drawn in &painter.chosen.squares {
                let square = painter.mesh.squares.get(drawn.square as usize);
                if let Some([min, max]) = square.and_then(|square| square.bounds) {
                    let bounds = Bounds::new(min, max);
                    overlay::boxed(frame, &glam::Affine3A::IDENTITY, &bounds, colours::BOX);
                }
            }
        }
        if let Some(areals) = areals
            && (wanted.has(Overlays::AREALS) || wanted.has(Overlays::AREAL_GRID))
        {
            let lines = self
                .areals
                .get_or_insert_with(|| ArealLines::of(areals, &Drape::over(Some(ground))));
            if wanted.has(Overlays::AREALS) {
                frame.lines.extend_from_slice(&lines.borders);
                frame.lines.extend_from_slice(&lines.links);
            }
            if wanted.has(Overlays::AREAL_GRID) {
                frame.lines.extend_from_slice(&lines.grid);
            }
        }
        if wanted.has(Overlays::ROUTE) {
            frame.lines_on_top.extend_from_slice(&self.route);
        }
    }

    /// Borders of the squares that are drawn, coloured by their level.
    fn squares(&mut self, painter: &GroundPainter, ground: &Ground, frame: &mut Frame) {
        let all = self.squares.get_or_insert_with(|| {
            let border = |square: usize| {
                let mut lines = Vec::new();
                land::square(&Drape::over(Some(ground)), ground, square, land::FINE, &mut lines);
                lines
            };
            (0..painter.mesh.squares.len()).map(border).collect()
        });
        for drawn in &painter.chosen.squares {
            let lines = all.get(drawn.square as usize).into_iter().flatten();
            let colour = if drawn.level == 0 { land::FINE } else { land::COARSE };
            frame.lines.extend(lines.map(|line| Line { colour, ..*line }));
        }
    }
}

/// The triangles that are drawn: numbers of their faces and places of their corners.
fn drawn_triangles(painter: &GroundPainter) -> impl Iterator<Item = (usize, [[f32; 3]; 3])> + '_ {
    let mesh = &painter.mesh;
    let runs = painter
        .chosen
        .squares
        .iter()
        .flat_map(move |drawn| mesh.runs_of(drawn.square as usize, usize::from(drawn.level)));
    runs.flat_map(move |run| {
        let first = run.indices.start as usize / 3;
        mesh.indices_of(run).as_chunks::<3>().0.iter().zip(first..)
    })
    .filter_map(move |(corners, triangle)| {
        let face = usize::from(*mesh.faces.get(triangle)?);
        let [a, b, c] = corners.map(|at| mesh.vertices.get(at as usize));
        Some((face, [a?.position, b?.position, c?.position]))
    })
}

/// Faces coloured by their flags.
fn faces(painter: &GroundPainter, ground: &Ground, frame: &mut Frame) {
    let start = u32::try_from(frame.indices.len()).unwrap_or(u32::MAX);
    for (number, corners) in drawn_triangles(painter) {
        let Some(face) = ground.faces().get(number) else { continue };
        let colour = land::flag_colour(face);
        let base = u32::try_from(frame.vertices.len()).unwrap_or(u32::MAX);
        for [x, y, z] in corners {
            let plain = Vertex::new([x, y, z + FACE_LIFT], [0.0, 0.0, 1.0], [0.0; 2]);
            frame.vertices.push(Vertex { colour, ..plain });
        }
        frame.indices.extend([0, 1, 2].map(|corner: u32| base.saturating_add(corner)));
    }
    let end = u32::try_from(frame.indices.len()).unwrap_or(u32::MAX);
    if end > start {
        let surface = Surface { shade: Shade::Plain, depth: Depth::Test, ..Surface::default() }
            .blended(BlendMode::ALPHA);
        let white = Instance::default();
        frame.push(Pass::LIGHT_DISCS, Mesh::Streamed, start..end, surface, white, 0.0);
    }
}

fn wire(painter: &GroundPainter, frame: &mut Frame) {
    for (_, corners) in drawn_triangles(painter) {
        let [a, b, c] = corners.map(|[x, y, z]| Vec3::new(x, y, z + 0.05));
        for (from, to) in [(a, b), (b, c), (c, a)] {
            frame.line(from, to, colours::WIRE);
        }
    }
}

fn normals(painter: &GroundPainter, frame: &mut Frame) {
    for vertex in painter.mesh.surface_vertices() {
        let from = Vec3::from(vertex.position);
        frame.line(from, from + Vec3::from(vertex.normal) * 3.0, colours::NORMALS);
    }
}
