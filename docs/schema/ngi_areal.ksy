# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_areal
  title: 'NGI: areal map'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: header
    type: header
instances:
  entries:
    pos: _io.size - header.count * 64
    type: entry
    repeat: expr
    repeat-expr: header.count
types:
  entry:
    seq:
      - id: record
        type: entry_record
    instances:
      map:
        io: _root._io
        pos: record.offset
        type: map(record.attr1)
        if: record.type_id == 12
  map:
    params:
      - id: count
        type: u4
    seq:
      - id: areals
        type: areal
        repeat: expr
        repeat-expr: count
      - id: grid
        type: grid_head
      - id: cells
        type: cell
        repeat: expr
        repeat-expr: grid.cells_across * grid.cells_down
  areal:
    seq:
      - id: head
        type: areal_head
      - id: counts
        type: counts
      - id: polygon
        type: f4
        repeat: expr
        repeat-expr: counts.corners * 3
      - id: links
        type: link
        repeat: expr
        repeat-expr: counts.corners + counts.blocks * 3
      - id: blocks
        type: block
        repeat: expr
        repeat-expr: counts.blocks
  block:
    seq:
      - id: count
        type: u4
      - id: corners
        type: f4
        repeat: expr
        repeat-expr: count * 3
  cell:
    seq:
      - id: count
        type: u2
      - id: areals
        type: u2
        repeat: expr
        repeat-expr: count
  header:
    doc: 'Header of the archive, 16 bytes.'
    seq:
      - id: magic
        size: 4
        doc: 'The letters NRes. In the game: "NRes"; the engine opens nothing else (read).'
      - id: version
        type: u4
        doc: 'Version of the format. In the game: 0x100; the engine opens nothing else (read).'
      - id: count
        type: s4
        doc: 'Number of entries, not negative; the engine reads it as a signed number.'
      - id: total_size
        type: u4
        doc: 'Length of the file according to its header. In the game: the engine refuses a file with another length (read).'
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
  areal_head:
    doc: 'First part of an areal, before its counts: everything except polygon, links and blocks.'
    seq:
      - id: anchor
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Anchor: the centre that distances are measured from. The engine moves an anchor that is outside the polygon. In the game: z is 0 (measured).'
      - id: unk_0x0c
        type: f4
        doc: 'Unknown purpose (reserved_12); kept. In the game: 0 (measured).'
      - id: area
        type: f4
        doc: 'Area seen from above, in square units (area_metric). In the game: the polygon''s area within 15 percent, on 99 of 100 within 2 (measured).'
      - id: normal
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Normal of the ground, a unit vector. In the game: length 1 (measured).'
      - id: walkable
        type: u4
        doc: '1 if walkers may enter (logic_flag). If it is 0, the areal gets no links for walkers, and the engine rejects it as a goal of ground units. In the game: 0 or 1 (measured).'
      - id: unk_0x24
        type: u4
        doc: 'Unknown purpose (reserved_36); kept. In the game: 0 (measured).'
      - id: class
        type: u4
        doc: 'Class (class_id). The areal is a lake if all bits of 0xf0 are set; a lake covers liquid and the bed below it. The meaning of other values is unknown. In the game: 1 to 29, 240 or 242 (measured).'
      - id: unk_0x2c
        type: u4
        doc: 'Unknown purpose (reserved_44); kept. In the game: 0 (measured).'
  counts:
    doc: 'Lengths of an areal''s lists.'
    seq:
      - id: corners
        type: u4
        doc: 'Number of corners of the polygon (vertex_count).'
      - id: blocks
        type: u4
        doc: 'Number of additional polygons (block_count); their purpose is unknown. In the game: 0 (measured).'
  link:
    doc: 'Neighbour across an edge. Documents write both numbers as a list.'
    seq:
      - id: areal
        type: s4
        doc: 'Number of the areal across the edge (area_ref); −1 at the border of the map.'
      - id: edge
        type: s4
        doc: 'Twin: the number of the same edge in that areal (edge_ref); −1 at the border of the map.'
  grid_head:
    doc: 'Size of the grid in cells, stored after the last areal.'
    seq:
      - id: cells_across
        type: u4
        doc: 'Number of cells across, along x (cellsX). In the game: 128 (measured).'
      - id: cells_down
        type: u4
        doc: 'Number of cells down, along y (cellsY). In the game: 128 (measured).'
