# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_nres
  title: 'NGI: NRes archive'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: header
    type: header
instances:
  entries:
    pos: _io.size - header.count * 64
    type: entry
    repeat: expr
    repeat-expr: header.count
types:
  entry:
    seq:
      - id: record
        type: entry_record
    instances:
      payload:
        io: _root._io
        pos: record.offset
        size: record.size
  header:
    doc: 'Header of the archive, 16 bytes.'
    seq:
      - id: magic
        size: 4
        doc: 'The letters NRes. In the game: "NRes"; the engine opens nothing else (read).'
      - id: version
        type: u4
        doc: 'Version of the format. In the game: 0x100; the engine opens nothing else (read).'
      - id: count
        type: s4
        doc: 'Number of entries, not negative; the engine reads it as a signed number.'
      - id: total_size
        type: u4
        doc: 'Length of the file according to its header. In the game: the engine refuses a file with another length (read).'
  entry_record:
    doc: 'Directory entry as stored.'
    seq:
      - id: type_id
        type: u4
        doc: 'Type of the content: four characters such as MAT0, the first in the lowest byte, or a small number such as 3.'
      - id: attr1
        type: u4
        doc: 'First attribute; its meaning depends on the type.'
      - id: attr2
        type: u4
        doc: 'Second attribute; its meaning depends on the type.'
      - id: size
        type: u4
        doc: 'Payload size in bytes.'
      - id: attr3
        type: u4
        doc: 'Third attribute; its meaning depends on the type.'
      - id: name
        size: 36
        doc: 'Name: at most 35 bytes and a NUL. Bytes after the NUL have no meaning and are preserved. Names are compared ignoring ASCII case.'
      - id: offset
        type: u4
        doc: 'Payload offset from the start of the file. In the game: a multiple of 8 (measured).'
      - id: sort_index
        type: u4
        doc: 'Slot of the sort table, unrelated to the entry that contains it: slot i is the directory index of the i-th name in order.'
