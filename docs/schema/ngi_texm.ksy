# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_texm
  title: 'NGI: texture'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: magic
    contents: Texm
  - id: header
    type: header
  - id: palette
    type: u1
    repeat: expr
    repeat-expr: 1024
    if: header.format == 0
    doc: 'Blue, green, red and an unused byte, 256 times.'
  - id: levels
    type: level(_index)
    repeat: expr
    repeat-expr: header.levels
  - id: page
    type: page
    if: _io.size - _io.pos >= 8
  - id: tail
    size-eos: true
instances:
  bytes_per_pixel:
    value: '(header.format == 0 or header.format == 2) ? 1 : (header.format == 565 or header.format == 556 or header.format == 4444 or header.format == 88) ? 2 : 4'
types:
  level:
    params:
      - id: index
        type: u4
    seq:
      - id: pixels
        size: width * height * _root.bytes_per_pixel
    instances:
      width:
        value: '(_root.header.width >> index) > 0 ? (_root.header.width >> index) : 1'
      height:
        value: '(_root.header.height >> index) > 0 ? (_root.header.height >> index) : 1'
  page:
    seq:
      - id: head
        type: page_head
      - id: rects
        type: rect
        repeat: expr
        repeat-expr: head.count
  header:
    doc: 'Header of a texture, after the magic.'
    seq:
      - id: width
        type: u4
        doc: 'Width of level 0 in pixels, not 0.'
      - id: height
        type: u4
        doc: 'Height of level 0 in pixels, not 0.'
      - id: levels
        type: u4
        doc: 'Number of levels, at least 1: the full image, half its size, a quarter, …'
      - id: flags4
        type: u4
        doc: 'Not read by any known code. In the game: 32 if there are several levels, else 0 (measured).'
      - id: flags5
        type: u4
        doc: 'Flags for skipped levels and for the alpha of the surface. In the game: 0 on 312 of 393 textures, exported on the other 81 (measured).'
      - id: unk_0x18
        type: u4
        doc: 'Not read by the engine. Also known as unk6. In the game: a colour near the mean on 47 of 393 textures, else 0 (measured).'
      - id: format
        type: u4
        doc: 'Pixel format. In the game: 0, 565, 888, 4444 and 8888, 2 for fonts (measured).'
  page_head:
    doc: 'Head of a page, before its cells.'
    seq:
      - id: magic
        size: 4
        doc: 'The letters Page.'
      - id: count
        type: u4
        doc: 'Number of cells that follow.'
  rect:
    doc: 'Cell as stored: position and size in pixels of level 0.'
    seq:
      - id: x
        type: s2
        doc: 'Left edge of the cell in pixels of level 0.'
      - id: w
        type: s2
        doc: 'Width of the cell in pixels of level 0.'
      - id: y
        type: s2
        doc: 'Top edge of the cell in pixels of level 0.'
      - id: h
        type: s2
        doc: 'Height of the cell in pixels of level 0.'
