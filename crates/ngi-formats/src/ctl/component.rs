//! The stored form of components.

use crate::fxid::Reference;
use crate::schema::{choices, record};

choices! {
    /// Class of a component.
    pub struct ComponentClass(i32) {
        /// Turns and tilts guns.
        TURRET = 1: "turret",
        /// Fires rounds.
        GUN = 2: "gun",
        /// Simple device: wheels, fans, lights.
        DEVICE = 3: "simple device",
        /// Shows the view from inside.
        CAMERA = 4: "camera",
        /// Moves the object.
        ENGINE = 5: "engine",
        /// Detects other objects.
        RADAR = 8: "radar",
        /// Protects the object from hits.
        SHIELD = 9: "shield",
        /// Hides the object from radars.
        DETECT_SHIELD = 10: "detect shield",
        /// Opens.
        DOOR = 12: "door",
        /// Pod from which a building is controlled.
        COMPUTER = 13: "computer",
        /// Repairs its own object.
        REPAIR = 15: "repair",
        /// Guides a missile to its target.
        SEEKER = 17: "seeker",
        /// Stores energy.
        BATTERY = 19: "battery",
        /// Sets the share of hits that a shield stops.
        DEFLECTOR = 21: "deflector",
        /// Arms of the hero.
        ARM = 24: "arm",
        /// Sets the efficiency of a building.
        EFFICIENCY = 26: "efficiency",
        /// Reduces the damage of hits.
        ARMOUR = 27: "armour",
        /// Builds and dismantles.
        BUILDER_BEAM = 30: "builder beam",
    }
}

record! {
    /// First part of a component, before its channels.
    pub struct Component[176] {
        /// Class of the component.
        0x00 => class: ComponentClass = M "1 to 30, 20 of them",
        /// Node of the model that the component is mounted on; the component fails together with
        /// it.
        0x04 => node: i32 = M "a valid node on all 781 with an .ndp file beside them",
        /// Flags with a different meaning in each class. Gun: 0x2000000 fires all barrels at once.
        /// Turret: 0x4000000 stands instead of hanging, 0x8000000 belongs to a headquarters.
        0x08 => flags: u32,
        /// Group of actions that runs when the component fires; -1 for none.
        0x0c => group: i32 => "groups" = M "set on 34 guns",
        /// Group of actions that runs when the component starts; -1 for none.
        0x10 => start_group: i32,
        /// Group of actions that runs when the component stops; -1 for none.
        0x14 => stop_group: i32,
        /// Initial state: 0 is off, 32 is on, -1 is the default of the class.
        0x18 => initial_state: i32,
        /// Mass in kg.
        0x1c => mass: f32,
        /// Energy that the component takes per second; for a battery, the energy that it supplies.
        0x20 => power: f32,
        /// Weights of the two inputs of a simple device.
        0x24 => weights: [f32; 2],
        /// Values with a different meaning in each class.
        0x2c => values: [f32; 16] = M "finite",
        /// Object or effect that the component fires or shows; empty for none.
        0x6c => emits: Reference = M "set on 219",
        /// Number of channels that the component moves; the numbers of the channels follow.
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
    /// Length of a component's label; stored after its channels.
    pub struct LabelHead[4] derive(Eq, Default) {
        /// Number of bytes of the label without its NUL; 0 if there is neither a label nor a NUL.
        0x00 => size: u32,
    }
}
