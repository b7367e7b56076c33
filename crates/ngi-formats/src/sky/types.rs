//! The stored form.

use std::fmt;

use crate::schema::{Kind, Sealed, Stored, choices, record};

/// The version that every sky of the game has.
pub const VERSION: i32 = 5;
/// The newest version of a keyframe, which all of the game's have.
pub const KEYFRAME_VERSION: u32 = 3;
/// The version of a keyframe from which on it stores the scene's colour and the second light's.
pub const LATE_SLOTS_FROM: u32 = 2;
/// The version of a keyframe from which on it names effects.
pub const EFFECTS_FROM: u32 = 3;
/// Names of a keyframe behind that of its body.
pub const MORE_NAMES: usize = 5;
/// World units that fog distances are counted in.
pub const FOG_UNIT: f32 = 700.0;

/// A colour as it is stored: blue, green, red, alpha.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colour(pub [u8; 4]);

impl Colour {
    /// A colour of these channels.
    pub const fn new(red: u8, green: u8, blue: u8, alpha: u8) -> Self {
        Self([blue, green, red, alpha])
    }

    /// Red, green, blue, alpha.
    pub const fn rgba(self) -> [u8; 4] {
        let [blue, green, red, alpha] = self.0;
        [red, green, blue, alpha]
    }

    /// The colour with every channel so many hundredths of what it is.
    #[must_use]
    pub fn percent(self, percent: u16) -> Self {
        let part = |channel: u8| {
            let part = u16::from(channel) * percent.min(100) / 100;
            u8::try_from(part).unwrap_or(u8::MAX)
        };
        Self(self.0.map(part))
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue, alpha] = self.rgba();
        write!(f, "#{red:02x}{green:02x}{blue:02x}{alpha:02x}")
    }
}

impl Sealed for Colour {}
impl Stored for Colour {
    const KIND: Kind = Kind::Bgra;
    const ZERO: Self = Self([0; 4]);
    #[inline(always)]
    fn load(&mut self, bytes: &[u8], at: usize) {
        self.0.load(bytes, at);
    }
    #[inline]
    fn put(self, bytes: &mut [u8], at: usize) {
        self.0.put(bytes, at);
    }
}

record! {
    /// Time of day within a section; in the head of a section, a duration.
    pub struct Stamp[32] derive(Eq, Hash, Default) {
        /// Index of the section, from 0.
        0x00 => section: u32 => "sections",
        /// Not read by the engine.
        0x04 => unk_0x04: u32,
        /// Not read by the engine.
        0x08 => unk_0x08: u32,
        /// Hour of the day, 0 to 23.
        0x0c => hour: u32 [0.0..=23.0],
        /// Minute of the hour, 0 to 59.
        0x10 => minute: u32 [0.0..=59.0],
        /// Not read by the engine.
        0x14 => unk_0x14: u32,
        /// Not read by the engine; sometimes uninitialised memory.
        0x18 => unk_0x18: u32 = M "6939832 in 12 files, here or in the next word",
        /// Not read by the engine; sometimes uninitialised memory.
        0x1c => unk_0x1c: u32,
    }
}

impl Stamp {
    /// A moment of the first section.
    pub const fn at(hour: u32, minute: u32) -> Self {
        Self {
            section: 0,
            unk_0x04: 0,
            unk_0x08: 0,
            hour,
            minute,
            unk_0x14: 0,
            unk_0x18: 0,
            unk_0x1c: 0,
        }
    }

    /// Minutes since midnight.
    pub const fn minutes(&self) -> u64 {
        self.hour as u64 * 60 + self.minute as u64
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)
    }
}

record! {
    /// Head of a sky.
    pub struct SkyHead[12] derive(Eq, Default) {
        /// Unknown purpose.
        0x00 => unk_0x00: i32 = M "-1",
        /// Version of the format.
        0x04 => version: i32 = M "5",
        /// Number of sections that follow.
        0x08 => section_count: u32 = M "1 or 2",
    }
}

record! {
    /// Head of a section.
    pub struct SectionHead[72] derive(Eq, Default) {
        /// Unknown purpose.
        0x00 => unk_0x00: i32 = M "1",
        /// Number of keyframes that follow.
        0x04 => keyframe_count: u32 = M "656 in 35 sections",
        /// Not read by the engine.
        0x08 => end: Stamp = M "23:59",
        /// Duration of the section's day, in hours and minutes of real time.
        0x28 => day: Stamp = M "00:15 in 21 files, 00:40 in 3, 00:20 in 2, 00:09 in 1, 24:00 in 2",
    }
}

