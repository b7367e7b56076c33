# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_objects
  title: 'NGI: object'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: slots
    type: slot
    repeat: expr
    repeat-expr: _io.size / 64
  - id: tail
    size-eos: true
types:
  slot:
    doc: 'A reference: an entry of an archive.'
    seq:
      - id: archive
        size: 32
        doc: 'The archive, such as static.rlb: at most 31 bytes and a NUL; empty where the place is not used.'
      - id: member
        size: 32
        doc: 'The entry in it, such as s_tree_0_04.msh. Its suffix says what the reference is for.'
