//! The stored records, field by field.

use super::flags::{Flags, TrackWord};
use crate::FixedStr;
use crate::schema::record;

/// Bytes of a texture's name; a name has at most one less.
pub const TEXTURE_NAME_SIZE: usize = 16;
/// The engine has room for one track more and refuses to fill it.
pub const MOST_TRACKS: usize = 19;
/// What the engine says of a material with more tracks than that.
pub const TOO_MANY_TRACKS: &str = "Too many animations for material.";

/// What the directory entry of a material says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Attributes {
    /// attr1.
    pub flags: Flags,
    /// attr2.
    pub version: Version,
    /// attr3: 0 in the game, unread.
    pub attr3: u32,
}

impl Attributes {
    /// From the entry's three numbers.
    pub fn new(attr1: u32, attr2: u32, attr3: u32) -> Self {
        Self { flags: Flags(attr1), version: Version(attr2), attr3 }
    }

    /// Back to the entry's three numbers.
    pub fn numbers(self) -> [u32; 3] {
        let Self { flags, version, attr3 } = self;
        [flags.0, version.0, attr3]
    }
}

/// attr2 of a material's directory entry: which fields its header has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u32);

impl Version {
    /// The one every material of the game has.
    pub const GAME: Self = Self(6);

    /// Whether the header has surface class and the byte behind it.
    pub fn has_class(self) -> bool {
        self.0 >= 2
    }

    /// Whether the header has a speed factor.
    pub fn has_speed(self) -> bool {
        self.0 >= 3
    }

    /// Whether the header has damage.
    pub fn has_damage(self) -> bool {
        self.0 >= 4
    }

    /// Bytes of the header.
    pub fn header_size(self) -> usize {
        match self.0 {
            0 | 1 => 4,
            2 => 6,
            3 => 10,
            _ => 14,
        }
    }
}

impl Default for Version {
    fn default() -> Self {
        Self::GAME
    }
}

record! {
    /// Header fields after the counts. Missing fields have the engine's defaults.
    pub struct Meta[10] {
        /// Surface class: 0–4 ground, 5 object skins, 6 foliage, 7 water, 8–10 small families, 255
        /// unset. Used by the simulation, not for rendering. Also known as `metaA`.
        0 => class: u8,
        /// Unknown purpose. Also known as `metaB`.
        1 => unk_0x05: u8 = M "255",
        /// Speed factor. Also known as `metaC`.
        2 => speed: f32 = M "1",
        /// Damage per second to anything that touches the surface: 10,000 on lava and deep water,
        /// 1,000 on two damaged bases, 0 elsewhere. Shown as an integer, although it may be an
        /// `f32`. Also known as `metaD`.
        6 => damage: u32,
    }
}

impl Meta {
    /// The damage word, if it is an `f32` after all.
    pub fn damage_as_f32(self) -> f32 {
        f32::from_bits(self.damage)
    }
}

impl Default for Meta {
    /// What the engine takes where the version has no such fields.
    fn default() -> Self {
        Self { class: 255, unk_0x05: 255, speed: 1.0, damage: 0 }
    }
}

record! {
    /// Appearance of a material at one moment.
    pub struct Phase[34] derive(Eq, Hash) {
        /// Red, green, blue (255 is 1.0) of the light that the surface emits.
        0x00 => ambient: [u8; 3],
        /// Opacity in percent: the alpha of the ambient colour.
        0x03 => opacity: u8 [0.0..=100.0] = M "at most 100",
        /// Diffuse colour: red, green, blue (255 is 1.0) and an alpha that the engine never uses.
        0x04 => diffuse: [u8; 4] = M "alpha at most 100",
        /// Specular colour: red, green, blue (255 is 1.0) and an alpha that the engine never uses.
        0x08 => specular: [u8; 4] = M "alpha at most 100",
        /// Emissive colour: red, green, blue (255 is 1.0) and alpha. The engine never uses any of
        /// them.
        0x0c => emissive: [u8; 4] = M "alpha at most 100",
        /// Specular power; 0 for none.
        0x10 => power: u8,
        /// Cell of the texture's page; −1 is the whole texture. Without a texture, any value counts
        /// as −1.
        0x11 => cell: i8,
        /// Name of the texture: at most 15 bytes and a NUL, empty for none. The name needs a dot;
        /// the letters after it may select a palette.
        0x12 => texture: FixedStr<TEXTURE_NAME_SIZE>,
    }
}

impl Default for Phase {
    /// White, opaque, without texture.
    fn default() -> Self {
        Self {
            ambient: [0; 3],
            opacity: 100,
            diffuse: [255, 255, 255, 100],
            specular: [0, 0, 0, 100],
            emissive: [0, 0, 0, 100],
            power: 0,
            cell: -1,
            texture: FixedStr::default(),
        }
    }
}

impl Phase {
    /// The texture's name, if there is a texture.
    pub fn texture_name(&self) -> Option<&[u8]> {
        Some(self.texture.name()).filter(|name| !name.is_empty())
    }

    /// The four alpha bytes: opacity, diffuse, specular, emissive.
    pub fn alphas(&self) -> [u8; 4] {
        let alpha = |[.., alpha]: [u8; 4]| alpha;
        [self.opacity, alpha(self.diffuse), alpha(self.specular), alpha(self.emissive)]
    }
}

record! {
    /// Key of a track.
    pub struct Key[6] derive(Eq, Hash, Default) {
        /// Index of the shown phase, from 0.
        0 => phase: u16 => "phases",
        /// End time of the key, not its start, in milliseconds from the start of the track. The end
        /// time of the last key is the length of the track.
        2 => time_ms: u16,
        /// Not read by the engine.
        4 => unk_0x04: u16 = M "0",
    }
}

record! {
    /// Head of a track; its keys follow.
    pub struct TrackHead[6] derive(Eq, Hash, Default) {
        /// Time mode and blend mask.
        0 => word: TrackWord,
        /// Number of keys that follow.
        4 => key_count: u16,
    }
}

record! {
    /// Numbers of phases and tracks: the first bytes of a material.
    pub struct Counts[4] derive(Eq, Hash, Default) {
        /// Number of phases.
        0 => phases: u16 = M "at most 29",
        /// Number of tracks; the engine refuses 20 and more.
        2 => tracks: u16 = M "at most 8",
    }
}
