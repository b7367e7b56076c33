//! The stored form: counts, the frame, channels.

use crate::schema::{bits, choices, record};

/// What it costs to go where there is no way: this, or more.
pub const NO_WAY: f32 = 1_000_000.0;

record! {
    /// Number of records of each kind.
    pub struct Counts[20] derive(Eq, Default) {
        /// Number of states.
        0x00 => states: u32 = M "1,690 in 207 files",
        /// Number of contacts per state, the same for all states.
        0x04 => contacts_per_state: u32,
        /// Number of channels.
        0x08 => channels: u32 = M "991 in all",
        /// Number of components.
        0x0c => components: u32 = M "1,066 in all",
        /// Number of groups of actions.
        0x10 => groups: u32,
    }
}

choices! {
    /// Behaviour of an object on slopes.
    pub struct SlopeMode(i32) {
        /// No special behaviour.
        NONE = 0: "none",
        /// The object brakes if the ground is steeper than the cone.
        BRAKE = 2: "brake",
        /// Unknown; set in 6 files.
        MODE_3 = 3: "mode 3",
    }
}

bits! {
    /// Further flags of an object.
    pub struct FrameFlags(u32) {
        /// Unknown; tested by the engine. Set in 111 files.
        BIT_0 = 0x1: "bit 0",
        /// Unknown.
        BIT_1 = 0x2: "bit 1",
        /// Unknown.
        BIT_2 = 0x4: "bit 2",
        /// Unknown.
        BIT_3 = 0x8: "bit 3",
        /// Unknown.
        BIT_4 = 0x10: "bit 4",
    }
}

record! {
    /// Properties of the whole object. Vectors are x, y, z, and y is forward.
    pub struct Frame[20..128] {
        /// Acceleration; the engine doubles it.
        0x14 => acceleration: [f32; 3] = M "2.5 on 324 of 531",
        /// Lowest speed at which the computer drives, according to one reading; according to
        /// another, nothing reads it.
        0x20 => speed_floor: [f32; 3] = M "0 on 518",
        /// Top speed, in metres per second.
        0x2c => top_speed: [f32; 3] = M "0 on 434",
        /// Turn rate, in radians per second.
        0x38 => turn_rate: [f32; 3] = M "6.28 on 364",
        /// Rate at which the object rights itself.
        0x44 => righting: [f32; 3] = M "1 on 418",
        /// Largest lean, in radians.
        0x50 => most_lean: [f32; 3] = M "6.28 on 422",
        /// Time that the object remains after its death, in milliseconds.
        0x5c => death_delay_ms: i32 = M "0 on 324, else 1,000, 2,000, 5,000",
        /// Unknown purpose.
        0x60 => unk_0x60: [f32; 2] = M "0 on 512",
        /// Behaviour on slopes.
        0x68 => slope_mode: SlopeMode = M "0 on 509, 2 on 16, 3 on 6",
        /// Range of a round; -1 for all other objects.
        0x6c => range: f32 = M "-1 on 465",
        /// Steepest ground allowed, in radians.
        0x70 => slope_cone: f32 = M "1.57079 on 509",
        /// Further flags.
        0x74 => flags: FrameFlags = M "0 on 342, never above 31",
        /// Unknown purpose.
        0x78 => unk_0x78: f32 = M "-1 on 433",
        /// Largest load that the object carries, in kg; the largest possible value means no limit.
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
    /// Flags of a channel.
    pub struct ChannelFlags(u32) {
        /// The value wraps around: 0 follows 1.
        WRAP = 0x1: "wrap",
        /// The channel runs backwards: 1 minus its value counts.
        INVERT = 0x2: "invert",
        /// The component does not move the channel, as with a camera.
        NOT_DRIVEN = 0x4: "not driven",
        /// The channel belongs to the turret: mounts of guns that follow its pitch.
        JOINS_TURRET = 0x8: "joins turret",
        /// The channel has the value of the channel before it.
        FOLLOWS_PREVIOUS = 0x40: "follows previous",
    }
}

record! {
    /// Channel: turns a node between two frames of its track, in any state.
    pub struct Channel[36] {
        /// Node of the model.
        0x00 => node: i32 = M "valid on all 991",
        /// Frame at value 0.
        0x04 => first_frame: f32,
        /// Frame at value 1.
        0x08 => last_frame: f32,
        /// Initial value, 0 to 1.
        0x0c => initial: f32 [0.0..=1.0],
        /// Second control point, such as the centre of a camera; -1 for none.
        0x10 => second_point: i32,
        /// Control point; -1 for none.
        0x14 => point: i32,
        /// Change of the value per second.
        0x18 => rate: f32,
        /// Angle between value 0 and value 1, in radians.
        0x1c => span_rad: f32,
        /// Flags of the channel.
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
