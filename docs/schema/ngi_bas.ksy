# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_bas
  title: 'NGI: footprint'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: inner_set
    type: ring_set
  - id: inner
    type: inner_ring
    repeat: expr
    repeat-expr: inner_set.rings
  - id: outer_set
    type: ring_set
  - id: outer
    type: outer_ring
    repeat: expr
    repeat-expr: outer_set.rings
  - id: tail
    size-eos: true
types:
  inner_ring:
    seq:
      - id: head
        type: ring_head
      - id: points
        type: corner
        repeat: expr
        repeat-expr: head.corners
      - id: closing
        type: corner
      - id: triangles
        type: u4
        repeat: expr
        repeat-expr: head.corners
      - id: corners
        type: u4
        repeat: expr
        repeat-expr: head.corners
  outer_ring:
    seq:
      - id: head
        type: ring_head
      - id: points
        type: corner
        repeat: expr
        repeat-expr: head.corners
      - id: closing
        type: corner
  ring_set:
    doc: 'Number of rings in a set. The set of inner rings comes first, then the set of outer rings.'
    seq:
      - id: rings
        type: u4
        doc: 'Number of rings that follow. In the game: 1 in both sets of all 30 (measured).'
  ring_head:
    doc: 'Length of a ring.'
    seq:
      - id: corners
        type: u4
        doc: 'Number of corners; one more is stored. In the game: 3 to 26 (measured).'
  corner:
    doc: 'Corner of a ring.'
    seq:
      - id: point
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Position in model space.'
