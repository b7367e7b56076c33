//! The stored records of a landscape, field by field. Positions, normals and the bounds of the
//! whole map are those of [models](crate::msh).

use super::flags::{DrawFlags, FaceFlags};
use crate::geometry::edges::{self, Edges};
use crate::geometry::{Aabb, NONE, Sphere};
use crate::schema::record;

/// Levels of detail: 0 is the fine one that questions are asked of, 1 is drawn far away.
pub const LEVELS: usize = 2;
/// The second material of a face that has none.
pub const NO_MATERIAL: u8 = 0xFF;
/// Faces a landscape may have at most: the engine marks the outer edges it makes around a
/// building with bit 15 of the neighbour (a derivation, not a measurement).
pub const MOST_FACES: usize = 0x7FFF;
/// Steps of a texture coordinate per turn of the texture.
pub const UV_STEPS: f32 = 1024.0;
/// Units of the world per turn of the microtexture, on every shipped map.
pub const MICRO_TURN: f32 = 20.0;

record! {
    /// Square of the grid, a record of chunk 1. Its layout is that of a model's node.
    pub struct Square[38] {
        /// Four words in the place of the flags, parent, map and key of a model's node.
        0 => head: [u16; 4] = M "0, 0xFFFF, 0, 0",
        /// Cells by level of detail: square i has the cells i and squares + i, then 0xFFFF.
        8 => cells: [u16; 15] = M "true of all 7,488 squares",
    }
}

impl Default for Square {
    fn default() -> Self {
        Self { head: Self::HEAD, cells: [NONE; 15] }
    }
}

impl Square {
    /// The first four words of every shipped square.
    pub const HEAD: [u16; 4] = [0, NONE, 0, 0];

    /// The cell of a level; `None` where the square has none.
    pub fn cell(&self, level: usize) -> Option<usize> {
        let cell = *self.cells.get(level)?;
        (cell != NONE).then_some(usize::from(cell))
    }
}

record! {
    /// Faces of a square at one level, a record of chunk 2. Its layout is that of a model's slot.
    pub struct Cell[68] {
        /// First face of the run in chunk 21 (`triStart`).
        0 => first: u16,
        /// Number of faces in the run (`triCount`).
        2 => count: u16,
        /// Unused; a model's slot has its batches in this place.
        4 => unk_0x04: u32 = M "0",
        /// Box around the square's faces on both levels.
        8 => aabb: Aabb = M "the same for both cells of a square",
        /// Sphere around the square's faces.
        32 => sphere: Sphere,
        /// Unused; a model's slot has its area and volume in this place.
        48 => unk_0x30: [u32; 5] = M "0",
    }
}

impl Default for Cell {
    fn default() -> Self {
        Self {
            first: 0,
            count: 0,
            unk_0x04: 0,
            aabb: Aabb { min: [0.0; 3], max: [0.0; 3] },
            sphere: Sphere { center: [0.0; 3], radius: 0.0 },
            unk_0x30: [0; 5],
        }
    }
}

impl Cell {
    /// The run as the file says it; nobody has compared it with the faces there are.
    pub fn run(&self) -> std::ops::Range<usize> {
        let first = usize::from(self.first);
        first..first + usize::from(self.count)
    }
}

record! {
    /// Triangle of the ground, a record of chunk 21.
    pub struct Face[28] {
        /// Flags of the face, one word of 32 bits. Some documents call its upper half "surface".
        0 => flags: FaceFlags,
        /// Material: a row of `Land1.wea` (`materialId`).
        4 => material: u8 = M "never 0, which is for the footing of buildings",
        /// Second material, also a row of `Land1.wea`; 0xFF for none (`auxByte`).
        5 => second_material: u8,
        /// Unknown purpose; 0 on faces that the engine makes around buildings.
        6 => unk_0x06: u16 = M "0xFFFF",
        /// Vertices, counter-clockwise seen from above.
        8 => vertices: [u16; 3],
        /// Neighbour across edge e = (vertex e, vertex e + 1); 0xFFFF for an open edge.
        14 => neighbours: [u16; 3] => "faces",
        /// Face normal times 32767.
        20 => normal: [i16; 3],
        /// Three codes of two bits each, for edge e in bits 2e and 2e + 1: the number of the same
        /// edge in the neighbour, or 3 for an open edge (`edgeClass` and the byte after it).
        26 => twins: u16,
    }
}

impl Default for Face {
    /// Plain ground with open edges that looks up.
    fn default() -> Self {
        Self {
            flags: FaceFlags::GROUND,
            material: 0,
            second_material: NO_MATERIAL,
            unk_0x06: 0xFFFF,
            vertices: [0; 3],
            neighbours: [NONE; 3],
            normal: [0, 0, 32767],
            twins: 0x3F,
        }
    }
}

