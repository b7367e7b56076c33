//! Meshes of fewer faces.
//!
//! Edges are collapsed, the cheapest first (Garland and Heckbert's quadrics): one end moves onto
//! the other, and the two faces between go. No vertex is made, so texture coordinates, normals and
//! unknown bytes stay those of vertices that were there; only normals that would look away from all
//! faces left around them are turned.
//!
//! Kept as they are: open borders, where a part meets its neighbours, and edges of more than two
//! faces. Seams of the texture and borders between batches lose vertices along themselves only: a
//! corner moves within its own piece of the texture, or not at all.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use ngi_formats::msh::{Face, Mesh, Normal, Part, TriangleFlags, Vertex, encode_normal};

/// How far a face may turn: the cosine of the angle.
const MOST_TURN: f64 = 0.2;
/// From which cosine on a normal looks along a face: 50 degrees.
const LOOKS_ALONG: f64 = 0.64;
/// How much the shape of a seam counts, beside the faces along it.
const SEAM_WEIGHT: f64 = 2.0;
/// Of several collapses that change nothing, the one over the shortest edge is taken.
const LENGTH_WEIGHT: f64 = 1e-6;

/// The mesh with as many faces as asked for, or as few as it gets without breaking a border or a
/// seam. Bounds are left to be worked out.
pub(crate) fn simplify(mesh: &Mesh, faces: usize) -> Mesh {
    let mut work = Work::new(mesh);
    work.run(faces);
    work.finish()
}

/// A point or direction. Planes far from the origin want more digits than a float has.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Point([f64; 3]);

impl Point {
    fn minus(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([a - x, b - y, c - z])
    }

    fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    fn dot(self, other: Self) -> f64 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        a * x + b * y + c * z
    }

    fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// With length 1; nothing where it has no direction.
    fn unit(self) -> Option<Self> {
        let length = self.length();
        (length.is_finite() && length > 0.0).then(|| Self(self.0.map(|value| value / length)))
    }
}

/// The sum of squared distances from planes, weighted: symmetric, so ten numbers.
#[derive(Debug, Clone, Copy, Default)]
struct Quadric([f64; 10]);

impl Quadric {
    fn of_plane(normal: Point, point: Point, weight: f64) -> Self {
        let (Point([a, b, c]), d) = (normal, -normal.dot(point));
        let all = [a * a, a * b, a * c, a * d, b * b, b * c, b * d, c * c, c * d, d * d];
        Self(all.map(|value| value * weight))
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, value)| *sum += value);
    }

    fn error(&self, at: Point) -> f64 {
        let [aa, ab, ac, ad, bb, bc, bd, cc, cd, dd] = self.0;
        let Point([x, y, z]) = at;
        let square = aa * x * x + bb * y * y + cc * z * z;
        let mixed = ab * x * y + ac * x * z + bc * y * z + ad * x + bd * y + cd * z;
        (square + 2.0 * mixed + dd).max(0.0)
    }
}

/// A triangle that may still be there.
#[derive(Debug, Clone, Copy)]
struct Triangle {
    corners: [u32; 3],
    flags: TriangleFlags,
    part: usize,
    there: bool,
}

/// A piece of the texture around a point: what its corners have in common. Normals may differ.
type Sheet = (usize, [i16; 2], [u16; 2]);

/// Points that are one place, and the faces around them.
struct Work<'a> {
    mesh: &'a Mesh,
    triangles: Vec<Triangle>,
    left: usize,
    /// The point of each vertex.
    point_of: Vec<usize>,
    places: Vec<Point>,
    /// Triangles around each point; some may be gone.
    around: Vec<Vec<usize>>,
    quadrics: Vec<Quadric>,
    /// Points that stay.
    locked: Vec<bool>,
    /// Counts changes, so that what was worked out before them is known to be old.
    stamps: Vec<u32>,
    /// Vertices of a sheet at a point.
    vertices: HashMap<(usize, Sheet), Vec<u32>>,
    queue: BinaryHeap<Reverse<Collapse>>,
}

/// One point onto another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Collapse {
    /// Bits of a float that is not negative: in order like the floats.
    cost: u64,
    from: usize,
    onto: usize,
    stamps: [u32; 2],
}

fn index(vertex: u32) -> usize {
    usize::try_from(vertex).unwrap_or(usize::MAX)
}

fn place(position: [f32; 3]) -> Point {
    Point(position.map(f64::from))
}

