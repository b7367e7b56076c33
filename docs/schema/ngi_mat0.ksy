# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_mat0
  title: 'NGI: material'
  endian: le
  license: MIT OR Apache-2.0
params:
  - id: version
    type: u4
    doc: 'attr2 of the directory entry.'
seq:
  - id: counts
    type: counts
  - id: meta
    type: meta
    if: version >= 4
  - id: phases
    type: phase
    repeat: expr
    repeat-expr: counts.phases
  - id: tracks
    type: track
    repeat: expr
    repeat-expr: counts.tracks
types:
  track:
    seq:
      - id: head
        type: track_head
      - id: keys
        type: key
        repeat: expr
        repeat-expr: head.key_count
  counts:
    doc: 'How many phases and tracks there are: the first bytes of a material.'
    seq:
      - id: phases
        type: u2
        doc: 'How many phases there are. In the game: at most 29 (measured).'
      - id: tracks
        type: u2
        doc: 'How many tracks there are; the engine refuses 20 and more. In the game: at most 8 (measured).'
  meta:
    doc: 'The header''s fields behind the counts. Missing ones have the engine''s defaults.'
    seq:
      - id: class
        type: u1
        doc: 'What kind of surface: 0–4 ground, 5 skins of objects, 6 foliage, 7 water, 8–10 small families, 255 unset. For the simulation, not for drawing. Also known as metaA.'
      - id: unk_0x05
        type: u1
        doc: 'Nobody knows what it is for. Also known as metaB. In the game: 255 (measured).'
      - id: speed
        type: f4
        doc: 'The speed factor. Also known as metaC. In the game: 1 (measured).'
      - id: damage
        type: u4
        doc: 'Damage a second to who touches it: 10,000 on lava and deep water, 1,000 on two damaged bases, 0 elsewhere. Shown as a number; nobody knows for sure that it is no f32. Also known as metaD.'
  phase:
    doc: 'What a material looks like at one moment.'
    seq:
      - id: ambient
        type: u1
        repeat: expr
        repeat-expr: 3
        doc: 'Red, green, blue (255 is 1) of the light the surface gives off itself.'
      - id: opacity
        type: u1
        doc: 'Alpha of ambient: opacity in percent. In the game: at most 100 (measured).'
      - id: diffuse
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Red, green, blue (255 is 1), alpha. This alpha is never used. In the game: alpha at most 100 (measured).'
      - id: specular
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Red, green, blue (255 is 1), alpha. This alpha is never used. In the game: alpha at most 100 (measured).'
      - id: emissive
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Red, green, blue (255 is 1), alpha. None of it is ever used. In the game: alpha at most 100 (measured).'
      - id: power
        type: u1
        doc: 'Specular power; 0 for none.'
      - id: cell
        type: s1
        doc: 'Cell of the texture''s page; −1 is the whole texture. Without a texture it counts as −1.'
      - id: texture
        size: 16
        doc: 'The texture: at most 15 bytes and a NUL; empty for none. Its name needs a dot, and what follows the dot may pick a palette.'
  track_head:
    doc: 'What a track has before its keys.'
    seq:
      - id: word
        type: u4
        doc: 'How time runs, and what is blended.'
      - id: key_count
        type: u2
        doc: 'How many keys follow.'
  key:
    doc: 'One key of a track.'
    seq:
      - id: phase
        type: u2
        doc: 'The phase that is shown, from 0.'
      - id: time_ms
        type: u2
        doc: 'When it ends, not begins, in milliseconds from the start of the track. The last key''s is the length of the track.'
      - id: unk_0x04
        type: u2
        doc: 'Nothing reads it. In the game: 0 (measured).'
