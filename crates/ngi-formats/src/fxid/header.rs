//! The header: how an effect runs as a whole.

use crate::schema::{bits, choices, record};

/// Bytes of the header, with the number of commands in front.
pub const HEADER_SIZE: usize = Header::SIZE;

choices! {
    /// Source of an effect's time t, before it is clamped to 0..1.
    ///
    /// L is the share of the duration that has passed since the start.
    pub struct TimeMode(u32) {
        /// Value set from outside the effect; 0 until then.
        EXTERNAL = 0: "value set from outside",
        /// L: once from 0 to 1.
        ONCE = 1: "once through the duration",
        /// Fraction of L: repeats from 0 to 1.
        LOOP = 2: "over and over",
        /// 1 − L.
        BACKWARD = 3: "once, backward",
        /// The animation value of one of the owner's nodes.
        NODE = 4: "animation of an owner's node",
        /// Speed divided by top speed.
        SPEED = 5: "speed over top speed",
        /// Speed along x divided by top speed.
        SPEED_X = 6: "speed along x",
        /// Speed along y divided by top speed.
        SPEED_Y = 7: "speed along y",
        /// Speed along z divided by top speed.
        SPEED_Z = 8: "speed along z",
        /// Spin divided by top spin.
        SPIN = 9: "spin over top spin",
        /// Spin about x divided by top spin.
        SPIN_X = 10: "spin about x",
        /// Spin about y divided by top spin.
        SPIN_Y = 11: "spin about y",
        /// Spin about z divided by top spin.
        SPIN_Z = 12: "spin about z",
        /// 1 − the value of the point that the effect is attached to.
        ATTACH_POINT = 13: "1 - value of the attach point",
        /// 1 − the share of life that remains.
        DAMAGE = 14: "1 - share of life left",
        /// The larger of modes 5 and 9.
        SPEED_OR_SPIN = 15: "larger of speed and spin",
        /// Mode 4, but t never falls except to exactly 0.
        NODE_RISING = 16: "animation of an owner's node while it rises",
        /// Mode 4, but t never rises except to exactly 1.
        NODE_FALLING = 17: "animation of an owner's node while it falls",
    }
}

bits! {
    /// Bits of the header that change how an effect runs.
    pub struct EffectFlags(u32) {
        /// t changes by a random amount of up to half of `time_jitter` in either direction at each
        /// update.
        TIME_JITTER = 0x1: "time jitters",
        /// The instance is deleted once t reaches 1.
        DELETE_AT_END = 0x2: "deleted at the end",
        /// After the first tick the effect stays where it is in the world.
        DETACH = 0x4: "stays where it started",
        /// The position gets a random offset of up to half of `offset_jitter`.
        OFFSET_JITTER = 0x8: "placed with a random offset",
        /// The effect continues while the node it is attached to is hidden.
        RUN_HIDDEN = 0x10: "runs while its node is hidden",
        /// t goes up in the first half and back down in the second.
        PING_PONG = 0x20: "up and back down",
        /// The effect starts switched off.
        STARTS_OFF = 0x40: "starts switched off",
        /// t is held at 0 while bit 0 of the manager is clear (apparently at night).
        HOLD_CLEAR = 0x80: "held at 0 while the manager's bit 0 is clear",
        /// t is held at 0 while bit 0 of the manager is set (apparently by day).
        HOLD_SET = 0x100: "held at 0 while the manager's bit 0 is set",
        /// t is multiplied by L.
        TIMES_PROGRESS = 0x200: "time multiplied by progress",
        /// Nothing is drawn while `tested_point` is hidden.
        NEEDS_POINT = 0x400: "drawn only while the tested point is in view",
        /// The effect is drawn only in a pass that requests such effects.
        PASS_ONLY = 0x800: "drawn only in an asking pass",
        /// Every command gets the manager's target point at each tick. Set on exactly the 14
        /// effects that consist only of bolts.
        TARGET_POINT = 0x1000: "follows the target point",
        /// Fog does not change the effect.
        NO_FOG = 0x2000: "without fog",
        /// A damaged node does not count as hidden.
        IGNORE_DAMAGE = 0x8000: "damage does not hide its node",
        /// Set on one effect of the game; nothing reads it.
        UNREAD_0X10000 = 0x10000: "unread",
    }
}

impl EffectFlags {
    /// What an impact of the game has.
    pub const IMPACT: Self = Self(0x16);
}