impl<'a> Work<'a> {
    fn new(mesh: &'a Mesh) -> Self {
        let mut known: HashMap<[u32; 3], usize> = HashMap::new();
        let mut places = Vec::new();
        let point = |vertex: &Vertex| {
            // −0 and 0 are one place.
            let bits = vertex.position.map(|value| (value + 0.0).to_bits());
            *known.entry(bits).or_insert_with(|| {
                places.push(place(vertex.position));
                places.len() - 1
            })
        };
        let point_of: Vec<usize> = mesh.vertices.iter().map(point).collect();
        let mut triangles = Vec::new();
        for (part, faces) in mesh.parts.iter().enumerate() {
            let triangle = |&Face { corners, flags }: &Face| {
                let there = corners.iter().all(|&corner| index(corner) < mesh.vertices.len());
                Triangle { corners, flags, part, there }
            };
            triangles.extend(faces.faces.iter().map(triangle));
        }
        let count = places.len();
        let mut work = Self {
            mesh,
            left: triangles.iter().filter(|triangle| triangle.there).count(),
            triangles,
            point_of,
            places,
            around: vec![Vec::new(); count],
            quadrics: vec![Quadric::default(); count],
            locked: vec![false; count],
            stamps: vec![0; count],
            vertices: HashMap::new(),
            queue: BinaryHeap::new(),
        };
        work.look_around();
        work.find_borders();
        work
    }

    fn points(&self, triangle: &Triangle) -> [usize; 3] {
        triangle.corners.map(|corner| self.point_of.get(index(corner)).copied().unwrap_or(0))
    }

    fn place(&self, point: usize) -> Point {
        self.places.get(point).copied().unwrap_or_default()
    }

    /// Normal of a triangle, as long as twice its area.
    fn normal(&self, [a, b, c]: [usize; 3]) -> Point {
        let (a, b, c) = (self.place(a), self.place(b), self.place(c));
        b.minus(a).cross(c.minus(a))
    }

    fn sheet(&self, part: usize, corner: u32) -> Sheet {
        let vertex = self.mesh.vertices.get(index(corner)).copied().unwrap_or_default();
        let (uv, lit) = (vertex.uv, vertex.lightmap_uv);
        (part, [uv.u, uv.v], [lit.u, lit.v])
    }

    /// Collects the triangles, planes and vertices around each point.
    fn look_around(&mut self) {
        for at in 0..self.triangles.len() {
            let Some(triangle) = self.triangles.get(at).copied().filter(|t| t.there) else {
                continue;
            };
            let points = self.points(&triangle);
            let normal = self.normal(points);
            let plane = normal
                .unit()
                .map(|unit| Quadric::of_plane(unit, self.place(points[0]), normal.length() / 2.0));
            for (point, corner) in points.into_iter().zip(triangle.corners) {
                if let Some(around) = self.around.get_mut(point) {
                    around.push(at);
                }
                if let (Some(sum), Some(plane)) = (self.quadrics.get_mut(point), &plane) {
                    sum.add(plane);
                }
                let sheet = self.sheet(triangle.part, corner);
                let vertices = self.vertices.entry((point, sheet)).or_default();
                if !vertices.contains(&corner) {
                    vertices.push(corner);
                }
            }
        }
    }

    /// Locks open borders, gives seams a plane of their own, and queues all edges.
    fn find_borders(&mut self) {
        let mut edges: HashMap<[usize; 2], Vec<usize>> = HashMap::new();
        for (at, triangle) in self.triangles.iter().enumerate().filter(|(_, t)| t.there) {
            let [a, b, c] = self.points(triangle);
            for [from, to] in [[a, b], [b, c], [c, a]] {
                edges.entry([from.min(to), from.max(to)]).or_default().push(at);
            }
        }
        let mut sorted: Vec<([usize; 2], Vec<usize>)> = edges.into_iter().collect();
        sorted.sort_unstable();
        for (edge, faces) in &sorted {
            let closed = faces.len() == 2 && edge[0] != edge[1];
            if !closed {
                for point in edge {
                    self.locked.get_mut(*point).into_iter().for_each(|locked| *locked = true);
                }
            } else if self.is_seam(*edge, faces) {
                self.add_seam(*edge, faces);
            }
        }
        for ([a, b], _) in sorted {
            self.push(a, b);
            self.push(b, a);
        }
    }

    /// The sheets of a triangle at two points.
    fn sheets(&self, triangle: usize, points: [usize; 2]) -> Option<[Sheet; 2]> {
        let triangle = self.triangles.get(triangle)?;
        let at = |wanted: usize| {
            let corners = self.points(triangle).into_iter().zip(triangle.corners);
            let corner = corners.into_iter().find(|(point, _)| *point == wanted)?.1;
            Some(self.sheet(triangle.part, corner))
        };
        Some([at(points[0])?, at(points[1])?])
    }

    fn is_seam(&self, edge: [usize; 2], faces: &[usize]) -> bool {
        let mut sheets = faces.iter().map(|&face| self.sheets(face, edge));
        let first = sheets.next();
        sheets.any(|other| Some(other) != first)
    }

