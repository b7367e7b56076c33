//! The rules of a landscape, one by one.

use crate::Code;

macro_rules! codes {
    ($( $(#[$meta:meta])* $name:ident = $kind:ident($id:literal, $rule:literal); )+) => {
        $( $(#[$meta])* pub static $name: Code = Code::$kind($id, $rule); )+

        /// All rules of this format.
        pub static CODES: &[&Code] = &[$( &$name, )+];
    };
}

codes! {
    /// The archive is a model.
    KIND = error("land.kind", "A landscape has a draw order (11) and no indices; a model has indices (6) and batches (13).");
    /// A required chunk is missing.
    CHUNK_MISSING = error("land.chunk.missing", "A landscape has the chunks 1, 2, 3, 4, 5, 11, 18 and 21.");
    /// A chunk lies outside the data region.
    CHUNK_RANGE = error("land.chunk.range", "A chunk lies inside the data region of its container.");
    /// A payload is not whole records.
    CHUNK_SIZE = error("land.chunk.size", "A chunk is a whole number of records; counts come from sizes.");
    /// The bounds before the cells are cut off.
    HEADER_SIZE = error("land.header.size", "Chunk 2 starts with the 140 bytes of the map's bounds.");
    /// A stream ends before the last vertex.
    STREAM_SHORT = error("land.stream.short", "What there is per vertex reaches to the last vertex.");
    /// The draw order ends before the last face.
    ORDER_SHORT = error("land.order.short", "The draw order reaches to the last face.");
    /// Nobody knows how many squares lie across.
    GRID_SIZE = error("land.grid.size", "attr2 of chunk 1 is the number of squares across and divides their number.");
    /// A cell that is not there.
    SQUARE_CELL = error("land.square.cell", "A square's cells are 0xFFFF or in the cell table.");
    /// Faces that are not there.
    CELL_RANGE = error("land.cell.range", "A cell's faces are in the face table.");
    /// A vertex that is not there.
    FACE_VERTEX = error("land.face.vertex", "A face's vertices are in the position table.");
    /// A neighbour that is not there.
    FACE_NEIGHBOUR = error("land.face.neighbour", "A face's neighbours are 0xFFFF or in the face table.");
    /// A face that is not there.
    ORDER_FACE = error("land.order.face", "A draw entry's face is in the face table.");
}
