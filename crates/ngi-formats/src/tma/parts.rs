//! Routes, clans and objects, seen through the bytes of their file.

use super::types::{
    ClanHead, FloatRange, Host, LogicalId, Minds, ObjectHead, Owner, Placement, PropertyHead,
    PropertyKind, PropertyTable, RelationValue, RouteHead, Scale, Stance, Start, StartFlag,
    WholeRange, WordRange, Zone,
};
use super::versions::{ClanVersion, ObjectVersion};
use super::walk::{Broken, Walk};
use crate::schema::{Record as _, Stream};

/// Bytes of a corner of a route.
pub(super) const POINT: usize = 12;
/// Bytes of the length of a text, and so of the shortest text.
const TEXT: usize = 4;
/// Bytes of the shortest relation and of the shortest property.
const LEAST_RELATION: usize = TEXT + RelationValue::SIZE;
const LEAST_PROPERTY: usize = PropertyHead::SIZE + WordRange::SIZE + TEXT;

/// A closed polygon on the ground that scripts ask about.
#[derive(Debug, Clone, Copy)]
pub struct RouteRef<'a> {
    /// Its number.
    pub id: i32,
    /// The corners, seen from above.
    pub points: Stream<'a, [f32; 3]>,
    pub(super) offset: usize,
}

impl<'a> RouteRef<'a> {
    pub(super) fn read(walk: &mut Walk<'a>) -> Result<Self, Broken> {
        let offset = walk.at;
        let RouteHead { id, point_count } = walk.record("id")?;
        let count = walk.counted(point_count, POINT, "points")?;
        let points = Stream::new(walk.take(count * POINT, "points")?);
        Ok(Self { id, points, offset })
    }

    /// Whether a point is inside, as the engine tells: by how many edges a ray towards +x crosses.
    pub fn contains(&self, [x, y]: [f32; 2]) -> bool {
        let next = self.points.iter().skip(1).chain(self.points.get(0));
        let crossed = self.points.iter().zip(next).filter(|([ax, ay, _], [bx, by, _])| {
            let crosses = (*ay >= y) != (*by >= y);
            crosses && x < ax + (y - ay) / (by - ay) * (bx - ax)
        });
        crossed.count() % 2 == 1
    }
}

/// A clan. What its version does not have is `None`.
#[derive(Debug, Clone, Copy)]
pub struct ClanRef<'a> {
    /// What it is called.
    pub name: &'a [u8],
    /// Its base, and who plays it.
    pub head: ClanHead,
    /// The path of its script without a suffix: `MISSIONS\SCRIPTS\tut1_pl`.
    pub script: Option<&'a [u8]>,
    /// Where its animals graze.
    pub zones: Option<Stream<'a, Zone>>,
    /// The path of its research tree; may be empty.
    pub tree: Option<&'a [u8]>,
    /// How many robots it may have.
    pub minds: Option<u32>,
    pub(super) relation_count: usize,
    pub(super) offset: usize,
}

impl<'a> ClanRef<'a> {
    /// Bytes of the shortest clan.
    pub(super) fn least(version: ClanVersion) -> usize {
        let words = [
            version.has_script(),
            version.has_zones(),
            version.has_tree(),
            version.has_minds(),
            version.has_relations(),
        ];
        TEXT + ClanHead::SIZE + 4 * words.into_iter().filter(|has| *has).count()
    }

    pub(super) fn read(walk: &mut Walk<'a>, version: ClanVersion) -> Result<Self, Broken> {
        let offset = walk.at;
        let name = walk.text("name")?;
        let head = walk.record("kind")?;
        let script = version.has_script().then(|| walk.text("script")).transpose()?;
        let zones = version.has_zones().then(|| {
            let count = walk.number("zones")?;
            let count = walk.counted(count, Zone::SIZE, "zones")?;
            walk.take(count * Zone::SIZE, "zones").map(Stream::new)
        });
        let zones = zones.transpose()?;
        let tree = version.has_tree().then(|| walk.text("tree")).transpose()?;
        let minds = version.has_minds().then(|| walk.record::<Minds>("minds")).transpose()?;
        let relations = version.has_relations().then(|| {
            let count = walk.number("relations")?;
            walk.counted(count, LEAST_RELATION, "relations")
        });
        let relation_count = relations.transpose()?.unwrap_or(0);
        let minds = minds.map(|minds| minds.minds);
        Ok(Self { name, head, script, zones, tree, minds, relation_count, offset })
    }

