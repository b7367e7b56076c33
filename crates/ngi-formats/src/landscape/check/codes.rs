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

    /// Two chunks of one type.
    CHUNK_DUPLICATE = strict_error("land.chunk.duplicate", "There is one chunk of a type: the engine finds only the first.");
    /// attr1 is not the number of records.
    CHUNK_ATTR1 = strict_error("land.chunk.attr1", "attr1 of a chunk is the number of its records.");
    /// attr3 is not the size of a record.
    CHUNK_ATTR3 = strict_error("land.chunk.attr3", "attr3 of a chunk is the size of a record.");
    /// attr2 is not 0.
    CHUNK_ATTR2 = retail("land.chunk.attr2", "attr2 of a chunk is 0, except for squares.");
    /// Chunks in another order.
    CHUNK_ORDER = retail("land.chunk.order", "Chunks come in the order 1 2 3 4 5 18 14 11 21.");
    /// A type of chunk no shipped landscape has.
    CHUNK_UNKNOWN = retail("land.chunk.unknown", "Every chunk is of a known type.");
    /// Chunks with different names.
    CHUNK_NAME = retail("land.chunk.name", "All chunks have the same name.");
    /// No alphas.
    CHUNK_ALPHAS = retail("land.chunk.alphas", "There is a chunk of alphas (14); the engine does without.");

    /// A stream goes on behind the last vertex.
    STREAM_LONG = strict_error("land.stream.long", "What there is per vertex ends with the last vertex.");
    /// A position is not a number.
    POSITION_NUMBER = strict_error("land.position.number", "Positions are finite numbers.");
    /// No face uses a vertex.
    VERTEX_UNUSED = strict_error("land.vertex.unused", "Every vertex is used by a face.");
    /// A normal is not a unit vector.
    NORMAL_LENGTH = retail("land.normal.length", "Vertex normals have length 1 within 0.0133.");
    /// An alpha outside its range.
    ALPHA_RANGE = warning("land.alpha.range", "Alphas lie between 0 and 1.");
    /// An alpha nobody looks at.
    ALPHA_PLAIN = retail("land.alpha.plain", "The alpha of a vertex is 1 where no face with a second material uses it.");
    /// A triangle's texture coordinates are far apart.
    UV_STRADDLE = warning("land.uv.straddle", "No face spans more than 32 turns of its material's texture.");
    /// A microtexture of another size.
    MICRO_SCALE = retail("land.micro.scale", "The microtexture turns once in 20 units: 51.2 steps per unit, u along x, v against y.");

    /// A square without its two cells.
    SQUARE_PAIR = strict_error("land.square.pair", "Square i has the cells i and squares + i, and no other.");
    /// Other words before the cells.
    SQUARE_HEAD = retail("land.square.head", "The first four words of a square are 0, 0xFFFF, 0, 0.");
    /// Cells are not two per square.
    CELL_COUNT = strict_error("land.cell.count", "There are two cells per square.");
    /// Runs with gaps or overlaps.
    CELL_CHAIN = strict_error("land.cell.chain", "The runs of the cells follow each other from face 0 to the last, without gaps.");
    /// Bounds that are not numbers.
    CELL_NUMBER = strict_error("land.cell.number", "A cell's box and sphere are finite numbers.");
    /// Faces outside the box.
    CELL_BOX = strict_error("land.cell.box", "A cell's faces lie inside its box.");
    /// Two boxes for one square.
    CELL_PAIR = strict_error("land.cell.pair", "The two cells of a square have the same box.");
    /// More faces far away than near.
    CELL_LEVELS = warning("land.cell.levels", "A square has at most as many faces on level 1 as on level 0.");
    /// Fields that shipped landscapes leave 0.
    CELL_ZERO = retail("land.cell.zero", "What a cell holds besides its run, box and sphere is 0.");
    /// Bounds of the map that are not numbers.
    HEADER_NUMBER = strict_error("land.header.number", "The map's box is of finite numbers.");
    /// Faces outside the map's box.
    HEADER_BOX = warning("land.header.box", "Every face lies inside the map's box.");
    /// Corners in another order.
    HEADER_CORNERS = retail("land.header.corners", "The eight corners of the map's box come in the order mmm Mmm MMm mMm mMM mmM MmM MMM.");
    /// Fields that shipped landscapes leave 0.
    HEADER_ZERO = retail("land.header.zero", "The 44 bytes behind the corners are 0.");
    /// Squares do not fill the map.
    GRID_EXTENT = strict_error("land.grid.extent", "The first cell's size times the squares across and down is the size of the map.");
    /// A square lies elsewhere.
    GRID_PLACE = strict_error("land.grid.place", "The box of square x · down + y lies at place (x, y) of the grid.");
    /// A level leaves gaps or overlaps.
    LEVEL_TILING = retail("land.level.tiling", "Seen from above, the faces of a level without liquids cover the map once, within 0.1 %.");
    /// A vertex only level 1 uses.
    LEVEL_VERTEX = warning("land.level.vertex", "Level 1 uses only vertices that level 0 uses.");

    /// Too many faces.
    FACE_LIMIT = strict_error("land.face.limit", "There are fewer than 32,768 faces: the engine marks edges with bit 15 of a neighbour.");
    /// A face without an area.
    FACE_DEGENERATE = strict_error("land.face.degenerate", "A face has an area.");
    /// A neighbour that does not know of it.
    FACE_MUTUAL = strict_error("land.face.mutual", "A face is its neighbour's neighbour.");
    /// A code that does not name the edge.
    FACE_TWIN = strict_error("land.face.twin", "An edge's code names the neighbour's edge that leads back; 3 where the edge is open.");
    /// Neighbours that do not touch.
    FACE_EDGE = strict_error("land.face.edge", "Neighbours share the places of the edge's two ends.");
    /// Flag and second material disagree.
    FACE_SECOND = strict_error("land.face.second", "A face has the flag 0x4 if and only if it has a second material.");
    /// The two flags of liquids disagree.
    FACE_LIQUID = warning("land.face.liquid", "A liquid has both flags, 0x8 and 0x20000; everything else has neither.");
    /// Liquids at several heights.
    LIQUID_LEVEL = warning("land.liquid.level", "All liquid faces of a map lie at one height.");
    /// Flags no shipped face has.
    FACE_FLAGS = retail("land.face.flags", "The lower half of the flags is 0x600, and of 0x4, 0x8 and 0x2000 what applies.");
    /// Surface bits no shipped face has.
    FACE_SURFACE = retail("land.face.surface", "The upper half of the flags has no bits but 0x2 and 0x10.");
    /// Another value in the unknown word.
    FACE_WORD = retail("land.face.word", "The word at offset 6 of a face is 0xFFFF.");
    /// A face without neighbours, or junk above the codes.
    FACE_TWIN_BITS = retail("land.face.twin-bits", "The word of the codes is less than 63: a face has a neighbour, and nothing stands above its codes.");
    /// Ground of the footing's material.
    FACE_FOOTING = retail("land.face.footing", "No face uses material 0: it belongs to the footings of buildings.");
    /// A face normal is not a unit vector.
    FACE_LENGTH = retail("land.face.length", "Face normals have length 1 within 0.001.");
    /// A face normal points the other way.
    FACE_WINDING = retail("land.face.winding", "A face normal points to where its corners run counter-clockwise.");

    /// The draw order goes on behind the last face.
    ORDER_LONG = strict_error("land.order.long", "The draw order ends with the last face.");
    /// A face drawn twice.
    ORDER_PERMUTATION = strict_error("land.order.permutation", "The draw order names each face once.");
    /// A face drawn with another cell.
    ORDER_CELL = strict_error("land.order.cell", "The draw order stays within the cells: a cell's entries name its own faces.");
    /// Batches where materials do not change.
    ORDER_BATCH = warning("land.order.batch", "A batch starts where the pair of materials changes, and nowhere else.");
    /// A pair of materials in two runs.
    ORDER_RUNS = warning("land.order.runs", "A pair of materials comes in one run per cell.");
    /// Flags no shipped entry has.
    ORDER_FLAGS = retail("land.order.flags", "The flags of a draw entry are 0x48, and 0x58 where a batch starts.");
    /// Another start.
    ORDER_HEAD = retail("land.order.head", "The draw order begins with the words 0x00580000, 0x00480001: faces 0 and 1 in one batch.");
}
