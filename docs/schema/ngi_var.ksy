# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_var
  title: 'NGI: variables of a behaviour'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: count
    type: u4
  - id: variables
    type: variable
    repeat: expr
    repeat-expr: count
  - id: tail
    size-eos: true
types:
  variable:
    seq:
      - id: head
        type: variable_head
      - id: name_size
        type: u4
      - id: name
        size: name_size
      - id: note_size
        type: u4
      - id: note
        size: note_size
      - id: values
        type: values
  variable_head:
    doc: 'What a variable begins with.'
    seq:
      - id: value_size
        type: u4
        doc: 'Bytes of its value. In the game: 4 (measured).'
      - id: kind
        type: u4
        doc: 'What it is.'
      - id: unk_0x08
        type: u4
        doc: 'Nobody knows what it is for. In the game: 0 (measured).'
  values:
    doc: 'The values of a variable: whole numbers, or the bits of floats.'
    seq:
      - id: value
        type: u4
        doc: 'What it is.'
      - id: default
        type: u4
        doc: 'What it is at first.'
      - id: min
        type: u4
        doc: 'The least it may be.'
      - id: max
        type: u4
        doc: 'The most it may be.'
