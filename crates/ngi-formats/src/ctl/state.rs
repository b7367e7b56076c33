//! The stored form of states and their contacts.

use crate::schema::{bits, record};

bits! {
    /// Which bounds of a state count.
    pub struct StateAxes(u32) {
        /// The velocity along x.
        VELOCITY_X = 0x1: "velocity x",
        /// The velocity along y, which is forward.
        VELOCITY_Y = 0x2: "velocity y",
        /// The velocity along z.
        VELOCITY_Z = 0x4: "velocity z",
        /// The spin about x.
        SPIN_X = 0x10: "spin x",
        /// The spin about y.
        SPIN_Y = 0x20: "spin y",
        /// The spin about z.
        SPIN_Z = 0x40: "spin z",
    }
}

bits! {
    /// What kind of state it is.
    pub struct StateMode(u32) {
        /// One that the planner picks; the others are played on the way.
        ANCHOR = 0x1: "anchor",
        /// Its contacts keep to the ground.
        GROUND_CONTACTS = 0x4: "ground contacts",
        /// It moves by its velocity; others move by what their frames do.
        BY_VELOCITY = 0x10000: "by velocity",
        /// It lasts as long as it says and moves nothing: states of buildings.
        FIXED = 0x10_0000: "fixed",
        /// How long it lasts varies by an eighth.
        JITTER = 0x100_0000: "jitter",
    }
}

record! {
    /// A state: frames that are played while velocity and spin are within bounds.
    pub struct State[156] {
        /// Which of the bounds count.
        0x00 => axes: StateAxes,
        /// What kind of state it is.
        0x04 => mode: StateMode = M "an anchor on 593 of 1,690, fixed on 421",
        /// What leans it about x, y and z: 1 to 3 the turn, 4 to 6 the velocity, 8 to 10 the
        /// acceleration about or along x, y, z; 128 more for the other way, 0 for nothing.
        0x08 => lean: [u8; 3] = M "0 on all but 28 states",
        /// Nobody knows whether it is used.
        0x0b => unk_0x0b: u8,
        /// First and last frame of pair A.
        0x0c => frames_a: [f32; 2],
        /// First and last frame of pair B, which standing objects show.
        0x14 => frames_b: [f32; 2],
        /// How much of B there is at the least speed, 0 to 1.
        0x1c => blend: f32 [0.0..=1.0],
        /// How long a step lasts, in milliseconds; 0 lets the speed say it. That it is a whole
        /// number is a guess.
        0x20 => step_ms: i32,
        /// The least velocity.
        0x24 => velocity_low: [f32; 3] = M "-3.4028235e38 where it does not count",
        /// The largest velocity.
        0x30 => velocity_high: [f32; 3] = M "3.4028235e38 where it does not count",
        /// The least spin.
        0x3c => spin_low: [f32; 3] = M "-3.4028235e38 where it does not count",
        /// The largest spin.
        0x48 => spin_high: [f32; 3] = M "3.4028235e38 where it does not count",
        /// How much of its power an engine takes.
        0x54 => engine: f32 = M "0 on 1,144, 1 on 496, 1.5 on 29, 2 on 21",
        /// Room for what the game works out.
        0x58 => runtime: [u8; 56] as hex = M "zeros",
        /// The group of actions that runs when it begins; -1 for none.
        0x90 => enter_group: i32,
        /// How often it may be picked; -1 for ever.
        0x94 => use_count: i32,
        /// The request that it answers; -1 for any.
        0x98 => request: i32,
    }
}

impl Default for State {
    /// An anchor of 50 milliseconds, whatever the speed is.
    fn default() -> Self {
        Self {
            axes: StateAxes(0),
            mode: StateMode::ANCHOR,
            lean: [0; 3],
            unk_0x0b: 0,
            frames_a: [0.0; 2],
            frames_b: [0.0; 2],
            blend: 0.0,
            step_ms: 50,
            velocity_low: [f32::MIN; 3],
            velocity_high: [f32::MAX; 3],
            spin_low: [f32::MIN; 3],
            spin_high: [f32::MAX; 3],
            engine: 0.0,
            runtime: [0; 56],
            enter_group: -1,
            use_count: -1,
            request: -1,
        }
    }
}

bits! {
    /// What a contact is asked about.
    pub struct ContactFlags(u32) {
        /// Its gap to the ground counts for the body.
        SUPPORT = 0x1: "support",
        /// Its node is put on the ground.
        PLACE = 0x2: "place",
        /// A destroyed one gives its place to the next point whose node is whole.
        FALLBACK = 0x4: "fallback",
        /// Whether it supports is worked out when it is loaded.
        FIND_SUPPORT = 0x10: "find support",
        /// Whether its node is put on the ground is worked out when it is loaded.
        FIND_PLACE = 0x20: "find place",
        /// The state is for objects whose node of this point is whole.
        NEEDS_INTACT = 0x100: "needs intact",
        /// The state is for objects whose node of this point is destroyed.
        NEEDS_DESTROYED = 0x200: "needs destroyed",
        /// It stands on the ground at the end of the state; worked out when it is loaded.
        PLANTED = 0x1000: "planted",
    }
}

record! {
    /// A contact: a foot, a wheel or a leg of a state.
    pub struct Contact[16] derive(Eq) {
        /// The control point.
        0x00 => point: i32,
        /// What is asked about it.
        0x04 => flags: ContactFlags,
        /// The group of actions that runs when it lands; -1 for none.
        0x08 => landing_group: i32,
        /// Room for what the game works out.
        0x0c => runtime: i32 = M "0",
    }
}

impl Default for Contact {
    fn default() -> Self {
        Self { point: 0, flags: ContactFlags(0), landing_group: -1, runtime: 0 }
    }
}
