# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_exp
  title: 'NGI: explosion'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: explosion
    type: explosion
types:
  explosion:
    doc: 'An explosion.'
    seq:
      - id: kind
        type: s4
        doc: 'Whom it hurts. In the game: 1 to 3 (measured).'
      - id: damage
        type: f4
        doc: 'How much it hurts. In the game: 0 to 800,000 (measured).'
      - id: radius
        type: f4
        doc: 'How far the damage reaches. Also how large its effect is.'
      - id: unk_0x0c
        type: f4
        doc: 'Nobody knows what it is for. In the game: 1 (measured).'
      - id: unk_0x10
        type: f4
        doc: 'Nothing reads it. In the game: 1 (measured).'
      - id: placement
        type: s4
        doc: 'What the axis of its effect follows. In the game: 0 on 81, 7 on 63 (measured).'
      - id: effects
        type: reference
        repeat: expr
        repeat-expr: 12
        doc: 'The effects: the first for any surface, then one for each of the surface classes sn st gr sw ic mt gr wt al an sh. A class whose own names nothing shows the first.'
  reference:
    doc: 'An entry of an archive: a material or a sound.'
    seq:
      - id: archive
        size: 32
        doc: 'The archive, such as material.lib or sounds.lib. What is behind the NUL is garbage.'
      - id: member
        size: 32
        doc: 'The entry in it. What is behind the NUL is garbage.'
