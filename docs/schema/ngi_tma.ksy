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
    doc: 'Head of the file; the routes follow.'
    seq:
      - id: version
        type: u4
        doc: 'Version of the file; the engine reads and ignores it. In the game: 1 (measured).'
      - id: route_count
        type: u4
        doc: 'Number of routes that follow.'
  route_head:
    doc: 'Head of a route; its corners follow, three floats each.'
    seq:
      - id: id
        type: s4
        doc: 'Number of the route, by which scripts test whether a unit is inside it. In the game: counts from 0 (measured).'
      - id: point_count
        type: u4
        doc: 'Number of corners that follow.'
  clan_table:
    doc: 'Head of the list of clans.'
    seq:
      - id: clan_version
        type: u4
        doc: 'Version of the clans, 1 to 6, which determines their fields. The engine refuses other versions. In the game: 6 (measured).'
      - id: clan_count
        type: u4
        doc: 'Number of clans that follow.'
  clan_head:
    doc: 'Fields of a clan after its name.'
    seq:
      - id: unk_0x00
        type: s4
        doc: 'Unknown purpose; preserved. In the game: -1 (measured).'
      - id: base
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'Position of the clan''s base: x and y. Scripts use it as whole numbers; the engine refuses more than 10,000.'
      - id: kind
        type: u4
        doc: 'Kind of the clan: its player or role. In the game: 0 to 3 (measured).'
  zone:
    doc: 'Zone in which animals graze: a position with two circles around it. Since version 3.'
    seq:
      - id: kind
        type: u4
        doc: 'Kind of the zone; other kinds are unknown. In the game: 1 (measured).'
      - id: center
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Centre of the zone.'
      - id: inner
        type: f4
        doc: 'Radius of the inner circle. In the game: such as 20 or 10 (measured).'
      - id: outer
        type: f4
        doc: 'Radius of the outer circle. In the game: such as 40 or 30 (measured).'
  minds:
    doc: 'Field of a clan after its research tree. Since version 5.'
    seq:
      - id: minds
        type: u4
        doc: 'Largest number of robots that the clan has at a time, 5 if omitted. A placed robot takes one of these places; without a free place, the engine does not create the robot. In the game: 2 to 17; 5 on 53 of 101 clans (measured).'
  relation_value:
    doc: 'Value after the name of a clan in the list of another clan''s relations.'
    seq:
      - id: stance
        type: u4
        doc: 'Stance towards that clan. In the game: 0 or 1 (measured).'
  object_table:
    doc: 'Head of the list of objects.'
    seq:
      - id: object_version
        type: u4
        doc: 'Version of the objects and everything after them, 1 to 10, which determines the fields. In the game: 10 (measured).'
      - id: object_count
        type: u4
        doc: 'Number of objects that follow.'
  object_head:
    doc: 'Head of an object.'
    seq:
      - id: kind
        type: u4
        doc: 'Kind of the object. In the game: 0 to 3 (measured).'
      - id: unk_0x04
        type: u4
        doc: 'Unknown purpose; no known code uses it. 0x80000002 if omitted. In the game: 0x80000002 (measured).'
  owner:
    doc: 'Owner of an object. Since version 3.'
    seq:
      - id: owner
        type: s4
        doc: 'Clan that owns the object, from 0; meaningless for scenery. -1 if omitted. In the game: the property ClanID of buildings and units; left over on scenery (measured).'
  logical_id:
    doc: 'Number by which others refer to an object. Since version 4.'
    seq:
      - id: logical_id
        type: s4
        doc: 'Number by which scripts refer to the object, and guests to their host. According to one source, the engine adds 0x7fffffff to the ids of buildings, in memory. -1 if omitted. In the game: the property LogicalID (measured).'
  placement:
    doc: 'Position and rotation of an object.'
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Position of the object. It does not apply to a unit that starts inside a building. In the game: inside the map (measured).'
      - id: turn
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Rotation about x, y and z, in radians, applied in this order. In the game: 0 about x and y (measured).'
  scale:
    doc: 'Scale of an object. Since version 10.'
    seq:
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Factors along x, y and z, 1 if omitted. Only scenery is scaled; the engine ignores the factors of buildings and units. In the game: three equal factors; 0.2 to 21 on scenery (measured).'
  start:
    doc: 'Behaviour of an object at the start. Since version 8.'
    seq:
      - id: start
        type: u4
        doc: 'Height of a building at the start: lowered to the ground or kept. 0 if omitted. In the game: set on 9 bridges and 4 buildings; without effect on 6 units and 4 trees (measured).'
  host:
    doc: 'Building in which a unit starts. Since version 9.'
    seq:
      - id: host
        type: s4
        doc: 'Logical id of the building in which the unit starts; -1 for none, and if omitted. In the game: -1 on all but 13 units (measured).'
      - id: host_vertex
        type: s4
        doc: 'Place in the building''s hallways. -1, the default, means none. In the game: -1 on all but 13 units (measured).'
  property_table:
    doc: 'Head of an object''s list of properties. Since version 6.'
    seq:
      - id: property_word
        type: u4
        doc: 'Read and dropped by the engine. 1 if omitted. In the game: 1 (measured).'
      - id: property_count
        type: u4
        doc: 'Number of properties that follow.'
  property_head:
    doc: 'Head of a property; its three values and its name follow.'
    seq:
      - id: kind
        type: u4
        doc: 'Type of the values. In the game: 0 or 1 (measured).'
  float_range:
    doc: 'Values of a property of floats.'
    seq:
      - id: value
        type: f4
        doc: 'Value of the property.'
      - id: min
        type: f4
        doc: 'Least allowed value. In the game: left over in CurrentOre (measured).'
      - id: max
        type: f4
        doc: 'Largest allowed value.'
  whole_range:
    doc: 'Values of a property of whole numbers.'
    seq:
      - id: value
        type: s4
        doc: 'Value of the property.'
      - id: min
        type: s4
        doc: 'Least allowed value.'
      - id: max
        type: s4
        doc: 'Largest allowed value. In the game: -1 for none in ClanID (measured).'
  word_range:
    doc: 'Values of a property of an unknown kind, as stored.'
    seq:
      - id: value
        type: u4
        doc: 'Value of the property.'
      - id: min
        type: u4
        doc: 'Least allowed value.'
      - id: max
        type: u4
        doc: 'Largest allowed value.'
  map_word:
    doc: 'Word after the path of the land. Since version 2 of the objects.'
    seq:
      - id: map_word
        type: u4
        doc: 'Unknown purpose: the engine stores it, and no known code uses it. 0 if omitted. In the game: 1 on Multi.01 to 06 and Single.01, else 0 (measured).'
  lode_table:
    doc: 'Head of the list of lodes. Since version 5 of the objects.'
    seq:
      - id: lode_word
        type: u4
        doc: 'Read and ignored by the engine. 1 if omitted. In the game: 1 (measured).'
      - id: lode_count
        type: u4
        doc: 'Number of lodes that follow.'
  lode:
    doc: 'Lode of minerals.'
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Position of the lode; the engine places it on the ground.'
      - id: found
        type: u4
        doc: '1 if the lode is already found. In the game: 1 on 17 of 28 (measured).'
      - id: kind
        type: u4
        doc: 'Mineral of the lode. In the game: ore on 25 of 28, else unspecified (measured).'
      - id: amount
        type: f4
        doc: 'Amount of the mineral. In the game: 1e4 to 1e20 (measured).'
      - id: unk_0x18
        type: u4
        doc: 'Unknown purpose; preserved. In the game: 0; as a float 100 on the three without a kind (measured).'
