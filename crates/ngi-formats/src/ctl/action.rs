//! The stored form of groups: actions, and the events that run them.

use crate::fxid::Reference;
use crate::schema::{bits, choices, record};

record! {
    /// Group of actions that runs at each event; -1 for none.
    pub struct Events[84] derive(Eq) {
        /// Group that runs when the object appears: lights, smoke, screens.
        0x00 => load: i32,
        /// Unused; nothing reads it.
        0x04 => unk_0x04: i32 = M "-1",
        /// Group that runs when a round hits.
        0x08 => hit: i32,
        /// Group that runs when a round leaves the map.
        0x0c => edge: i32,
        /// Group that runs when a round reaches the end of its range.
        0x10 => range_end: i32,
        /// Unused; nothing reads it.
        0x14 => unk_0x14: i32 = M "-1",
        /// Group that runs when the object becomes critical and begins to burn.
        0x18 => critical_on: i32 = M "set on 32",
        /// Group that runs when the object is no longer critical.
        0x1c => critical_off: i32 = M "set on 32",
        /// Unused; nothing reads it.
        0x20 => unk_0x20: i32 = M "-1",
        /// Group that runs when a message requests it; no message does.
        0x24 => unk_0x24: i32 = M "-1",
        /// Groups that run when the ground below the object changes, one for each surface class:
        /// `sn st gr sw ic mt gr wt al an sh`.
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
    /// Number of actions in a group; the actions follow.
    pub struct GroupHead[4] derive(Eq, Default) {
        /// Number of actions in the group.
        0x00 => actions: u32 = M "2,925 in all",
    }
}

bits! {
    /// Flags that decide when an action runs.
    pub struct ActionFlags(u32) {
        /// End of a run: the action also runs if no other action of the run did.
        ENDS_RUN = 0x1000_0000: "ends run",
        /// The action runs only if all conditions of its mask hold.
        ALL_HOLD = 0x2000_0000: "all hold",
        /// The action runs only if at least one condition of its mask holds.
        ANY_HOLDS = 0x4000_0000: "any holds",
        /// Beginning of a run of actions; the last action of a run is for all other cases.
        BEGINS_RUN = 0x8000_0000: "begins run",
    }
}

bits! {
    /// Conditions of an action, one bit each.
    pub struct Conditions(u32) {
        /// The object stands on surface class 0, `sn`.
        SURFACE_0 = 0x1: "surface sn",
        /// The object stands on surface class 1, `st`.
        SURFACE_1 = 0x2: "surface st",
        /// The object stands on surface class 2, `gr`.
        SURFACE_2 = 0x4: "surface gr",
        /// The object stands on surface class 3, `sw`.
        SURFACE_3 = 0x8: "surface sw",
        /// The object stands on surface class 4, `ic`.
        SURFACE_4 = 0x10: "surface ic",
        /// The object stands on surface class 5, `mt`.
        SURFACE_5 = 0x20: "surface mt",
        /// The object stands on surface class 6, also called `gr`.
        SURFACE_6 = 0x40: "surface gr 6",
        /// The object stands on the bed of a liquid.
        LIQUID_BED = 0x80: "liquid bed",
        /// The object stands on surface class 8, `al`.
        SURFACE_8 = 0x100: "surface al",
        /// The object stands on surface class 9, `an`.
        SURFACE_9 = 0x200: "surface an",
        /// The object stands on surface class 10, `sh`.
        SURFACE_10 = 0x400: "surface sh",
        /// The object is in a critical state.
        CRITICAL = 0x4000: "critical",
        /// A message has set this condition.
        MESSAGE = 0x8000: "message",
    }
}

choices! {
    /// Kind of an action.
    pub struct ActionKind(u32) {
        /// Stops the object.
        STOP = 0: "stop",
        /// Sets property 0x200 of the object.
        PROPERTY_200 = 1: "property 200",
        /// Sets property 0x201 of the object.
        PROPERTY_201 = 2: "property 201",
        /// Attaches an effect to node v4 under the number v7.
        EFFECT_ON_NODE = 3: "effect on node",
        /// Attaches an effect to control points v4, v5 and v6 under the number v7.
        EFFECT_ON_POINTS = 4: "effect on points",
        /// Places an effect in the sphere of construction, scaled to its radius, under the number
        /// v7.
        EFFECT_IN_SPHERE = 5: "effect in sphere",
        /// Destroys node v4; not used in the shipped game.
        DESTROY_NODE = 7: "destroy node",
        /// Deletes effect v4.
        DELETE_EFFECT = 8: "delete effect",
        /// Starts effect v4 in time mode v5.
        START_EFFECT = 10: "start effect",
        /// Starts effect v4 again after it has ended.
        RESTART_EFFECT = 11: "restart effect",
        /// Pushes the object by v4, v5 and v6 thousandths.
        PUSH = 12: "push",
        /// Pushes the object in another way; not used in the shipped game.
        PUSH_OTHER = 13: "push other",
        /// Makes effect v4 take its time from node v5.
        EFFECT_TIME = 14: "effect time",
        /// Removes the object without an explosion.
        REMOVE = 15: "remove",
        /// Kills the object; its node 0 explodes.
        KILL = 17: "kill",
        /// Switches effect v4 on.
        EFFECT_ON = 18: "effect on",
        /// Switches effect v4 off.
        EFFECT_OFF = 19: "effect off",
        /// Puts a building into the ground.
        PLACE_BUILDING = 20: "place building",
        /// Kills all units in the sphere of construction.
        CLEAR_SPHERE = 21: "clear sphere",
        /// Makes node v4 explode with the explosion named in `reference`.
        EXPLODE_NODE = 27: "explode node",
    }
}

record! {
    /// Action of a group.
    pub struct Action[100] {
        /// Flags that decide when the action runs.
        0x00 => flags: ActionFlags,
        /// Mask: the conditions that the action tests.
        0x04 => mask: Conditions,
        /// Conditions of the mask that count as met if they do not hold.
        0x08 => invert: Conditions = M "only bits of the mask",
        /// Kind of the action.
        0x0c => action: ActionKind = M "4 on 1,203, 10 on 462, 3 on 217, 0 on 202, 19 on 196",
        /// First number; its meaning depends on the kind of the action.
        0x10 => v4: i32,
        /// Second number; its meaning depends on the kind of the action.
        0x14 => v5: i32,
        /// Third number; its meaning depends on the kind of the action.
        0x18 => v6: i32,
        /// Fourth number: the number given to an effect that the action creates.
        0x1c => v7: i32,
        /// Unused; nothing reads it.
        0x20 => unk_0x20: i32 = M "0, but 1.0 as a float on two",
        /// Effect or explosion; empty for other actions.
        0x24 => reference: Reference = M "set on 1,432",
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
