//! A mission as a tree of fields, and back.
//!
//! Counts follow from the lists. What a version does not have, its documents do not have; what a
//! document leaves out of what its version has, is as in a new part.

use std::sync::Arc;

use super::description;
use super::edit::{Clan, MissionBuf, Object, Property, Relation, Route};
use super::parts::POINT;
use super::read::{self, Mission};
use super::types::{
    ClanHead, ClanTable, FileHead, FloatRange, Host, Lode, LodeTable, LogicalId, MapWord, Minds,
    ObjectHead, ObjectTable, Owner, Placement, PropertyHead, PropertyKind, PropertyTable,
    RelationValue, RouteHead, Scale, Start, WholeRange, WordRange, Zone,
};
use super::versions::{ClanVersion, ObjectVersion};
use crate::schema::{Kind, Record, Shape, Stored};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, Rows, Told};
use crate::{Error, Result};

/// Members of a mission's document.
pub static DOCUMENT: &[Branch] = &[
    Branch::of_field(FileHead::SHAPE, "version"),
    Branch::new(
        "routes",
        "Closed polygons on the ground. Scripts can test whether a unit is inside one.",
        Form::List(&Form::Object(ROUTE)),
    ),
    Branch::of_field(ClanTable::SHAPE, "clan_version").rebuilt(),
    Branch::new("clans", "Clans of the mission.", Form::List(&Form::Object(CLAN))),
    Branch::of_field(ObjectTable::SHAPE, "object_version").rebuilt(),
    Branch::new("objects", "Objects on the map.", Form::List(&Form::Object(OBJECT))),
    Branch::new(
        "land",
        "Path of the land, without the suffixes that the engine appends: .msh, .map, 1.wea, 2.wea.",
        Form::Text,
    ),
    Branch::of_field(MapWord::SHAPE, "map_word").optional(),
    Branch::new(
        "description",
        "Description of the mission, as far as it is text. Since version 2 of the objects.",
        Form::Text,
    )
    .optional(),
    Branch::new(
        "description_tail",
        "Remaining bytes in the buffer of the description: filler or old memory contents. \
         Preserved.",
        Form::Hex,
    )
    .optional(),
    Branch::of_field(LodeTable::SHAPE, "lode_word").optional(),
    Branch::new(
        "lodes",
        "Lodes of minerals. Since version 5 of the objects.",
        Form::Rows(Lode::KIND),
    )
    .optional(),
    Branch::new("tail", "Bytes after the last lode; none in a complete mission.", Form::Hex)
        .optional(),
];

static ROUTE: &[Branch] = &[
    Branch::of_field(RouteHead::SHAPE, "id"),
    Branch::new("points", "Corners, seen from above.", Form::Rows(CORNER)),
];

const CORNER: Kind = Kind::List(3, &Kind::F32);

static CLAN: &[Branch] = &[
    Branch::new("name", "Name of the clan.", Form::Text),
    Branch::of_field(ClanHead::SHAPE, "unk_0x00").optional(),
    Branch::of_field(ClanHead::SHAPE, "base"),
    Branch::of_field(ClanHead::SHAPE, "kind"),
    Branch::new(
        "script",
        "Path of the clan's script, without a suffix. Since version 2.",
        Form::Text,
    )
    .optional(),
    Branch::new(
        "zones",
        "Zones where the clan's animals graze. Since version 3.",
        Form::Rows(Zone::KIND),
    )
    .optional(),
    Branch::new(
        "tree",
        "Path of the clan's research tree; may be empty. Since version 4.",
        Form::Text,
    )
    .optional(),
    Branch::of_field(Minds::SHAPE, "minds").optional(),
    Branch::new(
        "relations",
        "Relations to all clans, including itself. Since version 6.",
        Form::List(&Form::Object(RELATION)),
    )
    .optional(),
];

static RELATION: &[Branch] = &[
    Branch::new("name", "Name of the other clan.", Form::Text),
    Branch::of_field(RelationValue::SHAPE, "stance"),
];

