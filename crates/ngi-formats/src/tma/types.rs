//! The stored form of a mission, field by field.
//!
//! Texts, counts and fields that only some versions have part a clan or an object into several
//! records.

use crate::schema::{choices, record};

choices! {
    /// Kind of a clan: its player or role.
    pub struct ClanKind(u32) {
        /// Animals, with zones in which they graze.
        NATURE = 0,
        /// Player.
        PLAYER = 1,
        /// Enemy of the player.
        ENEMY = 2,
        /// Neutral: neither the player nor an enemy.
        NEUTRAL = 3,
    }
}

choices! {
    /// Stance of a clan towards another.
    pub struct Stance(u32) {
        /// Enemy.
        ENEMY = 0,
        /// Ally, or the clan itself.
        ALLY = 1,
    }
}

choices! {
    /// Kind of a placed object.
    pub struct PlacedKind(u32) {
        /// Building, whose path refers to a file below `UNITS`.
        BUILDING = 0,
        /// Robot, vehicle or animal, whose path refers to a file below `UNITS`.
        UNIT = 1,
        /// Plant, whose path is a name in `objects.rlb`.
        VEGETATION = 2,
        /// Stone, whose path is a name in `objects.rlb`.
        ROCK = 3,
    }
}

choices! {
    /// Behaviour of a building when the mission starts.
    pub struct StartFlag(u32) {
        /// Lowered onto the ground that it cuts.
        SETTLE = 0,
        /// Kept at its stored height.
        KEEP_HEIGHT = 1,
    }
}

choices! {
    /// Type of a property's values.
    pub struct PropertyKind(u32) {
        /// Floats.
        FLOAT = 0,
        /// Whole numbers.
        WHOLE = 1,
    }
}

choices! {
    /// Content of a lode.
    pub struct LodeKind(u32) {
        /// Unspecified; the engine assumes ore.
        NONE = 0: "none said",
        /// Ore.
        ORE = 0x1000_1000,
    }
}

impl PlacedKind {
    /// Whether its path leads to a file below `UNITS`, and a clan owns it.
    pub fn is_owned(self) -> bool {
        matches!(self, Self::BUILDING | Self::UNIT)
    }

    /// Whether its path is a name of `objects.rlb`.
    pub fn is_scenery(self) -> bool {
        matches!(self, Self::VEGETATION | Self::ROCK)
    }
}

record! {
    /// Head of the file; the routes follow.
    pub struct FileHead[8] derive(Eq) {
        /// Version of the file; the engine reads and ignores it.
        0 => version: u32 = M "1",
        /// Number of routes that follow.
        4 => route_count: u32,
    }
}

record! {
    /// Head of a route; its corners follow, three floats each.
    pub struct RouteHead[8] derive(Eq) {
        /// Number of the route, by which scripts test whether a unit is inside it.
        0 => id: i32 = M "counts from 0",
        /// Number of corners that follow.
        4 => point_count: u32,
    }
}

record! {
    /// Head of the list of clans.
    pub struct ClanTable[8] derive(Eq) {
        /// Version of the clans, 1 to 6, which determines their fields. The engine refuses other
        /// versions.
        0 => clan_version: u32 = M "6",
        /// Number of clans that follow.
        4 => clan_count: u32,
    }
}

record! {
    /// Fields of a clan after its name.
    pub struct ClanHead[16] {
        /// Unknown purpose; preserved.
        0x00 => unk_0x00: i32 = M "-1",
        /// Position of the clan's base: x and y. Scripts use it as whole numbers; the engine
        /// refuses more than 10,000.
        0x04 => base: [f32; 2],
        /// Kind of the clan: its player or role.
        0x0c => kind: ClanKind = M "0 to 3",
    }
}

record! {
    /// Zone in which animals graze: a position with two circles around it. Since version 3.
    pub struct Zone[24] derive(Default) {
        /// Kind of the zone; other kinds are unknown.
        0x00 => kind: u32 = M "1",
        /// Centre of the zone.
        0x04 => center: [f32; 3],
        /// Radius of the inner circle.
        0x10 => inner: f32 = M "such as 20 or 10",
        /// Radius of the outer circle.
        0x14 => outer: f32 = M "such as 40 or 30",
    }
}

record! {
    /// Field of a clan after its research tree. Since version 5.
    pub struct Minds[4] derive(Eq) {
        /// Largest number of robots that the clan has at a time, 5 if omitted. A placed robot takes
        /// one of these places; without a free place, the engine does not create the robot.
        0 => minds: u32 = M "2 to 17; 5 on 53 of 101 clans",
    }
}

record! {
    /// Value after the name of a clan in the list of another clan's relations.
    pub struct RelationValue[4] derive(Eq) {
        /// Stance towards that clan.
        0 => stance: Stance = M "0 or 1",
    }
}

record! {
    /// Head of the list of objects.
    pub struct ObjectTable[8] derive(Eq) {
        /// Version of the objects and everything after them, 1 to 10, which determines the fields.
        0 => object_version: u32 = M "10",
        /// Number of objects that follow.
        4 => object_count: u32,
    }
}

