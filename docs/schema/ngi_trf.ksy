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
    doc: 'Something that can be researched and built.'
    seq:
      - id: research_energy
        type: f4
        doc: 'Energy that its research costs.'
      - id: research_ore
        type: f4
        doc: 'Ore that its research costs.'
      - id: build_energy
        type: f4
        doc: 'Energy that building it costs.'
      - id: build_ore
        type: f4
        doc: 'Ore that building it costs.'
      - id: code
        type: u4
        doc: 'Where its short code is, in bytes of TRF7.'
      - id: name
        type: u4
        doc: 'Where its name is, in bytes of TRF8.'
      - id: description
        type: u4
        doc: 'Where its description is, in bytes of TRF9.'
      - id: template
        type: u4
        doc: 'Where the template of what is shown of it is, in bytes of TRFA.'
      - id: part
        type: u2
        doc: 'Its part, by its place in TRFB.'
      - id: role
        type: u1
        doc: 'What a part makes of a unit. In the game: 1 to 7, 255 for none (measured).'
      - id: kind
        type: u1
        doc: 'What it is: building, chassis, ammunition, device, weapon. In the game: 8 to 12 (measured).'
      - id: sub_kind
        type: u1
        doc: 'What of these.'
      - id: second_sub_kind
        type: u1
        doc: 'What part of a building it is. In the game: 80 to 84, 255 for none (measured).'
      - id: size
        type: u1
        doc: 'How large it is. In the game: 0 to 5 (measured).'
      - id: level
        type: u1
        doc: 'Which step of a ladder of upgrades.'
  tree_part:
    doc: 'A part and the item it belongs to.'
    seq:
      - id: name
        type: u2
        doc: 'Where the name of the part is, in bytes of TRF6.'
      - id: item
        type: u2
        doc: 'The item, by its place.'
