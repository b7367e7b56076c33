//! Shapes out of triangles: lofts, discs, cards. Normals are smoothed over shallow edges, equal
//! corners become one vertex.

use std::collections::HashMap;

use ngi_formats::msh::{
    BatchWord, Face, LightmapUv, Mesh, Normal, Part, TriangleFlags, Uv, Vertex, encode_normal,
    encode_uv,
};

use crate::paint::maths::{cos_turns, number, sin_turns};

pub type Point = [f32; 3];

/// What a face is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface {
    /// Row of the wear table.
    pub material: u8,
    pub word: BatchWord,
    pub flags: TriangleFlags,
    /// On a portal: the node of the room beyond.
    pub portal: u16,
    /// Lightmap, 0xFF for none.
    pub lightmap: u8,
}

impl Surface {
    /// Opaque, of a row of the wear table.
    pub fn of(material: u8) -> Self {
        let (word, flags) = (BatchWord(0), TriangleFlags(0));
        Self { material, word, flags, portal: 0xFFFF, lightmap: 0xFF }
    }

    /// Leaves: seen from both sides and through, and shots pass.
    pub fn foliage(material: u8) -> Self {
        let word = BatchWord(BatchWord::TWO_SIDED.0 | BatchWord::SEE_THROUGH.0);
        Self { word, flags: TriangleFlags::FOLIAGE, ..Self::of(material) }
    }
}

/// One face.
#[derive(Debug, Clone, Copy)]
pub struct Triangle {
    pub corners: [Point; 3],
    pub uvs: [[f32; 2]; 3],
    pub light: [[f32; 2]; 3],
    pub surface: Surface,
}

/// Faces that belong together.
#[derive(Debug, Clone, Default)]
pub struct Shape(pub Vec<Triangle>);

pub fn add([ax, ay, az]: Point, [bx, by, bz]: Point) -> Point {
    [ax + bx, ay + by, az + bz]
}

pub fn minus([ax, ay, az]: Point, [bx, by, bz]: Point) -> Point {
    [ax - bx, ay - by, az - bz]
}

pub fn times([x, y, z]: Point, factor: f32) -> Point {
    [x * factor, y * factor, z * factor]
}

