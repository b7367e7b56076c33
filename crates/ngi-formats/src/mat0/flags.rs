//! Open sets of bits and numbers, with the names that are known.

use std::fmt;

/// attr1 of a material's directory entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(pub u32);

impl Flags {
    /// Bit 0: textures go to the second texture stage (load flag 0x200000). `ENV_STARS` alone.
    pub const SECOND_STAGE: u32 = 0x01;
    /// Bit 1: a lit skin; its texture is uploaded opaque, whatever alpha it has.
    pub const LIT_SKIN: u32 = 0x02;
    /// Bits 2 to 5: which blend mode, see [`Flags::blend`].
    pub const BLEND: u32 = 0x3c;
    /// Bit 6: read into the run-time material, used by nothing that is known.
    pub const UNK_BIT_6: u32 = 0x40;
    /// Every bit that has a name here.
    pub const KNOWN: u32 = Self::SECOND_STAGE | Self::LIT_SKIN | Self::BLEND | Self::UNK_BIT_6;

    /// Whether all these bits are set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits == bits
    }

    /// Bits 2 to 5 as a number (the run-time record's `nibbleMode`).
    pub fn blend_index(self) -> u8 {
        u8::try_from((self.0 & Self::BLEND) >> 2).unwrap_or_default()
    }

    /// How the material is blended. An index from 5 on is taken as [`BlendMode::OPAQUE`]; what
    /// the engine does with it is not known.
    pub fn blend(self) -> BlendMode {
        let modes = [
            BlendMode::OPAQUE,
            BlendMode::ALPHA,
            BlendMode::ADDITIVE,
            BlendMode::MULTIPLY,
            BlendMode::MULTIPLY_TWICE,
        ];
        modes.get(usize::from(self.blend_index())).copied().unwrap_or(BlendMode::OPAQUE)
    }

    /// The same flags with another blend mode; `None` for a mode no index leads to.
    pub fn with_blend(self, mode: BlendMode) -> Option<Self> {
        let index = (0..5u32).find(|index| Self(index << 2).blend() == mode)?;
        Some(Self(self.0 & !Self::BLEND | index << 2))
    }

    /// Names of the bits that are set, the blend mode left out.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let named = [
            (Self::SECOND_STAGE, "second_stage"),
            (Self::LIT_SKIN, "lit_skin"),
            (Self::UNK_BIT_6, "unk_bit_6"),
        ];
        named.into_iter().filter(move |(bit, _)| self.has(*bit)).map(|(_, name)| name)
    }
}

/// How a material's pixels are laid over what is there. From the flags, never from the texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlendMode(pub u8);

impl BlendMode {
    /// Source ONE, target ZERO: no blending.
    pub const OPAQUE: Self = Self(0);
    /// Source SRCALPHA, target ZERO. No flags lead to it.
    pub const SCALED: Self = Self(1);
    /// Source SRCALPHA, target ONE.
    pub const ADDITIVE: Self = Self(2);
    /// Source ZERO, target SRCCOLOR: what lightmaps are drawn with.
    pub const MULTIPLY: Self = Self(3);
    /// Source SRCALPHA, target INVSRCALPHA.
    pub const ALPHA: Self = Self(4);
    /// Source DESTCOLOR, target SRCCOLOR.
    pub const MULTIPLY_TWICE: Self = Self(5);

    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            Self::OPAQUE => "opaque",
            Self::SCALED => "scaled",
            Self::ADDITIVE => "additive",
            Self::MULTIPLY => "multiply",
            Self::ALPHA => "alpha",
            Self::MULTIPLY_TWICE => "multiply_twice",
            _ => "unknown",
        }
    }

    /// Direct3D's names of the two factors: of what is drawn, and of what is there.
    pub fn factors(self) -> (&'static str, &'static str) {
        match self {
            Self::SCALED => ("SRCALPHA", "ZERO"),
            Self::ADDITIVE => ("SRCALPHA", "ONE"),
            Self::MULTIPLY => ("ZERO", "SRCCOLOR"),
            Self::ALPHA => ("SRCALPHA", "INVSRCALPHA"),
            Self::MULTIPLY_TWICE => ("DESTCOLOR", "SRCCOLOR"),
            _ => ("ONE", "ZERO"),
        }
    }

    /// Whether pixels of alpha 0 are dropped.
    pub fn has_alpha_test(self) -> bool {
        self != Self::OPAQUE
    }
}

/// The first word of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TrackWord(pub u32);

impl TrackWord {
    /// A word of these two.
    pub fn new(mode: Mode, mask: LerpMask) -> Self {
        Self(u32::from(mode.0 & 7) | mask.0 << 3)
    }

    /// How time runs: bits 0 to 2.
    pub fn mode(self) -> Mode {
        Mode(u8::try_from(self.0 & 7).unwrap_or_default())
    }

    /// What is blended between keys: the other bits.
    pub fn mask(self) -> LerpMask {
        LerpMask(self.0 >> 3)
    }
}

/// How time runs in a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mode(pub u8);

impl Mode {
    /// From the start again.
    pub const LOOP: Self = Self(0);
    /// There and back.
    pub const PING_PONG: Self = Self(1);
    /// Once, then the last key stays.
    pub const ONCE: Self = Self(2);
    /// Any moment, drawn by lot.
    pub const RANDOM: Self = Self(3);

    /// Whether it has a name here. Others are taken as [`Mode::LOOP`].
    pub fn is_known(self) -> bool {
        self.0 <= Self::RANDOM.0
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::LOOP => f.pad("loop"),
            Self::PING_PONG => f.pad("ping_pong"),
            Self::ONCE => f.pad("once"),
            Self::RANDOM => f.pad("random"),
            Self(other) => f.pad(&other.to_string()),
        }
    }
}

/// What a track blends between two keys; everything else jumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LerpMask(pub u32);

impl LerpMask {
    /// Ambient red, green, blue.
    pub const AMBIENT: u32 = 0x01;
    /// Diffuse red, green, blue.
    pub const DIFFUSE: u32 = 0x02;
    /// Specular red, green, blue.
    pub const SPECULAR: u32 = 0x04;
    /// Emissive red, green, blue.
    pub const EMISSIVE: u32 = 0x08;
    /// Opacity (alpha of ambient).
    pub const OPACITY: u32 = 0x10;
    /// Every bit that has a name here.
    pub const KNOWN: u32 = 0x1f;

    /// Whether all these bits are set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits == bits
    }

    /// Names of the bits that are set; bits without a name are left out.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let named = [
            (Self::AMBIENT, "ambient"),
            (Self::DIFFUSE, "diffuse"),
            (Self::SPECULAR, "specular"),
            (Self::EMISSIVE, "emissive"),
            (Self::OPACITY, "opacity"),
        ];
        named.into_iter().filter(move |(bit, _)| self.has(*bit)).map(|(_, name)| name)
    }
}