static OBJECT: &[Branch] = &[
    Branch::of_field(ObjectHead::SHAPE, "kind"),
    Branch::of_field(ObjectHead::SHAPE, "unk_0x04").optional(),
    Branch::new(
        "path",
        "Source of the object: a file below UNITS for buildings and units, a name in objects.rlb \
         for scenery.",
        Form::Text,
    ),
    Branch::of_field(Owner::SHAPE, "owner").optional(),
    Branch::of_field(LogicalId::SHAPE, "logical_id").optional(),
    Branch::of_field(Placement::SHAPE, "position"),
    Branch::of_field(Placement::SHAPE, "turn"),
    Branch::of_field(Scale::SHAPE, "scale").optional(),
    Branch::new("name", "Name of the object; may be empty. Since version 7.", Form::Text)
        .optional(),
    Branch::of_field(Start::SHAPE, "start").optional(),
    Branch::of_field(Host::SHAPE, "host").optional(),
    Branch::of_field(Host::SHAPE, "host_vertex").optional(),
    Branch::of_field(PropertyTable::SHAPE, "property_word").optional(),
    Branch::new(
        "properties",
        "Properties of the object, in order. A name may occur several times. Since version 6.",
        Form::List(&Form::Object(PROPERTY)),
    )
    .optional(),
];

static PROPERTY: &[Branch] = &[
    Branch::of_field(PropertyHead::SHAPE, "kind").rebuilt(),
    Branch::new("float", "Values of a property of kind 0.", Form::Value(FloatRange::KIND))
        .optional(),
    Branch::new("whole", "Values of a property of kind 1.", Form::Value(WholeRange::KIND))
        .optional(),
    Branch::new("words", "Values of a property of any other kind.", Form::Value(WordRange::KIND))
        .optional(),
    Branch::new("name", "Name of the property.", Form::Text),
];

/// The fields of a mission, with their places.
pub fn tree<'a>(mission: &Mission<'a>) -> Node<'a> {
    let (bytes, rest) = (mission.bytes(), *mission.rest());
    let [clan_version, object_version] = mission.version_places();
    let mission = Arc::new(mission.clone());
    let list = |len: usize, node: fn(&Arc<Mission<'a>>, usize) -> Option<Node<'a>>| {
        let mission = Arc::clone(&mission);
        let items = Items::new(len, move |index| {
            node(&mission, index).unwrap_or_else(|| Node::Members(Vec::new()))
        });
        Some(Node::from(items))
    };
    let described = rest.description.map(description::split);
    let text_end = rest.description_at + described.map_or(0, |(text, _)| text.len());
    let lodes_at = rest.lode_word_at + LodeTable::SIZE;
    let size = rest.lodes.as_flattened().len();
    Node::object(
        DOCUMENT,
        [
            field(FileHead::SHAPE, "version", bytes, 0),
            list(mission.route_count(), route_node),
            field(ClanTable::SHAPE, "clan_version", bytes, clan_version),
            list(mission.clan_count(), clan_node),
            field(ObjectTable::SHAPE, "object_version", bytes, object_version),
            list(mission.object_count(), object_node),
            text(Some(rest.land), rest.land_at),
            rest.map_word.and_then(|_| field(MapWord::SHAPE, "map_word", bytes, rest.map_word_at)),
            text(described.map(|(text, _)| text), rest.description_at),
            described.map(|(_, fill)| Node::Hex(fill.into(), At::Offset(text_end))),
            rest.lode_word
                .and_then(|_| field(LodeTable::SHAPE, "lode_word", bytes, rest.lode_word_at)),
            rest.lode_word.map(|_| Rows::of(Lode::KIND, bytes, lodes_at, size).into()),
            Some(Node::Hex(rest.tail.into(), At::Offset(rest.tail_at))),
        ],
    )
}

/// A field of the record that starts at an offset.
fn field<'a>(
    shape: &'static Shape,
    name: &str,
    bytes: &'a [u8],
    record_at: usize,
) -> Option<Node<'a>> {
    let field = shape.field(name)?;
    Some(Piece::of(field.kind, bytes, record_at + field.offset)?.into())
}

fn text(bytes: Option<&[u8]>, at: usize) -> Option<Node<'_>> {
    Some(Node::Text(bytes?.into(), At::Offset(at)))
}

fn route_node<'a>(mission: &Arc<Mission<'a>>, index: usize) -> Option<Node<'a>> {
    let (bytes, route) = (mission.bytes(), mission.route(index)?);
    let points = route.offset + RouteHead::SIZE;
    let points = Rows::of(CORNER, bytes, points, route.points.len() * POINT);
    let id = field(RouteHead::SHAPE, "id", bytes, route.offset);
    Some(Node::object(ROUTE, [id, Some(points.into())]))
}

