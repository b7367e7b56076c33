//! Reading without copying: where each route, clan and object starts.

use super::codes;
use super::edit::MissionBuf;
use super::parts::{ClanRef, ObjectRef, PropertyRef, RelationRef, RouteRef};
use super::types::{ClanTable, FileHead, Lode, LodeTable, MapWord, ObjectTable, RouteHead};
use super::versions::{ClanVersion, ObjectVersion};
use super::walk::{Broken, Walk, within};
use crate::schema::Stream;
use crate::{Error, Findings, Result};

/// A mission seen through its bytes. Every part of it is known to be there.
#[derive(Debug, Clone)]
pub struct Mission<'a> {
    bytes: &'a [u8],
    head: FileHead,
    routes: Vec<u32>,
    clan_version: ClanVersion,
    clan_version_at: usize,
    clans: Vec<Spot>,
    /// Where the relations of all clans start.
    relations: Vec<u32>,
    object_version: ObjectVersion,
    object_version_at: usize,
    objects: Vec<Spot>,
    /// Where the properties of all objects start.
    properties: Vec<u32>,
    rest: Rest<'a>,
}

/// Where something with a list of its own starts, and which number its first item has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spot {
    at: u32,
    first: u32,
}

/// What follows the objects, and where it starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest<'a> {
    pub land: &'a [u8],
    pub land_at: usize,
    pub map_word: Option<u32>,
    pub map_word_at: usize,
    pub description: Option<&'a [u8]>,
    pub description_at: usize,
    pub lode_word: Option<u32>,
    pub lode_word_at: usize,
    pub lodes: &'a [[u8; Lode::SIZE]],
    pub tail: &'a [u8],
    pub tail_at: usize,
}