choices! {
    /// Setting of the player that switches an effect off, one of 20: the switch in the low byte,
    /// its detail group in the second.
    pub struct Settings(u32) {
        /// Dust, detail group 0 (`0x000`).
        DUST_0 = 0x000: "dust",
        /// Smoke, detail group 0 (`0x001`).
        SMOKE_0 = 0x001: "smoke",
        /// Engine fire, detail group 0 (`0x002`).
        ENGINE_FIRE_0 = 0x002: "engine fire",
        /// Explosions, detail group 0 (`0x003`).
        EXPLODE_0 = 0x003: "explode",
        /// Shields, detail group 0 (`0x004`).
        SHIELD_0 = 0x004: "shield",
        /// Lights, detail group 0 (`0x005`).
        LIGHTS_0 = 0x005: "lights",
        /// Dust, detail group 1 (`0x106`).
        DUST_1 = 0x106: "dust",
        /// Smoke, detail group 1 (`0x107`).
        SMOKE_1 = 0x107: "smoke",
        /// Explosions, detail group 1 (`0x108`).
        EXPLODE_1 = 0x108: "explode",
        /// Shields, detail group 1 (`0x109`).
        SHIELD_1 = 0x109: "shield",
        /// Lights, detail group 1 (`0x10a`).
        LIGHTS_1 = 0x10a: "lights",
        /// Lights, detail group 1 (`0x10f`), listed after the switches of group 2.
        LIGHTS_1_LATE = 0x10f: "lights",
        /// Smoke, detail group 2 (`0x20b`).
        SMOKE_2 = 0x20b: "smoke",
        /// Engine fire, detail group 2 (`0x20c`).
        ENGINE_FIRE_2 = 0x20c: "engine fire",
        /// Explosions, detail group 2 (`0x20d`).
        EXPLODE_2 = 0x20d: "explode",
        /// Gun fire, detail group 2 (`0x20e`).
        GUN_FIRE_2 = 0x20e: "gun fire",
        /// Smoke, detail group 3 (`0x310`).
        SMOKE_3 = 0x310: "smoke",
        /// Explosions, detail group 3 (`0x311`).
        EXPLODE_3 = 0x311: "explode",
        /// Gun fire, detail group 3 (`0x312`).
        GUN_FIRE_3 = 0x312: "gun fire",
        /// Lights, detail group 3 (`0x313`).
        LIGHTS_3 = 0x313: "lights",
    }
}

impl Settings {
    /// Which switch, 0..=19 where it is one.
    pub const fn switch(self) -> u8 {
        self.0.to_le_bytes()[0]
    }

    /// Which detail group, 0..=3 where it is one.
    pub const fn group(self) -> u8 {
        self.0.to_le_bytes()[1]
    }
}

record! {
    /// Count at the beginning of an effect.
    pub struct Counts[4] derive(Eq, Hash, Default) {
        /// Number of commands that follow the header.
        0 => commands: u32 = M "at most 81",
    }
}

record! {
    /// Header after the number of commands. Offsets count from the start of the payload.
    pub struct Header [4..60] {
        /// Source of t until the effect is started in another mode. Also known as `globalFlags`.
        4 => time_mode: TimeMode,
        /// Duration from start to end, in seconds.
        8 => duration_s: f32 = M "0 to 5",
        /// Jitter of t, used with flag 0x1.
        12 => time_jitter: f32 = M "left over in 137 effects without the flag",
        /// Flags that change how the effect runs. Also known as `flags10`.
        16 => flags: EffectFlags = M "0x16 on explosions, 0x10 on rounds",
        /// Setting of the player that switches the effect off.
        20 => settings: Settings = M "18 of the 20 switches",
        /// Jitter of the position, used with flag 0x8.
        24 => offset_jitter: [f32; 3] = M "0",
        /// Point that a ray from the camera tests, in the effect's own frame.
        36 => tested_point: [f32; 3] = M "(0, 0, 0), (1, 0, 0) or (0.5, 0, 0)",
        /// Factors for the requested size, one per axis.
        48 => scale: [f32; 3],
    }
}

impl Default for Header {
    /// An impact: runs once for a second where it was put, then goes.
    fn default() -> Self {
        Self {
            time_mode: TimeMode::ONCE,
            duration_s: 1.0,
            time_jitter: 0.0,
            flags: EffectFlags::IMPACT,
            settings: Settings::EXPLODE_3,
            offset_jitter: [0.0; 3],
            tested_point: [1.0, 0.0, 0.0],
            scale: [1.0; 3],
        }
    }
}