record! {
    /// Head of an object.
    pub struct ObjectHead[8] derive(Eq) {
        /// Kind of the object.
        0 => kind: PlacedKind = M "0 to 3",
        /// Unknown purpose; no known code uses it. 0x80000002 if omitted.
        4 => unk_0x04: u32 = M "0x80000002",
    }
}

record! {
    /// Owner of an object. Since version 3.
    pub struct Owner[4] derive(Eq) {
        /// Clan that owns the object, from 0; meaningless for scenery. -1 if omitted.
        0 => owner: i32 => "clans" = M "the property ClanID of buildings and units; left over on scenery",
    }
}

record! {
    /// Number by which others refer to an object. Since version 4.
    pub struct LogicalId[4] derive(Eq) {
        /// Number by which scripts refer to the object, and guests to their host. According to one
        /// source, the engine adds 0x7fffffff to the ids of buildings, in memory. -1 if omitted.
        0 => logical_id: i32 = M "the property LogicalID",
    }
}

record! {
    /// Position and rotation of an object.
    pub struct Placement[24] {
        /// Position of the object. It does not apply to a unit that starts inside a building.
        0x00 => position: [f32; 3] = M "inside the map",
        /// Rotation about x, y and z, in radians, applied in this order.
        0x0c => turn: [f32; 3] = M "0 about x and y",
    }
}

record! {
    /// Scale of an object. Since version 10.
    pub struct Scale[12] {
        /// Factors along x, y and z, 1 if omitted. Only scenery is scaled; the engine ignores the
        /// factors of buildings and units.
        0 => scale: [f32; 3] = M "three equal factors; 0.2 to 21 on scenery",
    }
}

record! {
    /// Behaviour of an object at the start. Since version 8.
    pub struct Start[4] derive(Eq) {
        /// Height of a building at the start: lowered to the ground or kept. 0 if omitted.
        0 => start: StartFlag = M "set on 9 bridges and 4 buildings; without effect on 6 units and 4 trees",
    }
}

record! {
    /// Building in which a unit starts. Since version 9.
    pub struct Host[8] derive(Eq) {
        /// Logical id of the building in which the unit starts; -1 for none, and if omitted.
        0 => host: i32 => "objects.logical_id" = M "-1 on all but 13 units",
        /// Place in the building's hallways. -1, the default, means none.
        4 => host_vertex: i32 = M "-1 on all but 13 units",
    }
}

record! {
    /// Head of an object's list of properties. Since version 6.
    pub struct PropertyTable[8] derive(Eq) {
        /// Read and dropped by the engine. 1 if omitted.
        0 => property_word: u32 = M "1",
        /// Number of properties that follow.
        4 => property_count: u32,
    }
}

record! {
    /// Head of a property; its three values and its name follow.
    pub struct PropertyHead[4] derive(Eq) {
        /// Type of the values.
        0 => kind: PropertyKind = M "0 or 1",
    }
}

record! {
    /// Values of a property of floats.
    pub struct FloatRange[12] {
        /// Value of the property.
        0 => value: f32,
        /// Least allowed value.
        4 => min: f32 = M "left over in CurrentOre",
        /// Largest allowed value.
        8 => max: f32,
    }
}

record! {
    /// Values of a property of whole numbers.
    pub struct WholeRange[12] derive(Eq) {
        /// Value of the property.
        0 => value: i32,
        /// Least allowed value.
        4 => min: i32,
        /// Largest allowed value.
        8 => max: i32 = M "-1 for none in ClanID",
    }
}

record! {
    /// Values of a property of an unknown kind, as stored.
    pub struct WordRange[12] derive(Eq) {
        /// Value of the property.
        0 => value: u32,
        /// Least allowed value.
        4 => min: u32,
        /// Largest allowed value.
        8 => max: u32,
    }
}

record! {
    /// Word after the path of the land. Since version 2 of the objects.
    pub struct MapWord[4] derive(Eq) {
        /// Unknown purpose: the engine stores it, and no known code uses it. 0 if omitted.
        0 => map_word: u32 = M "1 on Multi.01 to 06 and Single.01, else 0",
    }
}

record! {
    /// Head of the list of lodes. Since version 5 of the objects.
    pub struct LodeTable[8] derive(Eq) {
        /// Read and ignored by the engine. 1 if omitted.
        0 => lode_word: u32 = M "1",
        /// Number of lodes that follow.
        4 => lode_count: u32,
    }
}

record! {
    /// Lode of minerals.
    pub struct Lode[28] {
        /// Position of the lode; the engine places it on the ground.
        0x00 => position: [f32; 3],
        /// 1 if the lode is already found.
        0x0c => found: u32 = M "1 on 17 of 28",
        /// Mineral of the lode.
        0x10 => kind: LodeKind = M "ore on 25 of 28, else unspecified",
        /// Amount of the mineral.
        0x14 => amount: f32 = M "1e4 to 1e20",
        /// Unknown purpose; preserved.
        0x18 => unk_0x18: u32 = M "0; as a float 100 on the three without a kind",
    }
}
