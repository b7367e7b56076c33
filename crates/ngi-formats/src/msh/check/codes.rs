//! The rules of a model, one by one.

use crate::schema::rules;

rules! {
    KIND = error(
        "msh.kind",
        "A model has indices (6) and batches (13), a landscape has a draw order (11) and no \
        indices."
    );
    RESOURCE_MISSING = error(
        "msh.resource.missing",
        "A model has nodes (1), slots (2), positions (3), indices (6) and batches (13)."
    ) of ["entries"];
    RESOURCE_RANGE = error(
        "msh.resource.range",
        "Every resource lies inside the data region of its container."
    ) of ["entries[].offset"];
    RESOURCE_SIZE = error(
        "msh.resource.size",
        "The size of a table is a multiple of its record size; the engine derives counts from \
        sizes."
    ) of ["nodes_tail", "slots_tail", "positions_tail", "indices_tail", "batches_tail"];
    HEADER_SIZE = error(
        "msh.header.size",
        "Resource 2 starts with the 140 bytes of the model's bounds."
    ) of ["entries[].size"];
    RESOURCE_USUAL = warning(
        "msh.resource.usual",
        "A model has normals (4), texture coordinates (5), triangles (7) and labels (10): the \
        engine requests them."
    ) of ["entries"];
    RESOURCE_DUPLICATE = warning(
        "msh.resource.duplicate",
        "A model has at most one resource of each type: the engine finds only the first."
    ) of ["entries[].type_id"];
    RESOURCE_ATTR1 = strict_error(
        "msh.resource.attr1",
        "attr1 of a table is the number of its records."
    ) of ["entries[].attr1"] is derived;
    RESOURCE_ATTR3 = strict_error(
        "msh.resource.attr3",
        "attr3 of a table is the size of a record (4 for keys, 0 for labels)."
    ) of ["entries[].attr3"] is derived;
    RESOURCE_ATTR2 = retail(
        "msh.resource.attr2",
        "attr2 of a table is 0, except for nodes, paths and the frame map."
    ) of ["entries[].attr2"];
    RESOURCE_ORDER = retail(
        "msh.resource.order",
        "Resources come in the order 1 2 3 4 5 [18] 15 13 6 7 8 19 9 10 17 [20]."
    ) of ["entries"];
    RESOURCE_UNKNOWN = retail(
        "msh.resource.unknown",
        "Every resource is of a known type."
    ) of ["entries[].type_id"];
    RESOURCE_LIMIT = strict_error(
        "msh.resource.limit",
        "There are at most 65,535 nodes, slots, triangles, batches, keys and map words: references have 16 bits."
    ) of ["nodes", "slots", "triangles", "batches", "keys", "map"] is derived;
    TABLE_OVERLAP = warning(
        "msh.table.overlap",
        "Slots, batches and frame blocks do not cover the same records over and over: `ngi` checks \
        such records only once."
    ) of ["slots[]", "nodes[]"];
    STREAM_SHORT = error(
        "msh.stream.short",
        "Data per vertex covers all vertices."
    ) of ["normals", "uvs", "extra", "tangents", "lightmap_uvs"];
    STREAM_LONG = warning(
        "msh.stream.long",
        "Data per vertex ends with the last vertex."
    ) of ["normals", "uvs", "extra", "tangents", "lightmap_uvs"];
    POSITION_NUMBER = strict_error(
        "msh.position.number",
        "Positions are finite numbers."
    ) of ["positions[]"];
    NORMAL_LENGTH = retail(
        "msh.normal.length",
        "Vertex normals have length 1 within 0.0133."
    ) of ["normals[]"] is derived;
    NORMAL_STALE = warning(
        "msh.normal.stale",
        "A vertex normal is within 60 degrees of the normal of a face around it, or of their mean: \
        other normals were left behind when the faces moved, and are lit from the wrong side."
    ) of ["normals[]"] is derived;
    UV_STRADDLE = warning(
        "msh.uv.straddle",
        "No triangle spans more than 32 turns of its texture: the engine reads the coordinates as \
        unsigned numbers, so the triangle may look different."
    ) of ["indices[]"];
    VERTEX_UNUSED = retail(
        "msh.vertex.unused",
        "Every vertex is used by a batch."
    ) of ["positions[]"];
    VERTEX_SHARED = retail(
        "msh.vertex.shared",
        "A vertex belongs to one node."
    ) of ["nodes[].slots[]", "positions[]"];
    NODE_SLOT = error(
        "msh.node.slot",
        "Each slot of a node is 0xFFFF or an index into the slot table."
    ) of ["nodes[].slots[]"];
    NODE_PARENT = error(
        "msh.node.parent",
        "The parent of a node is 0xFFFF or an index into the node table."
    ) of ["nodes[].parent"];
    NODE_CYCLE = error("msh.node.cycle", "No node is its own ancestor.") of ["nodes[].parent"]
        game "A walk from a node to its root never ends, so the game hangs (a guess).";
    NODE_MAP_RANGE = error(
        "msh.node.map-range",
        "The frame block of an animated node lies inside the frame map."
    ) of ["nodes[].map_start"] is derived;
    NODE_FALLBACK = error(
        "msh.node.fallback",
        "The fallback key of a node is in the key table."
    ) of ["nodes[].fallback_key"];
    NODE_ORDER = warning(
        "msh.node.order",
        "A parent comes before its children."
    ) of ["nodes[].parent"];
    NODE_STRIDE = warning(
        "msh.node.stride",
        "Node records have 38 bytes: `ngi` preserves records of 24 bytes, but cannot decode them."
    ) of ["legacy_nodes"];
    NODE_STAGES = retail(
        "msh.node.stages",
        "A damage stage has slots only if the previous stage has slots."
    ) of ["nodes[].slots"];
    NODE_COCKPIT = retail(
        "msh.node.cockpit",
        "A cockpit (flag 0x20) has geometry at level 4 only, and no children."
    ) of ["nodes[].slots", "nodes[].parent"];
    NAME_COUNT = warning("msh.name.count", "There is one name per node.") of ["names"];
    NAME_END = warning(
        "msh.name.end",
        "A node name has at most 31 bytes and ends with a NUL."
    ) of ["names[].name"];
    LABEL_RANGE = error("msh.label.range", "A label lies inside its table.") of ["labels[]"];
    LABEL_COUNT = error("msh.label.count", "There is a label for every node.") of ["labels"];
    LABEL_TAIL = strict_error(
        "msh.label.tail",
        "The label table ends with the last node's label."
    ) of ["labels_tail"];
    LABEL_END = strict_error(
        "msh.label.end",
        "A label ends with a NUL and contains no other NUL."
    ) of ["labels[]"];
    SLOT_BATCH_RANGE = error(
        "msh.slot.batch-range",
        "A slot's batches are in the batch table."
    ) of ["slots[].batch_count"];
    SLOT_TRIANGLE_RANGE = error(
        "msh.slot.triangle-range",
        "A slot's triangles are in the triangle table."
    ) of ["slots[].triangle_count"] is derived;
    SLOT_TRIANGLE_COUNT = strict_error(
        "msh.slot.triangle-count",
        "A slot has one triangle descriptor for each triangle of its batches."
    ) of ["slots[].triangle_count"] is derived;
    SLOT_NUMBER = strict_error(
        "msh.slot.number",
        "A slot's bounds are finite numbers."
    ) of ["slots[].aabb", "slots[].sphere"] is derived;
    SLOT_BOX = warning(
        "msh.slot.box",
        "A slot's geometry lies inside its box."
    ) of ["slots[].aabb"] is derived;
    SLOT_BOX_LOOSE = retail(
        "msh.slot.box-loose",
        "A slot's box touches its geometry on all sides."
    ) of ["slots[].aabb"] is derived;
    SLOT_SPHERE = warning(
        "msh.slot.sphere",
        "A slot's geometry lies inside its sphere, within 1 %."
    ) of ["slots[].sphere"] is derived;
    SLOT_VOLUME = retail(
        "msh.slot.volume",
        "The volume of a slot is the volume of its box."
    ) of ["slots[].volume"] is derived;
    SLOT_SHARED = retail(
        "msh.slot.shared",
        "No two slots share batches."
    ) of ["slots[].batch_start"];
    SLOT_UNUSED = warning("msh.slot.unused", "Every slot is used by a node.") of ["slots[]"];
    HEADER_NUMBER = strict_error(
        "msh.header.number",
        "The model's bounds are finite numbers."
    ) of ["header"] is derived;
    HEADER_CORNERS = retail(
        "msh.header.corners",
        "The eight corners of the model's box come in the order mmm Mmm MMm mMm mMM mmM MmM MMM."
    ) of ["header.corners"] is derived;
    HEADER_BOX = warning(
        "msh.header.box",
        "In its rest pose, at stage 0 and level 0 without cockpits, the model lies inside its box."
    ) of ["nodes[]"] is derived;
    BATCH_INDEX_RANGE = error(
        "msh.batch.index-range",
        "A batch's indices are in the index table."
    ) of ["batches[].index_count"];
    BATCH_VERTEX_RANGE = error(
        "msh.batch.vertex-range",
        "Every index of a batch, added to its base vertex, is an existing vertex."
    ) of ["batches[].base_vertex"];
    BATCH_PORTAL = error(
        "msh.batch.portal",
        "The node behind a portal is 0xFFFF or an index into the node table."
    ) of ["batches[].portal"];
    BATCH_INDEX_COUNT = strict_error(
        "msh.batch.index-count",
        "A batch has three indices per triangle."
    ) of ["batches[].index_count"];
    BATCH_VERTEX_COUNT = retail(
        "msh.batch.vertex-count",
        "The vertex count of a batch is its largest index plus one."
    ) of ["batches[].vertex_count"] is derived;
    BATCH_TILING = retail(
        "msh.batch.tiling",
        "Batches cover the indices one after another, without gaps."
    ) of ["batches[].index_start", "indices[]"];
    BATCH_WORD = retail(
        "msh.batch.word",
        "The upper half of a batch's flag word is 0."
    ) of ["batches[].word"];
    BATCH_PORTAL_FLAG = retail(
        "msh.batch.portal-flag",
        "A batch refers to a room if and only if its portal flag (8) is set."
    ) of ["batches[].portal"];
    BATCH_LIGHTMAP_FLAG = retail(
        "msh.batch.lightmap-flag",
        "A batch refers to a lightmap if and only if its lightmap flag (0x2000) is set."
    ) of ["batches[].lightmap"];
    BATCH_LIGHTMAP_UV = warning(
        "msh.batch.lightmap-uv",
        "A batch refers to a lightmap only in a model with lightmap coordinates (18)."
    ) of ["batches[].lightmap"];
    INDEX_COUNT = strict_error(
        "msh.index.count",
        "The index table has three indices per triangle."
    ) of ["indices"];
    TRIANGLE_NEIGHBOUR = error(
        "msh.triangle.neighbour",
        "The neighbours of a triangle are 0xFFFF or indices into the triangle table."
    ) of ["triangles[].neighbours[]"] is derived;
    TRIANGLE_COUNT = strict_error(
        "msh.triangle.count",
        "There is one descriptor per three indices."
    ) of ["triangles"] is derived;
    TRIANGLE_EDGE = retail(
        "msh.triangle.edge",
        "Neighbours share both corners of their edge."
    ) of ["triangles[].neighbours"] is derived;
    TRIANGLE_TWIN = retail(
        "msh.triangle.twin",
        "The code of an edge is the index of the matching edge in the neighbour, or 3 for an open \
        edge."
    ) of ["triangles[].twins"] is derived;
    TRIANGLE_LENGTH = retail(
        "msh.triangle.length",
        "Face normals have length 1 within 0.001."
    ) of ["triangles[].normal"] is derived;
    TRIANGLE_WINDING = retail(
        "msh.triangle.winding",
        "A face normal points to the side from which the corners run counter-clockwise."
    ) of ["triangles[].normal"] is derived;
    KEY_NUMBER = strict_error(
        "msh.key.number",
        "Positions and times of keys are finite numbers."
    ) of ["keys[].position"];
    KEY_ROTATION = warning(
        "msh.key.rotation",
        "The quaternion of a key has length 1 within 0.1 %; the engine does not correct it."
    ) of ["keys[].rotation"];
    KEY_TIME = strict_error(
        "msh.key.time",
        "The times of a node's keys increase."
    ) of ["keys[].time"];
    KEY_FRAME = retail(
        "msh.key.frame",
        "The key times of a node are whole numbers and start at 0."
    ) of ["keys[].time"];
    KEY_RUNS = retail(
        "msh.key.runs",
        "Keys are stored in node order: one for a still node, at least two for an animated one, of \
        which the last is its fallback key."
    ) of ["nodes[].fallback_key", "keys[]"];
    MAP_WORD = strict_error(
        "msh.map.word",
        "A map word refers to a key of its node, up to the fallback key."
    ) of ["map[]"] is derived;
    MAP_BLOCKS = retail(
        "msh.map.blocks",
        "The frame blocks of animated nodes follow each other in node order and fill the frame map."
    ) of ["nodes[].map_start", "map[]"] is derived;
    MAP_FRAME = retail(
        "msh.map.frame",
        "A map word refers to the last key whose time is not after its frame."
    ) of ["map[]"] is derived;
    MAP_FRAMES = retail(
        "msh.map.frames",
        "The frame count is the largest key time plus one."
    ) of ["entries[].attr2"] is derived;
    PATH_SIZE = error(
        "msh.path.size",
        "The table of hallways has attr1 places of 20 bytes and attr2 links of 40 bytes."
    ) of ["entries[].attr1"];
    PATH_LINK = strict_error(
        "msh.path.link",
        "Both ends of a link are existing places."
    ) of ["paths.links[].a", "paths.links[].b"];
    PATH_NODE = strict_error(
        "msh.path.node",
        "A place belongs to a node of the model."
    ) of ["paths.nodes[].node"];
}
