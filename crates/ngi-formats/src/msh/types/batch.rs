//! Resource 13: batches, and resource 7: triangle descriptors.

use crate::geometry::NONE;
use crate::geometry::edges::{self, Edges};
use crate::schema::{bits, record};

bits! {
    /// Flag word of a batch. Unnamed bits are preserved; the upper half is 0 in the game.
    pub struct BatchWord(u32) {
        /// Unknown; set on 183 shipped batches.
        UNK_0X1 = 0x1,
        /// Two-sided for shots.
        TWO_SIDED = 0x2,
        /// Unknown; set on 112 shipped batches.
        UNK_0X4 = 0x4,
        /// Portal into the room that `portal` names.
        PORTAL = 0x8,
        /// Portal that shows a sign.
        PORTAL_SIGN = 0x10,
        /// Portal that is never visible.
        PORTAL_UNSEEN = 0x40,
        /// Drawn with the transparent surfaces.
        SEE_THROUGH = 0x100,
        /// Lit by a lightmap.
        LIGHTMAPPED = 0x2000,
        /// Unknown; set on portals.
        UNK_0X4000 = 0x4000,
    }
}

bits! {
    /// Flags of a triangle. Unnamed bits are preserved.
    pub struct TriangleFlags(u16) {
        /// Surface of a building for walking.
        WALKABLE = 0x2,
        /// Foliage or glass, which shots pass through.
        FOLIAGE = 0x4,
        /// Broad face of a door leaf, absent while the door is open.
        DOOR = 0x10,
        /// Glass of a building or energy bridge, which shots pass through.
        GLASS = 0x20,
    }
}

record! {
    /// Triangles that are drawn together: a material and a run of indices.
    pub struct Batch[20] {
        /// Flags of the batch. The older documents read the upper half as the material.
        0 => word: BatchWord = M "the upper half is 0",
        /// Material: a row of the model's wear table.
        4 => material: u8,
        /// Lightmap of the model's wear table, 0xFF for none.
        5 => lightmap: u8,
        /// Node of the room behind a portal; 0xFFFF in other batches.
        6 => portal: u16 => "nodes",
        /// Number of indices, three per triangle.
        8 => index_count: u16,
        /// Index of the batch's first index in table 6.
        10 => index_start: u32,
        /// Number of vertices from `base_vertex` on: the largest index plus one (`unk14`).
        14 => vertex_count: u16,
        /// Number that is added to every index.
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
    /// Descriptor of a triangle, whose corners are in resource 6, in the same order.
    pub struct Triangle[16] {
        /// Uses of the triangle, such as a surface to walk on or to shoot through.
        0 => flags: TriangleFlags,
        /// Neighbour across edge e = (corner e, corner e + 1), 0xFFFF for an open edge.
        2 => neighbours: [u16; 3] => "triangles",
        /// Face normal times 32767.
        8 => normal: [i16; 3],
        /// Three codes of two bits, edge e in bits 2e and 2e + 1: the index of the same edge in the
        /// neighbour, or 3 for an open edge.
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
