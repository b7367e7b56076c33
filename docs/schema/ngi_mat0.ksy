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
    doc: 'Numbers of phases and tracks: the first bytes of a material.'
    seq:
      - id: phases
        type: u2
        doc: 'Number of phases. In the game: at most 29 (measured).'
      - id: tracks
        type: u2
        doc: 'Number of tracks; the engine refuses 20 and more. In the game: at most 8 (measured).'
  meta:
    doc: 'Header fields after the counts. Missing fields have the engine''s defaults.'
    seq:
      - id: class
        type: u1
        doc: 'Surface class: 0–4 ground, 5 object skins, 6 foliage, 7 water, 8–10 small families, 255 unset. Used by the simulation, not for rendering. Also known as metaA.'
      - id: unk_0x05
        type: u1
        doc: 'Unknown purpose. Also known as metaB. In the game: 255 (measured).'
      - id: speed
        type: f4
        doc: 'Speed factor. Also known as metaC. In the game: 1 (measured).'
      - id: damage
        type: u4
        doc: 'Damage per second to anything that touches the surface: 10,000 on lava and deep water, 1,000 on two damaged bases, 0 elsewhere. Shown as an integer, although it may be an f32. Also known as metaD.'
  phase:
    doc: 'Appearance of a material at one moment.'
    seq:
      - id: ambient
        type: u1
        repeat: expr
        repeat-expr: 3
        doc: 'Red, green, blue (255 is 1.0) of the light that the surface emits.'
      - id: opacity
        type: u1
        doc: 'Opacity in percent: the alpha of the ambient colour. In the game: at most 100 (measured).'
      - id: diffuse
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Diffuse colour: red, green, blue (255 is 1.0) and an alpha that the engine never uses. In the game: alpha at most 100 (measured).'
      - id: specular
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Specular colour: red, green, blue (255 is 1.0) and an alpha that the engine never uses. In the game: alpha at most 100 (measured).'
      - id: emissive
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Emissive colour: red, green, blue (255 is 1.0) and alpha. The engine never uses any of them. In the game: alpha at most 100 (measured).'
      - id: power
        type: u1
        doc: 'Specular power; 0 for none.'
      - id: cell
        type: s1
        doc: 'Cell of the texture''s page; −1 is the whole texture. Without a texture, any value counts as −1.'
      - id: texture
        size: 16
        doc: 'Name of the texture: at most 15 bytes and a NUL, empty for none. The name needs a dot; the letters after it may select a palette.'
  track_head:
    doc: 'Head of a track; its keys follow.'
    seq:
      - id: word
        type: u4
        doc: 'Time mode and blend mask.'
      - id: key_count
        type: u2
        doc: 'Number of keys that follow.'
  key:
    doc: 'Key of a track.'
    seq:
      - id: phase
        type: u2
        doc: 'Index of the shown phase, from 0.'
      - id: time_ms
        type: u2
        doc: 'End time of the key, not its start, in milliseconds from the start of the track. The end time of the last key is the length of the track.'
      - id: unk_0x04
        type: u2
        doc: 'Not read by the engine. In the game: 0 (measured).'
