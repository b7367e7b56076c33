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
    doc: 'What a unit begins with, behind the number 0xF0F1.'
    seq:
      - id: unk_0x02
        type: u2
        doc: 'Nobody knows what it is for. In the game: 0 (measured).'
      - id: unit_type
        type: u4
        doc: 'What the unit is. With the top bit it is a building, without a robot.'
  part:
    doc: 'A part of a unit: an object, and what it hangs on.'
    seq:
      - id: archive
        size: 32
        doc: 'The archive that the object is in. In the game: objects.rlb (measured).'
      - id: member
        size: 32
        doc: 'The object''s entry in it, such as r_h_01. In the game: junk behind the NUL on 5,205 of 5,219 (measured).'
      - id: unk_0x40
        type: u4
        doc: 'Nobody knows what it is for. In the game: 1 (measured).'
      - id: attach
        type: s4
        doc: 'Where it hangs on its parent: a part outside on a node of the parent''s model, a part inside in a component slot of the parent''s controller (.ctl); -1 for the root.'
      - id: name
        size: 32
        doc: 'What the part is called for people, in Windows-1251. It may fill the field to its last byte, without a NUL.'
      - id: class
        type: u4
        doc: 'What it is for. In the game: 26 guns say armour (measured).'
      - id: child_count
        type: u4
        doc: 'How many parts hang on it. They follow it, each with those that hang on them.'
