//! The stored form of components.

use crate::fxid::Reference;
use crate::schema::{choices, record};

choices! {
    /// What a component is.
    pub struct ComponentClass(i32) {
        /// Turns and tilts guns.
        TURRET = 1: "turret",
        /// Fires rounds.
        GUN = 2: "gun",
        /// A simple device: wheels, fans, lights.
        DEVICE = 3: "simple device",
        /// What is seen from inside.
        CAMERA = 4: "camera",
        /// Moves it.
        ENGINE = 5: "engine",
        /// Finds others.
        RADAR = 8: "radar",
        /// Keeps hits off.
        SHIELD = 9: "shield",
        /// Hides from radars.
        DETECT_SHIELD = 10: "detect shield",
        /// Opens.
        DOOR = 12: "door",
        /// The pod that a building is controlled from.
        COMPUTER = 13: "computer",
        /// Mends its own object.
        REPAIR = 15: "repair",
        /// Leads a missile to its target.
        SEEKER = 17: "seeker",
        /// Holds energy.
        BATTERY = 19: "battery",
        /// Says how much of a shield stops hits.
        DEFLECTOR = 21: "deflector",
        /// The arms of the hero.
        ARM = 24: "arm",
        /// How well a building works.
        EFFICIENCY = 26: "efficiency",
        /// Makes hits smaller.
        ARMOUR = 27: "armour",
        /// Builds and takes apart.
        BUILDER_BEAM = 30: "builder beam",
    }
}

record! {
    /// A component in front of its channels.
    pub struct Component[176] {
        /// What it is.
        0x00 => class: ComponentClass = M "1 to 30, 20 of them",
        /// The node of the model it sits on: it fails with that.
        0x04 => node: i32 = M "a node on all 781 beside an .ndp",
        /// Different bits for different classes: of a gun 0x2000000 fires all barrels at once, of a
        /// turret 0x4000000 stands and does not hang, 0x8000000 is a headquarters'.
        0x08 => flags: u32,
        /// The group of actions that runs when it fires; -1 for none.
        0x0c => group: i32 => "groups" = M "set on 34 guns",
        /// The group of actions that runs when it starts; -1 for none.
        0x10 => start_group: i32,
        /// The group of actions that runs when it stops; -1 for none.
        0x14 => stop_group: i32,
        /// The state it begins with, 0 off and 32 on; -1 for what its class has.
        0x18 => initial_state: i32,
        /// What it weighs, in kg.
        0x1c => mass: f32,
        /// Energy it takes in a second; of a battery what it gives.
        0x20 => power: f32,
        /// How much two inputs of a simple device count.
        0x24 => weights: [f32; 2],
        /// What its class makes of them.
        0x2c => values: [f32; 16] = M "finite",
        /// What it fires or shows: an object or an effect; names nothing for none.
        0x6c => emits: Reference = M "219 name one",
        /// How many channels it moves; they follow.
        0xac => channel_count: u32,
    }
}

impl Default for Component {
    /// A simple device that does nothing.
    fn default() -> Self {
        Self {
            class: ComponentClass::DEVICE,
            node: 0,
            flags: 0,
            group: -1,
            start_group: -1,
            stop_group: -1,
            initial_state: -1,
            mass: 0.0,
            power: 0.0,
            weights: [0.0; 2],
            values: [0.0; 16],
            emits: Reference::default(),
            channel_count: 0,
        }
    }
}

record! {
    /// How long the label of a component is; stands behind its channels.
    pub struct LabelHead[4] derive(Eq, Default) {
        /// How many bytes the label has, its NUL not counted; 0 for no label and no NUL.
        0x00 => size: u32,
    }
}