    /// Where its parts start: head, script, zones, tree, minds, first relation.
    pub(super) fn places(&self) -> [usize; 6] {
        let head = self.offset + TEXT + self.name.len();
        let script = head + ClanHead::SIZE + TEXT;
        let zones = script + self.script.map_or(0, <[u8]>::len) + 4;
        let tree = zones + self.zones.map_or(0, |zones| zones.len() * Zone::SIZE) + TEXT;
        let minds = tree + self.tree.map_or(0, <[u8]>::len);
        [head, script, zones, tree, minds, minds + Minds::SIZE + 4]
    }
}

/// How a clan sees another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelationRef<'a> {
    /// The name of the other.
    pub name: &'a [u8],
    /// How it is seen.
    pub stance: Stance,
    pub(super) offset: usize,
}

impl<'a> RelationRef<'a> {
    #[inline]
    pub(super) fn read(walk: &mut Walk<'a>) -> Result<Self, Broken> {
        let offset = walk.at;
        let name = walk.text("name")?;
        let RelationValue { stance } = walk.record("stance")?;
        Ok(Self { name, stance, offset })
    }

    pub(super) fn at(bytes: &'a [u8], at: u32) -> Option<Self> {
        Self::read(&mut Walk::new(bytes, usize::try_from(at).ok()?)).ok()
    }
}

/// Something placed on the map. What its version does not have is `None`.
#[derive(Debug, Clone, Copy)]
pub struct ObjectRef<'a> {
    /// What it is.
    pub head: ObjectHead,
    /// Where it comes from: a file below `UNITS`, or a name of `objects.rlb`.
    pub path: &'a [u8],
    /// Whose it is: a clan, counted from 0.
    pub owner: Option<i32>,
    /// The number that others know it by.
    pub logical_id: Option<i32>,
    /// Where it stands.
    pub placement: Placement,
    /// How large it is.
    pub scale: Option<[f32; 3]>,
    /// What it is called.
    pub name: Option<&'a [u8]>,
    /// What it does at the start.
    pub start: Option<StartFlag>,
    /// In which building it starts.
    pub host: Option<Host>,
    /// The word in front of its properties.
    pub property_word: Option<u32>,
    pub(super) property_count: usize,
    pub(super) offset: usize,
}

impl<'a> ObjectRef<'a> {
    /// Bytes of the shortest object.
    pub(super) fn least(version: ObjectVersion) -> usize {
        let parts = [
            (version.has_owner(), Owner::SIZE),
            (version.has_logical_id(), LogicalId::SIZE),
            (version.has_scale(), Scale::SIZE),
            (version.has_name(), TEXT),
            (version.has_start(), Start::SIZE),
            (version.has_host(), Host::SIZE),
            (version.has_properties(), PropertyTable::SIZE),
        ];
        let more = parts.into_iter().filter(|(has, _)| *has).map(|(_, size)| size);
        ObjectHead::SIZE + TEXT + Placement::SIZE + more.sum::<usize>()
    }

