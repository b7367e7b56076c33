# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_ske
  title: 'NGI: sky'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: head
    type: sky_head
  - id: sections
    type: sky_section
    repeat: expr
    repeat-expr: head.section_count
  - id: trailer
    type: trailer
  - id: tail
    size-eos: true
types:
  sky_section:
    seq:
      - id: head
        type: section_head
      - id: keyframes
        type: keyframe
        repeat: expr
        repeat-expr: head.keyframe_count
  keyframe:
    seq:
      - id: head
        type: keyframe_head
      - id: slots
        type: slots
      - id: late_slots
        type: late_slots
        if: head.version >= 2
      - id: body
        type: name
      - id: more_names
        type: name
        repeat: expr
        repeat-expr: 5
      - id: amounts
        type: amounts
      - id: effects
        type: effects
        if: head.version >= 3
  effects:
    seq:
      - id: count
        type: u4
      - id: names
        type: name
        repeat: expr
        repeat-expr: count
  name:
    seq:
      - id: length
        type: u4
      - id: text
        size: length
  sky_head:
    doc: 'Head of a sky.'
    seq:
      - id: unk_0x00
        type: s4
        doc: 'Unknown purpose. In the game: -1 (measured).'
      - id: version
        type: s4
        doc: 'Version of the format. In the game: 5 (measured).'
      - id: section_count
        type: u4
        doc: 'Number of sections that follow. In the game: 1 or 2 (measured).'
  stamp:
    doc: 'Time of day within a section; in the head of a section, a duration.'
    seq:
      - id: section
        type: u4
        doc: 'Index of the section, from 0.'
      - id: unk_0x04
        type: u4
        doc: 'Not read by the engine.'
      - id: unk_0x08
        type: u4
        doc: 'Not read by the engine.'
      - id: hour
        type: u4
        doc: 'Hour of the day, 0 to 23.'
      - id: minute
        type: u4
        doc: 'Minute of the hour, 0 to 59.'
      - id: unk_0x14
        type: u4
        doc: 'Not read by the engine.'
      - id: unk_0x18
        type: u4
        doc: 'Not read by the engine; sometimes uninitialised memory. In the game: 6939832 in 12 files, here or in the next word (measured).'
      - id: unk_0x1c
        type: u4
        doc: 'Not read by the engine; sometimes uninitialised memory.'
  section_head:
    doc: 'Head of a section.'
    seq:
      - id: unk_0x00
        type: s4
        doc: 'Unknown purpose. In the game: 1 (measured).'
      - id: keyframe_count
        type: u4
        doc: 'Number of keyframes that follow. In the game: 656 in 35 sections (measured).'
      - id: end
        type: stamp
        doc: 'Not read by the engine. In the game: 23:59 (measured).'
      - id: day
        type: stamp
        doc: 'Duration of the section''s day, in hours and minutes of real time. In the game: 00:15 in 21 files, 00:40 in 3, 00:20 in 2, 00:09 in 1, 24:00 in 2 (measured).'
  keyframe_head:
    doc: 'Head of a keyframe.'
    seq:
      - id: version
        type: u4
        doc: 'Version of the keyframe: 1 has neither scene nor second_light, and only 3 has effects. In the game: 3 (measured).'
      - id: time
        type: stamp
        doc: 'Time of the keyframe. The engine sorts keyframes by it.'
      - id: event
        type: u4
        doc: 'Event at that time.'
  slots:
    doc: 'Colours and visibility of a keyframe. The dome of the sky has five rings of colour from the apex to the horizon, each with four compass points.'
    seq:
      - id: unk_0x00
        size: 4
        doc: 'Slot 0: not read by the engine; uninitialised memory.'
      - id: horizon_south
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 1: colour of the horizon and of the fog in the south (−y).'
      - id: horizon_north
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 2: colour of the horizon and of the fog in the north (+y).'
      - id: horizon_east
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 3: colour of the horizon and of the fog in the east (+x).'
      - id: horizon_west
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 4: colour of the horizon and of the fog in the west (−x).'
      - id: fog_start
        type: f4
        doc: 'Slot 5: distance at which fog begins; 1 is 700 world units. In the game: 0 (measured).'
      - id: fog_end
        type: f4
        doc: 'Slot 6: distance at which fog hides everything; 1 is 700 world units. In the game: 0.1 to 1: 70 to 700 units (measured).'
      - id: ring3_north
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 7: third ring, above the horizon, in the north.'
      - id: ring3_south
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 8: third ring in the south.'
      - id: ring3_west
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 9: third ring in the west.'
      - id: ring3_east
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 10: third ring in the east.'
      - id: ring2_north
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 11: second ring in the north.'
      - id: ring2_south
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 12: second ring in the south.'
      - id: ring2_west
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 13: second ring in the west.'
      - id: ring2_east
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 14: second ring in the east.'
      - id: apex
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 15: apex and the first ring around it. The nebula is visible where the alpha is 0. In the game: alpha 0 on 355 of 656 (measured).'
      - id: unk_0x40
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 16: not read by the engine.'
      - id: flare
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 17: flare, whose alpha determines how much it adds to the main light.'
      - id: clouds
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 18: clouds.'
      - id: main_light
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 19: main light, which shines from the body; light is its brightness.'
  late_slots:
    doc: 'Colours that keyframes have since version 2.'
    seq:
      - id: scene
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 20: colour of the scene; no surface is darker than it.'
      - id: second_light
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 21: second light, which shines from the side opposite the body.'
  amounts:
    doc: 'Size of the body, brightness of its light, and strength of the weather.'
    seq:
      - id: extent
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'Size of the body, horizontal and vertical: half its sprite is 0.1625 radians times this value. In the game: 2.2 and 2.0 on a usual day (measured).'
      - id: light
        type: f4
        doc: 'Brightness of the main light. In the game: 0.1 at rise and set, up to 5 at noon (measured).'
      - id: weather
        type: f4
        doc: 'Amount of rain or snow: 1 is 1,000 drops around the camera.'
  trailer:
    doc: 'Trailer of a sky.'
    seq:
      - id: start
        type: stamp
        doc: 'Time at which a mission begins. In the game: 00:30 to 01:30 of section 0 in 27 files, 09:45 and 09:55 (measured).'
      - id: unk_0x20
        type: s4
        doc: 'Unknown purpose. In the game: 0 (measured).'
      - id: unk_0x24
        type: s4
        doc: 'Not read by the engine. In the game: 0 or 1 (measured).'
