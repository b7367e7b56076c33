# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_pal
  title: 'NGI: palette'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: colours
    type: u1
    repeat: expr
    repeat-expr: 1024
    doc: 'Blue, green, red and an unused byte, 256 times.'
  - id: table_magic
    size: 4
    if: _io.size >= 1024 + 4 + 65536
  - id: table
    size: 65536
    if: _io.size >= 1024 + 4 + 65536
  - id: tail
    size-eos: true
