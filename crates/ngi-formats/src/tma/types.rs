//! The stored form of a mission, field by field.
//!
//! Texts, counts and fields that only some versions have part a clan or an object into several
//! records.

use crate::schema::{choices, record};

choices! {
    /// Who plays a clan.
    pub struct ClanKind(u32) {
        /// Animals: clans with zones to graze in.
        NATURE = 0,
        /// The player.
        PLAYER = 1,
        /// An enemy of the player.
        ENEMY = 2,
        /// Neither of them.
        NEUTRAL = 3,
    }
}

choices! {
    /// How a clan sees another.
    pub struct Stance(u32) {
        /// As an enemy.
        ENEMY = 0,
        /// As an ally, or as itself.
        ALLY = 1,
    }
}

choices! {
    /// What is placed.
    pub struct PlacedKind(u32) {
        /// A building: its path leads to a file below `UNITS`.
        BUILDING = 0,
        /// A robot, a vehicle, an animal: its path leads to a file below `UNITS`.
        UNIT = 1,
        /// A plant: its path is a name of `objects.rlb`.
        VEGETATION = 2,
        /// A stone: its path is a name of `objects.rlb`.
        ROCK = 3,
    }
}

choices! {
    /// What a building does when the mission starts.
    pub struct StartFlag(u32) {
        /// It is lowered onto the ground that it cuts.
        SETTLE = 0,
        /// It keeps the height it has here.
        KEEP_HEIGHT = 1,
    }
}

choices! {
    /// How a property is stored.
    pub struct PropertyKind(u32) {
        /// As floats.
        FLOAT = 0,
        /// As whole numbers.
        WHOLE = 1,
    }
}

