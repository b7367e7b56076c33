//! The stored form.

use crate::schema::{choices, record};
use crate::{FixedStr, Result};

/// The first two bytes of a unit: the number 0xF0F1.
pub const MAGIC: [u8; 2] = [0xf1, 0xf0];

choices! {
    /// Type of a unit.
    pub struct UnitType(u32) {
        /// Small bunker.
        BUNKER_SMALL = 0x8001_0000: "small bunker",
        /// Medium bunker.
        BUNKER_MEDIUM = 0x8002_0000: "medium bunker",
        /// Large bunker.
        BUNKER_LARGE = 0x8004_0000: "large bunker",
        /// Building that produces energy.
        GENERATOR = 0x8000_0002: "generator",
        /// Building that mines ore.
        MINE = 0x8000_0004: "mine",
        /// Building that stores ore.
        STORAGE = 0x8000_0008: "storage",
        /// Building that makes robots.
        PLANT = 0x8000_0010: "plant",
        /// Building that repairs robots.
        HANGAR = 0x8000_0040: "hangar",
        /// Teleport through which the clan arrived.
        MAIN_TELEPORT = 0x8000_0200: "main teleport",
        /// Building that researches new parts.
        INSTITUTE = 0x8000_0400: "institute",
        /// Medium tower.
        TOWER_MEDIUM = 0x8010_0000: "medium tower",
        /// Large tower.
        TOWER_LARGE = 0x8020_0000: "large tower",
        /// Half of a bridge.
        BRIDGE = 0x8000_1000: "bridge",
        /// Remains of a building.
        RUIN = 0x8000_2000: "ruin",
        /// Robot that carries ore.
        TRANSPORT = 0x0100_2000: "transport",
        /// Robot that builds.
        BUILDER = 0x0100_4000: "builder",
        /// Robot that fights.
        BATTLE = 0x0100_8000: "battle robot",
        /// Robot that leads others.
        HEADQUARTERS = 0x0101_0000: "headquarters",
        /// Robot that the player drives.
        HERO = 0x0102_0000: "hero",
        /// Animal.
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
    /// Class of a part. The tag of the part's object decides whether it is drawn, not this class.
    pub struct PartClass(u32) {
        /// Base to which the other parts are attached.
        CHASSIS = 0: "chassis",
        /// Rotating part.
        TURRET = 1: "turret",
        /// Part that is hit first.
        ARMOUR = 2: "armour",
        /// Part inside the unit.
        INTERNAL = 3: "internal",
        /// Part that shoots.
        GUN = 4: "gun",
        /// Projectiles of a gun.
        AMMUNITION = 5: "ammunition",
    }
}

record! {
    /// Head of a unit, after the number 0xF0F1.
    pub struct Head[2..8] derive(Eq, Default) {
        /// Unknown purpose.
        0x02 => unk_0x02: u16 = M "0",
        /// Type of the unit. The top bit marks a building; without it, the unit is a robot.
        0x04 => unit_type: UnitType,
    }
}

record! {
    /// Part of a unit: an object and its attachment.
    pub struct Part[112] derive(Eq, Default) {
        /// Archive that contains the object.
        0x00 => archive: FixedStr<32> = M "objects.rlb",
        /// Entry of the object in the archive, such as `r_h_01`.
        0x20 => member: FixedStr<32> = M "garbage after the NUL on 5,205 of 5,219",
        /// Unknown purpose.
        0x40 => unk_0x40: u32 = M "1",
        /// Point of attachment: a node of the parent's model for an external part, a component slot
        /// of the parent's controller (`.ctl`) for an internal part, -1 for the root.
        0x44 => attach: i32,
        /// Display name of the part, in Windows-1251. It may fill the field to its last byte,
        /// without a NUL.
        0x48 => name: FixedStr<32> as full,
        /// Class of the part.
        0x68 => class: PartClass = M "armour on 26 guns",
        /// Number of child parts. They follow this part, each with its own children.
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