choices! {
    /// Event at the time of a keyframe.
    pub struct Event(u32) {
        /// Rise of the keyframe's body, the sun or the moon.
        BODY_START = 0: "body start",
        /// Setting of the body.
        BODY_STOP = 1: "body stop",
        /// No event.
        NOTHING = 2: "nothing",
        /// Start of rain.
        RAIN_START = 3: "rain start",
        /// End of rain.
        RAIN_STOP = 4: "rain stop",
        /// Start of snow or dust.
        SNOW_START = 5: "snow start",
        /// End of snow or dust.
        SNOW_STOP = 6: "snow stop",
        /// No event; same effect as 2.
        NOTHING_7 = 7: "nothing (7)",
        /// Start of lightning.
        LIGHTNING_START = 8: "lightning start",
        /// End of lightning.
        LIGHTNING_STOP = 9: "lightning stop",
    }
}

record! {
    /// Head of a keyframe.
    pub struct KeyframeHead[40] derive(Eq, Default) {
        /// Version of the keyframe: 1 has neither `scene` nor `second_light`, and only 3 has
        /// effects.
        0x00 => version: u32 = M "3",
        /// Time of the keyframe. The engine sorts keyframes by it.
        0x04 => time: Stamp,
        /// Event at that time.
        0x24 => event: Event,
    }
}

record! {
    /// Colours and visibility of a keyframe. The dome of the sky has five rings of colour from the
    /// apex to the horizon, each with four compass points.
    pub struct Slots[80] derive(Default) {
        /// Slot 0: not read by the engine; uninitialised memory.
        0x00 => unk_0x00: [u8; 4] as hex,
        /// Slot 1: colour of the horizon and of the fog in the south (−y).
        0x04 => horizon_south: Colour,
        /// Slot 2: colour of the horizon and of the fog in the north (+y).
        0x08 => horizon_north: Colour,
        /// Slot 3: colour of the horizon and of the fog in the east (+x).
        0x0c => horizon_east: Colour,
        /// Slot 4: colour of the horizon and of the fog in the west (−x).
        0x10 => horizon_west: Colour,
        /// Slot 5: distance at which fog begins; 1 is 700 world units.
        0x14 => fog_start: f32 [0.0..=1.0] = M "0",
        /// Slot 6: distance at which fog hides everything; 1 is 700 world units.
        0x18 => fog_end: f32 [0.0..=1.0] = M "0.1 to 1: 70 to 700 units",
        /// Slot 7: third ring, above the horizon, in the north.
        0x1c => ring3_north: Colour,
        /// Slot 8: third ring in the south.
        0x20 => ring3_south: Colour,
        /// Slot 9: third ring in the west.
        0x24 => ring3_west: Colour,
        /// Slot 10: third ring in the east.
        0x28 => ring3_east: Colour,
        /// Slot 11: second ring in the north.
        0x2c => ring2_north: Colour,
        /// Slot 12: second ring in the south.
        0x30 => ring2_south: Colour,
        /// Slot 13: second ring in the west.
        0x34 => ring2_west: Colour,
        /// Slot 14: second ring in the east.
        0x38 => ring2_east: Colour,
        /// Slot 15: apex and the first ring around it. The nebula is visible where the alpha is 0.
        0x3c => apex: Colour = M "alpha 0 on 355 of 656",
        /// Slot 16: not read by the engine.
        0x40 => unk_0x40: Colour,
        /// Slot 17: flare, whose alpha determines how much it adds to the main light.
        0x44 => flare: Colour,
        /// Slot 18: clouds.
        0x48 => clouds: Colour,
        /// Slot 19: main light, which shines from the body; `light` is its brightness.
        0x4c => main_light: Colour,
    }
}

record! {
    /// Colours that keyframes have since version 2.
    pub struct LateSlots[8] derive(Eq, Default) {
        /// Slot 20: colour of the scene; no surface is darker than it.
        0x00 => scene: Colour,
        /// Slot 21: second light, which shines from the side opposite the body.
        0x04 => second_light: Colour,
    }
}

impl LateSlots {
    /// What the engine takes where a keyframe does not store them: three tenths of the main light.
    pub fn of_main_light(light: Colour) -> Self {
        let dimmed = light.percent(30);
        Self { scene: dimmed, second_light: dimmed }
    }
}

record! {
    /// Size of the body, brightness of its light, and strength of the weather.
    pub struct Amounts[16] derive(Default) {
        /// Size of the body, horizontal and vertical: half its sprite is 0.1625 radians times this
        /// value.
        0x00 => extent: [f32; 2] = M "2.2 and 2.0 on a usual day",
        /// Brightness of the main light.
        0x08 => light: f32 [0.0..=5.0] = M "0.1 at rise and set, up to 5 at noon",
        /// Amount of rain or snow: 1 is 1,000 drops around the camera.
        0x0c => weather: f32,
    }
}

record! {
    /// Trailer of a sky.
    pub struct Trailer[40] derive(Eq, Default) {
        /// Time at which a mission begins.
        0x00 => start: Stamp = M "00:30 to 01:30 of section 0 in 27 files, 09:45 and 09:55",
        /// Unknown purpose.
        0x20 => unk_0x20: i32 = M "0",
        /// Not read by the engine.
        0x24 => unk_0x24: i32 = M "0 or 1",
    }
}