choices! {
    /// What a lode is of.
    pub struct LodeKind(u32) {
        /// Nothing that is said: the engine takes ore.
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
    /// The start of the file; the routes follow.
    pub struct FileHead[8] derive(Eq) {
        /// Version of the file. The engine reads it and does not look at it.
        0 => version: u32 = M "1",
        /// How many routes follow.
        4 => route_count: u32,
    }
}

record! {
    /// The start of a route; its corners follow, three floats each.
    pub struct RouteHead[8] derive(Eq) {
        /// Its number, by which scripts ask whether a unit is inside.
        0 => id: i32 = M "counts from 0",
        /// How many corners follow.
        4 => point_count: u32,
    }
}

record! {
    /// What stands in front of the clans.
    pub struct ClanTable[8] derive(Eq) {
        /// Version of the clans, 1 to 6: which fields they have. The engine refuses others.
        0 => clan_version: u32 = M "6",
        /// How many clans follow.
        4 => clan_count: u32,
    }
}

record! {
    /// What a clan has behind its name.
    pub struct ClanHead[16] {
        /// Nobody knows what it is for; kept.
        0x00 => unk_0x00: i32 = M "-1",
        /// Where its base is: x and y. Scripts know them as whole numbers; the engine refuses more
        /// than 10,000.
        0x04 => base: [f32; 2],
        /// Who plays it.
        0x0c => kind: ClanKind = M "0 to 3",
    }
}

record! {
    /// Where animals graze: a place with two circles around it. Since version 3.
    pub struct Zone[24] derive(Default) {
        /// Nobody knows what other kinds there could be.
        0x00 => kind: u32 = M "1",
        /// The middle.
        0x04 => center: [f32; 3],
        /// Radius of the inner circle.
        0x10 => inner: f32 = M "such as 20 or 10",
        /// Radius of the outer circle.
        0x14 => outer: f32 = M "such as 40 or 30",
    }
}

record! {
    /// What a clan has behind its research tree. Since version 5.
    pub struct Minds[4] derive(Eq) {
        /// How many robots the clan may have at a time. One that is placed takes one; where none is
        /// free the engine does not create it. 5 where it is left out.
        0 => minds: u32 = M "2 to 17; 5 on 53 of 101 clans",
    }
}

record! {
    /// What stands behind the name of a clan in the list of another's relations.
    pub struct RelationValue[4] derive(Eq) {
        /// How the clan sees it.
        0 => stance: Stance = M "0 or 1",
    }
}

record! {
    /// What stands in front of the objects.
    pub struct ObjectTable[8] derive(Eq) {
        /// Version of the objects and of all behind them, 1 to 10: which fields there are.
        0 => object_version: u32 = M "10",
        /// How many objects follow.
        4 => object_count: u32,
    }
}

record! {
    /// The start of an object.
    pub struct ObjectHead[8] derive(Eq) {
        /// What it is.
        0 => kind: PlacedKind = M "0 to 3",
        /// Nobody knows what it is for; nobody was seen to look at it. 0x80000002 where it is left
        /// out.
        4 => unk_0x04: u32 = M "0x80000002",
    }
}

record! {
    /// Whose an object is. Since version 3.
    pub struct Owner[4] derive(Eq) {
        /// The clan that owns it, counted from 0. Of scenery it says nothing. -1 where it is left
        /// out.
        0 => owner: i32 => "clans" = M "the property ClanID of buildings and units; left over on scenery",
    }
}

record! {
    /// The number that others know an object by. Since version 4.
    pub struct LogicalId[4] derive(Eq) {
        /// By this number scripts know it, and guests their host. One source read that the engine
        /// adds 0x7fffffff for buildings, in memory. -1 where it is left out.
        0 => logical_id: i32 = M "the property LogicalID",
    }
}

record! {
    /// Where an object stands.
    pub struct Placement[24] {
        /// Where it is. A unit that starts inside a building is not here.
        0x00 => position: [f32; 3] = M "inside the map",
        /// How far it is turned about x, y and z, in radians: first about x, last about z.
        0x0c => turn: [f32; 3] = M "0 about x and y",
    }
}

record! {
    /// How large an object is. Since version 10.
    pub struct Scale[12] {
        /// Factors along x, y and z. Only scenery grows; of buildings and units the engine does not
        /// look at them. 1 where they are left out.
        0 => scale: [f32; 3] = M "three times the same; 0.2 to 21 on scenery",
    }
}

record! {
    /// What an object does at the start. Since version 8.
    pub struct Start[4] derive(Eq) {
        /// Whether a building keeps its height. 0 where it is left out.
        0 => start: StartFlag = M "set on 9 bridges and 4 buildings; without effect on 6 units and 4 trees",
    }
}

record! {
    /// In which building a unit starts. Since version 9.
    pub struct Host[8] derive(Eq) {
        /// The logical id of the building it starts in; -1 for none, and where it is left out.
        0 => host: i32 => "objects.logical_id" = M "-1 on all but 13 units",
        /// At which place of the building's hallways; -1 for none, and where it is left out.
        4 => host_vertex: i32 = M "-1 on all but 13 units",
    }
}

record! {
    /// What stands in front of the properties of an object. Since version 6.
    pub struct PropertyTable[8] derive(Eq) {
        /// The engine reads it and drops it. 1 where it is left out.
        0 => property_word: u32 = M "1",
        /// How many properties follow.
        4 => property_count: u32,
    }
}

record! {
    /// The start of a property; its three values and its name follow.
    pub struct PropertyHead[4] derive(Eq) {
        /// How its values are stored.
        0 => kind: PropertyKind = M "0 or 1",
    }
}

record! {
    /// The values of a property of floats.
    pub struct FloatRange[12] {
        /// What it is.
        0 => value: f32,
        /// The least it may be.
        4 => min: f32 = M "left over in CurrentOre",
        /// The most it may be.
        8 => max: f32,
    }
}

record! {
    /// The values of a property of whole numbers.
    pub struct WholeRange[12] derive(Eq) {
        /// What it is.
        0 => value: i32,
        /// The least it may be.
        4 => min: i32,
        /// The most it may be.
        8 => max: i32 = M "-1 for none in ClanID",
    }
}

record! {
    /// The values of a property of a kind that nobody knows, as they are stored.
    pub struct WordRange[12] derive(Eq) {
        /// What it is.
        0 => value: u32,
        /// The least it may be.
        4 => min: u32,
        /// The most it may be.
        8 => max: u32,
    }
}

record! {
    /// What stands behind the path of the land. Since version 2 of the objects.
    pub struct MapWord[4] derive(Eq) {
        /// Nobody knows what it is for: the engine keeps it and nobody was seen to ask for it. 0
        /// where it is left out.
        0 => map_word: u32 = M "1 on Multi.01 to 06 and Single.01, else 0",
    }
}

record! {
    /// What stands in front of the lodes. Since version 5 of the objects.
    pub struct LodeTable[8] derive(Eq) {
        /// The engine reads it and does not look at it. 1 where it is left out.
        0 => lode_word: u32 = M "1",
        /// How many lodes follow.
        4 => lode_count: u32,
    }
}

record! {
    /// A lode of minerals.
    pub struct Lode[28] {
        /// Where it is; the engine lays it on the ground.
        0x00 => position: [f32; 3],
        /// Whether it is found already.
        0x0c => found: u32 = M "1 on 17 of 28",
        /// What it is of.
        0x10 => kind: LodeKind = M "ore on 25 of 28; else none is said, and the engine takes ore",
        /// How much there is.
        0x14 => amount: f32 = M "1e4 to 1e20",
        /// Nobody knows what it is for; kept.
        0x18 => unk_0x18: u32 = M "0; as a float 100 on the three without a kind",
    }
}