impl<'a> Mission<'a> {
    /// Reads a file. Counts have to fit and versions have to be known; bytes behind the last lode
    /// are kept in [`Mission::tail`].
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        open(bytes).map_err(|broken| broken.1)
    }

    /// Reads a file and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let mission = Self::read(bytes)?;
        let mut findings = Findings::new(crate::Mode::Strict, false);
        super::check::check_mission(&mission, &mut findings);
        findings.locate(|| Some(super::tree(&mission)));
        findings.or_error(mission)
    }

    /// The whole file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The version of the file, which the engine does not look at.
    pub fn version(&self) -> u32 {
        self.head.version
    }

    /// How many routes there are.
    pub fn route_count(&self) -> usize {
        self.routes.len()
    }

    /// A route.
    pub fn route(&self, index: usize) -> Option<RouteRef<'a>> {
        let at = usize::try_from(*self.routes.get(index)?).ok()?;
        RouteRef::read(&mut Walk::new(self.bytes, at)).ok()
    }

    /// All routes in order.
    pub fn routes(&self) -> impl Iterator<Item = RouteRef<'a>> + use<'a, '_> {
        (0..self.routes.len()).filter_map(|index| self.route(index))
    }

    /// The version of the clans.
    pub fn clan_version(&self) -> ClanVersion {
        self.clan_version
    }

    /// How many clans there are.
    pub fn clan_count(&self) -> usize {
        self.clans.len()
    }

    /// A clan.
    pub fn clan(&self, index: usize) -> Option<ClanRef<'a>> {
        let at = usize::try_from(self.clans.get(index)?.at).ok()?;
        ClanRef::read(&mut Walk::new(self.bytes, at), self.clan_version).ok()
    }

    /// All clans in order.
    pub fn clans(&self) -> impl Iterator<Item = ClanRef<'a>> + use<'a, '_> {
        (0..self.clans.len()).filter_map(|index| self.clan(index))
    }

    /// How many relations a clan has.
    pub fn relation_count(&self, clan: usize) -> usize {
        items(&self.clans, clan, &self.relations).len()
    }

    /// How a clan sees another: one of its list.
    pub fn relation(&self, clan: usize, index: usize) -> Option<RelationRef<'a>> {
        RelationRef::at(self.bytes, *items(&self.clans, clan, &self.relations).get(index)?)
    }

    /// How a clan sees the others, in order.
    pub fn relations(&self, clan: usize) -> impl Iterator<Item = RelationRef<'a>> + use<'a, '_> {
        let list = items(&self.clans, clan, &self.relations).iter();
        list.filter_map(|at| RelationRef::at(self.bytes, *at))
    }

    /// The version of the objects and of all behind them.
    pub fn object_version(&self) -> ObjectVersion {
        self.object_version
    }

    /// How many objects there are.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// An object.
    #[inline]
    pub fn object(&self, index: usize) -> Option<ObjectRef<'a>> {
        let at = usize::try_from(self.objects.get(index)?.at).ok()?;
        ObjectRef::read(&mut Walk::new(self.bytes, at), self.object_version).ok()
    }

    /// All objects in order.
    pub fn objects(&self) -> impl Iterator<Item = ObjectRef<'a>> + use<'a, '_> {
        (0..self.objects.len()).filter_map(|index| self.object(index))
    }

    /// How many properties an object has.
    pub fn property_count(&self, object: usize) -> usize {
        items(&self.objects, object, &self.properties).len()
    }

    /// A property of an object.
    pub fn property(&self, object: usize, index: usize) -> Option<PropertyRef<'a>> {
        PropertyRef::at(self.bytes, *items(&self.objects, object, &self.properties).get(index)?)
    }

    /// The properties of an object, in order.
    #[inline]
    pub fn properties(&self, object: usize) -> impl Iterator<Item = PropertyRef<'a>> + use<'a, '_> {
        let list = items(&self.objects, object, &self.properties).iter();
        list.filter_map(|at| PropertyRef::at(self.bytes, *at))
    }

    /// The first property of a name, ASCII case ignored.
    pub fn property_named(&self, object: usize, name: &[u8]) -> Option<PropertyRef<'a>> {
        self.properties(object).find(|property| crate::text::same(property.name, name))
    }

    /// The path of the land, without what the engine appends: `DATA\MAPS\SC_3\land`.
    pub fn land(&self) -> &'a [u8] {
        self.rest.land
    }

    /// The word behind it, where the version has one.
    pub fn map_word(&self) -> Option<u32> {
        self.rest.map_word
    }

    /// The whole buffer of the description, where the version has one.
    pub fn description(&self) -> Option<&'a [u8]> {
        self.rest.description
    }

    /// What of the description is text.
    pub fn title(&self) -> &'a [u8] {
        super::description::split(self.rest.description.unwrap_or_default()).0
    }

    /// The word in front of the lodes, where the version has them.
    pub fn lode_word(&self) -> Option<u32> {
        self.rest.lode_word
    }

    /// The lodes of minerals.
    pub fn lodes(&self) -> Stream<'a, Lode> {
        Stream::new(self.rest.lodes.as_flattened())
    }

    /// Bytes behind the last lode; none in a whole mission.
    pub fn tail(&self) -> &'a [u8] {
        self.rest.tail
    }

    pub(super) fn rest(&self) -> &Rest<'a> {
        &self.rest
    }

    /// Where the versions of clans and objects are.
    pub(super) fn version_places(&self) -> [usize; 2] {
        [self.clan_version_at, self.object_version_at]
    }

    /// The same as values to change.
    pub fn to_buf(&self) -> MissionBuf {
        MissionBuf::of(self)
    }
}

/// The items of one list among those of all.
#[inline]
fn items<'l>(owners: &[Spot], index: usize, all: &'l [u32]) -> &'l [u32] {
    let first = |index: usize| owners.get(index).and_then(|spot| usize::try_from(spot.first).ok());
    let Some(start) = first(index) else { return &[] };
    all.get(start..first(index + 1).unwrap_or(all.len())).unwrap_or_default()
}

