# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_msh
  title: 'NGI: model'
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
            1: table_nodes(record.size, record.attr1, record.offset + record.size)
            2: table_slots(record.size, record.attr1, record.offset + record.size)
            3: table_positions(record.size, record.attr1, record.offset + record.size)
            4: table_normals(record.size, record.attr1, record.offset + record.size)
            5: table_uvs(record.size, record.attr1, record.offset + record.size)
            6: table_indices(record.size, record.attr1, record.offset + record.size)
            7: table_triangles(record.size, record.attr1, record.offset + record.size)
            8: table_keys(record.size, record.attr1, record.offset + record.size)
            9: table_names(record.size, record.attr1, record.offset + record.size)
            10: table_labels(record.size, record.attr1, record.offset + record.size)
            13: table_batches(record.size, record.attr1, record.offset + record.size)
            15: table_extra(record.size, record.attr1, record.offset + record.size)
            16: table_tangents(record.size, record.attr1, record.offset + record.size)
            17: table_paths(record.size, record.attr1, record.offset + record.size)
            18: table_lightmap_uvs(record.size, record.attr1, record.offset + record.size)
            19: table_map(record.size, record.attr1, record.offset + record.size)
  table_nodes:
    doc: 'Nodes: the rigid parts of the model.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: node
        repeat: expr
        repeat-expr: (bytes - 0) / 38
      - id: tail
        size: (bytes - 0) % 38
  table_slots:
    doc: 'The model''s bounds and its slots: geometry by damage stage and level.'
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
        type: slot
        repeat: expr
        repeat-expr: (bytes - 140) / 68
      - id: tail
        size: (bytes - 140) % 68
  table_positions:
    doc: 'Vertex positions, x, y, z in the space of the node.'
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
  table_uvs:
    doc: 'Packed texture coordinates.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: uv
        repeat: expr
        repeat-expr: (bytes - 0) / 4
      - id: tail
        size: (bytes - 0) % 4
  table_indices:
    doc: 'Indices, relative to the base vertex of the batch.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: u2
        repeat: expr
        repeat-expr: (bytes - 0) / 2
      - id: tail
        size: (bytes - 0) % 2
  table_triangles:
    doc: 'Triangle descriptors, one per three indices.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: triangle
        repeat: expr
        repeat-expr: (bytes - 0) / 16
      - id: tail
        size: (bytes - 0) % 16
  table_keys:
    doc: 'Keys: positions and rotations of nodes over time.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: key
        repeat: expr
        repeat-expr: (bytes - 0) / 24
      - id: tail
        size: (bytes - 0) % 24
  table_names:
    doc: 'Node names, one per node.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: name_row
        repeat: expr
        repeat-expr: (bytes - 0) / 32
      - id: tail
        size: (bytes - 0) % 32
  table_labels:
    doc: 'Node labels, one per node.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: labels
        type: label
        repeat: until
        repeat-until: _io.pos >= end
        if: bytes > 0
  table_batches:
    doc: 'Batches: triangles that are drawn together.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: batch
        repeat: expr
        repeat-expr: (bytes - 0) / 20
      - id: tail
        size: (bytes - 0) % 20
  table_extra:
    doc: 'Eight bytes per vertex of unknown purpose.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        size: 8
        repeat: expr
        repeat-expr: (bytes - 0) / 8
      - id: tail
        size: (bytes - 0) % 8
  table_tangents:
    doc: 'Two packed vectors per vertex.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: tangents
        repeat: expr
        repeat-expr: (bytes - 0) / 8
      - id: tail
        size: (bytes - 0) % 8
  table_paths:
    doc: 'Hallways of a building: places, then the links between them.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: nodes
        type: path_node
        repeat: expr
        repeat-expr: attr1
      - id: links
        type: path_link
        repeat: expr
        repeat-expr: (bytes - attr1 * 20) / 40
  table_lightmap_uvs:
    doc: 'Lightmap coordinates.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: lightmap_uv
        repeat: expr
        repeat-expr: (bytes - 0) / 4
      - id: tail
        size: (bytes - 0) % 4
  table_map:
    doc: 'Frame map: the key that starts each frame of an animated node.'
    params:
      - id: bytes
        type: u4
      - id: attr1
        type: u4
      - id: end
        type: u4
    seq:
      - id: rows
        type: u2
        repeat: expr
        repeat-expr: (bytes - 0) / 2
      - id: tail
        size: (bytes - 0) % 2
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
  path_node:
    doc: 'Place for units to walk to.'
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Position in the space of node.'
      - id: flags
        type: u4
        doc: 'Unknown flags.'
      - id: node
        type: u4
        doc: 'Node of the model to which the place belongs.'
  path_link:
    doc: 'Link between two places.'
    seq:
      - id: a
        type: u4
        doc: 'Place at one end, an index from 0.'
      - id: b
        type: u4
        doc: 'Place at the other end, an index from 0.'
      - id: unk_0x08
        type: u4
        repeat: expr
        repeat-expr: 8
        doc: 'Unknown purpose. In the game: mostly 0xFFFFFFFF (measured).'
  node:
    doc: 'Node: a rigid part of the model.'
    seq:
      - id: flags
        type: u2
        doc: 'Flags of the node (hdr0).'
      - id: parent
        type: u2
        doc: 'Parent node, 0xFFFF for a root (hdr1).'
      - id: map_start
        type: u2
        doc: 'First word of the node''s block in the frame map (19), 0xFFFF if the node is not animated (hdr2, mapStart).'
      - id: fallback_key
        type: u2
        doc: 'Last of the node''s own keys, an index into table 8 (hdr3). It places a node that is not animated.'
      - id: slots
        type: u2
        repeat: expr
        repeat-expr: 15
        doc: 'Slots by stage * 5 + level, 0xFFFF for no slot. Stages 0 to 2 are damage; levels 0 to 3 are levels of detail, finest first, and level 4 is the first-person view. The older documents call the stage "lod" and the level "group".'
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
  slot:
    doc: 'Geometry of a node at one stage and level. Bounds are in the node''s own space.'
    seq:
      - id: triangle_start
        type: u2
        doc: 'First triangle descriptor in table 7 (triStart).'
      - id: triangle_count
        type: u2
        doc: 'Number of triangle descriptors (triCount).'
      - id: batch_start
        type: u2
        doc: 'First batch in table 13 (batchStart).'
      - id: batch_count
        type: u2
        doc: 'Number of batches (batchCount).'
      - id: aabb
        type: aabb
        doc: 'Box around the geometry, in the node''s space. In the game: exactly the box of its vertices (measured).'
      - id: sphere
        type: sphere
        doc: 'Sphere around the geometry, in the node''s space. A non-uniform scale multiplies the radius by its largest factor.'
      - id: area
        type: f4
        doc: 'Area: the weight of this geometry in the object''s armour (unk30).'
      - id: volume
        type: f4
        doc: 'Volume of the box. Multiplied by a density, it is the node''s mass (unk34).'
      - id: unk_0x38
        type: u4
        doc: 'Unknown purpose; 0 in new models.'
      - id: unk_0x3c
        type: u4
        doc: 'Unknown purpose; 0 in new models.'
      - id: unk_0x40
        type: u4
        doc: 'Unknown purpose; 0 in new models.'
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
  uv:
    doc: 'Texture coordinates, resource 5: signed, in steps of 1/1024.'
    seq:
      - id: u
        type: s2
        doc: 'u times 1024, in turns of the texture.'
      - id: v
        type: s2
        doc: 'v times 1024, in turns of the texture.'
  triangle:
    doc: 'Descriptor of a triangle, whose corners are in resource 6, in the same order.'
    seq:
      - id: flags
        type: u2
        doc: 'Uses of the triangle, such as a surface to walk on or to shoot through.'
      - id: neighbours
        type: u2
        repeat: expr
        repeat-expr: 3
        doc: 'Neighbour across edge e = (corner e, corner e + 1), 0xFFFF for an open edge.'
      - id: normal
        type: s2
        repeat: expr
        repeat-expr: 3
        doc: 'Face normal times 32767.'
      - id: twins
        type: u2
        doc: 'Three codes of two bits, edge e in bits 2e and 2e + 1: the index of the same edge in the neighbour, or 3 for an open edge. In the game: junk above bit 5 on 1387 triangles (measured).'
  key:
    doc: 'Position and rotation of a node at one moment, relative to its parent.'
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Position of the node, relative to its parent.'
      - id: time
        type: f4
        doc: 'Time in frames. In the game: whole numbers, rising from 0 (measured).'
      - id: rotation
        type: s2
        repeat: expr
        repeat-expr: 4
        doc: 'Rotation of the node as a quaternion: w, x, y, z times 32767, in the engine''s sense of rotation. Right-handed maths uses the conjugate.'
  name_row:
    doc: 'Name of a node, as documents have it.'
    seq:
      - id: name
        size: 32
        doc: 'Name, at most 31 bytes.'
  batch:
    doc: 'Triangles that are drawn together: a material and a run of indices.'
    seq:
      - id: word
        type: u4
        doc: 'Flags of the batch. The older documents read the upper half as the material. In the game: the upper half is 0 (measured).'
      - id: material
        type: u1
        doc: 'Material: a row of the model''s wear table.'
      - id: lightmap
        type: u1
        doc: 'Lightmap of the model''s wear table, 0xFF for none.'
      - id: portal
        type: u2
        doc: 'Node of the room behind a portal; 0xFFFF in other batches.'
      - id: index_count
        type: u2
        doc: 'Number of indices, three per triangle.'
      - id: index_start
        type: u4
        doc: 'Index of the batch''s first index in table 6.'
      - id: vertex_count
        type: u2
        doc: 'Number of vertices from base_vertex on: the largest index plus one (unk14).'
      - id: base_vertex
        type: u4
        doc: 'Number that is added to every index.'
  tangents:
    doc: 'Record of resource 16: two packed vectors, according to the strides of the loader. No shipped model has this resource.'
    seq:
      - id: tangent
        type: s1
        repeat: expr
        repeat-expr: 4
        doc: 'First packed vector, times 127 like a normal. In the game: tangent (guess).'
      - id: bitangent
        type: s1
        repeat: expr
        repeat-expr: 4
        doc: 'Second packed vector, times 127 like a normal. In the game: bitangent (guess).'
  lightmap_uv:
    doc: 'Lightmap coordinates, resource 18 of a model: unsigned, in steps of 1/1024. The older documents suspected a vertex colour.'
    seq:
      - id: u
        type: u2
        doc: 'u times 1024, in turns of the lightmap.'
      - id: v
        type: u2
        doc: 'v times 1024, in turns of the lightmap.'
