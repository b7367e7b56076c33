//! What a ring takes away from one level of the ground, and what it leaves.

use std::collections::HashMap;

use ngi_formats::geometry::Normal;
use ngi_formats::landscape::{Face, GroundUv};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};

use super::NoCut;
use super::rings::{Point, Ring, side, touch};
use super::soil::{Corner, Facet, Soil, narrow};

/// Faces that a ring may touch; buildings touch some dozens.
const MOST_TOUCHED: usize = 1024;
/// Corners of the ring this near to a corner of the ground are that corner, in metres.
const SNAP: f64 = 1e-3;
/// How far outside a face, in shares of it, still counts as on it: points where edges cross are
/// rounded.
const SLACK: f64 = 1e-6;

pub(super) type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// What is left of a face.
#[derive(Debug, Clone)]
pub(super) struct Remnant {
    pub cell: usize,
    pub face: Face,
    pub corners: [Corner; 3],
}

/// What a ring does to a level.
#[derive(Debug, Clone)]
pub(super) struct Carved {
    /// The ring with every place where it meets an edge of the ground, and the height there.
    pub contour: Vec<([f64; 2], f32)>,
    /// By cell the places of faces that go, in ascending order.
    pub gone: Vec<(usize, Vec<usize>)>,
    pub remains: Vec<Remnant>,
    /// The grid of the level.
    pub grid: ngi_formats::landscape::Grid,
}

impl Carved {
    pub fn contour_points(&self) -> Vec<[f32; 3]> {
        self.contour.iter().map(|([x, y], z)| [narrow(*x), narrow(*y), *z]).collect()
    }

    /// How many faces were looked at closely.
    pub fn touched(&self) -> usize {
        self.gone.iter().map(|(_, places)| places.len()).sum()
    }

    /// The mean height of the contour's corners.
    pub fn mean(&self) -> f32 {
        let count = u32::try_from(self.contour.len()).unwrap_or(u32::MAX);
        let sum: f64 = self.contour.iter().map(|(_, z)| f64::from(*z)).sum();
        narrow(sum / f64::from(count.max(1)))
    }
}

/// A face that the ring touches.
struct Source<'a> {
    cell: usize,
    place: usize,
    facet: &'a Facet,
    corners: [Corner; 3],
    flat: [Point; 3],
}

impl Source<'_> {
    /// How much each corner counts at a point; they sum to 1. `None` for a face without area.
    fn weights(&self, point: Point) -> Option<[f64; 3]> {
        let [a, b, c] = self.flat;
        let whole = side(a, b, c);
        let weights = [side(b, c, point), side(c, a, point), side(a, b, point)];
        let weights = weights.map(|part| part / whole);
        weights.iter().all(|weight| weight.is_finite()).then_some(weights)
    }

    /// The same for a point on the face.
    fn weights_on(&self, point: Point) -> Option<[f64; 3]> {
        self.weights(point).filter(|weights| weights.iter().all(|weight| *weight >= -SLACK))
    }

    fn height(&self, weights: [f64; 3]) -> f32 {
        let heights = self.corners.map(|corner| f64::from(corner.position[2]));
        narrow(mixed(heights, weights))
    }
}

fn mixed([a, b, c]: [f64; 3], [u, v, w]: [f64; 3]) -> f64 {
    a * u + b * v + c * w
}

/// Heights by place, so that faces that meet there agree to the last bit.
#[derive(Default)]
struct Heights(HashMap<[u64; 2], f32>);

impl Heights {
    fn at(&mut self, point: Point, worked_out: impl FnOnce() -> f32) -> f32 {
        *self.0.entry(point.map(f64::to_bits)).or_insert_with(worked_out)
    }
}