    #[inline]
    pub(super) fn read(walk: &mut Walk<'a>, version: ObjectVersion) -> Result<Self, Broken> {
        let offset = walk.at;
        let head = walk.record("kind")?;
        let path = walk.text("path")?;
        let owner = version.has_owner().then(|| walk.record::<Owner>("owner")).transpose()?;
        let logical_id = version.has_logical_id().then(|| walk.record::<LogicalId>("logical_id"));
        let logical_id = logical_id.transpose()?;
        let placement = walk.record("position")?;
        let scale = version.has_scale().then(|| walk.record::<Scale>("scale")).transpose()?;
        let name = version.has_name().then(|| walk.text("name")).transpose()?;
        let start = version.has_start().then(|| walk.record::<Start>("start")).transpose()?;
        let host = version.has_host().then(|| walk.record("host")).transpose()?;
        let table = version.has_properties().then(|| {
            let table: PropertyTable = walk.record("property_word")?;
            let count = walk.counted(table.property_count, LEAST_PROPERTY, "properties");
            count.map(|count| (table.property_word, count))
        });
        let table = table.transpose()?;
        Ok(Self {
            head,
            path,
            owner: owner.map(|owner| owner.owner),
            logical_id: logical_id.map(|id| id.logical_id),
            placement,
            scale: scale.map(|scale| scale.scale),
            name,
            start: start.map(|start| start.start),
            host,
            property_word: table.map(|(word, _)| word),
            property_count: table.map_or(0, |(_, count)| count),
            offset,
        })
    }

    /// Where its parts start: path, owner, logical id, placement, scale, name, start, host,
    /// properties.
    pub(super) fn places(&self) -> [usize; 9] {
        let path = self.offset + ObjectHead::SIZE + TEXT;
        let owner = path + self.path.len();
        let logical_id = owner + self.owner.map_or(0, |_| Owner::SIZE);
        let placement = logical_id + self.logical_id.map_or(0, |_| LogicalId::SIZE);
        let scale = placement + Placement::SIZE;
        let name = scale + self.scale.map_or(0, |_| Scale::SIZE) + TEXT;
        let start = name + self.name.map_or(0, <[u8]>::len);
        let start = if self.name.is_some() { start } else { start - TEXT };
        let host = start + self.start.map_or(0, |_| Start::SIZE);
        let properties = host + self.host.map_or(0, |_| Host::SIZE);
        [path, owner, logical_id, placement, scale, name, start, host, properties]
    }
}

/// A property of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropertyRef<'a> {
    /// How its values are stored.
    pub kind: PropertyKind,
    /// Value, least and most, as they are stored.
    pub words: WordRange,
    /// What it is called.
    pub name: &'a [u8],
    pub(super) offset: usize,
}

/// The values of a property as what they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Range {
    /// Floats.
    Float(FloatRange),
    /// Whole numbers.
    Whole(WholeRange),
    /// Of a kind that nobody knows.
    Words(WordRange),
}

impl Range {
    /// What the stored words are in a property of a kind.
    pub fn of(kind: PropertyKind, words: WordRange) -> Self {
        let raw = words.write();
        match kind {
            PropertyKind::FLOAT => Self::Float(FloatRange::read(&raw)),
            PropertyKind::WHOLE => Self::Whole(WholeRange::read(&raw)),
            _ => Self::Words(words),
        }
    }

    /// The values as they are stored.
    pub fn words(self) -> WordRange {
        match self {
            Self::Float(floats) => WordRange::read(&floats.write()),
            Self::Whole(wholes) => WordRange::read(&wholes.write()),
            Self::Words(words) => words,
        }
    }
}

impl<'a> PropertyRef<'a> {
    /// Its values.
    #[inline]
    pub fn range(&self) -> Range {
        Range::of(self.kind, self.words)
    }

    /// Where its values start, and where its name does.
    pub(super) fn places(&self) -> [usize; 2] {
        let range = self.offset + PropertyHead::SIZE;
        [range, range + WordRange::SIZE + TEXT]
    }

    #[inline]
    pub(super) fn read(walk: &mut Walk<'a>) -> Result<Self, Broken> {
        let offset = walk.at;
        let PropertyHead { kind } = walk.record("kind")?;
        let words = walk.record("value")?;
        let name = walk.text("name")?;
        Ok(Self { kind, words, name, offset })
    }

    #[inline]
    pub(super) fn at(bytes: &'a [u8], at: u32) -> Option<Self> {
        Self::read(&mut Walk::new(bytes, usize::try_from(at).ok()?)).ok()
    }
}
