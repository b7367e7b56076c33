//! The chunks of a landscape: type id, record size, who needs them, what the directory says.

use super::types::{Cell, DrawEntry, Face, GroundUv, Square};
use crate::msh::{Header, Normal, Record};

/// Squares of the grid: 38 bytes each. attr2 is the number of squares across.
pub const SQUARES: u32 = 1;
/// Bounds of the map and its cells.
pub const CELLS: u32 = 2;
/// Vertex positions.
pub const POSITIONS: u32 = 3;
/// Packed normals.
pub const NORMALS: u32 = 4;
/// Texture coordinates of the materials.
pub const UVS: u32 = 5;
/// Baked draw order (0x0B).
pub const ORDER: u32 = 11;
/// Alpha of the second material, per vertex (0x0E).
pub const ALPHAS: u32 = 14;
/// Texture coordinates of the microtexture (0x12).
pub const MICRO_UVS: u32 = 18;
/// Faces (0x15).
pub const FACES: u32 = 21;

/// What the engine says where the chunk of the microtexture is missing.
pub const NO_MICROTEXTURE: &str = "Unable to find microtexture mapping chunk";
/// What the engine says where any other chunk is missing that it needs.
pub const NO_CHUNK: &str = "Unable to open file";

/// What is known about one type of chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// Type id in the container.
    pub type_id: u32,
    /// Name in paths, such as `faces`.
    pub name: &'static str,
    /// Bytes before the first record.
    pub head: usize,
    /// Bytes of a record; attr3 in the directory.
    pub stride: usize,
    /// Whether the engine fails without it.
    pub required: bool,
    /// Whether there is one record per vertex.
    pub per_vertex: bool,
}

impl Chunk {
    /// What the engine says where the chunk is missing.
    pub fn engine_message(&self) -> &'static str {
        if self.type_id == MICRO_UVS { NO_MICROTEXTURE } else { NO_CHUNK }
    }

    /// How many records a payload of this size holds, and how many bytes are left over.
    pub fn count_of(&self, size: usize) -> (usize, usize) {
        let body = size.saturating_sub(self.head);
        (body / self.stride, body % self.stride)
    }
}

const fn chunk<T: Record>(type_id: u32, name: &'static str) -> Chunk {
    Chunk { type_id, name, head: 0, stride: T::SIZE, required: true, per_vertex: false }
}

const fn vertex<T: Record>(type_id: u32, name: &'static str) -> Chunk {
    Chunk { per_vertex: true, ..chunk::<T>(type_id, name) }
}

/// Every chunk of a landscape, in the order of shipped files.
pub static CHUNKS: [Chunk; 9] = [
    chunk::<Square>(SQUARES, "squares"),
    Chunk { head: Header::SIZE, ..chunk::<Cell>(CELLS, "cells") },
    vertex::<[f32; 3]>(POSITIONS, "positions"),
    vertex::<Normal>(NORMALS, "normals"),
    vertex::<GroundUv>(UVS, "material_uvs"),
    vertex::<GroundUv>(MICRO_UVS, "micro_uvs"),
    Chunk { required: false, ..vertex::<f32>(ALPHAS, "alphas") },
    chunk::<DrawEntry>(ORDER, "order"),
    chunk::<Face>(FACES, "faces"),
];

/// The order in which the engine looks for the chunks: where several are missing, it complains
/// about the first of these.
pub const LOAD_ORDER: [u32; 9] =
    [POSITIONS, NORMALS, UVS, MICRO_UVS, ALPHAS, FACES, CELLS, SQUARES, ORDER];

/// What is known about a type; `None` for any other.
pub fn chunk_of(type_id: u32) -> Option<&'static Chunk> {
    CHUNKS.iter().find(|chunk| chunk.type_id == type_id)
}