/// Works out what a ring does to a level. The soil stays as it is.
pub(super) fn carve(soil: &Soil, level: usize, ring: &Ring) -> Result<Carved, NoCut> {
    let sources = touched(soil, level, ring)?;
    let ring = snapped(ring, &sources)?;
    let (cdt, contour) = triangulated(&sources, &ring)?;
    let mut heights = Heights::default();
    for source in &sources {
        for (point, corner) in source.flat.iter().zip(source.corners) {
            heights.at(*point, || corner.position[2]);
        }
    }
    let on_ground = |point: Point| {
        let mut found = sources.iter().filter_map(|it| Some((it, it.weights_on(point)?)));
        let (source, weights) = found.next().ok_or(NoCut::OffGround)?;
        Ok((point, heights.at(point, || source.height(weights))))
    };
    let contour = contour.into_iter().map(on_ground).collect::<Result<Vec<_>, _>>()?;
    let mut remains = Vec::new();
    for face in cdt.inner_faces() {
        let corners = face.positions().map(|at| [at.x, at.y]);
        let [a, b, c] = corners;
        let middle = [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0];
        if ring.holds(middle) {
            continue;
        }
        for source in sources.iter().filter(|source| source.weights_on(middle).is_some()) {
            remains.extend(remnant(source, corners, &mut heights));
        }
    }
    Ok(Carved { contour, gone: gone(&sources), remains, grid: soil.grid })
}

/// The faces that a ring touches or holds. Liquids are not cut.
fn touched<'a>(soil: &'a Soil, level: usize, ring: &Ring) -> Result<Vec<Source<'a>>, NoCut> {
    let [low, high] = ring.bounds();
    let mut sources = Vec::new();
    for (cell, place, facet) in soil.facets(level, [low, high]) {
        let Some(corners) = soil.corners_of(facet) else { continue };
        let flat = corners.map(|corner| {
            let [x, y, _] = corner.position;
            [f64::from(x), f64::from(y)]
        });
        let apart = |axis: usize| {
            let along = flat.map(|point| point.get(axis).copied().unwrap_or(f64::NAN));
            let (Some(from), Some(to)) = (low.get(axis), high.get(axis)) else { return true };
            !(along.iter().any(|at| at <= to) && along.iter().any(|at| at >= from))
        };
        if apart(0) || apart(1) || facet.face.is_liquid() {
            continue;
        }
        let finite = corners.iter().flat_map(|it| it.position).all(f32::is_finite);
        if finite && meets(ring, flat) && side(flat[0], flat[1], flat[2]) != 0.0 {
            sources.push(Source { cell, place, facet, corners, flat });
        }
        if sources.len() > MOST_TOUCHED {
            return Err(NoCut::TooMuch);
        }
    }
    Ok(sources)
}

/// Whether a ring and a triangle have a point in common.
fn meets(ring: &Ring, [a, b, c]: [Point; 3]) -> bool {
    let edges = [[a, b], [b, c], [c, a]];
    let holds_ring = || {
        let Some(first) = ring.corners.first() else { return false };
        let sides = edges.map(|[from, to]| side(from, to, *first));
        sides.iter().all(|at| *at >= 0.0) || sides.iter().all(|at| *at <= 0.0)
    };
    ring.holds(a)
        || edges.iter().any(|edge| ring.edges().any(|other| touch(*edge, other)))
        || holds_ring()
}

