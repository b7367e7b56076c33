# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_swav
  title: 'NGI: sound'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: magic
    contents: RIFF
    if: _io.size > 0
  - id: head
    type: riff_head
    if: _io.size > 0
  - id: form
    contents: WAVE
    if: _io.size > 0
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _io.size - _io.pos < 8
    if: _io.size >= 20
  - id: tail
    size-eos: true
types:
  chunk:
    seq:
      - id: head
        type: chunk_head
      - id: body
        size: 'head.size < _io.size - _io.pos ? head.size : _io.size - _io.pos'
        type:
          switch-on: head.id
          cases:
            '[0x66, 0x6d, 0x74, 0x20]': format
            '[0x66, 0x61, 0x63, 0x74]': fact
      - id: pad
        size: 'head.size % 2 == 1 and not _io.eof ? 1 : 0'
  format:
    seq:
      - id: format
        type: wave_format
      - id: adpcm
        type: adpcm_head
        if: format.codec == 2
      - id: coefficients
        type: coefficients
        repeat: expr
        repeat-expr: adpcm.coefficient_count
        if: format.codec == 2
      - id: more
        size-eos: true
  riff_head:
    doc: 'What a sound begins with, between the letters RIFF and WAVE.'
    seq:
      - id: size
        type: u4
        doc: 'How many bytes follow this number.'
  chunk_head:
    doc: 'What a chunk begins with.'
    seq:
      - id: id
        size: 4
        doc: 'Which chunk it is.'
      - id: size
        type: u4
        doc: 'How many bytes it has behind this number, a last one to make them even left out.'
  wave_format:
    doc: 'How samples are stored: what the chunk "fmt " begins with.'
    seq:
      - id: codec
        type: u2
        doc: 'Which way. In the game: MS ADPCM on 306 of 399 sounds, PCM on 93 (measured).'
      - id: channels
        type: u2
        doc: 'How many sounds at once: 1, or 2 for left and right.'
      - id: rate
        type: u4
        doc: 'Samples a second of each channel. In the game: 22,050 (measured).'
      - id: bytes_per_second
        type: u4
        doc: 'Bytes that a second takes.'
      - id: block_size
        type: u2
        doc: 'Bytes that belong together: a sample of every channel, or a block of ADPCM.'
      - id: bits
        type: u2
        doc: 'Bits of a sample.'
  adpcm_head:
    doc: 'What the chunk "fmt " has more for MS ADPCM.'
    seq:
      - id: extra_size
        type: u2
        doc: 'How many bytes follow this number.'
      - id: samples_per_block
        type: u2
        doc: 'Samples of a channel in a block.'
      - id: coefficient_count
        type: u2
        doc: 'How many pairs of coefficients follow.'
  coefficients:
    doc: 'How the next sample is expected to follow from the last two, in 256ths.'
    seq:
      - id: first
        type: s2
        doc: 'So much of the last one.'
      - id: second
        type: s2
        doc: 'So much of the one before.'
  fact:
    doc: 'How long a sound is: the chunk "fact".'
    seq:
      - id: samples
        type: u4
        doc: 'Samples of a channel. The last block may have more.'
