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
    doc: 'Number of control points.'
    seq:
      - id: count
        type: u4
        doc: 'Number of points, which is also the number of names after them.'
  place:
    doc: 'Position of a control point, and its direction or size.'
    seq:
      - id: unk_0x00
        type: f4
        doc: 'Unknown purpose. In the game: 0 or -0, rarely something else (measured).'
      - id: node
        type: s4
        doc: 'Node of the model whose frame the position is in.'
      - id: carrier
        type: s4
        doc: 'Node that carries the point. The point is lost together with this node, for example with a wheel.'
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Position in the frame of the node.'
      - id: vector
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Direction of length 1. For points that are sizes (Width, Height, Size): the size, along one axis. Triples _X _Y _Z or _d _w _h form a frame together. In the game: length 1 on 553 of 570 directions, one axis on all 191 sizes (measured).'
  point_name:
    doc: 'Name of a control point. The names follow after all points.'
    seq:
      - id: name
        size: 32
        doc: 'Name, such as LeftFoot: at most 31 bytes and a NUL.'
