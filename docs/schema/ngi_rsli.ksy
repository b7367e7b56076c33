# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_rsli
  title: 'NGI: RsLi archive'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: magic
    size: 2
  - id: header
    type: header
  - id: table
    size: header.count * 32
    process: ngi_xor(header.seed)
    type: table
instances:
  trailer:
    pos: _io.size - 6
    type: trailer
    if: _io.size >= 38
types:
  table:
    seq:
      - id: entries
        type: entry_record
        repeat: eos
  header:
    doc: 'Header of the archive: the first 32 bytes, after the magic.'
    seq:
      - id: unk_0x02
        type: u1
        doc: 'Unknown purpose; preserved. In the game: 0 (measured).'
      - id: version
        type: u1
        doc: 'Version of the format; only 1 is known. In the game: 1 (measured).'
      - id: count
        type: s2
        doc: 'Number of entries, not negative, so at most 32,767.'
      - id: count_copy
        type: s2
        doc: 'Copy of the number of entries. In the game: equal to count (measured).'
      - id: unk_0x08
        size: 6
        doc: 'Unknown purpose; preserved.'
      - id: sort_flag
        type: u2
        doc: '0xabba if the file contains a sort table that is ready; otherwise the engine sorts the names itself. In the game: 0xabba, or the engine builds the table in memory (read).'
      - id: unpacked_total
        type: u4
        doc: 'Sum of all unpacked sizes. In the game: always that sum (measured).'
      - id: seed
        type: u4
        doc: 'Seed, whose low 16 bits are the key of the enciphered table.'
      - id: unk_0x18
        size: 8
        doc: 'Unknown purpose; preserved.'
  entry_record:
    doc: 'Entry of the table, deciphered.'
    seq:
      - id: name
        size: 12
        doc: 'Name in upper-case ASCII, ended by a NUL unless it takes all 12 bytes.'
      - id: unk_0x0c
        size: 4
        doc: 'Unknown purpose; preserved. The bytes should begin with a zero if the name takes all 12 bytes.'
      - id: flags
        type: s2
        doc: 'Packing method in the bits 0x1e0; the other bits are unknown. In the game: the method and no other bits (measured).'
      - id: sort_to_original
        type: s2
        doc: 'Slot of the sort table ("sort to original"): position *i* contains the directory index of the *i*-th name in order. The number is also the key of this entry''s payload.'
      - id: unpacked_size
        type: u4
        doc: 'Size of the payload in bytes, unpacked.'
      - id: offset
        type: u4
        doc: 'Offset of the payload from the overlay, or from the start of the file if there is no trailer.'
      - id: packed_size
        type: u4
        doc: 'Size of the payload in bytes, as stored.'
  trailer:
    doc: 'Trailer of the archive, its last six bytes. Optional.'
    seq:
      - id: magic
        size: 2
        doc: 'The letters AO.'
      - id: overlay
        type: u4
        doc: 'Position in the file from which the offsets of payloads count.'
