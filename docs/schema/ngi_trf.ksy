# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_trf
  title: 'NGI: table of a research tree'
  endian: le
  license: MIT OR Apache-2.0
params:
  - id: type_id
    type: u4
    doc: 'Type of the directory entry: 0x30465254 for TRF0.'
seq:
  - id: items
    type: tree_item
    repeat: expr
    repeat-expr: _io.size / 40
    if: type_id == 0x30465254
  - id: states
    type: u1
    repeat: eos
    if: type_id == 0x31465254
  - id: counts
    type: s4
    repeat: expr
    repeat-expr: _io.size / 4
    if: type_id == 0x32465254 or type_id == 0x34465254
  - id: list
    type: s4
    repeat: expr
    repeat-expr: _io.size / 4
    if: type_id == 0x33465254 or type_id == 0x35465254
  - id: texts
    terminator: 0
    eos-error: false
    repeat: eos
    if: type_id >= 0x36465254 and type_id <= 0x41465254
  - id: parts
    type: tree_part
    repeat: expr
    repeat-expr: _io.size / 4
    if: type_id == 0x42465254
  - id: tail
    size-eos: true
types:
  tree_item:
    doc: 'Item that can be researched and built.'
    seq:
      - id: research_energy
        type: f4
        doc: 'Energy for researching the item.'
      - id: research_ore
        type: f4
        doc: 'Ore for researching the item.'
      - id: build_energy
        type: f4
        doc: 'Energy for building the item.'
      - id: build_ore
        type: f4
        doc: 'Ore for building the item.'
      - id: code
        type: u4
        doc: 'Byte offset of the item''s short code in TRF7.'
      - id: name
        type: u4
        doc: 'Byte offset of the item''s name in TRF8.'
      - id: description
        type: u4
        doc: 'Byte offset of the item''s description in TRF9.'
      - id: template
        type: u4
        doc: 'Byte offset in TRFA of the template for showing the item.'
      - id: part
        type: u2
        doc: 'Index of the item''s part in TRFB.'
      - id: role
        type: u1
        doc: 'Role of the part in a unit. In the game: 1 to 7, 255 for none (measured).'
      - id: kind
        type: u1
        doc: 'Kind of item: building, chassis, ammunition, device, weapon. In the game: 8 to 12 (measured).'
      - id: sub_kind
        type: u1
        doc: 'Subdivision of the kind.'
      - id: second_sub_kind
        type: u1
        doc: 'Part of a building, as a second subdivision. In the game: 80 to 84, 255 for none (measured).'
      - id: size
        type: u1
        doc: 'Size class of the item. In the game: 0 to 5 (measured).'
      - id: level
        type: u1
        doc: 'Step in a ladder of upgrades.'
  tree_part:
    doc: 'Part and the item to which it belongs.'
    seq:
      - id: name
        type: u2
        doc: 'Byte offset of the part''s name in TRF6.'
      - id: item
        type: u2
        doc: 'Index of the item.'
