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
    doc: 'The first 32 bytes, after the magic.'
    seq:
      - id: unk_0x02
        type: u1
        doc: 'Nobody knows what it is for; kept. In the game: 0 (measured).'
      - id: version
        type: u1
        doc: 'The version: there is no other than 1. In the game: 1 (measured).'
      - id: count
        type: s2
        doc: 'Number of entries, not negative, so at most 32,767.'
      - id: count_copy
        type: s2
        doc: 'The number of entries again. In the game: as the count (measured).'
      - id: unk_0x08
        size: 6
        doc: 'Nobody knows what they are for; kept.'
      - id: sort_flag
        type: u2
        doc: '0xabba where the sort table on disk is ready; else the engine sorts the names itself. In the game: 0xabba, or the engine makes the table in memory (read).'
      - id: unpacked_total
        type: u4
        doc: 'Sum of all unpacked sizes. In the game: the sum (measured).'
      - id: seed
        type: u4
        doc: 'Its low 16 bits are the key the table is enciphered with.'
      - id: unk_0x18
        size: 8
        doc: 'Nobody knows what they are for; kept.'
  entry_record:
    doc: 'One entry of the table, deciphered.'
    seq:
      - id: name
        size: 12
        doc: 'Name: upper-case ASCII, ended by a NUL unless all 12 bytes are taken.'
      - id: unk_0x0c
        size: 4
        doc: 'Nobody knows what they are for; kept. They should begin with a zero where the name takes all 12 bytes.'
      - id: flags
        type: s2
        doc: 'The method in the bits 0x1e0; the others are unknown. In the game: the method and nothing else (measured).'
      - id: sort_to_original
        type: s2
        doc: 'A slot of the sort table ("sort to original"): position *i* holds the directory index of the *i*-th name in order. It is also the key of this entry''s payload.'
      - id: unpacked_size
        type: u4
        doc: 'Bytes of the payload once unpacked.'
      - id: offset
        type: u4
        doc: 'Offset of the payload from the overlay, or from the start of the file without a trailer.'
      - id: packed_size
        type: u4
        doc: 'Bytes of the payload as stored.'
  trailer:
    doc: 'The last six bytes, where an archive has a trailer.'
    seq:
      - id: magic
        size: 2
        doc: 'The letters AO.'
      - id: overlay
        type: u4
        doc: 'The place in the file that offsets of payloads count from.'
