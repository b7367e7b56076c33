# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_cpt
  title: 'NGI: list of control points'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: head
    type: head
  - id: places
    type: place
    repeat: expr
    repeat-expr: head.count
  - id: names
    type: point_name
    repeat: expr
    repeat-expr: head.count
  - id: tail
    size-eos: true
types:
  head:
    doc: 'How many points there are.'
    seq:
      - id: count
        type: u4
        doc: 'How many points there are, and then as many names.'
  place:
    doc: 'Where a point is.'
    seq:
      - id: unk_0x00
        type: f4
        doc: 'Nobody knows what it is for. In the game: 0 or -0, rarely something else (measured).'
      - id: node
        type: s4
        doc: 'The node of the model in whose frame the point is.'
      - id: carrier
        type: s4
        doc: 'The node that carries it: the point of a wheel is gone with that.'
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Where it is, in the frame of its node.'
      - id: vector
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'A direction of length 1, or of points that are sizes (Width, Height, Size) how large, along one axis. Triples _X _Y _Z or _d _w _h are a frame together. In the game: length 1 on 553 of 570 directions, one axis on all 191 sizes (measured).'
  point_name:
    doc: 'What a point is called; these stand behind all points.'
    seq:
      - id: name
        size: 32
        doc: 'The name, such as LeftFoot: at most 31 bytes and a NUL.'
