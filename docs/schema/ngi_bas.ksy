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
    doc: 'How many rings of a set there are: first the inner ones, then the outer ones.'
    seq:
      - id: rings
        type: u4
        doc: 'How many rings follow. In the game: 1 of each set on all 30 (measured).'
  ring_head:
    doc: 'How long a ring is.'
    seq:
      - id: corners
        type: u4
        doc: 'How many corners it has; one more is stored. In the game: 3 to 26 (measured).'
  corner:
    doc: 'A corner of a ring.'
    seq:
      - id: point
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Where it is, in the model''s own space.'
