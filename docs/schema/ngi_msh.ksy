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
    doc: 'Indices, added to the batch''s base vertex.'
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
    doc: 'Keys: where a node is at which time.'
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
    doc: 'Batches: what is drawn in one go.'
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
    doc: 'Eight bytes per vertex that nobody understands yet.'
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
    doc: 'The hallways of a building: places, then the links between them.'
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
    doc: 'Frame map: which key a frame of an animated node starts from.'
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
    doc: 'One directory entry as stored.'
    seq:
      - id: type_id
        type: u4
        doc: 'What the entry holds: four characters such as MAT0, the first in the lowest byte, or a small number such as 3.'
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
        doc: 'Name: at most 35 bytes and a NUL. Bytes after the NUL mean nothing and are kept. Names are compared ignoring ASCII case.'
      - id: offset
        type: u4
        doc: 'Payload offset from the start of the file. In the game: a multiple of 8 (measured).'
      - id: sort_index
        type: u4
        doc: 'One slot of the sort table, which happens to lie in this entry and says nothing about it: slot i has the place in the directory of the i-th name in order.'
  path_node:
    doc: 'A place to walk to.'
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Position in the space of node.'
      - id: flags
        type: u4
        doc: 'Flags that nobody knows.'
      - id: node
        type: u4
        doc: 'The model''s node it hangs on.'
  path_link:
    doc: 'A way between two places.'
    seq:
      - id: a
        type: u4
        doc: 'One end: a place, from 0.'
      - id: b
        type: u4
        doc: 'The other end: a place, from 0.'
      - id: unk_0x08
        type: u4
        repeat: expr
        repeat-expr: 8
        doc: 'Nobody knows what they are for. In the game: mostly 0xFFFFFFFF (measured).'
  node:
    doc: 'A node: a rigid part of the model.'
    seq:
      - id: flags
        type: u2
        doc: 'What kind of node it is (hdr0).'
      - id: parent
        type: u2
        doc: 'The node it hangs on, 0xFFFF for a root (hdr1).'
      - id: map_start
        type: u2
        doc: 'First word of the node''s block in the frame map (19), 0xFFFF where it is not animated (hdr2, mapStart).'
      - id: fallback_key
        type: u2
        doc: 'Key in table 8, the last of the node''s own (hdr3). A node that is not animated stands where it says.'
      - id: slots
        type: u2
        repeat: expr
        repeat-expr: 15
        doc: 'Slots by stage * 5 + level, 0xFFFF where there is none: stage 0 to 2 is the damage, level 0 to 3 the level of detail, finest first, level 4 the first-person view. The older documents call the stage "lod" and the level "group".'
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
        doc: 'Sphere around everything; a landscape has 0 here.'
      - id: cylinder
        type: cylinder
        doc: 'Upright cylinder around everything; a landscape has 0 here. Its radius is half the diagonal of the box seen from above.'
  sphere:
    doc: 'A sphere.'
    seq:
      - id: center
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Its centre.'
      - id: radius
        type: f4
        doc: 'Its radius.'
  cylinder:
    doc: 'An upright cylinder. The older documents read the same seven numbers as a capsule.'
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
        doc: 'Its radius.'
  slot:
    doc: 'The geometry of a node at one stage and level. Bounds are in the node''s own space.'
    seq:
      - id: triangle_start
        type: u2
        doc: 'First triangle descriptor in table 7 (triStart).'
      - id: triangle_count
        type: u2
        doc: 'How many triangle descriptors (triCount).'
      - id: batch_start
        type: u2
        doc: 'First batch in table 13 (batchStart).'
      - id: batch_count
        type: u2
        doc: 'How many batches (batchCount).'
      - id: aabb
        type: aabb
        doc: 'Box around the geometry, in the node''s space. In the game: exactly that of its vertices (measured).'
      - id: sphere
        type: sphere
        doc: 'Sphere around the geometry, in the node''s space. With a non-uniform scale the radius grows by the largest.'
      - id: area
        type: f4
        doc: 'Area: the weight of this geometry in the object''s armour (unk30).'
      - id: volume
        type: f4
        doc: 'Volume of the box; times a density it is the node''s mass (unk34).'
      - id: unk_0x38
        type: u4
        doc: 'Nobody knows what it is for; 0 in new models.'
      - id: unk_0x3c
        type: u4
        doc: 'Nobody knows what it is for; 0 in new models.'
      - id: unk_0x40
        type: u4
        doc: 'Nobody knows what it is for; 0 in new models.'
  aabb:
    doc: 'A box along the axes.'
    seq:
      - id: min
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Smallest x, y, z.'
      - id: max
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Largest x, y, z.'
  normal:
    doc: 'A packed normal, resource 4: x y z / 127 and a byte nobody reads.'
    seq:
      - id: xyz
        type: s1
        repeat: expr
        repeat-expr: 3
        doc: 'x, y, z times 127; −128 counts as −127. In the game: lengths within 0.0133 of 1 (measured).'
      - id: unk_0x03
        type: s1
        doc: 'Nobody reads it; 0 in new models.'
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
    doc: 'A triangle''s descriptor: its corners are in resource 6, in the same order.'
    seq:
      - id: flags
        type: u2
        doc: 'What may be done with the triangle: walk on it, shoot through it.'
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
        doc: 'Three codes of two bits, edge e in bits 2e and 2e + 1: the index of the same edge in the neighbour, 3 for an open edge. In the game: junk above bit 5 on 1387 triangles (measured).'
  key:
    doc: 'Where a node is at one moment, relative to its parent.'
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Where the node is, relative to its parent.'
      - id: time
        type: f4
        doc: 'When, in frames. In the game: whole, from 0 on, rising (measured).'
      - id: rotation
        type: s2
        repeat: expr
        repeat-expr: 4
        doc: 'How the node is turned: w, x, y, z times 32767, in the engine''s sense; right-handed maths takes the conjugate.'
  name_row:
    doc: 'A node''s name, as documents have it.'
    seq:
      - id: name
        size: 32
        doc: 'The name, at most 31 bytes.'
  batch:
    doc: 'What is drawn in one go: a material and a run of indices.'
    seq:
      - id: word
        type: u4
        doc: 'Flags of the batch. The older documents read the upper half as the material. In the game: the upper half is 0 (measured).'
      - id: material
        type: u1
        doc: 'The material: a row of the model''s wear.'
      - id: lightmap
        type: u1
        doc: 'Lightmap of the model''s wear, 0xFF for none.'
      - id: portal
        type: u2
        doc: 'On a portal: the node of the room beyond; 0xFFFF elsewhere.'
      - id: index_count
        type: u2
        doc: 'How many indices: three per triangle.'
      - id: index_start
        type: u4
        doc: 'Its first index in table 6.'
      - id: vertex_count
        type: u2
        doc: 'Vertices from base_vertex on: the largest index and one more (unk14).'
      - id: base_vertex
        type: u4
        doc: 'What is added to every index.'
  tangents:
    doc: 'A record of resource 16: two packed vectors, by the loader''s strides. No shipped model has the resource.'
    seq:
      - id: tangent
        type: s1
        repeat: expr
        repeat-expr: 4
        doc: 'First packed vector, times 127 like a normal. In the game: that it is the tangent (guess).'
      - id: bitangent
        type: s1
        repeat: expr
        repeat-expr: 4
        doc: 'Second packed vector, likewise. In the game: that it is the bitangent (guess).'
  lightmap_uv:
    doc: 'Lightmap coordinates, resource 18 of a model: unsigned, in steps of 1/1024. The older documents guessed a vertex colour.'
    seq:
      - id: u
        type: u2
        doc: 'u times 1024, in turns of the lightmap.'
      - id: v
        type: u2
        doc: 'v times 1024, in turns of the lightmap.'
