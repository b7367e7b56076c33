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
    doc: 'What an effect begins with.'
    seq:
      - id: commands
        type: u4
        doc: 'How many commands follow the header. In the game: at most 81 (measured).'
  header:
    doc: 'The header behind the number of commands. Offsets count from the start of the payload.'
    seq:
      - id: time_mode
        type: u4
        doc: 'Where t comes from, until somebody starts the effect in another mode. Also known as globalFlags.'
      - id: duration_s
        type: f4
        doc: 'Seconds from start to end. In the game: 0 to 5 (measured).'
      - id: time_jitter
        type: f4
        doc: 'How far t jitters, with flag 0x1. In the game: left over without the flag in 137 effects (measured).'
      - id: flags
        type: u4
        doc: 'How it runs. Also known as flags10. In the game: 0x16 on explosions, 0x10 on rounds (measured).'
      - id: settings
        type: u4
        doc: 'Which of the player''s switches turns it off. In the game: 18 of the 20 switches (measured).'
      - id: offset_jitter
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How far the place jitters, with flag 0x8. In the game: 0 (measured).'
      - id: tested_point
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The point a ray from the camera tests, in the effect''s own frame. In the game: (0, 0, 0), (1, 0, 0) or (0.5, 0, 0) (measured).'
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Multiplies the size that is asked for, per axis.'
  command_head:
    doc: 'What every command begins with.'
    seq:
      - id: word
        type: u4
        doc: 'What kind of command, and how it is drawn.'
  light:
    doc: 'Command 1: a light.'
    seq:
      - id: kind
        type: u4
        doc: 'What kind of light. In the game: mostly 5 and 6; no 3 and 4 (measured).'
      - id: window
        type: window
        doc: 'When it is on.'
      - id: position
        type: path
        doc: 'Where, in the effect''s frame.'
      - id: direction
        type: path
        doc: 'Where to, in the effect''s frame. Its length in the world multiplies the range.'
      - id: colour_start
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: 'Red, green, blue, alpha at the beginning; may be above 1.'
      - id: colour_end
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: 'Red, green, blue, alpha at the end.'
      - id: colour_jitter
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: 'How far the colour jitters: up to half of this either way.'
      - id: range
        type: span
        doc: 'How far it reaches.'
      - id: range_jitter
        type: f4
        doc: 'How far the range jitters: up to half of this either way.'
      - id: attenuation
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Brightness is a0 + a1 x + a2 x², with x from 0 at the range to 1 at the light. In the game: mostly (0, 1, 0) and (0, 1, 1) (measured).'
      - id: unk_0x88
        type: u4
        repeat: expr
        repeat-expr: 6
        doc: 'Nothing reads it.'
      - id: unk_0xa0
        type: reference
        doc: 'Nothing reads it; laid out like the material of other commands. In the game: one effect names a material here (measured).'
  window:
    doc: 'When a command is active: while lo ≤ t ≤ hi.'
    seq:
      - id: lo
        type: f4
        doc: 'The first t at which it is there.'
      - id: hi
        type: f4
        doc: 'The last t at which it is there.'
  path:
    doc: 'A vector that goes straight from start to end.'
    seq:
      - id: start
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'At the beginning.'
      - id: end
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'At the end.'
  span:
    doc: 'A number that goes from start to end as the command proceeds.'
    seq:
      - id: start
        type: f4
        doc: 'At the beginning.'
      - id: end
        type: f4
        doc: 'At the end.'
  reference:
    doc: 'An entry of an archive: a material or a sound.'
    seq:
      - id: archive
        size: 32
        doc: 'The archive, such as material.lib or sounds.lib. What is behind the NUL is garbage.'
      - id: member
        size: 32
        doc: 'The entry in it. What is behind the NUL is garbage.'
  sound:
    doc: 'Command 2: a sound.'
    seq:
      - id: mode
        type: u4
        doc: 'Once, or over and over. In the game: 0 or 2 (measured).'
      - id: window
        type: window
        doc: 'When. A sound that is played once begins when t passes lo.'
      - id: position
        type: path
        doc: 'Where, in the effect''s frame.'
      - id: direction
        type: path
        doc: 'Where to, in the effect''s frame. In the game: (1, 0, 0) (measured).'
      - id: near
        type: f4
        doc: 'As loud as can be up to this distance.'
      - id: far
        type: f4
        doc: 'No quieter beyond this distance; a sound that is played once is cut off there.'
      - id: rate
        type: span
        doc: 'Multiplies the playback rate. In the game: 1, but for one sound (measured).'
      - id: place_mode
        type: u4
        doc: 'How DirectSound places it: 0 in the world, 1 about the listener, 2 not at all. In the game: 0 (measured).'
      - id: sound
        type: reference
        doc: 'The sound, in sounds.lib.'
  sprite:
    doc: 'Command 3: a sprite. x is the progress through the window.'
    seq:
      - id: mode
        type: u4
        doc: 'How it is turned.'
      - id: phase
        type: curve
        doc: 'Which part of the material''s animation is shown. A start below 0 counts as 0, and x is then the seconds since the start.'
      - id: fade
        type: curve
        doc: 'How opaque it is; from 0 down it is not drawn.'
      - id: window
        type: window
        doc: 'When it is there.'
      - id: position
        type: channel
        doc: 'Where, in the effect''s frame.'
      - id: direction
        type: path
        doc: 'Where to, straight from start to end.'
      - id: size
        type: channel
        doc: 'How large, along the axes of the effect''s frame.'
      - id: material
        type: reference
        doc: 'The material.'
  curve:
    doc: 'A number that goes from start to end: start + (end - start) * x ^ exponent.'
    seq:
      - id: start
        type: f4
        doc: 'At x = 0.'
      - id: end
        type: f4
        doc: 'At x = 1.'
      - id: exponent
        type: f4
        doc: 'How it is bent; 1 is straight, 0 is at the end from the start.'
  channel:
    doc: 'A vector that goes from low to high, bent for each axis.'
    seq:
      - id: low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'At the beginning.'
      - id: high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'At the end.'
      - id: exponent
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How each axis is bent; 1 is straight, 0 is at high from the start.'
  glow:
    doc: 'Command 4: a sprite that depends on how far the eye is.'
    seq:
      - id: sprite
        type: sprite
        doc: 'The sprite. Its progress is multiplied by the eye''s distance over the reach.'
      - id: reach
        type: f4
        doc: 'At this distance of the eye, and beyond, it is what the sprite alone would be.'
  bolt:
    doc: 'Command 5: a bolt from a start point to where the effect is.'
    seq:
      - id: fade
        type: span
        doc: 'How opaque it is.'
      - id: window
        type: window
        doc: 'When it is there.'
      - id: most_pieces
        type: u4
        doc: 'At most so many pieces. In the game: 20 (measured).'
      - id: width
        type: span
        doc: 'How wide it is.'
      - id: repeat_length
        type: f4
        doc: 'So much of its length shows the texture once.'
      - id: piece_length
        type: f4
        doc: 'A piece is at least so long. In the game: 50, 150, 200 or 250 (measured).'
      - id: phase
        type: span
        doc: 'Which part of the material''s animation is shown. In the game: the start is -1 (measured).'
      - id: material
        type: reference
        doc: 'The material.'
  empty:
    doc: 'Command 6: nothing at all.'
    seq: []
  burst:
    doc: 'Command 7, a burst of particles, and command 10, a burst of debris.'
    seq:
      - id: mode
        type: u4
        doc: 'Command 7: 1 turns particles along their way, else they face the eye. Command 10: nobody knows what for. In the game: 16 or 32 on command 10 (measured).'
      - id: fade
        type: curve
        doc: 'How opaque a particle is, over its life.'
      - id: window
        type: window
        doc: 'When the burst is there.'
      - id: life_share
        type: f4
        doc: 'A particle lives this share of the window.'
      - id: animation_rate
        type: f4
        doc: 'How the age of a particle drives the material''s animation: up to 1, age / rate; above, the fraction of age * rate; below 0, the first key.'
      - id: groups
        type: u4
        doc: 'Multiplied by per_group, how many particles there are.'
      - id: per_group
        type: u4
        doc: 'Multiplied by groups, how many particles there are. In the game: 3 to 60 particles in all (measured).'
      - id: position
        type: jitter_channel
        doc: 'Where a particle is, over its life.'
      - id: size
        type: jitter_channel
        doc: 'How large a particle is, over its life.'
      - id: unk_0x8c
        type: f4
        doc: 'Nobody knows for sure what it does. In the game: gravity or drag (guess).'
      - id: material
        type: reference
        doc: 'The material.'
  jitter_channel:
    doc: 'A Channel whose high end differs from particle to particle.'
    seq:
      - id: low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'At the beginning of a particle''s life.'
      - id: high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'At the end of it.'
      - id: jitter
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How far the high end of a particle may differ: up to half of this either way.'
      - id: exponent
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How each axis is bent; 1 is straight, 0 is at high from the start.'
  stream:
    doc: 'Command 8: a stream of particles.'
    seq:
      - id: fade
        type: curve
        doc: 'How opaque a particle is, over its life.'
      - id: window
        type: window
        doc: 'When the stream flows and is seen.'
      - id: interval_s
        type: span
        doc: 'From one particle to the next, in seconds. In the game: 0.005 to 0.2 (measured).'
      - id: animation_exponent
        type: f4
        doc: 'The material''s animation is at age ^ exponent; below 0, at a random place that a particle keeps.'
      - id: ring
        type: u4
        doc: 'So many particles live at once. In the game: 6 to 40 (measured).'
      - id: unk_0x28
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Nobody knows for sure: where particles begin, as it seems. In the game: low end of where particles begin (guess).'
      - id: unk_0x34
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Nobody knows for sure: where particles begin, as it seems. The engine reads it as floats. In the game: high end of where particles begin (guess).'
      - id: unk_0x40
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Nobody knows for sure: where particles begin, as it seems. In the game: jitter of where particles begin (guess).'
      - id: unk_0x4c
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Nobody knows for sure: where particles begin, as it seems. In the game: exponents of where particles begin (guess).'
      - id: position
        type: jitter_channel
        doc: 'Where a particle is, over its life.'
      - id: size
        type: jitter_channel
        doc: 'How large a particle is, over its life.'
      - id: material
        type: reference
        doc: 'The material.'
  dome:
    doc: 'Command 9: a half-sphere. Its pole is where a sprite would face.'
    seq:
      - id: sprite
        type: sprite
        doc: 'Everything a sprite has.'
      - id: shape
        type: u4
        doc: 'How finely it is cut; a number without a name is not drawn.'
      - id: facet_texture
        type: u4
        doc: '0: one texture laid over it from above. Else every facet has the whole texture.'
