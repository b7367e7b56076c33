# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_unit
  title: 'NGI: unit'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: magic
    contents: [0xf1, 0xf0]
  - id: head
    type: head
  - id: parts
    type: part
    repeat: expr
    repeat-expr: (_io.size - 8) / 112
  - id: tail
    size-eos: true
types:
  head:
    doc: 'Head of a unit, after the number 0xF0F1.'
    seq:
      - id: unk_0x02
        type: u2
        doc: 'Unknown purpose. In the game: 0 (measured).'
      - id: unit_type
        type: u4
        doc: 'Type of the unit. The top bit marks a building; without it, the unit is a robot.'
  part:
    doc: 'Part of a unit: an object and its attachment.'
    seq:
      - id: archive
        size: 32
        doc: 'Archive that contains the object. In the game: objects.rlb (measured).'
      - id: member
        size: 32
        doc: 'Entry of the object in the archive, such as r_h_01. In the game: garbage after the NUL on 5,205 of 5,219 (measured).'
      - id: unk_0x40
        type: u4
        doc: 'Unknown purpose. In the game: 1 (measured).'
      - id: attach
        type: s4
        doc: 'Point of attachment: a node of the parent''s model for an external part, a component slot of the parent''s controller (.ctl) for an internal part, -1 for the root.'
      - id: name
        size: 32
        doc: 'Display name of the part, in Windows-1251. It may fill the field to its last byte, without a NUL.'
      - id: class
        type: u4
        doc: 'Class of the part. In the game: armour on 26 guns (measured).'
      - id: child_count
        type: u4
        doc: 'Number of child parts. They follow this part, each with its own children.'
