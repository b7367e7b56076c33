//! A mission in the words of Kaitai Struct.

use super::types::{
    ClanHead, ClanTable, FileHead, FloatRange, Host, Lode, LodeTable, LogicalId, MapWord, Minds,
    ObjectHead, ObjectTable, Owner, Placement, PropertyHead, PropertyTable, RelationValue,
    RouteHead, Scale, Start, WholeRange, WordRange, Zone,
};
use crate::schema::{Record as _, Shape};

/// The stored records.
pub static RECORDS: &[&Shape] = &[
    FileHead::SHAPE,
    RouteHead::SHAPE,
    ClanTable::SHAPE,
    ClanHead::SHAPE,
    Zone::SHAPE,
    Minds::SHAPE,
    RelationValue::SHAPE,
    ObjectTable::SHAPE,
    ObjectHead::SHAPE,
    Owner::SHAPE,
    LogicalId::SHAPE,
    Placement::SHAPE,
    Scale::SHAPE,
    Start::SHAPE,
    Host::SHAPE,
    PropertyTable::SHAPE,
    PropertyHead::SHAPE,
    FloatRange::SHAPE,
    WholeRange::SHAPE,
    WordRange::SHAPE,
    MapWord::SHAPE,
    LodeTable::SHAPE,
    Lode::SHAPE,
];

/// Which record stands where, and since which version.
pub static KAITAI: &str = "
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
";
