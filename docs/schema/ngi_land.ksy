# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_land
  title: 'NGI: landscape'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: archive
    type: archive_header
instances:
  entries:
    pos: _io.size - archive.count * 64
    type: entry
    repeat: expr
    repeat-expr: archive.count
types:
  archive_header:
    seq:
      - id: magic
        size: 4
      - id: version
        type: u4
      - id: count
        type: s4
      - id: total_size
        type: u4
  label:
    seq:
      - id: length
        type: u4
      - id: text
        size: length
        if: length > 0
      - id: end
        type: u1
        if: length > 0
  entry:
    seq:
      - id: record
        type: entry_record
    instances:
      payload:
        io: _root._io
        pos: record.offset
        size: record.size
      table:
        io: _root._io
        pos: record.offset
        type:
          switch-on: record.type_id
          cases:
            1: table_squares(record.size, record.attr1, record.offset + record.size)
            2: table_cells(record.size, record.attr1, record.offset + record.size)
            3: table_positions(record.size, record.attr1, record.offset + record.size)
            4: table_normals(record.size, record.attr1, record.offset + record.size)
            5: table_material_uvs(record.size, record.attr1, record.offset + record.size)
            18: table_micro_uvs(record.size, record.attr1, record.offset + record.size)
            14: table_alphas(record.size, record.attr1, record.offset + record.size)
            11: table_order(record.size, record.attr1, record.offset + record.size)
            21: table_faces(record.size, record.attr1, record.offset + record.size)
  table_squares:
    doc: 'Squares of the grid. attr2 is the number of squares across.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: square
        repeat: expr
        repeat-expr: (bytes - 0) / 38
      - id: tail
        size: (bytes - 0) % 38
  table_cells:
    doc: 'Bounds of the map, then the cells: the faces of a square at one level of detail.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: head
        type: header
      - id: rows
        type: cell
        repeat: expr
        repeat-expr: (bytes - 140) / 68
      - id: tail
        size: (bytes - 140) % 68
  table_positions:
    doc: 'Vertex positions in the world: x east, y north, z up.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: f4
        repeat: expr
        repeat-expr: (bytes - 0) / 12 * 3
      - id: tail
        size: (bytes - 0) % 12
  table_normals:
    doc: 'Packed normals.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: normal
        repeat: expr
        repeat-expr: (bytes - 0) / 4
      - id: tail
        size: (bytes - 0) % 4
  table_material_uvs:
    doc: 'Texture coordinates of the materials.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: ground_uv
        repeat: expr
        repeat-expr: (bytes - 0) / 4
      - id: tail
        size: (bytes - 0) % 4
  table_micro_uvs:
    doc: 'Texture coordinates of the microtexture (0x12).'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: ground_uv
        repeat: expr
        repeat-expr: (bytes - 0) / 4
      - id: tail
        size: (bytes - 0) % 4
  table_alphas:
    doc: 'Alpha of the second material (0x0E).'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: f4
        repeat: expr
        repeat-expr: (bytes - 0) / 4
      - id: tail
        size: (bytes - 0) % 4
  table_order:
    doc: 'Baked draw order (0x0B), one entry per face.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: draw_entry
        repeat: expr
        repeat-expr: (bytes - 0) / 4
      - id: tail
        size: (bytes - 0) % 4
  table_faces:
    doc: 'Faces (0x15): the triangles of the ground.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: face
        repeat: expr
        repeat-expr: (bytes - 0) / 28
      - id: tail
        size: (bytes - 0) % 28
  entry_record:
    doc: 'Directory entry as stored.'
    seq:
      - id: type_id
        type: u4
        doc: 'Type of the content: four characters such as MAT0, the first in the lowest byte, or a small number such as 3.'
      - id: attr1
        type: u4
        doc: 'First attribute; its meaning depends on the type.'
      - id: attr2
        type: u4
        doc: 'Second attribute; its meaning depends on the type.'
      - id: size
        type: u4
        doc: 'Payload size in bytes.'
      - id: attr3
        type: u4
        doc: 'Third attribute; its meaning depends on the type.'
      - id: name
        size: 36
        doc: 'Name: at most 35 bytes and a NUL. Bytes after the NUL have no meaning and are preserved. Names are compared ignoring ASCII case.'
      - id: offset
        type: u4
        doc: 'Payload offset from the start of the file. In the game: a multiple of 8 (measured).'
      - id: sort_index
        type: u4
        doc: 'Slot of the sort table, unrelated to the entry that contains it: slot i is the directory index of the i-th name in order.'
  square:
    doc: 'Square of the grid, a record of chunk 1. Its layout is that of a model''s node.'
    seq:
      - id: head
        type: u2
        repeat: expr
        repeat-expr: 4
        doc: 'Four words in the place of the flags, parent, map and key of a model''s node. In the game: 0, 0xFFFF, 0, 0 (measured).'
      - id: cells
        type: u2
        repeat: expr
        repeat-expr: 15
        doc: 'Cells by level of detail: square i has the cells i and squares + i, then 0xFFFF. In the game: true of all 7,488 squares (measured).'
  header:
    doc: 'Bounds of the whole model in its rest pose: 35 floats before the slots.'
    seq:
      - id: corners
        type: f4
        repeat: expr
        repeat-expr: 24
        doc: 'Corners of the box, in the order mmm Mmm MMm mMm mMM mmM MmM MMM (m smallest, M largest; x y z).'
      - id: sphere
        type: sphere
        doc: 'Sphere around the whole model; a landscape has 0 here.'
      - id: cylinder
        type: cylinder
        doc: 'Upright cylinder around the whole model; a landscape has 0 here. The radius is half the diagonal of the box, seen from above.'
  sphere:
    doc: 'A sphere.'
    seq:
      - id: center
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Centre of the sphere.'
      - id: radius
        type: f4
        doc: 'Radius of the sphere.'
  cylinder:
    doc: 'Upright cylinder. The older documents interpret the same seven numbers as a capsule.'
    seq:
      - id: low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Lower end of the axis.'
      - id: high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Upper end of the axis.'
      - id: radius
        type: f4
        doc: 'Radius of the cylinder.'
  cell:
    doc: 'Faces of a square at one level, a record of chunk 2. Its layout is that of a model''s slot.'
    seq:
      - id: first
        type: u2
        doc: 'First face of the run in chunk 21 (triStart).'
      - id: count
        type: u2
        doc: 'Number of faces in the run (triCount).'
      - id: unk_0x04
        type: u4
        doc: 'Unused; a model''s slot has its batches in this place. In the game: 0 (measured).'
      - id: aabb
        type: aabb
        doc: 'Box around the square''s faces on both levels. In the game: the same for both cells of a square (measured).'
      - id: sphere
        type: sphere
        doc: 'Sphere around the square''s faces.'
      - id: unk_0x30
        type: u4
        repeat: expr
        repeat-expr: 5
        doc: 'Unused; a model''s slot has its area and volume in this place. In the game: 0 (measured).'
  aabb:
    doc: 'Axis-aligned box.'
    seq:
      - id: min
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Smallest x, y and z.'
      - id: max
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Largest x, y and z.'
  normal:
    doc: 'Packed normal, resource 4: x y z / 127 and an unused byte.'
    seq:
      - id: xyz
        type: s1
        repeat: expr
        repeat-expr: 3
        doc: 'x, y, z times 127; −128 counts as −127. In the game: lengths within 0.0133 of 1 (measured).'
      - id: unk_0x03
        type: s1
        doc: 'Not read by the engine; 0 in new models.'
  ground_uv:
    doc: 'Texture coordinates on the ground, a record of chunks 5 and 18: unsigned, in steps of 1/1024.'
    seq:
      - id: u
        type: u2
        doc: 'u times 1024; increases with x.'
      - id: v
        type: u2
        doc: 'v times 1024; increases as y decreases.'
  draw_entry:
    doc: 'Entry of the baked draw order, a record of chunk 11.'
    seq:
      - id: face
        type: u2
        doc: 'Face. Entries are reordered only within their cell.'
      - id: flags
        type: u1
        doc: 'Start of a batch, and bits that are constant.'
      - id: unk_0x03
        type: u1
        doc: 'Unknown purpose. In the game: 0 on all but 316 of 275,882 (measured).'
  face:
    doc: 'Triangle of the ground, a record of chunk 21.'
    seq:
      - id: flags
        type: u4
        doc: 'Flags of the face, one word of 32 bits. Some documents call its upper half "surface".'
      - id: material
        type: u1
        doc: 'Material: a row of Land1.wea (materialId). In the game: never 0, which is for the footing of buildings (measured).'
      - id: second_material
        type: u1
        doc: 'Second material, also a row of Land1.wea; 0xFF for none (auxByte).'
      - id: unk_0x06
        type: u2
        doc: 'Unknown purpose; 0 on faces that the engine makes around buildings. In the game: 0xFFFF (measured).'
      - id: vertices
        type: u2
        repeat: expr
        repeat-expr: 3
        doc: 'Vertices, counter-clockwise seen from above.'
      - id: neighbours
        type: u2
        repeat: expr
        repeat-expr: 3
        doc: 'Neighbour across edge e = (vertex e, vertex e + 1); 0xFFFF for an open edge.'
      - id: normal
        type: s2
        repeat: expr
        repeat-expr: 3
        doc: 'Face normal times 32767.'
      - id: twins
        type: u2
        doc: 'Three codes of two bits each, for edge e in bits 2e and 2e + 1: the number of the same edge in the neighbour, or 3 for an open edge (edgeClass and the byte after it).'
