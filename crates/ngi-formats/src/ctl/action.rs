//! The stored form of groups: actions, and the events that run them.

use crate::fxid::Reference;
use crate::schema::{bits, choices, record};

record! {
    /// Which group runs at which event; -1 for none.
    pub struct Events[84] derive(Eq) {
        /// When the object is there: lights, smoke, screens.
        0x00 => load: i32,
        /// Nothing reads it.
        0x04 => unk_0x04: i32 = M "-1",
        /// When a round hits.
        0x08 => hit: i32,
        /// When a round leaves the map.
        0x0c => edge: i32,
        /// When a round has flown its range.
        0x10 => range_end: i32,
        /// Nothing reads it.
        0x14 => unk_0x14: i32 = M "-1",
        /// When the object becomes critical: it begins to burn.
        0x18 => critical_on: i32 = M "set on 32",
        /// When it is critical no more.
        0x1c => critical_off: i32 = M "set on 32",
        /// Nothing reads it.
        0x20 => unk_0x20: i32 = M "-1",
        /// When a message asks for it, which none does.
        0x24 => unk_0x24: i32 = M "-1",
        /// When the ground below changes, by its surface class: `sn st gr sw ic mt gr wt al an sh`.
        0x28 => surface: [i32; 11],
    }
}

impl Default for Events {
    /// Nothing runs.
    fn default() -> Self {
        Self {
            load: -1,
            unk_0x04: -1,
            hit: -1,
            edge: -1,
            range_end: -1,
            unk_0x14: -1,
            critical_on: -1,
            critical_off: -1,
            unk_0x20: -1,
            unk_0x24: -1,
            surface: [-1; 11],
        }
    }
}

record! {
    /// How many actions a group has; they follow.
    pub struct GroupHead[4] derive(Eq, Default) {
        /// How many actions the group has.
        0x00 => actions: u32 = M "2,925 in all",
    }
}

bits! {
    /// When an action runs.
    pub struct ActionFlags(u32) {
        /// It ends a run: it runs, too, where no action since the beginning of the run did.
        ENDS_RUN = 0x1000_0000: "ends run",
        /// It runs only where all conditions of its mask hold.
        ALL_HOLD = 0x2000_0000: "all hold",
        /// It runs only where one of the conditions of its mask holds.
        ANY_HOLDS = 0x4000_0000: "any holds",
        /// It begins a run of actions of which the last is for all other cases.
        BEGINS_RUN = 0x8000_0000: "begins run",
    }
}

bits! {
    /// Conditions, one bit each.
    pub struct Conditions(u32) {
        /// It stands on surface class 0, `sn`.
        SURFACE_0 = 0x1: "surface sn",
        /// It stands on surface class 1, `st`.
        SURFACE_1 = 0x2: "surface st",
        /// It stands on surface class 2, `gr`.
        SURFACE_2 = 0x4: "surface gr",
        /// It stands on surface class 3, `sw`.
        SURFACE_3 = 0x8: "surface sw",
        /// It stands on surface class 4, `ic`.
        SURFACE_4 = 0x10: "surface ic",
        /// It stands on surface class 5, `mt`.
        SURFACE_5 = 0x20: "surface mt",
        /// It stands on surface class 6, `gr`, too.
        SURFACE_6 = 0x40: "surface gr 6",
        /// It stands on the bed of a liquid.
        LIQUID_BED = 0x80: "liquid bed",
        /// It stands on surface class 8, `al`.
        SURFACE_8 = 0x100: "surface al",
        /// It stands on surface class 9, `an`.
        SURFACE_9 = 0x200: "surface an",
        /// It stands on surface class 10, `sh`.
        SURFACE_10 = 0x400: "surface sh",
        /// It is critical.
        CRITICAL = 0x4000: "critical",
        /// A message set it.
        MESSAGE = 0x8000: "message",
    }
}

choices! {
    /// What an action does.
    pub struct ActionKind(u32) {
        /// Stops the object.
        STOP = 0: "stop",
        /// Sets property 0x200 of the object.
        PROPERTY_200 = 1: "property 200",
        /// Sets property 0x201 of the object.
        PROPERTY_201 = 2: "property 201",
        /// Hangs an effect on node v4; it is called v7.
        EFFECT_ON_NODE = 3: "effect on node",
        /// Hangs an effect on control points v4, v5 and v6; it is called v7.
        EFFECT_ON_POINTS = 4: "effect on points",
        /// Puts an effect into the sphere of construction, as large as that; it is called v7.
        EFFECT_IN_SPHERE = 5: "effect in sphere",
        /// Destroys node v4; none in the game.
        DESTROY_NODE = 7: "destroy node",
        /// Takes effect v4 away.
        DELETE_EFFECT = 8: "delete effect",
        /// Starts effect v4 in time mode v5.
        START_EFFECT = 10: "start effect",
        /// Starts effect v4 again once it is over.
        RESTART_EFFECT = 11: "restart effect",
        /// Pushes the object by v4, v5, v6 thousandths.
        PUSH = 12: "push",
        /// Pushes the object in another way; none in the game.
        PUSH_OTHER = 13: "push other",
        /// Lets effect v4 take its time from node v5.
        EFFECT_TIME = 14: "effect time",
        /// Takes the object away without an explosion.
        REMOVE = 15: "remove",
        /// Kills the object: its node 0 explodes.
        KILL = 17: "kill",
        /// Switches effect v4 on.
        EFFECT_ON = 18: "effect on",
        /// Switches effect v4 off.
        EFFECT_OFF = 19: "effect off",
        /// Puts a building into the ground.
        PLACE_BUILDING = 20: "place building",
        /// Kills all units in the sphere of construction.
        CLEAR_SPHERE = 21: "clear sphere",
        /// Lets node v4 explode as a named explosion says.
        EXPLODE_NODE = 27: "explode node",
    }
}

record! {
    /// An action of a group.
    pub struct Action[100] {
        /// When it runs.
        0x00 => flags: ActionFlags,
        /// Which conditions count.
        0x04 => mask: Conditions,
        /// Which of these count where they do not hold.
        0x08 => invert: Conditions = M "within the mask",
        /// What it does.
        0x0c => action: ActionKind = M "4 on 1,203, 10 on 462, 3 on 217, 0 on 202, 19 on 196",
        /// The first number: what it is hangs on the action.
        0x10 => v4: i32,
        /// The second number.
        0x14 => v5: i32,
        /// The third number.
        0x18 => v6: i32,
        /// The fourth number: what effects that are made are called.
        0x1c => v7: i32,
        /// Nothing reads it.
        0x20 => unk_0x20: i32 = M "0, on two 1.0 as a float",
        /// The effect or explosion; names nothing for other actions.
        0x24 => reference: Reference = M "1,432 name one",
    }
}

impl Default for Action {
    /// Stops the object.
    fn default() -> Self {
        Self {
            flags: ActionFlags(0),
            mask: Conditions(0),
            invert: Conditions(0),
            action: ActionKind::STOP,
            v4: 0,
            v5: 0,
            v6: 0,
            v7: 0,
            unk_0x20: 0,
            reference: Reference::default(),
        }
    }
}
