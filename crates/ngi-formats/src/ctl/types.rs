//! The stored form: counts, the frame, channels.

use crate::schema::{bits, choices, record};

/// What it costs to go where there is no way: this, or more.
pub const NO_WAY: f32 = 1_000_000.0;

record! {
    /// How many there are of everything.
    pub struct Counts[20] derive(Eq, Default) {
        /// How many states there are.
        0x00 => states: u32 = M "1,690 in 207 files",
        /// How many contacts each state has: one number for all of them.
        0x04 => contacts_per_state: u32,
        /// How many channels there are.
        0x08 => channels: u32 = M "991 in all",
        /// How many components there are.
        0x0c => components: u32 = M "1,066 in all",
        /// How many groups of actions there are.
        0x10 => groups: u32,
    }
}

choices! {
    /// What an object does on slopes.
    pub struct SlopeMode(i32) {
        /// Nothing.
        NONE = 0: "none",
        /// It brakes where the ground is steeper than the cone.
        BRAKE = 2: "brake",
        /// Nobody knows; 6 files have it.
        MODE_3 = 3: "mode 3",
    }
}

bits! {
    /// What else is said of an object.
    pub struct FrameFlags(u32) {
        /// The engine asks for it; what for is not known. 111 files have it.
        BIT_0 = 0x1: "bit 0",
        /// Nobody knows.
        BIT_1 = 0x2: "bit 1",
        /// Nobody knows.
        BIT_2 = 0x4: "bit 2",
        /// Nobody knows.
        BIT_3 = 0x8: "bit 3",
        /// Nobody knows.
        BIT_4 = 0x10: "bit 4",
    }
}

record! {
    /// What is said of the whole object. Vectors are x, y, z, forward is y.
    pub struct Frame[20..128] {
        /// How fast it becomes faster; the engine doubles it.
        0x14 => acceleration: [f32; 3] = M "2.5 on 324 of 531",
        /// The least speed the computer drives at, says one reading; by another nothing reads it.
        0x20 => speed_floor: [f32; 3] = M "0 on 518",
        /// How fast it is at most, in metres a second.
        0x2c => top_speed: [f32; 3] = M "0 on 434",
        /// How fast it turns, in radians a second.
        0x38 => turn_rate: [f32; 3] = M "6.28 on 364",
        /// How fast it rights itself.
        0x44 => righting: [f32; 3] = M "1 on 418",
        /// How far it leans at most, in radians.
        0x50 => most_lean: [f32; 3] = M "6.28 on 422",
        /// How long it lies about dead, in milliseconds.
        0x5c => death_delay_ms: i32 = M "0 on 324, else 1,000, 2,000, 5,000",
        /// Nobody knows what they are for.
        0x60 => unk_0x60: [f32; 2] = M "0 on 512",
        /// What it does on slopes.
        0x68 => slope_mode: SlopeMode = M "0 on 509, 2 on 16, 3 on 6",
        /// How far a round flies; -1 for everything else.
        0x6c => range: f32 = M "-1 on 465",
        /// How steep the ground may be, in radians.
        0x70 => slope_cone: f32 = M "1.57079 on 509",
        /// What else is said of it.
        0x74 => flags: FrameFlags = M "0 on 342, never above 31",
        /// Nobody knows what it is for.
        0x78 => unk_0x78: f32 = M "-1 on 433",
        /// What it carries at most, in kg; the largest number there is for no limit.
        0x7c => payload: f32 = M "3.4028235e38 on 502",
    }
}

/// A full turn in radians, as the game writes it.
#[expect(clippy::approx_constant, reason = "the game's files have these digits")]
pub const FULL_TURN: f32 = 6.28;

/// A quarter of a turn in radians, as the game writes it.
#[expect(clippy::approx_constant, reason = "the game's files have these digits")]
pub const QUARTER_TURN: f32 = 1.57079;

impl Default for Frame {
    /// What the engine's own constructor has, and most files of the game.
    fn default() -> Self {
        Self {
            acceleration: [2.5; 3],
            speed_floor: [0.0; 3],
            top_speed: [0.0; 3],
            turn_rate: [FULL_TURN; 3],
            righting: [1.0; 3],
            most_lean: [FULL_TURN; 3],
            death_delay_ms: 0,
            unk_0x60: [0.0; 2],
            slope_mode: SlopeMode::NONE,
            range: -1.0,
            slope_cone: QUARTER_TURN,
            flags: FrameFlags(0),
            unk_0x78: -1.0,
            payload: f32::MAX,
        }
    }
}

bits! {
    /// How a channel moves.
    pub struct ChannelFlags(u32) {
        /// It goes round: behind 1 comes 0.
        WRAP = 0x1: "wrap",
        /// It runs backwards: 1 less its value counts.
        INVERT = 0x2: "invert",
        /// Its component does not move it: that of a camera.
        NOT_DRIVEN = 0x4: "not driven",
        /// It belongs to the turret: mounts of guns that follow its pitch.
        JOINS_TURRET = 0x8: "joins turret",
        /// It has the value of the channel before it.
        FOLLOWS_PREVIOUS = 0x40: "follows previous",
    }
}

record! {
    /// A channel: turns a node between two frames of its track, whatever state plays.
    pub struct Channel[36] {
        /// The node of the model.
        0x00 => node: i32 = M "a node of the model on all 991",
        /// The frame at value 0.
        0x04 => first_frame: f32,
        /// The frame at value 1.
        0x08 => last_frame: f32,
        /// The value that it begins with, 0 to 1.
        0x0c => initial: f32 [0.0..=1.0],
        /// A second control point, such as the centre of a camera; -1 for none.
        0x10 => second_point: i32,
        /// A control point; -1 for none.
        0x14 => point: i32,
        /// How far the value goes in a second.
        0x18 => rate: f32,
        /// Radians between value 0 and value 1.
        0x1c => span_rad: f32,
        /// How it moves.
        0x20 => flags: ChannelFlags,
    }
}

impl Default for Channel {
    fn default() -> Self {
        Self {
            node: 0,
            first_frame: 0.0,
            last_frame: 0.0,
            initial: 0.0,
            second_point: -1,
            point: -1,
            rate: 1.0,
            span_rad: 0.0,
            flags: ChannelFlags(0),
        }
    }
}