impl Edges for Face {
    fn edges(&mut self) -> (&mut [u16; 3], &mut u16) {
        (&mut self.neighbours, &mut self.twins)
    }
}

impl Face {
    /// The neighbour across an edge.
    #[inline]
    pub fn neighbour(&self, edge: usize) -> Option<usize> {
        edges::neighbour(&self.neighbours, edge)
    }

    /// The index of the same edge in the neighbour; `None` for an open edge.
    #[inline]
    pub fn twin(&self, edge: usize) -> Option<usize> {
        edges::twin(self.twins, edge)
    }

    /// Links an edge to edge `twin` of `neighbour`. The bits above the three codes stay.
    pub fn link(&mut self, edge: usize, neighbour: u16, twin: u16) {
        edges::link(self.edges(), edge, neighbour, twin);
    }

    /// Opens an edge.
    pub fn unlink(&mut self, edge: usize) {
        self.link(edge, NONE, edges::OPEN);
    }

    /// The second material, if the field names one.
    pub fn second(&self) -> Option<u8> {
        (self.second_material != NO_MATERIAL).then_some(self.second_material)
    }

    /// What the draw order is grouped by: first and second material.
    pub fn pair(&self) -> [u8; 2] {
        [self.material, self.second_material]
    }

    /// The face normal.
    pub fn decode_normal(&self) -> [f32; 3] {
        self.normal.map(|value| f32::from(value) / 32767.0)
    }

    /// Whether the face is the surface of water or lava: either of the two flags says so.
    pub fn is_liquid(&self) -> bool {
        self.flags.has_any(FaceFlags::LIQUID)
    }
}

record! {
    /// Texture coordinates on the ground, a record of chunks 5 and 18: unsigned, in steps of
    /// 1/1024.
    pub struct GroundUv[4] derive(Default, Eq) {
        /// u times 1024; increases with x.
        0 => u: u16,
        /// v times 1024; increases as y decreases.
        2 => v: u16,
    }
}

impl GroundUv {
    /// The coordinates in turns of the texture, 0 up to 64.
    pub fn decode(&self) -> [f32; 2] {
        [f32::from(self.u) / UV_STEPS, f32::from(self.v) / UV_STEPS]
    }

    /// The coordinates of a triangle's corners in turns, put right where the numbers wrapped
    /// between two corners: each is taken within 32 turns of the first.
    pub fn decode_triangle([a, b, c]: [Self; 3]) -> [[f32; 2]; 3] {
        let near = |from: u16, to: u16| {
            f32::from(from) / UV_STEPS + f32::from(to.wrapping_sub(from).cast_signed()) / UV_STEPS
        };
        let [u, v] = a.decode();
        [[u, v], [near(a.u, b.u), near(a.v, b.v)], [near(a.u, c.u), near(a.v, c.v)]]
    }

    /// Coordinates in turns, rounded to the nearest step. Whole multiples of 64 turns are lost:
    /// the number has 16 bits and a texture repeats. 0 for what is not a number.
    pub fn encode(turns: [f32; 2]) -> Self {
        let [u, v] = turns.map(|turns| {
            #[allow(clippy::cast_possible_truncation)] // saturates; NaN becomes 0
            let steps = (f64::from(turns) * f64::from(UV_STEPS)).round() as i64;
            u16::try_from(steps.rem_euclid(0x1_0000)).unwrap_or_default()
        });
        Self { u, v }
    }
}

record! {
    /// Entry of the baked draw order, a record of chunk 11.
    pub struct DrawEntry[4] {
        /// Face. Entries are reordered only within their cell.
        0 => face: u16 => "faces",
        /// Start of a batch, and bits that are constant.
        2 => flags: DrawFlags,
        /// Unknown purpose.
        3 => unk_0x03: u8 = M "0 on all but 316 of 275,882",
    }
}

impl DrawEntry {
    /// An entry as the shipped game has it.
    pub fn new(face: u16, starts_batch: bool) -> Self {
        let flags = if starts_batch { DrawFlags::BASE | DrawFlags::BATCH } else { DrawFlags::BASE };
        Self { face, flags, unk_0x03: 0 }
    }

    /// Whether a batch begins here.
    pub fn starts_batch(&self) -> bool {
        self.flags.has(DrawFlags::BATCH)
    }

    /// The same four bytes as an older document reads them: two words, "triangle" in the low
    /// half and "material" in the high one.
    pub fn words(&self) -> [u16; 2] {
        [self.face, u16::from_le_bytes([self.flags.0, self.unk_0x03])]
    }
}
