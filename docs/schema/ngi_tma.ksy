# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_tma
  title: 'NGI: mission'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: head
    type: file_head
  - id: routes
    type: route
    repeat: expr
    repeat-expr: head.route_count
  - id: clan_table
    type: clan_table
  - id: clans
    type: clan
    repeat: expr
    repeat-expr: clan_table.clan_count
  - id: object_table
    type: object_table
  - id: objects
    type: object
    repeat: expr
    repeat-expr: object_table.object_count
  - id: land
    type: text
  - id: map_word
    type: map_word
    if: object_table.object_version >= 2
  - id: description
    type: text
    if: object_table.object_version >= 2
  - id: lode_table
    type: lode_table
    if: object_table.object_version >= 5
  - id: lodes
    type: lode
    repeat: expr
    repeat-expr: lode_table.lode_count
    if: object_table.object_version >= 5
  - id: tail
    size-eos: true
types:
  text:
    seq:
      - id: length
        type: u4
      - id: bytes
        size: length
  route:
    seq:
      - id: head
        type: route_head
      - id: points
        type: f4
        repeat: expr
        repeat-expr: head.point_count * 3
  clan:
    seq:
      - id: name
        type: text
      - id: head
        type: clan_head
      - id: script
        type: text
        if: _root.clan_table.clan_version >= 2
      - id: zone_count
        type: u4
        if: _root.clan_table.clan_version >= 3
      - id: zones
        type: zone
        repeat: expr
        repeat-expr: zone_count
        if: _root.clan_table.clan_version >= 3
      - id: tree
        type: text
        if: _root.clan_table.clan_version >= 4
      - id: minds
        type: minds
        if: _root.clan_table.clan_version >= 5
      - id: relation_count
        type: u4
        if: _root.clan_table.clan_version >= 6
      - id: relations
        type: relation
        repeat: expr
        repeat-expr: relation_count
        if: _root.clan_table.clan_version >= 6
  relation:
    seq:
      - id: name
        type: text
      - id: value
        type: relation_value
  object:
    seq:
      - id: head
        type: object_head
      - id: path
        type: text
      - id: owner
        type: owner
        if: _root.object_table.object_version >= 3
      - id: logical_id
        type: logical_id
        if: _root.object_table.object_version >= 4
      - id: placement
        type: placement
      - id: scale
        type: scale
        if: _root.object_table.object_version >= 10
      - id: name
        type: text
        if: _root.object_table.object_version >= 7
      - id: start
        type: start
        if: _root.object_table.object_version >= 8
      - id: host
        type: host
        if: _root.object_table.object_version >= 9
      - id: property_table
        type: property_table
        if: _root.object_table.object_version >= 6
      - id: properties
        type: property
        repeat: expr
        repeat-expr: property_table.property_count
        if: _root.object_table.object_version >= 6
  property:
    seq:
      - id: head
        type: property_head
      - id: float_range
        type: float_range
        if: head.kind == 0
      - id: whole_range
        type: whole_range
        if: head.kind == 1
      - id: word_range
        type: word_range
        if: head.kind > 1
      - id: name
        type: text
  file_head:
    doc: 'The start of the file; the routes follow.'
    seq:
      - id: version
        type: u4
        doc: 'Version of the file. The engine reads it and does not look at it. In the game: 1 (measured).'
      - id: route_count
        type: u4
        doc: 'How many routes follow.'
  route_head:
    doc: 'The start of a route; its corners follow, three floats each.'
    seq:
      - id: id
        type: s4
        doc: 'Its number, by which scripts ask whether a unit is inside. In the game: counts from 0 (measured).'
      - id: point_count
        type: u4
        doc: 'How many corners follow.'
  clan_table:
    doc: 'What stands in front of the clans.'
    seq:
      - id: clan_version
        type: u4
        doc: 'Version of the clans, 1 to 6: which fields they have. The engine refuses others. In the game: 6 (measured).'
      - id: clan_count
        type: u4
        doc: 'How many clans follow.'
  clan_head:
    doc: 'What a clan has behind its name.'
    seq:
      - id: unk_0x00
        type: s4
        doc: 'Nobody knows what it is for; kept. In the game: -1 (measured).'
      - id: base
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'Where its base is: x and y. Scripts know them as whole numbers; the engine refuses more than 10,000.'
      - id: kind
        type: u4
        doc: 'Who plays it. In the game: 0 to 3 (measured).'
  zone:
    doc: 'Where animals graze: a place with two circles around it. Since version 3.'
    seq:
      - id: kind
        type: u4
        doc: 'Nobody knows what other kinds there could be. In the game: 1 (measured).'
      - id: center
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The middle.'
      - id: inner
        type: f4
        doc: 'Radius of the inner circle. In the game: such as 20 or 10 (measured).'
      - id: outer
        type: f4
        doc: 'Radius of the outer circle. In the game: such as 40 or 30 (measured).'
  minds:
    doc: 'What a clan has behind its research tree. Since version 5.'
    seq:
      - id: minds
        type: u4
        doc: 'How many robots the clan may have at a time. One that is placed takes one; where none is free the engine does not create it. 5 where it is left out. In the game: 2 to 17; 5 on 53 of 101 clans (measured).'
  relation_value:
    doc: 'What stands behind the name of a clan in the list of another''s relations.'
    seq:
      - id: stance
        type: u4
        doc: 'How the clan sees it. In the game: 0 or 1 (measured).'
  object_table:
    doc: 'What stands in front of the objects.'
    seq:
      - id: object_version
        type: u4
        doc: 'Version of the objects and of all behind them, 1 to 10: which fields there are. In the game: 10 (measured).'
      - id: object_count
        type: u4
        doc: 'How many objects follow.'
  object_head:
    doc: 'The start of an object.'
    seq:
      - id: kind
        type: u4
        doc: 'What it is. In the game: 0 to 3 (measured).'
      - id: unk_0x04
        type: u4
        doc: 'Nobody knows what it is for; nobody was seen to look at it. 0x80000002 where it is left out. In the game: 0x80000002 (measured).'
  owner:
    doc: 'Whose an object is. Since version 3.'
    seq:
      - id: owner
        type: s4
        doc: 'The clan that owns it, counted from 0. Of scenery it says nothing. -1 where it is left out. In the game: the property ClanID of buildings and units; left over on scenery (measured).'
  logical_id:
    doc: 'The number that others know an object by. Since version 4.'
    seq:
      - id: logical_id
        type: s4
        doc: 'By this number scripts know it, and guests their host. One source read that the engine adds 0x7fffffff for buildings, in memory. -1 where it is left out. In the game: the property LogicalID (measured).'
  placement:
    doc: 'Where an object stands.'
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Where it is. A unit that starts inside a building is not here. In the game: inside the map (measured).'
      - id: turn
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How far it is turned about x, y and z, in radians: first about x, last about z. In the game: 0 about x and y (measured).'
  scale:
    doc: 'How large an object is. Since version 10.'
    seq:
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Factors along x, y and z. Only scenery grows; of buildings and units the engine does not look at them. 1 where they are left out. In the game: three times the same; 0.2 to 21 on scenery (measured).'
  start:
    doc: 'What an object does at the start. Since version 8.'
    seq:
      - id: start
        type: u4
        doc: 'Whether a building keeps its height. 0 where it is left out. In the game: set on 9 bridges and 4 buildings; without effect on 6 units and 4 trees (measured).'
  host:
    doc: 'In which building a unit starts. Since version 9.'
    seq:
      - id: host
        type: s4
        doc: 'The logical id of the building it starts in; -1 for none, and where it is left out. In the game: -1 on all but 13 units (measured).'
      - id: host_vertex
        type: s4
        doc: 'At which place of the building''s hallways; -1 for none, and where it is left out. In the game: -1 on all but 13 units (measured).'
  property_table:
    doc: 'What stands in front of the properties of an object. Since version 6.'
    seq:
      - id: property_word
        type: u4
        doc: 'The engine reads it and drops it. 1 where it is left out. In the game: 1 (measured).'
      - id: property_count
        type: u4
        doc: 'How many properties follow.'
  property_head:
    doc: 'The start of a property; its three values and its name follow.'
    seq:
      - id: kind
        type: u4
        doc: 'How its values are stored. In the game: 0 or 1 (measured).'
  float_range:
    doc: 'The values of a property of floats.'
    seq:
      - id: value
        type: f4
        doc: 'What it is.'
      - id: min
        type: f4
        doc: 'The least it may be. In the game: left over in CurrentOre (measured).'
      - id: max
        type: f4
        doc: 'The most it may be.'
  whole_range:
    doc: 'The values of a property of whole numbers.'
    seq:
      - id: value
        type: s4
        doc: 'What it is.'
      - id: min
        type: s4
        doc: 'The least it may be.'
      - id: max
        type: s4
        doc: 'The most it may be. In the game: -1 for none in ClanID (measured).'
  word_range:
    doc: 'The values of a property of a kind that nobody knows, as they are stored.'
    seq:
      - id: value
        type: u4
        doc: 'What it is.'
      - id: min
        type: u4
        doc: 'The least it may be.'
      - id: max
        type: u4
        doc: 'The most it may be.'
  map_word:
    doc: 'What stands behind the path of the land. Since version 2 of the objects.'
    seq:
      - id: map_word
        type: u4
        doc: 'Nobody knows what it is for: the engine keeps it and nobody was seen to ask for it. 0 where it is left out. In the game: 1 on Multi.01 to 06 and Single.01, else 0 (measured).'
  lode_table:
    doc: 'What stands in front of the lodes. Since version 5 of the objects.'
    seq:
      - id: lode_word
        type: u4
        doc: 'The engine reads it and does not look at it. 1 where it is left out. In the game: 1 (measured).'
      - id: lode_count
        type: u4
        doc: 'How many lodes follow.'
  lode:
    doc: 'A lode of minerals.'
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Where it is; the engine lays it on the ground.'
      - id: found
        type: u4
        doc: 'Whether it is found already. In the game: 1 on 17 of 28 (measured).'
      - id: kind
        type: u4
        doc: 'What it is of. In the game: ore on 25 of 28; else none is said, and the engine takes ore (measured).'
      - id: amount
        type: f4
        doc: 'How much there is. In the game: 1e4 to 1e20 (measured).'
      - id: unk_0x18
        type: u4
        doc: 'Nobody knows what it is for; kept. In the game: 0; as a float 100 on the three without a kind (measured).'
