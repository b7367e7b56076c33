//! The chunks of a landscape: type id, record size, who needs them, what the directory says.

use super::types::{Cell, DrawEntry, Face, GroundUv, Square};
use crate::msh::Normal;
pub use crate::tables::Resource as Chunk;
use crate::tables::{rows, tables};

tables! {
    /// Every chunk of a landscape, in the order of shipped files.
    pub static CHUNKS: [9] = {
        /// Squares of the grid. attr2 is the number of squares across.
        SQUARES = 1 => squares: rows::<Square>(), required;
        /// Bounds of the map and its cells: the faces of a square at one level.
        CELLS = 2 => cells: rows::<Cell>(), required, behind_bounds;
        /// Vertex positions in the world: x east, y north, z up.
        POSITIONS = 3 => positions: rows::<[f32; 3]>(), required, per_vertex;
        /// Packed normals.
        NORMALS = 4 => normals: rows::<Normal>(), required, per_vertex;
        /// Texture coordinates of the materials.
        UVS = 5 => material_uvs: rows::<GroundUv>(), required, per_vertex;
        /// Texture coordinates of the microtexture (0x12).
        MICRO_UVS = 18 => micro_uvs: rows::<GroundUv>(), required, per_vertex;
        /// Alpha of the second material, per vertex (0x0E).
        ALPHAS = 14 => alphas: rows::<f32>(), per_vertex;
        /// Baked draw order (0x0B).
        ORDER = 11 => order: rows::<DrawEntry>(), required;
        /// Faces (0x15): the triangles of the ground.
        FACES = 21 => faces: rows::<Face>(), required;
    }
}

/// What the engine says where the chunk of the microtexture is missing.
pub const NO_MICROTEXTURE: &str = "Unable to find microtexture mapping chunk";
/// What the engine says where any other chunk is missing that it needs.
pub const NO_CHUNK: &str = "Unable to open file";

/// What the engine says where a chunk is missing.
pub fn engine_message(chunk: &Chunk) -> &'static str {
    if chunk.type_id == MICRO_UVS { NO_MICROTEXTURE } else { NO_CHUNK }
}

/// The order in which the engine looks for the chunks: where several are missing, it complains
/// about the first of these.
pub const LOAD_ORDER: [u32; 9] =
    [POSITIONS, NORMALS, UVS, MICRO_UVS, ALPHAS, FACES, CELLS, SQUARES, ORDER];

/// What is known about a type; `None` for any other.
pub fn chunk_of(type_id: u32) -> Option<&'static Chunk> {
    CHUNKS.iter().find(|chunk| chunk.type_id == type_id)
}