pub fn cross([ax, ay, az]: Point, [bx, by, bz]: Point) -> Point {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

pub fn dot([ax, ay, az]: Point, [bx, by, bz]: Point) -> f32 {
    ax * bx + ay * by + az * bz
}

/// The texture lies on a face from the side it shows most, so that it is pinched nowhere; `turn`
/// units make a turn of it.
pub fn flat_uv([x, y, z]: Point, normal: Point, turn: f32) -> [f32; 2] {
    let [nx, ny, nz] = normal.map(f32::abs);
    let uv = if nz >= nx && nz >= ny {
        [x, y]
    } else if ny >= nx {
        [x, -z]
    } else {
        [y, -z]
    };
    uv.map(|value| value / turn)
}

/// The direction of a vector; up for none.
pub fn unit(vector: Point) -> Point {
    let length = dot(vector, vector).sqrt();
    if length > 1e-9 { times(vector, 1.0 / length) } else { [0.0, 0.0, 1.0] }
}

/// A slice of a loft: an outline in its own plane, and where it lies.
#[derive(Debug, Clone)]
pub struct Slice {
    pub outline: Vec<[f32; 2]>,
    pub at: Point,
}

/// A circle of so many points, counter-clockwise.
pub fn circle(points: usize, radius: f32) -> Vec<[f32; 2]> {
    ellipse(points, radius, radius)
}

/// An ellipse of so many points.
pub fn ellipse(points: usize, x: f32, y: f32) -> Vec<[f32; 2]> {
    (0..points)
        .map(|index| {
            let turn = number(index) / number(points);
            [cos_turns(turn) * x, sin_turns(turn) * y]
        })
        .collect()
}

/// A rectangle with its corners cut off: half sides and how much is cut.
pub fn chamfered(x: f32, y: f32, cut: f32) -> Vec<[f32; 2]> {
    let cut = cut.min(x * 0.9).min(y * 0.9);
    vec![
        [x, -y + cut],
        [x, y - cut],
        [x - cut, y],
        [-x + cut, y],
        [-x, y - cut],
        [-x, -y + cut],
        [-x + cut, -y],
        [x - cut, -y],
    ]
}

/// Which way a loft grows.
#[derive(Debug, Clone, Copy)]
pub enum Along {
    /// Outlines lie in x and y, slices follow z.
    Up,
    /// Outlines lie in x and z, slices follow y.
    Forward,
    /// Outlines lie in y and z, slices follow x.
    Side,
}

impl Along {
    /// From slice coordinates (two of the outline, one along) to the model's.
    fn place(self, [a, b]: [f32; 2], [x, y, z]: Point) -> Point {
        match self {
            Self::Up => [x + a, y + b, z],
            // Turned so that the outline stays counter-clockwise seen from ahead.
            Self::Forward => [x - a, y, z + b],
            Self::Side => [x, y + a, z + b],
        }
    }
}

impl Shape {
    /// Several shapes as one.
    pub fn all(shapes: impl IntoIterator<Item = Self>) -> Self {
        Self(shapes.into_iter().flat_map(|shape| shape.0).collect())
    }

    /// Walls between slices of equally many points, closed at both ends. Texture coordinates run
    /// around and along, `scale` turns per unit.
    pub fn loft(along: Along, slices: &[Slice], scale: f32, surface: Surface) -> Self {
        let mut shape = Self::default();
        let mut run = 0.0;
        for pair in slices.windows(2) {
            let [low, high] = pair else { continue };
            let step = minus(high.at, low.at);
            let length = dot(step, step).sqrt();
            shape.band(along, (low, high), [run * scale, (run + length) * scale], scale, surface);
            run += length;
        }
        if let (Some(first), Some(last)) = (slices.first(), slices.last()) {
            shape.lid(along, first, true, scale, surface);
            shape.lid(along, last, false, scale, surface);
        }
        shape
    }

    fn band(
        &mut self,
        along: Along,
        (low, high): (&Slice, &Slice),
        [v0, v1]: [f32; 2],
        scale: f32,
        surface: Surface,
    ) {
        let count = low.outline.len().min(high.outline.len());
        let around = perimeter(&low.outline).max(perimeter(&high.outline)) * scale;
        // A whole number of turns, so that the seam does not show.
        let turns = around.round().max(1.0);
        for index in 0..count {
            let next = (index + 1) % count;
            let point = |slice: &Slice, at: usize| {
                along.place(slice.outline.get(at).copied().unwrap_or_default(), slice.at)
            };
            let (u0, u1) =
                (number(index) / number(count) * turns, number(index + 1) / number(count) * turns);
            self.quad(
                [point(low, index), point(low, next), point(high, next), point(high, index)],
                [[u0, v0], [u1, v0], [u1, v1], [u0, v1]],
                surface,
            );
        }
    }

    /// Closes an end.
    fn lid(&mut self, along: Along, slice: &Slice, turned: bool, scale: f32, surface: Surface) {
        let count = slice.outline.len();
        let corner = |at: usize| slice.outline.get(at % count).copied().unwrap_or_default();
        for index in 1..count.saturating_sub(1) {
            let mut outline = [corner(0), corner(index), corner(index + 1)];
            if turned {
                outline.reverse();
            }
            let corners = outline.map(|point| along.place(point, slice.at));
            let uvs = outline.map(|[a, b]| [a * scale, b * scale]);
            self.face(corners, uvs, surface);
        }
    }

    /// Adds a face, unless it has no area.
    pub fn face(&mut self, corners: [Point; 3], uvs: [[f32; 2]; 3], surface: Surface) {
        let [a, b, c] = corners;
        let normal = cross(minus(b, a), minus(c, a));
        if dot(normal, normal) > 1e-10 {
            self.0.push(Triangle { corners, uvs, light: [[0.0; 2]; 3], surface });
        }
    }

    /// Adds four corners as two faces.
    pub fn quad(&mut self, [a, b, c, d]: [Point; 4], uvs: [[f32; 2]; 4], surface: Surface) {
        let [ua, ub, uc, ud] = uvs;
        self.face([a, b, c], [ua, ub, uc], surface);
        self.face([a, c, d], [ua, uc, ud], surface);
    }

    /// A box with cut edges, along z.
    pub fn block(low: Point, high: Point, cut: f32, surface: Surface) -> Self {
        let middle = times(add(low, high), 0.5);
        let [x, y, _] = times(minus(high, low), 0.5);
        let slice = |z: f32, inset: f32| Slice {
            outline: chamfered(x - inset, y - inset, cut),
            at: [middle[0], middle[1], z],
        };
        let (bottom, top) = (low[2], high[2]);
        let cut_z = cut.min((top - bottom) * 0.3);
        let slices = [
            slice(bottom, cut * 0.7),
            slice(bottom + cut_z, 0.0),
            slice(top - cut_z, 0.0),
            slice(top, cut * 0.7),
        ];
        Self::loft(Along::Up, &slices, 0.25, surface)
    }

    /// A round bar between two heights of an axis, with radii at both ends.
    pub fn bar(
        along: Along,
        from: Point,
        to: Point,
        radii: [f32; 2],
        points: usize,
        surface: Surface,
    ) -> Self {
        let [first, second] = radii;
        let slices = [
            Slice { outline: circle(points, first), at: from },
            Slice { outline: circle(points, second), at: to },
        ];
        Self::loft(along, &slices, 0.25, surface)
    }

    /// The same shape left for right.
    pub fn mirrored(mut self) -> Self {
        for triangle in &mut self.0 {
            let [a, b, c] = triangle.corners.map(|[x, y, z]| [-x, y, z]);
            let [ua, ub, uc] = triangle.uvs;
            triangle.corners = [a, c, b];
            triangle.uvs = [ua, uc, ub];
        }
        self
    }

    /// The same shape elsewhere.
    pub fn moved(mut self, by: Point) -> Self {
        for triangle in &mut self.0 {
            triangle.corners = triangle.corners.map(|corner| add(corner, by));
        }
        self
    }

    /// The same shape of another material.
    pub fn worn(mut self, material: u8) -> Self {
        self.0.iter_mut().for_each(|triangle| triangle.surface.material = material);
        self
    }

    /// Every point changed by a formula.
    pub fn bent(mut self, bend: impl Fn(Point) -> Point) -> Self {
        for triangle in &mut self.0 {
            triangle.corners = triangle.corners.map(&bend);
        }
        self
    }

    /// A mesh. Edges shallower than about 50 degrees are smoothed.
    pub fn mesh(&self) -> Mesh {
        let normals = self.face_normals();
        let mut around: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
        for (index, triangle) in self.0.iter().enumerate() {
            for corner in triangle.corners {
                around.entry(key(corner)).or_default().push(index);
            }
        }
        let mut builder = Builder::default();
        for (index, triangle) in self.0.iter().enumerate() {
            let own = unit(normals.get(index).copied().unwrap_or_default());
            let corners = std::array::from_fn(|corner| {
                let position = triangle.corners.get(corner).copied().unwrap_or_default();
                let faces = around.get(&key(position)).map(Vec::as_slice).unwrap_or_default();
                let smooth = faces
                    .iter()
                    .filter_map(|&face| normals.get(face).copied())
                    .filter(|&normal| dot(unit(normal), own) > 0.64)
                    .fold([0.0; 3], add);
                let uv = triangle.uvs.get(corner).copied().unwrap_or_default();
                let light = triangle.light.get(corner).copied().unwrap_or_default();
                builder.vertex(position, encode_normal(unit(smooth)), encode_uv(uv), light)
            });
            builder.face(triangle.surface, corners);
        }
        builder.mesh
    }

    /// Normals as long as the faces are large.
    fn face_normals(&self) -> Vec<Point> {
        let normal = |triangle: &Triangle| {
            let [a, b, c] = triangle.corners;
            cross(minus(b, a), minus(c, a))
        };
        self.0.iter().map(normal).collect()
    }
}

fn perimeter(outline: &[[f32; 2]]) -> f32 {
    let next = outline.iter().cycle().skip(1);
    outline
        .iter()
        .zip(next)
        .map(|([ax, ay], [bx, by])| {
            let (dx, dy) = (bx - ax, by - ay);
            (dx * dx + dy * dy).sqrt()
        })
        .sum()
}

/// A position as something to look up; 0 and −0 are one.
fn key(position: Point) -> [u32; 3] {
    position.map(|value| (value + 0.0).to_bits())
}

type VertexKey = ([u32; 3], [i8; 3], (i16, i16), (u16, u16));

/// Vertices and batches as they come.
#[derive(Default)]
struct Builder {
    mesh: Mesh,
    known: HashMap<VertexKey, u32>,
}

impl Builder {
    fn vertex(&mut self, position: Point, normal: Normal, uv: Uv, light: [f32; 2]) -> u32 {
        let lightmap_uv = encode_light(light);
        let key = (key(position), normal.xyz, (uv.u, uv.v), (lightmap_uv.u, lightmap_uv.v));
        let fresh = u32::try_from(self.mesh.vertices.len()).unwrap_or(u32::MAX);
        let index = *self.known.entry(key).or_insert(fresh);
        if index == fresh {
            let vertex = Vertex { position, normal, uv, lightmap_uv, ..Vertex::default() };
            self.mesh.vertices.push(vertex);
        }
        index
    }

    fn face(&mut self, surface: Surface, corners: [u32; 3]) {
        let Surface { material, word, flags, portal, lightmap } = surface;
        let same = |part: &Part| {
            (part.material, part.word, part.portal, part.lightmap)
                == (material, word, portal, lightmap)
        };
        let face = Face { corners, flags };
        match self.mesh.parts.iter_mut().find(|part| same(part)) {
            Some(part) => part.faces.push(face),
            None => {
                let faces = vec![face];
                self.mesh.parts.push(Part { word, material, lightmap, portal, faces });
            }
        }
    }
}

/// A place on a lightmap of 128 pixels; the outermost half pixel stays free. Without a lightmap
/// both numbers are 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to the range before
fn encode_light([u, v]: [f32; 2]) -> LightmapUv {
    let part = |value: f32| (value * 1024.0).round().clamp(4.0, 1020.0) as u16;
    if u == 0.0 && v == 0.0 { LightmapUv::default() } else { LightmapUv { u: part(u), v: part(v) } }
}
