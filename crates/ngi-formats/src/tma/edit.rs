//! A mission that owns its parts: changed, and written.
//!
//! What a version does not have is as in a new part.

use super::parts::{ClanRef, ObjectRef, PropertyRef, Range, RelationRef, RouteRef};
use super::read::Mission;
use super::types::{
    ClanHead, ClanKind, Lode, PlacedKind, PropertyKind, Stance, StartFlag, WordRange, Zone,
};
use super::versions::{ClanVersion, ObjectVersion};

/// The word that all objects of the game have.
pub const OBJECT_WORD: u32 = 0x8000_0002;

/// A mission that can be changed. What was read is written back to the same bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct MissionBuf {
    /// Version of the file.
    pub version: u32,
    /// Polygons on the ground that scripts ask about.
    pub routes: Vec<Route>,
    /// Which fields the clans have.
    pub clan_version: ClanVersion,
    /// Who is there.
    pub clans: Vec<Clan>,
    /// Which fields the objects have, and what is behind them.
    pub object_version: ObjectVersion,
    /// What is placed.
    pub objects: Vec<Object>,
    /// The path of the land.
    pub land: Vec<u8>,
    /// The word behind it.
    pub map_word: u32,
    /// The buffer of the description.
    pub description: Vec<u8>,
    /// The word in front of the lodes.
    pub lode_word: u32,
    /// Lodes of minerals.
    pub lodes: Vec<Lode>,
    /// Bytes behind the last lode.
    pub tail: Vec<u8>,
}

/// A polygon on the ground.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Route {
    /// Its number.
    pub id: i32,
    /// Its corners.
    pub points: Vec<[f32; 3]>,
}

/// A clan.
#[derive(Debug, Clone, PartialEq)]
pub struct Clan {
    /// What it is called.
    pub name: Vec<u8>,
    /// Its base, and who plays it.
    pub head: ClanHead,
    /// The path of its script.
    pub script: Vec<u8>,
    /// Where its animals graze.
    pub zones: Vec<Zone>,
    /// The path of its research tree.
    pub tree: Vec<u8>,
    /// How many robots it may have.
    pub minds: u32,
    /// How it sees the others.
    pub relations: Vec<Relation>,
}

/// How a clan sees another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// The name of the other.
    pub name: Vec<u8>,
    /// How it is seen.
    pub stance: Stance,
}

/// Something that is placed.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// What it is.
    pub kind: PlacedKind,
    /// The word behind that.
    pub unk_0x04: u32,
    /// Where it comes from.
    pub path: Vec<u8>,
    /// Whose it is.
    pub owner: i32,
    /// The number that others know it by.
    pub logical_id: i32,
    /// Where it is.
    pub position: [f32; 3],
    /// How it is turned.
    pub turn: [f32; 3],
    /// How large it is.
    pub scale: [f32; 3],
    /// What it is called.
    pub name: Vec<u8>,
    /// What it does at the start.
    pub start: StartFlag,
    /// In which building it starts.
    pub host: i32,
    /// At which place of its hallways.
    pub host_vertex: i32,
    /// The word in front of its properties.
    pub property_word: u32,
    /// Its properties, in order; names may come several times.
    pub properties: Vec<Property>,
}

/// A property of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// How its values are stored.
    pub kind: PropertyKind,
    /// Value, least and most, as they are stored.
    pub words: WordRange,
    /// What it is called.
    pub name: Vec<u8>,
}

impl MissionBuf {
    /// An empty mission of the game's versions on a land.
    pub fn new(land: &[u8]) -> Self {
        Self {
            version: 1,
            routes: Vec::new(),
            clan_version: ClanVersion::LAST,
            clans: Vec::new(),
            object_version: ObjectVersion::LAST,
            objects: Vec::new(),
            land: land.to_vec(),
            map_word: 0,
            description: Vec::new(),
            lode_word: 1,
            lodes: Vec::new(),
            tail: Vec::new(),
        }
    }

    /// What a mission has.
    pub fn of(mission: &Mission<'_>) -> Self {
        let clan = |(index, clan): (usize, ClanRef<'_>)| Clan {
            relations: mission.relations(index).map(|relation| Relation::of(&relation)).collect(),
            ..Clan::of(&clan)
        };
        let object = |(index, object): (usize, ObjectRef<'_>)| Object {
            properties: mission.properties(index).map(|property| Property::of(&property)).collect(),
            ..Object::of(&object)
        };
        let new = Self::new(mission.land());
        Self {
            version: mission.version(),
            routes: mission.routes().map(|route| Route::of(&route)).collect(),
            clan_version: mission.clan_version(),
            clans: mission.clans().enumerate().map(clan).collect(),
            object_version: mission.object_version(),
            objects: mission.objects().enumerate().map(object).collect(),
            map_word: mission.map_word().unwrap_or(new.map_word),
            description: mission.description().unwrap_or_default().to_vec(),
            lode_word: mission.lode_word().unwrap_or(new.lode_word),
            lodes: mission.lodes().to_vec(),
            tail: mission.tail().to_vec(),
            ..new
        }
    }

