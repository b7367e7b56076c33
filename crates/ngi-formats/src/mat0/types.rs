//! The stored records, field by field.

use super::flags::Flags;
use crate::FixedStr;

/// Bytes of a phase.
pub const PHASE_SIZE: usize = 34;
/// Bytes of a key.
pub const KEY_SIZE: usize = 6;
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

/// The header's fields behind the counts. Missing ones have the engine's defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meta {
    /// What kind of surface: 0–4 ground, 5 skins of objects, 6 foliage, 7 water, 8–10 small
    /// families, 255 unset. For the simulation, not for drawing. Also known as `metaA`.
    pub class: u8,
    /// 255 in the game. Also known as `metaB`.
    pub unk_0x05: u8,
    /// The bits of the speed factor, an `f32`; 1.0 in the game. Also known as `metaC`.
    pub speed_bits: u32,
    /// Damage a second to who touches it: 10,000 on lava and deep water, 1,000 on two damaged
    /// bases, 0 elsewhere. Shown as a number; nobody knows for sure that it is no `f32`. Also
    /// known as `metaD`.
    pub damage: u32,
}

impl Meta {
    /// The speed factor.
    pub fn speed(self) -> f32 {
        f32::from_bits(self.speed_bits)
    }

    /// The damage word, if it is an `f32` after all.
    pub fn damage_as_f32(self) -> f32 {
        f32::from_bits(self.damage)
    }
}

impl Default for Meta {
    /// What the engine takes where the version has no such fields.
    fn default() -> Self {
        Self { class: 255, unk_0x05: 255, speed_bits: 0x3f80_0000, damage: 0 }
    }
}

/// What a material looks like at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Phase {
    /// Red, green, blue of the light the surface gives off itself.
    pub ambient: [u8; 3],
    /// Alpha of ambient: opacity in percent.
    pub opacity: u8,
    /// Red, green, blue, alpha. The game never uses this alpha.
    pub diffuse: [u8; 4],
    /// Red, green, blue, alpha. The game never uses this alpha.
    pub specular: [u8; 4],
    /// Red, green, blue, alpha. The game never uses any of it.
    pub emissive: [u8; 4],
    /// Specular power; 0 for none.
    pub power: u8,
    /// Cell of the texture's page; −1 is the whole texture.
    pub cell: i8,
    /// The texture; empty for none.
    pub texture: FixedStr<TEXTURE_NAME_SIZE>,
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
    /// Decodes the 34 bytes; cannot fail.
    #[rustfmt::skip] // a row of the table each
    pub fn read(bytes: &[u8; PHASE_SIZE]) -> Self {
        let &[
            ambient_red, ambient_green, ambient_blue, opacity,
            diffuse_red, diffuse_green, diffuse_blue, diffuse_alpha,
            specular_red, specular_green, specular_blue, specular_alpha,
            emissive_red, emissive_green, emissive_blue, emissive_alpha,
            power, cell, texture @ ..
        ] = bytes;
        Self {
            ambient: [ambient_red, ambient_green, ambient_blue],
            opacity,
            diffuse: [diffuse_red, diffuse_green, diffuse_blue, diffuse_alpha],
            specular: [specular_red, specular_green, specular_blue, specular_alpha],
            emissive: [emissive_red, emissive_green, emissive_blue, emissive_alpha],
            power,
            cell: i8::from_le_bytes([cell]),
            texture: FixedStr(texture),
        }
    }

    /// The 34 bytes.
    pub fn to_bytes(&self) -> [u8; PHASE_SIZE] {
        let Self { ambient, opacity, diffuse, specular, emissive, power, cell, texture } = self;
        let mut bytes = [0; PHASE_SIZE];
        let (numbers, name) = bytes.split_at_mut(PHASE_SIZE - TEXTURE_NAME_SIZE);
        let (colours, rest) = numbers.split_at_mut(16);
        let [red, green, blue] = *ambient;
        let [cell] = cell.to_le_bytes();
        let rows = [[red, green, blue, *opacity], *diffuse, *specular, *emissive];
        colours.copy_from_slice(rows.as_flattened());
        rest.copy_from_slice(&[*power, cell]);
        name.copy_from_slice(&texture.0);
        bytes
    }

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

/// One key of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Key {
    /// The phase that is shown.
    pub phase: u16,
    /// When it ends, in milliseconds from the start of the track.
    pub time_ms: u16,
    /// 0 in the game, unread.
    pub unk_0x04: u16,
}

impl Key {
    /// Decodes the 6 bytes; cannot fail.
    pub fn read(bytes: &[u8; KEY_SIZE]) -> Self {
        let &[a, b, c, d, e, f] = bytes;
        let [phase, time_ms, unk_0x04] = [[a, b], [c, d], [e, f]].map(u16::from_le_bytes);
        Self { phase, time_ms, unk_0x04 }
    }

    /// The 6 bytes.
    pub fn to_bytes(self) -> [u8; KEY_SIZE] {
        let Self { phase, time_ms, unk_0x04 } = self;
        let [[a, b], [c, d], [e, f]] = [phase, time_ms, unk_0x04].map(u16::to_le_bytes);
        [a, b, c, d, e, f]
    }
}