/// The ring with corners that are all but on a corner of the ground moved there.
fn snapped(ring: &Ring, sources: &[Source<'_>]) -> Result<Ring, NoCut> {
    let snap = |corner: &Point| {
        let [x, y] = *corner;
        let near = |other: &&Point| (other[0] - x).abs() <= SNAP && (other[1] - y).abs() <= SNAP;
        sources.iter().flat_map(|source| &source.flat).find(near).copied().unwrap_or(*corner)
    };
    Ring::new(&ring.corners.iter().map(snap).collect::<Vec<_>>())
}

/// All edges of the faces and the ring, cut where they cross; and the ring's own places in order.
fn triangulated(sources: &[Source<'_>], ring: &Ring) -> Result<(Cdt, Vec<Point>), NoCut> {
    let mut cdt = Cdt::new();
    let nowhere = |_| NoCut::NotFinite;
    for source in sources {
        let mut handles = Vec::with_capacity(3);
        for [x, y] in source.flat {
            handles.push(cdt.insert(Point2::new(x, y)).map_err(nowhere)?);
        }
        for (from, to) in handles.iter().zip(handles.iter().cycle().skip(1)) {
            cdt.add_constraint_and_split(*from, *to, |at| at);
        }
    }
    let mut contour = Vec::new();
    for [[ax, ay], [bx, by]] in ring.edges() {
        let from = cdt.insert(Point2::new(ax, ay)).map_err(nowhere)?;
        let to = cdt.insert(Point2::new(bx, by)).map_err(nowhere)?;
        let pieces = cdt.add_constraint_and_split(from, to, |at| at);
        contour.extend(pieces.into_iter().map(|piece| {
            let at = cdt.directed_edge(piece).from().position();
            [at.x, at.y]
        }));
    }
    Ok((cdt, contour))
}

/// A piece of a face: everything about its corners follows from the face's own.
fn remnant(source: &Source<'_>, corners: [Point; 3], heights: &mut Heights) -> Option<Remnant> {
    let mut corner = |point: Point| {
        let own = source.flat.iter().position(|own| *own == point);
        if let Some(own) = own {
            return source.corners.get(own).copied();
        }
        let weights = source.weights(point)?;
        let z = heights.at(point, || source.height(weights));
        Some(between(source.corners, weights, point, z))
    };
    let [a, b, c] = corners;
    let corners = [corner(a)?, corner(b)?, corner(c)?];
    Some(Remnant { cell: source.cell, face: source.facet.face, corners })
}

/// A corner between three others.
fn between(corners: [Corner; 3], weights: [f64; 3], [x, y]: Point, z: f32) -> Corner {
    let [a, b, c] = corners;
    let normal = mixed_normal(corners.map(|corner| corner.normal), weights);
    let alpha = narrow(mixed(corners.map(|corner| f64::from(corner.alpha)), weights));
    Corner {
        position: [narrow(x), narrow(y), z],
        normal,
        uv: mixed_uv([a.uv, b.uv, c.uv], weights),
        micro: mixed_uv([a.micro, b.micro, c.micro], weights),
        alpha: alpha.clamp(a.alpha.min(b.alpha).min(c.alpha), a.alpha.max(b.alpha).max(c.alpha)),
    }
}

/// Texture coordinates between three others, which may wrap in between.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "brought to 0..65536")]
fn mixed_uv([a, b, c]: [GroundUv; 3], weights: [f64; 3]) -> GroundUv {
    let along = |first: u16, second: u16, third: u16| {
        let from = |other: u16| f64::from(other.wrapping_sub(first).cast_signed());
        let apart = mixed([0.0, from(second), from(third)], weights);
        (f64::from(first) + apart).round().rem_euclid(65536.0) as u16
    };
    GroundUv { u: along(a.u, b.u, c.u), v: along(a.v, b.v, c.v) }
}

#[expect(clippy::cast_possible_truncation, reason = "between numbers of this size")]
fn mixed_normal([a, b, c]: [Normal; 3], weights: [f64; 3]) -> Normal {
    let mut xyz = [0i8; 3];
    let parts = a.xyz.into_iter().zip(b.xyz).zip(c.xyz);
    for (place, ((a, b), c)) in xyz.iter_mut().zip(parts) {
        *place = mixed([a, b, c].map(f64::from), weights).round() as i8;
    }
    Normal { xyz, unk_0x03: 0 }
}

/// The places of faces by cell.
fn gone(sources: &[Source<'_>]) -> Vec<(usize, Vec<usize>)> {
    let mut all: Vec<(usize, usize)> = sources.iter().map(|it| (it.cell, it.place)).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a.0 == b.0)
        .filter_map(|run| Some((run.first()?.0, run.iter().map(|it| it.1).collect())))
        .collect()
}
