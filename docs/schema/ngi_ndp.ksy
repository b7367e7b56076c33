# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_ndp
  title: 'NGI: list of what nodes bear'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: head
    type: head
  - id: nodes
    type: node_life
    repeat: expr
    repeat-expr: head.count
  - id: tail
    size-eos: true
types:
  head:
    doc: 'How many records there are.'
    seq:
      - id: count
        type: u4
        doc: 'How many nodes there are records for. In the game: the model''s nodes on 541 of 542 (measured).'
  node_life:
    doc: 'What a node can bear.'
    seq:
      - id: flags
        type: u4
        doc: 'What the node is to its object. In the game: 1 on scenery, 0x20 and 0x40 on 28 nodes each, 0x70 on rounds (measured).'
      - id: hit_points
        type: f4
        doc: 'Damage that it takes until it is destroyed; 1,000,000 for never. In the game: 1 to 1,000,000 (measured).'
      - id: density
        type: f4
        doc: 'What a unit of its volume weighs, in kg. The volume is that of the box of its slot.'
      - id: explosion
        type: reference
        doc: 'The explosion when it loses a stage or is destroyed; names nothing for none. In the game: 2,203 name one (measured).'
  reference:
    doc: 'An entry of an archive: a material or a sound.'
    seq:
      - id: archive
        size: 32
        doc: 'The archive, such as material.lib or sounds.lib. What is behind the NUL is garbage.'
      - id: member
        size: 32
        doc: 'The entry in it. What is behind the NUL is garbage.'
