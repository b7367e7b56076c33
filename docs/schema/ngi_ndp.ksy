# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_ndp
  title: 'NGI: list of node strengths'
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
    doc: 'Number of records.'
    seq:
      - id: count
        type: u4
        doc: 'Number of nodes that have a record. In the game: number of the model''s nodes on 541 of 542 (measured).'
  node_life:
    doc: 'Strength, weight and explosion of a node.'
    seq:
      - id: flags
        type: u4
        doc: 'Role of the node in its object. In the game: 1 on scenery, 0x20 and 0x40 on 28 nodes each, 0x70 on rounds (measured).'
      - id: hit_points
        type: f4
        doc: 'Damage that destroys the node; 1,000,000 for an indestructible node. In the game: 1 to 1,000,000 (measured).'
      - id: density
        type: f4
        doc: 'Weight of a unit of the node''s volume, in kg. The volume is that of the box of its slot.'
      - id: explosion
        type: reference
        doc: 'Explosion when the node loses a stage or is destroyed; empty names for none. In the game: named on 2,203 nodes (measured).'
  reference:
    doc: 'Reference to an entry of an archive, such as a material or a sound.'
    seq:
      - id: archive
        size: 32
        doc: 'Archive, such as material.lib or sounds.lib. The bytes after the NUL are garbage.'
      - id: member
        size: 32
        doc: 'Entry in the archive. The bytes after the NUL are garbage.'
