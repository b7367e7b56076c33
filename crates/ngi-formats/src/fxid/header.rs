//! The header: how an effect runs as a whole.

use crate::schema::{bits, choices, record};

/// Bytes of the header, with the number of commands in front.
pub const HEADER_SIZE: usize = Header::SIZE;

choices! {
    /// Where an effect's time t comes from, before it is clamped to 0..1.
    ///
    /// L is the share of the duration that has passed since the start.
    pub struct TimeMode(u32) {
        /// A value somebody outside sets; 0 until then.
        EXTERNAL = 0: "value set from outside",
        /// L: once from 0 to 1.
        ONCE = 1: "once through the duration",
        /// The fraction of L: over and over.
        LOOP = 2: "over and over",
        /// 1 − L.
        BACKWARD = 3: "once, backward",
        /// The animation value of one of the owner's nodes.
        NODE = 4: "animation of an owner's node",
        /// Speed over top speed.
        SPEED = 5: "speed over top speed",
        /// Speed along x over top speed.
        SPEED_X = 6: "speed along x",
        /// Speed along y over top speed.
        SPEED_Y = 7: "speed along y",
        /// Speed along z over top speed.
        SPEED_Z = 8: "speed along z",
        /// Spin over top spin.
        SPIN = 9: "spin over top spin",
        /// Spin about x over top spin.
        SPIN_X = 10: "spin about x",
        /// Spin about y over top spin.
        SPIN_Y = 11: "spin about y",
        /// Spin about z over top spin.
        SPIN_Z = 12: "spin about z",
        /// 1 − the value of the point the effect is attached to.
        ATTACH_POINT = 13: "1 - value of the attach point",
        /// 1 − the share of life that is left.
        DAMAGE = 14: "1 - share of life left",
        /// The larger of modes 5 and 9.
        SPEED_OR_SPIN = 15: "larger of speed and spin",
        /// Mode 4 while it rises, or falls back to exactly 0.
        NODE_RISING = 16: "animation of an owner's node while it rises",
        /// Mode 4 while it falls, or jumps back to exactly 1.
        NODE_FALLING = 17: "animation of an owner's node while it falls",
    }
}

bits! {
    /// Bits of the header that change how an effect runs.
    pub struct EffectFlags(u32) {
        /// t gets up to half of `time_jitter` more or less, anew at each update.
        TIME_JITTER = 0x1: "time jitters",
        /// The instance is deleted once t reaches 1.
        DELETE_AT_END = 0x2: "deleted at the end",
        /// After the first tick the effect stays where it is in the world.
        DETACH = 0x4: "stays where it started",
        /// The place gets a random offset of up to half of `offset_jitter`.
        OFFSET_JITTER = 0x8: "placed with a random offset",
        /// Runs on while the node it is attached to is hidden.
        RUN_HIDDEN = 0x10: "runs while its node is hidden",
        /// t goes up in the first half and back down in the second.
        PING_PONG = 0x20: "up and back down",
        /// Begins switched off.
        STARTS_OFF = 0x40: "starts switched off",
        /// t is held at 0 while bit 0 of the manager is clear (night, as it seems).
        HOLD_CLEAR = 0x80: "held at 0 while the manager's bit 0 is clear",
        /// t is held at 0 while bit 0 of the manager is set (day, as it seems).
        HOLD_SET = 0x100: "held at 0 while the manager's bit 0 is set",
        /// t is multiplied by L.
        TIMES_PROGRESS = 0x200: "time multiplied by progress",
        /// Nothing is drawn while `tested_point` is hidden.
        NEEDS_POINT = 0x400: "drawn only while the tested point is in view",
        /// Drawn only in a pass that asks for such effects.
        PASS_ONLY = 0x800: "drawn only in an asking pass",
        /// Every command gets the manager's target point at each tick. Exactly the 14 effects of
        /// bolts alone have it.
        TARGET_POINT = 0x1000: "follows the target point",
        /// Fog leaves it alone.
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
    /// Which of the player's 20 settings switches an effect off: the switch in the low byte, its
    /// detail group in the second.
    pub struct Settings(u32) {
        /// Dust: group 0 (`0x000`).
        DUST_0 = 0x000: "dust",
        /// Smoke: group 0 (`0x001`).
        SMOKE_0 = 0x001: "smoke",
        /// Engine fire: group 0 (`0x002`).
        ENGINE_FIRE_0 = 0x002: "engine fire",
        /// Explode: group 0 (`0x003`).
        EXPLODE_0 = 0x003: "explode",
        /// Shield: group 0 (`0x004`).
        SHIELD_0 = 0x004: "shield",
        /// Lights: group 0 (`0x005`).
        LIGHTS_0 = 0x005: "lights",
        /// Dust: group 1 (`0x106`).
        DUST_1 = 0x106: "dust",
        /// Smoke: group 1 (`0x107`).
        SMOKE_1 = 0x107: "smoke",
        /// Explode: group 1 (`0x108`).
        EXPLODE_1 = 0x108: "explode",
        /// Shield: group 1 (`0x109`).
        SHIELD_1 = 0x109: "shield",
        /// Lights: group 1 (`0x10a`).
        LIGHTS_1 = 0x10a: "lights",
        /// Lights: group 1, behind the switches of group 2 (`0x10f`).
        LIGHTS_1_LATE = 0x10f: "lights",
        /// Smoke: group 2 (`0x20b`).
        SMOKE_2 = 0x20b: "smoke",
        /// Engine fire: group 2 (`0x20c`).
        ENGINE_FIRE_2 = 0x20c: "engine fire",
        /// Explode: group 2 (`0x20d`).
        EXPLODE_2 = 0x20d: "explode",
        /// Gun fire: group 2 (`0x20e`).
        GUN_FIRE_2 = 0x20e: "gun fire",
        /// Smoke: group 3 (`0x310`).
        SMOKE_3 = 0x310: "smoke",
        /// Explode: group 3 (`0x311`).
        EXPLODE_3 = 0x311: "explode",
        /// Gun fire: group 3 (`0x312`).
        GUN_FIRE_3 = 0x312: "gun fire",
        /// Lights: group 3 (`0x313`).
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
    /// What an effect begins with.
    pub struct Counts[4] derive(Eq, Hash, Default) {
        /// How many commands follow the header.
        0 => commands: u32 = M "at most 81",
    }
}

record! {
    /// The header behind the number of commands. Offsets count from the start of the payload.
    pub struct Header [4..60] {
        /// Where t comes from, until somebody starts the effect in another mode. Also known as
        /// `globalFlags`.
        4 => time_mode: TimeMode,
        /// Seconds from start to end.
        8 => duration_s: f32 = M "0 to 5",
        /// How far t jitters, with flag 0x1.
        12 => time_jitter: f32 = M "left over without the flag in 137 effects",
        /// How it runs. Also known as `flags10`.
        16 => flags: EffectFlags = M "0x16 on explosions, 0x10 on rounds",
        /// Which of the player's switches turns it off.
        20 => settings: Settings = M "18 of the 20 switches",
        /// How far the place jitters, with flag 0x8.
        24 => offset_jitter: [f32; 3] = M "0",
        /// The point a ray from the camera tests, in the effect's own frame.
        36 => tested_point: [f32; 3] = M "(0, 0, 0), (1, 0, 0) or (0.5, 0, 0)",
        /// Multiplies the size that is asked for, per axis.
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