    fn add_seam(&mut self, edge: [usize; 2], faces: &[usize]) {
        let along = self.place(edge[1]).minus(self.place(edge[0]));
        for face in faces {
            let Some(triangle) = self.triangles.get(*face) else { continue };
            let across = along.cross(self.normal(self.points(triangle)));
            let Some(across) = across.unit() else { continue };
            let weight = SEAM_WEIGHT * along.dot(along);
            let plane = Quadric::of_plane(across, self.place(edge[0]), weight);
            for point in edge {
                self.quadrics.get_mut(point).into_iter().for_each(|sum| sum.add(&plane));
            }
        }
    }

    fn push(&mut self, from: usize, onto: usize) {
        if self.locked.get(from) != Some(&false) {
            return;
        }
        let (Some(mut sum), Some(other)) =
            (self.quadrics.get(from).copied(), self.quadrics.get(onto))
        else {
            return;
        };
        sum.add(other);
        let way = self.place(onto).minus(self.place(from));
        let length = way.dot(way);
        let cost = sum.error(self.place(onto)) + LENGTH_WEIGHT * length * length;
        let stamp = |point: usize| self.stamps.get(point).copied().unwrap_or_default();
        let stamps = [stamp(from), stamp(onto)];
        self.queue.push(Reverse(Collapse { cost: cost.max(0.0).to_bits(), from, onto, stamps }));
    }

    fn run(&mut self, faces: usize) {
        while self.left > faces
            && let Some(Reverse(collapse)) = self.queue.pop()
        {
            let Collapse { from, onto, stamps, .. } = collapse;
            let stamp = |point: usize| self.stamps.get(point).copied();
            if [stamp(from), stamp(onto)] != stamps.map(Some) {
                continue;
            }
            if let Some(moves) = self.moves(from, onto) {
                self.collapse(from, onto, &moves);
            }
        }
    }

    /// The triangles around a point that are still there.
    fn living(&self, point: usize) -> impl Iterator<Item = (usize, &Triangle)> {
        let around = self.around.get(point).map_or(&[][..], Vec::as_slice);
        around.iter().filter_map(|&at| Some((at, self.triangles.get(at)?))).filter(|(_, t)| t.there)
    }

    /// What each triangle around a point becomes if the point moves onto another: `None` for the
    /// two that go. Nothing where the point must not move there.
    fn moves(&self, from: usize, onto: usize) -> Option<Vec<(usize, Option<[u32; 3]>)>> {
        let mut between: Vec<usize> = Vec::new();
        let mut opposite: HashSet<usize> = HashSet::new();
        let mut beside: HashSet<usize> = HashSet::new();
        for (at, triangle) in self.living(from) {
            let points = self.points(triangle);
            if points.contains(&onto) {
                between.push(at);
                opposite.extend(points.into_iter().filter(|p| *p != from && *p != onto));
            }
            beside.extend(points.into_iter().filter(|p| *p != from && *p != onto));
        }
        let others = self.living(onto).flat_map(|(_, triangle)| self.points(triangle));
        let shared: HashSet<usize> = others.filter(|point| beside.contains(point)).collect();
        // Where both have another neighbour in common, the surface would fold onto itself.
        if between.len() != 2 || opposite.len() != 2 || shared != opposite {
            return None;
        }
        let mut sheets: HashMap<Sheet, Sheet> = HashMap::new();
        for &at in &between {
            let [here, there] = self.sheets(at, [from, onto])?;
            if *sheets.entry(here).or_insert(there) != there {
                return None;
            }
        }
        let mut moves = Vec::new();
        for (at, triangle) in self.living(from) {
            let becomes = match between.contains(&at) {
                true => None,
                false => Some(self.moved(triangle, from, onto, &sheets)?),
            };
            moves.push((at, becomes));
        }
        Some(moves)
    }

    /// The corners of a triangle whose point moves; nothing where its texture would tear, or it
    /// would turn over or vanish.
    fn moved(
        &self,
        triangle: &Triangle,
        from: usize,
        onto: usize,
        sheets: &HashMap<Sheet, Sheet>,
    ) -> Option<[u32; 3]> {
        let points = self.points(triangle);
        let mut corners = triangle.corners;
        for (corner, point) in corners.iter_mut().zip(points) {
            if point == from {
                let sheet = sheets.get(&self.sheet(triangle.part, *corner))?;
                *corner = self.nearest(onto, *sheet, *corner)?;
            }
        }
        let after = points.map(|point| if point == from { onto } else { point });
        let (before, after) = (self.normal(points), self.normal(after));
        let turn = before.dot(after);
        (turn > MOST_TURN * before.length() * after.length()).then_some(corners)
    }

