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
    doc: 'The first 16 bytes.'
    seq:
      - id: magic
        size: 4
        doc: 'The letters NRes. In the game: "NRes"; the engine opens nothing else (read).'
      - id: version
        type: u4
        doc: 'The version of the format. In the game: 0x100; the engine opens nothing else (read).'
      - id: count
        type: s4
        doc: 'Number of entries, not negative; the engine reads it as signed.'
      - id: total_size
        type: u4
        doc: 'The file''s length, as the file itself states it. In the game: the engine refuses a file where it differs (read).'
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
  areal_head:
    doc: 'An areal in front of its counts: everything but polygon, links and blocks.'
    seq:
      - id: anchor
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The centre, from which distances are measured; the engine moves one that is outside the polygon. In the game: z is 0 (measured).'
      - id: unk_0x0c
        type: f4
        doc: 'Nobody knows what it is for (reserved_12); kept. In the game: 0 (measured).'
      - id: area
        type: f4
        doc: 'The area seen from above (area_metric). In the game: the polygon''s, give or take 15 percent; 99 of 100 within 2 (measured).'
      - id: normal
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The ground''s normal, of length 1. In the game: of length 1 (measured).'
      - id: walkable
        type: u4
        doc: 'Whether walkers may be here (logic_flag). Where they may not, they get no links, and ground units are refused a goal. In the game: 0 or 1 (measured).'
      - id: unk_0x24
        type: u4
        doc: 'Nobody knows what it is for (reserved_36); kept. In the game: 0 (measured).'
      - id: class
        type: u4
        doc: 'What it is (class_id). All of the bits 0xf0 set is a lake: it covers liquid and the bed below. Nobody knows what the others mean. In the game: 1 to 29, 240 or 242 (measured).'
      - id: unk_0x2c
        type: u4
        doc: 'Nobody knows what it is for (reserved_44); kept. In the game: 0 (measured).'
  counts:
    doc: 'How long the lists of an areal are.'
    seq:
      - id: corners
        type: u4
        doc: 'How many corners the polygon has (vertex_count).'
      - id: blocks
        type: u4
        doc: 'How many further polygons there are (block_count); what for is not known. In the game: 0 (measured).'
  link:
    doc: 'What lies across an edge. Documents write both numbers as a list.'
    seq:
      - id: areal
        type: s4
        doc: 'The areal across the edge (area_ref); −1 at the border of the map.'
      - id: edge
        type: s4
        doc: 'The twin: the same edge as the areal over there counts it (edge_ref); −1 at the border of the map.'
  grid_head:
    doc: 'How many cells the grid has, behind the last areal.'
    seq:
      - id: cells_across
        type: u4
        doc: 'Cells across, along x (cellsX). In the game: 128 (measured).'
      - id: cells_down
        type: u4
        doc: 'Cells down, along y (cellsY). In the game: 128 (measured).'
