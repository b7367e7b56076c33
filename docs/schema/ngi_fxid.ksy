# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_fxid
  title: 'NGI: effect'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: counts
    type: counts
  - id: header
    type: header
  - id: commands
    type: command
    repeat: expr
    repeat-expr: counts.commands
  - id: tail
    size-eos: true
types:
  command:
    seq:
      - id: head
        type: command_head
      - id: body
        type:
          switch-on: head.word & 0xff
          cases:
            1: light
            2: sound
            3: sprite
            4: glow
            5: bolt
            7: burst
            8: stream
            9: dome
            10: burst
  counts:
    doc: 'Count at the beginning of an effect.'
    seq:
      - id: commands
        type: u4
        doc: 'Number of commands that follow the header. In the game: at most 81 (measured).'
  header:
    doc: 'Header after the number of commands. Offsets count from the start of the payload.'
    seq:
      - id: time_mode
        type: u4
        doc: 'Source of t until the effect is started in another mode. Also known as globalFlags.'
      - id: duration_s
        type: f4
        doc: 'Duration from start to end, in seconds. In the game: 0 to 5 (measured).'
      - id: time_jitter
        type: f4
        doc: 'Jitter of t, used with flag 0x1. In the game: left over in 137 effects without the flag (measured).'
      - id: flags
        type: u4
        doc: 'Flags that change how the effect runs. Also known as flags10. In the game: 0x16 on explosions, 0x10 on rounds (measured).'
      - id: settings
        type: u4
        doc: 'Setting of the player that switches the effect off. In the game: 18 of the 20 switches (measured).'
      - id: offset_jitter
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Jitter of the position, used with flag 0x8. In the game: 0 (measured).'
      - id: tested_point
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Point that a ray from the camera tests, in the effect''s own frame. In the game: (0, 0, 0), (1, 0, 0) or (0.5, 0, 0) (measured).'
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Factors for the requested size, one per axis.'
  command_head:
    doc: 'Word at the beginning of every command.'
    seq:
      - id: word
        type: u4
        doc: 'Kind of the command, and how it is drawn.'
  light:
    doc: 'Command 1: a light.'
    seq:
      - id: kind
        type: u4
        doc: 'Kind of the light. In the game: mostly 5 and 6; no 3 and 4 (measured).'
      - id: window
        type: window
        doc: 'Window in which the light is on.'
      - id: position
        type: path
        doc: 'Position in the effect''s frame.'
      - id: direction
        type: path
        doc: 'Direction in the effect''s frame. Its length in the world multiplies the range.'
      - id: colour_start
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: 'Red, green, blue and alpha at the start; they may be above 1.'
      - id: colour_end
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: 'Red, green, blue and alpha at the end.'
      - id: colour_jitter
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: 'Jitter of the colour: up to half of this value in either direction.'
      - id: range
        type: span
        doc: 'Range of the light.'
      - id: range_jitter
        type: f4
        doc: 'Jitter of the range: up to half of this value in either direction.'
      - id: attenuation
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Coefficients of the brightness a0 + a1 x + a2 x²; x is 0 at the range and 1 at the light. In the game: mostly (0, 1, 0) and (0, 1, 1) (measured).'
      - id: unk_0x88
        type: u4
        repeat: expr
        repeat-expr: 6
        doc: 'Unused; nothing reads it.'
      - id: unk_0xa0
        type: reference
        doc: 'Unused; nothing reads it. Its layout is that of the material of other commands. In the game: one effect names a material here (measured).'
  window:
    doc: 'Window in which a command is active: lo ≤ t ≤ hi.'
    seq:
      - id: lo
        type: f4
        doc: 'First t at which the command is active.'
      - id: hi
        type: f4
        doc: 'Last t at which the command is active.'
  path:
    doc: 'Vector that changes linearly from start to end.'
    seq:
      - id: start
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Value at the start.'
      - id: end
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Value at the end.'
  span:
    doc: 'Number that changes from start to end as the command progresses.'
    seq:
      - id: start
        type: f4
        doc: 'Value at the start.'
      - id: end
        type: f4
        doc: 'Value at the end.'
  reference:
    doc: 'Reference to an entry of an archive, such as a material or a sound.'
    seq:
      - id: archive
        size: 32
        doc: 'Archive, such as material.lib or sounds.lib. The bytes after the NUL are garbage.'
      - id: member
        size: 32
        doc: 'Entry in the archive. The bytes after the NUL are garbage.'
  sound:
    doc: 'Command 2: a sound.'
    seq:
      - id: mode
        type: u4
        doc: 'Mode: plays once or repeats. In the game: 0 or 2 (measured).'
      - id: window
        type: window
        doc: 'Window of the sound. A sound that plays once starts when t passes lo.'
      - id: position
        type: path
        doc: 'Position in the effect''s frame.'
      - id: direction
        type: path
        doc: 'Direction in the effect''s frame. In the game: (1, 0, 0) (measured).'
      - id: near
        type: f4
        doc: 'Distance up to which the sound has its full volume.'
      - id: far
        type: f4
        doc: 'Distance beyond which the sound no longer gets quieter; a sound that plays once is cut off there.'
      - id: rate
        type: span
        doc: 'Factor for the playback rate. In the game: 1 on all but one sound (measured).'
      - id: place_mode
        type: u4
        doc: 'Placement by DirectSound: 0 in the world, 1 relative to the listener, 2 none. In the game: 0 (measured).'
      - id: sound
        type: reference
        doc: 'Sound, an entry of sounds.lib.'
  sprite:
    doc: 'Command 3: a sprite. x is the progress through the window.'
    seq:
      - id: mode
        type: u4
        doc: 'Orientation of the sprite.'
      - id: phase
        type: curve
        doc: 'Position in the material''s animation. If the start is below 0, it counts as 0 and x is the number of seconds since the start.'
      - id: fade
        type: curve
        doc: 'Opacity; the sprite is not drawn at 0 or below.'
      - id: window
        type: window
        doc: 'Window in which the sprite is drawn.'
      - id: position
        type: channel
        doc: 'Position in the effect''s frame.'
      - id: direction
        type: path
        doc: 'Direction in the effect''s frame; it changes linearly from start to end.'
      - id: size
        type: channel
        doc: 'Size along the axes of the effect''s frame.'
      - id: material
        type: reference
        doc: 'Material.'
  curve:
    doc: 'Number that changes from start to end: start + (end - start) * x ^ exponent.'
    seq:
      - id: start
        type: f4
        doc: 'Value at x = 0.'
      - id: end
        type: f4
        doc: 'Value at x = 1.'
      - id: exponent
        type: f4
        doc: 'Exponent: 1 is a straight line, 0 is at the end value from the start.'
  channel:
    doc: 'Vector that changes from low to high, along a curve for each axis.'
    seq:
      - id: low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Value at the start.'
      - id: high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Value at the end.'
      - id: exponent
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Exponent of each axis: 1 is a straight line, 0 is at the high value from the start.'
  glow:
    doc: 'Command 4: a sprite that depends on the distance of the eye.'
    seq:
      - id: sprite
        type: sprite
        doc: 'Sprite. Its progress is multiplied by the distance of the eye, divided by the reach.'
      - id: reach
        type: f4
        doc: 'Distance of the eye at and beyond which the glow looks like the sprite alone.'
  bolt:
    doc: 'Command 5: a bolt from a start point to the position of the effect.'
    seq:
      - id: fade
        type: span
        doc: 'Opacity of the bolt.'
      - id: window
        type: window
        doc: 'Window in which the bolt is drawn.'
      - id: most_pieces
        type: u4
        doc: 'Largest number of pieces. In the game: 20 (measured).'
      - id: width
        type: span
        doc: 'Width of the bolt.'
      - id: repeat_length
        type: f4
        doc: 'Length of the bolt that shows the texture once.'
      - id: piece_length
        type: f4
        doc: 'Smallest length of a piece. In the game: 50, 150, 200 or 250 (measured).'
      - id: phase
        type: span
        doc: 'Position in the material''s animation. In the game: the start is -1 (measured).'
      - id: material
        type: reference
        doc: 'Material.'
  empty:
    doc: 'Command 6: an empty command.'
    seq: []
  burst:
    doc: 'Command 7, a burst of particles, and command 10, a burst of debris.'
    seq:
      - id: mode
        type: u4
        doc: 'Command 7: 1 turns particles along their way, other values make them face the eye. Command 10: unknown. In the game: 16 or 32 on command 10 (measured).'
      - id: fade
        type: curve
        doc: 'Opacity of a particle over its life.'
      - id: window
        type: window
        doc: 'Window of the burst.'
      - id: life_share
        type: f4
        doc: 'Life of a particle as a share of the window.'
      - id: animation_rate
        type: f4
        doc: 'Rate of the material''s animation with the age of a particle. Up to 1, the animation is at age / rate; above 1, at the fraction of age * rate; below 0, at the first key.'
      - id: groups
        type: u4
        doc: 'Number of groups; multiplied by per_group, it is the number of particles.'
      - id: per_group
        type: u4
        doc: 'Particles per group; multiplied by groups, it is the number of particles. In the game: 3 to 60 particles in all (measured).'
      - id: position
        type: jitter_channel
        doc: 'Position of a particle over its life.'
      - id: size
        type: jitter_channel
        doc: 'Size of a particle over its life.'
      - id: unk_0x8c
        type: f4
        doc: 'Purpose not known for certain. In the game: gravity or drag (guess).'
      - id: material
        type: reference
        doc: 'Material.'
  jitter_channel:
    doc: 'Channel whose high end differs from particle to particle.'
    seq:
      - id: low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Value at the start of a particle''s life.'
      - id: high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Value at the end of a particle''s life.'
      - id: jitter
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Jitter of a particle''s high end: up to half of this value in either direction.'
      - id: exponent
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Exponent of each axis: 1 is a straight line, 0 is at the high value from the start.'
  stream:
    doc: 'Command 8: a stream of particles.'
    seq:
      - id: fade
        type: curve
        doc: 'Opacity of a particle over its life.'
      - id: window
        type: window
        doc: 'Window in which the stream flows and is drawn.'
      - id: interval_s
        type: span
        doc: 'Time from one particle to the next, in seconds. In the game: 0.005 to 0.2 (measured).'
      - id: animation_exponent
        type: f4
        doc: 'Exponent of the material''s animation, which is at age ^ exponent. Below 0, the animation is at a random position that each particle keeps.'
      - id: ring
        type: u4
        doc: 'Number of particles that live at the same time. In the game: 6 to 40 (measured).'
      - id: unk_0x28
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Not known for certain; apparently the place where particles are released. In the game: low end of the place where particles are released (guess).'
      - id: unk_0x34
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Not known for certain; apparently the place where particles are released. The engine reads it as floats. In the game: high end of the place where particles are released (guess).'
      - id: unk_0x40
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Not known for certain; apparently the place where particles are released. In the game: jitter of the place where particles are released (guess).'
      - id: unk_0x4c
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Not known for certain; apparently the place where particles are released. In the game: exponents of the place where particles are released (guess).'
      - id: position
        type: jitter_channel
        doc: 'Position of a particle over its life.'
      - id: size
        type: jitter_channel
        doc: 'Size of a particle over its life.'
      - id: material
        type: reference
        doc: 'Material.'
  dome:
    doc: 'Command 9: a half-sphere. Its pole points in the direction that a sprite would face.'
    seq:
      - id: sprite
        type: sprite
        doc: 'All fields of a sprite.'
      - id: shape
        type: u4
        doc: 'Resolution; a half-sphere with an unnamed value is not drawn.'
      - id: facet_texture
        type: u4
        doc: '0 lays one texture over the half-sphere from above; other values give every facet the whole texture.'
