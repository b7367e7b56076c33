//! The stored form of states and their contacts.

use crate::schema::{bits, record};

bits! {
    /// Bounds of a state that apply.
    pub struct StateAxes(u32) {
        /// Velocity along x.
        VELOCITY_X = 0x1: "velocity x",
        /// Velocity along y, the forward axis.
        VELOCITY_Y = 0x2: "velocity y",
        /// Velocity along z.
        VELOCITY_Z = 0x4: "velocity z",
        /// Spin about x.
        SPIN_X = 0x10: "spin x",
        /// Spin about y.
        SPIN_Y = 0x20: "spin y",
        /// Spin about z.
        SPIN_Z = 0x40: "spin z",
    }
}

bits! {
    /// Mode of a state.
    pub struct StateMode(u32) {
        /// Anchor, a state that the planner selects; other states are played on the way to one.
        ANCHOR = 0x1: "anchor",
        /// The contacts stay on the ground.
        GROUND_CONTACTS = 0x4: "ground contacts",
        /// The object moves by its velocity; without this bit it moves as its frames do.
        BY_VELOCITY = 0x10000: "by velocity",
        /// The state has a fixed duration and moves nothing: states of buildings.
        FIXED = 0x10_0000: "fixed",
        /// The duration varies by an eighth.
        JITTER = 0x100_0000: "jitter",
    }
}

record! {
    /// State: frames that are played while velocity and spin are within its bounds.
    pub struct State[156] {
        /// Bounds that apply.
        0x00 => axes: StateAxes,
        /// Mode of the state.
        0x04 => mode: StateMode = M "an anchor on 593 of 1,690, fixed on 421",
        /// Causes of leaning about x, y and z: 1 to 3 are the turn, 4 to 6 the velocity and 8 to 10
        /// the acceleration, each about or along x, y and z. Adding 128 reverses the lean; 0 means
        /// no lean.
        0x08 => lean: [u8; 3] = M "0 on all but 28 states",
        /// Unknown; possibly unused.
        0x0b => unk_0x0b: u8,
        /// First and last frame of pair A.
        0x0c => frames_a: [f32; 2],
        /// First and last frame of pair B, which standing objects show.
        0x14 => frames_b: [f32; 2],
        /// Weight of pair B at the lowest speed, 0 to 1.
        0x1c => blend: f32 [0.0..=1.0],
        /// Duration of a step, in milliseconds; if 0, it follows from the speed. The integer type
        /// is a guess.
        0x20 => step_ms: i32,
        /// Lower bounds of the velocity.
        0x24 => velocity_low: [f32; 3] = M "-3.4028235e38 on axes without a bound",
        /// Upper bounds of the velocity.
        0x30 => velocity_high: [f32; 3] = M "3.4028235e38 on axes without a bound",
        /// Lower bounds of the spin.
        0x3c => spin_low: [f32; 3] = M "-3.4028235e38 on axes without a bound",
        /// Upper bounds of the spin.
        0x48 => spin_high: [f32; 3] = M "3.4028235e38 on axes without a bound",
        /// Factor for the power that engines take.
        0x54 => engine: f32 = M "0 on 1,144, 1 on 496, 1.5 on 29, 2 on 21",
        /// Space for values that the game computes at run time.
        0x58 => runtime: [u8; 56] as hex = M "zeros",
        /// Group of actions that runs when the state begins; -1 for none.
        0x90 => enter_group: i32,
        /// Number of times that the state may be selected; -1 for no limit.
        0x94 => use_count: i32,
        /// Request that the state answers; -1 for any.
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
    /// Flags of a contact.
    pub struct ContactFlags(u32) {
        /// The gap between the contact and the ground counts for the body.
        SUPPORT = 0x1: "support",
        /// The node of the contact is placed on the ground.
        PLACE = 0x2: "place",
        /// If the contact is destroyed, the next point with an intact node takes its place.
        FALLBACK = 0x4: "fallback",
        /// The bit `support` is determined when the object is loaded.
        FIND_SUPPORT = 0x10: "find support",
        /// The bit `place` is determined when the object is loaded.
        FIND_PLACE = 0x20: "find place",
        /// The state is for objects whose node of this point is intact.
        NEEDS_INTACT = 0x100: "needs intact",
        /// The state is for objects whose node of this point is destroyed.
        NEEDS_DESTROYED = 0x200: "needs destroyed",
        /// The contact stands on the ground at the end of the state; determined when the object is
        /// loaded.
        PLANTED = 0x1000: "planted",
    }
}

record! {
    /// Contact of a state: a foot, a wheel or a leg.
    pub struct Contact[16] derive(Eq) {
        /// Control point of the contact.
        0x00 => point: i32,
        /// Flags of the contact.
        0x04 => flags: ContactFlags,
        /// Group of actions that runs when the contact lands; -1 for none.
        0x08 => landing_group: i32,
        /// Space for values that the game computes at run time.
        0x0c => runtime: i32 = M "0",
    }
}

impl Default for Contact {
    fn default() -> Self {
        Self { point: 0, flags: ContactFlags(0), landing_group: -1, runtime: 0 }
    }
}
