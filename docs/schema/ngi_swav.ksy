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
    doc: 'Head of a sound, between the letters RIFF and WAVE.'
    seq:
      - id: size
        type: u4
        doc: 'Number of bytes after this field.'
  chunk_head:
    doc: 'Head of a chunk.'
    seq:
      - id: id
        size: 4
        doc: 'Kind of the chunk, four characters.'
      - id: size
        type: u4
        doc: 'Number of bytes after this field, without the byte that pads an odd chunk.'
  wave_format:
    doc: 'Storage of the samples: the start of the chunk "fmt ".'
    seq:
      - id: codec
        type: u2
        doc: 'Codec of the samples. In the game: MS ADPCM on 306 of 399 sounds, PCM on 93 (measured).'
      - id: channels
        type: u2
        doc: 'Number of channels: 1, or 2 for left and right.'
      - id: rate
        type: u4
        doc: 'Samples per second and channel. In the game: 22,050 (measured).'
      - id: bytes_per_second
        type: u4
        doc: 'Bytes per second.'
      - id: block_size
        type: u2
        doc: 'Bytes per block: one sample of every channel, or a block of ADPCM.'
      - id: bits
        type: u2
        doc: 'Bits per sample.'
  adpcm_head:
    doc: 'Additional fields of the chunk "fmt " for MS ADPCM.'
    seq:
      - id: extra_size
        type: u2
        doc: 'Number of bytes after this field.'
      - id: samples_per_block
        type: u2
        doc: 'Samples per channel in a block.'
      - id: coefficient_count
        type: u2
        doc: 'Number of coefficient pairs that follow.'
  coefficients:
    doc: 'Coefficients that predict the next sample from the last two, in 1/256.'
    seq:
      - id: first
        type: s2
        doc: 'Weight of the last sample.'
      - id: second
        type: s2
        doc: 'Weight of the sample before the last.'
  fact:
    doc: 'Length of a sound: the chunk "fact".'
    seq:
      - id: samples
        type: u4
        doc: 'Number of samples per channel. The last block may contain more.'
