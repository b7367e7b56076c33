//! The stored form.

use crate::schema::{choices, record};
use crate::{FixedStr, Result};

/// The first two bytes of a unit: the number 0xF0F1.
pub const MAGIC: [u8; 2] = [0xf1, 0xf0];

choices! {
    /// What a unit is to the game.
    pub struct UnitType(u32) {
        /// A bunker, small.
        BUNKER_SMALL = 0x8001_0000: "small bunker",
        /// A bunker, medium.
        BUNKER_MEDIUM = 0x8002_0000: "medium bunker",
        /// A bunker, large.
        BUNKER_LARGE = 0x8004_0000: "large bunker",
        /// A building that makes energy.
        GENERATOR = 0x8000_0002: "generator",
        /// A building that takes ore out of the ground.
        MINE = 0x8000_0004: "mine",
        /// A building that keeps ore.
        STORAGE = 0x8000_0008: "storage",
        /// A building that makes robots.
        PLANT = 0x8000_0010: "plant",
        /// A building that repairs robots.
        HANGAR = 0x8000_0040: "hangar",
        /// The teleport that the clan came by.
        MAIN_TELEPORT = 0x8000_0200: "main teleport",
        /// A building that finds new parts.
        INSTITUTE = 0x8000_0400: "institute",
        /// A tower, medium.
        TOWER_MEDIUM = 0x8010_0000: "medium tower",
        /// A tower, large.
        TOWER_LARGE = 0x8020_0000: "large tower",
        /// Half a bridge.
        BRIDGE = 0x8000_1000: "bridge",
        /// What is left of a building.
        RUIN = 0x8000_2000: "ruin",
        /// A robot that carries ore.
        TRANSPORT = 0x0100_2000: "transport",
        /// A robot that builds.
        BUILDER = 0x0100_4000: "builder",
        /// A robot that fights.
        BATTLE = 0x0100_8000: "battle robot",
        /// A robot that leads others.
        HEADQUARTERS = 0x0101_0000: "headquarters",
        /// The robot that somebody drives.
        HERO = 0x0102_0000: "hero",
        /// A beast.
        ANIMAL = 0x2000_0000: "animal",
    }
}

impl UnitType {
    /// The bit that all buildings have.
    pub const BUILDING: u32 = 0x8000_0000;

    /// Whether it is a building. What is none is a robot or a beast.
    pub const fn is_building(self) -> bool {
        self.0 & Self::BUILDING != 0
    }
}

choices! {
    /// What a part is for. What is drawn of a unit goes by the tag of the part's object, not by
    /// this.
    pub struct PartClass(u32) {
        /// What the others hang on.
        CHASSIS = 0: "chassis",
        /// What turns.
        TURRET = 1: "turret",
        /// What is hit first.
        ARMOUR = 2: "armour",
        /// Something inside.
        INTERNAL = 3: "internal",
        /// What shoots.
        GUN = 4: "gun",
        /// What is shot.
        AMMUNITION = 5: "ammunition",
    }
}

record! {
    /// What a unit begins with, behind the number 0xF0F1.
    pub struct Head[2..8] derive(Eq, Default) {
        /// Nobody knows what it is for.
        0x02 => unk_0x02: u16 = M "0",
        /// What the unit is. With the top bit it is a building, without a robot.
        0x04 => unit_type: UnitType,
    }
}

record! {
    /// A part of a unit: an object, and what it hangs on.
    pub struct Part[112] derive(Eq, Default) {
        /// The archive that the object is in.
        0x00 => archive: FixedStr<32> = M "objects.rlb",
        /// The object's entry in it, such as `r_h_01`.
        0x20 => member: FixedStr<32> = M "junk behind the NUL on 5,205 of 5,219",
        /// Nobody knows what it is for.
        0x40 => unk_0x40: u32 = M "1",
        /// Where it hangs on its parent: a part outside on a node of the parent's model, a part
        /// inside in a component slot of the parent's controller (`.ctl`); -1 for the root.
        0x44 => attach: i32,
        /// What the part is called for people, in Windows-1251. It may fill the field to its last
        /// byte, without a NUL.
        0x48 => name: FixedStr<32> as full,
        /// What it is for.
        0x68 => class: PartClass = M "26 guns say armour",
        /// How many parts hang on it. They follow it, each with those that hang on them.
        0x6c => child_count: u32,
    }
}

impl Part {
    /// A part that is an object of `objects.rlb`.
    pub fn new(object: &[u8], class: PartClass, attach: i32) -> Result<Self> {
        Ok(Self {
            archive: FixedStr::new(crate::objects::LIBRARY)?,
            member: FixedStr::new(object)?,
            unk_0x40: 1,
            attach,
            name: FixedStr::default(),
            class,
            child_count: 0,
        })
    }

    /// The same part, called so for people: at most 32 bytes.
    pub fn named(mut self, name: &[u8]) -> Result<Self> {
        let too_long = || crate::Error::usage("name", format!("{} bytes, 32 fit", name.len()));
        let slots = self.name.0.get_mut(..name.len()).ok_or_else(too_long)?;
        slots.copy_from_slice(name);
        self.name.0.iter_mut().skip(name.len()).for_each(|byte| *byte = 0);
        Ok(self)
    }
}
