//! Resource 13: batches, and resource 7: triangle descriptors.

use crate::geometry::NONE;
use crate::geometry::edges::{self, Edges};
use crate::schema::{bits, record};

bits! {
    /// Flag word of a batch. Bits without a name are kept; the upper half is 0 in the game.
    pub struct BatchWord(u32) {
        /// Unknown; set on 183 shipped batches.
        UNK_0X1 = 0x1,
        /// Struck from both sides by shots.
        TWO_SIDED = 0x2,
        /// Unknown; set on 112 shipped batches.
        UNK_0X4 = 0x4,
        /// A portal into the room that `portal` names.
        PORTAL = 0x8,
        /// A portal that shows a sign.
        PORTAL_SIGN = 0x10,
        /// A portal that is never seen.
        PORTAL_UNSEEN = 0x40,
        /// Drawn with the see-through surfaces.
        SEE_THROUGH = 0x100,
        /// Lit by a lightmap.
        LIGHTMAPPED = 0x2000,
        /// On portals; meaning unknown.
        UNK_0X4000 = 0x4000,
    }
}

bits! {
    /// Flags of a triangle. Bits without a name are kept.
    pub struct TriangleFlags(u16) {
        /// A building's surface to walk on.
        WALKABLE = 0x2,
        /// Foliage or glass: shots pass.
        FOLIAGE = 0x4,
        /// The broad face of a door leaf: gone while the door is open.
        DOOR = 0x10,
        /// Glass of a building, energy bridges: shots pass.
        GLASS = 0x20,
    }
}

record! {
    /// What is drawn in one go: a material and a run of indices.
    pub struct Batch[20] {
        /// Flags of the batch. The older documents read the upper half as the material.
        0 => word: BatchWord = M "the upper half is 0",
        /// The material: a row of the model's wear.
        4 => material: u8,
        /// Lightmap of the model's wear, 0xFF for none.
        5 => lightmap: u8,
        /// On a portal: the node of the room beyond; 0xFFFF elsewhere.
        6 => portal: u16 => "nodes",
        /// How many indices: three per triangle.
        8 => index_count: u16,
        /// Its first index in table 6.
        10 => index_start: u32,
        /// Vertices from `base_vertex` on: the largest index and one more (`unk14`).
        14 => vertex_count: u16,
        /// What is added to every index.
        16 => base_vertex: u32,
    }
}

impl Batch {
    /// The node of the room beyond, if the field names one.
    pub fn portal(&self) -> Option<usize> {
        (self.portal != NONE).then_some(usize::from(self.portal))
    }

    /// The lightmap, if the field names one.
    pub fn lightmap(&self) -> Option<u8> {
        (self.lightmap != 0xFF).then_some(self.lightmap)
    }

    /// Triangle descriptors the batch takes: `(index_count + 2) / 3`, as the engine counts.
    pub fn triangle_count(&self) -> usize {
        usize::from(self.index_count).div_ceil(3)
    }
}

record! {
    /// A triangle's descriptor: its corners are in resource 6, in the same order.
    pub struct Triangle[16] {
        /// What may be done with the triangle: walk on it, shoot through it.
        0 => flags: TriangleFlags,
        /// Neighbour across edge e = (corner e, corner e + 1), 0xFFFF for an open edge.
        2 => neighbours: [u16; 3] => "triangles",
        /// Face normal times 32767.
        8 => normal: [i16; 3],
        /// Three codes of two bits, edge e in bits 2e and 2e + 1: the index of the same edge in
        /// the neighbour, 3 for an open edge.
        14 => twins: u16 = M "junk above bit 5 on 1387 triangles",
    }
}

impl Default for Triangle {
    /// A face up with open edges.
    fn default() -> Self {
        Self { flags: TriangleFlags(0), neighbours: [NONE; 3], normal: [0, 0, 32767], twins: 0x3F }
    }
}

impl Edges for Triangle {
    fn edges(&mut self) -> (&mut [u16; 3], &mut u16) {
        (&mut self.neighbours, &mut self.twins)
    }
}

impl Triangle {
    /// The neighbour across an edge.
    pub fn neighbour(&self, edge: usize) -> Option<usize> {
        edges::neighbour(&self.neighbours, edge)
    }

    /// The index of the same edge in the neighbour; `None` for an open edge.
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

    /// The face normal.
    pub fn decode_normal(&self) -> [f32; 3] {
        self.normal.map(|value| f32::from(value) / 32767.0)
    }
}