fn clan_node<'a>(mission: &Arc<Mission<'a>>, index: usize) -> Option<Node<'a>> {
    let (bytes, clan) = (mission.bytes(), mission.clan(index)?);
    let [head, script, zones, tree, minds, relations] = clan.places();
    let of_head = |name: &str| field(ClanHead::SHAPE, name, bytes, head);
    let shared = Arc::clone(mission);
    let relation = move |number: usize| {
        let node = shared.relation(index, number).map(|relation| {
            let name_at = relation.offset + 4;
            let stance_at = name_at + relation.name.len();
            let stance = field(RelationValue::SHAPE, "stance", bytes, stance_at);
            Node::object(RELATION, [text(Some(relation.name), name_at), stance])
        });
        node.unwrap_or(Node::Told(Told::Null))
    };
    let related = mission.clan_version().has_relations();
    Some(Node::object(
        CLAN,
        [
            text(Some(clan.name), clan.offset + 4),
            of_head("unk_0x00"),
            of_head("base"),
            of_head("kind"),
            text(clan.script, script),
            clan.zones
                .map(|list| Rows::of(Zone::KIND, bytes, zones, list.len() * Zone::SIZE).into()),
            text(clan.tree, tree),
            clan.minds.and_then(|_| field(Minds::SHAPE, "minds", bytes, minds)),
            related.then(|| {
                Items::new(mission.relation_count(index), relation).starting(relations).into()
            }),
        ],
    ))
}

fn object_node<'a>(mission: &Arc<Mission<'a>>, index: usize) -> Option<Node<'a>> {
    let (bytes, object) = (mission.bytes(), mission.object(index)?);
    let [path, owner, logical_id, placement, scale, name, start, host, properties] =
        object.places();
    let part = |is_there: bool, shape: &'static Shape, name: &str, at: usize| {
        is_there.then(|| field(shape, name, bytes, at)).flatten()
    };
    let shared = Arc::clone(mission);
    let property = move |number: usize| {
        property_node(&shared, index, number).unwrap_or(Node::Told(Told::Null))
    };
    let (hosted, has_word) = (object.host.is_some(), object.property_word.is_some());
    Some(Node::object(
        OBJECT,
        [
            field(ObjectHead::SHAPE, "kind", bytes, object.offset),
            field(ObjectHead::SHAPE, "unk_0x04", bytes, object.offset),
            text(Some(object.path), path),
            part(object.owner.is_some(), Owner::SHAPE, "owner", owner),
            part(object.logical_id.is_some(), LogicalId::SHAPE, "logical_id", logical_id),
            field(Placement::SHAPE, "position", bytes, placement),
            field(Placement::SHAPE, "turn", bytes, placement),
            part(object.scale.is_some(), Scale::SHAPE, "scale", scale),
            text(object.name, name),
            part(object.start.is_some(), Start::SHAPE, "start", start),
            part(hosted, Host::SHAPE, "host", host),
            part(hosted, Host::SHAPE, "host_vertex", host),
            part(has_word, PropertyTable::SHAPE, "property_word", properties),
            has_word.then(|| {
                let items = Items::new(mission.property_count(index), property);
                items.starting(properties + PropertyTable::SIZE).into()
            }),
        ],
    ))
}

fn property_node<'a>(mission: &Mission<'a>, object: usize, index: usize) -> Option<Node<'a>> {
    let (bytes, property) = (mission.bytes(), mission.property(object, index)?);
    let [range, name] = property.places();
    let values = |kind: Kind, is_it: bool| {
        is_it.then(|| Piece::of(kind, bytes, range).map(Node::from)).flatten()
    };
    let kind = property.kind;
    let is_known = kind.is_known();
    Some(Node::object(
        PROPERTY,
        [
            field(PropertyHead::SHAPE, "kind", bytes, property.offset),
            values(FloatRange::KIND, kind == PropertyKind::FLOAT),
            values(WholeRange::KIND, kind == PropertyKind::WHOLE),
            values(WordRange::KIND, !is_known),
            text(Some(property.name), name),
        ],
    ))
}

/// What can be shown of a file that cannot be followed: its version, and the bytes from where
/// reading ended.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let (_, error) = *read::open(bytes).err()?;
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| {
        let is_version = branch.name == "version";
        is_version.then(|| field(FileHead::SHAPE, "version", bytes, 0)).flatten()
    }))
}

/// The mission that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    Ok(Made { bytes: buf_of(draft)?.write()?, attributes: None })
}