    /// Of the vertices of a sheet the one whose normal is most like another's.
    fn nearest(&self, point: usize, sheet: Sheet, like: u32) -> Option<u32> {
        let normal = |vertex: u32| {
            let vertex = self.mesh.vertices.get(index(vertex)).copied().unwrap_or_default();
            glam::Vec3::from_array(vertex.normal.decode())
        };
        let wanted = normal(like);
        let vertices = self.vertices.get(&(point, sheet))?.iter().copied();
        vertices.max_by(|&a, &b| {
            let (a_like, b_like) = (normal(a).dot(wanted), normal(b).dot(wanted));
            a_like.total_cmp(&b_like).then(b.cmp(&a))
        })
    }

    fn collapse(&mut self, from: usize, onto: usize, moves: &[(usize, Option<[u32; 3]>)]) {
        for &(at, becomes) in moves {
            let Some(triangle) = self.triangles.get_mut(at) else { continue };
            match becomes {
                Some(corners) => {
                    triangle.corners = corners;
                    self.around.get_mut(onto).into_iter().for_each(|around| around.push(at));
                }
                None => {
                    triangle.there = false;
                    self.left = self.left.saturating_sub(1);
                }
            }
        }
        let gone = self.quadrics.get(from).copied().unwrap_or_default();
        self.quadrics.get_mut(onto).into_iter().for_each(|sum| sum.add(&gone));
        self.around.get_mut(from).into_iter().for_each(Vec::clear);
        for point in [from, onto] {
            self.stamps.get_mut(point).into_iter().for_each(|stamp| *stamp += 1);
        }
        let mut beside: Vec<usize> =
            self.living(onto).flat_map(|(_, triangle)| self.points(triangle)).collect();
        beside.sort_unstable();
        beside.dedup();
        for point in beside.into_iter().filter(|point| *point != onto) {
            self.push(point, onto);
            self.push(onto, point);
        }
    }

    /// What is left: parts in their order, vertices that are used in theirs.
    fn finish(self) -> Mesh {
        let mut used = vec![false; self.mesh.vertices.len()];
        for triangle in self.triangles.iter().filter(|triangle| triangle.there) {
            for corner in triangle.corners {
                used.get_mut(index(corner)).into_iter().for_each(|used| *used = true);
            }
        }
        let mut numbers = vec![0u32; used.len()];
        let mut vertices = Vec::new();
        for ((vertex, number), _) in
            self.mesh.vertices.iter().zip(&mut numbers).zip(&used).filter(|(_, used)| **used)
        {
            *number = u32::try_from(vertices.len()).unwrap_or(u32::MAX);
            vertices.push(*vertex);
        }
        let number = |corner: u32| numbers.get(index(corner)).copied().unwrap_or_default();
        let mut parts: Vec<Part> =
            self.mesh.parts.iter().map(|part| Part { faces: Vec::new(), ..part.clone() }).collect();
        for triangle in self.triangles.iter().filter(|triangle| triangle.there) {
            let face = Face { corners: triangle.corners.map(number), flags: triangle.flags };
            parts.get_mut(triangle.part).into_iter().for_each(|part| part.faces.push(face));
        }
        parts.retain(|part| !part.faces.is_empty());
        let mut mesh = Mesh { vertices, parts, bounds: None, unknown: self.mesh.unknown };
        turn_normals(&mut mesh);
        mesh
    }
}

/// Gives vertices whose normals look away from all faces around them the mean of these.
fn turn_normals(mesh: &mut Mesh) {
    let mut means = vec![Point::default(); mesh.vertices.len()];
    let mut looks = vec![false; mesh.vertices.len()];
    let normal = |vertex: &Vertex| place(vertex.normal.decode());
    for face in mesh.parts.iter().flat_map(|part| &part.faces) {
        let corner = |corner: u32| mesh.vertices.get(index(corner)).map(|v| place(v.position));
        let [Some(a), Some(b), Some(c)] = face.corners.map(corner) else { continue };
        let weighted = b.minus(a).cross(c.minus(a));
        for at in face.corners.map(index) {
            let (Some(mean), Some(vertex)) = (means.get_mut(at), mesh.vertices.get(at)) else {
                continue;
            };
            mean.0.iter_mut().zip(weighted.0).for_each(|(sum, part)| *sum += part);
            let turn = normal(vertex).dot(weighted);
            let near = turn > LOOKS_ALONG * normal(vertex).length() * weighted.length();
            looks.get_mut(at).into_iter().for_each(|looks| *looks |= near);
        }
    }
    for ((vertex, mean), _) in
        mesh.vertices.iter_mut().zip(means).zip(looks).filter(|(_, looks)| !*looks)
    {
        let Some(mean) = mean.unit() else { continue };
        #[allow(clippy::cast_possible_truncation)] // f64 → f32: rounding is what is wanted
        let made = encode_normal(mean.0.map(|value| value as f32));
        vertex.normal = Normal { unk_0x03: vertex.normal.unk_0x03, ..made };
    }
}

#[cfg(test)]
mod tests;
