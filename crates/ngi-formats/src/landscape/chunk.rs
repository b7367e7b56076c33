//! The chunks of a landscape: type id, records, who needs them, what the directory says, and the
//! two structs whose fields they are.

use super::types::{Cell, DrawEntry, Face, GroundUv, Square};
use crate::geometry::{Header, Normal};
use crate::nres::Editor;
pub use crate::tables::Resource as Chunk;
use crate::tables::tables;

tables! {
    /// Chunks of a landscape, in the order of shipped files.
    pub static CHUNKS: [9] = {
        /// Squares of the grid. attr2 is the number of squares across.
        SQUARES = 1 => squares: rows<Square>, required;
        /// Bounds of the map, then the cells: the faces of a square at one level of detail.
        CELLS = 2 => cells: rows<Cell>, required, behind_bounds;
        /// Vertex positions in the world: x east, y north, z up.
        POSITIONS = 3 => positions: rows<[f32; 3]>, required, per_vertex;
        /// Packed normals.
        NORMALS = 4 => normals: rows<Normal>, required, per_vertex;
        /// Texture coordinates of the materials.
        UVS = 5 => material_uvs: rows<GroundUv>, required, per_vertex;
        /// Texture coordinates of the microtexture (0x12).
        MICRO_UVS = 18 => micro_uvs: rows<GroundUv>, required, per_vertex;
        /// Alpha of the second material (0x0E).
        ALPHAS = 14 => alphas: rows<f32>, optional, per_vertex;
        /// Baked draw order (0x0B), one entry per face.
        ORDER = 11 => order: rows<DrawEntry>, required;
        /// Faces (0x15): the triangles of the ground.
        FACES = 21 => faces: rows<Face>, required;
    }

    /// Tables of a landscape as they are stored in the file.
    #[derive(Debug, Clone, Default)]
    #[non_exhaustive]
    pub struct Tables<'a> {
        /// Squares along x: attr2 of table 1, as the file says it.
        pub across: u32,
        /// Bounds of the map, before the cells. Its sphere and cylinder are 0 in shipped files.
        pub header: Header,
    }

    /// A landscape that owns its tables: every chunk as typed records, changed at will, written
    /// back byte for byte where nothing changed.
    ///
    /// Fields are the tables. After changing one by hand, [`LandscapeDoc::refresh`] brings what
    /// depends on it up to date. Chunks of other types stay in the
    /// [container](LandscapeDoc::container).
    #[derive(Debug, Clone)]
    pub struct LandscapeDoc {
        pub(super) container: Editor<'static>,
        /// Squares along x: attr2 of table 1.
        pub across: u32,
        /// Bounds of the map, before the cells.
        pub header: Header,
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
