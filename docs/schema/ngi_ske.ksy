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
    doc: 'What a sky begins with.'
    seq:
      - id: unk_0x00
        type: s4
        doc: 'Nobody knows what for. In the game: -1 (measured).'
      - id: version
        type: s4
        doc: 'Which version of the format it is. In the game: 5 (measured).'
      - id: section_count
        type: u4
        doc: 'How many sections follow. In the game: 1 or 2 (measured).'
  stamp:
    doc: 'A moment of a section''s day; in the head of a section, how long something takes.'
    seq:
      - id: section
        type: u4
        doc: 'The section, counted from 0.'
      - id: unk_0x04
        type: u4
        doc: 'Unread.'
      - id: unk_0x08
        type: u4
        doc: 'Unread.'
      - id: hour
        type: u4
        doc: 'The hour of the day, 0 to 23.'
      - id: minute
        type: u4
        doc: 'The minute of the hour, 0 to 59.'
      - id: unk_0x14
        type: u4
        doc: 'Unread.'
      - id: unk_0x18
        type: u4
        doc: 'Unread, sometimes whatever was in memory. In the game: 6939832 in 12 files, here or in the next word (measured).'
      - id: unk_0x1c
        type: u4
        doc: 'Unread, sometimes whatever was in memory.'
  section_head:
    doc: 'What a section begins with.'
    seq:
      - id: unk_0x00
        type: s4
        doc: 'Nobody knows what for. In the game: 1 (measured).'
      - id: keyframe_count
        type: u4
        doc: 'How many keyframes follow. In the game: 656 in 35 sections (measured).'
      - id: end
        type: stamp
        doc: 'Unread. In the game: 23:59 (measured).'
      - id: day
        type: stamp
        doc: 'How long a day of it takes, in hours and minutes of real time. In the game: 00:15 in 21 files, 00:40 in 3, 00:20 in 2, 00:09 in 1, 24:00 in 2 (measured).'
  keyframe_head:
    doc: 'What a keyframe begins with.'
    seq:
      - id: version
        type: u4
        doc: 'Which version it is: 1 stores neither scene nor second_light, only 3 names effects. In the game: 3 (measured).'
      - id: time
        type: stamp
        doc: 'When it is. The engine sorts keyframes by it.'
      - id: event
        type: u4
        doc: 'What happens then.'
  slots:
    doc: 'The colours of a keyframe, and how far one sees. The dome of the sky has five rings of colour from the apex to the horizon, each with four compass points.'
    seq:
      - id: unk_0x00
        size: 4
        doc: 'Slot 0, unread: whatever was in memory.'
      - id: horizon_south
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 1: the horizon in the south (−y), and fog that way.'
      - id: horizon_north
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 2: the horizon in the north (+y), and fog that way.'
      - id: horizon_east
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 3: the horizon in the east (+x), and fog that way.'
      - id: horizon_west
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 4: the horizon in the west (−x), and fog that way.'
      - id: fog_start
        type: f4
        doc: 'Slot 5: where fog begins, in 700ths of a world unit. In the game: 0 (measured).'
      - id: fog_end
        type: f4
        doc: 'Slot 6: where nothing is seen any more, in 700ths of a world unit. In the game: 0.1 to 1: 70 to 700 units (measured).'
      - id: ring3_north
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 7: the third ring, above the horizon, in the north.'
      - id: ring3_south
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 8: the third ring in the south.'
      - id: ring3_west
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 9: the third ring in the west.'
      - id: ring3_east
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 10: the third ring in the east.'
      - id: ring2_north
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 11: the second ring in the north.'
      - id: ring2_south
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 12: the second ring in the south.'
      - id: ring2_west
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 13: the second ring in the west.'
      - id: ring2_east
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 14: the second ring in the east.'
      - id: apex
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 15: the apex and the first ring around it. Where its alpha is 0, the nebula shows. In the game: alpha 0 on 355 of 656 (measured).'
      - id: unk_0x40
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 16, unread.'
      - id: flare
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 17: its alpha says how much the flare adds to the main light.'
      - id: clouds
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 18: the clouds.'
      - id: main_light
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 19: the main light, which shines from the body. light says how bright it is.'
  late_slots:
    doc: 'The colours that keyframes have from version 2 on.'
    seq:
      - id: scene
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 20: the scene''s colour. Nothing is darker than it.'
      - id: second_light
        type: u1
        repeat: expr
        repeat-expr: 4
        doc: 'Slot 21: the second light, which shines from across the body.'
  amounts:
    doc: 'How large the body is, how bright its light, how much weather there is.'
    seq:
      - id: extent
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'How large the body is, across and up: half its sprite is 0.1625 radians times this. In the game: 2.2 and 2.0 on a usual day (measured).'
      - id: light
        type: f4
        doc: 'How bright the main light is. In the game: 0.1 at rise and set, up to 5 at noon (measured).'
      - id: weather
        type: f4
        doc: 'How much rain or snow falls: 1 is 1,000 drops around the camera.'
  trailer:
    doc: 'What a sky ends with.'
    seq:
      - id: start
        type: stamp
        doc: 'When a mission begins. In the game: 00:30 to 01:30 of section 0 in 27 files, 09:45 and 09:55 (measured).'
      - id: unk_0x20
        type: s4
        doc: 'Nobody knows what for. In the game: 0 (measured).'
      - id: unk_0x24
        type: s4
        doc: 'Unread. In the game: 0 or 1 (measured).'
