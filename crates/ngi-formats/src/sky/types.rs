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
    /// A moment of a section's day; in the head of a section, how long something takes.
    pub struct Stamp[32] derive(Eq, Hash, Default) {
        /// The section, counted from 0.
        0x00 => section: u32 => "sections",
        /// Unread.
        0x04 => unk_0x04: u32,
        /// Unread.
        0x08 => unk_0x08: u32,
        /// The hour of the day, 0 to 23.
        0x0c => hour: u32 [0.0..=23.0],
        /// The minute of the hour, 0 to 59.
        0x10 => minute: u32 [0.0..=59.0],
        /// Unread.
        0x14 => unk_0x14: u32,
        /// Unread, sometimes whatever was in memory.
        0x18 => unk_0x18: u32 = M "6939832 in 12 files, here or in the next word",
        /// Unread, sometimes whatever was in memory.
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
    /// What a sky begins with.
    pub struct SkyHead[12] derive(Eq, Default) {
        /// Nobody knows what for.
        0x00 => unk_0x00: i32 = M "-1",
        /// Which version of the format it is.
        0x04 => version: i32 = M "5",
        /// How many sections follow.
        0x08 => section_count: u32 = M "1 or 2",
    }
}

record! {
    /// What a section begins with.
    pub struct SectionHead[72] derive(Eq, Default) {
        /// Nobody knows what for.
        0x00 => unk_0x00: i32 = M "1",
        /// How many keyframes follow.
        0x04 => keyframe_count: u32 = M "656 in 35 sections",
        /// Unread.
        0x08 => end: Stamp = M "23:59",
        /// How long a day of it takes, in hours and minutes of real time.
        0x28 => day: Stamp = M "00:15 in 21 files, 00:40 in 3, 00:20 in 2, 00:09 in 1, 24:00 in 2",
    }
}

choices! {
    /// What happens at a keyframe.
    pub struct Event(u32) {
        /// The body of the keyframe rises: sun or moon.
        BODY_START = 0: "body start",
        /// The body sets.
        BODY_STOP = 1: "body stop",
        /// Nothing happens.
        NOTHING = 2: "nothing",
        /// Rain begins.
        RAIN_START = 3: "rain start",
        /// Rain ends.
        RAIN_STOP = 4: "rain stop",
        /// Snow, or dust, begins.
        SNOW_START = 5: "snow start",
        /// Snow, or dust, ends.
        SNOW_STOP = 6: "snow stop",
        /// Nothing happens, either.
        NOTHING_7 = 7: "nothing (7)",
        /// Lightning begins.
        LIGHTNING_START = 8: "lightning start",
        /// Lightning ends.
        LIGHTNING_STOP = 9: "lightning stop",
    }
}

record! {
    /// What a keyframe begins with.
    pub struct KeyframeHead[40] derive(Eq, Default) {
        /// Which version it is: 1 stores neither `scene` nor `second_light`, only 3 names effects.
        0x00 => version: u32 = M "3",
        /// When it is. The engine sorts keyframes by it.
        0x04 => time: Stamp,
        /// What happens then.
        0x24 => event: Event,
    }
}

record! {
    /// The colours of a keyframe, and how far one sees. The dome of the sky has five rings of
    /// colour from the apex to the horizon, each with four compass points.
    pub struct Slots[80] derive(Default) {
        /// Slot 0, unread: whatever was in memory.
        0x00 => unk_0x00: [u8; 4] as hex,
        /// Slot 1: the horizon in the south (−y), and fog that way.
        0x04 => horizon_south: Colour,
        /// Slot 2: the horizon in the north (+y), and fog that way.
        0x08 => horizon_north: Colour,
        /// Slot 3: the horizon in the east (+x), and fog that way.
        0x0c => horizon_east: Colour,
        /// Slot 4: the horizon in the west (−x), and fog that way.
        0x10 => horizon_west: Colour,
        /// Slot 5: where fog begins, in 700ths of a world unit.
        0x14 => fog_start: f32 [0.0..=1.0] = M "0",
        /// Slot 6: where nothing is seen any more, in 700ths of a world unit.
        0x18 => fog_end: f32 [0.0..=1.0] = M "0.1 to 1: 70 to 700 units",
        /// Slot 7: the third ring, above the horizon, in the north.
        0x1c => ring3_north: Colour,
        /// Slot 8: the third ring in the south.
        0x20 => ring3_south: Colour,
        /// Slot 9: the third ring in the west.
        0x24 => ring3_west: Colour,
        /// Slot 10: the third ring in the east.
        0x28 => ring3_east: Colour,
        /// Slot 11: the second ring in the north.
        0x2c => ring2_north: Colour,
        /// Slot 12: the second ring in the south.
        0x30 => ring2_south: Colour,
        /// Slot 13: the second ring in the west.
        0x34 => ring2_west: Colour,
        /// Slot 14: the second ring in the east.
        0x38 => ring2_east: Colour,
        /// Slot 15: the apex and the first ring around it. Where its alpha is 0, the nebula shows.
        0x3c => apex: Colour = M "alpha 0 on 355 of 656",
        /// Slot 16, unread.
        0x40 => unk_0x40: Colour,
        /// Slot 17: its alpha says how much the flare adds to the main light.
        0x44 => flare: Colour,
        /// Slot 18: the clouds.
        0x48 => clouds: Colour,
        /// Slot 19: the main light, which shines from the body. `light` says how bright it is.
        0x4c => main_light: Colour,
    }
}

record! {
    /// The colours that keyframes have from version 2 on.
    pub struct LateSlots[8] derive(Eq, Default) {
        /// Slot 20: the scene's colour. Nothing is darker than it.
        0x00 => scene: Colour,
        /// Slot 21: the second light, which shines from across the body.
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
    /// How large the body is, how bright its light, how much weather there is.
    pub struct Amounts[16] derive(Default) {
        /// How large the body is, across and up: half its sprite is 0.1625 radians times this.
        0x00 => extent: [f32; 2] = M "2.2 and 2.0 on a usual day",
        /// How bright the main light is.
        0x08 => light: f32 [0.0..=5.0] = M "0.1 at rise and set, up to 5 at noon",
        /// How much rain or snow falls: 1 is 1,000 drops around the camera.
        0x0c => weather: f32,
    }
}

record! {
    /// What a sky ends with.
    pub struct Trailer[40] derive(Eq, Default) {
        /// When a mission begins.
        0x00 => start: Stamp = M "00:30 to 01:30 of section 0 in 27 files, 09:45 and 09:55",
        /// Nobody knows what for.
        0x20 => unk_0x20: i32 = M "0",
        /// Unread.
        0x24 => unk_0x24: i32 = M "0 or 1",
    }
}