fn buf_of(draft: &Draft) -> Result<MissionBuf> {
    let new = MissionBuf::new(draft.bytes("land")?);
    let description =
        [bytes_of(draft, "description"), bytes_of(draft, "description_tail")].concat();
    Ok(MissionBuf {
        version: value(draft, "version").unwrap_or(new.version),
        routes: list_of(draft, "routes", route_of)?,
        clan_version: ClanVersion(value(draft, "clan_version").unwrap_or(new.clan_version.0)),
        clans: list_of(draft, "clans", clan_of)?,
        object_version: ObjectVersion(
            value(draft, "object_version").unwrap_or(new.object_version.0),
        ),
        objects: list_of(draft, "objects", object_of)?,
        map_word: value(draft, "map_word").unwrap_or(new.map_word),
        description,
        lode_word: value(draft, "lode_word").unwrap_or(new.lode_word),
        lodes: all(bytes_of(draft, "lodes")),
        tail: bytes_of(draft, "tail").to_vec(),
        ..new
    })
}

/// The value of a name; `None` where the draft leaves it out.
fn value<T: Stored>(draft: &Draft, name: &str) -> Option<T> {
    draft.bytes(name).ok().map(|bytes| T::get(bytes, 0))
}

/// The bytes of a name; none where the draft leaves it out.
fn bytes_of<'d>(draft: &'d Draft, name: &str) -> &'d [u8] {
    draft.bytes(name).unwrap_or_default()
}

fn all<T: Record>(bytes: &[u8]) -> Vec<T> {
    T::split(bytes).0.iter().map(T::read).collect()
}

/// The parts of a list.
fn list_of<T>(draft: &Draft, name: &str, part: fn(&Draft) -> Result<T>) -> Result<Vec<T>> {
    let parts = draft.items(name).iter().enumerate();
    let made = parts.map(|(index, draft)| {
        part(draft).map_err(|error| error.within(&format!("{name}[{index}]"), 0))
    });
    made.collect()
}

fn route_of(draft: &Draft) -> Result<Route> {
    Ok(Route { id: value(draft, "id").unwrap_or_default(), points: all(draft.bytes("points")?) })
}

fn clan_of(draft: &Draft) -> Result<Clan> {
    let kind = value(draft, "kind").unwrap_or_default();
    let new = Clan::new(draft.bytes("name")?, kind);
    let head = ClanHead {
        unk_0x00: value(draft, "unk_0x00").unwrap_or(new.head.unk_0x00),
        base: value(draft, "base").unwrap_or(new.head.base),
        kind,
    };
    Ok(Clan {
        head,
        script: bytes_of(draft, "script").to_vec(),
        zones: all(bytes_of(draft, "zones")),
        tree: bytes_of(draft, "tree").to_vec(),
        minds: value(draft, "minds").unwrap_or(new.minds),
        relations: list_of(draft, "relations", relation_of)?,
        ..new
    })
}

fn relation_of(draft: &Draft) -> Result<Relation> {
    let name = draft.bytes("name")?.to_vec();
    Ok(Relation { name, stance: value(draft, "stance").unwrap_or_default() })
}

fn object_of(draft: &Draft) -> Result<Object> {
    let new = Object::new(value(draft, "kind").unwrap_or_default(), draft.bytes("path")?);
    Ok(Object {
        unk_0x04: value(draft, "unk_0x04").unwrap_or(new.unk_0x04),
        owner: value(draft, "owner").unwrap_or(new.owner),
        logical_id: value(draft, "logical_id").unwrap_or(new.logical_id),
        position: value(draft, "position").unwrap_or(new.position),
        turn: value(draft, "turn").unwrap_or(new.turn),
        scale: value(draft, "scale").unwrap_or(new.scale),
        name: bytes_of(draft, "name").to_vec(),
        start: value(draft, "start").unwrap_or(new.start),
        host: value(draft, "host").unwrap_or(new.host),
        host_vertex: value(draft, "host_vertex").unwrap_or(new.host_vertex),
        property_word: value(draft, "property_word").unwrap_or(new.property_word),
        properties: list_of(draft, "properties", property_of)?,
        ..new
    })
}

fn property_of(draft: &Draft) -> Result<Property> {
    let kind: PropertyKind = value(draft, "kind").unwrap_or_default();
    let meant = match kind {
        PropertyKind::FLOAT => "float",
        PropertyKind::WHOLE => "whole",
        _ => "words",
    };
    let others = ["float", "whole", "words"].into_iter().filter(|name| *name != meant);
    if let Some(other) = others.into_iter().find(|name| draft.has(name)) {
        let why =
            format!("a property of kind {} has its values in {meant}, not in {other}", kind.0);
        return Err(Error::usage("kind", why));
    }
    let words = WordRange::get(draft.bytes(meant)?, 0);
    Ok(Property { kind, words, name: draft.bytes("name")?.to_vec() })
}
