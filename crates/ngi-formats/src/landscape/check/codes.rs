//! The rules of a landscape, one by one.

use crate::schema::rules;

rules! {
    KIND = error(
        "land.kind",
        "A landscape has a draw order (11) and no indices; a model has indices (6) and batches (13)."
    );
    CHUNK_MISSING = error(
        "land.chunk.missing",
        "A landscape has the chunks 1, 2, 3, 4, 5, 11, 18 and 21."
    ) of ["entries"];
    CHUNK_RANGE = error(
        "land.chunk.range",
        "A chunk lies inside the data region of its container."
    ) of ["entries[].offset"];
    CHUNK_SIZE = error(
        "land.chunk.size",
        "A chunk is a whole number of records; the numbers of records follow from the sizes."
    ) of ["squares_tail", "cells_tail", "positions_tail", "order_tail", "faces_tail"];
    HEADER_SIZE = error(
        "land.header.size",
        "Chunk 2 starts with the bounds of the map, 140 bytes."
    ) of ["entries[].size"];
    STREAM_SHORT = error(
        "land.stream.short",
        "Every table with a record per vertex reaches the last vertex."
    ) of ["normals", "material_uvs", "micro_uvs", "alphas"];
    ORDER_SHORT = error(
        "land.order.short",
        "The draw order reaches the last face."
    ) of ["order"] is derived;
    GRID_SIZE = error(
        "land.grid.size",
        "attr2 of chunk 1 is the number of squares across and divides the number of squares."
    ) of ["entries[].attr2"];
    SQUARE_CELL = error(
        "land.square.cell",
        "The cells of a square are 0xFFFF or exist in the cell table."
    ) of ["squares[].cells[]"];
    CELL_RANGE = error(
        "land.cell.range",
        "The faces of a cell exist in the face table."
    ) of ["cells[].count"];
    FACE_VERTEX = error(
        "land.face.vertex",
        "The vertices of a face exist in the position table."
    ) of ["faces[].vertices[]"];
    FACE_NEIGHBOUR = error(
        "land.face.neighbour",
        "The neighbours of a face are 0xFFFF or exist in the face table."
    ) of ["faces[].neighbours[]"] is derived;
    ORDER_FACE = error(
        "land.order.face",
        "The face of a draw entry exists in the face table."
    ) of ["order[].face"] is derived;
    CHUNK_DUPLICATE = strict_error(
        "land.chunk.duplicate",
        "Each type has one chunk: the engine finds only the first."
    ) of ["entries[].type_id"];
    CHUNK_ATTR1 = strict_error(
        "land.chunk.attr1",
        "attr1 of a chunk is the number of its records."
    ) of ["entries[].attr1"] is derived;
    CHUNK_ATTR3 = strict_error(
        "land.chunk.attr3",
        "attr3 of a chunk is the size of a record."
    ) of ["entries[].attr3"] is derived;
    CHUNK_ATTR2 = retail(
        "land.chunk.attr2",
        "attr2 of a chunk is 0, except for squares."
    ) of ["entries[].attr2"];
    CHUNK_ORDER = retail(
        "land.chunk.order",
        "Chunks come in the order 1 2 3 4 5 18 14 11 21."
    ) of ["entries"];
    CHUNK_UNKNOWN = retail(
        "land.chunk.unknown",
        "Every chunk is of a known type."
    ) of ["entries[].type_id"];
    CHUNK_NAME = retail("land.chunk.name", "All chunks have the same name.") of ["entries[].name"];
    CHUNK_ALPHAS = retail(
        "land.chunk.alphas",
        "There is a chunk of alphas (14); the engine works without it."
    ) of ["entries"];
    STREAM_LONG = strict_error(
        "land.stream.long",
        "Every table with a record per vertex ends with the last vertex."
    ) of ["normals", "material_uvs", "micro_uvs", "alphas"];
    POSITION_NUMBER = strict_error(
        "land.position.number",
        "Positions are finite numbers."
    ) of ["positions[]"];
    VERTEX_UNUSED = strict_error(
        "land.vertex.unused",
        "Every vertex is used by a face."
    ) of ["positions[]"];
    NORMAL_LENGTH = retail(
        "land.normal.length",
        "Vertex normals have length 1, within 0.0133."
    ) of ["normals[]"] is derived;
    NORMAL_STALE = warning(
        "land.normal.stale",
        "A vertex normal is within 60 degrees of a face around it, or of the mean of those faces: other normals were not updated when the ground moved, and are lit from the wrong side."
    ) of ["normals[]"] is derived;
    ALPHA_RANGE = warning("land.alpha.range", "Alphas are between 0 and 1.") of ["alphas[]"];
    ALPHA_PLAIN = retail(
        "land.alpha.plain",
        "The alpha of a vertex is 1 if no face with a second material uses the vertex."
    ) of ["alphas[]"];
    UV_STRADDLE = warning(
        "land.uv.straddle",
        "No face spans more than 32 repeats of its material's texture."
    ) of ["faces[]"];
    MICRO_SCALE = retail(
        "land.micro.scale",
        "The microtexture repeats once in 20 units: 51.2 steps per unit, u along x, v against y."
    ) of ["faces[]"];
    SQUARE_PAIR = strict_error(
        "land.square.pair",
        "Square i has the cells i and squares + i, and no others."
    ) of ["squares[].cells"];
    SQUARE_HEAD = retail(
        "land.square.head",
        "The first four words of a square are 0, 0xFFFF, 0, 0."
    ) of ["squares[].head"];
    CELL_COUNT = strict_error("land.cell.count", "There are two cells per square.") of ["cells"];
    CELL_CHAIN = strict_error(
        "land.cell.chain",
        "The runs of the cells follow each other from face 0 to the last face, without gaps."
    ) of ["cells[].first", "cells"];
    CELL_NUMBER = strict_error(
        "land.cell.number",
        "The box and the sphere of a cell consist of finite numbers."
    ) of ["cells[].aabb", "cells[].sphere"] is derived;
    CELL_BOX = strict_error(
        "land.cell.box",
        "The faces of a cell lie inside its box."
    ) of ["cells[].aabb"] is derived;
    CELL_PAIR = strict_error(
        "land.cell.pair",
        "The two cells of a square have the same box."
    ) of ["cells[].aabb"] is derived;
    CELL_LEVELS = warning(
        "land.cell.levels",
        "A square has at most as many faces on level 1 as on level 0."
    ) of ["cells[].count"];
    CELL_ZERO = retail(
        "land.cell.zero",
        "All fields of a cell except its run, box and sphere are 0."
    ) of ["cells[].unk_0x04", "cells[].unk_0x30"];
    HEADER_NUMBER = strict_error(
        "land.header.number",
        "The box of the map consists of finite numbers."
    ) of ["header.corners"] is derived;
    HEADER_BOX = warning(
        "land.header.box",
        "Every face lies inside the map's box."
    ) of ["header.corners"] is derived;
    HEADER_CORNERS = retail(
        "land.header.corners",
        "The eight corners of the map's box come in the order mmm Mmm MMm mMm mMM mmM MmM MMM."
    ) of ["header.corners"] is derived;
    HEADER_ZERO = retail(
        "land.header.zero",
        "The 44 bytes after the corners are 0."
    ) of ["header.sphere"];
    GRID_EXTENT = strict_error(
        "land.grid.extent",
        "The size of the first cell times the number of squares across and down is the size of the map."
    ) of ["cells[].aabb"] is derived;
    GRID_PLACE = strict_error(
        "land.grid.place",
        "The box of square x · down + y lies at place (x, y) of the grid."
    ) of ["cells[].aabb"];
    LEVEL_TILING = retail(
        "land.level.tiling",
        "Seen from above, the faces of a level without liquids cover the map exactly once, within 0.1 %."
    ) of ["faces[]"];
    LEVEL_VERTEX = warning(
        "land.level.vertex",
        "Level 1 uses only vertices that level 0 uses."
    ) of ["positions[]"];
    FACE_LIMIT = strict_error(
        "land.face.limit",
        "There are fewer than 32,768 faces: the engine marks edges with bit 15 of a neighbour."
    ) of ["faces[]"]
        game "It treats bit 15 of a neighbour as a mark and does not find faces beyond the limit."
        mend "Import a coarser landscape: ngi import with fewer faces.";
    FACE_DEGENERATE = strict_error(
        "land.face.degenerate",
        "A face has an area above zero."
    ) of ["faces[].vertices"];
    FACE_MUTUAL = strict_error(
        "land.face.mutual",
        "A face is a neighbour of its neighbours."
    ) of ["faces[].neighbours"] is derived;
    FACE_TWIN = strict_error(
        "land.face.twin",
        "The code of an edge is the number of the neighbour's edge that leads back; 3 for an open edge."
    ) of ["faces[].twins"] is derived;
    FACE_EDGE = strict_error(
        "land.face.edge",
        "Neighbours have the same positions at both ends of their edge."
    ) of ["faces[].neighbours"] is derived;
    FACE_SECOND = strict_error(
        "land.face.second",
        "A face has the flag 0x4 if and only if it has a second material."
    ) of ["faces[].flags"] is derived;
    FACE_LIQUID = warning(
        "land.face.liquid",
        "A liquid has both flags 0x8 and 0x20000; all other faces have neither."
    ) of ["faces[].flags"];
    LIQUID_LEVEL = warning(
        "land.liquid.level",
        "All liquid faces of a map lie at one height."
    ) of ["faces[].vertices"];
    FACE_FLAGS = retail(
        "land.face.flags",
        "The lower half of the flags is 0x600, plus 0x4, 0x8 and 0x2000 if they apply."
    ) of ["faces[].flags"];
    FACE_SURFACE = retail(
        "land.face.surface",
        "The upper half of the flags has only the bits 0x2 and 0x10."
    ) of ["faces[].flags"];
    FACE_WORD = retail(
        "land.face.word",
        "The word at offset 6 of a face is 0xFFFF."
    ) of ["faces[].unk_0x06"];
    FACE_TWIN_BITS = retail(
        "land.face.twin-bits",
        "The word of the codes is less than 63: a face has a neighbour, and the bits above its codes are 0."
    ) of ["faces[].twins"] is derived;
    FACE_FOOTING = retail(
        "land.face.footing",
        "No face uses material 0, which is for the footings of buildings."
    ) of ["faces[].material", "faces[].second_material"];
    FACE_LENGTH = retail(
        "land.face.length",
        "Face normals have length 1, within 0.001."
    ) of ["faces[].normal"] is derived;
    FACE_WINDING = retail(
        "land.face.winding",
        "A face normal points to the side from which the corners run counter-clockwise."
    ) of ["faces[].normal"] is derived;
    ORDER_LONG = strict_error(
        "land.order.long",
        "The draw order ends with the last face."
    ) of ["order[]"] is derived;
    ORDER_PERMUTATION = strict_error(
        "land.order.permutation",
        "The draw order contains each face exactly once."
    ) of ["order[].face"] is derived;
    ORDER_CELL = strict_error(
        "land.order.cell",
        "The draw order stays within the cells: the entries of a cell are its own faces."
    ) of ["order[].face"] is derived;
    ORDER_BATCH = warning(
        "land.order.batch",
        "A batch starts where the pair of materials changes, and nowhere else."
    ) of ["order[].flags"] is derived;
    ORDER_RUNS = warning(
        "land.order.runs",
        "A pair of materials forms one run per cell."
    ) of ["order[].face"] is derived;
    ORDER_FLAGS = retail(
        "land.order.flags",
        "The flags of a draw entry are 0x48, or 0x58 at the start of a batch."
    ) of ["order[].flags"];
    ORDER_HEAD = retail(
        "land.order.head",
        "The draw order begins with the words 0x00580000, 0x00480001: faces 0 and 1 in one batch."
    ) of ["order"];
}
