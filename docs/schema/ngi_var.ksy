# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_var
  title: 'NGI: behaviour variables'
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
    doc: 'Head of a variable.'
    seq:
      - id: value_size
        type: u4
        doc: 'Size of its value in bytes. In the game: 4 (measured).'
      - id: kind
        type: u4
        doc: 'Type of the variable.'
      - id: unk_0x08
        type: u4
        doc: 'Unknown purpose. In the game: 0 (measured).'
  values:
    doc: 'Values of a variable: whole numbers, or the bits of floats.'
    seq:
      - id: value
        type: u4
        doc: 'Current value.'
      - id: default
        type: u4
        doc: 'Initial value.'
      - id: min
        type: u4
        doc: 'Least allowed value.'
      - id: max
        type: u4
        doc: 'Largest allowed value.'