/// An offset as it is kept; files of 4 GB and more are refused before.
fn kept(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Whether bytes are a whole mission, as the game has them.
pub fn is_mission(bytes: &[u8]) -> bool {
    let first = bytes.first_chunk().map(|chunk| u32::from_le_bytes(*chunk));
    first == Some(1) && open(bytes).is_ok_and(|mission| mission.tail().is_empty())
}

/// Follows a file to its end.
pub(super) fn open(bytes: &[u8]) -> Result<Mission<'_>, Broken> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(Box::new((&codes::COUNT, Error::limit("", "more than 4 GB"))));
    }
    let mut walk = Walk::new(bytes, 0);
    let (head, routes) = find_routes(&mut walk)?;
    let clan_version_at = walk.at;
    let ClanTable { clan_version, clan_count } = walk.record("clan_version")?;
    let clan_version = ClanVersion(clan_version);
    if !clan_version.is_known() {
        let why = format!("{}, but only 1 to 6 are known", clan_version.0);
        let error = Error::unsupported("clan_version", clan_version_at as u64, why);
        return Err(Box::new((&codes::CLAN_VERSION, error)));
    }
    let (clans, relations) = find_clans(&mut walk, clan_version, clan_count)?;
    let object_version_at = walk.at;
    let ObjectTable { object_version, object_count } = walk.record("object_version")?;
    let object_version = ObjectVersion(object_version);
    if !object_version.is_known() {
        let why = format!("{}, but only 1 to 10 are known", object_version.0);
        let error = Error::unsupported("object_version", object_version_at as u64, why);
        return Err(Box::new((&codes::OBJECT_VERSION, error)));
    }
    let (objects, properties) = find_objects(&mut walk, object_version, object_count)?;
    let rest = find_rest(&mut walk, object_version)?;
    Ok(Mission {
        bytes,
        head,
        routes,
        clan_version,
        clan_version_at,
        clans,
        relations,
        object_version,
        object_version_at,
        objects,
        properties,
        rest,
    })
}

fn find_routes(walk: &mut Walk<'_>) -> Result<(FileHead, Vec<u32>), Broken> {
    let head: FileHead = walk.record("version")?;
    let count = walk.counted(head.route_count, RouteHead::SIZE, "routes")?;
    let mut routes = Vec::with_capacity(count);
    for index in 0..count {
        routes.push(kept(walk.at));
        RouteRef::read(walk).map_err(within("routes", index))?;
    }
    Ok((head, routes))
}

type Spots = (Vec<Spot>, Vec<u32>);

fn find_clans(walk: &mut Walk<'_>, version: ClanVersion, count: u32) -> Result<Spots, Broken> {
    let count = walk.counted(count, ClanRef::least(version), "clans")?;
    let (mut clans, mut relations) = (Vec::with_capacity(count), Vec::new());
    for index in 0..count {
        clans.push(Spot { at: kept(walk.at), first: kept(relations.len()) });
        let clan = ClanRef::read(walk, version).map_err(within("clans", index))?;
        for number in 0..clan.relation_count {
            relations.push(kept(walk.at));
            let found = RelationRef::read(walk).map_err(within("relations", number));
            found.map_err(within("clans", index))?;
        }
    }
    Ok((clans, relations))
}

fn find_objects(walk: &mut Walk<'_>, version: ObjectVersion, count: u32) -> Result<Spots, Broken> {
    let count = walk.counted(count, ObjectRef::least(version), "objects")?;
    let (mut objects, mut properties) = (Vec::with_capacity(count), Vec::new());
    for index in 0..count {
        objects.push(Spot { at: kept(walk.at), first: kept(properties.len()) });
        let object = ObjectRef::read(walk, version).map_err(within("objects", index))?;
        for number in 0..object.property_count {
            properties.push(kept(walk.at));
            let found = PropertyRef::read(walk).map_err(within("properties", number));
            found.map_err(within("objects", index))?;
        }
    }
    Ok((objects, properties))
}

fn find_rest<'a>(walk: &mut Walk<'a>, version: ObjectVersion) -> Result<Rest<'a>, Broken> {
    let land_at = walk.at + 4;
    let land = walk.text("land")?;
    let (mut map_word, map_word_at) = (None, walk.at);
    let (mut description, mut description_at) = (None, walk.at);
    if version.has_description() {
        map_word = Some(walk.record::<MapWord>("map_word")?.map_word);
        description_at = walk.at + 4;
        description = Some(walk.text("description")?);
    }
    let (mut lode_word, lode_word_at, mut lodes) = (None, walk.at, &[][..]);
    if version.has_lodes() {
        let table: LodeTable = walk.record("lode_word")?;
        lode_word = Some(table.lode_word);
        let count = walk.counted(table.lode_count, Lode::SIZE, "lodes")?;
        lodes = walk.take(count * Lode::SIZE, "lodes")?.as_chunks().0;
    }
    Ok(Rest {
        land,
        land_at,
        map_word,
        map_word_at,
        description,
        description_at,
        lode_word,
        lode_word_at,
        lodes,
        tail: walk.rest(),
        tail_at: walk.at,
    })
}
