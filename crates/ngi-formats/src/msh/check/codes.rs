//! The rules of a model, one by one.

use crate::Code;

macro_rules! codes {
    ($( $(#[$meta:meta])* $name:ident = $kind:ident($id:literal, $rule:literal); )+) => {
        $( $(#[$meta])* pub static $name: Code = Code::$kind($id, $rule); )+

        /// All rules of this format.
        pub static CODES: &[&Code] = &[$( &$name, )+];
    };
}

codes! {
    /// The archive is a landscape.
    KIND = error("msh.kind", "A model has indices (6) and batches (13); a landscape has a draw order (11) and no indices.");
    /// A required resource is missing.
    RESOURCE_MISSING = error("msh.resource.missing", "A model has nodes (1), slots (2), positions (3), indices (6) and batches (13).");
    /// A resource lies outside the data region.
    RESOURCE_RANGE = error("msh.resource.range", "A resource lies inside the data region of its container.");
    /// A payload is not whole records.
    RESOURCE_SIZE = error("msh.resource.size", "A table is a whole number of records; counts come from sizes.");
    /// The bounds before the slots are cut off.
    HEADER_SIZE = error("msh.header.size", "Resource 2 starts with the 140 bytes of the model's bounds.");
    /// A usual resource is missing.
    RESOURCE_USUAL = warning("msh.resource.usual", "A model has normals (4), texture coordinates (5), triangles (7) and labels (10): the engine asks for them.");
    /// Two resources of one type.
    RESOURCE_DUPLICATE = warning("msh.resource.duplicate", "There is one resource of a type: the engine finds only the first.");
    /// attr1 is not the number of records.
    RESOURCE_ATTR1 = strict_error("msh.resource.attr1", "attr1 of a table is the number of its records.");
    /// attr3 is not the size of a record.
    RESOURCE_ATTR3 = strict_error("msh.resource.attr3", "attr3 of a table is the size of a record (4 for keys, 0 for labels).");
    /// attr2 is not 0.
    RESOURCE_ATTR2 = retail("msh.resource.attr2", "attr2 of a table is 0, except for nodes, paths and the frame map.");
    /// Resources in another order.
    RESOURCE_ORDER = retail("msh.resource.order", "Resources come in the order 1 2 3 4 5 [18] 15 13 6 7 8 19 9 10 17 [20].");
    /// A type of resource no shipped model has.
    RESOURCE_UNKNOWN = retail("msh.resource.unknown", "Every resource is of a known type.");
    /// Too many records for the references to them.
    RESOURCE_LIMIT = strict_error("msh.resource.limit", "There are at most 65,535 nodes, slots, triangles, batches, keys and map words: references have 16 bits.");
    /// Ranges that cover the same records again and again.
    TABLE_OVERLAP = warning("msh.table.overlap", "Slots, batches and frame blocks do not cover the same records over and over; where they do, what lies in them is checked only for the first.");

    /// A stream ends before the last vertex.
    STREAM_SHORT = error("msh.stream.short", "What there is per vertex reaches to the last vertex.");
    /// A stream goes on behind the last vertex.
    STREAM_LONG = warning("msh.stream.long", "What there is per vertex ends with the last vertex.");
    /// A position is not a number.
    POSITION_NUMBER = strict_error("msh.position.number", "Positions are finite numbers.");
    /// A normal is not a unit vector.
    NORMAL_LENGTH = retail("msh.normal.length", "Vertex normals have length 1 within 0.0133.");
    /// A triangle's UVs are far apart.
    UV_STRADDLE = warning("msh.uv.straddle", "No triangle spans more than 32 turns of its texture: read as unsigned numbers, as the engine does, it may look different.");
    /// No batch uses a vertex.
    VERTEX_UNUSED = retail("msh.vertex.unused", "Every vertex is used by a batch.");
    /// A vertex moves with two nodes.
    VERTEX_SHARED = retail("msh.vertex.shared", "A vertex belongs to one node.");

    /// A slot that is not there.
    NODE_SLOT = error("msh.node.slot", "A node's slots are 0xFFFF or in the slot table.");
    /// A parent that is not there.
    NODE_PARENT = error("msh.node.parent", "A node's parent is 0xFFFF or in the node table.");
    /// A node that is its own ancestor.
    NODE_CYCLE = error("msh.node.cycle", "No node is its own ancestor.");
    /// A block of frames that is not there.
    NODE_MAP_RANGE = error("msh.node.map-range", "An animated node's block of frames lies inside the frame map.");
    /// A key that is not there.
    NODE_FALLBACK = error("msh.node.fallback", "A node's fallback key is in the key table.");
    /// A parent after its child.
    NODE_ORDER = warning("msh.node.order", "A parent comes before its children.");
    /// Node records of 24 bytes.
    NODE_STRIDE = warning("msh.node.stride", "Node records have 38 bytes; those of 24 are kept but nobody can read them.");
    /// A damage stage without the one before.
    NODE_STAGES = retail("msh.node.stages", "A damage stage has slots only if the stage before has.");
    /// A cockpit that is more.
    NODE_COCKPIT = retail("msh.node.cockpit", "A cockpit (flag 0x20) has geometry at level 4 only, and no children.");
    /// Names are not one per node.
    NAME_COUNT = warning("msh.name.count", "There is one name per node.");
    /// A name without NUL.
    NAME_END = warning("msh.name.end", "A node name has at most 31 bytes and ends with a NUL.");
    /// A label runs past the end.
    LABEL_RANGE = error("msh.label.range", "A label lies inside its table.");
    /// Fewer labels than nodes.
    LABEL_COUNT = error("msh.label.count", "There is a label for every node.");
    /// Bytes behind the last label.
    LABEL_TAIL = strict_error("msh.label.tail", "The label table ends with the last node's label.");
    /// A label that does not end with a NUL.
    LABEL_END = strict_error("msh.label.end", "A label ends with a NUL and holds none before.");

    /// Batches that are not there.
    SLOT_BATCH_RANGE = error("msh.slot.batch-range", "A slot's batches are in the batch table.");
    /// Triangles that are not there.
    SLOT_TRIANGLE_RANGE = error("msh.slot.triangle-range", "A slot's triangles are in the triangle table.");
    /// Triangles and batches disagree.
    SLOT_TRIANGLE_COUNT = strict_error("msh.slot.triangle-count", "A slot has one triangle descriptor for each triangle of its batches.");
    /// Bounds that are not numbers.
    SLOT_NUMBER = strict_error("msh.slot.number", "A slot's bounds are finite numbers.");
    /// Geometry outside the box.
    SLOT_BOX = warning("msh.slot.box", "A slot's geometry lies inside its box.");
    /// A box larger than its geometry.
    SLOT_BOX_LOOSE = retail("msh.slot.box-loose", "A slot's box touches its geometry on all sides.");
    /// Geometry outside the sphere.
    SLOT_SPHERE = warning("msh.slot.sphere", "A slot's geometry lies inside its sphere, within 1 %.");
    /// Volume is not that of the box.
    SLOT_VOLUME = retail("msh.slot.volume", "A slot's volume is that of its box.");
    /// Slots share batches.
    SLOT_SHARED = retail("msh.slot.shared", "No two slots share batches.");
    /// No node uses a slot.
    SLOT_UNUSED = warning("msh.slot.unused", "Every slot is used by a node.");
    /// Bounds of the model that are not numbers.
    HEADER_NUMBER = strict_error("msh.header.number", "The model's bounds are finite numbers.");
    /// Corners in another order.
    HEADER_CORNERS = retail("msh.header.corners", "The eight corners of the model's box come in the order mmm Mmm MMm mMm mMM mmM MmM MMM.");
    /// Posed geometry outside the model's box.
    HEADER_BOX = warning("msh.header.box", "In its rest pose, stage 0, level 0 without cockpits, the model lies inside its box.");

    /// Indices that are not there.
    BATCH_INDEX_RANGE = error("msh.batch.index-range", "A batch's indices are in the index table.");
    /// Vertices that are not there.
    BATCH_VERTEX_RANGE = error("msh.batch.vertex-range", "Every index of a batch, added to its base vertex, is a vertex.");
    /// A room that is not there.
    BATCH_PORTAL = error("msh.batch.portal", "The node beyond a portal is 0xFFFF or in the node table.");
    /// Not whole triangles.
    BATCH_INDEX_COUNT = strict_error("msh.batch.index-count", "A batch has three indices per triangle.");
    /// Vertex count is not the largest index and one more.
    BATCH_VERTEX_COUNT = retail("msh.batch.vertex-count", "A batch's vertex count is its largest index and one more.");
    /// Gaps or overlaps in the index buffer.
    BATCH_TILING = retail("msh.batch.tiling", "Batches cover the indices one after another, without gaps.");
    /// Bits in the upper half of the word.
    BATCH_WORD = retail("msh.batch.word", "The upper half of a batch's flag word is 0.");
    /// Portal flag and room disagree.
    BATCH_PORTAL_FLAG = retail("msh.batch.portal-flag", "A batch names a room if and only if its portal flag (8) is set.");
    /// Lightmap flag and lightmap disagree.
    BATCH_LIGHTMAP_FLAG = retail("msh.batch.lightmap-flag", "A batch names a lightmap if and only if its lightmap flag (0x2000) is set.");
    /// A lightmap without coordinates.
    BATCH_LIGHTMAP_UV = warning("msh.batch.lightmap-uv", "A batch names a lightmap only in a model with lightmap coordinates (18).");
    /// Indices that are not triangles.
    INDEX_COUNT = strict_error("msh.index.count", "The index table holds three indices per triangle.");

    /// A neighbour that is not there.
    TRIANGLE_NEIGHBOUR = error("msh.triangle.neighbour", "A triangle's neighbours are 0xFFFF or in the triangle table.");
    /// Descriptors are not one per triangle.
    TRIANGLE_COUNT = strict_error("msh.triangle.count", "There is one descriptor per three indices.");
    /// A neighbour does not share the edge.
    TRIANGLE_EDGE = retail("msh.triangle.edge", "A neighbour shares the two corners of the edge.");
    /// A twin code does not point back.
    TRIANGLE_TWIN = retail("msh.triangle.twin", "An edge's code names the neighbour's edge that leads back; 3 where the edge is open.");
    /// A face normal is not a unit vector.
    TRIANGLE_LENGTH = retail("msh.triangle.length", "Face normals have length 1 within 0.001.");
    /// A face normal points the other way.
    TRIANGLE_WINDING = retail("msh.triangle.winding", "A face normal points to where its corners run counter-clockwise.");

    /// A key is not a number.
    KEY_NUMBER = strict_error("msh.key.number", "Positions and times of keys are finite numbers.");
    /// A quaternion is not a rotation.
    KEY_ROTATION = warning("msh.key.rotation", "A key's quaternion has length 1 within 0.1 %; the engine does not repair it.");
    /// Times do not rise.
    KEY_TIME = strict_error("msh.key.time", "Within a node's keys the times rise.");
    /// Times are not frames.
    KEY_FRAME = retail("msh.key.frame", "A node's key times are whole and start at 0.");
    /// Keys are not in runs by node.
    KEY_RUNS = retail("msh.key.runs", "Keys lie in node order: one for a still node, at least two for an animated one, the last being its fallback.");
    /// A map word names no key of its node.
    MAP_WORD = strict_error("msh.map.word", "A map word names a key of its node, the fallback at most.");
    /// Blocks are not one after another.
    MAP_BLOCKS = retail("msh.map.blocks", "The blocks of animated nodes follow each other in node order and fill the frame map.");
    /// A map word names another key than its frame's.
    MAP_FRAME = retail("msh.map.frame", "A map word names the key whose time is the last not after its frame.");
    /// Frame count is not that of the keys.
    MAP_FRAMES = retail("msh.map.frames", "The frame count is the largest key time and one more.");

    /// Size and attributes disagree.
    PATH_SIZE = error("msh.path.size", "The hallways are attr1 places of 20 bytes and attr2 links of 40.");
    /// A link's end is not there.
    PATH_LINK = strict_error("msh.path.link", "Both ends of a link are places.");
    /// A place's node is not there.
    PATH_NODE = strict_error("msh.path.node", "A place hangs on a node of the model.");
}
