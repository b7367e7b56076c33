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
    doc: 'Explosion.'
    seq:
      - id: kind
        type: s4
        doc: 'Targets of the damage. In the game: 1 to 3 (measured).'
      - id: damage
        type: f4
        doc: 'Amount of damage. In the game: 0 to 800,000 (measured).'
      - id: radius
        type: f4
        doc: 'Radius of the damage; also the size of the effect.'
      - id: unk_0x0c
        type: f4
        doc: 'Unknown purpose. In the game: 1 (measured).'
      - id: unk_0x10
        type: f4
        doc: 'Unused; nothing reads it. In the game: 1 (measured).'
      - id: placement
        type: s4
        doc: 'Direction of the effect''s axis. In the game: 0 on 81, 7 on 63 (measured).'
      - id: effects
        type: reference
        repeat: expr
        repeat-expr: 12
        doc: 'Effects: the first for any surface, then one for each of the surface classes sn st gr sw ic mt gr wt al an sh. A class without an effect of its own shows the first.'
  reference:
    doc: 'Reference to an entry of an archive, such as a material or a sound.'
    seq:
      - id: archive
        size: 32
        doc: 'Archive, such as material.lib or sounds.lib. The bytes after the NUL are garbage.'
      - id: member
        size: 32
        doc: 'Entry in the archive. The bytes after the NUL are garbage.'
