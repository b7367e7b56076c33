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
    doc: 'Reference to an entry of an archive.'
    seq:
      - id: archive
        size: 32
        doc: 'Archive, such as static.rlb: at most 31 bytes and a NUL; empty if the place is unused.'
      - id: member
        size: 32
        doc: 'Entry in the archive, such as s_tree_0_04.msh. Its suffix determines the purpose of the reference.'