    /// Has every clan list every clan: itself and those of `allies` as allies, all others as
    /// enemies. Clans are counted from 0.
    pub fn relate(&mut self, allies: &[[usize; 2]]) {
        let names: Vec<Vec<u8>> = self.clans.iter().map(|clan| clan.name.clone()).collect();
        for (own, clan) in self.clans.iter_mut().enumerate() {
            let stance = |other: usize| {
                let allied = allies.contains(&[own, other]) || allies.contains(&[other, own]);
                if own == other || allied { Stance::ALLY } else { Stance::ENEMY }
            };
            let relation = |(other, name): (usize, &Vec<u8>)| Relation {
                name: name.clone(),
                stance: stance(other),
            };
            clan.relations = names.iter().enumerate().map(relation).collect();
        }
    }
}

impl Route {
    fn of(route: &RouteRef<'_>) -> Self {
        Self { id: route.id, points: route.points.to_vec() }
    }
}

impl Clan {
    /// A clan without a script.
    pub fn new(name: &[u8], kind: ClanKind) -> Self {
        Self {
            name: name.to_vec(),
            head: ClanHead { unk_0x00: -1, base: [0.0; 2], kind },
            script: Vec::new(),
            zones: Vec::new(),
            tree: Vec::new(),
            minds: 5,
            relations: Vec::new(),
        }
    }

    fn of(clan: &ClanRef<'_>) -> Self {
        let new = Self::new(clan.name, clan.head.kind);
        Self {
            head: clan.head,
            script: clan.script.unwrap_or_default().to_vec(),
            zones: clan.zones.map(|zones| zones.to_vec()).unwrap_or_default(),
            tree: clan.tree.unwrap_or_default().to_vec(),
            minds: clan.minds.unwrap_or(new.minds),
            ..new
        }
    }
}

impl Relation {
    fn of(relation: &RelationRef<'_>) -> Self {
        Self { name: relation.name.to_vec(), stance: relation.stance }
    }
}

impl Object {
    /// An object at the middle of the world that nobody owns.
    pub fn new(kind: PlacedKind, path: &[u8]) -> Self {
        Self {
            kind,
            unk_0x04: OBJECT_WORD,
            path: path.to_vec(),
            owner: -1,
            logical_id: -1,
            position: [0.0; 3],
            turn: [0.0; 3],
            scale: [1.0; 3],
            name: Vec::new(),
            start: StartFlag::SETTLE,
            host: -1,
            host_vertex: -1,
            property_word: 1,
            properties: Vec::new(),
        }
    }

    fn of(object: &ObjectRef<'_>) -> Self {
        let new = Self::new(object.head.kind, object.path);
        Self {
            unk_0x04: object.head.unk_0x04,
            owner: object.owner.unwrap_or(new.owner),
            logical_id: object.logical_id.unwrap_or(new.logical_id),
            position: object.placement.position,
            turn: object.placement.turn,
            scale: object.scale.unwrap_or(new.scale),
            name: object.name.unwrap_or_default().to_vec(),
            start: object.start.unwrap_or(new.start),
            host: object.host.map_or(new.host, |host| host.host),
            host_vertex: object.host.map_or(new.host_vertex, |host| host.host_vertex),
            property_word: object.property_word.unwrap_or(new.property_word),
            ..new
        }
    }

    /// The first property of a name, ASCII case ignored.
    pub fn property_mut(&mut self, name: &[u8]) -> Option<&mut Property> {
        self.properties.iter_mut().find(|property| crate::text::same(&property.name, name))
    }
}

impl Property {
    /// A property of floats: value, least, most.
    pub fn float(name: &[u8], [value, min, max]: [f32; 3]) -> Self {
        let words = Range::Float(super::FloatRange { value, min, max }).words();
        Self { kind: PropertyKind::FLOAT, words, name: name.to_vec() }
    }

    /// A property of whole numbers: value, least, most.
    pub fn whole(name: &[u8], [value, min, max]: [i32; 3]) -> Self {
        let words = Range::Whole(super::WholeRange { value, min, max }).words();
        Self { kind: PropertyKind::WHOLE, words, name: name.to_vec() }
    }

    fn of(property: &PropertyRef<'_>) -> Self {
        let PropertyRef { kind, words, name, offset: _ } = *property;
        Self { kind, words, name: name.to_vec() }
    }

    /// Its values.
    pub fn range(&self) -> Range {
        Range::of(self.kind, self.words)
    }
}
